import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { MINUTE_MS } from '#kernel/dates.ts'
import { makeActivity, makeDomain, makeSystem, NOBODY } from '#test/kit/activities.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { SECTION_KEYS } from './rules.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA' })

const generate = async (person: Person = ana, body?: object) => {
  const reply = await person.post('/privacy-policy/generate', body)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.data
}

async function entityOf(person: Person) {
  return (await person.get('/org/entities')).data.entities.at(-1)
}

async function publishActivity(person: Person, fields: object = {}): Promise<string> {
  const id = await makeActivity(person, fields)
  const reply = await person.patch(`/rat/activities/${id}/status`, { status: 'published' })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return id
}

async function publishNotice(person: Person, name = 'Banner'): Promise<string> {
  const notice = await person.post('/consent/notices', {
    name,
    purposes: [{ key: 'analytics', name: 'Medición de uso', description: 'Qué páginas sirven' }],
  })
  assert.equal((await person.post(`/consent/notices/${notice.data.id}/publish`)).status, 200)
  return notice.data.id
}

test('a policy can be generated without any records, with or without a body', async () => {
  const first = await generate()
  assert.deepEqual(
    [first.version, first.status, first.language, first.customSections, first.createdBy],
    [1, 'DRAFT', 'es', {}, ana.userId],
  )
  assert.deepEqual(Object.keys(first.content), SECTION_KEYS)
  assert.deepEqual(Object.keys(first.content.controller), ['title', 'content'])
  assert.deepEqual(first.completeness, { filled: 3, total: 14, percentage: 21 })
  assert.match(first.content.contact.content, /\[COMPLETAR: domicilio postal\]/)
  const entity = await entityOf(ana)
  assert.equal(first.legalEntityId, entity.id)
  assert.equal((await generate(ana, {})).version, 2)
  assert.equal((await generate(ana, { legalEntityId: null, language: null })).version, 3)
  const { pageUrl: _page, embedCode: _code, ...read } = (await ana.get(`/privacy-policy/${first.id}`)).data
  assert.deepEqual(read, first)
})

test('completeness rises with every record, up to 100', async () => {
  const rosa = await api.tenant({ name: 'Clínica Sur' })
  const levels = [(await generate(rosa)).completeness.percentage]
  const rise = async (what: string) => {
    levels.push((await generate(rosa)).completeness.percentage)
    assert.ok(levels.at(-1)! > levels.at(-2)!, `${what}: ${levels}`)
  }
  const entity = await entityOf(rosa)
  await rosa.patch(`/org/entities/${entity.id}`, {
    legalRepName: 'Rosa Paz',
    dpoName: 'Luis',
    dpoEmail: 'dpo@clinica.cl',
  })
  await rise('the legal representative')
  await rosa.patch(`/org/entities/${entity.id}`, {
    postalAddress: 'Arica 1',
    arcoPublicEmail: 'datos@clinica.cl',
  })
  await rise('the address')
  const systemId = await makeSystem(rosa, {
    name: 'Ficha clínica',
    securityMeasures: ['ENCRYPTION', 'Guardia nocturna'],
  })
  await rise('a system with its measures')
  const activityId = await publishActivity(rosa, { systemId })
  await rise('a published activity')
  await rosa.put(`/rat/activities/${activityId}`, { dataSource: 'El paciente' })
  await rise('the origin of the data')
  await makeDomain(rosa, 'https://www.clinicasur.cl')
  await publishNotice(rosa)
  await rise('a domain and a consent notice')
  assert.equal(levels.at(-1), 100)

  const { content } = await generate(rosa, { language: 'en' })
  assert.match(content.controller.content, /The controller of the data is <strong>Clínica Sur<\/strong>/)
  assert.match(content.security.content, /Encryption.*Guardia nocturna/s)
  assert.match(content.cookies.content, /https:\/\/www\.clinicasur\.cl.*Medición de uso/s)
})

