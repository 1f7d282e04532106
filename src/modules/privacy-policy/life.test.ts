import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDomain } from '#test/kit/activities.ts'
import { act, makeFlowFor, SKIPPED } from '#test/kit/policies.ts'
import { openService, type Person } from '#test/kit/service.ts'

const api = await openService()

const generate = async (person: Person, body?: object) =>
  (await person.post('/privacy-policy/generate', body)).data
const read = async (person: Person, id: string) => (await person.get(`/privacy-policy/${id}`)).data
const publish = (person: Person, id: string, body?: object) =>
  person.post(`/privacy-policy/${id}/publish`, body)

async function approved(person: Person, notes?: string) {
  const { id } = await generate(person)
  const { data } = await publish(person, id, { notes })
  const reply = await act(person, data.workflowInstanceId, 'APPROVE')
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return id as string
}

const statuses = async (person: Person) =>
  (await person.get('/privacy-policy/versions')).data.map(({ status }: { status: string }) => status)

for (const plan of ['STARTER', 'PROFESSIONAL'] as const) {
  test(`${plan}: publishing starts the built-in approval, and the last approval publishes`, async () => {
    const owner = await api.tenant({ plan })
    const [analyst, dpo] = [await owner.colleague('ANALYST'), await owner.colleague('DPO')]
    const draft = await generate(analyst)
    const reply = await publish(analyst, draft.id, { notes: 'Primera versión' })
    assert.equal(reply.status, 200)
    assert.equal(reply.data.workflowStarted, true)
    assert.match(reply.data.message, /quedó en aprobación/)
    assert.equal((await read(owner, draft.id)).status, 'DRAFT')
    const instance = (await owner.get(`/workflow-instances/entity/PRIVACY_POLICY/${draft.id}`)).data
    assert.deepEqual([instance.id, instance.status], [reply.data.workflowInstanceId, 'ACTIVE'])

    assert.equal((await act(analyst, instance.id, 'APPROVE')).status, 403)
    assert.equal((await act(dpo, instance.id, 'APPROVE')).data.status, 'COMPLETED')
    const policy = await read(owner, draft.id)
    assert.deepEqual(
      [policy.status, policy.publishedBy, policy.publishNotes, policy.createdBy],
      ['PUBLISHED', dpo.userId, 'Primera versión', analyst.userId],
    )
    assert.ok(policy.publishedAt)
    assert.match(policy.content.policyInfo.content, /versión 1 .*publicada el/)
    assert.equal((await owner.get('/privacy-policy/current')).data.id, draft.id)
  })
}

test('STARTER uses the built-in approval even if there is a custom flow; other plans use the newest active flow', async () => {
  const stages = [
    { name: 'Revisión', order: 1, requiredRole: 'ANALYST' },
    { name: 'Firma', order: 2, requiredRole: 'OWNER' },
  ]
  const small = await api.tenant({ plan: 'STARTER' })
  await makeFlowFor(small, 'PRIVACY_POLICY', stages)
  const first = await publish(small, (await generate(small)).id)
  const simple = (await small.get(`/workflow-instances/${first.data.workflowInstanceId}`)).data
  assert.equal(simple.currentStageId, 'aprobacion')

  const large = await api.tenant({ plan: 'PROFESSIONAL' })
  const analyst = await large.colleague('ANALYST')
  const definitionId = await makeFlowFor(large, 'PRIVACY_POLICY', stages)
  const { id } = await generate(large)
  const { workflowInstanceId } = (await publish(large, id)).data
  assert.equal((await large.get(`/workflow-instances/${workflowInstanceId}`)).data.definitionId, definitionId)
  assert.equal((await act(analyst, workflowInstanceId, 'APPROVE')).data.status, 'ACTIVE')
  assert.equal((await read(large, id)).status, 'DRAFT')
  assert.equal((await act(analyst, workflowInstanceId, 'APPROVE')).status, 403)
  assert.equal((await act(large, workflowInstanceId, 'APPROVE')).data.status, 'COMPLETED')
  assert.equal((await read(large, id)).status, 'PUBLISHED')
})

test('publishing archives the former version; published and archived versions never change', async () => {
  const owner = await api.tenant()
  const [first, second] = [await approved(owner, 'uno'), await approved(owner, 'dos')]
  const draft = await generate(owner)
  assert.deepEqual(await statuses(owner), ['DRAFT', 'PUBLISHED', 'ARCHIVED'])
  assert.equal((await owner.get('/privacy-policy/current')).data.id, second)
  const archived = await read(owner, first)
  assert.deepEqual([archived.publishNotes, archived.publishedBy], ['uno', owner.userId])
  for (const id of [first, second]) {
    for (const reply of [
      await owner.patch(`/privacy-policy/${id}`, { customTitle: 'x' }),
      await publish(owner, id),
    ]) {
      assert.deepEqual([reply.status, reply.body.error.code], [409, 'CONFLICT'])
    }
  }
  assert.equal((await owner.patch(`/privacy-policy/${draft.id}`, { customTitle: 'x' })).status, 200)
})

test('the policy of another entity stays published', async () => {
  const owner = await api.tenant()
  const main = (await owner.get('/org/entities')).data.entities[0]
  const { id: legalEntityId } = (
    await owner.post('/org/entities', { workspaceId: main.workspaceId, name: 'Filial' })
  ).data
  const first = await approved(owner)
  const branch = await generate(owner, { legalEntityId })
  const { workflowInstanceId } = (await publish(owner, branch.id)).data
  await act(owner, workflowInstanceId, 'APPROVE')
  assert.deepEqual(
    [(await read(owner, first)).status, (await read(owner, branch.id)).status],
    ['PUBLISHED', 'PUBLISHED'],
  )
})

