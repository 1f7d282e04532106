import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService, type Person } from '#test/kit/service.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const stranger = await api.tenant()
const UNKNOWN = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'

interface Entry {
  action: string
  entityType: string
  actorId: string
  changes: Record<string, { old: unknown; new: unknown }>
}

const mainEntity = async (by: Person) => (await by.get('/org/entities')).data.entities.at(-1)
const find = async (by: Person, id: string) =>
  (await by.get('/org/entities')).data.entities.find((entity: { id: string }) => entity.id === id)
const logOf = async (by: Person, id: string): Promise<Entry[]> =>
  (await by.get(`/settings/audit-log?entityId=${id}`)).data.items

async function newEntity(by: Person, more: object = {}) {
  const { workspaceId } = await mainEntity(by)
  const reply = await by.post('/org/entities', { workspaceId, name: 'Filial Norte', ...more })
  assert.equal(reply.status, 201)
  return reply.data
}

async function newDepartment(by: Person, legalEntityId: string, parentDepartmentId?: string) {
  const reply = await by.post('/org/departments', { legalEntityId, name: 'Área', parentDepartmentId })
  assert.equal(reply.status, 201)
  return reply.data
}

// ── rights ──

test('every role reads the structure, ADMIN and above change it', async () => {
  const { id: entityId, workspaceId } = await mainEntity(ana)
  const department = await newDepartment(ana, entityId)
  const dpo = await ana.colleague('DPO')
  const viewer = await ana.colleague('VIEWER')
  const reads = ['/org/workspaces', '/org/entities', `/org/entities/${entityId}/departments`]
  for (const path of reads) {
    assert.equal((await viewer.get(path)).status, 200, path)
    assert.equal((await api.anyone.get(path)).status, 401, path)
  }
  const acts = (by: Person) => [
    by.post('/org/workspaces', { name: 'Norte' }),
    by.post('/org/entities', { workspaceId, name: 'Filial' }),
    by.patch(`/org/entities/${entityId}`, { name: 'Otra' }),
    by.patch(`/org/entities/${entityId}/dpo`, { userId: dpo.userId }),
    by.delete(`/org/entities/${entityId}`),
    by.post('/org/departments', { legalEntityId: entityId, name: 'Otra' }),
    by.delete(`/org/departments/${department.id}`),
  ]
  for (const by of [dpo, viewer]) {
    const statuses = (await Promise.all(acts(by))).map(({ status }) => status)
    assert.deepEqual(statuses, Array(7).fill(403))
  }
  assert.deepEqual(await mainEntity(ana), await find(ana, entityId))
  assert.equal((await find(ana, entityId)).name, 'Tienda Sur SpA')
  const admin = await ana.colleague('ADMIN')
  assert.equal((await admin.post('/org/workspaces', { name: 'Norte' })).status, 201)
})

test('the structure of another organisation is not found and stays unchanged', async () => {
  const theirs = await mainEntity(stranger)
  const department = await newDepartment(stranger, theirs.id)
  for (const id of [theirs.id, UNKNOWN, 'nada']) {
    for (const reply of [
      await ana.patch(`/org/entities/${id}`, { name: 'Tomada' }),
      await ana.patch(`/org/entities/${id}/dpo`, { userId: ana.userId }),
      await ana.delete(`/org/entities/${id}`),
      await ana.get(`/org/entities/${id}/departments`),
    ])
      assert.deepEqual([reply.status, reply.body.error.code], [404, 'RESOURCE_NOT_FOUND'], id)
    const made = await ana.post('/org/departments', { legalEntityId: id, name: 'Infiltrada' })
    assert.deepEqual([made.status, made.body.error.details[0].path], [422, 'legalEntityId'], id)
  }
  for (const id of [department.id, UNKNOWN, 'nada'])
    assert.equal((await ana.delete(`/org/departments/${id}`)).status, 404, id)
  assert.deepEqual(await mainEntity(stranger), theirs)
  const { departments } = (await stranger.get(`/org/entities/${theirs.id}/departments`)).data
  assert.deepEqual(departments, [department])
  assert.deepEqual(
    (await ana.get(`/org/entities?workspaceId=${theirs.workspaceId}`)).data.entities,
    [],
    'the workspace of others lists nothing',
  )
})

// ── bodies ──

