import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { completenessOf, gapsOf } from '#documents/gaps.ts'
import { LANGUAGES, type Language } from '#documents/languages.ts'
import { LAW } from '#kernel/law/law.ts'
import { EN } from './knowledge/en.ts'
import { ES } from './knowledge/es.ts'
import { type Cookie, cookiesOf, type NoticePurpose, SECTION_KEYS } from './rules.ts'
import { type CookieFacts, writeCookies, writePolicyInfo, writeSections } from './sections.ts'

const PURPOSE: NoticePurpose = {
  key: 'analytics',
  name: 'Medición de uso',
  description: 'Qué páginas sirven',
  required: false,
  legalBasis: 'consent',
  cookies: [{ name: '_ga', provider: 'Google', duration: '2 años', description: 'Distingue visitas' }],
}

const EMPTY: CookieFacts = {
  version: 3,
  draftedOn: '2026-12-01',
  law: LAW,
  entity: { name: 'Tienda Sur SpA', email: null },
  sites: [],
  purposes: [],
}

const FULL: CookieFacts = {
  ...EMPTY,
  entity: { name: 'Tienda Sur SpA', email: 'datos@tiendasur.cl' },
  sites: ['https://tiendasur.cl'],
  purposes: [PURPOSE],
}

const missing = (facts: CookieFacts, language: Language = 'es') =>
  gapsOf(SECTION_KEYS, writeSections(facts, language), {})

test('every section is written in both languages, in order', () => {
  for (const language of LANGUAGES) {
    const sections = writeSections(FULL, language)
    assert.deepEqual(Object.keys(sections), SECTION_KEYS)
    for (const { title, content } of Object.values(sections)) {
      assert.ok(title.length > 4)
      assert.match(content, /^<p>.*<\/(p|ul|table)>$/s)
    }
  }
})

test('English has every text that Spanish has', () => {
  const shape = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !('markup' in value)
      ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shape(part)]))
      : typeof value
  assert.deepEqual(shape(EN), shape(ES))
})

test('without records the gaps are the sites, the contact, the cookies and the purposes', () => {
  assert.deepEqual(missing(EMPTY), [
    { section: 'sites', missing: 'sitios web en que se usan las cookies' },
    { section: 'controller', missing: 'correo electrónico público para ejercer derechos' },
    { section: 'cookies', missing: 'cookies de los sitios, en un aviso de consentimiento publicado' },
    { section: 'consent', missing: 'finalidades, en un aviso de consentimiento publicado' },
  ])
  assert.equal(missing(EMPTY, 'en').length, 4)
  assert.deepEqual(missing(FULL), [])
  assert.equal(completenessOf(SECTION_KEYS, missing(FULL)).percentage, 100)
})

test('facts appear in their sections', () => {
  const es = writeSections(FULL, 'es')
  assert.match(es.policyInfo.content, /versión 3 .*1 de diciembre de 2026 y aún no está publicada/)
  assert.match(es.sites.content, /<li>https:\/\/tiendasur\.cl<\/li>/)
  assert.match(es.controller.content, /Tienda Sur SpA.*datos@tiendasur\.cl/s)
  assert.match(es.cookies.content, /Cookies de «Medición de uso».*_ga.*Google.*2 años.*Distingue visitas/s)
  assert.match(es.consent.content, /Medición de uso.*Qué páginas sirven.*Consentimiento.*Sí/s)
  assert.match(es.consent.content, /art\. 12/)
  const en = writeSections(FULL, 'en')
  assert.match(en.policyInfo.content, /version 3 .*1 December 2026 and has not been published/)
  assert.match(en.consent.content, /Consent of the data subject.*Yes/s)
})

test("a required purpose cannot be refused; an organisation's own basis appears as it is", () => {
  const purposes = [
    { ...PURPOSE, required: true, legalBasis: 'legitimate_interest' },
    { ...PURPOSE, key: 'x', name: 'Otra', description: null, legalBasis: 'constructor' },
  ]
  const { content } = writeSections({ ...FULL, purposes }, 'es').consent
  assert.match(content, /Interés legítimo \(art\. 13 letra d\)<\/td><td>No/)
  assert.match(content, /Otra<\/th><td>—<\/td><td>constructor<\/td><td>Sí/)
})