test('the text contains only the organisation’s published activities, with processors and places abroad', async () => {
  const eva = await api.tenant()
  const systemId = await makeSystem(eva, { name: 'CRM', vendor: 'Nube Inc', hostingCountry: 'US' })
  await publishActivity(eva, {
    systemId,
    name: 'Ventas',
    internationalTransfer: { exists: true, country: 'US', mechanism: 'contractual_clauses' },
  })
  await makeActivity(eva, { systemId, name: 'En borrador' })
  await publishActivity(eva, { systemId, name: 'Por encargo', controllerRole: 'encargado' })
  const { content } = await generate(eva)
  const { processing, transfers } = content
  assert.match(processing.content, /Ventas.*Nube Inc/s)
  assert.equal(/En borrador|Por encargo/.test(JSON.stringify(content)), false)
  assert.match(transfers.content, /Ventas.*Estados Unidos.*Nube Inc.*CRM.*Cláusulas contractuales/s)
})

test('recorded text is shown as text, never as markup', async () => {
  const mal = await api.tenant({ name: '<script>alert(1)</script> SpA' })
  await publishActivity(mal, { name: '<img src=x onerror=alert(1)>', recipients: ['"><b>x'] })
  const text = JSON.stringify((await generate(mal)).content)
  assert.equal(/<script|<img|<b>/.test(text), false)
  assert.match(text, /&lt;script&gt;alert\(1\)&lt;\/script&gt; SpA/)
})

test('the language is es or en; another one is impossible, a number is malformed', async () => {
  assert.equal((await generate(ana, { language: 'en' })).content.rights.title, 'Your rights')
  for (const [language, status] of [
    ['fr', 422],
    ['', 422],
    ['ES', 422],
    [5, 400],
  ] as const) {
    const reply = await ana.post('/privacy-policy/generate', { language })
    assert.deepEqual([reply.status, reply.body.error.code], [status, 'VALIDATION_ERROR'], String(language))
    assert.equal(reply.body.error.details[0].path, 'language')
  }
})

test('an entity that is missing, malformed or of another organisation is impossible', async () => {
  const foreign = await entityOf(await api.tenant())
  for (const legalEntityId of [NOBODY, 'nada', foreign.id]) {
    const reply = await ana.post('/privacy-policy/generate', { legalEntityId })
    assert.deepEqual([reply.status, reply.body.error.details[0].path], [422, 'legalEntityId'])
  }
})

test('each entity numbers its own versions; current and versions use the main entity by default', async () => {
  const owner = await api.tenant()
  const main = await entityOf(owner)
  const branch = (await owner.post('/org/entities', { workspaceId: main.workspaceId, name: 'Filial Norte' }))
    .data
  assert.equal((await owner.get('/privacy-policy/current')).status, 404)
  assert.deepEqual((await owner.get('/privacy-policy/versions')).data, [])
  const [one, two, other] = [
    await generate(owner),
    await generate(owner),
    await generate(owner, { legalEntityId: branch.id }),
  ]
  assert.deepEqual([one.version, two.version, other.version], [1, 2, 1])
  assert.match(other.content.controller.content, /Filial Norte/)
  assert.equal((await owner.get('/privacy-policy/current')).data.id, two.id)
  assert.equal((await owner.get(`/privacy-policy/current?legalEntityId=${branch.id}`)).data.id, other.id)
  const versions = (await owner.get('/privacy-policy/versions')).data
  assert.deepEqual(
    versions.map(({ id, version }: { id: string; version: number }) => [id, version]),
    [
      [two.id, 2],
      [one.id, 1],
    ],
  )
  assert.deepEqual(
    [versions[0].status, versions[0].publishedAt, versions[0].publishedBy, versions[0].publishNotes],
    ['DRAFT', null, null, null],
  )
  assert.equal((await owner.get(`/privacy-policy/versions?legalEntityId=${branch.id}`)).data.length, 1)
  for (const id of [NOBODY, 'nada']) {
    assert.equal((await owner.get(`/privacy-policy/current?legalEntityId=${id}`)).status, 404)
    assert.deepEqual((await owner.get(`/privacy-policy/versions?legalEntityId=${id}`)).data, [])
  }
})

