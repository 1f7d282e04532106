import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MOST_ITEMS } from '../rules.ts'
import { readRobots } from './robots.ts'
import { createSeen, type Sighting } from './seen.ts'
import { cookieOf, hostsIn, linksIn } from './static-visit.ts'

/** A visit without a browser: headers, the text of the pages, and robots.txt. */

const FROM = new URL('https://www.tienda.cl/inicio')
const PAGE = new URL('https://www.tienda.cl/portada?de=correo')
const NOW = Date.parse('2026-12-01T12:00:00Z')
const read = (line: string) => cookieOf(line, FROM, PAGE, NOW)

for (const [line, seconds] of [
  ['a=1', null],
  ['a=1; Max-Age=60', 60],
  ['a=1; max-age=60; Expires=Wed, 02 Dec 2026 12:00:00 GMT', 60],
  ['a=1; EXPIRES=Wed, 02 Dec 2026 12:00:00 GMT', 86_400],
  ['a=1; Max-Age=pronto; Expires=Tue, 01 Dec 2026 12:01:00 GMT', 60],
  ['a=1; Max-Age=; Expires=Tue, 01 Dec 2026 12:01:00 GMT', 60],
  ['a=1; Max-Age=', null],
  ['a=1; Expires=nunca', null],
] as const) {
  test(`«${line}» lasts ${seconds ?? 'as long as the browser is open'}`, () =>
    assert.equal(read(line)?.seconds, seconds))
}

test('a line that deletes a cookie gives none', () => {
  for (const line of [
    '_ga=; Max-Age=0',
    '_ga=borrada; max-age=-1; Path=/',
    '_ga=; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    '_ga=; Expires=Tue, 01 Dec 2026 12:00:00 GMT',
    '_ga=; Max-Age=0; Expires=Wed, 01 Dec 2027 12:00:00 GMT',
  ])
    assert.equal(read(line), undefined, line)
  assert.equal(read('_ga=1; Max-Age=1')?.name, '_ga')
})

test("a cookie's name, domain and flags are recorded, never its value", () => {
  assert.deepEqual(read('sesion=secreto=x; HTTPONLY;Secure ; Domain=.tienda.cl; Path=/'), {
    kind: 'cookie',
    name: 'sesion',
    domain: '.tienda.cl',
    page: PAGE.href,
    seconds: null,
    httpOnly: true,
    secure: true,
    writer: 'response',
    source: FROM.href,
  })
  const bare = read('b=Secure; SameSite=Lax')!
  assert.deepEqual([bare.domain, bare.httpOnly, bare.secure], ['www.tienda.cl', false, false])
})

test('a value without a name is not taken for a name', () => {
  for (const line of [
    '4f1c9e0b7d2a4c6e',
    '=4f1c9e0b7d2a4c6e; Path=/',
    ' = x',
    '',
    '; Secure',
    '4f1c; Max-Age=60',
  ])
    assert.equal(read(line), undefined, line)
  assert.equal(read(' id = 4f1c')?.name, 'id')
})

test('an empty domain means the host that sent the cookie', () => {
  for (const line of ['a=1; Domain=', 'a=1; Domain', 'a=1']) assert.equal(read(line)?.domain, 'www.tienda.cl')
})

// ── the text of a page ──

test('only elements that a browser would fetch give a host', () => {
  const base = new URL('https://tienda.cl/a/')
  for (const [html, hosts] of [
    ['<iframe src="https://www.youtube.com/embed/x"></iframe>', ['www.youtube.com']],
    ['<SCRIPT SRC=https://a.cl/x.js></SCRIPT>', ['a.cl']],
    ["<source src='//medios.cl/a.mp4'>", ['medios.cl']],
    ['<link rel="preload" href="https://letras.cl/a.woff2">', ['letras.cl']],
    ['<link rel="shortcut icon" href="https://icono.cl/a.ico">', ['icono.cl']],
    ['<link rel="alternate" href="https://no.cl/"><link href="https://no.cl/">', []],
    ['<link rel="dns-prefetch" href="https://no.cl/">', []],
    ['<img src="data:image/png;base64,AA"><img src="">', []],
    ['<a href="https://otra.cl/">x</a><form action="https://no.cl"></form>', []],
    ['<script>var src="https://no.cl/x.js"</script>', []],
    ['<img src="relativa.png">', ['tienda.cl']],
    ['<img src="https://a.cl/1"><img src="https://a.cl/2">', ['a.cl']],
  ] as const)
    assert.deepEqual([...hostsIn(html, base)], hosts, html)
})

