import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS } from '#kernel/dates.ts'
import { openService } from '#test/kit/service.ts'
import { csvRecords } from '#test/kit/sheets.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const admin = await ana.colleague('ADMIN', 'Alba Díaz')

test('every change is logged with person, record, time, and old and new values', async () => {
  const reply = await admin.put('/settings/tenant', { name: 'Tienda Norte SpA', taxId: '1-9' })
  const [entry] = (await ana.get('/settings/audit-log')).data.items
  const { id: _, createdAt, ...rest } = entry
  assert.deepEqual(rest, {
    actorType: 'user',
    actorId: admin.userId,
    actorName: 'Alba Díaz',
    action: 'update',
    entityType: 'tenant',
    entityId: ana.tenantId,
    changes: { name: { old: 'Tienda Sur SpA', new: 'Tienda Norte SpA' }, tax_id: { old: null, new: '1-9' } },
    requestId: reply.headers['x-request-id'],
    addressPrefix: '127.0.0.0',
  })
  assert.equal(createdAt, reply.data.updatedAt)
})

test('each kind of change of the settings writes one row', async () => {
  const owner = await api.tenant()
  const key = (await owner.post('/settings/api-keys', { name: 'CRM', scopes: ['consent:read'] })).data
  await owner.put(`/settings/api-keys/${key.id}`, { name: 'ERP' })
  await owner.delete(`/settings/api-keys/${key.id}`)
  const invited = { email: 'eva@ejemplo.cl', name: 'Eva', role: 'VIEWER' }
  const { userId, invitationUrl } = (await owner.post('/settings/members', invited)).data
  await owner.patch(`/settings/members/${userId}`, { role: 'DPO' })
  await owner.delete(`/settings/members/${userId}`)
  const { data, body } = await owner.get('/settings/audit-log')
  const seen = data.items.map(
    (item: { entityType: string; action: string; changes: Record<string, unknown> }) => [
      item.entityType,
      item.action,
      item.changes['name'] ?? item.changes['role'],
    ],
  )
  assert.deepEqual(seen.slice(0, 6), [
    ['member', 'remove', { old: 'Eva', new: null }],
    ['member', 'change_role', { old: 'VIEWER', new: 'DPO' }],
    ['member', 'invite', { old: null, new: 'Eva' }],
    ['api_key', 'delete', { old: 'ERP', new: null }],
    ['api_key', 'update', { old: 'CRM', new: 'ERP' }],
    ['api_key', 'create', { old: null, new: 'CRM' }],
  ])
  const token = new URL(invitationUrl).searchParams.get('token')!
  assert.ok(!JSON.stringify(body).includes(token) && !JSON.stringify(body).includes(key.key))
})

test('a refused change writes nothing', async () => {
  const total = async () => (await ana.get('/settings/audit-log')).data.pagination.total
  const before = await total()
  assert.equal((await ana.put('/settings/tenant', { timezone: 'Mars/Olympus' })).status, 422)
  assert.equal((await ana.patch(`/settings/members/${ana.userId}`, { role: 'VIEWER' })).status, 409)
  assert.equal(await total(), before)
})

test('filters by entity, person and time: from is included, to is not', async () => {
  const owner = await api.tenant()
  const helper = await owner.colleague('ADMIN')
  const start = Date.now()
  const at = (hours: number) => new Date(start + hours * HOUR_MS).toISOString()
  try {
    for (const [index, person] of [owner, helper, owner].entries()) {
      api.clock.set(new Date(start + index * 60_000))
      await person.post('/org/workspaces', { name: `Espacio ${index}` })
    }
  } finally {
    api.clock.release()
  }
  const list = async (query: string) => (await owner.get(`/settings/audit-log?${query}`)).data
  const names = async (query: string) =>
    (await list(`entityType=workspace&${query}`)).items.map(
      (item: { changes: { name: { new: string } } }) => item.changes.name.new,
    )
  const minute = (index: number) => new Date(start + index * 60_000).toISOString()
  assert.deepEqual(await names(''), ['Espacio 2', 'Espacio 1', 'Espacio 0'])
  assert.deepEqual(await names(`actorId=${helper.userId}`), ['Espacio 1'])
  assert.deepEqual(await names(`from=${minute(1)}`), ['Espacio 2', 'Espacio 1'])
  assert.deepEqual(await names(`from=${minute(0)}&to=${minute(2)}`), ['Espacio 1', 'Espacio 0'])
  assert.deepEqual(await names(`from=${at(5)}`), [])
  const [{ entityId }] = (await list('entityType=workspace&limit=1&page=2')).items
  const one = await list(`entityId=${entityId}`)
  assert.deepEqual(one.pagination, { page: 1, limit: 20, total: 1, totalPages: 1 })
  assert.deepEqual((await list('entityType=nada')).items, [])
  assert.deepEqual((await list('actorId=nada&entityId=nada')).items, [])
  for (const query of ['from=ayer', 'to=2026-01-01', 'entityType=', 'limit=101'])
    assert.equal((await owner.get(`/settings/audit-log?${query}`)).status, 400, query)
})

