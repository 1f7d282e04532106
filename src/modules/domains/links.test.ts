import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { openService } from '#test/kit/service.ts'
import { activeDomains, holdDomain, linkActivity, listDomainsOfActivity } from './public.ts'
import { listDomains } from './repo.ts'

const api = await openService()
const ana = await api.tenant()
const stranger = await api.tenant()
const legalEntityId = (await ana.get('/org/entities')).data.entities[0].id
const SYSTEM = { type: 'system', id: undefined, name: undefined, role: undefined } as const
const NOBODY = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'

let counter = 0
const freshUrl = () => `https://sitio-${++counter}.cl`

async function newDomain(url = freshUrl()): Promise<string> {
  return (await ana.post('/domains', { url, name: 'Sitio', legalEntityId })).data.id
}

/** Activities belong to another module. Only their rows matter here. */
async function newActivity(person = ana): Promise<string> {
  const [id, now] = [newId(), new Date()]
  const [entity] = (await person.get('/org/entities')).data.entities
  await api.access.asSystem('a test adds an activity', (db) =>
    db
      .insertInto('activities')
      .values({
        tenant_id: person.tenantId,
        id,
        legal_entity_id: entity.id,
        name: 'Venta en línea',
        purpose: 'Vender',
        has_sensitive_data: false,
        status: 'draft',
        created_at: now,
        updated_at: now,
      })
      .execute(),
  )
  return id
}

async function linksOf(domainId: string, person = ana): Promise<Record<string, string>> {
  const { activities } = (await person.get(`/domains/${domainId}`)).data
  return Object.fromEntries(
    activities.map(({ activityId, role }: { activityId: string; role: string }) => [activityId, role]),
  )
}

test('an activity is linked once per domain, with a role', async () => {
  const [id, activityId] = [await newDomain(), await newActivity()]
  const reply = await ana.post(`/domains/${id}/activities`, { activityId, role: 'COLLECTION' })
  assert.equal(reply.status, 201)
  assert.ok(reply.data.id)
  assert.deepEqual(await linksOf(id), { [activityId]: 'COLLECTION' })
  const twice = await ana.post(`/domains/${id}/activities`, { activityId, role: 'STORAGE' })
  assert.deepEqual([twice.status, twice.body.error.code], [409, 'CONFLICT'])
  assert.equal(
    (await ana.post(`/domains/${await newDomain()}/activities`, { activityId, role: 'TRANSFER' })).status,
    201,
  )
})

test('of two simultaneous links of one activity exactly one wins', async () => {
  const [id, activityId] = [await newDomain(), await newActivity()]
  const link = () => ana.post(`/domains/${id}/activities`, { activityId, role: 'PROCESSING' })
  const replies = await Promise.all([link(), link()])
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [201, 409])
})

test('a link needs an activity of the organisation and a role of the list', async () => {
  const id = await newDomain()
  const foreign = await newActivity(stranger)
  for (const activityId of [foreign, NOBODY, 'nada']) {
    const reply = await ana.post(`/domains/${id}/activities`, { activityId, role: 'STORAGE' })
    assert.deepEqual([reply.status, reply.body.error.code], [422, 'VALIDATION_ERROR'], activityId)
  }
  const activityId = await newActivity()
  for (const wrong of [
    { activityId },
    { role: 'STORAGE' },
    { activityId, role: 'storage' },
    { activityId: 1, role: 'STORAGE' },
  ]) {
    assert.equal((await ana.post(`/domains/${id}/activities`, wrong)).status, 400, JSON.stringify(wrong))
  }
  assert.equal((await ana.post(`/domains/${NOBODY}/activities`, { activityId, role: 'STORAGE' })).status, 404)
  assert.deepEqual(await linksOf(id), {})
})

test('a link is removed once; a missing link is not found', async () => {
  const [id, activityId] = [await newDomain(), await newActivity()]
  await ana.post(`/domains/${id}/activities`, { activityId, role: 'COLLECTION' })
  const reply = await ana.delete(`/domains/${id}/activities/${activityId}`)
  assert.deepEqual([reply.status, reply.body], [200, { success: true }])
  assert.deepEqual(await linksOf(id), {})
  for (const path of [activityId, NOBODY, 'nada']) {
    assert.equal((await ana.delete(`/domains/${id}/activities/${path}`)).status, 404)
  }
})

test('a deleted domain leaves its activities, and a deleted activity its domains', async () => {
  const [id, activityId] = [await newDomain(), await newActivity()]
  const link = (domainId: string) =>
    ana.post(`/domains/${domainId}/activities`, { activityId, role: 'COLLECTION' })
  await link(id)
  assert.equal((await ana.delete(`/domains/${id}`)).status, 200)
  const other = await newDomain()
  assert.equal((await link(other)).status, 201)
  await api.access.asSystem('a test deletes an activity', (db) =>
    db.deleteFrom('activities').where('id', '=', activityId).execute(),
  )
  assert.deepEqual(await linksOf(other), {})
  assert.equal((await ana.get(`/domains/${other}`)).status, 200)
})