test('fields outside the contract are ignored, even if they are columns', async () => {
  const smuggled = {
    id: UNKNOWN,
    tenantId: stranger.tenantId,
    tenant_id: stranger.tenantId,
    dpoUserId: ana.userId,
    dpo_user_id: ana.userId,
    createdAt: '2000-01-01T00:00:00Z',
    created_at: '2000-01-01T00:00:00Z',
    is_active: false,
  }
  const made = await newEntity(ana, { ...smuggled, isActive: false })
  assert.notEqual(made.id, UNKNOWN)
  assert.deepEqual([made.dpoUserId, made.isActive], [null, true])
  const { data, status } = await ana.patch(`/org/entities/${made.id}`, { name: 'Filial Sur', ...smuggled })
  assert.equal(status, 200)
  assert.deepEqual(data, { ...made, name: 'Filial Sur', updatedAt: data.updatedAt })
  assert.equal((await stranger.get('/org/entities')).data.entities.length, 1)
  const workspace = (await ana.post('/org/workspaces', { name: 'Centro', ...smuggled })).data
  assert.notEqual(workspace.id, UNKNOWN)
  assert.notEqual(workspace.createdAt.slice(0, 4), '2000')
})

test('an update without fields changes only the time', async () => {
  const made = await newEntity(ana, { taxId: '1-9', dpoName: 'Pedro', dpoEmail: 'dpo@f.cl' })
  const { data, status } = await ana.patch(`/org/entities/${made.id}`, {})
  assert.equal(status, 200)
  assert.deepEqual(data, { ...made, updatedAt: data.updatedAt })
})

test('an entity moves to another workspace, in any letter case of its id', async () => {
  const made = await newEntity(ana)
  const south = (await ana.post('/org/workspaces', { name: 'Sur' })).data
  const moved = await ana.patch(`/org/entities/${made.id}`, { workspaceId: south.id.toUpperCase() })
  assert.deepEqual([moved.status, moved.data.workspaceId], [200, south.id])
  const { entities } = (await ana.get(`/org/entities?workspaceId=${south.id}`)).data
  assert.deepEqual(entities, [moved.data])
  // Another spelling of the same id is no change.
  await ana.patch(`/org/entities/${made.id}`, { workspaceId: south.id.toUpperCase() })
  const [again, first] = await logOf(ana, made.id)
  assert.deepEqual(again!.changes, {})
  assert.deepEqual(first!.changes, { workspace_id: { old: made.workspaceId, new: south.id } })
  for (const workspaceId of [(await mainEntity(stranger)).workspaceId, UNKNOWN, 'nada']) {
    const reply = await ana.patch(`/org/entities/${made.id}`, { workspaceId, name: 'Otra' })
    assert.deepEqual([reply.status, reply.body.error.details[0].path], [422, 'workspaceId'])
  }
  assert.deepEqual(await find(ana, made.id), {
    ...moved.data,
    updatedAt: (await find(ana, made.id)).updatedAt,
  })
})

// ── the DPO ──

test('a person who has not joined or has left cannot be assigned as DPO', async () => {
  const { id } = await newEntity(ana)
  const invitation = { email: 'invitada@ejemplo.cl', name: 'Inés', role: 'DPO' }
  const invited = (await ana.post('/settings/members', invitation)).data
  const left = await ana.colleague('DPO')
  await ana.delete(`/settings/members/${left.userId}`)
  for (const userId of [invited.userId, left.userId, stranger.userId, UNKNOWN, 'nada']) {
    const reply = await ana.patch(`/org/entities/${id}/dpo`, { userId })
    assert.deepEqual([reply.status, reply.body.error.details[0].path], [422, 'userId'], userId)
  }
  assert.equal((await ana.patch(`/org/entities/${id}/dpo`, {})).status, 400)
  assert.deepEqual([(await find(ana, id)).dpoUserId, (await find(ana, id)).dpoName], [null, null])
})

test('only another name or email by hand replaces an assigned DPO', async () => {
  const { id } = await newEntity(ana)
  const pedro = await ana.colleague('DPO', 'Pedro Soto')
  const assign = () => ana.patch(`/org/entities/${id}/dpo`, { userId: pedro.userId })
  const dpoAfter = async (patch: object) => {
    assert.equal((await assign()).status, 200)
    const { dpoUserId, dpoName, dpoEmail } = (await ana.patch(`/org/entities/${id}`, patch)).data
    return [dpoUserId, dpoName, dpoEmail]
  }
  assert.deepEqual(await dpoAfter({ name: 'Otro nombre' }), [pedro.userId, 'Pedro Soto', pedro.email])
  assert.deepEqual(await dpoAfter({ dpoEmail: pedro.email }), [pedro.userId, 'Pedro Soto', pedro.email])
  assert.deepEqual(await dpoAfter({ dpoEmail: 'otro@f.cl' }), [null, 'Pedro Soto', 'otro@f.cl'])
  assert.deepEqual(await dpoAfter({ dpoName: '' }), [null, null, pedro.email])
})

