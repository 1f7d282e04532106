import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { makeActivity, makeSystem, newActivity } from '#test/kit/activities.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { articlesOf, BASIS_ARTICLES, basisWords } from '../knowledge/bases.ts'
import { LEGAL_BASES } from '../rules.ts'

const api = await openService({ DEFAULT_PLAN: 'ENTERPRISE' })
let ana: Person
let systemId: string
let muni: string
let main: string

before(async () => {
  ana = await api.tenant()
  systemId = await makeSystem(ana)
  const { entities } = (await ana.get('/org/entities')).data
  main = entities[0].id
  const { workspaceId } = entities[0]
  const body = { workspaceId, name: 'Municipalidad de Prueba', isPublicBody: true }
  muni = (await ana.post('/org/entities', body)).data.id
})

const show = async (id: string) => (await ana.get(`/rat/activities/${id}`)).data
const keysOf = (list: { key: string }[]) => list.map(({ key }) => key)
const CLINICAL = {
  dataCategories: ['name', 'health'],
  legalBasis: 'legal_obligation',
  legalNorm: 'Ley 20.584',
}

// ── screening, art. 15 ter ──

test('art. 15 ter d): new and changed activities are screened automatically', async () => {
  const reply = await ana.post('/rat/activities', newActivity(systemId, CLINICAL))
  assert.equal(reply.data.dpiaRequired, true)
  assert.deepEqual(keysOf(reply.data.dpiaReasons), ['sensitive_without_consent'])
  assert.match(reply.data.dpiaReasons[0].legalReference, /15 ter letra d\)/)
  const { data } = await ana.put(`/rat/activities/${reply.data.id}`, {
    dataCategories: ['name'],
    legalBasis: 'consent',
  })
  assert.deepEqual([data.dpiaRequired, data.dpiaReasons, data.hasSensitiveData], [false, [], false])
})

test('art. 15 ter: an import is screened row by row', async () => {
  const rows = ['Ficha clínica', 'Boletín'].map((name) => ({
    name,
    legalBasis: 'consent',
    purposes: 'Atender a las personas',
    dataCategories: name === 'Boletín' ? ['email'] : ['health'],
  }))
  const { data } = await ana.post('/rat/bulk-import', { activities: rows })
  const flags = await Promise.all(
    data.items.map(async ({ id }: { id: string }) => (await show(id)).dpiaRequired),
  )
  assert.deepEqual(flags, [true, false])
})

test('art. 15 ter d): a calculation never removes the need for an assessment nor contradicts the record', async () => {
  const id = await makeActivity(ana, { systemId, ...CLINICAL, automatedDecisions: true })
  const { data } = await ana.post(`/rat/activities/${id}/calculate-risk`, {
    riskFactors: {
      dataVolume: 'low',
      sensitiveData: false,
      internationalTransfer: false,
      automatedDecision: false,
    },
  })
  assert.deepEqual([data.riskScore, data.riskLevel, data.dpiaRequired], [0, 'low', true])
  const said = JSON.stringify(data)
  assert.doesNotMatch(said, /No incluye datos sensibles|No hay decisiones automatizadas|no hace falta/)
  assert.match(said, /la actividad los registra/)
  assert.match(data.recommendation, /Realice una evaluación de impacto.*15 ter/)
  const saved = await show(id)
  assert.deepEqual([saved.dpiaRequired, saved.riskLevel], [true, 'low'])
  assert.deepEqual(saved.dpiaReasons, data.dpiaReasons)
  const screening = await ana.post(`/dpia/${id}/screening`)
  assert.equal(screening.data.requiresDpia, true)
})

test('a calculation with sensitive data that the record lacks says so', async () => {
  const id = await makeActivity(ana, { systemId })
  const { data } = await ana.post(`/rat/activities/${id}/calculate-risk`, {
    riskFactors: { dataVolume: 'low', sensitiveData: true },
  })
  assert.deepEqual([data.riskScore, data.riskLevel, data.dpiaRequired], [3, 'medium', false])
  assert.match(data.factors[1].reason, /no registra/)
})

test('the preview has the form of the contract', async () => {
  const { data } = await ana.post('/rat/activities/preview/calculate-risk', {
    riskFactors: { dataVolume: 'massive', sensitiveData: false },
  })
  assert.deepEqual([data.dpiaRequired, data.factors[1].reason], [false, 'No incluye datos sensibles.'])
})

// ── art. 2 g) ──

test('art. 2 g): a socioeconomic situation is sensitive, and stays so when the categories change', async () => {
  const id = await makeActivity(ana, { systemId, dataCategories: ['financial'], socioeconomic: true })
  assert.deepEqual([(await show(id)).hasSensitiveData, (await show(id)).dpiaRequired], [true, true])
  await ana.put(`/rat/activities/${id}`, { dataCategories: ['name'] })
  assert.equal((await show(id)).hasSensitiveData, true)
  await ana.put(`/rat/activities/${id}`, { socioeconomic: null })
  const { hasSensitiveData, socioeconomic, dpiaRequired } = await show(id)
  assert.deepEqual([hasSensitiveData, socioeconomic, dpiaRequired], [false, false, false])
})

