import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { audit } from '#db/audit.ts'
import type { WriteCtx } from '#db/context.ts'
import { newId } from '#kernel/ids.ts'
import type { Module } from '#modules/module.ts'
import { MODULES } from '#src/modules.ts'
import { openService, type Person } from '#test/kit/service.ts'
import type { WorkflowEntityType } from '../model.ts'
import {
  type Approvable,
  cancelWorkflow,
  findLatestInstance,
  hasOwnDefinition,
  listInstanceEvents,
  startWorkflow,
} from '../public.ts'

/** A module from the point of view of workflows: two kinds of things, kept here, that follow their approvals. */
const things = new Map<string, { risk: string; refuses?: string; breaks?: true }>()
const calls: string[] = []

function approvable(entityType: WorkflowEntityType): Approvable {
  const told = (what: string) => async (_ctx: WriteCtx, id: string, cause: { notes: string | null }) => {
    calls.push(`${what} ${id} ${cause.notes ?? '-'}`)
  }
  return {
    entityType,
    facts: async (_ctx, id) => things.get(id),
    onAdvanced: told('advanced'),
    onInfoRequested: told('info'),
    onRejected: told('rejected'),
    async onCompleted(ctx, id, cause) {
      if (things.get(id)?.breaks) throw new Error('broken')
      await told('completed')(ctx, id, cause)
      const refusal = things.get(id)?.refuses
      return refusal === undefined ? undefined : { refusal }
    },
  }
}

const module: Module = {
  name: 'things',
  tag: 'Cosas de prueba',
  routes: () => undefined,
  approvables: [approvable('CUSTOM'), approvable('PRIVACY_POLICY'), approvable('COOKIE_POLICY')],
}
/** If several modules offer an entity type, the last one counts. */
const api = await openService({}, { modules: [...MODULES, module] })
const ana = await api.tenant()

function thing(fields: { risk?: string; refuses?: string; breaks?: true } = {}) {
  const id = newId()
  things.set(id, { risk: 'low', ...fields })
  return id
}

/** The calls since the last time. */
const told = () => calls.splice(0)

const as = <T>(person: Person, work: (ctx: WriteCtx) => Promise<T>) =>
  api.access.actFor(
    person.tenantId,
    { type: 'user', id: person.userId, name: 'Ana Rojas', role: 'OWNER' },
    {},
    work,
  )

const define = async (stages: object[], entityType = 'CUSTOM', person = ana) =>
  (await person.post('/workflows', { name: 'Flujo', entityType, stages })).data

async function begin(stages: object[], entityId: string) {
  const { id } = await define(stages)
  return (await ana.post(`/workflows/${id}/start`, { entityType: 'CUSTOM', entityId })).data
}

const act = async (id: string, body: object) =>
  (await ana.post(`/workflow-instances/${id}/action`, body)).data
const detail = async (id: string) => (await ana.get(`/workflow-instances/${id}`)).data
const TWO = [
  { id: 'a', name: 'A' },
  { id: 'b', name: 'B' },
]

test('the entity is called at each step, with the person’s notes', async () => {
  const id = thing()
  const instance = await begin(TWO, id)
  await act(instance.id, { stageId: 'a', actionType: 'REQUEST_INFO', notes: 'falta' })
  await act(instance.id, { stageId: 'a', actionType: 'APPROVE', notes: 'sí' })
  await act(instance.id, { stageId: 'b', actionType: 'APPROVE' })
  assert.deepEqual(told(), [`info ${id} falta`, `advanced ${id} sí`, `completed ${id} -`])
  const { events, entityRefusal } = await detail(instance.id)
  assert.deepEqual([events.at(-1).type, entityRefusal], ['entity.completed', null])
})

test('a rejection is reported as one', async () => {
  const id = thing()
  const instance = await begin(TWO, id)
  await act(instance.id, { stageId: 'a', actionType: 'REJECT', notes: 'no' })
  assert.deepEqual(told(), [`rejected ${id} no`])
})

test('if the entity refuses, the instance completes and records the refusal', async () => {
  const id = thing({ refuses: 'La brecha no está contenida.' })
  const instance = await begin([{ id: 'a', name: 'A' }], id)
  const done = await act(instance.id, { stageId: 'a', actionType: 'APPROVE' })
  assert.equal(done.status, 'COMPLETED')
  const { events, entityRefusal } = await detail(instance.id)
  assert.equal(entityRefusal, 'La brecha no está contenida.')
  assert.deepEqual(
    [events.at(-1).type, events.at(-1).notes],
    ['entity.refused', 'La brecha no está contenida.'],
  )
  told()
})

test('an entity kept elsewhere is not called, and the record says so', async () => {
  for (const id of ['FACTURA 17', newId()]) {
    const instance = await begin([{ id: 'a', name: 'A' }], id)
    await act(instance.id, { stageId: 'a', actionType: 'APPROVE' })
    assert.match((await detail(instance.id)).entityRefusal, /No hay/)
  }
  assert.deepEqual(told(), [])
})

test('an error in the entity rolls back the whole action', async () => {
  const id = thing({ breaks: true })
  const instance = await begin([{ id: 'a', name: 'A' }], id)
  const reply = await ana.post(`/workflow-instances/${instance.id}/action`, {
    stageId: 'a',
    actionType: 'APPROVE',
  })
  assert.equal(reply.status, 500)
  const { status, events } = await detail(instance.id)
  assert.deepEqual([status, events.length], ['ACTIVE', 1])
})

