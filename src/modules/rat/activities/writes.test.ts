import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity, makeSystem, NOBODY, newActivity } from '#test/kit/activities.ts'
import { openService } from '#test/kit/service.ts'
import { columnsBeyond, storedRow } from '#test/kit/whitelist.ts'
import { ActivityPatch, NewActivity } from './schemas.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const systemId = await makeSystem(ana)

const stored = (id: string) => storedRow(api, 'activities', id)
const put = (id: string, body: object) => ana.put(`/rat/activities/${id}`, body)

interface Entry {
  action: string
  changes: Record<string, { old: unknown; new: unknown }>
}

async function traceOf(id: string): Promise<Entry[]> {
  return (await ana.get(`/settings/audit-log?entityId=${id}`)).data.items
}

// ── only columns of the schema ──

test('a new activity ignores columns outside its schema', async () => {
  const beyond = await columnsBeyond(api, 'activities', NewActivity)
  for (const name of [
    'id',
    'tenant_id',
    'status',
    'createdAt',
    'riskScore',
    'published_at',
    'dpiaRequired',
  ]) {
    assert.ok(name in beyond, name)
  }
  const plain = await ana.post('/rat/activities', newActivity(systemId))
  const sent = await ana.post('/rat/activities', newActivity(systemId, beyond))
  assert.equal(sent.status, 201, JSON.stringify(sent.body))
  assert.notEqual(sent.data.id, beyond['id'])
  assert.deepEqual(await stored(sent.data.id), await stored(plain.data.id))
})

test('an update ignores columns outside its schema', async () => {
  const beyond = await columnsBeyond(api, 'activities', ActivityPatch)
  const id = await makeActivity(ana, { systemId })
  const before = await stored(id)
  const { createdAt } = (await ana.get(`/rat/activities/${id}`)).data
  const reply = await put(id, { ...beyond, responsibleArea: 'Marketing' })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  assert.deepEqual([reply.data.id, reply.data.createdAt], [id, createdAt])
  assert.deepEqual(await stored(id), { ...before, responsible_area: 'Marketing' })
})

test('drafts from an import, a template or a system ignore other columns too', async () => {
  const beyond = await columnsBeyond(api, 'activities', ActivityPatch)
  const entry = { name: 'Visitas', legalBasis: 'contract', purposes: 'Controlar el acceso' }
  const importOne = async (row: object) =>
    (await ana.post('/rat/bulk-import', { activities: [row] })).data.items[0].id
  const copy = async (more: object) =>
    (await ana.post('/rat/activities/new/from-template', { ...more, templateId: 'newsletter' })).data.id
  const draft = async (more: object) => (await ana.post('/rat/from-system', { ...more, systemId })).data.id
  assert.deepEqual(
    await stored(await importOne({ ...beyond, ...entry })),
    await stored(await importOne(entry)),
  )
  assert.deepEqual(await stored(await copy(beyond)), await stored(await copy({})))
  assert.deepEqual(await stored(await draft(beyond)), await stored(await draft({})))
})

test('only their own routes change risk, state and links of an activity', async () => {
  const id = await makeActivity(ana, { systemId })
  const shown = (await ana.get(`/rat/activities/${id}`)).data
  const more = {
    riskLevel: 'high',
    riskScore: 9,
    riskFactors: { dataVolume: 'massive' },
    status: 'published',
    hasSensitiveData: true,
    systems: [{ systemId, role: 'STORAGE' }],
  }
  const { data, status } = await put(id, more)
  assert.equal(status, 200)
  assert.deepEqual({ ...data, updatedAt: shown.updatedAt }, shown)
  const moved = await ana.patch(`/rat/activities/${id}/status`, { ...more, status: 'archived' })
  assert.deepEqual([moved.data.status, moved.data.riskLevel, moved.data.systems], ['archived', null, []])
})

// ── the audit log ──

test('the audit row of an update has exactly the changed fields, old and new', async () => {
  const id = await makeActivity(ana, { systemId, recipients: ['Uno'] })
  await put(id, {
    name: 'Boletín semanal',
    purpose: 'Enviar ofertas por correo a quienes se suscribieron',
    recipients: null,
    dataCategories: ['health'],
    systemId: systemId.toUpperCase(),
  })
  const [entry] = await traceOf(id)
  assert.equal(entry!.action, 'update')
  const { dpia_reasons: reasons, ...changes } = entry!.changes
  assert.ok(reasons)
  assert.deepEqual(changes, {
    name: { old: 'Boletín mensual', new: 'Boletín semanal' },
    recipients: { old: ['Uno'], new: [] },
    data_categories: { old: ['name', 'email'], new: ['health'] },
    has_sensitive_data: { old: false, new: true },
    dpia_required: { old: false, new: true },
  })
})

