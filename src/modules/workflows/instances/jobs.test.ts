import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { DAY_MS, HOUR_MS } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { SLA_JOB } from './jobs.ts'

const api = await openService()
beforeEach(() => api.clock.release())

const STAGES = [
  { id: 'a', name: 'Revisión', slaDays: 5, slaWarningDays: 2 },
  { id: 'b', name: 'Firma', slaDays: 3 },
]

async function begin(person: Person, stages: object[] = STAGES) {
  const { data } = await person.post('/workflows', { name: 'Flujo', entityType: 'CUSTOM', stages })
  const body = { entityType: 'CUSTOM', entityId: newId() }
  return (await person.post(`/workflows/${data.id}/start`, body)).data
}

/** Lets a quarter of an hour pass. */
async function quarter() {
  await SLA_JOB.run(api.service.jobEnv, {}, { jobId: newId(), attempt: 1 })
  await api.drain()
}

/** Signs in again: the token expired when the clock moved on. */
async function read(id: string, { tenantId }: Person) {
  return api.access.actFor(
    tenantId,
    { type: 'system', id: undefined, name: undefined, role: undefined },
    {},
    (ctx) =>
      ctx.db
        .selectFrom('workflow_events')
        .select('type')
        .where('tenant_id', '=', tenantId)
        .where('instance_id', '=', id)
        .orderBy('position')
        .execute(),
  )
}

/** Leaves out the letters about waiting approvals, which go to the same people. */
const letters = (address: string) =>
  api.mailbox.to(address).filter(({ subject }) => /^(Por vencer|Vencida): etapa/.test(subject!))
const subjects = (address: string) => letters(address).map(({ subject }) => subject)

test('people get one warning, and one notice when the stage is overdue', async () => {
  const ana = await api.tenant()
  const dpo = await ana.colleague('DPO')
  const instance = await begin(ana)
  const started = Date.parse(instance.startedAt)
  for (const days of [0, 2.9]) {
    api.clock.set(new Date(started + days * DAY_MS))
    await quarter()
  }
  assert.deepEqual(subjects(dpo.email), [])
  for (const days of [3, 3.5, 4.99]) {
    api.clock.set(new Date(started + days * DAY_MS))
    await quarter()
  }
  assert.deepEqual(subjects(dpo.email), ['Por vencer: etapa «Revisión» de Flujo'])
  for (const days of [5, 6, 50]) {
    api.clock.set(new Date(started + days * DAY_MS))
    await quarter()
  }
  assert.deepEqual(subjects(dpo.email), [
    'Por vencer: etapa «Revisión» de Flujo',
    'Vencida: etapa «Revisión» de Flujo',
  ])
  assert.deepEqual(subjects(ana.email), [], 'with a DPO, nobody else')
  assert.deepEqual(
    (await read(instance.id, ana)).map(({ type }) => type),
    ['workflow.started', 'sla.warning', 'sla.overdue'],
  )
})

test('the detail has the state of the term', async () => {
  const ana = await api.tenant()
  const { id, startedAt } = await begin(ana, [{ id: 'a', name: 'A', slaDays: 0.01, slaWarningDays: 0.008 }])
  const state = async (hours: number) => {
    api.clock.set(new Date(Date.parse(startedAt) + hours * HOUR_MS))
    return (await ana.get(`/workflow-instances/${id}`)).data.sla.state
  }
  assert.equal(await state(0.01), 'on_time')
  assert.equal(await state(0.05), 'warning')
  assert.equal(await state(0.24), 'overdue')
})

test('the notice goes to the assignee, otherwise to the DPOs, otherwise to the owners', async () => {
  const ana = await api.tenant()
  const eva = await ana.colleague('ANALYST')
  const [assigned, bare] = [await begin(ana), await begin(ana)]
  await ana.post(`/workflow-instances/${assigned.id}/action`, {
    stageId: 'a',
    actionType: 'REASSIGN',
    reassignTo: eva.userId,
  })
  api.clock.advance(4 * DAY_MS)
  await quarter()
  assert.equal(subjects(eva.email).length, 1)
  assert.equal(subjects(ana.email).length, 1)
  assert.match(letters(ana.email)[0]!.text!, new RegExp(bare.entityId))
})

test('a left stage, an ended instance and a stage without a term send no notice', async () => {
  const ana = await api.tenant()
  const act = (id: string, stageId: string, actionType: string) =>
    ana.post(`/workflow-instances/${id}/action`, { stageId, actionType })
  const [moved, ended, bare] = [await begin(ana), await begin(ana), await begin(ana, [{ name: 'A' }])]
  await act(moved.id, 'a', 'APPROVE')
  await act(ended.id, 'a', 'REJECT')
  api.clock.advance(2.5 * DAY_MS)
  await quarter()
  assert.deepEqual(subjects(ana.email), [])
  api.clock.advance(DAY_MS)
  await quarter()
  assert.deepEqual(subjects(ana.email), ['Vencida: etapa «Firma» de Flujo'])
  assert.equal((await read(bare.id, ana)).length, 1)
})

test('more stages than one batch are all notified, and two processes notify once', async () => {
  const ana = await api.tenant()
  const { data } = await ana.post('/workflows', { name: 'Flujo', entityType: 'CUSTOM', stages: STAGES })
  for (let count = 0; count < 60; count += 1)
    await ana.post(`/workflows/${data.id}/start`, { entityType: 'CUSTOM', entityId: newId() })
  api.clock.advance(30 * DAY_MS)
  await Promise.all([quarter(), quarter()])
  await api.drain()
  assert.equal(subjects(ana.email).length, 60)
})
