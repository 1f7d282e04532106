import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { simpleParser } from 'mailparser'
import { etagOf, Resguardo, ResguardoError, type Tokens } from '../clients/typescript/src/index.ts'
import { newInstallation, startService } from './kit/installation.ts'

/** The TypeScript client and its examples, against a running service. */
const root = join(import.meta.dirname, '..')
const client = join(root, 'clients/typescript')
const modules = readdirSync(join(root, 'src/modules'), { withFileTypes: true })
  // SCIM is left out, because directories use their own clients.
  .filter((entry) => entry.isDirectory() && entry.name !== 'scim')
  .map(({ name }) => name)
  .sort()
const installation = await newInstallation()
const { url: baseUrl } = await startService(installation)

const owner = new Resguardo({ baseUrl })
const account = { email: 'ana@tiendasur.cl', password: 'una-frase-larga' }
await owner.register({ ...account, name: 'Ana Rojas', organizationName: 'Tienda Sur SpA' })

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

function run(program: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(program, args, { env: { ...process.env, RESGUARDO_URL: baseUrl, ...env } })
  const ended = { code: null, stdout: '', stderr: '' } as Ended
  child.stdout.setEncoding('utf8').on('data', (text) => {
    ended.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    ended.stderr += text
  })
  const end = once(child, 'close').then(([code]) => ({ ...ended, code: code as number | null }))
  return { child, end }
}

const example = (name: string, env?: Record<string, string>) =>
  run(process.execPath, [join(client, 'examples', `${name}.ts`)], env)

// ── the examples ──

/** The last output of each example, without ids and dates. */
const LAST_WORDS: Record<string, RegExp> = {
  activity: /^- Ana Rojas: create\n$/,
  auth: /OWNER of Tienda Sur SpA, 1 organisation\n401 UNAUTHORIZED: .+\nsigned out, tokens kept: false\n$/,
  breaches: /the people: true\nnow notified\nSSHD brute force, severity high\n$/,
  comments: /^- Ana Rojas: ¿Cinco años alcanzan para la garantía\?\n$/,
  consent:
    /^receipt [0-9a-f]{8}… .+\n2 decisions; the last receipt holds\n- external: withdrawn\n- form: granted\n$/,
  contracts: /^SIGNED at .+\n.+\.pdf: application\/pdf\nversion 2 follows true\n$/,
  connectors: /^Base de clientes: draft, reads only\napproved, by the only one who could: true\n$/,
  'cookie-policy': /50 % covered; missing: _fbp\n$/,
  'cookie-scans': /^by itself every month: true\n409 \w+: .+\n$/,
  'data-map': /^2 systems, 1 flow abroad\n- Correos masivos: Marketing\n- Tienda en línea: no owner\n$/,
  domains: /: Despacho de compras\nDUPLICATE_URL: .+\n$/,
  dpia: /approved by Ana Rojas\n.+\.pdf: application\/pdf, complete\n$/,
  dsar: /^ARCO-2\d{3}-\d+: Recibida.+\n(- .+\n)+1 request, 0 open\n$/,
  evidence: /^\d+ public keys; .+\n\d+ heads to keep\nwhole: true, \d+ sealed, \d+ about to be\n$/,
  files: /^acta\.txt: text\/plain, 19 bytes\nacta\.txt: «Acta de la reunión»\n$/,
  governance: /informe-anual\.pdf: application\/pdf\n.*Despacho de compras.*\n$/,
  imports: /^.+;.+\n0 imports\n$/,
  notifications: /^0 unread\ncontracts: digest\n$/,
  org: /the officer is Ana Rojas\n(- .+\n){2}$/,
  portfolio: /^(- contract_template: .+\n)+$/,
  'privacy-policy': /\nPUBLISHED since .+\n$/,
  processors: /^(- .+: NONE\n){2}$/,
  'public-policies': /^404 RESOURCE_NOT_FOUND\nversion 1: .+\n$/,
  questionnaires: /^sent to 1, due .+\n1 of 1 answered\nactivity: Turnos de bodega\n$/,
  rat: /- draft: 1\n- published: 1\n- archived: 0\n$/,
  search: /^- activity: Despacho de compras\n/,
  settings: /^PROFESSIONAL: 0 of 5 domains\n.+\nrsg_.+\n(- .+\n){5}$/,
  tasks: /^- breach: Correo con datos de clientes \(Tienda Sur SpA\)\n/,
  'time-entries': /^\d{4}-\d\d: 90 minutes\n$/,
  workflows: /^ACTIVE\nCOMPLETED\n(- .+\n){4}$/,
}