test('links of other organisations can be neither seen nor changed', async () => {
  const [id, activityId] = [await newDomain(), await newActivity()]
  await ana.post(`/domains/${id}/activities`, { activityId, role: 'COLLECTION' })
  const own = { activityId: await newActivity(stranger), role: 'STORAGE' }
  for (const { status } of [
    await stranger.post(`/domains/${id}/activities`, own),
    await stranger.delete(`/domains/${id}/activities/${activityId}`),
    await stranger.put(`/domains/${id}/activities`, { activities: [] }),
  ]) {
    assert.equal(status, 404)
  }
  assert.deepEqual(await linksOf(id), { [activityId]: 'COLLECTION' })
})

for (const [spelling, replace] of [
  ['POST bulk-sync', (id: string, body: object) => ana.post(`/domains/${id}/activities/bulk-sync`, body)],
  ['PUT activities', (id: string, body: object) => ana.put(`/domains/${id}/activities`, body)],
] as const) {
  test(`${spelling} replaces all activities of the domain and of no other`, async () => {
    const [id, other] = [await newDomain(), await newDomain()]
    const [a, b, c] = [await newActivity(), await newActivity(), await newActivity()]
    await ana.post(`/domains/${id}/activities`, { activityId: a, role: 'COLLECTION' })
    await ana.post(`/domains/${id}/activities`, { activityId: b, role: 'COLLECTION' })
    await ana.post(`/domains/${other}/activities`, { activityId: a, role: 'TRANSFER' })
    const activities = [
      { activityId: b, role: 'STORAGE' },
      { activityId: c, role: 'PROCESSING' },
    ]
    const reply = await replace(id, { activities })
    assert.deepEqual([reply.status, reply.body], [200, { success: true }])
    assert.deepEqual(await linksOf(id), { [b]: 'STORAGE', [c]: 'PROCESSING' })
    assert.deepEqual(await linksOf(other), { [a]: 'TRANSFER' })
    assert.equal((await replace(id, { activities })).status, 200)
    assert.equal((await replace(id, { activities: [] })).status, 200)
    assert.deepEqual(await linksOf(id), {})
  })

  test(`${spelling} is all or nothing`, async () => {
    const id = await newDomain()
    const [a, b] = [await newActivity(), await newActivity()]
    const foreign = await newActivity(stranger)
    await ana.post(`/domains/${id}/activities`, { activityId: a, role: 'COLLECTION' })
    const wanted = { activityId: b, role: 'STORAGE' }
    for (const wrong of [
      [wanted, { activityId: NOBODY, role: 'STORAGE' }],
      [wanted, { activityId: foreign, role: 'STORAGE' }],
      [wanted, { activityId: 'nada', role: 'STORAGE' }],
      [wanted, { activityId: b, role: 'COLLECTION' }],
      [wanted, { activityId: b.toUpperCase(), role: 'COLLECTION' }],
    ]) {
      const reply = await replace(id, { activities: wrong })
      assert.deepEqual(
        [reply.status, reply.body.error.code],
        [422, 'VALIDATION_ERROR'],
        JSON.stringify(wrong),
      )
    }
    for (const wrong of [
      {},
      { activities: b },
      { activities: [{ activityId: b }] },
      { activities: [wanted, { role: 'X' }] },
    ]) {
      assert.equal((await replace(id, wrong)).status, 400, JSON.stringify(wrong))
    }
    assert.equal((await replace(NOBODY, { activities: [] })).status, 404)
    assert.deepEqual(await linksOf(id), { [a]: 'COLLECTION' })
  })

  test(`two simultaneous calls of ${spelling} leave the list of one of them`, async () => {
    const id = await newDomain()
    const [a, b] = [await newActivity(), await newActivity()]
    const replies = await Promise.all(
      [a, b].map((activityId) => replace(id, { activities: [{ activityId, role: 'STORAGE' }] })),
    )
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200],
    )
    assert.equal(Object.keys(await linksOf(id)).length, 1)
  })
}

// ── what other modules get ──

test('an activity lists its domains, and can link itself to one', async () => {
  const [url, activityId] = [freshUrl(), await newActivity()]
  const id = await newDomain(url)
  const as = <T>(work: Parameters<typeof api.access.actFor<T>>[3]) =>
    api.access.actFor(ana.tenantId, SYSTEM, {}, work)
  assert.ok((await as((ctx) => linkActivity(ctx, id, activityId, 'TRANSFER'))).id)
  assert.deepEqual(await as((ctx) => listDomainsOfActivity(ctx, activityId)), [
    { domainId: id, url, role: 'TRANSFER' },
  ])
  await assert.rejects(
    as((ctx) => linkActivity(ctx, id, activityId, 'STORAGE')),
    { status: 409 },
  )
  assert.deepEqual(await as((ctx) => holdDomain(ctx, id)), { id, url })
  assert.equal(await as((ctx) => holdDomain(ctx, NOBODY)), undefined)
  for (const domainId of [NOBODY, 'nada']) {
    const refused = await ana.post(`/rat/activities/${activityId}/domains`, { domainId, role: 'STORAGE' })
    assert.deepEqual([refused.status, refused.body.error.details[0].path], [422, 'domainId'])
  }
  await ana.patch(`/domains/${id}`, { isActive: false })
  const [all, active] = await as((ctx) => Promise.all([listDomains(ctx), activeDomains(ctx)]))
  assert.ok(all.some((domain) => domain.id === id))
  assert.ok(active.length > 0 && !active.some((domain) => domain.id === id))
})
