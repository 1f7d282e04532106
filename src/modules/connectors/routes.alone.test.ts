import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { SYSTEM } from '#db/context.ts'
import { lockTenant } from '#db/sql.ts'
import { hmac } from '#kernel/secrets.ts'
import { lockConnectorTasks } from '#modules/dsar/public.ts'
import { NETWORK } from '#outbound/outbound.ts'
import { companyPostgres } from '#test/kit/company-databases.ts'
import { findTask, taskFor } from '#test/kit/connectors.ts'
import { hostileServer } from '#test/kit/hostile-databases.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { createConnectorJobs } from './jobs.ts'
import { runForTasks } from './running.ts'

const api = await openService({ CONNECTOR_NETWORKS: '127.0.0.0/8' })
const ana = await api.tenant()
const dpo = await ana.colleague('DPO', 'Diego Soto')
const analyst = await ana.colleague('ANALYST')
const viewer = await ana.colleague('VIEWER')
const shop = await companyPostgres()
after(() => shop?.close())

// A company's own system, whose answers the test sets.
interface Heard {
  headers: http.IncomingHttpHeaders
  body: Buffer
}
let heard: Heard[] = []
let answer: (res: http.ServerResponse) => void = (res) => void res.end()
const server = http
  .createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    heard.push({ headers: req.headers, body: Buffer.concat(chunks) })
    answer(res)
  })
  .listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => {
  server.closeAllConnections()
  server.close()
})