test("links are resolved against the page's address", () => {
  const base = new URL('https://tienda.cl/a/b')
  const links = linksIn(
    '<a href="c">1</a><a\nclass=x href=/d?e=1#f>2</a><A HREF=\'//g.cl/ñ\'>3</A><a>4</a>',
    base,
  )
  assert.deepEqual(links.map(String), [
    'https://tienda.cl/a/c',
    'https://tienda.cl/d?e=1#f',
    'https://g.cl/%C3%B1',
  ])
  assert.deepEqual(linksIn('<a href="http://[roto">x</a><abbr href="/no">y</abbr>', base).map(String), [])
})

// ── robots.txt ──

const AGENT = 'ResguardoScanner'

for (const [what, text, admitted, refused] of [
  ['no rule at all', '', ['/'], []],
  ['a rule that says nothing', 'User-agent: *\nDisallow:', ['/', '/a'], []],
  ['everything', 'User-agent: *\nDisallow: /', [], ['/', '/a']],
  ['a beginning', 'User-agent: *\nDisallow: /priv', ['/', '/pri'], ['/priv', '/privado', '/priv/a?b']],
  ['another visitor', 'User-agent: Otro\nDisallow: /', ['/', '/a'], []],
  ['several visitors in one group', `User-agent: Otro\nUser-agent: ${AGENT}\nDisallow: /a`, ['/b'], ['/a']],
  [
    'its own group before that for all',
    `User-agent: *\nDisallow: /\n\nUser-agent: ${AGENT}\nAllow: /`,
    ['/a'],
    [],
  ],
  [
    'its own group that refuses nothing',
    `User-agent: ${AGENT}\nDisallow:\nUser-agent: *\nDisallow: /`,
    ['/a'],
    [],
  ],
  [
    'its own group in two places',
    `User-agent: ${AGENT}\nDisallow: /a\nUser-agent: *\nDisallow: /c\nUser-agent: ${AGENT.toUpperCase()}\nDisallow: /b`,
    ['/c'],
    ['/a', '/b'],
  ],
  ['a tie, which is a yes', 'User-agent: *\nDisallow: /a\nAllow: /a', ['/a'], []],
  ['the longer rule, in any order', 'User-agent: *\nAllow: /a/b\nDisallow: /a', ['/a/b'], ['/a', '/a/c']],
  [
    'remarks and line ends of Windows',
    'User-agent: * # todos\r\nDisallow: /a # privado\r\n',
    ['/b'],
    ['/a', '/a/b'],
  ],
  [
    'lines it does not know',
    'Sitemap: https://t.cl/s.xml\nUser-agent: *\nCrawl-delay: 5\nDisallow: /a',
    ['/'],
    ['/a'],
  ],
  ['an end', 'User-agent: *\nDisallow: /a$', ['/ab', '/a/'], ['/a']],
  [
    'stars',
    'User-agent: *\nDisallow: /*/fotos/*.jpg$',
    ['/fotos/a.jpg', '/x/fotos/a.jpg?b'],
    ['/x/fotos/a.jpg', '/x/y/fotos/b/a.jpg'],
  ],
  ['a star before the end', 'User-agent: *\nDisallow: /a*$', ['/b'], ['/a', '/ab', '/a/b']],
  [
    'an end that overlaps its beginning',
    'User-agent: *\nDisallow: /aba*ba$',
    ['/aba'],
    ['/ababa', '/abaxba'],
  ],
  [
    'accents and ñ',
    'User-agent: *\nDisallow: /búsqueda\nDisallow: /año*/ñ$',
    ['/busqueda', '/año/n'],
    ['/búsqueda?q=1', '/año2026/ñ'],
  ],
  [
    'letters that are written as an address',
    'User-agent: *\nDisallow: /b%C3%BAsqueda',
    ['/busqueda'],
    ['/búsqueda'],
  ],
] as const) {
  test(`robots.txt: ${what}`, () => {
    const admits = readRobots(text, AGENT)
    const asked = (path: string) => {
      const { pathname, search } = new URL(path, 'https://tienda.cl')
      return admits(pathname + search)
    }
    assert.deepEqual(
      admitted.filter((path) => !asked(path)),
      [],
    )
    assert.deepEqual(refused.filter(asked), [])
  })
}

