import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '#kernel/roles.ts'
import { NOBODY } from '#test/kit/activities.ts'
import { draft, type Ground, ground, sent, signed, terminated } from '#test/kit/contracts.ts'
import { openService, type Person } from '#test/kit/service.ts'

const api = await openService()
const g = await ground(api)
const SIGNER = { signerName: 'Carla Díaz', signerEmail: 'carla@nube.cl' }

const read = async (id: string, person: Person = g.ana) => (await person.get(`/contracts/${id}`)).data
const processor = async ({ ana, processorId }: Ground = g) =>
  (await ana.get(`/processors/${processorId}`)).data

/** One contract in each state. */
const IN_STATE = {
  DRAFT: () => draft(g),
  SENT: () => sent(g),
  SIGNED: () => signed(g),
  EXPIRED: () => signed(g, '2020-01-01'),
  TERMINATED: () => terminated(g),
}
type State = keyof typeof IN_STATE

/** Every act on a contract, and the states that allow it (contract 3.6). */
const ACTS: Record<
  string,
  { from: State[]; ok: number; call(person: Person, id: string): ReturnType<Person['get']> }
> = {
  edit: { from: ['DRAFT'], ok: 200, call: (who, id) => who.put(`/contracts/${id}`, { signerName: 'Otra' }) },
  send: { from: ['DRAFT'], ok: 200, call: (who, id) => who.post(`/contracts/${id}/send`, SIGNER) },
  sign: {
    from: ['SENT'],
    ok: 200,
    call: (who, id) => who.post(`/contracts/${id}/sign`, { signerName: 'C' }),
  },
  renew: { from: ['SIGNED', 'EXPIRED'], ok: 201, call: (who, id) => who.post(`/contracts/${id}/renew`) },
  terminate: { from: ['SIGNED'], ok: 200, call: (who, id) => who.post(`/contracts/${id}/terminate`) },
  delete: { from: ['DRAFT'], ok: 200, call: (who, id) => who.delete(`/contracts/${id}`) },
}

for (const [name, { from, ok, call }] of Object.entries(ACTS)) {
  test(`${name}: allowed in ${from.join(', ')}; in any other state 409 and nothing changes`, async () => {
    for (const state of Object.keys(IN_STATE) as State[]) {
      const id = await IN_STATE[state]()
      const before = await read(id)
      assert.equal(before.status, state)
      const reply = await call(g.ana, id)
      if (from.includes(state)) {
        assert.equal(reply.status, ok, `${name} in ${state}: ${JSON.stringify(reply.body)}`)
      } else {
        assert.deepEqual([reply.status, reply.body.error.code], [409, 'CONFLICT'], `${name} in ${state}`)
        assert.deepEqual(await read(id), before, `${name} in ${state}`)
      }
    }
  })
}

test('acts need an analyst, reading needs a viewer; another organisation finds nothing', async () => {
  const id = await draft(g)
  const stranger = await api.tenant()
  const people: Partial<Record<Role, Person>> = {}
  for (const role of ['VIEWER', 'ANALYST'] as const) people[role] = await g.ana.colleague(role)
  for (const [name, { call }] of Object.entries(ACTS)) {
    assert.equal((await call(people.VIEWER!, id)).status, 403, `${name} by a viewer`)
    assert.equal((await call(stranger, id)).status, 404, `${name} by a stranger`)
    assert.equal((await call(g.ana, NOBODY)).status, 404, `${name} of nothing`)
  }
  assert.equal((await read(id)).status, 'DRAFT')
  for (const path of ['/contracts', '/contracts/templates', `/contracts/${id}`, `/contracts/${id}/pdf`]) {
    assert.equal((await people.VIEWER!.get(path)).status, 200, path)
    assert.equal((await api.anyone.get(path)).status, 401, path)
  }
  assert.equal((await stranger.get(`/contracts/${id}`)).status, 404)
  assert.equal((await stranger.get(`/contracts/${id}/pdf`)).status, 404)
  const body = { processorId: g.processorId, templateId: g.templateId, activityIds: [g.activityId] }
  assert.equal((await people.VIEWER!.post('/contracts/generate', body)).status, 403)
  assert.equal((await people.ANALYST!.post('/contracts/generate', body)).status, 201)
  assert.equal((await ACTS.delete!.call(people.ANALYST!, id)).status, 200)
})

test('sending needs a name and an address; signing needs a name', async () => {
  const [drafted, waiting] = [await draft(g), await sent(g)]
  for (const wrong of [
    {},
    { signerName: 'Carla' },
    { signerEmail: 'c@nube.cl' },
    { signerName: ' ', signerEmail: 'c@nube.cl' },
    { signerName: 'Carla', signerEmail: 'nube' },
    { signerName: 5, signerEmail: 'c@nube.cl' },
  ]) {
    const reply = await g.ana.post(`/contracts/${drafted}/send`, wrong)
    assert.deepEqual([reply.status, reply.body.error.code], [400, 'VALIDATION_ERROR'], JSON.stringify(wrong))
  }
  for (const wrong of [{}, { signerName: '' }, { signerName: null }, { signerName: 'C', signerRut: 5 }]) {
    assert.equal((await g.ana.post(`/contracts/${waiting}/sign`, wrong)).status, 400, JSON.stringify(wrong))
  }
  assert.deepEqual([(await read(drafted)).status, (await read(waiting)).status], ['DRAFT', 'SENT'])
})