test('concurrent generations get a version each, and the list shows at most fifty', async () => {
  const owner = await api.tenant()
  const made = []
  for (let n = 0; n < 4; n += 1)
    made.push(...(await Promise.all(Array.from({ length: 13 }, () => generate(owner)))))
  assert.deepEqual(
    made.map(({ version }) => version).sort((a, b) => a - b),
    Array.from({ length: 52 }, (_, n) => n + 1),
  )
  const versions = (await owner.get('/privacy-policy/versions')).data
  assert.deepEqual([versions.length, versions[0].version, versions.at(-1).version], [50, 52, 3])
})

test('a draft takes a title, an introduction and sections; absent fields stay and null clears', async () => {
  const { id } = await generate()
  const customSections = {
    security: { visible: false },
    contact: { title: 'Escríbanos', content: 'Texto propio' },
  }
  const patched = await ana.patch(`/privacy-policy/${id}`, {
    customTitle: 'Sus datos',
    customIntro: 'Hola',
    customSections,
  })
  assert.deepEqual([patched.status, patched.body], [200, { success: true }])
  const read = async () => (await ana.get(`/privacy-policy/${id}`)).data
  const policy = await read()
  assert.deepEqual(
    [policy.customTitle, policy.customIntro, policy.customSections],
    ['Sus datos', 'Hola', customSections],
  )
  assert.equal(
    policy.gaps.some(({ section }: { section: string }) => section === 'contact'),
    false,
  )
  await ana.patch(`/privacy-policy/${id}`, { customTitle: null })
  assert.deepEqual([(await read()).customTitle, (await read()).customIntro], [null, 'Hola'])
  await ana.patch(`/privacy-policy/${id}`, { customSections: null })
  assert.deepEqual((await read()).customSections, {})
  assert.deepEqual((await ana.patch(`/privacy-policy/${id}`, {})).body, { success: true })
})

test('bounds of an edit: title 500, introduction 5000; added sections are kept', async () => {
  const { id } = await generate()
  const edit = (body: object) => ana.patch(`/privacy-policy/${id}`, body)
  assert.equal((await edit({ customTitle: 'x'.repeat(500), customIntro: 'x'.repeat(5000) })).status, 200)
  for (const wrong of [
    { customTitle: 'x'.repeat(501) },
    { customIntro: 'x'.repeat(5001) },
    { customTitle: 5 },
    { customSections: [] },
    { customSections: { security: 1 } },
    { customSections: { security: [] } },
    { customSections: { security: 'x'.repeat(200_001) } },
    { customSections: { security: { visible: 'false' } } },
    { customSections: { security: { title: 'x'.repeat(501) } } },
  ]) {
    assert.equal((await edit(wrong)).status, 400, JSON.stringify(wrong).slice(0, 80))
  }
  assert.equal((await edit({ customSections: { propia: { visible: false } } })).status, 200)
  const short = { security: 'Nuestras medidas', cookies: false, rights: true, contact: null }
  assert.equal((await edit({ customSections: short })).status, 200)
  assert.deepEqual((await ana.get(`/privacy-policy/${id}`)).data.customSections, short)
})

test('two versions are compared section by section', async () => {
  const owner = await api.tenant()
  const old = await generate(owner)
  await publishActivity(owner)
  const fresh = await generate(owner)
  const { status, data } = await owner.get(`/privacy-policy/${fresh.id}/diff?against=${old.id}`)
  assert.equal(status, 200)
  assert.deepEqual([data.before.version, data.after.version, data.introChanged], [1, 2, false])
  const differing = Object.fromEntries(
    data.sections.map((one: { key: string; difference: string }) => [one.key, one.difference]),
  )
  assert.deepEqual(
    [differing.processing, differing.rights, differing.retention],
    ['changed', 'unchanged', 'changed'],
  )
  const hidden = { rights: { visible: false }, cookies: { visible: false } }
  await owner.patch(`/privacy-policy/${fresh.id}`, { customSections: hidden })
  const again = await owner.get(`/privacy-policy/${fresh.id}/diff?against=${old.id}`)
  const difference = (wanted: string) =>
    again.data.sections.find(({ key }: { key: string }) => key === wanted).difference
  assert.deepEqual([difference('cookies'), difference('rights')], ['removed', 'unchanged'], 'art. 14 ter f)')
  assert.equal((await owner.get(`/privacy-policy/${fresh.id}/diff`)).status, 400)
  for (const against of [NOBODY, 'nada', (await generate()).id]) {
    assert.equal((await owner.get(`/privacy-policy/${fresh.id}/diff?against=${against}`)).status, 404)
  }
})

