import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judged } from './compare.ts'
import {
  bareUrl,
  type Comparison,
  durationOf,
  type FindingKey,
  type Item,
  isNamed,
  judge,
  LONGEST_URL,
  mayFollow,
  partyOf,
  siteOf,
} from './rules.ts'

/** A site's behaviour against its declarations, case by case. */

const item = (more: Partial<Item> = {}): Item => ({
  kind: 'cookie',
  name: '_ga',
  domain: 'tienda.cl',
  party: 'first',
  before: false,
  after: true,
  seconds: null,
  httpOnly: false,
  secure: false,
  writer: null,
  source: null,
  page: 'https://tienda.cl/',
  requests: 0,
  ...more,
})
const host = (name: string, more: Partial<Item> = {}) =>
  item({ kind: 'host', name, domain: name, party: 'third', ...more })
const said = (name: string, required = false) => ({ name, category: null, required, purpose: 'Una' })

const QUIET: Comparison = {
  items: [],
  mode: 'browser',
  banner: true,
  notice: null,
  policy: null,
  ownHost: 'resguardo.cl',
}

const found = (more: Partial<Comparison>) =>
  Object.fromEntries(judge({ ...QUIET, ...more }).map(({ key, names }) => [key, names]))

const EARLY = { before: true }

for (const [what, comparison, findings] of [
  ['nothing was found', {}, {}],
  ['a known measure waits for the yes', { items: [item()] }, {}],
  ['a known measure comes early', { items: [item(EARLY)] }, { before_consent: ['_ga'] }],
  [
    'the same cookie of two domains is named once',
    { items: [item(EARLY), item({ ...EARLY, domain: 'www.tienda.cl' })] },
    { before_consent: ['_ga'] },
  ],
  [
    'the catalogue counts more than what the notice calls it',
    { items: [item(EARLY)], notice: { cookies: [said('_ga', true)], hosts: [] } },
    { before_consent: ['_ga'], declared_necessary: ['_ga'] },
  ],
  [
    'an unknown one that may be refused comes early',
    { items: [item({ ...EARLY, name: 'propia' })], notice: { cookies: [said('propia')], hosts: [] } },
    { before_consent: ['propia'] },
  ],
  [
    'an unknown one that is necessary comes early',
    { items: [item({ ...EARLY, name: 'propia' })], notice: { cookies: [said('propia', true)], hosts: [] } },
    {},
  ],
  [
    'an unknown one that nobody explains comes early',
    { items: [item({ ...EARLY, name: 'propia' })] },
    { unknown: ['propia'] },
  ],
  [
    'an unknown one that the policy alone explains',
    { items: [item({ name: 'propia' })], policy: ['propia'] },
    { unknown: ['propia'] },
  ],
  [
    'a known one is never unknown',
    { items: [item()], notice: { cookies: [], hosts: [] } },
    { undeclared: ['_ga'] },
  ],
  [
    'without a banner, what needs a yes',
    { items: [item(), item({ name: 'PHPSESSID' })], banner: false },
    { without_banner: ['_ga'] },
  ],
  ['without a banner, only what is necessary', { items: [item({ name: 'PHPSESSID' })], banner: false }, {}],
  ['without a browser the banner cannot be missed', { items: [item()], banner: false, mode: 'static' }, {}],
  [
    'a video comes early',
    { items: [host('www.youtube.com', EARLY)] },
    { early_content: ['www.youtube.com'] },
  ],
  ['a video waits', { items: [host('www.youtube.com')] }, {}],
  [
    'the text names a measure and a video',
    { items: [host('www.google-analytics.com', EARLY), host('www.youtube.com', EARLY)], mode: 'static' },
    { named_in_text: ['www.google-analytics.com', 'www.youtube.com'] },
  ],
  ['the text names a host that nobody knows', { items: [host('otro.cl', EARLY)], mode: 'static' }, {}],
  [
    'the text names one of its own hosts',
    {
      items: [host('cdn.tienda.cl', { ...EARLY, party: 'first' })],
      mode: 'static',
      notice: { cookies: [], hosts: [] },
    },
    {},
  ],
  [
    'a host that the notice names, and one below it',
    { items: [host('medidor.cl'), host('a.b.medidor.cl')], notice: { cookies: [], hosts: ['medidor.cl'] } },
    {},
  ],
  [
    'a host whose name only ends like it',
    { items: [host('elmedidor.cl')], notice: { cookies: [], hosts: ['medidor.cl'] } },
    { undeclared_host: ['elmedidor.cl'] },
  ],
  [
    'a host above the one that is named',
    { items: [host('medidor.cl')], notice: { cookies: [], hosts: ['cdn.medidor.cl'] } },
    { undeclared_host: ['medidor.cl'] },
  ],
  [
    'a host whose provider has a cookie in the notice',
    { items: [item(), host('www.google-analytics.com')], notice: { cookies: [said('_ga')], hosts: [] } },
    {},
  ],
  [
    'a host whose provider has a family of cookies there',
    {
      items: [item({ name: '_ga_X1' }), host('www.google-analytics.com')],
      notice: { cookies: [said('_ga_<id>')], hosts: [] },
    },
    {},
  ],
  [
    'a host of another provider',
    { items: [item(), host('connect.facebook.net')], notice: { cookies: [said('_ga')], hosts: [] } },
    { undeclared_host: ['connect.facebook.net'] },
  ],
  [
    'storage is declared like a cookie',
    {
      items: [item({ kind: 'local_storage', name: 'carro' })],
      notice: { cookies: [said('carro', true)], hosts: [] },
    },
    {},
  ],
  [
    'storage that nobody declares',
    { items: [item({ kind: 'session_storage', name: 'paso' })], notice: { cookies: [], hosts: [] } },
    { undeclared: ['paso'], unknown: ['paso'] },
  ],
  [
    'a policy that names families',
    { items: [item({ name: '_ga_X1' }), item()], policy: ['_ga_*'] },
    { not_in_policy: ['_ga'] },
  ],
  ['an empty policy', { items: [item(), host('otro.cl')], policy: [] }, { not_in_policy: ['_ga'] }],
  [
    'what the notice names and the site has not',
    { items: [item()], notice: { cookies: [said('_ga'), said('_gid'), said('_fbp*')], hosts: [] } },
    { declared_absent: ['_gid', '_fbp*'] },
  ],
  [
    'the same without a browser',
    { items: [item()], mode: 'static', notice: { cookies: [said('_ga'), said('_gid')], hosts: [] } },
    {},
  ],
  [
    'the banner of this service',
    {
      items: [host('resguardo.cl', EARLY), item({ name: 'resguardo_abc', ...EARLY })],
      notice: { cookies: [], hosts: [] },
      policy: [],
    },
    {},
  ],
  [
    'a host below that of this service',
    { items: [host('otro.resguardo.cl')], notice: { cookies: [], hosts: [] } },
    { undeclared_host: ['otro.resguardo.cl'] },
  ],
] as [string, Partial<Comparison>, Partial<Record<FindingKey, string[]>>][]) {
  test(`findings when ${what}`, () => assert.deepEqual(found(comparison), findings))
}