test('a signature is recorded with its signer, its time and its text', async () => {
  const id = await sent(g)
  api.clock.set('2027-03-01T12:00:00.000Z')
  const later = await g.ana.colleague('ANALYST')
  const reply = await later.post(`/contracts/${id}/sign`, {
    signerName: 'Carla Díaz',
    signerRut: '12.345.678-5',
  })
  api.clock.release()
  const { warnings: _warnings, ...data } = reply.data
  assert.deepEqual(data, { id, status: 'SIGNED', signedAt: '2027-03-01T12:00:00.000Z' })
  const contract = await read(id)
  assert.deepEqual(
    [contract.signerName, contract.signerRut, contract.signature.method, contract.signature.address],
    ['Carla Díaz', '12345678-5', 'internal', null],
  )
  assert.match(contract.signature.contentHash, /^[0-9a-f]{64}$/)
})

test('a recorded RUT stays if the signature brings none', async () => {
  const id = await draft(g)
  await g.ana.put(`/contracts/${id}`, { signerRut: '12.345.678-5' })
  await g.ana.post(`/contracts/${id}/send`, SIGNER)
  await g.ana.post(`/contracts/${id}/sign`, { signerName: 'Carla', signerRut: '' })
  assert.equal((await read(id)).signerRut, '12345678-5')
})

for (const [name, make, one, other] of [
  ['sent twice', () => draft(g), 'send', 'send'],
  ['sent and deleted', () => draft(g), 'send', 'delete'],
  ['deleted twice', () => draft(g), 'delete', 'delete'],
  ['signed twice', () => sent(g), 'sign', 'sign'],
  ['renewed twice', () => signed(g), 'renew', 'renew'],
  ['terminated twice', () => signed(g), 'terminate', 'terminate'],
] as const) {
  test(`two at once: ${name}, and one of them wins`, async () => {
    const id = await make()
    const replies = await Promise.all([ACTS[one]!.call(g.ana, id), ACTS[other]!.call(g.ana, id)])
    const statuses = replies.map(({ status }) => status).sort()
    assert.ok(statuses[0] === 200 || statuses[0] === 201, String(statuses))
    assert.ok(statuses[1] === 409 || statuses[1] === 404, String(statuses))
  })
}

test('a draft edited while it is sent keeps one text: the sent one, or the edit is refused', async () => {
  const id = await draft(g)
  const [edit] = await Promise.all([
    g.ana.put(`/contracts/${id}`, { content: '<p>Otro texto</p>' }),
    g.ana.post(`/contracts/${id}/send`, SIGNER),
  ])
  const { content, status } = await read(id)
  assert.equal(status, 'SENT')
  assert.equal(content === '<p>Otro texto</p>', edit.status === 200)
})

test('a renewal is the next version of the same contract, not signed yet', async () => {
  const id = await signed(g, '2030-01-01')
  const { data } = await g.ana.post(`/contracts/${id}/renew`)
  assert.deepEqual([data.version, data.previousContractId, data.status], [2, id, 'DRAFT'])
  const [before, after] = [await read(id), await read(data.id)]
  for (const same of [
    'type',
    'processorId',
    'activityId',
    'activityIds',
    'templateId',
    'content',
    'signerName',
  ])
    assert.deepEqual(after[same], before[same], same)
  for (const empty of ['signedAt', 'sentAt', 'signature', 'expiresAt', 'terminatedAt'])
    assert.equal(after[empty], null, empty)
  assert.equal(before.status, 'SIGNED', 'the old one holds until it ends')
})

test('the plan counts a renewed contract once, and a full plan still allows renewals', async () => {
  const small = await ground(api, { plan: 'STARTER' })
  const old = await signed(small)
  for (let n = 0; n < 4; n += 1) await draft(small)
  const body = {
    processorId: small.processorId,
    templateId: small.templateId,
    activityIds: [small.activityId],
  }
  const full = await small.ana.post('/contracts/generate', body)
  assert.deepEqual([full.status, full.body.error.code], [402, 'PLAN_LIMIT_REACHED'])
  assert.equal((await small.ana.post(`/contracts/${old}/renew`)).status, 201)
  assert.equal((await small.ana.get('/settings/usage')).data.usage.contracts, 5)
})

test("a processor's standing follows its contracts", async () => {
  const own = await ground(api, { vendor: 'Correo Sur' })
  assert.equal((await processor(own)).dpaStatus, 'NONE')
  const first = await draft(own)
  assert.equal((await processor(own)).dpaStatus, 'PENDING')
  await own.ana.delete(`/contracts/${first}`)
  assert.equal((await processor(own)).dpaStatus, 'NONE')
  const id = await signed(own)
  assert.equal((await processor(own)).dpaStatus, 'SIGNED')
  await own.ana.post(`/contracts/${id}/terminate`)
  assert.equal((await processor(own)).dpaStatus, 'NONE')
})

