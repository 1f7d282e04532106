import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Failure } from '#kernel/failure.ts'
import { labelsOf } from './notices/labels.ts'
import { publicConfigOf } from './notices/public-config.ts'
import { categoryOf, completeContent, decide, type Purpose } from './notices/rules.ts'
import { wordsFor } from './notices/words.ts'
import { decidedAt, normaliseRef, refuseRepeatedKeys } from './rules.ts'
import { ageOn, completeFields, readAge, readRepresentative } from './templates/rules.ts'

/** Edge cases of the rules of notices and forms. */

const purposeOf = (fields: Partial<Purpose> & { key: string; name: string }): Purpose =>
  completeContent({ name: 'x', purposes: [fields] }).purposes[0]!

const refusedAt = (path: string) => (error: Failure) => {
  assert.deepEqual([error.status, error.details?.[0]?.path], [422, path])
  return true
}

// ── uses of a purpose ──

for (const [key, name, category] of [
  ['estadisticas', 'Cómo se usa', 'analytics'],
  ['p', 'Análisis de visitas', 'analytics'],
  ['p', 'Analítica', 'analytics'],
  ['p', 'Estadísticas', 'analytics'],
  ['p', 'Rendimiento', 'analytics'],
  ['p', 'PUBLICIDAD', 'marketing'],
  ['ads', 'Otra', 'marketing'],
  ['google_ads', 'Otra', 'marketing'],
  ['p', 'Anuncios', 'marketing'],
  ['p', 'Remarketing', 'marketing'],
  ['p', 'Perfilado', 'marketing'],
  ['p', 'Redes sociales', 'media'],
  ['p', 'Mapas', 'media'],
  ['p', 'Idioma', 'preferences'],
  ['p', 'Personalización', 'preferences'],
  ['p', 'Funcionales', 'preferences'],
  ['p', 'Medición y publicidad', 'analytics'],
  ['p', 'Niñez', undefined],
  ['adsl', 'Conexión', undefined],
] as const) {
  test(`a purpose «${key}» called «${name}» is ${category ?? 'of no category'}`, () =>
    assert.equal(categoryOf(purposeOf({ key, name })), category))
}

test('a stated category counts before the words, and being necessary counts before both', () => {
  assert.equal(categoryOf(purposeOf({ key: 'p', name: 'Publicidad', category: 'media' })), 'media')
  assert.equal(categoryOf(purposeOf({ key: 'p', name: 'Medición', required: true })), 'necessary')
})

test("codes have labels; an organisation's own basis is its own label", () => {
  const purpose = (legalBasis: string) => purposeOf({ key: 'p', name: 'Una', legalBasis })
  assert.deepEqual(labelsOf(purpose('contract'), 'media'), {
    legalBasisLabel: 'Contrato o medidas precontractuales (art. 13 letra c)',
    categoryLabel: 'Contenido de otros sitios',
  })
  for (const own of ['Ley del Año', 'constructor', 'toString', '__proto__'])
    assert.deepEqual(labelsOf(purpose(own), undefined), { legalBasisLabel: own })
})

for (const [sent, kept] of [
  ['cdn.medidor.cl', 'cdn.medidor.cl'],
  [' *.Medidor.CL ', 'medidor.cl'],
  ['http://cdn.medidor.cl:8080/a?b#c', 'cdn.medidor.cl'],
  ['medidor.cl/ruta', 'medidor.cl'],
  ['ñandú.cl', 'xn--and-6ma2c.cl'],
  ['mi_cdn.medidor.cl', 'mi_cdn.medidor.cl'],
] as const) {
  test(`«${sent}» gives the host ${kept}`, () =>
    assert.deepEqual(purposeOf({ key: 'p', name: 'Una', hosts: [sent] }).hosts, [kept]))
}

test('an invalid host is refused at its place', () => {
  for (const wrong of ['', '*', 'localhost', 'dos palabras.cl', 'http://', '*.*.cl', '[::1]', 'a..cl'])
    assert.throws(
      () => purposeOf({ key: 'p', name: 'Una', hosts: ['bien.cl', wrong] }),
      refusedAt('purposes[0].hosts[1]'),
      wrong,
    )
})