test('the current policy lists the changes since it was written', async () => {
  const owner = await api.tenant()
  const kept = await publishActivity(owner, { name: 'Ventas' })
  const gone = await publishActivity(owner, { name: 'Sorteo' })
  await generate(owner)
  const current = async () => (await owner.get('/privacy-policy/current')).data
  assert.deepEqual([(await current()).outdated, (await current()).changes], [false, []])

  await owner.post(`/rat/activities/${kept}/calculate-risk`, {
    riskFactors: { dataVolume: 'high', sensitiveData: true },
  })
  await makeActivity(owner, { name: 'En borrador' })
  assert.equal((await current()).outdated, false, 'a fact that the text does not show does not change it')

  await owner.put(`/rat/activities/${kept}`, { retentionPeriod: '5_years' })
  await owner.patch(`/rat/activities/${gone}/status`, { status: 'archived' })
  await publishActivity(owner, { name: 'Nómina' })
  await publishNotice(owner, 'Banner')
  const entity = await entityOf(owner)
  await owner.patch(`/org/entities/${entity.id}`, { postalAddress: 'Arica 1' })
  const { outdated, changes } = await current()
  assert.equal(outdated, true)
  assert.deepEqual(changes, [
    'Cambió la actividad «Ventas».',
    'Se agregó la actividad «Nómina».',
    'La actividad «Sorteo» ya no está publicada.',
    'Cambiaron los datos de la entidad legal (nombre, RUT, representante, delegado, domicilio, correos o si es un órgano público).',
    'Se publicó el aviso de consentimiento «Banner».',
  ])
  await generate(owner)
  assert.equal((await current()).outdated, false)
})

test('an unchanged register is not read again; a change is noticed at once', async () => {
  const owner = await api.tenant()
  const id = await publishActivity(owner, { name: 'Ventas' })
  await generate(owner)
  const changes = async () => (await owner.get('/privacy-policy/current')).data.changes
  const rename = (name: string) =>
    api.access.asSystem('a test changes a record behind the back of the audit log', (db) =>
      db
        .updateTable('activities')
        .set({ name })
        .where('tenant_id', '=', owner.tenantId)
        .where('id', '=', id)
        .execute(),
    )
  await rename('Ventas A')
  assert.deepEqual(await changes(), ['Cambió la actividad «Ventas A».'], 'the log changed a moment ago')
  api.clock.advance(2 * MINUTE_MS)
  assert.deepEqual(await changes(), ['Cambió la actividad «Ventas A».'])
  await rename('Ventas B')
  assert.deepEqual(await changes(), ['Cambió la actividad «Ventas A».'], 'kept: the log is as it was')
  await owner.put(`/rat/activities/${id}`, { retentionPeriod: '5_years' })
  assert.deepEqual(await changes(), ['Cambió la actividad «Ventas B».'])
  api.clock.release()
})

test('a large register is grouped, and its policy stays small', async () => {
  const owner = await api.tenant()
  const systemId = await makeSystem(owner)
  const kept = await publishActivity(owner, { systemId, name: 'Original', purpose: 'Vender' })
  await api.access.asSystem('a test fills the register', (db) =>
    sql`insert into activities select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(),
        'name', 'Copia ' || n, 'purpose', 'Finalidad ' || (n % 300)))).*
      from activities a, generate_series(1, 600) n
      where a.tenant_id = ${owner.tenantId} and a.id = ${kept}`.execute(db),
  )
  const policy = await generate(owner)
  assert.match(policy.content.processing.content, /agrupadas por finalidad/)
  assert.match(policy.content.processing.content, /Otras finalidades/)
  assert.ok(JSON.stringify(policy).length < 300_000)
  assert.equal((await owner.get('/privacy-policy/current')).data.outdated, false)
  await owner.put(`/rat/activities/${kept}`, { recipients: ['Banco Sur'] })
  const { outdated, changes } = (await owner.get('/privacy-policy/current')).data
  assert.equal(outdated, true)
  assert.equal(changes.length, 1)
  assert.match(changes[0], /^Cambiaron las actividades con la finalidad «/)
})