// ── departments ──

test('a superior must be a department of the same entity', async () => {
  const [one, other] = [await newEntity(ana), await newEntity(ana)]
  const top = await newDepartment(ana, one.id)
  for (const parentDepartmentId of [top.id, UNKNOWN]) {
    const body = { legalEntityId: other.id, name: 'Área', parentDepartmentId }
    const reply = await ana.post('/org/departments', body)
    assert.deepEqual([reply.status, reply.body.error.details[0].path], [422, 'parentDepartmentId'])
  }
  assert.deepEqual((await ana.get(`/org/entities/${other.id}/departments`)).data.departments, [])
})

test('the answer gives the depth of a new department, as does the tree', async () => {
  const { id } = await newEntity(ana)
  let parent: string | undefined
  for (let depth = 0; depth < 5; depth += 1) {
    const made = await newDepartment(ana, id, parent)
    assert.deepEqual([made.depth, made.parentId, made.children], [depth, parent ?? null, []])
    parent = made.id
  }
  let level = (await ana.get(`/org/entities/${id}/departments`)).data.departments
  for (let depth = 0; depth < 5; depth += 1) {
    assert.deepEqual([level.length, level[0].depth], [1, depth])
    level = level[0].children
  }
})

// ── the audit log ──

test('each act on the structure writes one audit row with the changes', async () => {
  const workspace = (await ana.post('/org/workspaces', { name: 'Oriente' })).data
  const entity = await newEntity(ana, { workspaceId: workspace.id, taxId: '1-9' })
  const pedro = await ana.colleague('DPO', 'Pedro Soto')
  await ana.patch(`/org/entities/${entity.id}`, { name: 'Filial Oriente', taxId: null })
  await ana.patch(`/org/entities/${entity.id}/dpo`, { userId: pedro.userId })
  await ana.delete(`/org/entities/${entity.id}`)
  const [deleted, assigned, updated, created, ...more] = await logOf(ana, entity.id)
  assert.deepEqual(more, [])
  assert.deepEqual(
    [deleted, assigned, updated, created].map((entry) => [entry!.entityType, entry!.action, entry!.actorId]),
    ['delete', 'assign_dpo', 'update', 'create'].map((action) => ['legal_entity', action, ana.userId]),
  )
  assert.deepEqual(deleted!.changes, { is_active: { old: true, new: false } })
  assert.deepEqual(assigned!.changes, {
    dpo_user_id: { old: null, new: pedro.userId },
    dpo_name: { old: null, new: 'Pedro Soto' },
    dpo_email: { old: null, new: pedro.email },
  })
  assert.deepEqual(updated!.changes, {
    name: { old: 'Filial Norte', new: 'Filial Oriente' },
    tax_id: { old: '1-9', new: null },
  })
  assert.deepEqual(created!.changes['tax_id'], { old: null, new: '1-9' })

  const department = await newDepartment(ana, entity.id)
  await ana.delete(`/org/departments/${department.id}`)
  const log = await logOf(ana, department.id)
  assert.deepEqual(
    log.map(({ entityType, action }) => [entityType, action]),
    [
      ['department', 'archive'],
      ['department', 'create'],
    ],
  )
  assert.deepEqual(log[0]!.changes, { is_archived: { old: false, new: true } })
  assert.equal((await logOf(ana, workspace.id))[0]!.action, 'create')
})

// ── concurrency ──

test('if two people change different fields at once, both changes stay', async () => {
  const { id } = await newEntity(ana)
  for (let round = 0; round < 5; round += 1) {
    const replies = await Promise.all([
      ana.patch(`/org/entities/${id}`, { taxId: `${round}-9` }),
      ana.patch(`/org/entities/${id}`, { postalAddress: `Arica ${round}` }),
    ])
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200],
    )
    const { taxId, postalAddress } = await find(ana, id)
    assert.deepEqual([taxId, postalAddress], [`${round}-9`, `Arica ${round}`])
    // Each audit row names only the change of its own act.
    const rows = (await logOf(ana, id)).slice(0, 2).map(({ changes }) => Object.keys(changes))
    assert.deepEqual(rows.sort(), [['postal_address'], ['tax_id']])
  }
})