test('a necessary purpose is never advertising, whatever its words', () => {
  for (const name of [
    'Ofertas',
    'Promociones',
    'Boletin',
    'Newsletter',
    'Advertising',
    'google_ads',
    'Anuncios',
    'Spam',
  ])
    assert.throws(
      () => purposeOf({ key: 'p', name, required: true }),
      refusedAt('purposes[0].required'),
      name,
    )
  for (const name of ['Sesión', 'Seguridad', 'Adsorción', 'Carga de adjuntos'])
    assert.equal(purposeOf({ key: 'p', name, required: true }).required, true, name)
})

test('a repeated key is refused at its second place, in any list', () => {
  const list = ['a', 'b', 'A', 'b', 'a'].map((key) => ({ key }))
  assert.throws(() => refuseRepeatedKeys('purposes', list), refusedAt('purposes[3].key'))
  assert.doesNotThrow(() => refuseRepeatedKeys('purposes', list.slice(0, 3)))
  assert.throws(() => completeFields(['a', { name: 'a' }]), refusedAt('fields[1].key'))
})

test('for a notice without optional purposes the sent action counts, and none means accepting', () => {
  const only = [purposeOf({ key: 'n', name: 'Necesarias', required: true })]
  assert.deepEqual(decide(only, {}, 'accept_all'), {
    decisions: { n: true },
    action: 'accept_all',
    granted: true,
  })
  assert.deepEqual(decide(only, {}), { decisions: { n: true }, action: 'accept_all', granted: true })
  assert.deepEqual(decide(only, {}, 'withdraw'), {
    decisions: { n: true },
    action: 'withdraw',
    granted: false,
  })
  for (const sent of [{}, { n: true }]) {
    const refused = decide(only, sent, 'reject_all')
    assert.deepEqual(
      [refused.action, refused.granted],
      ['reject_all', false],
      'nobody who refuses accepted all',
    )
  }
  assert.deepEqual(decide(only, { n: true }, 'custom'), {
    decisions: { n: true },
    action: 'custom',
    granted: true,
  })
  assert.deepEqual(decide([], {}, 'reject_all'), { decisions: {}, action: 'reject_all', granted: false })
})

// ── public configuration ──

const shown = (config: Record<string, unknown>, language = 'es') =>
  publicConfigOf({
    widgetKey: 'clave',
    version: 2,
    content: { ...completeContent({ name: 'Sitio', language }), config },
    contentHash: 'h',
    organization: 'Ñuñoa & Cía.',
    home: 'https://r.cl/p/x',
    publishedAt: new Date('2026-12-01T00:00:00Z'),
  })

for (const [sent, days] of [
  [undefined, 182],
  [null, 182],
  [0, 182],
  [0.5, 182],
  [1, 1],
  [30.9, 30],
  ['90', 90],
  [365, 365],
  [366, 182],
  ['siempre', 182],
] as const) {
  test(`a decision for ${sent} days is asked again after ${days}`, () =>
    assert.equal(shown({ decisionDays: sent }).banner.days, days))
}

test('an unknown look becomes the default', () => {
  const { position, theme, gpc, reopen, accent, onAccent, colours } = shown({
    appearance: { position: 'centro', theme: 5, accent: 'azul', reopen: 'no' },
    gpc: 'nunca',
  }).banner
  assert.deepEqual(
    { position, theme, gpc, reopen },
    { position: 'bottom', theme: 'auto', gpc: 'refuse', reopen: true },
  )
  assert.deepEqual({ accent, onAccent, colours }, { accent: null, onAccent: null, colours: null })
})

