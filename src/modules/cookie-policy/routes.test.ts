import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDomain, NOBODY } from '#test/kit/activities.ts'
import { act, makeFlowFor, publishNotice, SKIPPED } from '#test/kit/policies.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { SECTION_KEYS } from './rules.ts'

const api = await openService()

const NECESSARY = {
  key: 'necessary',
  name: 'Necesarias',
  required: true,
  cookies: [{ name: 'sid', provider: 'Propia', duration: 'Sesión', description: 'Mantiene la sesión' }],
}
const ANALYTICS = {
  key: 'analytics',
  name: 'Medición de uso',
  cookies: [{ name: '_ga', provider: 'Google', duration: '2 años', description: 'Distingue visitas' }],
}

const generate = async (person: Person, body?: object) => {
  const reply = await person.post('/cookie-policy/generate', body)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.data
}
/** Leaves out the addresses, which only this call returns. */
const read = async (person: Person, id: string) => {
  const { pageUrl: _page, embedCode: _code, ...policy } = (await person.get(`/cookie-policy/${id}`)).data
  return policy
}
const publish = (person: Person, id: string, body?: object) =>
  person.post(`/cookie-policy/${id}/publish`, body)
const statuses = async (person: Person) =>
  (await person.get('/cookie-policy/versions')).data.items.map(({ status }: { status: string }) => status)

