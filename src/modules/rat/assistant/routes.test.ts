import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeSystem, NOBODY } from '#test/kit/activities.ts'
import { openChatModel, refuse, say } from '#test/kit/chat-model.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { draftFromText } from './draft.ts'

const chat = await openChatModel()
/** One installation without a model, one with. */
const plain = await openService()
const clever = await openService({ AI_BASE_URL: chat.url, AI_API_KEY: 'llave', AI_MODEL: 'modelo-chico' })

const ask = (person: Person, body: object = { description: 'Boletín de ofertas a clientes' }) =>
  person.post('/rat/generate-from-ai', body)
const suggest = (
  person: Person,
  body: object = { field: 'legalBasis', activity: { name: 'Boletín de ofertas' } },
) => person.post('/rat/suggest-field', body)
const used = async (person: Person) => (await person.get('/settings/usage')).data.usage.aiQueries

/** Sets the count of this month. */
async function spend(person: Person, count: number): Promise<void> {
  await ask(person)
  await person.service.access.asSystem('a test spends the quota', (db) =>
    db.updateTable('ai_usage').set({ used: count }).where('tenant_id', '=', person.tenantId).execute(),
  )
}

// ── without a model ──

test('without a model the catalogue drafts an activity that can be saved unchanged', async () => {
  const ana = await plain.tenant({ plan: 'PROFESSIONAL' })
  const systemId = await makeSystem(ana)
  const reply = await ask(ana, { description: 'Control de asistencia con huella en la bodega', systemId })
  assert.equal(reply.status, 200)
  const { activity, rationale, source, quota } = reply.data
  assert.equal(source, 'catalog')
  assert.deepEqual(quota, { used: 1, limit: 100 })
  assert.ok(rationale.length > 50)
  assert.deepEqual([activity.legalBasis, activity.systemId], ['consent', systemId])
  assert.ok(activity.dataCategories.includes('biometric'))
  assert.equal((await ana.get('/rat/activities')).data.pagination.total, 0)
  const saved = await ana.post('/rat/activities', activity)
  assert.equal(saved.status, 201)
  assert.equal(
    (await ana.patch(`/rat/activities/${saved.data.id}/status`, { status: 'published' })).status,
    200,
  )
})

test('a proposal gives its confidence, sensitive data, need of an assessment (art. 15 ter) and near templates', async () => {
  const ana = await plain.tenant()
  const { data } = await ask(ana, { description: 'Gimnasio donde los socios entran poniendo la huella' })
  assert.ok(data.confidence >= 0.5 && data.confidence <= 1)
  assert.deepEqual([data.hasSensitiveData, data.dpiaRequired], [true, true])
  assert.equal(data.alternatives.length, 3)
  assert.equal(data.alternatives[0].templateId, 'control-biometrico')
  assert.match(data.activity.name, /los socios entran poniendo la huella/)
  assert.match(data.activity.purpose, /^Gimnasio donde los socios entran poniendo la huella\./)
})

test('answer and saved activity agree on sensitive data and assessment', async () => {
  const ana = await plain.tenant()
  const systemId = await makeSystem(ana, { dataCategories: [], hostingCountry: 'CL' })
  const town = await plain.tenant()
  const [entity] = (await town.get('/org/entities')).data.entities
  assert.equal((await town.patch(`/org/entities/${entity.id}`, { isPublicBody: true })).status, 200)
  const theirs = await makeSystem(town, { dataCategories: [], hostingCountry: 'CL' })
  for (const description of [
    'Municipalidad: ayudas sociales según el Registro Social de Hogares',
    'Hotel: registro de pasajeros con pasaporte',
    'Partido político: padrón de militantes',
    'la app que decide sola si te presta plata',
    'Peluquería: whatsapp de las clientas',
  ]) {
    const isPublic = description.startsWith('Municipalidad')
    const person = isPublic ? town : ana
    const { data } = await ask(person, { description, systemId: isPublic ? theirs : systemId })
    const saved = await person.post('/rat/activities', data.activity)
    assert.equal(saved.status, 201, JSON.stringify(saved.body))
    const { data: activity } = await person.get(`/rat/activities/${saved.data.id}`)
    assert.deepEqual(
      [activity.hasSensitiveData, activity.dpiaRequired],
      [data.hasSensitiveData, data.dpiaRequired],
      description,
    )
  }
})

