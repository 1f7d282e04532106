import assert from 'node:assert/strict'
import { test } from 'node:test'
import { policyPage } from './pages.ts'
import type { PageQuery } from './schemas.ts'
import type { PolicyToShow } from './service.ts'

/** A published policy as a page: version, language, changes, and cookie preferences. */

const HOSTILE = '"><script>alert(1)</script>'
const ENTITY = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'

const POLICY: PolicyToShow['policy'] = {
  title: 'Política de privacidad de Sur SpA',
  intro: '<p>Así tratamos sus datos.</p>',
  sections: [
    { key: 'controller', title: 'Responsable', content: '<p>Es Sur SpA.</p>' },
    { key: 'rights', title: 'Sus derechos', content: '<p>Son siete.</p>' },
  ],
  version: 3,
  lawVersion: '2026-12',
  language: 'es',
  languages: ['es'],
  publishedAt: '2026-12-02T02:30:00.000Z',
  legalEntity: { id: ENTITY, name: 'Sur SpA' },
}
const VERSIONS = [
  { version: 3, publishedAt: '2026-12-02T02:30:00.000Z' },
  { version: 2, publishedAt: '2026-11-10T12:00:00.000Z' },
  { version: 1, publishedAt: '2026-01-01T12:00:00.000Z' },
]

function pageOf(
  more: Partial<PolicyToShow> = {},
  query: PageQuery = {},
  policy: Partial<PolicyToShow['policy']> = {},
) {
  const shown = {
    organisation: { name: 'Tienda Sur', slug: 'sur', branding: {} },
    versions: VERSIONS,
    ...more,
    policy: { ...POLICY, ...policy },
  }
  return policyPage(shown, query, '../')
}
const markup = (...all: Parameters<typeof pageOf>) => pageOf(...all).content.markup

/** The parameters of every link to the page itself. */
const leadsTo = (text: string) =>
  [...text.matchAll(/href="\?([^"]*)"/g)].map(([, query]) => query!.replaceAll('&amp;', '&'))

// ── the text ──

test('a policy names its organisation, its version and its first day in Chile', () => {
  const text = markup()
  assert.match(text, /<p class="under">Sur SpA<\/p>\s*<h1>Política de privacidad de Sur SpA<\/h1>/)
  assert.match(
    text,
    /<time datetime="2026-12-02T02:30:00\.000Z">Versión 3, publicada el 1 de diciembre de 2026<\/time>/,
  )
  assert.match(text, /Redactado conforme a la Ley 19\.628 \(mod\. Ley 21\.719\), versión 2026-12\./)
  assert.match(text, /<a class="button" href="\.\.\/p\/sur">Ejercer mis derechos<\/a>/)
})

test('every section appears once, under its title, linked from the contents', () => {
  const text = markup()
  assert.match(
    text,
    /<li><a href="#controller">Responsable<\/a><\/li>\s*<li><a href="#rights">Sus derechos<\/a><\/li>/,
  )
  assert.match(
    text,
    /<section aria-labelledby="controller">\s*<h2 id="controller">Responsable<\/h2>\s*<p>Es Sur SpA\.<\/p>/,
  )
  assert.match(text, /<p>Así tratamos sus datos\.<\/p>/)
})

test('an added section may have any key, so its anchor uses its number', () => {
  const section = (key: string) => ({ key, title: 'Otra', content: '<p>x</p>' })
  const keys = ['main', 'versions', 'dos palabras', HOSTILE, '9', 'propia1', 'ñandú']
  const text = markup({}, {}, { sections: keys.map(section) })
  assert.deepEqual(
    [...text.matchAll(/<h2 id="([^"]*)">Otra/g)].map(([, id]) => id),
    ['s-1', 's-2', 's-3', 's-4', 's-5', 'propia1', 's-7'],
  )
  assert.equal(text.match(/id="versions"/g)?.length, 1, 'no two places have one name')
})

test('titles and names are escaped; only intro and sections, already sanitised, are markup', () => {
  const text = markup(
    { organisation: { name: HOSTILE, slug: 'sur', branding: {} } },
    {},
    {
      title: HOSTILE,
      lawVersion: HOSTILE,
      legalEntity: { id: ENTITY, name: HOSTILE },
      sections: [{ key: 'a', title: HOSTILE, content: '<p>x</p>' }],
    },
  )
  assert.doesNotMatch(text, /<script>/)
})

// ── languages ──

test('a policy in another language uses it throughout, for dates too', () => {
  const text = markup({}, {}, { language: 'en', languages: ['en', 'es'], title: 'Privacy policy' })
  for (const words of [
    'Version 3, published on 1 December 2026',
    'Exercise my rights',
    'Contents',
    'Written under Law 19,628 as amended by Law 21,719, version 2026-12.',
  ])
    assert.ok(text.includes(words), words)
  assert.doesNotMatch(text, /Versión|publicada|Ejercer|Contenido|Imprimir/)
  assert.match(text, /Also in: <a href="\?language=es" lang="es" hreflang="es">Español<\/a>/)
  assert.equal(pageOf({}, {}, { language: 'en' }).language, 'en')
})

test('a link to another language keeps the entity and site and shows the version in force', () => {
  const query = { legalEntityId: ENTITY, domainId: 'd', version: 2, changes: true, language: 'es' }
  const text = markup({}, query, { languages: ['es', 'en'], version: 2 })
  assert.ok(leadsTo(text).includes(`legalEntityId=${ENTITY}&domainId=d&language=en`), leadsTo(text).join(' '))
  assert.doesNotMatch(markup(), /También en/)
})

// ── versions ──