test('conditions read the entity', async () => {
  const stages = [
    { id: 'a', name: 'A', conditions: [{ field: 'risk', operator: 'in', value: ['high'] }] },
    { id: 'b', name: 'B', conditions: [{ field: 'entity.risk', operator: 'neq', value: 'none' }] },
  ]
  assert.equal((await begin(stages, thing({ risk: 'high' }))).currentStageId, 'a')
  assert.equal((await begin(stages, thing())).currentStageId, 'b')
  const id = thing({ risk: 'none' })
  const at = await begin(stages, id)
  assert.deepEqual([at.status, told()], ['COMPLETED', [`completed ${id} -`]])
})

// ── calls from other modules ──

test('automatic start: nothing without a definition, otherwise the tenant’s newest active one', async () => {
  const eva = await api.tenant()
  const id = thing()
  const start = () => as(eva, (ctx) => startWorkflow(ctx, 'COOKIE_POLICY', id))
  assert.equal(await as(eva, (ctx) => hasOwnDefinition(ctx, 'COOKIE_POLICY')), false)
  assert.equal(await start(), undefined)
  await define(TWO, 'COOKIE_POLICY', eva)
  const newest = await define(TWO, 'COOKIE_POLICY', eva)
  const gone = await define(TWO, 'COOKIE_POLICY', eva)
  await eva.delete(`/workflows/${gone.id}`)
  assert.equal(await as(eva, (ctx) => hasOwnDefinition(ctx, 'COOKIE_POLICY')), true)
  const first = await start()
  assert.deepEqual([first?.started, first?.status], [true, 'ACTIVE'])
  const latest = await as(eva, (ctx) => findLatestInstance(ctx, 'COOKIE_POLICY', id))
  assert.deepEqual([latest?.id, latest?.definitionId], [first?.instanceId, newest.id])
  assert.deepEqual(await start(), { instanceId: first?.instanceId, status: 'ACTIVE', started: false })
})

test('concurrent automatic starts make one instance', async () => {
  const id = thing()
  await define(TWO)
  const starts = await Promise.all([1, 2, 3, 4].map(() => as(ana, (ctx) => startWorkflow(ctx, 'CUSTOM', id))))
  assert.equal(new Set(starts.map((start) => start?.instanceId)).size, 1)
  assert.equal(starts.filter((start) => start?.started).length, 1)
})

test('if the definition is deleted during the start, the built-in one is used', async () => {
  const [eva, id] = [await api.tenant(), thing()]
  const mine = await define(TWO, 'PRIVACY_POLICY', eva)
  const deactivated = as(eva, async (ctx) => {
    await ctx.db
      .updateTable('workflow_definitions')
      .set({ is_active: false })
      .where('tenant_id', '=', eva.tenantId)
      .where('id', '=', mine.id)
      .execute()
    await audit(ctx, { action: 'delete', entityType: 'workflow_definition', entityId: mine.id })
    await wait(300)
  })
  await wait(50)
  const [, started] = await Promise.all([
    deactivated,
    as(eva, (ctx) => startWorkflow(ctx, 'PRIVACY_POLICY', id)),
  ])
  assert.ok(started?.started)
  const latest = await as(eva, (ctx) => findLatestInstance(ctx, 'PRIVACY_POLICY', id))
  assert.notEqual(latest?.definitionId, mine.id)
})

test('privacy policies use the built-in approval, unless a plan above STARTER has its own', async () => {
  for (const [plan, own] of [
    ['STARTER', false],
    ['PROFESSIONAL', true],
    ['ENTERPRISE', true],
  ] as const) {
    const eva = await api.tenant({ plan })
    const used = async () => {
      const id = thing()
      await as(eva, (ctx) => startWorkflow(ctx, 'PRIVACY_POLICY', id))
      const { data } = await eva.get(`/workflow-instances/entity/PRIVACY_POLICY/${id}`)
      return data.definitionId
    }
    const builtIn = (await eva.get('/workflows?entityType=PRIVACY_POLICY')).data.workflows[0].id
    assert.equal(await used(), builtIn)
    const mine = await define(TWO, 'PRIVACY_POLICY', eva)
    assert.equal(await used(), own ? mine.id : builtIn, plan)
  }
})

test('cancelling ends the active instance with its reason, and does nothing without one', async () => {
  const id = thing()
  const instance = await begin(TWO, id)
  const cancel = () => as(ana, (ctx) => cancelWorkflow(ctx, 'CUSTOM', id, 'Ya se respondió.'))
  await cancel()
  await cancel()
  const { status, completedAt, events } = await detail(instance.id)
  assert.deepEqual([status, events.length, events[1].notes], ['CANCELLED', 2, 'Ya se respondió.'])
  assert.ok(completedAt)
  const late = await ana.post(`/workflow-instances/${instance.id}/action`, {
    stageId: 'a',
    actionType: 'APPROVE',
  })
  assert.deepEqual([late.status, late.body.error.code], [400, 'WORKFLOW_ERROR'])
  assert.deepEqual(told(), [])
})

test('the trail of an entity covers all its instances, oldest first', async () => {
  const id = thing()
  const first = await begin(TWO, id)
  await act(first.id, { stageId: 'a', actionType: 'REJECT', notes: 'no' })
  await begin(TWO, id)
  const trail = await as(ana, (ctx) => listInstanceEvents(ctx, 'CUSTOM', id))
  assert.deepEqual(
    trail.map(({ type, stageName, notes, actorRole }) => [type, stageName, notes, actorRole]),
    [
      ['workflow.started', 'A', null, 'OWNER'],
      ['stage.reject', 'A', 'no', 'OWNER'],
      ['workflow.started', 'A', null, 'OWNER'],
    ],
  )
  told()
})