test('art. 20: an unmarked public body is asked to be marked; a marked one needs no such words', async () => {
  const ana = await plain.tenant()
  const unmarked = (await ask(ana, { description: 'Municipalidad: permisos de circulación' })).data
  assert.equal(unmarked.activity.legalBasisArticle, '20')
  assert.match(unmarked.rationale, /no está marcada como organismo público/)
  const [entity] = (await ana.get('/org/entities')).data.entities
  await ana.patch(`/org/entities/${entity.id}`, { isPublicBody: true })
  const marked = (await ask(ana, { description: 'cámaras de seguridad en el edificio' })).data
  assert.deepEqual([marked.activity.legalBasis, marked.activity.legalBasisArticle], ['public_interest', '20'])
  assert.doesNotMatch(marked.rationale, /no está marcada/)
})

test('a description that says too little comes back unchanged, with nothing invented', async () => {
  const ana = await plain.tenant()
  const { status, data } = await ask(ana, { description: 'hacemos hartas cosas' })
  assert.equal(status, 200)
  assert.ok(data.confidence < 0.5)
  const { activity } = data
  assert.deepEqual([activity.name, activity.purpose], ['Hartas cosas', 'Hacemos hartas cosas.'])
  assert.deepEqual(
    [activity.legalBasis, activity.retentionPeriod, activity.dataCategories, activity.subjectCategories],
    [null, null, [], []],
  )
})

test('without a system the proposal has none', async () => {
  const ana = await plain.tenant()
  assert.equal((await ask(ana)).data.activity.systemId, null)
})

test('a field is suggested from the known fields of the activity', async () => {
  const ana = await plain.tenant({ plan: 'BUSINESS' })
  const { status, data } = await suggest(ana)
  assert.equal(status, 200)
  assert.deepEqual([data.field, data.source, data.quota], ['legalBasis', 'catalog', { used: 1, limit: 500 }])
  assert.equal(data.suggestions[0].value, 'consent')
  assert.ok(data.suggestions[0].reason.length > 0 && data.suggestions[0].confidence > 0)
})

test('the detail of an activity is accepted as a question', async () => {
  const ana = await plain.tenant()
  const { data } = await ana.post('/rat/activities/new/from-template', { templateId: 'newsletter' })
  const detail = (await ana.get(`/rat/activities/${data.id}`)).data
  const reply = await suggest(ana, { field: 'recipients', activity: detail })
  assert.equal(reply.status, 200)
  assert.ok(!reply.data.suggestions.some(({ value }: { value: string }) => detail.recipients.includes(value)))
})

// ── plan and quota ──

test('the Starter plan has no assistant: 403 FEATURE_DISABLED', async () => {
  const ana = await plain.tenant({ plan: 'STARTER' })
  for (const reply of [await ask(ana), await suggest(ana)]) {
    assert.deepEqual([reply.status, reply.body.error.code], [403, 'FEATURE_DISABLED'])
  }
  assert.equal(await used(ana), 0)
})

test('both kinds of question share one quota, and a used-up one is 402', async () => {
  const ana = await plain.tenant({ plan: 'PROFESSIONAL' })
  await spend(ana, 98)
  assert.deepEqual((await suggest(ana)).data.quota, { used: 99, limit: 100 })
  assert.deepEqual((await ask(ana)).data.quota, { used: 100, limit: 100 })
  for (const reply of [await ask(ana), await suggest(ana)]) {
    assert.deepEqual([reply.status, reply.body.error.code], [402, 'PLAN_LIMIT_REACHED'])
  }
  assert.equal(await used(ana), 100)
})

test('concurrent questions get exactly the remaining answers', async () => {
  const ana = await plain.tenant({ plan: 'PROFESSIONAL' })
  await spend(ana, 97)
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, index) => (index % 2 ? ask(ana) : suggest(ana))),
  )
  const answered = replies.filter(({ status }) => status === 200)
  assert.equal(answered.length, 3)
  assert.deepEqual(answered.map(({ data }) => data.quota.used).sort(), [100, 98, 99].sort())
  assert.ok(replies.every(({ status }) => status === 200 || status === 402))
  assert.equal(await used(ana), 100)
})