test('if two people change one field at once, the log of the second starts from the first one’s value', async () => {
  const { id } = await newEntity(ana, { taxId: '0-0' })
  for (let round = 0; round < 6; round += 1) {
    const change = (taxId: string) => ana.patch(`/org/entities/${id}`, { taxId })
    await Promise.all([change(`${round}-1`), change(`${round}-2`), change(`${round}-3`)])
  }
  const changes = (await logOf(ana, id)).flatMap((entry) => entry.changes['tax_id'] ?? [])
  assert.equal(changes.length, 19)
  const { taxId: last } = await find(ana, id)
  // Each value is the old value of exactly one later act. Rows of one instant are in no order.
  const left = changes.map((change) => change.new).sort()
  const found = [...changes.map((change) => change.old), last].filter((value) => value !== null)
  assert.deepEqual(found.sort(), left)
})

test('a repeated call under one Idempotency-Key makes one workspace', async () => {
  const total = async () => (await ana.get('/org/workspaces')).data.pagination.total
  const before = await total()
  const headers = { 'idempotency-key': 'espacio-1' }
  const send = () => ana.post('/org/workspaces', { name: 'Una vez' }, { headers })
  const [first, second] = [await send(), await send()]
  assert.deepEqual([first.status, second.body], [201, first.body])
  assert.equal(await total(), before + 1)
})

test('name and description of a workspace and a department can change, and nothing else', async () => {
  const { id, createdAt } = (await ana.post('/org/workspaces', { name: 'Sur', description: 'Tres' })).data
  const space = await ana.patch(`/org/workspaces/${id}`, { name: 'Austral', id: UNKNOWN })
  assert.deepEqual(
    [space.status, space.data.id, space.data.name, space.data.description, space.data.createdAt],
    [200, id, 'Austral', 'Tres', createdAt],
  )
  assert.equal((await ana.patch(`/org/workspaces/${id}`, { description: null })).data.description, null)
  assert.equal((await ana.patch(`/org/workspaces/${id}`, { name: ' ' })).status, 400)
  const legalEntityId = (await mainEntity(ana)).id
  const make = async (fields: object) =>
    (await ana.post('/org/departments', { legalEntityId, ...fields })).data.id
  const parent = await make({ name: 'Operaciones' })
  const child = await make({ name: 'Bodega', parentDepartmentId: parent })
  const moved = (await ana.patch(`/org/departments/${child}`, { name: 'Logística' })).data
  assert.deepEqual([moved.name, moved.depth, moved.parentId], ['Logística', 1, parent])
  assert.equal((await ana.patch(`/org/departments/${parent}`, { name: 'Central' })).data.children.length, 1)
  for (const path of [`/org/workspaces/${id}`, `/org/departments/${child}`]) {
    assert.equal((await stranger.patch(path, { name: 'Ajeno' })).status, 404)
    assert.equal((await (await ana.colleague('DPO')).patch(path, { name: 'Otro' })).status, 403)
  }
  await ana.delete(`/org/departments/${child}`)
  assert.equal((await ana.patch(`/org/departments/${child}`, { name: 'Otra' })).status, 404, 'it is archived')
})

test('an entity and a department return their version: the second of two writers is refused', async () => {
  const { id } = await newEntity(ana)
  const { id: departmentId } = await newDepartment(ana, id)
  for (const path of [`/org/entities/${id}`, `/org/departments/${departmentId}`]) {
    const shown = await ana.get(path)
    const save = (name: string, etag: unknown) =>
      ana.patch(path, { name }, { headers: { 'if-match': String(etag) } })
    const first = await save('Uno', shown.headers['etag'])
    const now = await ana.get(path)
    assert.deepEqual([first.status, first.headers['etag']], [200, now.headers['etag']])
    assert.deepEqual(now.data, first.data)
    const second = await save('Dos', shown.headers['etag'])
    assert.deepEqual([second.status, second.body.error.details[0].rule], [412, 'if-match'])
    assert.equal((await save('Dos', now.headers['etag'])).status, 200)
  }
})

test('a department is shown with its subtree, in any letter case of its id, until it is archived', async () => {
  const { id } = await newEntity(ana)
  const parent = await newDepartment(ana, id)
  const child = await newDepartment(ana, id, parent.id)
  const { data } = await ana.get(`/org/departments/${parent.id.toUpperCase()}`)
  assert.deepEqual([data.id, data.depth, data.children[0].id], [parent.id, 0, child.id])
  assert.equal((await ana.get(`/org/departments/${child.id}`)).data.depth, 1)
  assert.equal((await stranger.get(`/org/departments/${parent.id}`)).status, 404)
  await ana.delete(`/org/departments/${parent.id}`)
  assert.equal((await ana.get(`/org/departments/${parent.id}`)).status, 404)
  assert.equal((await ana.get(`/org/entities/${UNKNOWN}`)).status, 404)
})
