import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LAW } from '#kernel/law/law.ts'
import { balancingDocument, type Weighing } from './balancing.ts'

const ACTIVITY = {
  id: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f',
  name: 'Cámaras de la tienda',
  purpose: 'Cuidar a las personas y los bienes',
  legalBasis: 'legitimate_interest',
  legalBasisArticle: '13 d',
  legitimateInterest: 'Seguridad',
  dataCategories: ['name', 'location'],
  subjectCategories: ['customers', 'Paseantes'],
  recipients: ['Policía', 'Fiscalía'],
  retentionPeriod: 'until_purpose_fulfilled',
  retentionNote: null,
  updatedAt: '2026-05-04T12:00:00.000Z',
}
const RECORD = {
  purpose: 'Evitar robos',
  necessity: 'Los guardias no bastan',
  balance: 'Nadie espera menos',
  safeguards: 'Letrero y borrado',
  outcome: 'favourable',
  assessedAt: '2026-12-02T02:30:00.000Z',
  assessedBy: 'Pedro Soto',
}

function documentOf({
  activity = {},
  balancing = {},
  ...more
}: { activity?: object; balancing?: object } & Partial<Omit<Weighing, 'activity' | 'balancing'>> = {}) {
  const document = balancingDocument({
    entity: { name: 'Tienda Sur SpA', tax_id: '76543210-3' },
    tenant: { name: 'Grupo Sur', tax_id: '77777777-7', timezone: 'America/Santiago' },
    law: LAW,
    ...more,
    activity: { ...ACTIVITY, ...activity },
    balancing: { ...RECORD, ...balancing },
  } as unknown as Weighing)
  return { ...document, words: textsOf(document.content).join(' ') }
}

