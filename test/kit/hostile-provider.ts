import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** An identity provider whose answers the test sets: wrong, late or none. */
export interface HostileProvider {
  readonly issuer: string
  /** How the next answers misbehave. Assign `{}` to reset. */
  mood: Mood
  /** Returns the address of the redirect back to the service. */
  visit(url: string): string
  /** Number of token requests. */
  readonly tokensAsked: number
  /** The service's credentials in the last token request: «client:secret». */
  readonly credentials: string
}

export interface Mood {
  /** Override claims of a valid token. */
  claims?: Record<string, unknown>
  /** Override header fields of a valid token. */
  header?: Record<string, unknown>
  /** Signs with an unpublished key. */
  foreignKey?: true
  /** Publishes another key from now on. */
  newKey?: true
  /** Override parameters of the redirect back. Undefined leaves one out. */
  back?: Record<string, string | undefined>
  token?: 'silent' | 'broken' | 'unsigned' | 'redirects' | 'endless'
  keys?: 'silent'
}

interface Key {
  kid: string
  privateKey: KeyObject
  publicKey: KeyObject
}

const newKey = (): Key => ({ kid: randomUUID(), ...generateKeyPairSync('rsa', { modulusLength: 2048 }) })

export async function openHostileProvider(person: Record<string, unknown>): Promise<HostileProvider> {
  let key = newKey()
  let nonce = ''
  let tokensAsked = 0
  let credentials = ''
  const challenges = new Map<string, string>()
  const provider = {
    issuer: '',
    mood: {} as Mood,
    get tokensAsked() {
      return tokensAsked
    },
    get credentials() {
      return credentials
    },
    visit(url: string) {
      const asked = new URL(url).searchParams
      const code = randomUUID()
      nonce = asked.get('nonce')!
      challenges.set(code, asked.get('code_challenge')!)
      const sent = { code, state: asked.get('state')!, iss: provider.issuer, ...provider.mood.back }
      const given = Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== undefined)
      return `${asked.get('redirect_uri')}?${new URLSearchParams(given)}`
    },
  }

  function idToken(): string {
    const { claims, header, foreignKey, token } = provider.mood
    const now = Math.floor(Date.now() / 1000)
    const honest = { iss: provider.issuer, aud: 'resguardo', iat: now, exp: now + 300, nonce, ...person }
    const parts = [
      { alg: token === 'unsigned' ? 'none' : 'RS256', kid: key.kid, ...header },
      { ...honest, ...claims },
    ]
    const body = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    if (token === 'unsigned') return `${body}.`
    const signer = foreignKey ? newKey() : key
    return `${body}.${sign('sha256', Buffer.from(body), signer.privateKey).toString('base64url')}`
  }

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, provider.issuer)
    const json = (answer: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    const own = (path: string) => `${provider.issuer}${path}`
    if (pathname === '/.well-known/openid-configuration')
      return json({
        issuer: provider.issuer,
        authorization_endpoint: own('/auth'),
        token_endpoint: own('/token'),
        jwks_uri: own('/keys'),
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        authorization_response_iss_parameter_supported: true,
      })
    if (pathname === '/keys') {
      if (provider.mood.keys === 'silent') return
      return json({
        keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: key.kid, use: 'sig', alg: 'RS256' }],
      })
    }
    tokensAsked += 1
    const basic = request.headers.authorization?.slice('Basic '.length) ?? ''
    credentials = Buffer.from(basic, 'base64').toString()
    const { token } = provider.mood
    if (token === 'silent') return
    if (token === 'broken') return response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hola</p>')
    if (token === 'redirects') return response.writeHead(302, { location: own('/keys') }).end()
    if (token === 'endless') {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"a":"')
      const timer = setInterval(() => response.write('x'.repeat(65_536)), 1)
      response.on('close', () => clearInterval(timer))
      return
    }
    if (provider.mood.newKey) {
      key = newKey()
      provider.mood = {}
    }
    const sent = new URLSearchParams(Buffer.concat(await request.toArray()).toString())
    const verifier = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url')
    if (challenges.get(sent.get('code') ?? '') !== verifier) return json({ error: 'invalid_grant' }, 400)
    challenges.delete(sent.get('code')!)
    return json({ access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token: idToken() })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return provider
}
