import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService } from '#test/kit/service.ts'
import { brought, judged } from '#test/kit/spreadsheets.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA' })

async function mainEntity(person = ana) {
  return (await person.get('/org/entities')).data.entities.at(-1)
}

test('a new organisation starts with the workspace «Principal» and a legal entity of its own name', async () => {
  const workspaces = await ana.get('/org/workspaces')
  assert.equal(workspaces.status, 200)
  assert.equal(workspaces.data.workspaces[0].name, 'Principal')
  const entities = await ana.get('/org/entities')
  assert.equal(entities.data.entities[0].name, 'Tienda Sur SpA')
  assert.equal(entities.data.entities[0].workspaceId, workspaces.data.workspaces[0].id)
  assert.equal(entities.data.entities[0].isActive, true)
})

test('a workspace needs a name', async () => {
  assert.equal((await ana.post('/org/workspaces', { name: 'Norte', description: 'Zona norte' })).status, 201)
  for (const body of [{}, { name: '   ' }, { name: 5 }, { name: 'x'.repeat(201) }]) {
    const reply = await ana.post('/org/workspaces', body)
    assert.equal(reply.status, 400, JSON.stringify(body))
    assert.equal(reply.body.error.code, 'VALIDATION_ERROR')
    assert.equal(reply.body.error.details[0].path, 'name')
  }
})

test('an entity stores the sent fields, and an update changes only the sent ones', async () => {
  const { workspaceId } = await mainEntity()
  const created = await ana.post('/org/entities', {
    workspaceId,
    name: 'Filial Norte',
    taxId: '76.543.210-3',
    postalAddress: 'Arica 1',
    tenantId: 'ignored',
  })
  assert.equal(created.status, 201)
  assert.equal(created.data.taxId, '76.543.210-3')
  const { id } = created.data
  const updated = await ana.patch(`/org/entities/${id}`, { postalAddress: null, dpoName: 'Pedro' })
  assert.equal(updated.status, 200)
  assert.equal(updated.data.postalAddress, null)
  assert.equal(updated.data.dpoName, 'Pedro')
  assert.equal(updated.data.taxId, '76.543.210-3')
})

test('bounds of a legal entity: name 2-200, taxId at most 12, postalAddress at most 500', async () => {
  const { workspaceId } = await mainEntity()
  const valid = { workspaceId, name: 'Filial' }
  for (const wrong of [
    { name: 'x' },
    { name: 'x'.repeat(201) },
    { taxId: '1'.repeat(13) },
    { postalAddress: 'x'.repeat(501) },
    { legalRepEmail: 'no' },
  ]) {
    assert.equal((await ana.post('/org/entities', { ...valid, ...wrong })).status, 400, JSON.stringify(wrong))
  }
  assert.equal(
    (
      await ana.post('/org/entities', {
        ...valid,
        name: 'xy',
        taxId: '1'.repeat(12),
        postalAddress: 'x'.repeat(500),
      })
    ).status,
    201,
  )
})

test('a workspace that is missing, malformed or of another organisation is 422', async () => {
  const stranger = await api.tenant()
  const foreign = await mainEntity(stranger)
  for (const workspaceId of [foreign.workspaceId, 'nada', '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f']) {
    const reply = await ana.post('/org/entities', { workspaceId, name: 'Filial' })
    assert.equal(reply.status, 422)
    assert.equal(reply.body.error.code, 'VALIDATION_ERROR')
  }
})

test('deleting an entity deactivates it and keeps it in the list', async () => {
  const { workspaceId } = await mainEntity()
  const { data } = await ana.post('/org/entities', { workspaceId, name: 'Por cerrar' })
  const reply = await ana.delete(`/org/entities/${data.id}`)
  assert.deepEqual([reply.status, reply.body], [200, { success: true }])
  const list = (await ana.get(`/org/entities?workspaceId=${workspaceId}`)).data.entities
  assert.equal(list.find((entity: { id: string }) => entity.id === data.id).isActive, false)
})

