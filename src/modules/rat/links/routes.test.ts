import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity, makeDomain, makeFlow, makeSystem, NOBODY } from '#test/kit/activities.ts'
import { openService } from '#test/kit/service.ts'
import { LINK_ROLES } from '../rules.ts'

const api = await openService()
const ana = await api.tenant()
const stranger = await api.tenant()
const viewer = await ana.colleague('VIEWER')

const detail = async (id: string) => (await ana.get(`/rat/activities/${id}`)).data

test('a system is linked with its role, once', async () => {
  const id = await makeActivity(ana)
  for (const role of LINK_ROLES) {
    const systemId = await makeSystem(ana, { name: `Sistema ${role}` })
    const reply = await ana.post(`/rat/activities/${id}/systems`, { systemId, role })
    assert.equal(reply.status, 201)
    assert.deepEqual(
      [reply.data.activityId, reply.data.systemId, reply.data.name, reply.data.role],
      [id, systemId, `Sistema ${role}`, role],
    )
    const again = await ana.post(`/rat/activities/${id}/systems`, { systemId, role: 'STORAGE' })
    assert.deepEqual([again.status, again.body.error.code], [409, 'CONFLICT'])
    const linked = (await detail(id)).systems.find(
      (entry: { systemId: string }) => entry.systemId === systemId,
    )
    assert.deepEqual(linked, { systemId, name: `Sistema ${role}`, role })
  }
})

test("the activity's own system is separate from linked ones, until it is linked too", async () => {
  const systemId = await makeSystem(ana)
  const id = await makeActivity(ana, { systemId })
  const before = await detail(id)
  assert.deepEqual([before.system, before.systems], [{ id: systemId, name: 'CRM de ventas' }, []])
  assert.equal((await ana.post(`/rat/activities/${id}/systems`, { systemId, role: 'STORAGE' })).status, 201)
  assert.deepEqual((await detail(id)).systems, [{ systemId, name: 'CRM de ventas', role: 'STORAGE' }])
})

test('ids are accepted in any letter case and returned in lower case', async () => {
  const [id, systemId] = [await makeActivity(ana), await makeSystem(ana)]
  const path = `/rat/activities/${id.toUpperCase()}`
  const link = await ana.post(`${path}/systems`, { systemId: systemId.toUpperCase(), role: 'STORAGE' })
  assert.deepEqual([link.data.activityId, link.data.systemId], [id, systemId])
  const risk = await ana.post(`${path}/calculate-risk`, { riskFactors: { dataVolume: 'low' } })
  assert.equal(risk.data.activityId, id)
  assert.equal((await ana.get(`${path}/compliance-check`)).data.activityId, id)
})

test('a flow is linked once and shown with its description', async () => {
  const id = await makeActivity(ana)
  const flowId = await makeFlow(ana, { description: 'Carga nocturna' })
  const reply = await ana.post(`/rat/activities/${id}/flows`, { flowId })
  assert.equal(reply.status, 201)
  assert.deepEqual((await detail(id)).flows, [{ flowId, description: 'Carga nocturna' }])
  assert.equal((await ana.post(`/rat/activities/${id}/flows`, { flowId })).status, 409)
  assert.equal((await ana.delete(`/data-map/flows/${flowId}`)).status, 200)
  assert.deepEqual((await detail(id)).flows, [])
})

test('a domain is linked from the side of the activity, and both sides show it', async () => {
  const id = await makeActivity(ana)
  const domainId = await makeDomain(ana, 'https://www.tiendasur.cl')
  const reply = await ana.post(`/rat/activities/${id}/domains`, { domainId, role: 'COLLECTION' })
  assert.equal(reply.status, 201)
  assert.ok(reply.data.id)
  assert.deepEqual((await detail(id)).domains, [
    { domainId, url: 'https://www.tiendasur.cl', role: 'COLLECTION' },
  ])
  const { activities } = (await ana.get(`/domains/${domainId}`)).data
  assert.deepEqual(activities, [
    { id: reply.data.id, activityId: id, name: 'Boletín mensual', role: 'COLLECTION' },
  ])
  assert.equal((await ana.post(`/rat/activities/${id}/domains`, { domainId, role: 'STORAGE' })).status, 409)
})

