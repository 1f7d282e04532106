import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeBreach, moveBreach } from '#test/kit/breaches.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService()
const ana = await api.tenant()
const viewer = await ana.colleague('VIEWER')

test('everybody sees who did what to a record and when, without the values', async () => {
  const id = await makeBreach(ana, { title: 'Fuga de la base de clientes' })
  await makeBreach(ana)
  await moveBreach(ana, id, 'investigating')
  const { data, raw } = await viewer.get(`/activity?entityType=breach&entityId=${id.toUpperCase()}`)
  assert.deepEqual(
    data.items.map(({ action, entityId, actorId, actorName }: Record<string, string>) => [
      action,
      entityId,
      actorId,
      actorName,
    ]),
    [
      ['move', id, ana.userId, 'Ana Rojas'],
      ['create', id, ana.userId, 'Ana Rojas'],
    ],
  )
  assert.equal(data.pagination.total, 2)
  assert.ok(!raw.toString().includes('Fuga'))
  const second = (await viewer.get(`/activity?entityId=${id}&limit=1&page=2`)).data
  assert.deepEqual([second.items[0].action, second.pagination.totalPages], ['create', 2])
})

test("the organisation's recent acts leave out accounts, keys, settings and reads", async () => {
  await ana.post('/settings/api-keys', { name: 'CRM', scopes: ['rat:read'] })
  await ana.put('/settings/tenant', { contactEmail: 'contacto@ejemplo.cl' })
  const { widgetKey } = (await ana.post('/dsar/widgets', { name: 'Derechos' })).data
  const request = { rightType: 'ACCESS', subjectName: 'Camila', subjectEmail: 'camila@correo.cl' }
  const { id } = (await api.anyone.post(`/public/dsar/${widgetKey}`, request)).data
  await ana.get(`/dsar/requests/${id}`)
  const { items } = (await viewer.get('/activity?limit=100')).data
  const types = new Set(items.map(({ entityType }: { entityType: string }) => entityType))
  for (const hidden of ['api_key', 'tenant', 'account', 'member']) assert.ok(!types.has(hidden), hidden)
  assert.ok(items.every(({ action }: { action: string }) => !['read', 'download', 'export'].includes(action)))
  assert.deepEqual(
    [items[0].action, items[0].entityType, items[0].actorType],
    ['create', 'dsar_request', 'public'],
  )
  assert.equal((await viewer.get('/activity?entityType=api_key')).status, 400)
})

test('acts of other organisations are not shown', async () => {
  const id = await makeBreach(ana)
  const stranger = await api.tenant()
  assert.deepEqual((await stranger.get(`/activity?entityId=${id}`)).data.items, [])
  assert.equal((await api.anyone.get('/activity')).status, 401)
})

test('a key sees only the acts of modules that it may read', async () => {
  const id = await makeBreach(ana)
  const key = async (...scopes: string[]) =>
    api.with({ 'x-api-key': (await ana.post('/settings/api-keys', { name: 'Panel', scopes })).data.key })
  const narrow = await key('activity:read', 'rat:*')
  assert.deepEqual((await narrow.get(`/activity?entityId=${id}`)).data.items, [])
  assert.deepEqual((await narrow.get('/activity?entityType=breach')).data.items, [])
  const wide = await key('activity:read', 'breaches:read')
  const { items } = (await wide.get('/activity?limit=100')).data
  assert.ok(items.length > 0)
  assert.deepEqual(
    [...new Set(items.map(({ entityType }: { entityType: string }) => entityType))],
    ['breach'],
  )
})

test('roles that write a record see its changes field by field; readers do not', async () => {
  const { id } = (await ana.post('/processors', { name: 'Nube', country: 'Chile' })).data
  await ana.put(`/processors/${id}`, { name: 'Nube Andina', country: 'Chile' })
  const analyst = await ana.colleague('ANALYST')
  const path = `/activity/changes?entityType=processor&entityId=${id}`
  const { items } = (await analyst.get(path)).data
  assert.deepEqual(
    items.map(({ action, changes }: { action: string; changes: unknown }) => [action, changes]),
    [
      ['update', [{ field: 'name', before: 'Nube', after: 'Nube Andina' }]],
      ['create', []],
    ],
  )
  assert.equal((await viewer.get(path)).status, 403)
  assert.deepEqual((await (await api.tenant()).get(path)).data.items, [])
})

