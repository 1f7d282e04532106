import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDomain, NOBODY } from '#test/kit/activities.ts'
import { act, makeFlowFor, publishNotice } from '#test/kit/policies.ts'
import { openService, type Person } from '#test/kit/service.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA' })

const generate = async (person: Person, body?: object) => {
  const reply = await person.post('/cookie-policy/generate', body)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.data
}
const read = async (person: Person, id: string) => (await person.get(`/cookie-policy/${id}`)).data
const publish = (person: Person, id: string, body?: object) =>
  person.post(`/cookie-policy/${id}/publish`, body)

const IN_STATE = {
  DRAFT: async () => (await generate(ana)).id as string,
  PUBLISHED: async () => {
    const { id } = await generate(ana)
    await publish(ana, id)
    return id as string
  },
  ARCHIVED: async () => {
    const id = await IN_STATE.PUBLISHED()
    await IN_STATE.PUBLISHED()
    return id
  },
}

for (const [name, call] of Object.entries({
  edit: (id: string) => ana.put(`/cookie-policy/${id}`, { customTitle: 'Otro' }),
  publish: (id: string) => publish(ana, id),
  delete: (id: string) => ana.delete(`/cookie-policy/${id}`),
})) {
  test(`${name}: drafts only; anything else is 409 and stays unchanged`, async () => {
    for (const [state, make] of Object.entries(IN_STATE)) {
      const id = await make()
      const before = await read(ana, id)
      assert.equal(before.status, state)
      const reply = await call(id)
      if (state === 'DRAFT') assert.equal(reply.status, 200)
      else {
        assert.deepEqual([reply.status, reply.body.error.code], [409, 'CONFLICT'], state)
        assert.match(reply.body.error.message, new RegExp(`versión ${before.version} está en «[a-z ]+»`))
        assert.deepEqual(await read(ana, id), before)
      }
    }
    assert.equal((await call(NOBODY)).status, 404)
    assert.ok([400, 404].includes((await call('nada')).status))
  })
}

test('a policy has every field of the privacy policy, its cookies and its site', async () => {
  const policy = await generate(ana)
  assert.deepEqual(Object.keys(policy).sort(), [
    'completeness',
    'content',
    'cookies',
    'createdAt',
    'createdBy',
    'customIntro',
    'customSections',
    'customTitle',
    'domainId',
    'gaps',
    'id',
    'language',
    'lawVersion',
    'legalEntityId',
    'publishNotes',
    'publishedAt',
    'publishedBy',
    'status',
    'updatedAt',
    'updatedBy',
    'version',
  ])
  assert.deepEqual([policy.createdBy, policy.updatedBy], [ana.userId, ana.userId])
  const [version] = (await ana.get('/cookie-policy/versions?limit=1')).data.items
  assert.deepEqual(Object.keys(version).sort(), [
    'createdAt',
    'domainId',
    'id',
    'language',
    'lawVersion',
    'legalEntityId',
    'publishNotes',
    'publishedAt',
    'publishedBy',
    'status',
    'version',
  ])
})

test('versions have pages, newest first, for one entity or one site', async () => {
  const owner = await api.tenant()
  const main = (await owner.get('/org/entities')).data.entities[0]
  const branch = (await owner.post('/org/entities', { workspaceId: main.workspaceId, name: 'Filial' })).data
  for (let n = 0; n < 3; n += 1) await generate(owner)
  await generate(owner, { legalEntityId: branch.id })
  const list = async (query: string) => (await owner.get(`/cookie-policy/versions${query}`)).data
  assert.deepEqual(
    (await list('?limit=2')).items.map(({ version }: { version: number }) => version),
    [3, 2],
  )
  assert.deepEqual((await list('?limit=2&page=2')).pagination, { page: 2, limit: 2, total: 3, totalPages: 2 })
  assert.equal((await list(`?legalEntityId=${branch.id}`)).pagination.total, 1)
  assert.deepEqual((await list(`?legalEntityId=${NOBODY}`)).items, [])
  for (const wrong of ['?limit=0', '?limit=101', '?page=0'])
    assert.equal((await owner.get(`/cookie-policy/versions${wrong}`)).status, 400, wrong)
})