test('the processors are those of the systems and those linked by hand, each once', async () => {
  const systemId = await makeSystem(ana, { vendor: 'Nube Andina SpA', hostingCountry: 'US' })
  const twin = await makeSystem(ana, { vendor: 'nube andina spa' })
  const id = await makeActivity(ana, { systemId })
  await ana.post(`/rat/activities/${id}/systems`, { systemId: twin, role: 'STORAGE' })
  const [derived] = (await detail(id)).processors
  assert.deepEqual(
    [derived.name, derived.country, derived.dpaStatus, derived.source],
    ['Nube Andina SpA', 'US', 'NONE', 'system'],
  )
  assert.equal((await detail(id)).processors.length, 1)

  const manual = (await ana.post('/processors', { name: 'Asesores Ltda.' })).data.id
  assert.equal((await ana.post(`/rat/activities/${id}/processors`, { processorId: manual })).status, 201)
  assert.equal((await ana.post(`/rat/activities/${id}/processors`, { processorId: manual })).status, 409)
  assert.equal((await ana.post(`/rat/activities/${id}/processors`, { processorId: derived.id })).status, 201)
  assert.deepEqual(
    (await detail(id)).processors.map(({ name }: { name: string }) => name),
    ['Asesores Ltda.', 'Nube Andina SpA'],
  )
  for (const processorId of [manual, derived.id]) {
    const path = `/rat/activities/${id}/processors/${processorId}`
    assert.deepEqual((await ana.delete(path)).body, { success: true })
    assert.equal((await ana.delete(path)).status, 404)
  }
  assert.deepEqual(
    (await detail(id)).processors.map(({ name }: { name: string }) => name),
    ['Nube Andina SpA'],
  )
})

test('links replace all systems and flows at once', async () => {
  const systemId = await makeSystem(ana, { name: 'Propio' })
  const id = await makeActivity(ana, { systemId })
  const [a, b] = [await makeSystem(ana, { name: 'A' }), await makeSystem(ana, { name: 'B' })]
  const [x, y] = [await makeFlow(ana), await makeFlow(ana)]
  await ana.post(`/rat/activities/${id}/systems`, { systemId: a, role: 'STORAGE' })
  await ana.post(`/rat/activities/${id}/flows`, { flowId: x })
  const reply = await ana.post(`/rat/activities/${id}/links`, {
    systems: [{ systemId: b, role: 'TRANSFER' }],
    flows: [y],
  })
  assert.equal(reply.status, 200)
  assert.deepEqual(
    reply.data.systems.map(({ name, role }: { name: string; role: string }) => `${name} ${role}`),
    ['B TRANSFER'],
  )
  assert.deepEqual(reply.data.flows, [{ flowId: y, description: null }])
  assert.equal(reply.data.system.name, 'Propio')
  for (const nothing of [{}, { systems: null, flows: null }, { systems: [], flows: [] }]) {
    await ana.post(`/rat/activities/${id}/links`, { systems: reply.data.systems, flows: reply.data.flows })
    const { systems, flows } = await detail(id)
    assert.deepEqual([systems, flows], [reply.data.systems, reply.data.flows], 'as they were shown')
    const emptied = await ana.post(`/rat/activities/${id}/links`, nothing)
    assert.deepEqual([emptied.status, emptied.data.systems, emptied.data.flows], [200, [], []])
  }
  const two = [b, a].map((systemId) => ({ systemId, role: 'STORAGE' }))
  const ordered = await ana.post(`/rat/activities/${id}/links`, { systems: two })
  assert.deepEqual(
    ordered.data.systems.map(({ name }: { name: string }) => name),
    ['B', 'A'],
    'in the order sent',
  )
})

test('links with one wrong entry change nothing and name every wrong one', async () => {
  const id = await makeActivity(ana)
  const [good, flow] = [await makeSystem(ana, { name: 'Bueno' }), await makeFlow(ana)]
  await ana.post(`/rat/activities/${id}/links`, {
    systems: [{ systemId: good, role: 'STORAGE' }],
    flows: [flow],
  })
  const before = await detail(id)
  const foreign = await makeSystem(stranger)
  const refused = await ana.post(`/rat/activities/${id}/links`, {
    systems: [
      { systemId: good, role: 'TRANSFER' },
      { systemId: foreign, role: 'STORAGE' },
      { systemId: good, role: 'STORAGE' },
    ],
    flows: [flow, 'nada', NOBODY],
  })
  assert.equal(refused.status, 422)
  assert.deepEqual(
    refused.body.error.details.map(({ path }: { path: string }) => path),
    ['systems[1].systemId', 'systems[2].systemId', 'flows[1]', 'flows[2]'],
  )
  assert.deepEqual(await detail(id), before)
})