// ── bases and articles ──

test('an article outside the list is 400, one of another basis 422, both in Spanish', async () => {
  const outside = await ana.post('/rat/activities', newActivity(systemId, { legalBasisArticle: 'art. 12' }))
  assert.equal(outside.status, 400)
  const misfit = await ana.post('/rat/activities', newActivity(systemId, { legalBasisArticle: '13 b' }))
  assert.equal(misfit.status, 422)
  assert.equal(misfit.body.error.details[0].path, 'legalBasisArticle')
  assert.match(misfit.body.error.message, /no corresponde a la base «Consentimiento del titular».*12, 16/)
  const rows = [{ name: 'A', legalBasis: 'contract', purposes: 'Vender', legalBasisArticle: '13 d' }]
  const imported = await ana.post('/rat/bulk-import', { activities: rows })
  assert.equal(imported.status, 422)
  assert.equal(imported.body.error.details[0].path, 'activities[0].legalBasisArticle')
})

test('a changed basis drops an article that does not fit and keeps one that does', async () => {
  const id = await makeActivity(ana, {
    systemId,
    legalBasisArticle: '16 sexies',
    dataCategories: ['location'],
  })
  const kept = await ana.put(`/rat/activities/${id}`, { legalBasis: 'contract' })
  assert.equal(kept.data.legalBasisArticle, '16 sexies')
  await ana.put(`/rat/activities/${id}`, { legalBasisArticle: '13 c' })
  const dropped = await ana.put(`/rat/activities/${id}`, { legalBasis: 'consent' })
  assert.deepEqual([dropped.status, dropped.data.legalBasisArticle], [200, null])
})

test('art. 20: only public bodies can use it as a basis', async () => {
  const body = newActivity(systemId, { legalBasis: 'public_interest', legalBasisArticle: '20' })
  const refused = await ana.post('/rat/activities', body)
  assert.equal(refused.status, 422)
  assert.match(refused.body.error.message, /órganos públicos/)
  const made = await ana.post('/rat/activities', { ...body, legalEntityId: muni })
  assert.deepEqual([made.status, made.data.legalEntityId], [201, muni])
  const moved = await ana.put(`/rat/activities/${made.data.id}`, { legalEntityId: main })
  assert.equal(moved.status, 422)
})

test('the label of a basis follows its article', () => {
  const words = (legalBasis: (typeof LEGAL_BASES)[number], legalBasisArticle: string | null, more = {}) => {
    const { label, article } = basisWords({ legalBasis, legalBasisArticle, ...more })!
    return `${label}, ${article}`
  }
  for (const [basis, article] of [
    ['legal_obligation', '13 a'],
    ['legal_obligation', '13 e'],
    ['legitimate_interest', '13 e'],
    ['legitimate_interest', '16 b'],
    ['legal_obligation', '16 bis e'],
  ] as const)
    assert.doesNotMatch(words(basis, article), /Obligación legal|^Interés legítimo/, article)
  assert.equal(words('legitimate_interest', '16 sexies'), 'Interés legítimo, arts. 13 letra d) y 16 sexies')
  assert.equal(words('consent', null), 'Consentimiento del titular, art. 12')
  assert.equal(
    words('consent', null, { hasSensitiveData: true }),
    'Consentimiento expreso del titular, art. 16',
  )
  assert.match(words('public_interest', null, { isPublicBody: true }), /funciones legales.*art\. 20$/)
  assert.match(words('public_interest', null), /^Interés público, arts\. 16 bis/)
})

test('every article fits a basis and has a label there', () => {
  const placed = new Set(LEGAL_BASES.flatMap(articlesOf))
  assert.deepEqual(
    BASIS_ARTICLES.filter((article) => !placed.has(article)),
    [],
  )
  for (const legalBasis of LEGAL_BASES)
    for (const legalBasisArticle of articlesOf(legalBasis)) {
      const words = basisWords({ legalBasis, legalBasisArticle })!
      assert.match(words.article, new RegExp(`${legalBasisArticle.split(' ')[0]}`))
      assert.ok(words.label.length > 5)
    }
})

// ── legal entity ──