test('the published version is current even if there is a newer draft; archived ones never are', async () => {
  const owner = await api.tenant()
  const current = async () => (await owner.get('/cookie-policy/current')).data?.id
  assert.equal((await owner.get('/cookie-policy/current')).status, 404)
  const first = await generate(owner)
  assert.equal(await current(), first.id)
  await publish(owner, first.id)
  const second = await generate(owner)
  assert.equal(await current(), first.id)
  await publish(owner, second.id)
  assert.equal(await current(), second.id)
  const english = await generate(owner, { language: 'en' })
  await publish(owner, english.id)
  assert.equal(await current(), english.id, 'the one published last, in whatever language')
})

test('an absent field stays, null clears, and the last editor is shown', async () => {
  const owner = await api.tenant()
  const approver = await owner.colleague('APPROVER')
  const { id } = await generate(owner)
  const edit = async (body: object) => (await approver.put(`/cookie-policy/${id}`, body)).data
  const customSections = { about: { visible: false }, consent: 'Texto propio' }
  const full = await edit({ customTitle: 'Galletas', customIntro: 'Hola', customSections })
  assert.deepEqual(
    [full.customTitle, full.customIntro, full.customSections, full.updatedBy],
    ['Galletas', 'Hola', customSections, approver.userId],
  )
  assert.equal(
    full.gaps.some(({ section }: { section: string }) => section === 'consent'),
    false,
    'a section that a person wrote has no gaps',
  )
  const cleared = await edit({ customTitle: null, customSections: null })
  assert.deepEqual([cleared.customTitle, cleared.customIntro, cleared.customSections], [null, 'Hola', {}])
})

test("bounds of an edit and of a publication's notes", async () => {
  const { id } = await generate(ana)
  const named = (name: string) => ({ cookies: [{ name }] })
  for (const wrong of [
    { customIntro: 'x'.repeat(5001) },
    { customSections: { about: 5 } },
    { customSections: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`s${n}`, true])) },
    { cookies: Array.from({ length: 2001 }, () => ({ name: 'a' })) },
    { cookies: [{ name: 'a', provider: 'x'.repeat(201) }] },
    { cookies: [{ name: 'a', description: 'x'.repeat(2001) }] },
    named('x'.repeat(201)),
    named(''),
  ]) {
    const reply = await ana.put(`/cookie-policy/${id}`, wrong)
    assert.deepEqual([reply.status, reply.body.error.code], [400, 'VALIDATION_ERROR'])
  }
  assert.equal((await ana.put(`/cookie-policy/${id}`, named('x'.repeat(200)))).status, 200)
  assert.equal((await publish(ana, id, { notes: 'x'.repeat(2001) })).status, 400)
  assert.equal((await publish(ana, id, { notes: 'x'.repeat(2000) })).status, 200)
})

test('the public reads the published text with its adaptations', async () => {
  const owner = await api.tenant({ name: 'Óptica <Norte>' })
  await publishNotice(owner, [
    { key: 'ads', name: 'Publicidad', cookies: [{ name: '_fbp', provider: 'Meta', duration: '3 meses' }] },
  ])
  const { id } = await generate(owner)
  await owner.put(`/cookie-policy/${id}`, {
    customSections: { about: { visible: false }, management: { title: 'Cambiar de opinión' } },
  })
  const path = `/public/policies/${owner.slug}/cookies`
  assert.equal((await api.anyone.get(path)).status, 404, 'a draft is not public')
  await publish(owner, id)
  const { data } = await api.anyone.get(path)
  assert.equal(data.title, 'Política de cookies de Óptica <Norte>')
  assert.match(data.intro, /Óptica &lt;Norte&gt;/)
  const keys = data.sections.map(({ key }: { key: string }) => key)
  assert.deepEqual(
    keys,
    ['policyInfo', 'controller', 'cookies', 'consent', 'management'],
    'no law asks for the list of sites, and none is on record',
  )
  assert.equal(data.sections.at(-1).title, 'Cambiar de opinión')
  assert.deepEqual(
    data.cookies.map(({ name, provider }: { name: string; provider: string }) => [name, provider]),
    [['_fbp', 'Meta']],
  )
})

