import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LEGAL_BASES, type LegalBasis } from '../rules.ts'
import {
  allowsSensitive,
  articleFits,
  articlesOf,
  BASIS_ARTICLES,
  type BasisArticle,
  basisWords,
  citationsOf,
  citedArticle,
  isForPublicBodies,
  labelsOf,
  restsOnInterest,
} from './bases.ts'
import { LEGAL_BASIS_LABELS } from './vocabulary.ts'

/** The articles that each basis admits, from the law sheet (parts 2 and 9). */
const ADMITTED: Record<LegalBasis, string> = {
  consent: '12, 16, 16 ter, 16 quáter, 16 sexies',
  contract: '13 c, 16 sexies',
  legal_obligation:
    '13 a, 13 b, 13 e, 16 d, 16 e, 16 f, 16 bis b, 16 bis d, 16 bis e, 16 bis f, 16 ter, 16 quáter, 16 sexies, 20, 54',
  vital_interest: '16 c, 16 bis a',
  public_interest: '16 f, 16 bis b, 16 bis c, 16 bis e, 16 bis f, 16 quinquies, 20, 54',
  legitimate_interest: '13 d, 13 e, 16 a, 16 b, 16 d, 16 bis d, 16 quinquies, 16 sexies',
}
for (const basis of LEGAL_BASES) {
  test(`${basis} admits exactly its articles, in the order of the law`, () => {
    assert.equal(articlesOf(basis).join(', '), ADMITTED[basis])
    for (const article of BASIS_ARTICLES)
      assert.equal(articleFits(basis, article), ADMITTED[basis].split(', ').includes(article), article)
  })
}

test('a draft without a basis may name any article, and a basis needs no article', () => {
  for (const article of BASIS_ARTICLES) assert.ok(articleFits(null, article))
  for (const basis of LEGAL_BASES) assert.ok(articleFits(basis, null))
})

test('unknown articles are not recognised', () => {
  for (const text of ['', '13', 'toString', 'constructor', '16 z', 'art. 12']) {
    assert.ok(articleFits('consent', text), 'free text of an old row refuses nothing')
    assert.equal(isForPublicBodies(text), false)
    assert.deepEqual(
      basisWords({ legalBasis: 'consent', legalBasisArticle: text }),
      basisWords({ legalBasis: 'consent', legalBasisArticle: null }),
    )
  }
})

/** Art. 2 g) data need express consent or an exception: arts. 16, 16 bis, 16 ter, 16 quáter, 20 and 54. */
const ORDINARY = ['12', '13 a', '13 b', '13 c', '13 d', '13 e', '16 quinquies', '16 sexies']
test('arts. 12 and 13, studies and geolocation do not cover sensitive data; every other article does', () => {
  for (const legalBasis of LEGAL_BASES)
    for (const article of BASIS_ARTICLES)
      assert.equal(
        allowsSensitive({ legalBasis, legalBasisArticle: article }),
        !ORDINARY.includes(article),
        `${legalBasis} ${article}`,
      )
})

test('without an article, contract, legitimate interest and a missing basis do not cover sensitive data', () => {
  const bare = (legalBasis: LegalBasis | null, isPublicBody = false) =>
    allowsSensitive({ legalBasis, legalBasisArticle: null, isPublicBody })
  assert.deepEqual(
    [...LEGAL_BASES, null].filter((basis) => bare(basis)),
    ['consent', 'legal_obligation', 'vital_interest', 'public_interest'],
  )
  for (const basis of ['contract', 'legitimate_interest', null] as const)
    assert.equal(bare(basis, true), false, 'nor for a public body')
})

test('art. 13 d): an interest must be weighed under it, under 16 b) and 16 sexies, and without an article', () => {
  const weighed = [null, ...BASIS_ARTICLES].filter((legalBasisArticle) =>
    restsOnInterest({ legalBasis: 'legitimate_interest', legalBasisArticle }),
  )
  assert.deepEqual(weighed, [null, '13 d', '16 b', '16 sexies'])
  for (const legalBasis of [...LEGAL_BASES, null])
    if (legalBasis !== 'legitimate_interest')
      assert.equal(restsOnInterest({ legalBasis, legalBasisArticle: '13 d' }), false, String(legalBasis))
})

test('only arts. 20 and 54 are for public bodies', () => {
  assert.deepEqual(BASIS_ARTICLES.filter(isForPublicBodies), ['20', '54'])
  assert.equal(isForPublicBodies(null), false)
})

// ── words ──

const CITED: [article: BasisArticle, cited: string][] = [
  ['12', 'art. 12'],
  ['13 a', 'art. 13 letra a)'],
  ['13 e', 'art. 13 letra e)'],
  ['16', 'art. 16'],
  ['16 f', 'art. 16 letra f)'],
  ['16 bis c', 'art. 16 bis letra c)'],
  ['16 ter', 'art. 16 ter'],
  ['16 quáter', 'art. 16 quáter'],
  ['16 quinquies', 'art. 16 quinquies'],
  ['16 sexies', 'art. 16 sexies'],
  ['54', 'art. 54'],
]
for (const [article, cited] of CITED)
  test(`«${article}» is cited as «${cited}»`, () => assert.equal(citedArticle(article), cited))