test('after a rejection it is a draft that can be edited and published again', async () => {
  const owner = await api.tenant()
  const { id } = await generate(owner)
  const { workflowInstanceId } = (await publish(owner, id, { notes: 'Apurado' })).data
  assert.equal((await act(owner, workflowInstanceId, 'REJECT', 'Falta el domicilio')).data.status, 'REJECTED')
  const policy = await read(owner, id)
  assert.deepEqual([policy.status, policy.publishedAt, policy.publishNotes], ['DRAFT', null, null])
  assert.equal((await owner.patch(`/privacy-policy/${id}`, { customIntro: 'Mejor' })).status, 200)
  const again = await publish(owner, id)
  assert.equal(again.status, 200)
  assert.notEqual(again.data.workflowInstanceId, workflowInstanceId)
  await act(owner, again.data.workflowInstanceId, 'APPROVE')
  assert.equal((await read(owner, id)).status, 'PUBLISHED')
})

test('during its approval it cannot be published again; notes have at most 2000 characters', async () => {
  const owner = await api.tenant()
  const { id } = await generate(owner)
  assert.equal((await publish(owner, id, { notes: 'x'.repeat(2001) })).status, 400)
  assert.equal((await publish(owner, id, { notes: 'x'.repeat(2000) })).status, 200)
  const reply = await publish(owner, id, { notes: 'otra vez' })
  assert.deepEqual([reply.status, reply.body.error.code], [409, 'CONFLICT'])
  assert.equal((await read(owner, id)).publishNotes, 'x'.repeat(2000))
})

test('an approval without applicable stages publishes at once', async () => {
  const owner = await api.tenant()
  await makeFlowFor(owner, 'PRIVACY_POLICY', [SKIPPED])
  const first = await generate(owner)
  const reply = await publish(owner, first.id, { notes: 'Directo' })
  assert.equal(reply.data.workflowStarted, true)
  assert.match(reply.data.message, /quedó publicada/)
  const policy = await read(owner, first.id)
  assert.deepEqual(
    [policy.status, policy.publishedBy, policy.publishNotes],
    ['PUBLISHED', owner.userId, 'Directo'],
  )
  const more = await Promise.all([generate(owner), generate(owner), generate(owner)])
  const replies = await Promise.all(more.map(({ id }) => publish(owner, id)))
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200, 200],
  )
  assert.deepEqual((await statuses(owner)).sort(), ['ARCHIVED', 'ARCHIVED', 'ARCHIVED', 'PUBLISHED'])
})

test('of two people who publish one draft at once, one starts the approval', async () => {
  const owner = await api.tenant()
  const { id } = await generate(owner)
  const replies = await Promise.all([publish(owner, id), publish(owner, id), publish(owner, id)])
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409])
})

test('of two drafts approved at once exactly one is published, and both approvals are kept', async () => {
  const owner = await api.tenant()
  await approved(owner)
  const drafts = [await generate(owner), await generate(owner), await generate(owner)]
  const instances = []
  for (const { id } of drafts) instances.push((await publish(owner, id)).data.workflowInstanceId)
  const replies = await Promise.all(instances.map((instance) => act(owner, instance, 'APPROVE')))
  assert.deepEqual(
    replies.map(({ data }) => data?.status),
    ['COMPLETED', 'COMPLETED', 'COMPLETED'],
  )
  assert.deepEqual((await statuses(owner)).sort(), ['ARCHIVED', 'ARCHIVED', 'ARCHIVED', 'PUBLISHED'])
})

test('an approval started by hand for a published policy records that it could not publish', async () => {
  const owner = await api.tenant()
  const id = await approved(owner)
  const definitionId = await makeFlowFor(owner, 'PRIVACY_POLICY', [{ name: 'Firma', order: 1 }])
  const started = await owner.post(`/workflows/${definitionId}/start`, {
    entityType: 'PRIVACY_POLICY',
    entityId: id,
  })
  assert.equal((await act(owner, started.data.id, 'APPROVE')).data.status, 'COMPLETED')
  const { events } = (await owner.get(`/workflow-instances/${started.data.id}`)).data
  assert.match(JSON.stringify(events), /solo se publica un borrador/)
  assert.equal((await read(owner, id)).status, 'PUBLISHED')
})

test('a domain shows the published policy of its legal entity', async () => {
  const owner = await api.tenant()
  const domainId = await makeDomain(owner, 'https://uno.cl')
  const policies = async () => (await owner.get(`/domains/${domainId}`)).data.policies
  await generate(owner)
  assert.deepEqual(await policies(), [])
  const id = await approved(owner)
  assert.deepEqual(await policies(), [{ id, kind: 'PRIVACY', version: 2, status: 'PUBLISHED' }])
})

test('every step writes an audit row', async () => {
  const owner = await api.tenant()
  const [first, second] = [await approved(owner), await approved(owner)]
  const rows = await api.access.asSystem('a test reads the audit log', (db) =>
    db
      .selectFrom('audit_log')
      .select(['action', 'entity_id'])
      .where('tenant_id', '=', owner.tenantId)
      .where('entity_type', '=', 'privacy_policy')
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  )
  const actions = (id: string) => rows.filter(({ entity_id }) => entity_id === id).map(({ action }) => action)
  assert.deepEqual(actions(first), ['generate', 'request_publication', 'publish', 'archive'])
  assert.deepEqual(actions(second), ['generate', 'request_publication', 'publish'])
})
