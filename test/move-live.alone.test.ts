import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { hasServer } from './kit/database.ts'
import { type Installation, launch, newInstallation, type Running, startService } from './kit/installation.ts'
import { openReceiver } from './kit/receiver.ts'

/** Moves an organisation between two running services while people, strangers and programs write to it. */

const directory = mkdtempSync(join(tmpdir(), 'resguardo-move-live-'))
after(() => rmSync(directory, { recursive: true }))

interface Outcome {
  status: number
  rule: string | undefined
  retryAfter: string | null
}

/** Writes in sequence until the organisation is gone. Collects the acknowledged writes and the refusals. */
class Writer {
  readonly acknowledged: string[] = []
  readonly refused: Outcome[] = []
  #over = false
  readonly #done: Promise<void>

  constructor(send: (name: string) => Promise<Response>, prefix: string) {
    const loop = async () => {
      for (let n = 0; !this.#over; n += 1) {
        const name = `${prefix} ${n}`
        const response = await send(name)
        // biome-ignore lint/suspicious/noExplicitAny: the test asserts on what it reads.
        const body = (await response.json()) as any
        if (response.status === 201) this.acknowledged.push(name)
        else
          this.refused.push({
            status: response.status,
            rule: body.error?.details?.[0]?.rule,
            retryAfter: response.headers.get('retry-after'),
          })
        await wait(50)
      }
    }
    this.#done = loop()
  }

  stop(): Promise<void> {
    this.#over = true
    return this.#done
  }
}

const post = (url: string, path: string, body: object, token?: string) =>
  fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })

async function namesIn({ databaseUrl }: Installation, sql: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(sql)).rows.map(({ name }) => String(name))
  } finally {
    await client.end()
  }
}

/** Subjects of the mails of all installations. A service without SMTP leaves mails in a directory. */
function letters(...installations: Installation[]): string[] {
  return installations.flatMap(({ dataDir }) => {
    const outbox = join(dataDir, 'outbox')
    if (!existsSync(outbox)) return []
    const files = readdirSync(outbox).filter((name) => name.endsWith('.eml'))
    return files.map((name) =>
      /^message-id: (.+)$/im.exec(readFileSync(join(outbox, name), 'utf8'))![1]!.trim(),
    )
  })
}

function envFile(name: string, { env }: Installation): string {
  const file = join(directory, name)
  writeFileSync(
    file,
    Object.entries(env)
      .map(([key, value]) => `${key}=${value}\n`)
      .join(''),
  )
  return file
}

async function until(what: string, holds: () => boolean | Promise<boolean>, ms = 120_000): Promise<void> {
  for (const deadline = Date.now() + ms; !(await holds()); await wait(100))
    if (Date.now() > deadline) throw new Error(`in vain: ${what}`)
}

async function prepare(email: string, organization: string, service: Running) {
  const { access_token: token } = await service.register(email, organization)
  const widget = (await service.call('POST', '/dsar/widgets', { name: 'Derechos' }, token)).body.data
    .widgetKey
  return { token: String(token), widget: String(widget) }
}

const asked = (name: string) => ({
  rightType: 'ACCESS',
  subjectName: name,
  subjectEmail: `${name.replaceAll(' ', '.').toLowerCase()}@correo.cl`,
  subjectRut: '12.345.678-5',
  description: 'Quiero saber qué datos tienen de mí.',
})