/** All visible texts, in order. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsOf)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

test('the document describes the test step by step, with the people involved', () => {
  const { words, title, organisation } = documentOf()
  assert.equal(title, 'Ponderación del interés legítimo: Cámaras de la tienda')
  assert.equal(organisation, 'Tienda Sur SpA')
  for (const text of [
    '76.543.210-3',
    'Pedro Soto',
    'Interés legítimo, art. 13 letra d)',
    'Nombre; ',
    'Clientes; Paseantes',
    'Policía; Fiscalía',
    'Hasta cumplir la finalidad',
    'Evitar robos',
    'Los guardias no bastan',
    'Nadie espera menos',
    'Letrero y borrado',
  ])
    assert.ok(words.includes(text), text)
  const steps = ['2. El interés', '3. Necesidad', '4. Ponderación', '5. Resguardos', '6. Resultado']
  assert.deepEqual(
    steps.map((step) => words.indexOf(step)).toSorted((a, b) => a - b),
    steps.map((step) => words.indexOf(step)),
  )
})

const OUTCOMES: [outcome: string | null, word: RegExp, verdict: RegExp, isDraft: boolean][] = [
  [
    'favourable',
    /\bFavorable\b/,
    /prevalece con los resguardos descritos: el tratamiento puede fundarse/,
    false,
  ],
  ['unfavourable', /\bDesfavorable\b/, /no prevalece .*no puede fundarse en el interés legítimo/, false],
  [null, /\bSin resultado\b/, /todavía no tiene resultado/, true],
]
for (const [outcome, word, verdict, isDraft] of OUTCOMES)
  test(`a test that ended ${outcome ?? 'nowhere yet'} says so${isDraft ? ', and is a draft' : ''}`, () => {
    const { words, watermark } = documentOf({ balancing: { outcome } })
    assert.match(words, word)
    assert.match(words, verdict)
    assert.equal(watermark, isDraft ? 'BORRADOR' : undefined)
    for (const [other, otherWord] of OUTCOMES) if (other !== outcome) assert.doesNotMatch(words, otherWord)
  })

const MAY_REST = /puede fundarse en el interés legítimo/

for (const [activity, isBarred] of [
  [{ hasSensitiveData: true }, true],
  [{ hasSensitiveData: true, legalBasisArticle: null }, true],
  [{ hasSensitiveData: true, legalBasis: 'consent', legalBasisArticle: '16' }, true],
  [{ hasSensitiveData: true, legalBasisArticle: '16 b' }, false],
  [{ hasSensitiveData: false }, false],
] as const)
  test(`art. 16: for ${JSON.stringify(activity)} weighing ${isBarred ? 'makes' : 'is denied to make'} a basis`, () => {
    const { words } = documentOf({ activity })
    if (isBarred) {
      assert.match(words, /No sirve de base/)
      assert.match(
        words,
        /se registró como favorable, pero no basta: .*datos sensibles.* arts\. 16, 16 bis y 16 ter/,
      )
      assert.doesNotMatch(words, MAY_REST)
    } else {
      assert.match(words, MAY_REST)
      assert.doesNotMatch(words, /No sirve de base|pero no basta/)
    }
    const lost = documentOf({ activity, balancing: { outcome: 'unfavourable' } }).words
    assert.match(lost, /no prevalece sobre los derechos/)
    assert.doesNotMatch(lost, /pero no basta/)
  })

test('art. 20: a public body cannot use it as a basis', () => {
  const entity = { name: 'Municipalidad', tax_id: null }
  assert.match(
    documentOf({ entity: { ...entity, is_public_body: true } }).words,
    /No sirve de base.*no basta: .*El responsable es un órgano público.* \(art\. 20/,
  )
  assert.match(documentOf({ entity: { ...entity, is_public_body: false } }).words, MAY_REST)
})

test('the day is in the organisation’s time zone', () => {
  assert.match(documentOf().words, /1 de diciembre de 2026/)
})

test('an unwritten part is named as missing', () => {
  const { words } = documentOf({
    balancing: { purpose: null, necessity: ' ', balance: null, safeguards: null, assessedBy: null },
  })
  assert.equal(words.match(/Sin describir\./g)?.length, 2)
  assert.equal(words.match(/Sin analizar\./g)?.length, 2)
  assert.doesNotMatch(words, /null|undefined/)
})

test('without a legal entity the organisation is named', () => {
  const { words, organisation } = documentOf({ entity: undefined })
  assert.equal(organisation, 'Grupo Sur')
  assert.ok(words.includes('77.777.777-7'))
})

test('the note of the term replaces its label', () => {
  const { words } = documentOf({ activity: { retentionNote: 'Treinta días' } })
  assert.ok(words.includes('Treinta días') && !words.includes('Hasta cumplir la finalidad'))
})

test('before the law binds the document says so, and afterwards it does not', () => {
  const note = /rige desde|entra en vigencia|aún no|todavía no/i
  const before = documentOf({ balancing: { assessedAt: '2026-12-01T02:59:00.000Z' } })
  const after = documentOf({ balancing: { assessedAt: '2026-12-01T03:00:00.000Z' } })
  assert.notEqual(before.content.length, after.content.length)
  assert.match(before.words, note)
})

test('a test without a date has that of the last change of its activity', () => {
  const { dated } = documentOf({ balancing: { assessedAt: null } })
  assert.equal(dated?.toISOString(), '2026-05-04T12:00:00.000Z')
})

test('the text of the law on opposition is always included', () => {
  for (const outcome of ['favourable', 'unfavourable', null])
    assert.match(
      documentOf({ balancing: { outcome } }).words,
      /oponerse en todo momento .*arts\. 8 letra a\) y 14 ter letra d\)/,
    )
})

test('the footer leaves room for the page number, whatever the length of the name', () => {
  const { footer } = documentOf({ entity: { name: 'Sociedad '.repeat(20).trim() } as Weighing['entity'] })
  assert.ok(footer.length <= 95)
  assert.match(footer, /^Sociedad .*…$/)
})
