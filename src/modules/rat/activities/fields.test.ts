import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#kernel/failure.ts'
import { LAW } from '#kernel/law/law.ts'
import {
  activityColumns,
  assertBasis,
  basisFault,
  derivedOf,
  keptAssessment,
  screeningOf,
  settleArticle,
} from './fields.ts'
import type { ActivityPatch } from './schemas.ts'

const NOW = new Date('2026-11-18T15:00:00Z')
const ana = { now: NOW, actor: { type: 'user', id: 'u', name: 'Ana Rojas', role: 'DPO' } } as const
const columns = (body: ActivityPatch, saving: Parameters<typeof activityColumns>[0] = ana) =>
  activityColumns(saving, body)

const refusal = (work: () => unknown): Failure => {
  try {
    work()
  } catch (error) {
    assert.ok(error instanceof Failure)
    return error
  }
  throw new Error('nothing was refused')
}

// ── columns of a body ──

test('a body without fields sets no column', () => assert.deepEqual(columns({}), {}))

const SET: [what: string, body: object, set: object][] = [
  ['a text as it is', { legalNorm: 'Ley 20.584' }, { legal_norm: 'Ley 20.584' }],
  ['null clears a text', { legalNorm: null }, { legal_norm: null }],
  ['a cleared list is empty', { recipients: null }, { recipients: [] }],
  ['cleared measures', { securityMeasures: null }, { security_measures: [] }],
  ['a cleared flag is «no»', { automatedDecisions: null }, { automated_decisions: false }],
  ['a cleared source is not public', { sourceIsPublic: null }, { source_is_public: false }],
  ['a cleared role is that of who decides', { controllerRole: null }, { controller_role: 'responsable' }],
  [
    'a category twice is once',
    { dataCategories: ['name', 'rut', 'name'] },
    { data_categories: ['name', 'rut'] },
  ],
  ['people twice are once', { subjectCategories: ['a', 'b', 'a'] }, { subject_categories: ['a', 'b'] }],
  ['no basis yet', { legalBasis: null }, { legal_basis: null }],
  ['no system any more', { systemId: null }, { system_id: null }],
  ['a blank system is none', { systemId: '  ' }, { system_id: null }],
  [
    'an id in capitals is that id',
    { systemId: '019A8C5E-7B1A-7C3D-9E2F-4A5B6C7D8E9F' },
    { system_id: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f' },
  ],
  [
    'a transfer whole',
    { internationalTransfer: { exists: true, country: 'US', mechanism: 'bcr' } },
    { transfer_exists: true, transfer_country: 'US', transfer_mechanism: 'bcr' },
  ],
  [
    'a transfer of which only the fact is known',
    { internationalTransfer: { exists: true } },
    { transfer_exists: true, transfer_country: null, transfer_mechanism: null },
  ],
  [
    'a blank country is none',
    { internationalTransfer: { exists: true, country: ' ', mechanism: '' } },
    { transfer_exists: true, transfer_country: null, transfer_mechanism: null },
  ],
  [
    'a transfer that is cleared',
    { internationalTransfer: null },
    { transfer_exists: false, transfer_country: null, transfer_mechanism: null },
  ],
  ['the legal entity is looked up elsewhere', { legalEntityId: 'x' }, {}],
  [
    'what follows from other fields is not set',
    { hasSensitiveData: true, dpiaRequired: false, status: 'published' },
    {},
  ],
]
for (const [what, body, set] of SET)
  test(`a body sets: ${what}`, () => assert.deepEqual(columns(body as ActivityPatch), set))

test('a malformed system id counts as a missing system', () => {
  const { status, details } = refusal(() => columns({ systemId: 'crm' }))
  assert.deepEqual([status, details?.map(({ path }) => path)], [422, ['systemId']])
})

// ── the legitimate-interest test ──

const weighed = (
  balancing: NonNullable<ActivityPatch['balancing']>,
  saving = ana as Parameters<typeof columns>[1],
) => columns({ balancing }, saving).balancing

test('the saving person and the moment fill in a missing author and date', () => {
  assert.deepEqual(weighed({ purpose: 'Seguridad', outcome: 'favourable' }), {
    purpose: 'Seguridad',
    necessity: null,
    balance: null,
    safeguards: null,
    outcome: 'favourable',
    assessedAt: '2026-11-18T15:00:00.000Z',
    assessedBy: 'Ana Rojas',
  })
})

test('without an outcome there is no author and no date', () => {
  const record = weighed({ purpose: ' ', necessity: 'Sí' })
  assert.deepEqual(
    [record?.purpose, record?.necessity, record?.outcome, record?.assessedAt, record?.assessedBy],
    [null, 'Sí', null, null, null],
  )
})

test('a named author and date are kept', () => {
  const record = weighed({
    outcome: 'unfavourable',
    assessedBy: 'Pedro Soto',
    assessedAt: '2026-03-02T09:00:00-03:00',
  })
  assert.deepEqual([record?.assessedBy, record?.assessedAt], ['Pedro Soto', '2026-03-02T12:00:00.000Z'])
})

test('the date of a test is read in every form that the API accepts', () => {
  const at = (assessedAt: string) => weighed({ outcome: 'favourable', assessedAt })?.assessedAt
  assert.equal(at('2016-12-31T23:59:60Z'), '2016-12-31T23:59:59.999Z')
  assert.equal(at('2026-03-02 09:00:00z'), '2026-03-02T09:00:00.000Z')
})

test('a future test is refused; a clock may be ten minutes ahead', () => {
  const at = (assessedAt: string) => () => weighed({ outcome: 'favourable', assessedAt })
  assert.doesNotThrow(at('2026-11-18T15:10:00Z'))
  assert.deepEqual(
    refusal(at('2026-11-18T15:10:01Z')).details?.map(({ path }) => path),
    ['balancing.assessedAt'],
  )
})

test('null clears the test, and a test saved by somebody without a name has no author', () => {
  assert.equal(columns({ balancing: null }).balancing, null)
  const key = { now: NOW, actor: { type: 'api_key', id: 'k', name: undefined, role: undefined } }
  const record = weighed({ outcome: 'favourable' }, key as unknown as Parameters<typeof columns>[1])
  assert.deepEqual([record?.assessedBy, record?.assessedAt], [null, NOW.toISOString()])
})

const WAS = {
  purpose: 'Seguridad',
  necessity: null,
  balance: 'Nadie espera menos',
  safeguards: 'Letrero',
  outcome: 'favourable',
  assessedAt: '2026-03-02T12:00:00.000Z',
  assessedBy: 'Pedro Soto',
} as const
const AGAIN: [what: string, sent: ActivityPatch['balancing'], kept: boolean][] = [
  ['nothing of it', undefined, false],
  ['null, which clears it', null, false],
  ['the same steps and outcome', { ...WAS, assessedAt: null, assessedBy: null }, true],
  [
    'the same with blanks where nothing was',
    { ...WAS, necessity: ' ', assessedAt: null, assessedBy: ' ' },
    true,
  ],
  ['another outcome', { ...WAS, outcome: 'unfavourable', assessedAt: null, assessedBy: null }, false],
  ['another safeguard', { ...WAS, safeguards: 'Otro', assessedAt: null, assessedBy: null }, false],
  ['one step less', { ...WAS, balance: null, assessedAt: null, assessedBy: null }, false],
  ['another day', { ...WAS, assessedAt: '2026-04-01T12:00:00Z', assessedBy: null }, false],
  ['another person', { ...WAS, assessedAt: null, assessedBy: 'Eva Díaz' }, false],
]
for (const [what, sent, kept] of AGAIN)
  test(`author and date of a test ${kept ? 'stay' : 'follow what is sent'} with ${what}`, () => {
    const written = sent === undefined ? undefined : columns({ balancing: sent }).balancing
    assert.deepEqual(keptAssessment({ balancing: WAS }, sent, written), kept ? { balancing: WAS } : {})
  })

test('a first test has no former author and date', () => {
  const sent = { purpose: 'Seguridad', outcome: 'favourable' } as const
  assert.deepEqual(keptAssessment({ balancing: null }, sent, columns({ balancing: sent }).balancing), {})
})

// ── derived columns ──

const PLAIN = { name: 'Boletín', purpose: 'Enviar novedades a quienes se suscribieron' }

test('a nearly empty draft needs no assessment and is not sensitive', () => {
  assert.deepEqual(derivedOf(PLAIN, LAW), {
    has_sensitive_data: false,
    dpia_required: false,
    dpia_reasons: null,
  })
})

test('art. 2 g): health and socioeconomic situation are sensitive, convictions and children are not', () => {
  const sensitive = (row: object) => derivedOf({ ...PLAIN, ...row }, LAW).has_sensitive_data
  assert.equal(sensitive({ data_categories: ['name', 'health'] }), true)
  assert.equal(sensitive({ data_categories: ['name'], socioeconomic: true }), true)
  assert.equal(sensitive({ data_categories: ['criminal', 'minor_data', 'financial', 'location'] }), false)
})

test('art. 15 ter: reasons for an assessment are stored with it; a lone hint is not', () => {
  const { dpia_required, dpia_reasons } = derivedOf(
    { ...PLAIN, data_categories: ['health'], legal_basis: 'legal_obligation', automated_decisions: true },
    LAW,
  )
  assert.equal(dpia_required, true)
  assert.deepEqual(
    dpia_reasons?.map(({ key }) => key),
    ['automated_evaluation', 'sensitive_without_consent'],
  )
  const lone = { ...PLAIN, data_categories: ['location' as const] }
  assert.deepEqual(derivedOf(lone, LAW).dpia_reasons, null)
  assert.equal(screeningOf(lone, LAW).findings.length, 1)
})

test('a calculated risk is combined with the rest of the row', () => {
  const calculated = (risk_level: 'low' | 'high', risk_factors: object) =>
    derivedOf({ ...PLAIN, risk_level, risk_factors }, LAW).dpia_required
  assert.equal(calculated('high', {}), true)
  assert.equal(calculated('low', {}), false)
  assert.equal(calculated('low', { automatedDecision: true }), true)
  assert.equal(calculated('low', { dataVolume: 'massive' }), true)
})

test('an operation on the Agency’s list needs an assessment (art. 15 ter)', () => {
  const dpiaList = [{ name: 'Boletines', words: ['boletin*'] }] as unknown as typeof LAW.dpiaList
  const { dpia_reasons } = derivedOf(PLAIN, { ...LAW, dpiaList })
  assert.deepEqual(
    dpia_reasons?.map(({ key }) => key),
    ['agency_list'],
  )
})

// ── the basis and its article ──

test('an article outside its basis is refused, naming those inside', () => {
  assert.equal(basisFault('consent', '16 ter'), undefined)
  assert.equal(basisFault(null, '13 d'), undefined)
  assert.equal(basisFault('consent', null), undefined)
  assert.equal(
    basisFault('contract', '13 d'),
    'El artículo «13 d» no corresponde a la base «Contrato o medidas precontractuales», que admite: 13 c, 16 sexies.',
  )
  const { status, details } = refusal(() => assertBasis('contract', '13 d'))
  assert.deepEqual([status, details?.map(({ path }) => path)], [422, ['legalBasisArticle']])
})

const BEFORE = { legal_basis: 'legitimate_interest', legal_basis_article: '13 d' } as const
const SETTLED: [what: string, sent: Parameters<typeof settleArticle>[1], settled: object][] = [
  ['nothing of the basis', {}, {}],
  ['a basis that admits the article of before', { legal_basis: 'legitimate_interest' }, {}],
  ['a basis that does not', { legal_basis: 'consent' }, { legal_basis_article: null }],
  ['no basis any more', { legal_basis: null }, {}],
  ['both', { legal_basis: 'consent', legal_basis_article: '12' }, {}],
  ['the article cleared', { legal_basis: 'consent', legal_basis_article: null }, {}],
  ['another article of the same basis', { legal_basis_article: '13 e' }, {}],
]
for (const [what, sent, settled] of SETTLED)
  test(`a change that sends ${what} ${'legal_basis_article' in settled ? 'leaves the old article behind' : 'settles no article'}`, () =>
    assert.deepEqual(settleArticle(BEFORE, sent), settled))

test('an article sent with a wrong basis, or one that the stored basis does not admit, is refused', () => {
  assert.equal(
    refusal(() => settleArticle(BEFORE, { legal_basis: 'consent', legal_basis_article: '13 d' })).status,
    422,
  )
  assert.equal(refusal(() => settleArticle(BEFORE, { legal_basis_article: '12' })).status, 422)
})