test('the quota starts again each month in Chile', async () => {
  const ana = await plain.tenant({ plan: 'PROFESSIONAL' })
  await spend(ana, 100)
  assert.equal((await ask(ana)).status, 402)
  const { clock } = plain
  // Chile is three hours behind in December: 02:30 UTC on the first is still the last of November there.
  const dates: [string, number][] = [
    ['2030-12-01T02:30:00Z', 1],
    ['2030-12-01T02:40:00Z', 2],
    ['2030-12-01T03:30:00Z', 1],
  ]
  try {
    for (const [instant, count] of dates) {
      clock.set(instant)
      // A token lasts a quarter of an hour, and this test spans years.
      const colleague = await ana.colleague('ANALYST')
      assert.equal((await ask(colleague)).data.quota.used, count, instant)
    }
  } finally {
    clock.release()
  }
})

test('a refusal costs nothing', async () => {
  const ana = await plain.tenant()
  const stranger = await plain.tenant()
  const foreign = await makeSystem(stranger)
  for (const systemId of [foreign, NOBODY, 'nada']) {
    const reply = await ask(ana, { description: 'Boletín', systemId })
    assert.deepEqual([reply.status, reply.body.error.details[0].path], [422, 'systemId'])
  }
  for (const body of [{}, { description: ' ' }, { description: 5 }, { description: 'x'.repeat(10_001) }]) {
    assert.equal((await ask(ana, body)).status, 400, JSON.stringify(body).slice(0, 50))
  }
  for (const body of [
    {},
    { field: 'legalBasis' },
    { field: 'riskLevel', activity: {} },
    { field: 'name', activity: [] },
  ]) {
    assert.equal((await suggest(ana, body)).status, 400, JSON.stringify(body))
  }
  const viewer = await ana.colleague('VIEWER')
  assert.equal((await ask(viewer)).status, 403)
  assert.equal((await suggest(viewer)).status, 403)
  assert.equal((await plain.anyone.post('/rat/suggest-field', {})).status, 401)
  assert.equal(await used(ana), 0)
})

test('a question repeated under its key gets the same answer and counts once', async () => {
  const ana = await clever.tenant()
  const headers = { 'idempotency-key': 'la-misma' }
  const body = { description: 'Boletín de ofertas' }
  chat.answerWith(say(JSON.stringify(drafted('Uno'))))
  const first = await ana.post('/rat/generate-from-ai', body, { headers })
  chat.answerWith(say(JSON.stringify(drafted('Otro'))))
  const again = await ana.post('/rat/generate-from-ai', body, { headers })
  assert.equal(first.data.activity.name, 'Uno')
  assert.deepEqual(again.body, first.body)
  assert.equal(await used(ana), 1)
})

// ── with a model ──

function drafted(name: string, fields: object = {}) {
  const { draft } = draftFromText('Boletín de ofertas')
  return { activity: { ...draft, name, ...fields }, rationale: 'Porque sí (art. 12).' }
}

test('the draft of a model is returned, checked and counted', async () => {
  const ana = await clever.tenant({ plan: 'PROFESSIONAL' })
  const systemId = await makeSystem(ana, { name: 'Correos', dataCategories: ['email'], hostingCountry: 'US' })
  chat.answerWith(
    say(
      `\`\`\`json\n${JSON.stringify({ ...drafted('Boletín del modelo', { invented: 1 }), extra: true })}\n\`\`\``,
    ),
  )
  const { status, data } = await ask(ana, { description: 'Boletín de ofertas', systemId })
  assert.equal(status, 200)
  assert.deepEqual(
    [data.source, data.activity.name, data.activity.systemId],
    ['model', 'Boletín del modelo', systemId],
  )
  assert.equal(data.rationale, 'Porque sí (art. 12).')
  assert.equal(data.activity.invented, undefined)
  assert.deepEqual(data.quota, { used: 1, limit: 100 })
  assert.equal((await ana.post('/rat/activities', data.activity)).status, 201)
})

test('a prompt contains the caller’s words and system, and nothing of others', async () => {
  const stranger = await clever.tenant({ name: 'Secreta Ltda.' })
  await makeSystem(stranger, { name: 'Sistema secreto' })
  await stranger.post('/rat/activities/new/from-template', { templateId: 'newsletter' })
  const ana = await clever.tenant({ name: 'Tienda Sur SpA' })
  await makeSystem(ana, { name: 'Otro sistema' })
  const systemId = await makeSystem(ana, { name: 'Correos Sur' })
  chat.answerWith(say(JSON.stringify(drafted('x'))))
  await ask(ana, { description: 'Boletín para vecinos', systemId })
  const sent = JSON.stringify(chat.asked)
  assert.match(sent, /Boletín para vecinos/)
  assert.match(sent, /Correos Sur/)
  for (const secret of ['secret', 'Otro sistema', 'Tienda Sur', ana.tenantId, ana.email, systemId]) {
    assert.ok(!sent.includes(secret), secret)
  }
})