test('ADMIN and above read the log of their own tenant only', async () => {
  assert.equal((await admin.get('/settings/audit-log')).status, 200)
  assert.equal((await (await ana.colleague('DPO')).get('/settings/audit-log')).status, 403)
  assert.equal((await api.anyone.get('/settings/audit-log')).status, 401)
  const stranger = await api.tenant()
  const foreign = await stranger.get(`/settings/audit-log?entityId=${ana.tenantId}`)
  assert.deepEqual(foreign.data.items, [])
})

test('nobody can rewrite the log: neither the tenant, the system nor the owner of the database', async () => {
  const rows = () => api.service.access.database.engine.asOwner('select * from audit_log order by id')
  const { rows: before } = await rows()
  assert.ok(before.length > 0)
  const refused = { code: '42501' }
  const actor = { type: 'system', id: undefined, name: 'test', role: undefined } as const
  const asTenant = <T>(work: Parameters<typeof api.access.actFor<T>>[3]) =>
    api.access.actFor(ana.tenantId, actor, {}, work)

  await assert.rejects(
    asTenant(({ db }) => db.updateTable('audit_log').set({ action: 'x' }).execute()),
    refused,
  )
  await assert.rejects(
    asTenant(({ db }) => db.deleteFrom('audit_log').execute()),
    refused,
  )
  await assert.rejects(
    api.access.asSystem('a test tries', (db) => db.updateTable('audit_log').set({ action: 'x' }).execute()),
    refused,
  )
  await assert.rejects(
    api.access.asSystem('a test tries', (db) => db.deleteFrom('audit_log').execute()),
    refused,
  )
  for (const sql of [`update audit_log set action = 'x'`, 'delete from audit_log', 'truncate audit_log'])
    await assert.rejects(api.service.access.database.engine.asOwner(sql), refused, sql)
  assert.deepEqual((await rows()).rows, before)
})

test('the letter case of an id does not matter to search and log', async () => {
  const owner = await api.tenant()
  const { id } = (await owner.post('/processors', { name: 'Nube' })).data
  await owner.put(`/processors/${id.toUpperCase()}`, { name: 'Nube Andina' })
  for (const spelled of [id, id.toUpperCase()]) {
    const { data } = await owner.get(`/settings/audit-log?entityId=${spelled}`)
    assert.deepEqual(
      data.items.map((item: { action: string; entityId: string }) => [item.action, item.entityId]),
      [
        ['update', id],
        ['create', id],
      ],
    )
  }
  const { total } = (await owner.get('/settings/audit-log')).data.pagination
  const mine = await owner.get(`/settings/audit-log?actorId=${owner.userId.toUpperCase()}`)
  assert.ok(mine.data.pagination.total > 0 && mine.data.pagination.total <= total)
})

test('the log comes as a sheet in words, with the filters of the list', async () => {
  const owner = await api.tenant({ name: 'Planilla SpA' })
  const key = (await owner.post('/settings/api-keys', { name: 'CRM' })).data
  await owner.put('/settings/tenant', { taxId: '1-9' })
  const all = await owner.get('/settings/audit-log/export')
  assert.equal(all.headers['content-type'], 'text/csv; charset=utf-8')
  const rows = csvRecords(all.raw, ';')
  const change = rows.find((row) => row['Sobre'] === 'Organización' && row['Acción'] === 'Modificar')!
  assert.equal(change['Cambios (valores como los guarda el sistema)'], 'RUT: «1-9»')
  const keys = csvRecords((await owner.get('/settings/audit-log/export?entityType=api_key')).raw, ';')
  assert.deepEqual(
    keys.map((row) => row['ID del registro']),
    [key.id],
  )
  const book = await owner.get('/settings/audit-log/export?format=xlsx&q=tenant')
  assert.match(String(book.headers['content-disposition']), /registro-de-auditoria-.*\.xlsx/)
  const [latest] = (await owner.get('/settings/audit-log')).data.items
  assert.deepEqual([latest.action, latest.entityType], ['export', 'audit_log'])
  const dpo = await owner.colleague('DPO')
  assert.equal((await dpo.get('/settings/audit-log/export')).status, 403)
})

test('a log longer than a page is complete, each entry once', async () => {
  const owner = await api.tenant()
  await api.access.database.engine.asOwner(
    `insert into audit_log (tenant_id, id, actor_type, action, entity_type, entity_id, changes, created_at)
     select '${owner.tenantId}', gen_random_uuid(), 'system', 'update', 'planted', gen_random_uuid(), '{}', now()
     from generate_series(1, 1203)`,
  )
  const rows = csvRecords((await owner.get('/settings/audit-log/export?entityType=planted')).raw, ';')
  assert.equal(rows.length, 1203)
  assert.equal(new Set(rows.map((row) => row['ID del registro'])).size, 1203)
})