test("a site shows its own policy, else its entity's policy for all sites", async () => {
  const owner = await api.tenant()
  const [one, two] = [await makeDomain(owner, 'https://uno.cl'), await makeDomain(owner, 'https://dos.cl')]
  const all = await generate(owner)
  const own = await generate(owner, { domainId: one })
  await publish(owner, all.id)
  await publish(owner, own.id)
  const version = async (query: string) =>
    (await api.anyone.get(`/public/policies/${owner.slug}/cookies${query}`)).data?.version
  assert.deepEqual(
    [await version(''), await version(`?domainId=${one}`), await version(`?domainId=${two}`)],
    [all.version, own.version, all.version],
  )
  assert.equal(await version(`?domainId=${NOBODY}`), undefined)
})

test("the stages of an approval read the policy's completeness and cookies", async () => {
  const owner = await api.tenant()
  await publishNotice(owner, [{ key: 'ads', name: 'Publicidad', cookies: [{ name: '_fbp' }] }])
  await makeFlowFor(owner, 'COOKIE_POLICY', [
    { name: 'Sin cookies', order: 1, conditions: [{ field: 'cookieCount', operator: 'eq', value: 0 }] },
    { name: 'Incompleta', order: 2, conditions: [{ field: 'completeness', operator: 'lt', value: 100 }] },
  ])
  const { data } = await publish(owner, (await generate(owner)).id)
  const instance = (await owner.get(`/workflow-instances/${data.workflowInstanceId}`)).data
  const stage = instance.definitionSnapshot.stages.find(
    ({ id }: { id: string }) => id === instance.currentStageId,
  )
  assert.equal(stage.name, 'Incompleta', 'the stage for policies without cookies is skipped')
})

test('of two drafts approved at once one stays published, and a second approval says why it fails', async () => {
  const owner = await api.tenant()
  await makeFlowFor(owner, 'COOKIE_POLICY', [{ name: 'Firma', order: 1 }])
  const drafts = [await generate(owner), await generate(owner), await generate(owner)]
  const instances: string[] = []
  for (const { id } of drafts) instances.push((await publish(owner, id)).data.workflowInstanceId)
  const replies = await Promise.all(instances.map((instance) => act(owner, instance, 'APPROVE')))
  assert.deepEqual(
    replies.map(({ data }) => data?.status),
    ['COMPLETED', 'COMPLETED', 'COMPLETED'],
  )
  const found = (await owner.get('/cookie-policy/versions')).data.items
  const states = found.map(({ status }: { status: string }) => status).sort()
  assert.deepEqual(states, ['ARCHIVED', 'ARCHIVED', 'PUBLISHED'])
})

test('a publication and a deletion at once: one of them happens', async () => {
  const owner = await api.tenant()
  const { id } = await generate(owner)
  const replies = await Promise.all([publish(owner, id), owner.delete(`/cookie-policy/${id}`)])
  const [published, deleted] = replies.map(({ status }) => status)
  assert.ok((published === 200) !== (deleted === 200), `${published} and ${deleted}`)
  assert.equal((await owner.get(`/cookie-policy/${id}`)).status, published === 200 ? 200 : 404)
})

test('every step writes an audit row, without the text', async () => {
  const owner = await api.tenant()
  const [first, second] = [await generate(owner), await generate(owner)]
  await owner.put(`/cookie-policy/${first.id}`, { customTitle: 'Galletas' })
  await publish(owner, first.id)
  await publish(owner, second.id)
  const gone = await generate(owner)
  await owner.delete(`/cookie-policy/${gone.id}`)
  const rows = await api.access.asSystem('a test reads the audit log', (db) =>
    db
      .selectFrom('audit_log')
      .select(['action', 'entity_id', 'changes'])
      .where('tenant_id', '=', owner.tenantId)
      .where('entity_type', '=', 'cookie_policy')
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  )
  const actions = (id: string) => rows.filter(({ entity_id }) => entity_id === id).map(({ action }) => action)
  assert.deepEqual(actions(first.id), ['generate', 'update', 'publish', 'archive'])
  assert.deepEqual(actions(second.id), ['generate', 'publish'])
  assert.deepEqual(actions(gone.id), ['generate', 'delete'])
  assert.ok(rows.every(({ changes }) => !('content' in changes)))
  const update = rows.find(({ action }) => action === 'update')!
  assert.deepEqual(update.changes.custom_title, { old: null, new: 'Galletas' })
})