test('every module has an example', () => {
  const examples = globSync('*.ts', { cwd: join(client, 'examples') }).map((file) => basename(file, '.ts'))
  assert.deepEqual(examples.filter((name) => name !== 'session').sort(), modules)
  assert.deepEqual([...Object.keys(LAST_WORDS), 'portal'].sort(), modules)
})

for (const [name, words] of Object.entries(LAST_WORDS))
  test(`the example of ${name} runs`, async () => {
    const { code, stdout, stderr } = await example(name).end
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, words)
  })

test('the portal’s example runs, with the code from the mail', async () => {
  const email = 'maria.portal@ejemplo.cl'
  const { child, end } = example('portal', { PORTAL_EMAIL: email })
  child.stdin.end(`${await codeFor(email)}\n`)
  const { code, stdout, stderr } = await end
  assert.deepEqual([code, stderr], [0, ''])
  assert.match(stdout, /\nARCO-2\d{3}-\d+: RECEIVED\n$/)
})

async function codeFor(email: string): Promise<string> {
  for (const end = performance.now() + 60_000; performance.now() < end; await wait(100))
    for (const file of globSync(join(installation.dataDir, 'outbox/*.eml'))) {
      const { to, text } = await simpleParser(readFileSync(file))
      const code = /\b\d{6}\b/.exec(text ?? '')?.[0]
      if (code && JSON.stringify(to).includes(email)) return code
    }
  throw new Error('no code was sent')
}

// ── the client ──

/** Counts the requests. */
function counting() {
  const calls: string[] = []
  const counted: typeof fetch = (input, init) => {
    calls.push(`${init?.method} ${new URL(String(input)).pathname.replace('/api/v1', '')}`)
    return fetch(input, init)
  }
  return { calls, fetch: counted }
}

async function signIn(): Promise<Tokens> {
  const api = new Resguardo({ baseUrl })
  await api.login(account)
  return api.tokens!
}

test('an invalid access token is renewed once for all waiting calls', async () => {
  const { refreshToken } = await signIn()
  const { calls, fetch } = counting()
  const seen: (Tokens | undefined)[] = []
  const api = new Resguardo({
    baseUrl,
    fetch,
    tokens: { accessToken: 'viejo', refreshToken },
    onTokens: (tokens) => seen.push(tokens),
  })
  const answers = await Promise.all(Array.from({ length: 6 }, () => api.get('/auth/me')))
  assert.deepEqual(new Set(answers.map(({ user }) => user.email)), new Set([account.email]))
  assert.equal(calls.filter((call) => call === 'POST /auth/refresh').length, 1)
  assert.equal(seen.length, 1)
  assert.notEqual(seen[0]!.refreshToken, refreshToken)
  assert.deepEqual(api.tokens, seen[0])
})

test('the end of a session is reported, and its tokens forgotten', async () => {
  const { refreshToken } = await signIn()
  const tokens = { accessToken: 'viejo', refreshToken }
  const first = new Resguardo({ baseUrl, tokens })
  await first.get('/auth/me')
  await first.post('/auth/logout')
  const seen: (Tokens | undefined)[] = []
  const late = new Resguardo({ baseUrl, tokens, onTokens: (pair) => seen.push(pair) })
  await assert.rejects(late.get('/auth/me'), { name: 'ResguardoError', status: 401, code: 'UNAUTHORIZED' })
  assert.deepEqual(seen, [undefined])
  assert.equal(late.tokens, undefined)
})

test('a wrong password is a refusal and renews nothing', async () => {
  const { calls, fetch } = counting()
  const api = new Resguardo({ baseUrl, fetch, tokens: await signIn() })
  await assert.rejects(api.login({ ...account, password: 'otra cosa' }), { status: 401 })
  assert.deepEqual(calls, ['POST /auth/login'])
})

