import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService, type Person } from '#test/kit/service.ts'
import { tripsOf } from '#test/kit/trips.ts'
import { REPORT_JOB } from './jobs.ts'

const api = await openService()

async function start(person: Person, path = '/governance/reports/generate') {
  const reply = await person.post(path, { title: 'Informe' })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.data
}

const read = async (person: Person, id: string) => (await person.get(`/governance/reports/${id}`)).data
const make = (person: Person, reportId: string, attempt = 1) =>
  REPORT_JOB.run(api.service.jobEnv, { tenantId: person.tenantId, reportId }, { jobId: 'x', attempt })

test('two people who ask at once get two reports', async () => {
  const ana = await api.tenant()
  const analyst = await ana.colleague('ANALYST')
  const [one, two] = await Promise.all([start(ana), start(analyst)])
  assert.notEqual(one.id, two.id)
  assert.deepEqual([one.createdBy, two.createdBy], [ana.userId, analyst.userId])
  await api.drain()
  assert.deepEqual([(await read(ana, one.id)).status, (await read(ana, two.id)).status], ['READY', 'READY'])
})

test('a request repeated with its key makes one report', async () => {
  const ana = await api.tenant()
  const headers = { 'idempotency-key': 'informe-1' }
  const replies = await Promise.all(
    [1, 2].map(() => ana.post('/governance/reports/generate', { title: 'Uno' }, { headers })),
  )
  const again = await ana.post('/governance/reports/generate', { title: 'Uno' }, { headers })
  const made = replies.filter(({ status }) => status === 201)
  assert.ok(made.length >= 1)
  assert.equal(again.data.id, made[0]!.data.id)
  assert.equal((await ana.get('/governance/reports')).data.pagination.total, 1)
})

test('a job that runs twice leaves its result unchanged', async () => {
  const ana = await api.tenant()
  const { id } = await start(ana)
  await make(ana, id)
  const made = await read(ana, id)
  const file = (await ana.get(`/governance/reports/${id}/download`)).raw
  await make(ana, id)
  assert.deepEqual(await read(ana, id), made)
  assert.deepEqual((await ana.get(`/governance/reports/${id}/download`)).raw, file)
})

test('a report deleted while it waits is not made', async () => {
  const ana = await api.tenant()
  const { id } = await start(ana)
  assert.equal((await ana.delete(`/governance/reports/${id}`)).status, 200)
  await make(ana, id)
  await api.drain()
  assert.equal((await ana.get(`/governance/reports/${id}`)).status, 404)
  assert.equal((await ana.get('/governance/reports')).data.pagination.total, 0)
})

test('a job of another organisation does not touch the report', async () => {
  const [ana, stranger] = [await api.tenant(), await api.tenant()]
  const { id } = await start(ana)
  await make(stranger, id)
  assert.deepEqual([(await read(ana, id)).status, (await read(ana, id)).progress], ['PENDING', 0])
})

test('of two concurrent deletions one succeeds, with one audit row', async () => {
  const ana = await api.tenant()
  const { id } = await start(ana)
  const replies = await Promise.all([1, 2, 3].map(() => ana.delete(`/governance/reports/${id}`)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 404, 404])
  const log = (await ana.get('/settings/audit-log?entityType=governance_report')).data.items
  assert.deepEqual(
    log.map(({ action }: { action: string }) => action),
    ['delete', 'generate'],
  )
})

test('a failed report keeps its progress, says what to do, and stays until it is deleted', async () => {
  const ana = await api.tenant()
  const { id } = await start(ana)
  const { engine } = api.access.database
  await engine.asOwner('alter view breach_register rename to elsewhere')
  try {
    for (const attempt of [1, 2, 3]) {
      await assert.rejects(make(ana, id, attempt), /breach_register/)
      assert.deepEqual([(await read(ana, id)).status, (await read(ana, id)).progress], ['PENDING', 10])
      const early = await ana.get(`/governance/reports/${id}/download`)
      assert.match(early.body.error.message, /aún se está preparando \(10 %\)/)
    }
    await make(ana, id, 4)
  } finally {
    await engine.asOwner('alter view elsewhere rename to breach_register')
  }
  const failed = await read(ana, id)
  assert.deepEqual(
    [failed.status, failed.progress, failed.score, failed.contentType, failed.fileName],
    ['FAILED', 10, null, null, null],
  )
  assert.match(failed.error, /después de 4 intentos/)
  assert.doesNotMatch(failed.error, /breach_register|relation/)
  const refused = await ana.get(`/governance/reports/${id}/download`)
  assert.match(refused.body.error.message, /^El documento no pudo prepararse: .* Pida uno nuevo\.$/)
  assert.equal((await ana.get('/governance/reports?status=FAILED')).data.pagination.total, 1)
  await make(ana, id)
  assert.equal((await read(ana, id)).status, 'FAILED')
  assert.equal((await ana.delete(`/governance/reports/${id}`)).status, 200)
})

test('each role may start, read, download and delete its kinds of report', async () => {
  const owner = await api.tenant()
  const report = await start(owner)
  const folder = await start(owner, '/governance/inspection-folder')
  await api.drain()
  for (const [role, starts, makesFolders] of [
    ['ADMIN', 201, 201],
    ['DPO', 201, 403],
    ['APPROVER', 201, 403],
    ['ANALYST', 201, 403],
    ['VIEWER', 403, 403],
  ] as const) {
    const person = await owner.colleague(role)
    const reading = makesFolders === 201 ? 200 : 403
    assert.equal((await person.post('/governance/reports/generate')).status, starts, role)
    assert.equal((await person.post('/governance/inspection-folder')).status, makesFolders, role)
    assert.equal((await person.get(`/governance/reports/${folder.id}`)).status, 200, role)
    assert.equal((await person.get(`/governance/reports/${report.id}/download`)).status, 200, role)
    const denied = await person.get(`/governance/reports/${folder.id}/download`)
    assert.equal(denied.status, reading, role)
    if (reading === 403) {
      assert.match(
        denied.body.error.message,
        new RegExp(`requiere el rol «Administración» \\(ADMIN\\).* usted tiene .*\\(${role}\\)`),
      )
      assert.equal((await person.delete(`/governance/reports/${folder.id}`)).status, 403, role)
    }
  }
  assert.equal((await owner.get(`/governance/reports/${folder.id}`)).status, 200)
})

test('asking for a report takes three trips to the database, reading the score takes one', async () => {
  const ana = await api.tenant()
  await start(ana)
  assert.equal(await tripsOf(api, () => start(ana)), 3)
  assert.equal(await tripsOf(api, () => ana.get('/governance/compliance-score')), 1)
})