const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/resguardo`
const json =
  (body: unknown, status = 200) =>
  (res: http.ServerResponse) =>
    void res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const OUTSIDE = {
  config: {
    chromiumPath: undefined,
    chromiumSandbox: true,
    connectorNetworks: ['127.0.0.0/8'],
    tsaUrls: [],
    tsaCaFile: undefined,
  },
  network: NETWORK,
}

const QUERY = 'select name, balance from people where email = :email'
const PLACE = {
  host: '127.0.0.1',
  port: 1,
  database: 'tienda',
  user: 'lector',
  password: 'clave-secreta',
  tls: 'off',
}

async function systemOf(person: Person, name = 'Tienda en línea'): Promise<string> {
  return (await person.post('/data-map/systems', { name, type: 'DATABASE' })).data.id
}

async function connectorOf(person: Person, more: object = {}) {
  const reply = await person.post('/connectors', {
    name: 'Base de clientes',
    systemId: await systemOf(person),
    kind: 'postgresql',
    config: PLACE,
    queries: { ACCESS: QUERY },
    ...more,
  })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.data
}

async function runOf(connectorId: string, person: Person = ana) {
  return (await person.get(`/connectors/${connectorId}/runs`)).data.items[0]
}

/** Bypasses the check of the API description, which declares a download as bytes. */
async function download(key: string): Promise<unknown> {
  const { headers } = ana
  const reply = await api.app.inject({ url: `/api/v1/files/${key}`, headers })
  return JSON.parse(reply.payload)
}

// ── settings ──

test('a secret can be written but never read', async () => {
  const made = await connectorOf(ana)
  assert.equal(made.state, 'draft')
  assert.equal(made.config.hasPassword, true)
  const seen = await viewer.get(`/connectors/${made.id}`)
  assert.equal(seen.status, 200)
  assert.equal(seen.data.queries.ACCESS, QUERY)
  const log = (await ana.get('/settings/audit-log?limit=100')).body
  for (const body of [made, seen.body, log]) assert.ok(!JSON.stringify(body).includes('clave-secreta'))
})

test('roles: who reads, who writes, who approves', async () => {
  const { id } = await connectorOf(ana)
  assert.equal((await viewer.get('/connectors')).status, 200)
  assert.equal((await dpo.post('/connectors', {})).status, 403)
  assert.equal((await dpo.patch(`/connectors/${id}`, { name: 'x' })).status, 403)
  assert.equal((await analyst.post(`/connectors/${id}/approve`)).status, 403)
  assert.equal((await dpo.post(`/connectors/${id}/approve`)).status, 200)
})

test('another organisation does not find the connector', async () => {
  const other = await api.tenant()
  const { id } = await connectorOf(ana)
  for (const reply of [
    await other.get(`/connectors/${id}`),
    await other.get(`/connectors/${id}/runs`),
    await other.patch(`/connectors/${id}`, { name: 'x' }),
    await other.post(`/connectors/${id}/test`, {}),
    await other.post(`/connectors/${id}/approve`),
    await other.delete(`/connectors/${id}`),
  ])
    assert.equal(reply.status, 404)
  const theirs = await systemOf(ana)
  const made = await other.post('/connectors', { name: 'x', systemId: theirs, kind: 'mysql', config: PLACE })
  assert.equal(made.status, 422)
})

test('a system has one connector, and cannot be deleted while it has it', async () => {
  const { systemId, id } = await connectorOf(ana)
  const second = { name: 'Otra', systemId, kind: 'mysql', config: PLACE }
  assert.equal((await ana.post('/connectors', second)).status, 409)
  const found = async (asked: string) => {
    const { status, data } = await ana.get(`/connectors?systemId=${asked}`)
    return [status, data?.items.map((one: { id: string }) => one.id)]
  }
  assert.deepEqual(await found(systemId), [200, [id]])
  assert.deepEqual(await found('nada'), [200, []], 'what is no id names no system')
  assert.equal((await ana.delete(`/data-map/systems/${systemId}`)).status, 409)
  assert.equal((await ana.delete(`/connectors/${id}`)).status, 200)
  assert.equal((await ana.delete(`/data-map/systems/${systemId}`)).status, 200)
})

const REFUSED: [string, object, string][] = [
  ['an unknown parameter', { queries: { ACCESS: 'select 1 where x = :correo' } }, 'queries.ACCESS'],
  ['two statements', { queries: { ACCESS: 'select :email; drop table people' } }, 'queries.ACCESS'],
  [
    'a change in a copy',
    { queries: { ACCESS: 'delete from people where email = :email' } },
    'queries.ACCESS',
  ],
  [
    'a change without leave',
    { queries: { DELETION: 'delete from people where email = :email' } },
    'queries.DELETION',
  ],
  ['everybody', { queries: { ACCESS: 'select * from people' } }, 'queries.ACCESS'],
  ['copy to a program', { queries: { ACCESS: "copy people to program 'sh' -- :email" } }, 'queries.ACCESS'],
  ['no host', { config: { ...PLACE, host: '' } }, 'config.host'],
  ['no host at all', { config: { ...PLACE, host: 'a b' } }, 'config.host'],
  ['a field of another kind', { config: { ...PLACE, url: 'https://a.cl' } }, 'config.url'],
  ['an endpoint without an address', { kind: 'https', config: {}, queries: {} }, 'config.url'],
  ['an endpoint with queries', { kind: 'https', config: { url: 'https://a.cl' } }, 'queries.ACCESS'],
  [
    'an address with a password',
    { kind: 'https', config: { url: 'https://a:b@a.cl' }, queries: {} },
    'config.url',
  ],
  [
    'a weak secret',
    { kind: 'https', config: { url: 'https://a.cl', secret: 'x' }, queries: {} },
    'config.secret',
  ],
]
for (const [what, more, path] of REFUSED) {
  test(`refused: ${what}`, async () => {
    const body = {
      name: 'x',
      systemId: await systemOf(ana),
      kind: 'postgresql',
      config: PLACE,
      queries: { ACCESS: QUERY },
      ...more,
    }
    const { status, body: said } = await ana.post('/connectors', body)
    assert.equal(status, 422, JSON.stringify(said))
    assert.equal(said.error.details[0].path, path)
  })
}

test('a password is not kept for another server, login or weaker connection', async () => {
  const { id } = await connectorOf(ana, { config: { ...PLACE, tls: 'verify' } })
  for (const config of [
    { host: 'otro.cl' },
    { port: 6000 },
    { database: 'otra' },
    { user: 'otro' },
    { tls: 'off' },
  ]) {
    const reply = await ana.patch(`/connectors/${id}`, { config })
    assert.equal(reply.status, 422)
    assert.equal(reply.body.error.details[0].path, 'config.password')
  }
  const moved = await ana.patch(`/connectors/${id}`, { config: { host: 'otro.cl', password: 'nueva' } })
  assert.equal(moved.status, 200)
  assert.equal((await ana.patch(`/connectors/${id}`, { config: { writes: true } })).status, 200)
})

// ── approval ──

test('the author of the last change cannot approve it, and a change withdraws the approval', async () => {
  const { id } = await connectorOf(ana)
  const own = await ana.post(`/connectors/${id}/approve`)
  assert.equal(own.status, 409)
  assert.match(own.body.error.message, /otra persona/)
  const approved = await dpo.post(`/connectors/${id}/approve`)
  assert.deepEqual(
    [approved.data.state, approved.data.approvedBy, approved.data.selfApproved],
    ['approved', 'Diego Soto', false],
  )
  assert.equal((await dpo.post(`/connectors/${id}/approve`)).status, 409)
  assert.equal((await ana.patch(`/connectors/${id}`, { name: 'Otro nombre' })).data.state, 'approved')
  const changed = await ana.patch(`/connectors/${id}`, { queries: { ACCESS: `${QUERY} limit 1` } })
  assert.deepEqual([changed.data.state, changed.data.approvedBy], ['draft', null])
  await dpo.post(`/connectors/${id}/approve`)
  assert.equal((await ana.patch(`/connectors/${id}`, { config: { writes: true } })).data.state, 'draft')
  await dpo.post(`/connectors/${id}/approve`)
  assert.equal((await ana.patch(`/connectors/${id}`, { config: { password: 'otra' } })).data.state, 'draft')
})

test('the author of part of the changes cannot approve them, even if another wrote last', async () => {
  const { id } = await connectorOf(ana)
  const admin = await ana.colleague('ADMIN')
  await admin.patch(`/connectors/${id}`, { queries: { ACCESS: `${QUERY} limit 2` } })
  assert.equal((await ana.post(`/connectors/${id}/approve`)).status, 409)
  assert.equal((await admin.post(`/connectors/${id}/approve`)).status, 409)
  assert.equal((await dpo.post(`/connectors/${id}/approve`)).status, 200)
  await admin.patch(`/connectors/${id}`, { queries: { ACCESS: `${QUERY} limit 3` } })
  assert.equal((await ana.post(`/connectors/${id}/approve`)).status, 200, 'of this change she wrote nothing')
})

test('the only possible approver approves their own change, and the connector shows it', async () => {
  const alone = await api.tenant()
  await alone.colleague('ANALYST')
  const { id } = await connectorOf(alone)
  const { status, data } = await alone.post(`/connectors/${id}/approve`)
  assert.deepEqual([status, data.state, data.selfApproved], [200, 'approved', true])
})

test('a connector without queries cannot be approved', async () => {
  const { id } = await connectorOf(ana, { queries: {} })
  assert.equal((await dpo.post(`/connectors/${id}/approve`)).status, 409)
})

// ── runs ──

test('sent tasks run the connectors that are allowed to', async () => {
  const ready = await connectorOf(ana)
  await dpo.post(`/connectors/${ready.id}/approve`)
  const draft = await connectorOf(ana)
  const tasks = [
    await taskFor(api, ana, ready.systemId),
    await taskFor(api, ana, ready.systemId, { rightType: 'DELETION' }),
    await taskFor(api, ana, draft.systemId),
    await taskFor(api, ana, await systemOf(ana)),
  ].map(({ taskId }) => taskId)
  const send = (tenantId: string) => api.access.actFor(tenantId, SYSTEM, {}, (ctx) => runForTasks(ctx, tasks))
  assert.deepEqual(await send(ana.tenantId), [tasks[0]])
  assert.deepEqual(await send(ana.tenantId), [], 'it is being asked already')
  assert.deepEqual(await send((await api.tenant()).tenantId), [])
  await ana.delete(`/connectors/${ready.id}`)
})

test('a task without an approved connector for it is not run', async () => {
  const systemId = await systemOf(ana)
  const { requestId, taskId } = await taskFor(api, ana, systemId)
  const path = `/dsar/requests/${requestId}/tasks/${taskId}/run`
  assert.equal((await analyst.post(path)).status, 409)
  const { id } = await connectorOf(ana, { systemId, queries: { PORTABILITY: QUERY } })
  assert.match((await analyst.post(path)).body.error.message, /espera la aprobación/)
  await dpo.post(`/connectors/${id}/approve`)
  assert.match((await analyst.post(path)).body.error.message, /no tiene una consulta/)
  assert.equal((await viewer.post(path)).status, 403)
  const other = await api.tenant()
  assert.equal((await other.post(path)).status, 404)
  assert.equal((await ana.post(`/dsar/requests/${taskId}/tasks/${taskId}/run`)).status, 404)
})

async function approved(more: object = {}) {
  const made = await connectorOf(ana, more)
  assert.equal((await dpo.post(`/connectors/${made.id}/approve`)).status, 200)
  return made
}

async function ran(systemId: string, more: object = {}) {
  const task = await taskFor(api, ana, systemId, more)
  const started = await analyst.post(`/dsar/requests/${task.requestId}/tasks/${task.taskId}/run`)
  assert.equal(started.status, 201, JSON.stringify(started.body))
  assert.equal(started.data.status, 'pending')
  return task
}

if (shop) {
  const { run: _, close: __, kind: ___, ...login } = shop
  const config = { ...login, tls: 'off' }

  test('for a person in the database there is a file, and the task is done', async () => {
    const { id, systemId } = await approved({ config })
    const { taskId, requestId } = await ran(systemId)
    const again = await analyst.post(`/dsar/requests/${requestId}/tasks/${taskId}/run`)
    assert.equal(again.status, 409)
    await api.drain()
    const run = await runOf(id)
    assert.deepEqual([run.status, run.rows, run.error, run.right], ['done', 1, null, 'ACCESS'])
    const task = await findTask(api, taskId)
    assert.deepEqual([task.status, task.outcome, task.answered_via], ['done', 'found', 'connector'])
    const { items } = (await ana.get(`/files?entityType=dsar_task&entityId=${taskId}`)).data
    assert.deepEqual([items.length, items[0].contentType], [1, 'application/json'])
    assert.deepEqual(await download(run.fileId), {
      system: 'Tienda en línea',
      right: 'ACCESS',
      columns: ['name', 'balance'],
      rows: [['Ana Rojas', '10.50']],
    })
    assert.equal((await analyst.post(`/dsar/requests/${requestId}/tasks/${taskId}/run`)).status, 409)
  })

  test('for a person who is not in the database: nothing found, and no file', async () => {
    const { id, systemId } = await approved({ config })
    const { taskId } = await ran(systemId, { subjectEmail: 'nadie@clientes.cl' })
    await api.drain()
    assert.deepEqual(
      [(await runOf(id)).status, (await findTask(api, taskId)).outcome],
      ['done', 'nothing_found'],
    )
  })

  test('a right beyond a copy is left to a person if the connector only reads', async () => {
    const { id, systemId } = await approved({ config, queries: { DELETION: QUERY } })
    const { taskId } = await ran(systemId, { rightType: 'DELETION' })
    await api.drain()
    const task = await findTask(api, taskId)
    assert.equal((await runOf(id)).status, 'done')
    assert.equal(task.status, 'open')
    assert.match(task.notes!, /solo lee/)
  })

  test('a connector that may write deletes once, and says how many rows', async () => {
    await shop.run(`grant delete on people to ${shop.user}`)
    await shop.run("insert into people values (7, 'siete@clientes.cl', null, 'Siete', 0)")
    const { id, systemId } = await approved({
      config: { ...config, writes: true },
      queries: { DELETION: 'delete from people where email = :email' },
    })
    const dry = await ana.post(`/connectors/${id}/test`, {
      right: 'DELETION',
      person: { email: 'siete@clientes.cl' },
    })
    assert.deepEqual([dry.data.ok, dry.data.mode, dry.data.rows], [true, 'explain', null])
    assert.equal((await shop.run('select 1 from people where id = 7')).length, 1)
    const { taskId } = await ran(systemId, { rightType: 'DELETION', subjectEmail: 'siete@clientes.cl' })
    await api.drain()
    assert.equal((await shop.run('select 1 from people where id = 7')).length, 0)
    const task = await findTask(api, taskId)
    assert.deepEqual([task.status, task.notes], ['done', 'El conector cambió 1 fila.'])
    assert.equal((await runOf(id)).attempts, 1)
  })

  test('a million rows: the first are kept, the task stays open and says why', async () => {
    const million = "select n from generate_series(1, 1000000) n where :email <> ''"
    const { id, systemId } = await approved({ config, queries: { ACCESS: million } })
    const { taskId } = await ran(systemId)
    await api.drain()
    const run = await runOf(id)
    assert.deepEqual([run.status, run.rows], ['failed', 10_000])
    assert.match(run.error, /Se cortó en 10.000 filas/)
    assert.ok(run.fileId)
    assert.equal((await findTask(api, taskId)).status, 'open')
  })

  test('an approval withdrawn before the run stops it', async () => {
    const { id, systemId } = await approved({ config })
    const { taskId } = await ran(systemId)
    await ana.patch(`/connectors/${id}`, { queries: { ACCESS: `${QUERY} limit 5` } })
    await api.drain()
    assert.match((await runOf(id)).error, /espera la aprobación/)
    assert.equal((await findTask(api, taskId)).status, 'open')
  })

  test('a query that lacks a value from the request does not answer «nothing found»', async () => {
    const { id, systemId } = await approved({
      config,
      queries: { ACCESS: 'select name from people where rut = :rut' },
    })
    const { taskId } = await ran(systemId)
    await api.drain()
    assert.match((await runOf(id)).error, /busca por RUT/)
    assert.equal((await findTask(api, taskId)).status, 'open')
  })

  test("a database's own message stays out of the history, and the failure is announced", async () => {
    const { id, systemId } = await approved({
      config,
      queries: { ACCESS: 'select cast(:email as integer) from people' },
    })
    const { taskId } = await ran(systemId)
    await api.drain()
    const run = await runOf(id)
    assert.match(run.error, /rechazó la consulta \(22P02\)/)
    assert.ok(!run.error.includes('ana@clientes.cl'))
    assert.match((await findTask(api, taskId)).notes!, /no respondió por sí solo/)
    const { items } = (await dpo.get('/notifications')).data
    assert.ok(items.some(({ type }: { type: string }) => type === 'connector.failed'))
  })

  test('before an approval a dry run shows counts for a made-up person, and no row of the company', async () => {
    const { id } = await connectorOf(ana, { config })
    const nobody = await ana.post(`/connectors/${id}/test`, {})
    assert.deepEqual(
      [nobody.data.ok, nobody.data.rows, nobody.data.columns, nobody.data.sample],
      [true, 0, ['name', 'balance'], []],
    )
    const of = () => ana.post(`/connectors/${id}/test`, { person: { email: 'ana@clientes.cl' } })
    const before = await of()
    assert.deepEqual([before.data.rows, before.data.sample], [1, []])
    await dpo.post(`/connectors/${id}/approve`)
    assert.deepEqual((await of()).data.sample, [['Ana Rojas', '10.50']])
    const none = await ana.post(`/connectors/${id}/test`, { right: 'DELETION' })
    assert.deepEqual(
      [none.data.ok, none.data.error],
      [false, 'El conector no tiene una consulta para este derecho.'],
    )
    assert.equal((await dpo.post(`/connectors/${id}/test`, {})).status, 403)
  })
}

test('servers that hang hold no worker and take no place from another organisation', async () => {
  const silent = await hostileServer(() => undefined)
  after(() => silent.close())
  const { id, systemId } = await approved({ config: { ...PLACE, port: silent.port } })
  const other = await api.tenant()
  const theirs = await connectorOf(other, { kind: 'https', config: { url }, queries: {} })
  await other.post(`/connectors/${theirs.id}/approve`)
  answer = json({ outcome: 'nothing_found' })
  for (let each = 0; each < 4; each += 1) await ran(systemId)
  const asked = await taskFor(api, other, theirs.systemId)
  await other.post(`/dsar/requests/${asked.requestId}/tasks/${asked.taskId}/run`)
  const [job] = createConnectorJobs(OUTSIDE)
  const began = performance.now()
  const waiting = (await ana.get(`/connectors/${id}/runs`)).data.items
  const last = await runOf(theirs.id, other)
  for (const [tenantId, run] of [
    ...waiting.map((run: object) => [ana.tenantId, run]),
    [other.tenantId, last],
  ])
    await job!.run(api.service.jobEnv, { tenantId, runId: run.id, attempt: 1 }, { jobId: 'x', attempt: 1 })
  assert.ok(performance.now() - began < 8000, 'the worker waited for a system')
  while ((await runOf(theirs.id, other)).status !== 'done') {
    assert.ok(performance.now() - began < 10_000, 'another organisation waited')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const now = (await ana.get(`/connectors/${id}/runs`)).data.items
  assert.deepEqual(now.map(({ status }: { status: string }) => status).sort(), [
    'pending',
    'running',
    'running',
    'running',
  ])
  await job!.settle!()
  const took = performance.now() - began
  assert.ok(took > 25_000 && took < 40_000, `${took} ms`)
  const ended = (await ana.get(`/connectors/${id}/runs`)).data.items
  for (const run of ended.filter(({ attempts }: { attempts: number }) => attempts === 1)) {
    assert.equal(run.status, 'pending')
    assert.match(run.error, /no terminó en 30 segundos/)
  }
  await ana.delete(`/connectors/${id}`)
})

// ── the company's own endpoint ──

const endpoint = () => approved({ kind: 'https', config: { url }, queries: {} })

test('an endpoint gets a call with a verifiable signature, and answers with rows', async () => {
  const { id, systemId, secret } = await endpoint()
  assert.match(secret, /^whsec_/)
  heard = []
  answer = json({ outcome: 'found', notes: 'Tres pedidos', rows: [{ pedido: 1 }, { pedido: 2, total: 5 }] })
  const { taskId } = await ran(systemId)
  await api.drain()
  const [call] = heard
  assert.equal(call!.headers['x-resguardo-signature'], `sha256=${hmac(secret, call!.body)}`)
  const said = JSON.parse(call!.body.toString())
  assert.deepEqual(
    [said.type, said.right, said.person.email, typeof said.callbackUrl],
    ['dsar.task', 'ACCESS', 'ana@clientes.cl', 'string'],
  )
  const run = await runOf(id)
  assert.deepEqual([run.status, run.rows], ['done', 2])
  const task = await findTask(api, taskId)
  assert.deepEqual([task.status, task.outcome, task.notes], ['done', 'found', 'Tres pedidos'])
  const file = (await download(run.fileId)) as { columns: string[] }
  assert.deepEqual(file.columns, ['pedido', 'total'])
})

test('connectors run when work on a request begins', async () => {
  const good = await endpoint()
  answer = json({ outcome: 'nothing_found' })
  const { requestId, taskId } = await taskFor(api, ana, good.systemId)
  await ana.post(`/dsar/requests/${requestId}/assign`, { assignedTo: ana.userId })
  await api.drain()
  assert.equal((await findTask(api, taskId)).answered_via, 'connector')
})

test('an endpoint answers with a file, whose name is made safe', async () => {
  const { id, systemId } = await endpoint()
  answer = (res) =>
    void res
      .writeHead(200, {
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="../../e<b>til.pdf"',
      })
      .end('%PDF-1.4 hola')
  const { taskId } = await ran(systemId)
  await api.drain()
  const { items } = (await ana.get(`/files?entityType=dsar_task&entityId=${taskId}`)).data
  assert.deepEqual([items[0].name, items[0].contentType], ['ebtil.pdf', 'application/pdf'])
  assert.equal((await runOf(id)).status, 'done')
})

test('an answer is stored while somebody writes to the owner of the system', async () => {
  const { id, systemId } = await endpoint()
  answer = json({ outcome: 'found', rows: [{ pedido: 1 }] })
  const { taskId } = await ran(systemId)
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
  const writing = api.access.actFor(ana.tenantId, SYSTEM, {}, async (ctx) => {
    await lockConnectorTasks(ctx, [taskId])
    hold()
    // By now the connector has its answer and waits to store it.
    await wait(1000)
    await lockTenant(ctx)
  })
  await isHeld
  await Promise.all([writing, api.drain()])
  const run = await runOf(id)
  assert.deepEqual([run.status, run.error], ['done', null])
  assert.equal((await findTask(api, taskId)).outcome, 'found')
})

test('an endpoint answers later, once, with the secret', async () => {
  const { id, systemId, secret } = await endpoint()
  heard = []
  answer = (res) => void res.writeHead(202).end()
  const { taskId } = await ran(systemId)
  await api.drain()
  assert.equal((await runOf(id)).status, 'waiting')
  const { callbackUrl } = JSON.parse(heard[0]!.body.toString())
  const path = new URL(callbackUrl).pathname.replace('/api/v1', '')
  const payload = JSON.stringify({ outcome: 'kept', article: 'Código Tributario, art. 17', notes: 'Boletas' })
  const signed = { 'x-resguardo-signature': `sha256=${hmac(secret, payload)}` }
  assert.equal((await api.anyone.post(path, undefined, { payload })).status, 401)
  const wrong = { 'x-resguardo-signature': `sha256=${hmac('otro', payload)}` }
  assert.equal((await api.anyone.post(path, undefined, { payload, headers: wrong })).status, 401)
  const bad = JSON.stringify({ outcome: 'kept' })
  const badSigned = { 'x-resguardo-signature': `sha256=${hmac(secret, bad)}` }
  assert.equal((await api.anyone.post(path, undefined, { payload: bad, headers: badSigned })).status, 422)
  const taken = await api.anyone.post(path, undefined, { payload, headers: signed })
  assert.deepEqual([taken.status, taken.data], [200, { outcome: 'kept' }])
  assert.equal((await api.anyone.post(path, undefined, { payload, headers: signed })).status, 404)
  assert.equal((await api.anyone.post(`${path}x`, undefined, { payload, headers: signed })).status, 404)
  const task = await findTask(api, taskId)
  assert.deepEqual([task.outcome, task.article], ['kept', 'Código Tributario, art. 17'])
  assert.equal((await runOf(id)).status, 'done')
})

test('a task whose callback does not come in time goes back to its owner', async () => {
  const { id, systemId } = await endpoint()
  answer = (res) => void res.writeHead(202).end()
  const { taskId } = await ran(systemId)
  await api.drain()
  api.clock.advance(20 * 86_400_000)
  const [, sweep] = createConnectorJobs(OUTSIDE)
  await sweep!.run(api.service.jobEnv, {}, { jobId: 'x', attempt: 1 })
  api.clock.release()
  assert.match((await runOf(id)).error, /no respondió a tiempo/)
  assert.equal((await findTask(api, taskId)).status, 'open')
})

const ODD: [string, (res: http.ServerResponse) => void, RegExp][] = [
  [
    'redirects',
    (res) => void res.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    /redirección/,
  ],
  ['says no', json({}, 400), /respondió 400/],
  ['sends no outcome', json({ rows: [] }), /«outcome»/],
  ['keeps without saying why', json({ outcome: 'kept' }), /«article»/],
  [
    'sends bad JSON',
    (res) => void res.writeHead(200, { 'content-type': 'application/json' }).end('{'),
    /no se puede leer/,
  ],
  [
    'sends too much',
    (res) =>
      void res.writeHead(200, { 'content-type': 'text/plain' }).end(Buffer.alloc(11 * 1024 * 1024, 'a')),
    /Se cortó en 10 MB/,
  ],
]
for (const [what, behave, said] of ODD) {
  test(`an endpoint that ${what} leaves the task open`, async () => {
    const { id, systemId } = await endpoint()
    answer = behave
    const { taskId } = await ran(systemId)
    await api.drain()
    const run = await runOf(id)
    assert.equal(run.status, 'failed')
    assert.match(run.error, said)
    assert.equal((await findTask(api, taskId)).status, 'open')
  })
}

test('an endpoint that changes data is never called twice automatically', async () => {
  const { id, systemId } = await endpoint()
  heard = []
  answer = json({}, 500)
  await ran(systemId, { rightType: 'DELETION' })
  await api.drain()
  assert.deepEqual([(await runOf(id)).status, heard.length], ['failed', 1])
  const read = await endpoint()
  await ran(read.systemId)
  await api.drain()
  assert.equal((await runOf(read.id)).status, 'pending')
})

test('a private address is refused if the operator allows none', async () => {
  const strict = await openService()
  const owner = await strict.tenant()
  const reply = await owner.post('/connectors', {
    name: 'x',
    systemId: await systemOf(owner),
    kind: 'https',
    config: { url },
  })
  const tried = await owner.post(`/connectors/${reply.data.id}/test`, {})
  assert.equal(tried.data.ok, false)
  assert.match(tried.data.error, /no lleva a una dirección pública/)
})