test('the most serious finding comes first, and gives the number of cases', () => {
  const items = [
    item(EARLY),
    item({ ...EARLY, name: '_fbp' }),
    item({ name: 'rara' }),
    host('www.youtube.com', EARLY),
  ]
  const findings = judge({ ...QUIET, items, banner: false })
  assert.deepEqual(
    findings.map(({ key, severity }) => [key, severity]),
    [
      ['before_consent', 'critical'],
      ['without_banner', 'medium'],
      ['early_content', 'low'],
      ['unknown', 'low'],
    ],
  )
  assert.match(findings[0]!.message, /^2 cookies/)
  assert.match(findings[3]!.message, /^No sabemos para qué es una cookie/)
  assert.match(findings[0]!.article, /^arts\. 12 y 13, /)
  assert.match(findings[2]!.article, /^buena práctica, en relación con los arts\. /)
  assert.match(findings[3]!.article, /^buena práctica, en relación con el art\. /)
})

test('of very many cases the first hundred are listed, and all are counted', () => {
  const cookies = Array.from({ length: 130 }, (_, n) => item({ ...EARLY, name: `_ga_${n}` }))
  const hosts = Array.from({ length: 105 }, (_, n) => host(`h${n}.otro.cl`))
  const { findings, early_count, undeclared_count } = judged({
    ...QUIET,
    items: [...cookies, ...hosts],
    notice: { cookies: [], hosts: [] },
  })
  assert.deepEqual([early_count, undeclared_count], [130, 130 + 105])
  for (const { names, message } of findings) {
    assert.equal(names.length, 100)
    assert.match(message, /\b1(?:30|05) /)
  }
  assert.deepEqual(Object.keys(findings[0]!).sort(), [
    'action',
    'article',
    'key',
    'message',
    'names',
    'severity',
  ])
})

test('without findings both counts are zero, and only their own findings raise them', () => {
  const counts = (items: Item[], more: Partial<Comparison> = {}) => {
    const { early_count, undeclared_count } = judged({ ...QUIET, items, ...more })
    return [early_count, undeclared_count]
  }
  assert.deepEqual(counts([]), [0, 0])
  assert.deepEqual(counts([host('www.youtube.com', EARLY), item({ name: 'rara' })]), [0, 0])
  assert.deepEqual(counts([item(EARLY)], { policy: [] }), [1, 0])
  assert.deepEqual(counts([item(), host('otro.cl')], { notice: { cookies: [], hosts: [] } }), [0, 2])
})

