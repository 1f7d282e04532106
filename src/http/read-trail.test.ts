import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#kernel/dates.ts'
import { makeActivity } from '#test/kit/activities.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService()
const ana = await api.tenant()
const viewer = await ana.colleague('VIEWER', 'Vera Soto')

const widget = (await ana.post('/dsar/widgets', { name: 'Sitio' })).data
const person = { subjectName: 'María Pérez', subjectEmail: 'maria@correo.cl', subjectRut: '12.345.678-5' }
const received = await api.anyone.post(`/public/dsar/${widget.widgetKey}`, { rightType: 'ACCESS', ...person })

async function rowsOf(entityId: string, ...actions: string[]) {
  const { items } = (await ana.get(`/settings/audit-log?entityId=${entityId}&limit=100`)).data
  return items.filter(({ action }: { action: string }) => actions.includes(action))
}

test('who reads a request is written down, once in a while and never for what was not shown', async (t) => {
  t.after(() => api.clock.release())
  const { id } = received.data
  const path = `/dsar/requests/${id}`
  for (let look = 0; look < 3; look += 1) assert.equal((await viewer.get(path)).status, 200)
  const [row, ...more] = await rowsOf(id, 'read')
  assert.deepEqual(
    [row.actorName, row.actorType, row.entityType, more.length],
    ['Vera Soto', 'user', 'dsar_request', 0],
  )
  assert.equal(row.addressPrefix, '127.0.0.0')

  api.clock.set(new Date(Date.now() + 11 * MINUTE_MS))
  assert.equal((await (await ana.colleague('VIEWER')).get(path)).status, 200)
  api.clock.release()
  assert.equal((await rowsOf(id, 'read')).length, 2)

  const stranger = await api.tenant()
  assert.equal((await stranger.get(path)).status, 404)
  const { items } = (await stranger.get(`/settings/audit-log?entityId=${id}`)).data
  assert.deepEqual(items, [])
  assert.equal((await rowsOf(id, 'read')).length, 2)
})

test('a download and an export are written down, with the key that made them', async () => {
  await makeActivity(ana)
  const { key } = (await ana.post('/settings/api-keys', { name: 'Respaldo', scopes: ['governance:read'] }))
    .data
  const csv = await api.with({ 'x-api-key': key }).get('/governance/export/rat')
  assert.equal(csv.status, 200)
  const [row] = await rowsOf(ana.tenantId, 'export')
  assert.deepEqual([row.actorType, row.actorName, row.entityType], ['api_key', 'Respaldo', 'activity'])
})

test('each organisation has its own row, and a stored JSON is a download too', async () => {
  const eva = await api.tenant()
  const headers = { ...ana.headers, 'x-resguardo-tenant': eva.slug }
  await api.access.asSystem('a test adds a member', (db) =>
    db
      .insertInto('memberships')
      .values({
        tenant_id: eva.tenantId,
        user_id: ana.userId,
        role: 'VIEWER',
        status: 'ACTIVE',
        created_at: new Date(),
        updated_at: new Date(),
      })
      .execute(),
  )
  for (const caller of [ana, api.with(headers)])
    assert.equal((await caller.get('/governance/export/dpia')).status, 200)
  const { items } = (await eva.get(`/settings/audit-log?entityId=${eva.tenantId}`)).data
  assert.ok(items.some(({ action }: { action: string }) => action === 'export'))
})

test('every file that a member takes away leaves a trace', () => {
  const silent = api.app.routeTable
    .filter(({ method, config, schema }) => {
      const answers = (schema?.response ?? {}) as Record<string, { content?: Record<string, unknown> }>
      const types = Object.keys(answers['200']?.content ?? {})
      const isFile = types.some((type) => !/^(application\/json|text\/html)/.test(type))
      return method === 'GET' && config?.scope !== undefined && isFile && config.trace === undefined
    })
    .map(({ url }) => url)
  assert.deepEqual(silent, [])
})