test("only a web address can be a policy's link", () => {
  const link = (value: unknown) => shown({ privacyPolicyUrl: value, cookiePolicyUrl: value }).policyLinks
  for (const fine of ['https://t.cl/privacidad', 'http://t.cl/'])
    assert.deepEqual(link(fine), { privacyPolicy: fine, cookiePolicy: fine })
  for (const wrong of ['javascript:alert(1)', 'data:text/html,x', '/privacidad', '', 5, null])
    assert.deepEqual(link(wrong), { privacyPolicy: null, cookiePolicy: null }, String(wrong))
})

test('the banner always has Spanish, and English if the notice does', () => {
  const languages = (config: object, language?: string) =>
    Object.keys(shown({ ...config }, language).banner.words)
  assert.deepEqual(languages({}), ['es'])
  assert.deepEqual(languages({}, 'EN-us'), ['es', 'en'])
  assert.deepEqual(languages({ translations: { en: {} } }), ['es', 'en'])
  assert.deepEqual(languages({ translations: { fr: {} } }), ['es'])
  assert.deepEqual(languages({ translations: null }), ['es'])
  const said = (reopen: boolean) => Object.values(wordsFor(['en'], 'Ñuñoa', reopen)).map(({ about }) => about)
  for (const about of said(true)) assert.match(about, /Ñuñoa.*«Priva/)
  for (const about of said(false)) assert.doesNotMatch(about, /«/)
})

// ── people and times ──

for (const [sent, kept] of [
  ['ÑANDÚ@Correo.CL', 'ñandú@correo.cl'],
  ['a@b', 'a@b'],
  ['a@b@c', 'a@b@c'],
  ['A B@c.cl', 'A B@c.cl'],
  ['12.345.678-K', '12.345.678-K'],
  ['  5.126.663-3', '5126663-3'],
  ['', ''],
] as const) {
  test(`the reference «${sent}» becomes «${kept}»`, () => assert.equal(normaliseRef(sent), kept))
}

test('a clock up to ten minutes ahead is accepted, and not a moment more', () => {
  const now = new Date('2026-12-01T12:00:00Z')
  const at = (ms: number) =>
    decidedAt('occurredAt', new Date(now.getTime() + ms), now).getTime() - now.getTime()
  assert.deepEqual([at(-1), at(0), at(1), at(600_000)], [-1, 0, 0, 0])
  assert.throws(() => at(600_001), refusedAt('occurredAt'))
})

for (const [born, day, age] of [
  ['2012-12-31', '2026-12-30', 13],
  ['2012-12-31', '2026-12-31', 14],
  ['2012-12-31', '2027-01-01', 14],
  ['2012-01-01', '2025-12-31', 13],
  ['2012-02-29', '2028-02-28', 15],
  ['2012-02-29', '2028-02-29', 16],
  ['2026-12-01', '2026-12-01', 0],
  ['2026-12-02', '2026-12-01', -1],
] as const) {
  test(`born on ${born}, a person is ${age} on ${day}`, () => assert.equal(ageOn(born, day), age))
}

test('an age is a whole number from 0 to 130, and a date of birth must fit that', () => {
  const today = '2026-12-01'
  for (const age of [0, 130]) assert.equal(readAge({ age }, today), age)
  for (const age of [-1, 131, 1.5, Number.NaN, true, '14'])
    assert.throws(() => readAge({ age }, today), refusedAt('values.age'), String(age))
  assert.equal(readAge({ birthDate: '1896-12-01' }, today), 130)
  assert.throws(() => readAge({ birthDate: '1895-12-01' }, today), refusedAt('values.birthDate'))
  for (const none of ['', null]) assert.equal(readAge({ birthDate: none, age: none }, today), undefined)
  assert.equal(readAge({ birthDate: '', age: 20 }, today), 20)
})

test('blank fields of a representative are missing, and only true declares', () => {
  assert.deepEqual(readRepresentative({ name: '  ', rut: ' ', relation: ' madre ', email: ' ' }), {
    name: null,
    rut: null,
    relation: 'madre',
    email: null,
  })
  assert.equal(readRepresentative({ declared: true })!.declared, true)
  assert.equal('declared' in readRepresentative({ declared: false })!, false)
})