// ── in words ──

const DAY = 86_400

for (const [seconds, words] of [
  [0, '1 minuto'],
  [59, '1 minuto'],
  [60, '1 minuto'],
  [120, '2 minutos'],
  [3600, '1 hora'],
  [5400, '90 minutos'],
  [7200, '2 horas'],
  [DAY, '1 día'],
  [7 * DAY, '7 días'],
  [29 * DAY, '29 días'],
  [30 * DAY, '1 mes'],
  [45 * DAY, '45 días'],
  [60 * DAY, '2 meses'],
  [180 * DAY, '6 meses'],
  [364 * DAY, '1 año'],
  [366 * DAY, '1 año'],
  [2 * 365 * DAY, '2 años'],
  [10 * 365 * DAY, '10 años'],
] as const) {
  test(`${seconds} seconds are «${words}»`, () =>
    assert.equal(durationOf({ kind: 'cookie', seconds }), words))
}

test('storage that stays until deleted is permanent, and storage that ends with the tab is of the session', () => {
  assert.equal(durationOf({ kind: 'local_storage', seconds: 60 }), 'Permanente')
  assert.equal(durationOf({ kind: 'session_storage', seconds: null }), 'Sesión')
  assert.equal(durationOf({ kind: 'host', seconds: 60 }), null)
})

// ── names, sites and links ──

for (const [declared, name, covers] of [
  ['_ga', '_ga', true],
  ['_ga', '_GA', false],
  ['_ga*', '_ga', true],
  ['_ga_[id]', '_ga_X', true],
  ['_ga_{id}', '_ga_X', true],
  ['_ga_{id}', '_gat', false],
  ['<id>_ga', 'x_ga', false],
  ['*', '*', false],
] as const) {
  test(`«${declared}» ${covers ? 'covers' : 'does not cover'} «${name}»`, () =>
    assert.equal(isNamed(declared, name), covers))
}

for (const [one, site] of [
  ['TIENDA.CL', 'tienda.cl'],
  ['a.b.c.tienda.cl', 'tienda.cl'],
  ['www.tienda.co.uk', 'tienda.co.uk'],
  ['tienda.co.uk', 'tienda.co.uk'],
  ['www.co.tienda', 'co.tienda'],
  ['a.com.tienda', 'com.tienda'],
  ['tienda.myshopify.com', 'tienda.myshopify.com'],
  ['www.myshopify.com', 'www.myshopify.com'],
  ['d1.cloudfront.net', 'd1.cloudfront.net'],
  ['nomyshopify.com', 'nomyshopify.com'],
  ['[::1]', '[::1]'],
  ['192.168.10.20', '192.168.10.20'],
] as const) {
  test(`«${one}» belongs to the site «${site}»`, () => assert.equal(siteOf(one), site))
}

test('two customers of one hosting service are two sites', () => {
  assert.equal(partyOf('otra.myshopify.com', siteOf('tienda.myshopify.com')), 'third')
  assert.equal(partyOf('img.tienda.myshopify.com', siteOf('tienda.myshopify.com')), 'first')
})

test('links that act, lead away or are files are not followed, in any spelling', () => {
  const follows = (href: string) => mayFollow(new URL(href, 'https://tienda.cl'), 'tienda.cl')
  for (const href of [
    '/',
    '/a.HTML',
    '/a.php',
    '/a.aspx',
    '/a.jsp',
    '/v1.2/a',
    '/a.b/c',
    'http://blog.tienda.cl/x',
  ])
    assert.ok(follows(href), href)
  for (const href of [
    '/LOGOUT',
    '/log-out',
    '/sign-out',
    '/cerrarsesion',
    '/salir',
    '/carro?add_to_cart=1',
    '/carro/agregar/5',
    '/cuenta/eliminar',
    '/x?accion=delete',
    '/unsubscribe/abc',
    '/desuscribir',
    '/wp-admin/',
    '/wp-login.php',
    '/foto.JPG',
    '/lista.xlsx',
    '/video.mp4',
    'https://tienda.cl.otro.com/',
    'ftp://tienda.cl/a',
    'javascript:x()',
  ])
    assert.ok(!follows(href), href)
})

test('an address loses its query and fragment, and is cut if too long', () => {
  assert.equal(bareUrl('http://t.cl:8080/a;b/?x#y'), 'http://t.cl:8080/a;b/')
  assert.equal(bareUrl('https://ana:clave@t.cl/a'), 'https://t.cl/a')
  assert.equal(bareUrl('chrome-extension://abc/x.js?y'), 'chrome-extension://abc/x.js')
  assert.equal(bareUrl('no es una dirección#x'), 'no es una dirección')
  assert.equal(bareUrl(`https://t.cl/${'a'.repeat(LONGEST_URL)}`).length, LONGEST_URL)
})