test('an activity belongs to the main entity by default; the list filters by entity', async () => {
  const rosa = await api.tenant()
  const { entities } = (await rosa.get('/org/entities')).data
  const { workspaceId, id: first } = entities[0]
  const second = (await rosa.post('/org/entities', { workspaceId, name: 'Filial SpA' })).data.id
  const own = await makeActivity(rosa)
  const other = await makeActivity(rosa, { legalEntityId: second })
  const list = async (query: string) => {
    const { data } = await rosa.get(`/rat/activities?${query}`)
    return [data.items.map(({ id }: { id: string }) => id), data.pagination.total]
  }
  assert.deepEqual(await list(`legalEntityId=${first}`), [[own], 1])
  assert.deepEqual(await list(`legalEntityId=${second}`), [[other], 1])
  assert.deepEqual(await list('legalEntityId=nada'), [[], 0])
  assert.deepEqual(await list(`legalEntityId=${muni}`), [[], 0])
  assert.deepEqual(await list('legalEntityId='), [[other, own], 2])
  await rosa.patch(`/org/entities/${second}`, { isActive: false })
  for (const legalEntityId of [muni, second, 'nada']) {
    const reply = await rosa.put(`/rat/activities/${own}`, { legalEntityId })
    assert.equal(reply.status, 422, legalEntityId)
    assert.equal(reply.body.error.details[0].path, 'legalEntityId')
  }
  const rows = [{ name: 'A', legalBasis: 'contract', purposes: 'Vender', legalEntityId: muni }]
  const imported = await rosa.post('/rat/bulk-import', { activities: rows })
  assert.equal(imported.body.error.details[0].path, 'activities[0].legalEntityId')
})

// ── the legitimate-interest test, art. 13 d) ──

const TEST = {
  purpose: 'Seguridad de las personas',
  necessity: 'Los guardias no bastaron',
  balance: 'Se espera en una tienda',
  safeguards: 'Letrero y borrado a los treinta días',
  outcome: 'favourable',
}

test('art. 13 d): the test is recorded with date and author and has its own PDF', async () => {
  const id = await makeActivity(ana, { systemId, legalBasis: 'legitimate_interest' })
  assert.equal((await show(id)).balancing, null)
  assert.equal((await ana.get(`/rat/activities/${id}/balancing/pdf`)).status, 404)
  const { data } = await ana.put(`/rat/activities/${id}`, { balancing: TEST })
  const { assessedAt, assessedBy, ...rest } = data.balancing
  assert.deepEqual(rest, TEST)
  assert.ok(assessedAt.endsWith('Z') && assessedBy.length > 0)
  const pdf = await ana.get(`/rat/activities/${id}/balancing/pdf`)
  assert.deepEqual([pdf.status, pdf.headers['content-type']], [200, 'application/pdf'])
  assert.equal((await ana.put(`/rat/activities/${id}`, { balancing: null })).data.balancing, null)
  const wrong = await ana.put(`/rat/activities/${id}`, { balancing: { outcome: 'maybe' } })
  assert.equal(wrong.status, 400)
})

// ── the legal gate ──

const publish = (person: Person, id: string, body: object = {}) =>
  person.patch(`/rat/activities/${id}/status`, { status: 'published', ...body })

test('arts. 16 and 16 bis: health data on a contract are published with a warning, and refused under enforcement', async () => {
  const rosa = await api.tenant()
  const analyst = await rosa.colleague('ANALYST')
  const fields = { dataCategories: ['health'], legalBasis: 'contract' }
  const warned = await publish(rosa, await makeActivity(rosa, fields))
  assert.equal(warned.status, 200)
  const finding = warned.data.warnings.find(
    ({ key }: { key: string }) => key === 'activity.legal_basis_fits_sensitive_data',
  )
  assert.deepEqual([finding.severity, /arts\. 16, 16 bis/.test(finding.article)], ['high', true])
  assert.ok(keysOf(warned.data.warnings).includes('activity.dpia_done'))

  await rosa.put('/settings/tenant', { legalGate: 'enforce' })
  const id = await makeActivity(rosa, fields)
  const refused = await publish(rosa, id)
  assert.deepEqual([refused.status, refused.body.error.code], [422, 'VALIDATION_ERROR'])
  const paths = refused.body.error.details.map(({ path }: { path: string }) => path)
  assert.ok(paths.includes('activity.legal_basis_fits_sensitive_data'))
  assert.ok(!paths.includes('activity.risk_assessed'), 'good practice never blocks')
  assert.equal((await rosa.get(`/rat/activities/${id}`)).data.status, 'draft')
  const override = { override: { reason: 'La ley especial está en trámite' } }
  assert.equal((await publish(analyst, id, override)).status, 403)
  assert.equal((await publish(rosa, id, override)).data.status, 'published')
  const log = await rosa.get(`/settings/audit-log?entityId=${id}`)
  assert.ok(JSON.stringify(log.body).includes('override_legal_gate'))
})

test('a complete activity is published without warnings under enforcement', async () => {
  const rosa = await api.tenant()
  await rosa.put('/settings/tenant', { legalGate: 'enforce' })
  const id = await makeActivity(rosa, {
    dataSource: 'El propio titular',
    securityMeasures: ['ACCESS_CONTROL'],
    consentWithdrawal: 'Enlace en cada correo',
  })
  const { status, data } = await publish(rosa, id)
  assert.equal(status, 200)
  assert.deepEqual(keysOf(data.warnings), ['activity.risk_assessed'])
})