test('every article is cited with its own number and letter', () => {
  for (const article of BASIS_ARTICLES) {
    const [, number = '', letter] = /^(.*?)(?: ([a-f]))?$/.exec(article)!
    for (const cited of citationsOf(article)) {
      assert.match(cited, new RegExp(`^arts?\\. .*\\b${number}`), article)
      if (letter) assert.match(cited, new RegExp(`letra ${letter}\\)$`), article)
    }
  }
})

const WORDS: [
  basis: LegalBasis | null,
  article: string | null,
  more: { hasSensitiveData?: boolean; isPublicBody?: boolean },
  label: string,
  cited: string,
][] = [
  ['consent', null, {}, 'Consentimiento del titular', 'art. 12'],
  ['consent', null, { hasSensitiveData: true }, 'Consentimiento expreso del titular', 'art. 16'],
  ['consent', '12', { hasSensitiveData: true }, 'Consentimiento del titular', 'art. 12'],
  ['consent', '16 ter', {}, 'Consentimiento expreso del titular para datos biométricos', 'arts. 16 y 16 ter'],
  [
    'legal_obligation',
    '16 ter',
    {},
    'Tratamiento de datos biométricos en los casos que la ley permite',
    'art. 16 ter',
  ],
  [
    'consent',
    '16 quáter',
    {},
    'Consentimiento de los padres, los representantes legales o quien tiene el cuidado personal',
    'art. 16 quáter',
  ],
  ['contract', null, { hasSensitiveData: true }, 'Contrato o medidas precontractuales', 'art. 13 letra c)'],
  ['contract', '16 sexies', {}, 'Contrato o medidas precontractuales', 'arts. 13 letra c) y 16 sexies'],
  ['legal_obligation', null, {}, 'Obligación legal', 'art. 13 letra b)'],
  [
    'legal_obligation',
    null,
    { hasSensitiveData: true },
    'Obligación legal',
    'arts. 13 letra b) y 16 letras e) y f)',
  ],
  ['vital_interest', null, {}, 'Interés vital', 'arts. 16 letra c) y 16 bis letra a)'],
  ['public_interest', null, {}, 'Interés público', 'arts. 16 bis letras b) y c) y 16 quinquies'],
  [
    'public_interest',
    null,
    { isPublicBody: true },
    'Cumplimiento de las funciones legales de un órgano público',
    'art. 20',
  ],
  ['legitimate_interest', null, {}, 'Interés legítimo', 'art. 13 letra d)'],
  [
    'legitimate_interest',
    '16 b',
    {},
    'Datos de los miembros de una entidad sin fines de lucro',
    'art. 16 letra b)',
  ],
  // The basis does not admit this article, so it is ignored.
  ['consent', '13 d', {}, 'Consentimiento del titular', 'art. 12'],
  // A draft with an article and no basis yet.
  [null, '13 c', {}, 'Contrato o medidas precontractuales', 'art. 13 letra c)'],
]
for (const [legalBasis, legalBasisArticle, more, label, article] of WORDS)
  test(`${legalBasis} by ${legalBasisArticle ?? 'no article'} ${JSON.stringify(more)} is «${label}», ${article}`, () =>
    assert.deepEqual(basisWords({ legalBasis, legalBasisArticle, ...more }), { label, article }))

test('without basis and article there is no label, and geolocation alone is no basis', () => {
  assert.equal(basisWords({ legalBasis: null, legalBasisArticle: null }), undefined)
  assert.equal(basisWords({ legalBasis: null, legalBasisArticle: '16 sexies' }), undefined)
})

test('every basis and article has a label', () => {
  for (const legalBasis of LEGAL_BASES)
    for (const legalBasisArticle of [null, ...BASIS_ARTICLES])
      for (const flag of [false, true]) {
        const words = basisWords({
          legalBasis,
          legalBasisArticle,
          hasSensitiveData: flag,
          isPublicBody: flag,
        })!
        assert.ok(words.label !== '', `${legalBasis} ${legalBasisArticle}`)
        assert.match(words.article, /^arts?\. \d/)
      }
})

test('a label of several bases identifies none of them', () => {
  const all = LEGAL_BASES.flatMap((basis) => labelsOf(basis))
  assert.equal(new Set(all).size, all.length)
  assert.ok(
    !all.includes('Formulación, ejercicio o defensa de un derecho ante tribunales u órganos públicos'),
  )
  assert.ok(!all.includes(''))
  assert.ok(labelsOf('vital_interest').includes('Resguardo de la vida o la salud de una persona'))
})

test('the labels of the six bases name articles that they admit', () => {
  for (const basis of LEGAL_BASES) {
    const numbers = LEGAL_BASIS_LABELS[basis].article.match(/\d+(?: (?:bis|quinquies))?(?: letra [a-f])?/g)!
    for (const number of numbers) {
      const article = number.replace(' letra', '')
      assert.ok(ADMITTED[basis].split(', ').includes(article), `${basis}: ${article}`)
    }
  }
})