test('an unlawful draft is sent back, and the better one is accepted', async () => {
  const ana = await clever.tenant()
  const answers = [
    drafted('Malo', { legalBasis: 'legitimate_interest', dataCategories: ['health'] }),
    drafted('Bueno', { legalBasis: 'consent', dataCategories: ['health'] }),
  ]
  chat.answerWith((asked, response) => say(JSON.stringify(answers.shift()))(asked, response))
  const { data } = await ask(ana)
  assert.deepEqual([data.source, data.activity.name, chat.asked.length], ['model', 'Bueno', 2])
  assert.match(chat.asked[1]!.messages.at(-1)!.content, /art\. 16/)
})

test('the draft of a model gets our legal corrections (arts. 16, 16 bis and 20)', async () => {
  const ana = await clever.tenant()
  const health = drafted('Fichas', {
    legalBasis: 'legal_obligation',
    legalBasisArticle: '13 b',
    dataCategories: ['health'],
  })
  chat.answerWith(say(JSON.stringify(health)))
  const gym = (await ask(ana, { description: 'gimnasio que anota lesiones' })).data
  assert.deepEqual(
    [gym.source, gym.activity.legalBasis, gym.activity.legalBasisArticle],
    ['model', 'consent', '16'],
  )
  assert.match(gym.rationale, /art\. 16 bis prohíbe/)
  assert.deepEqual([gym.hasSensitiveData, gym.dpiaRequired], [true, true])
  chat.answerWith(
    say(
      JSON.stringify(
        drafted('Plaza', {
          legalBasis: 'legitimate_interest',
          legalBasisArticle: '13 d',
          dataCategories: ['location'],
        }),
      ),
    ),
  )
  const square = (await ask(ana, { description: 'cámaras de la municipalidad en la plaza' })).data
  assert.deepEqual([square.activity.legalBasis, square.activity.legalBasisArticle], ['public_interest', '20'])
})

for (const [title, answer] of [
  ['answers 500', refuse(500)],
  ['answers garbage', say('no sé')],
  ['answers half', say('{"activity":{"name":"x"')],
  ['forgets fields', say(JSON.stringify({ activity: { name: 'x' }, rationale: 'y' }))],
  ['invents a category', say(JSON.stringify(drafted('x', { dataCategories: ['dna'] })))],
] as const) {
  test(`when the model ${title} the catalogue answers and nothing is counted`, async () => {
    const ana = await clever.tenant({ plan: 'PROFESSIONAL' })
    await spend(ana, 41)
    chat.answerWith(answer)
    for (const reply of [await ask(ana), await suggest(ana)]) {
      assert.equal(reply.status, 200)
      assert.deepEqual([reply.data.source, reply.data.quota], ['catalog', { used: 41, limit: 100 }])
    }
    assert.equal(await used(ana), 41)
  })
}

test('a model suggests values within the closed lists', async () => {
  const ana = await clever.tenant()
  const suggestion = { value: 'contract', reason: 'Hay un contrato', confidence: 0.8 }
  chat.answerWith(say(JSON.stringify({ suggestions: [suggestion] })))
  const { data } = await suggest(ana)
  assert.deepEqual([data.source, data.suggestions, data.quota.used], ['model', [suggestion], 1])
  chat.answerWith(say(JSON.stringify({ suggestions: [{ ...suggestion, value: 'whatever' }] })))
  assert.equal((await suggest(ana)).data.source, 'catalog')
  const free = await suggest(ana, { field: 'recipients', activity: { name: 'Boletín' } })
  assert.deepEqual([free.data.source, free.data.suggestions[0].value], ['model', 'whatever'])
  assert.equal(await used(ana), 2)
})

test('the last query of the month can go to a model, and a failed one is given back', async () => {
  const ana = await clever.tenant({ plan: 'PROFESSIONAL' })
  await spend(ana, 99)
  chat.answerWith(refuse(503))
  assert.deepEqual((await ask(ana)).data.quota, { used: 99, limit: 100 })
  chat.answerWith(say(JSON.stringify(drafted('x'))))
  assert.deepEqual((await ask(ana)).data.quota, { used: 100, limit: 100 })
  assert.equal((await ask(ana)).status, 402)
  assert.equal(chat.asked.length, 1)
})