test('only the log shows the values of requests and accounts', async () => {
  assert.equal((await ana.get('/activity/changes?entityType=dsar_request')).status, 400)
  const { items } = (await ana.get('/activity/changes?limit=100')).data
  const types = new Set(items.map(({ entityType }: { entityType: string }) => entityType))
  for (const hidden of ['dsar_request', 'file', 'api_key', 'tenant']) assert.ok(!types.has(hidden), hidden)
})

const actsOf = (items: { action: string; entityType: string }[]) =>
  items.map(({ action, entityType }) => `${action} ${entityType}`)

test('acts are filtered by kind, record and words together, newest first', async () => {
  const person = await api.tenant()
  const { id } = (await person.post('/processors', { name: 'Nube' })).data
  await person.post('/processors', { name: 'Correo' })
  const breach = await makeBreach(person)
  await person.put(`/processors/${id}`, { name: 'Nube Andina' })
  const find = async (query: string) => {
    const { status, data, body } = await person.get(`/activity?${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(data.pagination.total, data.items.length, query)
    return actsOf(data.items)
  }
  assert.deepEqual(await find('entityType=processor'), [
    'update processor',
    'create processor',
    'create processor',
  ])
  assert.deepEqual(await find(`entityType=processor&entityId=${id}`), [
    'update processor',
    'create processor',
  ])
  assert.deepEqual(await find(`entityType=breach&entityId=${id}`), [], 'of another kind')
  assert.deepEqual(await find(`entityType=processor&entityId=${breach}`), [])
  assert.deepEqual(await find('entityType=processor&q=upd'), ['update processor'])
  assert.deepEqual(await find(`q=${breach.slice(0, 20)}`), ['create breach'])
  assert.equal((await find('entityType=processor&q=ana')).length, 3, 'by the name of who did it')
  assert.deepEqual(await find('entityType=processor&q=pdate'), [], 'from the beginning of a word')
  assert.deepEqual(await find('entityId=no-es-un-id'), [])
  for (const bad of [
    'entityType=account',
    'entityType=',
    `entityId=${'x'.repeat(101)}`,
    'limit=101',
    'sort=action',
  ])
    assert.equal((await person.get(`/activity?${bad}`)).status, 400, bad)
})

test('a cursor pages through acts, each once; a cursor of another list is refused', async () => {
  const person = await api.tenant()
  for (const name of ['Uno', 'Dos', 'Tres']) await person.post('/processors', { name })
  const seen: string[] = []
  let cursor = ''
  for (let page = 0; page < 9; page += 1) {
    const { data } = await person.get(`/activity?entityType=processor&limit=2&cursor=${cursor}`)
    seen.push(...data.items.map(({ id }: { id: string }) => id))
    if (!data.nextCursor) break
    cursor = data.nextCursor
  }
  assert.deepEqual([seen.length, new Set(seen).size], [3, 3])
  const other = await person.get(`/activity/changes?entityType=processor&limit=2&cursor=${cursor}`)
  assert.equal(other.status, 400)
})

test('changes need a role that writes or, for a key, access to the module', async () => {
  const { id } = (await ana.post('/processors', { name: 'Nube' })).data
  await ana.put(`/processors/${id}`, { name: 'Nube Sur' })
  const path = `/activity/changes?entityId=${id}`
  const key = async (scopes: string[], role: string) =>
    api.with({
      'x-api-key': (await ana.post('/settings/api-keys', { name: 'Panel', scopes, role })).data.key,
    })
  const reading = await key(['activity:read', 'processors:read'], 'ANALYST')
  assert.equal((await reading.get(path)).data.items.length, 2)
  const narrow = await key(['activity:read', 'breaches:read'], 'ANALYST')
  assert.deepEqual((await narrow.get(path)).data.items, [])
  assert.deepEqual((await narrow.get(`${path}&entityType=processor`)).data.items, [])
  const low = await key(['activity:read', 'processors:read'], 'VIEWER')
  assert.equal((await low.get(path)).status, 403)
  for (const role of ['APPROVER', 'DPO', 'ADMIN'] as const)
    assert.equal((await (await ana.colleague(role)).get(path)).status, 200, role)
})

test('acts by a key, or without an account, are marked as such', async () => {
  const { key } = (
    await ana.post('/settings/api-keys', { name: 'ERP', scopes: ['processors:write'], role: 'ANALYST' })
  ).data
  const made = await api.with({ 'x-api-key': key }).post('/processors', { name: 'Por clave' })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const [act] = (await viewer.get(`/activity?entityId=${made.data.id}`)).data.items
  assert.deepEqual([act.actorType, act.actorName], ['api_key', 'ERP'])
})
