import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#kernel/ids.ts'
import { makeActivity, makeFlow, makeSystem } from '#test/kit/activities.ts'
import { assertCounted } from '#test/kit/counts.ts'
import { hasServer } from '#test/kit/database.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { countedTotal } from './counts.ts'

const api = await openService({ DEFAULT_PLAN: 'ENTERPRISE' })
const { engine } = api.service.access.database
const ana = await api.tenant()

const IMPORT = {
  activities: Array.from({ length: 50 }, (_, number) => ({
    name: `Actividad importada ${number}`,
    purposes: ['Gestionar pedidos'],
    legalBasis: number % 2 ? 'contract' : 'consent',
    dataSubjects: ['clientes'],
    dataCategories: ['name', 'email'],
    retentionPeriod: '5_years',
  })),
}

async function total(path: string, person: Person = ana): Promise<number> {
  return (await person.get(path)).body.data.pagination.total
}

test('counts match the rows after concurrent writes, failures, deletions and imports', async () => {
  const widget = (await ana.post('/dsar/widgets', { name: 'Formulario' })).data.widgetKey
  const request = { subjectName: 'María Pérez', subjectEmail: 'maria@correo.cl', rightType: 'ACCESS' }
  const many = Array.from({ length: 8 }, (_, number) => number)
  const [ids] = await Promise.all([
    Promise.all(
      many.map((number) => makeActivity(ana, { dataCategories: number % 2 ? ['health'] : ['name'] })),
    ),
    Promise.all(many.map(() => api.anyone.post(`/public/dsar/${widget}`, request))),
    Promise.all(many.slice(0, 2).map(() => makeFlow(ana, { dataCategories: ['name', 'name', 'rut'] }))),
    Promise.all(many.slice(0, 2).map(() => ana.post('/rat/bulk-import', IMPORT))),
  ])
  await makeSystem(ana, { dataCategories: ['name', 'rut'] })
  const published = ids.slice(0, 4)
  for (const id of published) await ana.patch(`/rat/activities/${id}/status`, { status: 'published' })
  const outcomes = await Promise.all([
    // Refused after its row was written: a published activity keeps its required fields.
    ...published.map((id) => ana.put(`/rat/activities/${id}`, { legalBasis: null })),
    ...published.map((id) =>
      ana.put(`/rat/activities/${id}`, { legalBasis: 'contract', dataCategories: ['rut'] }),
    ),
    ...ids.slice(4, 7).map((id) => ana.delete(`/rat/activities/${id}`)),
  ])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    [...published.map(() => 422), ...published.map(() => 200), 200, 200, 200],
  )
  const lists = await assertCounted(engine)
  assert.deepEqual(lists.toSorted(), [
    'activities',
    'activities_by_category',
    'activity_facts',
    'audit_log',
    'data_flows',
    'data_flows_by_category',
    'dsar_requests',
    'systems',
    'systems_by_category',
  ])
  assert.equal(await total('/rat/activities?limit=1'), 5 + 100)
  assert.equal(await total('/dsar/requests?limit=1'), 8)
})

test('a failed transaction leaves no count behind', async () => {
  const before = await total('/data-map/systems?limit=1')
  const written = api.service.access.asSystem('a test', async (db, enter) => {
    const ctx = await enter(
      { id: ana.tenantId, plan: 'ENTERPRISE' },
      { type: 'system', id: undefined, name: 'x', role: undefined },
    )
    await sql`insert into systems (tenant_id, id, name, type, data_categories, has_sensitive_data, security_measures,
      has_dpa_clause, created_at, updated_at) values (${ana.tenantId}, ${newId()}, 'S', 'CRM', '{name}', false, '{}',
      false, now(), now())`.execute(db)
    const { rows } = await sql<{ total: number }>`select ${countedTotal(ctx, 'systems')} as total`.execute(db)
    assert.equal(rows[0]!.total, before + 1)
    throw new Error('never mind')
  })
  await assert.rejects(written, /never mind/)
  assert.equal(await total('/data-map/systems?limit=1'), before)
  await assertCounted(engine)
})

test('rows that a foreign key deletes or clears are counted too', async () => {
  const [one, other] = [await makeSystem(ana), await makeSystem(ana)]
  await ana.post('/data-map/flows', { sourceSystemId: one, targetSystemId: other, isInternational: true })
  await makeActivity(ana, { systemId: one })
  await engine.asOwner(`delete from systems where id = '${one}'`)
  await assertCounted(engine)
})

// The embedded database has one session.
if (hasServer()) {
  test('counting does not make writers of one tenant wait for each other', async () => {
    const insert = (
      id: string,
    ) => `insert into audit_log (tenant_id, id, actor_type, action, entity_type, entity_id,
      changes, created_at) values ('${ana.tenantId}', '${id}', 'user', 'x', 'tenant', 'x', '{}', now())`
    const sessions = await Promise.all(Array.from({ length: 3 }, () => engine.acquire('read write')))
    try {
      for (const session of sessions) {
        await session.query('begin')
        await session.query(`select open_tenant('${ana.tenantId}', 'read write', false)`)
        await session.query(`select set_config('lock_timeout', '1s', true)`)
        await session.query(insert(newId()))
      }
      await sessions[1]!.query('rollback')
      for (const session of [sessions[0]!, sessions[2]!]) await session.query('commit')
    } finally {
      for (const session of sessions) session.release()
    }
    await assertCounted(engine)
  })
}

test('a deep page shows the same rows as a walk through all pages, and the same total', async () => {
  const lucia = await api.tenant()
  await engine.asOwner(`
    insert into systems (tenant_id, id, name, type, data_categories, has_sensitive_data, security_measures,
      has_dpa_clause, created_at, updated_at)
    select '${lucia.tenantId}', gen_random_uuid(), 'Sistema ' || n, (array['CRM', 'ERP', 'HR'])[1 + n % 3], '{name}', false, '{}',
      false, now() - (n / 7) * interval '1 second', now()
    from generate_series(1, 4001) n`)
  await assertCounted(engine)
  const { rows } = await engine.asOwner(
    `select id from systems where tenant_id = '${lucia.tenantId}' order by created_at desc, id desc`,
  )
  for (const page of [1, 10, 11, 12, 20, 21, 30, 40, 41, 42, 1_000]) {
    const { items, pagination } = (await lucia.get(`/data-map/systems?limit=100&page=${page}`)).data
    assert.deepEqual(
      items.map(({ id }: { id: string }) => id),
      rows.slice((page - 1) * 100, page * 100).map(({ id }) => id),
      `page ${page}`,
    )
    assert.equal(pagination.total, 4001)
  }
  const crm = (await lucia.get('/data-map/systems?type=CRM&limit=100&page=14')).data
  assert.deepEqual([crm.items.length, crm.pagination.total], [33, 1333])
})
