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

test('reading a request is logged, once within a while and only if it was shown', async (t) => {
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

test('a draft of an answer and a trial of a flow count as showing the request', async () => {
  const asked = { rightType: 'ACCESS', ...person }
  const newRequest = async () => (await api.anyone.post(`/public/dsar/${widget.widgetKey}`, asked)).data.id
  const [id, other] = [await newRequest(), await newRequest()]
  const analyst = await ana.colleague('ANALYST', 'Nora Paz')
  const draft = { responseType: 'FULFILLED', responseNotes: 'Va la copia.' }
  assert.equal((await analyst.post(`/dsar/requests/${id}/respond/preview`, draft)).status, 200)
  const [row, ...more] = await rowsOf(id, 'read')
  assert.deepEqual([row.actorName, row.entityType, more.length], ['Nora Paz', 'dsar_request', 0])

  const conditions = [{ field: 'subjectEmail', operator: 'eq', value: 'x' }]
  const trial = (entityId?: string, entityType = 'DSAR') => ({
    entityType,
    stages: [{ id: 'a', name: 'A', conditions }],
    ...(entityId && { entityId }),
  })
  for (const body of [trial(id.toUpperCase()), trial(other), trial(other)])
    assert.equal((await viewer.post('/workflows/dry-run', body)).status, 200)
  for (const entityId of [id, other]) {
    const rows = (await rowsOf(entityId, 'read')).filter(
      (one: { actorName: string }) => one.actorName === 'Vera Soto',
    )
    assert.deepEqual([rows.length, rows[0]?.entityType], [1, 'dsar_request'])
  }

  const { data: assessment } = await ana.post('/dpia/assessments', { title: 'Fichas' })
  const reads = async () => {
    const { items } = (await ana.get('/settings/audit-log?limit=100')).data
    return items.filter(({ action }: { action: string }) => action === 'read').length
  }
  const before = await reads()
  const stranger = await api.tenant()
  assert.equal((await stranger.post('/workflows/dry-run', trial(id))).status, 422)
  assert.equal((await viewer.post('/workflows/dry-run', trial())).status, 200)
  assert.equal((await viewer.post('/workflows/dry-run', trial(assessment.id, 'DPIA'))).status, 200)
  assert.equal(await reads(), before, 'only what was shown, of what leaves a row elsewhere too')
})

test('a download and an export are logged, with the key that made them', async () => {
  await makeActivity(ana)
  const scopes = ['governance:read', 'rat:read']
  const { key } = (await ana.post('/settings/api-keys', { name: 'Respaldo', scopes })).data
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

test('every file that a member downloads leaves a trace', () => {
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
