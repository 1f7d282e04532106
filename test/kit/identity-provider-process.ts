import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
// @ts-expect-error: the package comes without types.
import Provider from 'oidc-provider'

/** A real OpenID provider. Its parent process sends it the people and the moments to rotate its keys. */

type Account = Record<string, unknown>

const CLIENT = { client_id: 'resguardo', client_secret: 'secreto-del-cliente' }
const accounts = new Map<string, Account>()
let handle: RequestListener

const server = createServer((request, response) => {
  const url = new URL(request.url!, 'http://provider')
  if (url.pathname.startsWith('/interaction/')) finish(request, response, url.searchParams.get('as'))
  else handle(request, response)
})
// biome-ignore lint/suspicious/noExplicitAny: the package comes without types.
let provider: any

async function finish(request: IncomingMessage, response: ServerResponse, accountId: string | null) {
  const denied = { error: 'access_denied', error_description: 'The person said no' }
  const result = accountId ? { login: { accountId } } : denied
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true })
}

function open(issuer: string, redirectUri: string): void {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' }
  provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [redirectUri], id_token_signed_response_alg: 'RS256' }],
    jwks: { keys: [key] },
    cookies: { keys: ['a key for the cookies of a test'] },
    conformIdTokenClaims: false,
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_ctx: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...accounts.get(accountId) }),
    }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    // biome-ignore lint/suspicious/noExplicitAny: the package comes without types.
    async loadExistingGrant({ oidc }: any) {
      const grant = new oidc.provider.Grant({
        accountId: oidc.session.accountId,
        clientId: oidc.client.clientId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  handle = provider.callback()
}

const redirectUri = process.argv[2]!
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  open(issuer, redirectUri)
  process.on('message', (order: { account?: { sub: string; claims: Account }; rotate?: true }) => {
    if (order.account) accounts.set(order.account.sub, order.account.claims)
    if (order.rotate) open(issuer, redirectUri)
    process.send!({ done: true })
  })
  process.send!({ issuer })
})
process.on('disconnect', () => process.exit(0))