test('a deactivated entity gets no policy', async () => {
  const eva = await api.tenant({ name: 'Con una cerrada SpA' })
  const { id: workspaceId } = (await eva.get('/org/workspaces')).data.workspaces[0]
  const legalEntityId = (await eva.post('/org/entities', { workspaceId, name: 'Cerrada' })).data.id
  await eva.delete(`/org/entities/${legalEntityId}`)
  for (const [path, body] of [
    ['/privacy-policy/generate', { legalEntityId }],
    ['/cookie-policy/generate', { legalEntityId }],
  ] as const) {
    const { status, body: answer } = await eva.post(path, body)
    assert.equal(status, 422, path)
    assert.match(answer.error.message, /«Cerrada» está desactivada/, path)
  }
})

test('the DPO of an entity is a member of the organisation', async () => {
  const pedro = await ana.colleague('DPO', 'Pedro Soto')
  const entity = await mainEntity()
  const reply = await ana.patch(`/org/entities/${entity.id}/dpo`, { userId: pedro.userId })
  assert.equal(reply.status, 200)
  assert.deepEqual(
    [reply.data.dpoUserId, reply.data.dpoName, reply.data.dpoEmail],
    [pedro.userId, 'Pedro Soto', pedro.email],
  )
  const stranger = await api.tenant()
  assert.equal((await ana.patch(`/org/entities/${entity.id}/dpo`, { userId: stranger.userId })).status, 422)
})

test('departments form a tree; archiving one makes its children roots and keeps their subtrees', async () => {
  const { id: legalEntityId } = await mainEntity()
  const make = async (name: string, parentDepartmentId?: string) =>
    (
      await ana.post('/org/departments', {
        legalEntityId,
        name,
        ...(parentDepartmentId && { parentDepartmentId }),
      })
    ).data
  const top = await make('Gerencia')
  const middle = await make('Personas', top.id)
  const leaf = await make('Remuneraciones', middle.id)
  assert.deepEqual([top.depth, middle.depth, leaf.depth], [0, 1, 2])

  const tree = async () => (await ana.get(`/org/entities/${legalEntityId}/departments`)).data.departments
  assert.equal((await tree())[0].children[0].children[0].name, 'Remuneraciones')
  assert.deepEqual((await ana.delete(`/org/departments/${top.id}`)).body, { success: true })
  const [root] = await tree()
  assert.deepEqual([root.name, root.depth, root.parentId, root.children[0].depth], ['Personas', 0, null, 1])
  assert.equal((await ana.delete(`/org/departments/${top.id}`)).status, 404)
  const orphaned = await ana.post('/org/departments', {
    legalEntityId,
    name: 'Otro',
    parentDepartmentId: top.id,
  })
  assert.equal(orphaned.status, 422)
})

test('a department has a head, who can be changed and removed', async () => {
  const { id: legalEntityId } = await mainEntity()
  const head = { headName: 'Rosa Vial', headEmail: 'rosa@ejemplo.cl' }
  const { id, ...made } = (await ana.post('/org/departments', { legalEntityId, name: 'Personas', ...head }))
    .data
  assert.deepEqual([made.headName, made.headEmail], ['Rosa Vial', 'rosa@ejemplo.cl'])
  const patch = (body: object) => ana.patch(`/org/departments/${id}`, body)
  assert.equal((await patch({ name: 'Gestión de personas' })).data.headName, 'Rosa Vial')
  assert.equal((await patch({ headEmail: 'no es un correo' })).status, 400)
  const without = (await patch({ headName: null, headEmail: '' })).data
  assert.deepEqual([without.name, without.headName, without.headEmail], ['Gestión de personas', null, null])
})

test('creating departments is deprecated: it works and warns', async () => {
  const { id: legalEntityId } = await mainEntity()
  const reply = await ana.post('/org/departments', { legalEntityId, name: 'Legal' })
  assert.equal(reply.status, 201)
  assert.ok(reply.headers['deprecation'])
  assert.match(String(reply.headers['link']), /rel="deprecation"/)
})