test('calculating the same risk twice changes only its date', async () => {
  const id = await makeActivity(ana, { systemId })
  const ask = () => ana.post(`/rat/activities/${id}/calculate-risk`, { dataVolume: 'high' })
  api.clock.set(new Date())
  await ask()
  api.clock.advance(60_000)
  await ask()
  api.clock.release()
  const [second, first] = await traceOf(id)
  assert.ok(first!.changes['risk_factors'] && first!.changes['risk_level'])
  assert.deepEqual(Object.keys(second!.changes), ['risk_assessed_at'])
})

test('a refusal leaves no row and no audit row', async () => {
  const id = await makeActivity(ana, { systemId })
  const [before, total] = [await stored(id), (await ana.get('/rat/activities')).data.pagination.total]
  assert.equal((await put(id, { name: 'Otra', systemId: NOBODY })).status, 422)
  assert.equal((await ana.post('/rat/activities', newActivity(NOBODY))).status, 422)
  const rows = [
    { name: 'Buena', legalBasis: 'contract', purposes: 'Vender', systemId },
    { name: 'Mala', legalBasis: 'contract', purposes: 'Vender', systemId: NOBODY },
  ]
  assert.equal((await ana.post('/rat/bulk-import', { activities: rows })).status, 422)
  assert.deepEqual(await stored(id), before)
  assert.equal((await ana.get('/rat/activities')).data.pagination.total, total)
  assert.deepEqual(
    (await traceOf(id)).map(({ action }) => action),
    ['create'],
  )
})

// ── concurrency ──

test('concurrent updates of different fields both stay', async () => {
  const id = await makeActivity(ana, { systemId })
  const replies = await Promise.all([put(id, { name: 'Una' }), put(id, { retentionNote: 'Otra' })])
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200],
  )
  const { data } = await ana.get(`/rat/activities/${id}`)
  assert.deepEqual([data.name, data.retentionNote], ['Una', 'Otra'])
  assert.equal((await traceOf(id)).filter(({ action }) => action === 'update').length, 2)
})

test('of a concurrent publication and deletion one wins, and no approval is left without its activity', async () => {
  for (let round = 0; round < 3; round++) {
    const id = await makeActivity(ana, { systemId })
    const [moved, deleted] = await Promise.all([
      ana.patch(`/rat/activities/${id}/status`, { status: 'published' }),
      ana.delete(`/rat/activities/${id}`),
    ])
    const exists = (await ana.get(`/rat/activities/${id}`)).status === 200
    assert.deepEqual([moved.status, deleted.status], exists ? [200, 409] : [404, 200])
  }
})

test('a link made while its system is deleted does not outlive the system', async () => {
  for (let round = 0; round < 3; round++) {
    const [id, short] = [await makeActivity(ana, { systemId }), await makeSystem(ana)]
    const [linked, deleted] = await Promise.all([
      ana.post(`/rat/activities/${id}/systems`, { systemId: short, role: 'STORAGE' }),
      ana.delete(`/data-map/systems/${short}`),
    ])
    assert.ok([201, 422].includes(linked.status), String(linked.status))
    assert.equal(deleted.status, 200)
    assert.deepEqual((await ana.get(`/rat/activities/${id}`)).data.systems, [])
  }
})

test('sending the interest test back keeps its author and date', async () => {
  const steps = { purpose: 'Seguridad', safeguards: 'Letrero', outcome: 'favourable' }
  const made = { ...steps, assessedAt: '2026-03-02T12:00:00Z', assessedBy: 'Pedro Soto' }
  const id = await makeActivity(ana, { legalBasis: 'legitimate_interest', balancing: made })
  const { balancing } = (await put(id, { name: 'Cámaras', balancing: steps })).data
  assert.deepEqual([balancing.assessedAt, balancing.assessedBy], ['2026-03-02T12:00:00.000Z', 'Pedro Soto'])
  const again = (await put(id, { balancing: { ...steps, outcome: 'unfavourable' } })).data.balancing
  assert.notEqual(again.assessedBy, 'Pedro Soto')
  assert.notEqual(again.assessedAt, balancing.assessedAt)
})