test('a refusal has its code, message and details', async () => {
  const refusal = await owner.post('/org/workspaces', { body: { name: ' ' } }).catch((error) => error)
  assert.ok(refusal instanceof ResguardoError)
  assert.deepEqual([refusal.status, refusal.code], [400, 'VALIDATION_ERROR'])
  assert.match(refusal.message, /«name»/)
  assert.deepEqual(
    refusal.details.map(({ path }) => path),
    ['name'],
  )
  assert.match(refusal.requestId ?? '', /^[0-9a-f-]{36}$/)
})

test('an answer from elsewhere is reported as such, with the time to wait', async () => {
  const fetch = async () =>
    new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'retry-after': '7' } })
  const api = new Resguardo({ baseUrl, fetch })
  await assert.rejects(api.get('/auth/me'), { status: 502, code: 'UNREADABLE_ANSWER', retryAfter: 7 })
})

test('a list is read page by page, and only as far as the caller reads', async () => {
  const names = Array.from({ length: 5 }, (_, n) => `Sistema ${n}`)
  for (const name of names) await owner.post('/data-map/systems', { body: { name, type: 'saas' } })
  const { calls, fetch } = counting()
  const api = new Resguardo({ baseUrl, fetch, tokens: owner.tokens! })
  const found: string[] = []
  for await (const { name } of api.each('/data-map/systems', { query: { limit: 2 } })) found.push(name)
  assert.deepEqual(found, names.toReversed())
  assert.equal(calls.length, 3)
  for await (const { name } of api.each('/data-map/systems', { query: { limit: 2 } }))
    if (name === 'Sistema 3') break
  assert.equal(calls.length, 4)
  assert.deepEqual(await Array.fromAsync(api.each('/processors')), [])
})

test('the same key gives the same answer, and `true` makes a new key each time', async () => {
  const add = (idempotencyKey: string | true) =>
    owner.post('/org/workspaces', { idempotencyKey, body: { name: 'Repetido' } })
  assert.equal((await add('clave-1')).id, (await add('clave-1')).id)
  assert.notEqual((await add(true)).id, (await add(true)).id)
})

test('a change of an outdated record is refused and names who changed it', async () => {
  const { id } = await owner.post('/processors', { body: { name: 'Nube Austral' } })
  const path = { id }
  // Long enough for a compressed answer.
  const services = 'Respaldo '.repeat(300)
  const first = await owner.put('/processors/{id}', { path, body: { services } })
  const read = await owner.get('/processors/{id}', { path })
  assert.match(etagOf(read)!, /^"[0-9a-f]{32}(-\w+)?"$/)
  const change = (ifMatch: string | undefined) =>
    owner.put('/processors/{id}', { path, body: { country: 'CL' }, ifMatch })
  const second = await change(etagOf(read))
  await change(etagOf(second))
  const refusal = await change(etagOf(first)).catch((error: ResguardoError) => error)
  assert.ok(refusal instanceof ResguardoError)
  assert.deepEqual([refusal.status, refusal.code], [412, 'CONFLICT'])
  assert.equal(refusal.details[0]?.changedBy, 'Ana Rojas')
  await change(undefined)
  assert.equal(etagOf({}), undefined)
})

test('a path built at run time works like any other', async () => {
  const body = { name: 'Sin tipos', type: 'OTHER' }
  const { id } = await owner.call<{ id: string }>('POST', '/data-map/systems', { body })
  const kind = 'systems'
  const list = await owner.call<{ items: { id: string }[] }>('GET', `/data-map/${kind}`, {
    query: { limit: 100 },
  })
  assert.ok(list.items.some((one) => one.id === id))
  await assert.rejects(owner.call('GET', '/no-existe'), { name: 'ResguardoError', status: 404 })
})

test('path variables are encoded, and undefined query values left out', async () => {
  const asked: string[] = []
  const fetch = async (input: unknown) => {
    asked.push(String(input))
    return Response.json({ success: true, data: {} })
  }
  const api = new Resguardo({ baseUrl: 'https://ejemplo.cl/', fetch })
  await api.get('/external/consent/subject/{ref}/consents', { path: { ref: 'maría/ñ@ejemplo.cl' } })
  await api.get('/org/entities', { query: { page: 2 } })
  assert.deepEqual(asked, [
    'https://ejemplo.cl/api/v1/external/consent/subject/mar%C3%ADa%2F%C3%B1%40ejemplo.cl/consents',
    'https://ejemplo.cl/api/v1/org/entities?page=2',
  ])
})