// An embedded database is open in one process only, so nobody can write during the command.
if (hasServer()) {
  const origin = await newInstallation({
    APP_SECRET: 'the secret of the first installation',
    DEFAULT_PLAN: 'ENTERPRISE',
    PUBLIC_URL: 'https://uno.ejemplo.cl',
  })
  const target = await newInstallation({
    APP_SECRET: 'another secret, of the second installation',
    PUBLIC_URL: 'https://dos.ejemplo.cl',
  })
  const [here, there] = await Promise.all([startService(origin), startService(target)])
  const file = envFile('target.env', target)

  test('every acknowledged write arrives, every other one is refused, and nothing is sent twice', async () => {
    const receiver = await openReceiver()
    after(() => receiver.close())
    const { token, widget } = await prepare('ana@tiendasur.cl', 'Tienda Sur', here)
    const hook = { url: receiver.url, events: ['dsar.received'] }
    assert.equal((await here.call('POST', '/settings/webhooks', hook, token)).status, 201)
    // One delivery waits for its retry when the move begins, because its receiver fails until the end.
    const failing = await openReceiver()
    after(() => failing.close())
    failing.answerAlways(500)
    const late = { url: failing.url, events: ['breach.created'] }
    const { id } = (await here.call('POST', '/settings/webhooks', late, token)).body.data
    const tries = (installation: Installation) =>
      namesIn(
        installation,
        `select status || ' ' || attempts as name from webhook_deliveries where hook_id = '${id}'`,
      )
    await here.call('POST', `/settings/webhooks/${id}/test`, {}, token)
    await failing.until(2)
    await until('it is noted', async () => (await tries(origin))[0] === 'PENDING 2')
    // Due in an hour, so that no retry comes during the test, however busy the machine. Only the row knows of it.
    await namesIn(
      origin,
      `update webhook_deliveries set next_attempt_at = now() + interval '1 hour' where hook_id = '${id}'`,
    )
    await namesIn(
      origin,
      `delete from pgboss.job where name = 'webhook.deliver' and data ->> 'deliveryId' in
      (select id::text from webhook_deliveries where hook_id = '${id}')`,
    )
    const subject = (n: string) => post(here.url, `/public/dsar/${widget}`, asked(n))
    const writers = [
      new Writer((name) => post(here.url, '/data-map/systems', { name, type: 'software' }, token), 'Sistema'),
      new Writer(subject, 'Titular'),
      new Writer(subject, 'Otra'),
    ]
    // A slow receiver, so that calls are in progress whenever the move begins.
    receiver.answerAlways((reply) => void setTimeout(() => reply.writeHead(200).end(), 60))
    await receiver.until(3)
    let reads = 0
    let over = false
    const reading = (async () => {
      for (; !over; await wait(20)) {
        const { status } = await here.call('GET', '/data-map/systems?limit=1', undefined, token)
        if (status !== 200) return status
        reads += 1
      }
      return 200
    })()
    const moved = await launch(origin.env, ['tenants', 'move', 'tienda-sur', '--target-env', file]).ended
    failing.answerAlways(200)
    assert.equal(moved.code, 0, moved.stderr)
    await wait(500)
    await Promise.all(writers.map((writer) => writer.stop()))
    over = true
    assert.ok([403, 200].includes(await reading))
    const seconds = /Solo lectura durante ([\d,]+) s/.exec(moved.stdout)![1]
    const [systems, ...requests] = writers
    const subjects = requests.flatMap(({ acknowledged }) => acknowledged)

    const [kept, received] = await Promise.all([
      namesIn(target, 'select name from systems'),
      namesIn(target, 'select subject_name as name from dsar_requests'),
    ])
    assert.deepEqual(kept.sort(), systems!.acknowledged.toSorted())
    assert.deepEqual(received.sort(), subjects.toSorted())
    assert.ok(systems!.acknowledged.length > 20 && subjects.length > 20)
    const refusals = writers.flatMap(({ refused }) => refused)
    const moving = refusals.filter(({ rule }) => rule === 'moving')
    assert.ok(moving.length > 3)
    for (const one of moving) assert.deepEqual([one.status, one.retryAfter], [503, '10'])
    // After the move the origin accepts nothing, because nobody would read it.
    const later = refusals.filter(({ rule }) => rule !== 'moving')
    assert.ok(later.length > 0)
    for (const one of later)
      assert.ok(one.status === 403 && ['suspended', 'moved'].includes(one.rule ?? ''), JSON.stringify(one))

    // Each request causes one webhook and one mail, so exactly one of the two services sent them.
    await until(
      'every webhook',
      () => new Set(receiver.received.map(({ body }) => body.data.entityId)).size === subjects.length,
    )
    const [mails] = await namesIn(target, 'select count(*) as name from mails')
    await until(
      'every letter',
      async () => (await namesIn(target, 'select 1 as name from mails where sent_at is null')).length === 0,
    )
    await wait(3000)
    const ids = receiver.received.map(({ headers }) => String(headers['webhook-id']))
    assert.deepEqual([ids.length, new Set(ids).size], [subjects.length, subjects.length])
    const sent = letters(origin, target)
    assert.deepEqual([sent.length, new Set(sent).size], [Number(mails), Number(mails)])
    await namesIn(target, `update webhook_deliveries set next_attempt_at = now() where hook_id = '${id}'`)
    await failing.until(3, 120_000)
    await until('the late webhook is noted', async () => (await tries(target))[0] === 'DELIVERED 3')
    assert.deepEqual([await tries(origin), failing.received.length], [['PENDING 2'], 3])
    const signIn = { email: 'ana@tiendasur.cl', password: 'una-frase-larga' }
    assert.equal((await there.call('POST', '/auth/login', signIn)).status, 200)
    process.stdout.write(
      `moved ${systems!.acknowledged.length + subjects.length} writes and ${ids.length} webhooks; read-only for ${seconds} s; ` +
        `${moving.length} refusals, ${reads} reads\n`,
    )
  })

  test('if the command is killed during the move, the organisation accepts writes again within a minute', async () => {
    const { token } = await prepare('eva@norte.cl', 'Norte', here)
    const { child, ended } = launch(origin.env, ['tenants', 'move', 'norte', '--target-env', file])
    let heard = ''
    child.stderr!.on('data', (text) => {
      heard += text
    })
    await until('the window', () => heard.includes('importando'))
    child.kill('SIGKILL')
    await ended
    const killed = Date.now()
    const write = () => here.call('POST', '/data-map/systems', { name: 'Caja', type: 'software' }, token)
    const first = await write()
    assert.deepEqual([first.status, first.body.error.code], [503, 'SERVICE_UNAVAILABLE'])
    await until('a write', async () => (await write()).status === 201)
    const seconds = Math.round((Date.now() - killed) / 1000)
    assert.ok(seconds <= 60, `${seconds} s`)
    assert.deepEqual(await namesIn(target, `select slug as name from tenants where slug = 'norte'`), [])
    process.stdout.write(`written again ${seconds} s after the kill\n`)
    const again = await launch(origin.env, ['tenants', 'move', 'norte', '--target-env', file]).ended
    assert.equal(again.code, 0, again.stderr)
    assert.deepEqual(await namesIn(target, `select name from systems where name = 'Caja'`), ['Caja'])
  })
} else {
  test('the embedded database of a running service is in use: the command says in one line to stop the service', async () => {
    const [origin, target] = [
      await newInstallation({ APP_SECRET: 'the secret of the first installation' }),
      await newInstallation({
        APP_SECRET: 'another secret, of the second installation',
        PUBLIC_URL: 'https://dos.ejemplo.cl',
      }),
    ]
    const service = await startService(origin)
    const file = envFile('target.env', target)
    const { code, stderr } = await launch(origin.env, ['tenants', 'move', 'x', '--target-env', file]).ended
    assert.equal(code, 1)
    assert.match(
      stderr,
      /\nLa base de datos de origen no se puede abrir: Otro proceso ya usa la .+ Deténgalo.+\n$/,
    )
    await service.stop()
  })
}