test('all versions are listed with their changes, the one in force first and without its number', () => {
  assert.deepEqual(leadsTo(markup()), [
    '',
    'version=3&changes=true',
    'version=2',
    'version=2&changes=true',
    'version=1',
  ])
  const text = markup()
  assert.match(text, /<a href="\?" aria-current="page">Versión 3, publicada el 1 de diciembre de 2026<\/a>/)
  assert.match(text, /<a href="\?version=1">Versión 1, publicada el 1 de enero de 2026<\/a><\/li>/)
})

test('an old version says that it is not in force and links the one that is', () => {
  const old = pageOf({}, { version: 2, legalEntityId: ENTITY }, { version: 2 })
  const { markup: text } = old.content
  assert.match(text, /Esta versión ya no está vigente\. <a href="\?legalEntityId=[^"&]*">Ver la vigente<\/a>/)
  assert.match(text, /aria-current="page">Versión 2,/)
  assert.equal(text.match(/aria-current/g)?.length, 1)
  assert.doesNotMatch(markup(), /ya no está vigente/)
})

test('the last published version is in force, even with a lower number', () => {
  const versions = [VERSIONS[1]!, VERSIONS[0]!]
  assert.doesNotMatch(markup({ versions }, {}, { version: 2 }), /ya no está vigente/)
  assert.match(markup({ versions }, { version: 3 }), /ya no está vigente/)
})

test('search engines may index only the policy in force: no old version, comparison or framed page', () => {
  const changes = { since: 2, sections: [], intro: { before: '', after: '' } }
  assert.deepEqual(
    [pageOf(), pageOf({}, {}, { version: 2 }), pageOf({ changes }), pageOf({}, { marco: '1' })].map(
      ({ isListed }) => isListed,
    ),
    [true, false, false, false],
  )
})

test('a framed page keeps its frame parameter in every link, and may be framed', () => {
  const framed = pageOf({}, { marco: '1' }, { languages: ['es', 'en'] })
  assert.deepEqual([framed.isEmbedded, framed.mayBeFramed], [true, ['*']])
  const addresses = leadsTo(framed.content.markup)
  assert.equal(addresses.length, 6)
  for (const one of addresses) assert.match(one, /(^|&)marco=1(&|$)/)
  assert.deepEqual([pageOf().isEmbedded, pageOf().mayBeFramed], [undefined, undefined])
})

// ── changes ──

const changes: PolicyToShow['changes'] = {
  since: 2,
  intro: { before: '<p>Antes.</p>', after: '<p>Ahora.</p>' },
  sections: [
    {
      key: 'controller',
      difference: 'changed',
      before: { title: 'Responsable', content: '<p>Es Sur. Vive en Talca.</p>' },
      after: { title: 'Quién responde', content: '<p>Es Sur SpA. Vive en Talca.</p>' },
    },
    {
      key: 'rights',
      difference: 'unchanged',
      before: { title: 'Sus derechos', content: '<p>x</p>' },
      after: { title: 'Sus derechos', content: '<p>x</p>' },
    },
    {
      key: 'nueva',
      difference: 'added',
      before: null,
      after: { title: 'Nueva', content: '<p>Hola &lt;b&gt;.</p>' },
    },
    {
      key: 'vieja',
      difference: 'removed',
      before: { title: 'Vieja', content: '<p>Adiós.</p>' },
      after: null,
    },
  ] as NonNullable<PolicyToShow['changes']>['sections'],
}

test('changes are shown sentence by sentence, and unchanged text is left out', () => {
  const text = markup({ changes }, { changes: true })
  assert.match(text, /<h2>Qué cambió desde la versión 2<\/h2>\s*<p><a href="\?">Ver el texto completo<\/a>/)
  assert.match(text, /<del>Antes\.<\/del> <ins>Ahora\.<\/ins>/)
  assert.match(
    text,
    /<h2>Quién responde<\/h2>\s*<p><del>Es Sur\.<\/del> <ins>Es Sur SpA\.<\/ins> Vive en Talca\.<\/p>/,
  )
  assert.match(text, /<h2>Nueva <small>\(Sección nueva\)<\/small><\/h2>\s*<p><ins>Hola &lt;b&gt;\.<\/ins>/)
  assert.match(text, /<h2>Vieja <small>\(Sección que ya no está\)<\/small><\/h2>\s*<p><del>Adiós\.<\/del>/)
  assert.doesNotMatch(text, /Sus derechos<\/h2>|class="contents"/)
})

test('two versions with the same text say so', () => {
  const same = { since: 2, sections: [], intro: { before: '<p>x</p>', after: '<p>x</p>' } }
  assert.match(markup({ changes: same }), /No cambió ninguna sección\./)
  assert.match(markup({ changes: same }, {}, { language: 'en' }), /No section changed\./)
})

// ── cookie preferences ──

test('a cookie policy links each site’s preferences, which its banner opens', () => {
  const sites = ['www.sur.cl', 'http://sur.cl:8080/tienda?x=1#y', 'https://ñandú.cl/']
  const text = markup({ sites })
  const links = [...text.matchAll(/<a href="([^"]*#resguardo-preferencias)">([^<]*)<\/a>/g)].map(
    ([, href, name]) => `${name} ${href}`,
  )
  assert.deepEqual(links, [
    'www.sur.cl https://www.sur.cl/#resguardo-preferencias',
    'sur.cl:8080 http://sur.cl:8080/tienda?x=1#resguardo-preferencias',
    'xn--and-6ma2c.cl https://xn--and-6ma2c.cl/#resguardo-preferencias',
  ])
  assert.match(text, /Cambiar mi decisión sobre cookies: /)
  assert.doesNotMatch(markup({ sites: [] }), /Cambiar mi decisión/)
})