const cookie = (fields: Partial<Cookie> = {}): Cookie => ({
  name: 'carro',
  provider: 'Propia',
  purpose: 'Compras',
  category: 'shop',
  duration: 'Sesión',
  description: null,
  ...fields,
})

test('cookies are in one table per purpose; an unknown fact is a gap of its cookie', () => {
  const { content } = writeCookies(
    [
      cookie(),
      cookie({ name: '_ga', purpose: 'Medición', duration: null }),
      cookie({ name: 'lista', provider: null }),
      cookie({ name: 'x', purpose: null }),
    ],
    'es',
  )
  assert.equal(content.match(/<table>/g)!.length, 3)
  assert.match(content, /Cookies de «Compras».*carro.*lista.*Cookies de «Medición».*_ga/s)
  for (const gap of [
    'duración de la cookie «_ga»',
    'proveedor de la cookie «lista»',
    'finalidad de estas cookies',
  ])
    assert.ok(content.includes(`<mark>[COMPLETAR: ${gap}]</mark>`), gap)
  assert.match(content, /<td>—<\/td>/)
  assert.match(writeCookies([], 'en').content, /\[TO COMPLETE: cookies of the websites/)
})

test('a published policy has the date of its publication', () => {
  const info = (published: boolean, language: Language) =>
    writePolicyInfo(language, 4, { on: '2027-02-09', published }).content
  assert.match(info(true, 'es'), /versión 4 .*publicada el 9 de febrero de 2027/)
  assert.match(info(false, 'es'), /aún no está publicada/)
  assert.match(info(true, 'en'), /version 4 .*published on 9 February 2027/)
})

test('no value of a record becomes markup', () => {
  const nasty = fc.oneof(fc.constantFrom('<img src=x onerror=a()>', '"><script>', '__proto__'), fc.string())
  const purpose = fc.record({
    key: nasty,
    name: nasty,
    description: nasty,
    required: fc.boolean(),
    legalBasis: nasty,
    cookies: fc.array(fc.record({ name: nasty, provider: nasty, duration: nasty, description: nasty }), {
      maxLength: 2,
    }),
  })
  const facts = fc.record({
    entity: fc.record({ name: nasty, email: nasty }),
    sites: fc.array(nasty, { maxLength: 2 }),
    purposes: fc.array(purpose, { maxLength: 3 }),
  })
  fc.assert(
    fc.property(facts, fc.constantFrom(...LANGUAGES), (some, language) => {
      for (const { content } of Object.values(writeSections({ ...EMPTY, ...some }, language))) {
        for (const [tag] of content.matchAll(/<[^>]*>/g))
          assert.match(
            tag,
            /^<\/?(p|ul|li|strong|table|caption|thead|tbody|tr|td|th|th scope="(col|row)"|mark)>$/,
          )
      }
    }),
  )
})

test('a cookie of two purposes is listed under each; a cookie of two notices once', () => {
  const ads = { ...PURPOSE, key: 'ads', name: 'Publicidad' }
  assert.deepEqual(
    cookiesOf([PURPOSE, ads, PURPOSE]).map(({ name, purpose }) => [name, purpose]),
    [
      ['_ga', 'Medición de uso'],
      ['_ga', 'Publicidad'],
    ],
  )
})

test('a sentence that ends in «Ltda.» has one full stop, in both languages', () => {
  for (const language of LANGUAGES) {
    const sections = writeSections(
      { ...FULL, entity: { ...FULL.entity, name: 'Áridos del Sur Ltda.' } },
      language,
    )
    for (const { content } of Object.values(sections))
      assert.doesNotMatch(content.replace(/<[^>]+>/g, ''), /Ltda\.\./)
  }
})