test('an entity sent back unchanged keeps its DPO; another name by hand replaces the DPO', async () => {
  const pedro = await ana.colleague('DPO', 'Pedro Soto')
  const { id } = await mainEntity()
  await ana.patch(`/org/entities/${id}/dpo`, { userId: pedro.userId })
  const shown = await mainEntity()
  const back = await ana.patch(`/org/entities/${id}`, { ...shown, taxId: '76.543.210-3' })
  assert.equal(back.status, 200)
  assert.deepEqual([back.data.dpoUserId, back.data.dpoName], [pedro.userId, 'Pedro Soto'])
  const named = await ana.patch(`/org/entities/${id}`, { dpoName: 'Otra persona' })
  assert.deepEqual([named.data.dpoUserId, named.data.dpoName], [null, 'Otra persona'])
})

test('a blank optional field counts as missing', async () => {
  const { workspaceId, id: legalEntityId } = await mainEntity()
  const fields = [
    'taxId',
    'legalRepName',
    'legalRepEmail',
    'dpoName',
    'dpoEmail',
    'postalAddress',
    'arcoPublicEmail',
  ]
  const blanks = Object.fromEntries(fields.map((field) => [field, ' ']))
  const nones = Object.fromEntries(fields.map((field) => [field, null]))
  const { data, status } = await ana.post('/org/entities', { workspaceId, name: 'Filial', ...blanks })
  assert.equal(status, 201)
  assert.deepEqual({ ...data, ...nones }, data)
  await ana.patch(`/org/entities/${data.id}`, { taxId: '1-9', dpoEmail: 'dpo@f.cl' })
  const cleared = await ana.patch(`/org/entities/${data.id}`, blanks)
  assert.equal(cleared.status, 200)
  assert.deepEqual({ ...cleared.data, ...nones }, cleared.data)
  const wrong = await ana.patch(`/org/entities/${data.id}`, { dpoEmail: 'no es correo' })
  assert.equal(wrong.status, 400)
  assert.match(wrong.body.error.details[0].message, /correo/)
  assert.equal((await ana.post('/org/workspaces', { name: 'Sur', description: ' ' })).data.description, null)
  const root = { legalEntityId, name: 'Sin superior', description: '', parentDepartmentId: '' }
  const department = await ana.post('/org/departments', root)
  assert.deepEqual(
    [department.status, department.data.parentId, department.data.description],
    [201, null, null],
  )
})

test('a department created while its superior is archived is never lost', async () => {
  const { workspaceId } = await mainEntity()
  const legalEntityId = (await ana.post('/org/entities', { workspaceId, name: 'Con carreras' })).data.id
  for (let round = 0; round < 10; round++) {
    const top = (await ana.post('/org/departments', { legalEntityId, name: `Gerencia ${round}` })).data.id
    const child = { legalEntityId, name: `Área ${round}`, parentDepartmentId: top }
    const [made, archived, again] = await Promise.all([
      ana.post('/org/departments', child),
      ana.delete(`/org/departments/${top}`),
      ana.delete(`/org/departments/${top}`),
    ])
    assert.deepEqual([archived.status, again.status].sort(), [200, 404])
    assert.ok([201, 422].includes(made.status), String(made.status))
    const roots = (await ana.get(`/org/entities/${legalEntityId}/departments`)).data.departments
    const found = roots.some(({ name }: { name: string }) => name === child.name)
    assert.equal(found, made.status === 201)
  }
})

test('lists come whole, with pagination fields, unless a page is requested', async () => {
  const person = await api.tenant()
  const { id, workspaceId } = await mainEntity(person)
  for (const name of ['A1', 'B2']) {
    await person.post('/org/workspaces', { name })
    await person.post('/org/entities', { workspaceId, name })
    await person.post('/org/departments', { legalEntityId: id, name })
  }
  for (const [path, key, total] of [
    ['/org/workspaces', 'workspaces', 3],
    ['/org/entities', 'entities', 3],
    [`/org/entities/${id}/departments`, 'departments', 2],
  ] as const) {
    const whole = (await person.get(path)).data
    assert.equal(whole[key].length, total)
    assert.deepEqual(whole.pagination, { page: 1, limit: 20, total, totalPages: 1 })
    const last = (await person.get(`${path}?page=${total}&limit=1`)).data
    assert.deepEqual(last[key], [whole[key].at(-1)])
    assert.deepEqual(last.pagination, { page: total, limit: 1, total, totalPages: total })
    assert.deepEqual((await person.get(`${path}?page=9`)).data[key], [])
    for (const query of ['limit=101', 'limit=0', 'page=0', 'page=x'])
      assert.equal((await person.get(`${path}?${query}`)).status, 400, query)
  }
  assert.equal((await person.get('/org/entities?workspaceId=')).data.entities.length, 3)
  assert.deepEqual((await person.get('/org/entities?workspaceId=nada')).data.entities, [])
})

