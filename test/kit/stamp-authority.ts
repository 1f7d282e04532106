import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A time-stamp authority of RFC 3161 on this machine. OpenSSL signs, with certificates made for it. */
export interface StampAuthority {
  url: string
  /** Its root certificate, for clients that trust it. */
  caFile: string
  /** The received queries. */
  queries: Buffer[]
  /** The reply to a query, for tests without HTTP. */
  reply(query: Buffer): Promise<Buffer>
  /** Answers every call with `how` instead of a stamp, until it is set to undefined. */
  misbehave(how: ((query: Buffer, reply: ServerResponse) => unknown) | undefined): void
  /** Verifies a token with OpenSSL, and throws its error. */
  verify(token: Uint8Array, data: Uint8Array): void
  close(): Promise<void>
}

export interface Making {
  key?: 'rsa' | 'p-384'
  /** Key usage of the signer's certificate. */
  usage?: string
  name?: string
}

const KEYS = {
  rsa: ['-newkey', 'rsa:2048'],
  'p-384': ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384'],
} as const

export async function openStampAuthority({
  key = 'rsa',
  usage = 'critical,timeStamping',
  name = 'Autoridad de sellado de prueba',
}: Making = {}): Promise<StampAuthority> {
  const folder = mkdtempSync(join(tmpdir(), 'resguardo-tsa-'))
  makeCertificates(folder, key, usage, name)
  writeFileSync(join(folder, 'tsa.cnf'), settingsOf(folder))
  writeFileSync(join(folder, 'serial'), '01\n')

  const queries: Buffer[] = []
  let instead: Parameters<StampAuthority['misbehave']>[0]
  let turn: Promise<unknown> = Promise.resolve()
  // OpenSSL keeps the next serial number in a file, so replies are made one at a time.
  const reply = (query: Buffer) => {
    const made = turn.then(() => stamped(folder, query))
    turn = made.catch(() => undefined)
    return made
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const query = Buffer.concat(chunks)
    queries.push(query)
    if (instead) await instead(query, response)
    else response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(await reply(query))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`,
    caFile: join(folder, 'ca.pem'),
    queries,
    reply,
    misbehave(how) {
      instead = how
    },
    verify(token, data) {
      writeFileSync(join(folder, 'token.der'), token)
      writeFileSync(join(folder, 'data'), data)
      const files = ['-data', 'data', '-in', 'token.der', '-token_in', '-CAfile', 'ca.pem']
      openssl(folder, ['ts', '-verify', ...files])
    },
    async close() {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function makeCertificates(folder: string, key: keyof typeof KEYS, usage: string, name: string): void {
  writeFileSync(
    join(folder, 'leaf.ext'),
    `keyUsage=critical,digitalSignature\nextendedKeyUsage=${usage}\nsubjectKeyIdentifier=hash\n`,
  )
  const fresh = ['-nodes', '-utf8', ...KEYS[key]]
  openssl(folder, [
    'req',
    ...['-x509', ...fresh, '-days', '3650', '-subj', '/CN=Raíz de prueba', '-keyout', 'ca.key'],
    ...['-out', 'ca.pem'],
  ])
  openssl(folder, ['req', ...fresh, '-subj', `/O=Prueba/CN=${name}`, '-keyout', 'tsa.key', '-out', 'tsa.csr'])
  const issued = ['-req', '-in', 'tsa.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial']
  openssl(folder, ['x509', ...issued, '-days', '3650', '-extfile', 'leaf.ext', '-out', 'tsa.pem'])
}

function settingsOf(folder: string): string {
  return `[tsa]
default_tsa = tsa_config
[tsa_config]
serial = ${join(folder, 'serial')}
signer_cert = ${join(folder, 'tsa.pem')}
signer_key = ${join(folder, 'tsa.key')}
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`
}

async function stamped(folder: string, query: Buffer): Promise<Buffer> {
  const [asked, answered] = [join(folder, 'query.tsq'), join(folder, 'reply.tsr')]
  writeFileSync(asked, query)
  const process = spawn('openssl', [
    ...['ts', '-reply', '-config', join(folder, 'tsa.cnf'), '-queryfile', asked, '-out', answered],
  ])
  const said: Buffer[] = []
  process.stderr.on('data', (chunk) => said.push(chunk))
  const [status] = await once(process, 'exit')
  if (status !== 0) throw new Error(`openssl ts: ${Buffer.concat(said)}`)
  return readFileSync(answered)
}

function openssl(folder: string, words: readonly string[]): void {
  const { status, stderr, error } = spawnSync('openssl', words, { cwd: folder, encoding: 'utf8' })
  if (error) throw new Error(`These tests need the program openssl, which cannot be run: ${error.message}`)
  if (status !== 0) throw new Error(`openssl ${words[0]}: ${stderr}`)
}