test('a policy is generated from the cookies of the published notices', async () => {
  const ana = await api.tenant({ name: 'Tienda Sur SpA' })
  const empty = await generate(ana)
  assert.deepEqual(Object.keys(empty.content), SECTION_KEYS)
  assert.deepEqual(
    [empty.version, empty.status, empty.language, empty.cookies, empty.domainId],
    [1, 'DRAFT', 'es', [], null],
  )
  assert.match(empty.content.cookies.content, /\[COMPLETAR: /)

  await publishNotice(ana, [NECESSARY, ANALYTICS])
  await ana.post('/consent/notices', {
    name: 'Sin publicar',
    purposes: [{ key: 'ads', name: 'Publicidad', cookies: [{ name: 'ads' }] }],
  })
  const policy = await generate(ana)
  assert.deepEqual(policy.cookies, [
    {
      name: 'sid',
      provider: 'Propia',
      purpose: 'Necesarias',
      category: 'necessary',
      duration: 'Sesión',
      description: 'Mantiene la sesión',
    },
    {
      name: '_ga',
      provider: 'Google',
      purpose: 'Medición de uso',
      category: 'analytics',
      duration: '2 años',
      description: 'Distingue visitas',
    },
  ])
  assert.match(
    policy.content.cookies.content,
    /<caption>Cookies de «Medición de uso»<\/caption>.*_ga.*Google.*2 años/s,
  )
  assert.match(
    policy.content.consent.content,
    /Necesarias.*Interés legítimo.*No.*Medición de uso.*Consentimiento.*Sí/s,
  )
  assert.ok(policy.completeness.percentage > empty.completeness.percentage)
  const english = await generate(ana, { language: 'en' })
  assert.match(english.content.about.content, /Cookies are small files/)
  for (const language of ['fr', '']) {
    assert.equal((await ana.post('/cookie-policy/generate', { language })).status, 422)
  }
})

test('recorded values are shown as text, never as markup', async () => {
  const ana = await api.tenant({ name: '<script>x</script>' })
  await publishNotice(ana, [{ key: 'k', name: '<img src=x>', cookies: [{ name: '<b>', provider: '"><i>' }] }])
  const text = JSON.stringify((await generate(ana)).content)
  assert.equal(/<script|<img|<b>|<i>/.test(text), false)
  assert.match(text, /&lt;img src=x&gt;/)
})

test('a policy covers one site or all sites of an entity; each reads its own', async () => {
  const ana = await api.tenant()
  const [one, two] = [await makeDomain(ana, 'https://uno.cl'), await makeDomain(ana, 'https://dos.cl')]
  await publishNotice(ana, [NECESSARY])
  await publishNotice(ana, [ANALYTICS], one)
  const [ofOne, ofTwo] = [await generate(ana, { domainId: one }), await generate(ana, { domainId: two })]
  const names = ({ cookies }: { cookies: { name: string }[] }) => cookies.map(({ name }) => name).sort()
  assert.deepEqual([names(ofOne), names(ofTwo)], [['_ga', 'sid'], ['sid']])
  assert.deepEqual([ofOne.version, ofTwo.version, ofOne.domainId], [1, 2, one])
  assert.match(ofOne.content.sites.content, /https:\/\/uno\.cl/)
  const all = await generate(ana)
  assert.deepEqual([all.version, names(all)], [3, ['_ga', 'sid']])
  const current = async (query = '') => (await ana.get(`/cookie-policy/current${query}`)).data?.id
  assert.deepEqual(
    [await current(), await current(`?domainId=${one}`), await current(`?domainId=${two}`)],
    [all.id, ofOne.id, ofTwo.id],
  )
  const versions = async (query = '') =>
    (await ana.get(`/cookie-policy/versions${query}`)).data.pagination.total
  assert.deepEqual(
    [await versions(), await versions(`?domainId=${one}`), await versions('?domainId=nada')],
    [3, 1, 0],
  )
  for (const query of ['?domainId=nada', `?domainId=${NOBODY}`, `?legalEntityId=${NOBODY}`]) {
    assert.equal((await ana.get(`/cookie-policy/current${query}`)).status, 404, query)
  }

  for (const { id } of [ofOne, ofTwo, all]) assert.equal((await publish(ana, id)).status, 200)
  assert.deepEqual(
    await statuses(ana),
    ['PUBLISHED', 'PUBLISHED', 'PUBLISHED'],
    'one for each site and one for all',
  )
  const shown = (await ana.get(`/domains/${one}`)).data.policies
  assert.deepEqual(shown, [{ id: ofOne.id, kind: 'COOKIE', version: 1, status: 'PUBLISHED' }])

  assert.equal((await ana.delete(`/domains/${one}`)).status, 200)
  assert.deepEqual(
    [(await read(ana, ofOne.id)).domainId, (await read(ana, ofOne.id)).status],
    [null, 'PUBLISHED'],
  )
  assert.equal(await current(), all.id)
})

test('an empty entity or domain counts as missing', async () => {
  const ana = await api.tenant()
  for (const kind of ['privacy-policy', 'cookie-policy']) {
    const made = await ana.post(`/${kind}/generate`, { legalEntityId: '', domainId: ' ' })
    assert.equal(made.status, 201, kind)
    const current = await ana.get(`/${kind}/current?legalEntityId=&domainId=`)
    assert.deepEqual([current.status, current.data.id], [200, made.data.id])
    const { data } = await ana.get(`/${kind}/versions?legalEntityId=`)
    assert.equal((data.items ?? data).length, 1)
  }
})

test('a domain or entity of another organisation, or of another entity, is impossible', async () => {
  const [ana, stranger] = [await api.tenant(), await api.tenant()]
  const foreign = await makeDomain(stranger, 'https://ajeno.cl')
  const own = await makeDomain(ana, 'https://propio.cl')
  const main = (await ana.get('/org/entities')).data.entities[0]
  const branch = (await ana.post('/org/entities', { workspaceId: main.workspaceId, name: 'Filial' })).data
  for (const body of [
    { domainId: foreign },
    { domainId: 'nada' },
    { domainId: NOBODY },
    { legalEntityId: NOBODY },
    { domainId: own, legalEntityId: branch.id },
    { domainId: own, legalEntityId: 'nada' },
  ]) {
    assert.equal((await ana.post('/cookie-policy/generate', body)).status, 422, JSON.stringify(body))
  }
  assert.equal((await generate(ana, { domainId: own, legalEntityId: main.id })).legalEntityId, main.id)
})

test('coverage shows which cookies in use the policy does not list', async () => {
  const ana = await api.tenant()
  const check = async (query = '') => (await ana.get(`/cookie-policy/check-coverage${query}`)).data
  assert.deepEqual(
    [(await check()).covered, (await check()).coverage, (await check()).policyId],
    [true, 100, null],
  )
  await publishNotice(ana, [NECESSARY])
  assert.deepEqual([(await check()).covered, (await check()).coverage], [false, 0])
  const { id } = await generate(ana)
  assert.deepEqual(
    [(await check()).covered, (await check()).coverage, (await check()).policyId],
    [true, 100, id],
  )
  const domainId = await makeDomain(ana, 'https://uno.cl')
  await publishNotice(ana, [ANALYTICS], domainId)
  for (const query of ['', `?domainId=${domainId}`]) {
    const { covered, coverage, missing, policyVersion } = await check(query)
    assert.deepEqual([covered, coverage, policyVersion], [false, 50, 1])
    assert.deepEqual(missing, [{ name: '_ga', provider: 'Google', purpose: 'Medición de uso' }])
  }
  await generate(ana, { domainId })
  assert.equal((await check(`?domainId=${domainId}`)).coverage, 100)
  const main = (await ana.get('/org/entities')).data.entities[0]
  const branch = (await ana.post('/org/entities', { workspaceId: main.workspaceId, name: 'Filial' })).data
  assert.equal((await check(`?domainId=${domainId}&legalEntityId=${main.id}`)).coverage, 100)
  for (const query of [
    '?domainId=nada',
    `?domainId=${NOBODY}`,
    `?legalEntityId=${NOBODY}`,
    `?domainId=${NOBODY}&legalEntityId=${main.id}`,
    `?domainId=${domainId}&legalEntityId=${branch.id}`,
  ]) {
    assert.equal((await ana.get(`/cookie-policy/check-coverage${query}`)).status, 404, query)
  }
})

test('a draft accepts texts, and a new list of cookies rewrites its section', async () => {
  const ana = await api.tenant()
  await publishNotice(ana, [ANALYTICS])
  const { id } = await generate(ana)
  const edit = (body: object) => ana.put(`/cookie-policy/${id}`, body)
  const reply = await edit({
    customTitle: 'Cookies',
    customSections: { about: { visible: false } },
    cookies: [{ name: 'carro', purpose: 'Compras' }],
  })
  assert.equal(reply.status, 200)
  assert.deepEqual(
    [reply.data.customTitle, reply.data.customSections],
    ['Cookies', { about: { visible: false } }],
  )
  assert.deepEqual(reply.data.cookies, [
    {
      name: 'carro',
      provider: null,
      purpose: 'Compras',
      category: 'Compras',
      duration: null,
      description: null,
    },
  ])
  assert.match(
    reply.data.content.cookies.content,
    /Cookies de «Compras».*carro.*\[COMPLETAR: proveedor de la cookie «carro»\]/s,
  )
  assert.deepEqual(await read(ana, id), reply.data)
  assert.equal((await edit({ customTitle: null })).data.customTitle, null)
  for (const nothing of [{}, { cookies: null }]) {
    assert.equal((await edit(nothing)).data.cookies[0].name, 'carro')
  }
  const bare = (await edit({ cookies: [{ name: 'a' }, { name: 'b', purpose: ' ', category: 'ads' }] })).data
  assert.deepEqual(
    bare.cookies.map(({ purpose, category }: Record<string, string>) => [purpose, category]),
    [
      [null, null],
      ['ads', 'ads'],
    ],
  )
  assert.match(bare.content.cookies.content, /<caption><mark>\[COMPLETAR: finalidad de estas cookies\]/)
  assert.match(bare.content.cookies.content, /Cookies de «ads»/)
  assert.equal((await edit({ customSections: { propia: { content: 'x' } } })).status, 200)
  for (const wrong of [
    { customTitle: 'x'.repeat(501) },
    { cookies: [{ purpose: 'x' }] },
    { cookies: [{ name: ' ', purpose: 'x' }] },
    { cookies: 'carro' },
  ]) {
    assert.equal((await edit(wrong)).status, 400, JSON.stringify(wrong).slice(0, 60))
  }
})

test('without an own workflow it is published at once, and the earlier version is archived', async () => {
  const ana = await api.tenant()
  const [first, second] = [await generate(ana), await generate(ana)]
  const reply = await publish(ana, first.id, { notes: 'Primera' })
  const policy = await read(ana, first.id)
  assert.deepEqual(
    [reply.status, reply.data],
    [
      200,
      {
        ...policy,
        workflowStarted: false,
        workflowInstanceId: null,
        message: 'La política de cookies quedó publicada.',
        warnings: reply.body.warnings,
      },
    ],
  )
  assert.deepEqual(
    [policy.status, policy.publishedBy, policy.publishNotes],
    ['PUBLISHED', ana.userId, 'Primera'],
  )
  assert.match(policy.content.policyInfo.content, /publicada el/)
  assert.equal((await publish(ana, second.id)).status, 200)
  assert.deepEqual(await statuses(ana), ['PUBLISHED', 'ARCHIVED'])
  for (const id of [first.id, second.id]) {
    for (const refused of [
      await publish(ana, id),
      await ana.put(`/cookie-policy/${id}`, {}),
      await ana.delete(`/cookie-policy/${id}`),
    ]) {
      assert.deepEqual([refused.status, refused.body.error.code], [409, 'CONFLICT'])
    }
  }
})

test('with an own workflow it waits for the approval; rejected, it stays a draft', async () => {
  const ana = await api.tenant({ plan: 'STARTER' })
  const flow = await makeFlowFor(ana, 'COOKIE_POLICY', [{ name: 'Firma', order: 1, requiredRole: 'DPO' }])
  const dpo = await ana.colleague('DPO')
  const { id } = await generate(ana)
  const first = (await publish(ana, id, { notes: 'x' })).data
  assert.deepEqual(
    [first.workflowStarted, first.id, first.status, first.publishedAt, first.publishNotes],
    [true, id, 'DRAFT', null, 'x'],
  )
  assert.match(first.message, /en aprobación/)
  assert.equal((await publish(ana, id)).status, 409)
  await act(dpo, first.workflowInstanceId, 'REJECT', 'No')
  assert.deepEqual([(await read(ana, id)).status, (await read(ana, id)).publishNotes], ['DRAFT', null])
  const second = (await publish(ana, id)).data
  assert.equal((await act(dpo, second.workflowInstanceId, 'APPROVE')).data.status, 'COMPLETED')
  assert.deepEqual(
    [(await read(ana, id)).status, (await read(ana, id)).publishedBy],
    ['PUBLISHED', dpo.userId],
  )

  const waiting = await generate(ana)
  const { workflowInstanceId } = (await publish(ana, waiting.id)).data
  assert.equal((await ana.delete(`/workflows/${flow}`)).status, 409)
  assert.deepEqual((await ana.delete(`/cookie-policy/${waiting.id}`)).body, { success: true })
  assert.equal((await ana.get(`/cookie-policy/${waiting.id}`)).status, 404)
  assert.equal((await ana.get(`/workflow-instances/${workflowInstanceId}`)).data.status, 'CANCELLED')
})

test('an approval without an applicable stage publishes at once', async () => {
  const ana = await api.tenant()
  await makeFlowFor(ana, 'COOKIE_POLICY', [SKIPPED])
  const { id } = await generate(ana)
  const { data } = await publish(ana, id)
  assert.deepEqual([data.workflowStarted, data.status], [true, 'PUBLISHED'])
  assert.match(data.message, /publicada/)
  assert.equal((await read(ana, id)).status, 'PUBLISHED')
})

test('simultaneous calls: versions do not repeat, a draft is published once, one of many stays published', async () => {
  const ana = await api.tenant()
  const made = await Promise.all(Array.from({ length: 8 }, () => generate(ana)))
  assert.deepEqual(made.map(({ version }) => version).sort(), [1, 2, 3, 4, 5, 6, 7, 8])
  const same = await Promise.all([publish(ana, made[0].id), publish(ana, made[0].id)])
  assert.deepEqual(same.map(({ status }) => status).sort(), [200, 409])
  const others = await Promise.all(made.slice(1).map(({ id }) => publish(ana, id)))
  assert.deepEqual(new Set(others.map(({ status }) => status)), new Set([200]))
  const found = await statuses(ana)
  assert.equal(found.filter((status: string) => status === 'PUBLISHED').length, 1)
  assert.equal(found.filter((status: string) => status === 'ARCHIVED').length, 7)
})

test("every role reads, approvers write; other organisations' policies are not found", async () => {
  const ana = await api.tenant()
  const [viewer, analyst, approver] = [
    await ana.colleague('VIEWER'),
    await ana.colleague('ANALYST'),
    await ana.colleague('APPROVER'),
  ]
  assert.equal((await analyst.post('/cookie-policy/generate', {})).status, 403)
  const { id } = await generate(approver)
  for (const path of [
    `/cookie-policy/${id}`,
    '/cookie-policy/current',
    '/cookie-policy/versions',
    '/cookie-policy/check-coverage',
  ]) {
    assert.equal((await viewer.get(path)).status, 200, path)
  }
  const stranger = await api.tenant()
  for (const [person, status] of [
    [analyst, 403],
    [stranger, 404],
  ] as const) {
    assert.equal((await person.put(`/cookie-policy/${id}`, {})).status, status)
    assert.equal((await publish(person, id)).status, status)
    assert.equal((await person.delete(`/cookie-policy/${id}`)).status, status)
  }
  assert.equal((await approver.put(`/cookie-policy/${id}`, {})).status, 200)
  assert.equal((await approver.delete(`/cookie-policy/${id}`)).status, 200)
  assert.equal((await approver.delete(`/cookie-policy/${id}`)).status, 404)
  assert.equal((await publish(approver, (await generate(approver)).id)).status, 200)
})

test('a cookie added later by a notice is drift, and two versions show what changed', async () => {
  const eva = await api.tenant({ name: 'Librería Austral' })
  const purpose = (...names: string[]) => [
    {
      key: 'medicion',
      name: 'Medición',
      cookies: names.map((name) => ({ name, provider: 'Google', duration: '1 año' })),
    },
  ]
  const noticeId = await publishNotice(eva, purpose('_ga'))
  const { id } = (await eva.post('/cookie-policy/generate')).data
  const drift = async () => (await eva.get(`/cookie-policy/${id}/drift`)).data
  assert.deepEqual([(await drift()).outdated, (await drift()).changes], [false, []])
  await eva.put(`/consent/notices/${noticeId}`, { purposes: purpose('_gid') })
  await eva.post(`/consent/notices/${noticeId}/publish`)
  const { outdated, changes, sections } = await drift()
  assert.equal(outdated, true)
  assert.match(changes[0], /usa la cookie «_gid», de Google, y la política no la informa/)
  assert.match(changes[1], /informa la cookie «_ga»/)
  const cookies = sections.find(({ key }: { key: string }) => key === 'cookies')
  assert.deepEqual([cookies.hasDrifted, cookies.isMandatory], [true, true])
  const next = (await eva.post('/cookie-policy/generate')).data
  const diff = (await eva.get(`/cookie-policy/${next.id}/diff?against=${id}`)).data
  const changed = diff.sections.filter(({ difference }: { difference: string }) => difference === 'changed')
  assert.ok(changed.some(({ key }: { key: string }) => key === 'cookies'))
  assert.ok(changed[0].stretches.length > 0)
  assert.equal(
    (await eva.get(`/cookie-policy/${next.id}/diff?against=${next.id.replace(/^./, 'f')}`)).status,
    404,
  )
  assert.match((await eva.get(`/cookie-policy/${id}`)).data.pageUrl, new RegExp(`/cookies/${eva.slug}$`))
})