// ── items ──

const sighting = (more: Partial<Sighting> = {}): Sighting => ({
  kind: 'cookie',
  name: '_ga',
  domain: '.tienda.cl',
  page: 'https://tienda.cl/a?correo=ana@x.cl#b',
  ...more,
})

test('the same item before and after is one, with the facts of the first sight', () => {
  const { seen, add } = createSeen('browser', 'tienda.cl')
  add('before', sighting({ seconds: 60, secure: true }))
  add('after', sighting({ domain: 'tienda.cl', seconds: 90, page: 'https://tienda.cl/otra' }))
  assert.deepEqual(seen.items, [
    {
      kind: 'cookie',
      name: '_ga',
      domain: 'tienda.cl',
      party: 'first',
      before: true,
      after: true,
      seconds: 60,
      httpOnly: false,
      secure: true,
      writer: null,
      source: null,
      page: 'https://tienda.cl/a',
      requests: 0,
    },
  ])
})

test('another kind, name or domain is another item', () => {
  const { seen, add } = createSeen('browser', 'tienda.cl')
  add('after', sighting())
  add('after', sighting({ kind: 'local_storage' }))
  add('after', sighting({ name: '_gid' }))
  add('after', sighting({ domain: 'medidor.cl' }))
  assert.deepEqual(
    seen.items.map(({ party, before, after }) => [party, before, after]),
    [
      ['first', false, true],
      ['first', false, true],
      ['first', false, true],
      ['third', false, true],
    ],
  )
})

test('the writer is the first known one, without the parts that may identify a visitor', () => {
  const { seen, add } = createSeen('browser', 'tienda.cl')
  add('before', sighting())
  add('before', sighting({ writer: 'script', source: 'https://cdn.cl/a.js?quien=ana' }))
  add('after', sighting({ writer: 'response', source: 'https://otro.cl/' }))
  assert.deepEqual([seen.items[0]!.writer, seen.items[0]!.source], ['script', 'https://cdn.cl/a.js'])
})

test('requests are counted for hosts only, and the list is bounded', () => {
  const { seen, add, note } = createSeen('browser', 'tienda.cl')
  const host = sighting({ kind: 'host', name: 'cdn.cl', domain: 'cdn.cl' })
  for (const phase of ['before', 'before', 'after'] as const) add(phase, host)
  add('before', sighting())
  add('before', sighting())
  assert.deepEqual(
    seen.items.map(({ requests }) => requests),
    [3, 0],
  )
  for (let n = 0; n < MOST_ITEMS; n++) add('before', sighting({ name: `c${n}` }))
  assert.equal(seen.items.length, MOST_ITEMS)
  add('after', host)
  assert.equal(seen.items[0]!.requests, 4, 'what is listed goes on being counted')
  for (const text of ['Uno.', 'Dos.', 'Uno.']) note(text)
  assert.deepEqual(seen.notes, ['Uno.', 'Dos.'])
})

test('a name with characters that the database rejects is cleaned, and a long one is cut', () => {
  const { seen, add } = createSeen('browser', 'tienda.cl')
  add('before', sighting({ name: `a\u0000b\nc\ud800` }))
  add('before', sighting({ name: `${'ñ'.repeat(199)}🍪` }))
  assert.deepEqual(
    seen.items.map(({ name }) => name),
    ['abc\ufffd', `${'ñ'.repeat(199)}\ufffd`],
  )
})