test('a deactivated entity can be activated again', async () => {
  const { workspaceId } = await mainEntity()
  const { id } = (await ana.post('/org/entities', { workspaceId, name: 'Por reabrir' })).data
  await ana.delete(`/org/entities/${id}`)
  assert.equal((await ana.patch(`/org/entities/${id}`, { taxId: '1-9' })).data.isActive, false)
  assert.equal((await ana.patch(`/org/entities/${id}`, { isActive: true })).data.isActive, true)
  assert.equal((await ana.patch(`/org/entities/${id}`, { isActive: null })).data.isActive, true)
})

// ── importing departments ──

test('a department renamed in a file keeps its children that use its new name', async () => {
  const owner = await api.tenant()
  const [entity] = (await owner.get('/org/entities')).data.entities
  const under = 'Departamento;Departamento superior\nPersonas;\nRemuneraciones;Personas\n'
  await brought(api, owner, under, { target: 'departments' })
  const exported = await owner.get('/governance/export/departments?format=csv&separator=semicolon')
  // Like «find and replace»: changes the name and all references to it.
  const renamed = exported.raw.toString('utf8').replaceAll('Personas', 'Gestión de Personas')
  const done = await brought(api, owner, renamed, { target: 'departments' })
  assert.deepEqual([done.status, done.totals.update], ['DONE', 2], JSON.stringify(done.rows))
  const { departments } = (await owner.get(`/org/entities/${entity.id}/departments`)).data
  assert.deepEqual(
    departments.map((node: { name: string; children: { name: string }[] }) => [
      node.name,
      node.children.map(({ name }) => name),
    ]),
    [['Gestión de Personas', ['Remuneraciones']]],
  )
  // A new row would be written before the rename, so the file is refused with the reason.
  const more = renamed.replaceAll('Gestión de Personas', 'Gente').trimEnd()
  const columns = more.split('\r\n')[0]!.replace('\ufeff', '').split(';')
  const fresh = columns.map(
    (name) => ({ Departamento: 'Bienestar', 'Departamento superior': 'Gente' })[name] ?? '',
  )
  const { rows } = await judged(api, owner, `${more}\r\n${fresh.join(';')}\r\n`, { target: 'departments' })
  assert.match(rows.at(-1).reasons[0], /«Gente» recibe ese nombre en esta misma planilla/)
})

test('a department renamed in a file cannot go under its own descendants', async () => {
  const owner = await api.tenant()
  const under = 'Departamento;Departamento superior\nPersonas;\nRemuneraciones;Personas\n'
  await brought(api, owner, under, { target: 'departments' })
  const [{ id: workspaceId }] = (await owner.get('/org/workspaces')).data.workspaces
  await owner.post('/org/entities', { workspaceId, name: 'Filial Norte' })
  const exported = await owner.get('/governance/export/departments?format=csv&separator=semicolon')
  const [head = '', ...lines] = exported.raw.toString('utf8').trimEnd().replace('\ufeff', '').split('\r\n')
  const at = (name: string) => head.split(';').indexOf(name)
  const cells = lines.map((line) => line.split(';')).find((one) => one[at('Departamento')] === 'Personas')!
  cells[at('Departamento')] = 'Gente'
  cells[at('Departamento superior')] = 'Remuneraciones'
  const circle = `${head}\r\n${cells.join(';')}\r\n`
  // In another entity the old name belongs to another department.
  const elsewhere = head.split(';').map(() => '')
  elsewhere[at('Departamento')] = 'Personas'
  elsewhere[at('Entidad legal')] = 'Filial Norte'
  for (const file of [circle, `${circle}${elsewhere.join(';')}\r\n`]) {
    const { rows } = await judged(api, owner, file, { target: 'departments' })
    assert.equal(rows[0].action, 'refuse', JSON.stringify(rows))
    assert.match(rows[0].reasons[0], /sería un círculo/)
  }
})