test('of two concurrent equal links one gets 409; two replacements never mix', async () => {
  const id = await makeActivity(ana)
  const systemId = await makeSystem(ana)
  const flowId = await makeFlow(ana)
  const race = (path: string, body: object) => Promise.all([1, 2].map(() => ana.post(path, body)))
  for (const replies of [
    await race(`/rat/activities/${id}/systems`, { systemId, role: 'STORAGE' }),
    await race(`/rat/activities/${id}/flows`, { flowId }),
  ]) {
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409])
  }
  const sets = await Promise.all(
    ['STORAGE', 'TRANSFER'].map(async (role) =>
      Promise.all([1, 2, 3].map(async () => ({ systemId: await makeSystem(ana), role }))),
    ),
  )
  await Promise.all(sets.map((systems) => ana.post(`/rat/activities/${id}/links`, { systems, flows: [] })))
  const roles = (await detail(id)).systems.map(({ role }: { role: string }) => role)
  assert.equal(roles.length, 3)
  assert.equal(new Set(roles).size, 1)
})

test('a domain deleted during linking counts as missing', async () => {
  for (let round = 0; round < 10; round++) {
    const id = await makeActivity(ana)
    const domainId = await makeDomain(ana, `https://fugaz-${round}.cl`)
    const [linked, deleted] = await Promise.all([
      ana.post(`/rat/activities/${id}/domains`, { domainId, role: 'STORAGE' }),
      ana.delete(`/domains/${domainId}`),
    ])
    assert.equal(deleted.status, 200)
    assert.ok([201, 422].includes(linked.status), String(linked.status))
    assert.deepEqual((await detail(id)).domains, [])
  }
})

test('records in the body must exist in the organisation (422), and the body must be well formed (400)', async () => {
  const id = await makeActivity(ana)
  const foreign = {
    systemId: await makeSystem(stranger),
    flowId: await makeFlow(stranger),
    domainId: await makeDomain(stranger, 'https://ajeno.cl'),
    processorId: (await stranger.post('/processors', { name: 'Ajeno' })).data.id,
  }
  const attempts = {
    systems: 'systemId',
    flows: 'flowId',
    domains: 'domainId',
    processors: 'processorId',
  } as const
  for (const [path, field] of Object.entries(attempts)) {
    for (const value of [foreign[field], NOBODY, 'nada']) {
      const reply = await ana.post(`/rat/activities/${id}/${path}`, { [field]: value, role: 'STORAGE' })
      assert.equal(reply.status, 422, `${path} ${value}`)
      assert.equal(reply.body.error.details[0].path, field)
    }
    assert.equal((await ana.post(`/rat/activities/${id}/${path}`, { role: 'STORAGE' })).status, 400, path)
  }
  const systemId = await makeSystem(ana)
  for (const body of [{ systemId }, { systemId, role: 'storage' }]) {
    assert.equal((await ana.post(`/rat/activities/${id}/systems`, body)).status, 400)
  }
  for (const body of [{ systems: [{ systemId }] }, { flows: [{}] }, { systems: 'all' }]) {
    assert.equal((await ana.post(`/rat/activities/${id}/links`, body)).status, 400)
  }
})

test("another tenant's activity is not found, and a VIEWER cannot link", async () => {
  const id = await makeActivity(ana)
  const bodies = {
    systems: { systemId: await makeSystem(stranger), role: 'STORAGE' },
    flows: { flowId: await makeFlow(stranger) },
    links: { systems: [], flows: [] },
    domains: { domainId: await makeDomain(stranger, 'https://otro.cl'), role: 'STORAGE' },
    processors: { processorId: (await stranger.post('/processors', { name: 'Otro' })).data.id },
  }
  for (const [path, body] of Object.entries(bodies)) {
    assert.equal((await stranger.post(`/rat/activities/${id}/${path}`, body)).status, 404, path)
    assert.equal((await viewer.post(`/rat/activities/${id}/${path}`, body)).status, 403, path)
  }
  assert.equal((await stranger.delete(`/rat/activities/${id}/processors/${NOBODY}`)).status, 404)
})