test('every role reads, analysts write; policies of others are not found', async () => {
  const [viewer, analyst] = [await ana.colleague('VIEWER'), await ana.colleague('ANALYST')]
  const { id } = await generate(analyst)
  for (const path of [`/privacy-policy/${id}`, '/privacy-policy/current', '/privacy-policy/versions']) {
    assert.equal((await viewer.get(path)).status, 200, path)
  }
  assert.equal((await viewer.post('/privacy-policy/generate')).status, 403)
  assert.equal((await viewer.patch(`/privacy-policy/${id}`, {})).status, 403)
  assert.equal((await viewer.post(`/privacy-policy/${id}/publish`)).status, 403)
  const stranger = await api.tenant()
  assert.equal((await stranger.get(`/privacy-policy/${id}`)).status, 404)
  assert.equal((await stranger.patch(`/privacy-policy/${id}`, {})).status, 404)
  assert.equal((await stranger.post(`/privacy-policy/${id}/publish`)).status, 404)
  assert.equal((await api.anyone.get('/privacy-policy/current')).status, 401)
})

test('the drift view shows the records beside the policy and marks the changes', async () => {
  const eva = await api.tenant({ name: 'Librería Austral' })
  const { id } = (await eva.post('/privacy-policy/generate')).data
  await eva.patch(`/privacy-policy/${id}`, {
    customSections: { security: '<p>Ciframos todo.</p>', cookies: false, propia: 'Lo nuestro' },
  })
  const drift = async () => (await eva.get(`/privacy-policy/${id}/drift`)).data
  const sectionOf = ({ sections }: { sections: { key: string }[] }, wanted: string) =>
    sections.find(({ key }) => key === wanted) as unknown as Record<string, never>
  const before = await drift()
  assert.deepEqual([before.outdated, before.changes], [false, []])
  assert.ok(before.sections.every(({ hasDrifted }: { hasDrifted: boolean }) => !hasDrifted))
  const security = sectionOf(before, 'security')
  assert.deepEqual([security['isOwn'], security['isMandatory']], [true, true])
  assert.match(String(security['article']), /14 ter letra e/)
  assert.equal(sectionOf(before, 'cookies')['isHidden'], true)
  assert.deepEqual(
    [sectionOf(before, 'propia')['article'], sectionOf(before, 'propia')['records']],
    [null, null],
  )

  const [entity] = (await eva.get('/org/entities')).data.entities
  await eva.patch(`/org/entities/${entity.id}`, { postalAddress: 'Av. Alemania 0945, Temuco' })
  const after = await drift()
  assert.equal(after.outdated, true)
  assert.match(after.changes[0], /datos de la entidad legal/)
  const contact = sectionOf(after, 'contact') as unknown as {
    hasDrifted: boolean
    stretches: { kind: string; text: string }[]
  }
  assert.equal(contact.hasDrifted, true)
  assert.ok(contact.stretches.some(({ kind, text }) => kind === 'added' && text.includes('Alemania 0945')))
  assert.equal((await (await api.tenant()).get(`/privacy-policy/${id}/drift`)).status, 404)

  const { pageUrl, embedCode } = (await eva.get(`/privacy-policy/${id}`)).data
  assert.ok(pageUrl.endsWith(`/politica/${eva.slug}`))
  assert.match(embedCode, /data-resguardo-politica=".+politica\.js/s)
  const english = (await eva.post('/privacy-policy/generate', { language: 'en' })).data
  assert.match((await eva.get(`/privacy-policy/${english.id}`)).data.pageUrl, /\?language=en$/)
})