test('a standing set by hand holds until one of our contracts is signed', async () => {
  const own = await ground(api, { vendor: 'Bodega Norte' })
  await own.ana.put(`/processors/${own.processorId}`, { dpaStatus: 'SIGNED' })
  const id = await draft(own)
  assert.equal((await processor(own)).dpaStatus, 'SIGNED', 'a draft does not undo a contract on paper')
  await own.ana.post(`/contracts/${id}/send`, SIGNER)
  await own.ana.post(`/contracts/${id}/sign`, { signerName: 'Carla' })
  await own.ana.post(`/contracts/${id}/terminate`)
  assert.equal((await processor(own)).dpaStatus, 'NONE')
})

test('of several signed contracts the last one counts', async () => {
  const own = await ground(api, { vendor: 'Pagos SpA' })
  await signed(own, '2020-01-01')
  assert.equal((await processor(own)).dpaStatus, 'EXPIRED')
  await signed(own, '2099-01-01')
  assert.equal((await processor(own)).dpaStatus, 'SIGNED')
})

test('lists are filtered by state and type, newest first, in pages', async () => {
  const own = await ground(api, { vendor: 'Listas SA' })
  const templates = (await own.ana.get('/contracts/templates')).data.templates
  const cct = templates.find(({ type }: { type: string }) => type === 'CCT').id
  const first = await draft(own)
  const second = await sent(own)
  const third = await draft({ ...own, templateId: cct })
  const list = async (query = '') => (await own.ana.get(`/contracts${query}`)).data
  const ids = async (query: string) => (await list(query)).contracts.map(({ id }: { id: string }) => id)
  assert.deepEqual(await ids(''), [third, second, first])
  assert.deepEqual(await ids('?status=SENT'), [second])
  assert.deepEqual(await ids('?type=CCT'), [third])
  assert.deepEqual(await ids('?type=CCT&status=SENT'), [])
  assert.deepEqual(await ids('?limit=2&page=2'), [first])
  const { pagination, contracts } = await list('?limit=2')
  assert.deepEqual(pagination, { page: 1, limit: 2, total: 3, totalPages: 2 })
  assert.deepEqual(Object.keys(contracts[0]).sort(), [
    'createdAt',
    'expiresAt',
    'id',
    'lawVersion',
    'legalEntityId',
    'processorId',
    'processorName',
    'sentAt',
    'signedAt',
    'status',
    'type',
    'version',
  ])
  assert.equal(contracts[0].processorName, 'Listas SA')
  for (const wrong of [
    '?limit=101',
    '?limit=0',
    '?page=0',
    '?type=NDA',
    '?status=signed',
    '?expiringSoon=si',
  ])
    assert.equal((await own.ana.get(`/contracts${wrong}`)).status, 400, wrong)
})

test('every act writes an audit row, and no row has the secret of a link', async () => {
  const own = await ground(api, { vendor: 'Rastro SA' })
  const id = await terminated(own)
  const rows = await api.access.asSystem('a test reads the audit log', (db) =>
    db
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'changes'])
      .where('tenant_id', '=', own.ana.tenantId)
      .where('entity_type', '=', 'contract')
      .where('entity_id', '=', id)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  )
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['generate', 'sent', 'signed', 'terminated'],
  )
  assert.ok(rows.every(({ actor_id }) => actor_id === own.ana.userId))
  assert.deepEqual(rows[1]!.changes.signing_token_hash, { old: null, new: '***' })
})

test('an approval follows a sent contract without deciding about it', async () => {
  const own = await ground(api, { vendor: 'Flujo SA' })
  const flow = await own.ana.post('/workflows', {
    name: 'Revisión de contratos',
    entityType: 'CONTRACT',
    stages: [{ name: 'Legal', order: 1, requiredRole: 'DPO' }],
  })
  assert.equal(flow.status, 201)
  const id = await sent(own)
  const instance = (await own.ana.get(`/workflow-instances/entity/CONTRACT/${id}`)).data
  assert.equal(instance.status, 'ACTIVE')
  const action = { stageId: instance.currentStageId, actionType: 'REJECT', notes: 'No' }
  assert.equal((await own.ana.post(`/workflow-instances/${instance.id}/action`, action)).status, 200)
  assert.equal((await read(id, own.ana)).status, 'SENT')
})

test('a signed contract accepts a new review date beside unknown fields, but no other field', async () => {
  const id = await signed(g)
  const path = `/contracts/${id}`
  const set = await g.ana.put(path, { reviewAt: '2027-06-30', nada: 1 })
  assert.deepEqual([set.status, set.data?.reviewAt, set.data?.status], [200, '2027-06-30', 'SIGNED'])
  for (const body of [{ reviewAt: '2027-07-31', ...SIGNER }, { nada: 1 }])
    assert.equal((await g.ana.put(path, body)).status, 409)
  assert.equal((await read(id)).reviewAt, '2027-06-30')
})
