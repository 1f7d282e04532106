import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CATEGORIES, COOKIES, HOSTS, knownCookie, knownHost } from './knowledge.ts'
import { bareUrl, durationOf, type Item, isNamed, judge, mayFollow, partyOf, siteOf } from './rules.ts'
import { readRobots } from './visit/robots.ts'
import { hostsIn, linksIn } from './visit/static-visit.ts'

const item = (more: Partial<Item>): Item => ({
  kind: 'cookie',
  name: '_ga',
  domain: 'tienda.cl',
  party: 'first',
  before: true,
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

test('the catalogue lists each item once, and the longest beginning wins', () => {
  for (const list of [COOKIES, HOSTS]) {
    const patterns = list.map(({ pattern }) => pattern)
    assert.deepEqual(
      patterns.filter((one, index) => patterns.indexOf(one) !== index),
      [],
    )
    for (const { provider, category, description, pattern } of list) {
      assert.ok(provider && description.endsWith('.') && CATEGORIES.includes(category), pattern)
      assert.ok(!pattern.slice(0, -1).includes('*'), pattern)
    }
  }
  assert.ok(COOKIES.length >= 200 && HOSTS.length >= 80, `${COOKIES.length} ${HOSTS.length}`)
  assert.equal(knownCookie('_ga')?.duration, '2 años')
  assert.equal(knownCookie('_ga_X1')?.pattern, '_ga_*')
  assert.equal(knownCookie('_hjSession_5')?.pattern, '_hjSession_*')
  assert.equal(knownCookie('mi_cookie'), undefined)
  assert.equal(knownHost('region1.google-analytics.com')?.provider, 'Google Analytics')
  assert.equal(knownHost('analytics.tiktok.com')?.category, 'marketing')
  assert.equal(knownHost('migoogle-analytics.com'), undefined)
})

test("an item that serves a third party's own ends is never called necessary", () => {
  for (const name of ['li_gc', 'lidc', 'AEC', 'SOCS', 'CONSENT', 'bSession', 'sentrySession', 'orguseridp'])
    assert.notEqual(knownCookie(name)?.category, 'necessary', name)
  assert.equal(knownHost('o1.ingest.sentry.io')?.category, 'analytics')
  const theirs = /Google|YouTube|Meta|Microsoft (?!Azure)|LinkedIn|TikTok|X \(|Pinterest|Sentry|New Relic/
  const proves = /personas de programas|bibliotecas/
  const wrong = [...COOKIES, ...HOSTS].filter(
    ({ provider, category, description }) =>
      category === 'necessary' && theirs.test(provider) && !proves.test(description),
  )
  assert.deepEqual(wrong, [])
})

test('a site is the registered part of a host', () => {
  for (const [host, site] of [
    ['www.tienda.cl', 'tienda.cl'],
    ['.tienda.cl', 'tienda.cl'],
    ['a.b.tienda.com.ar', 'tienda.com.ar'],
    ['datos.gob.cl', 'datos.gob.cl'],
    ['ana.github.io', 'ana.github.io'],
    ['x.ana.github.io', 'ana.github.io'],
    ['localhost', 'localhost'],
    ['10.0.0.1', '10.0.0.1'],
  ])
    assert.equal(siteOf(host!), site)
  assert.equal(partyOf('cdn.tienda.cl', 'tienda.cl'), 'first')
  assert.equal(partyOf('tienda.cl.malo.com', 'tienda.cl'), 'third')
})

test('links that act, files and other sites are not followed', () => {
  const follows = (href: string) => mayFollow(new URL(href, 'https://tienda.cl'), 'tienda.cl')
  for (const href of ['/ofertas', '/a.html', 'https://www.tienda.cl/x']) assert.ok(follows(href), href)
  for (const href of [
    '/cerrar-sesion',
    '/logout',
    '/?add-to-cart=5',
    '/lista.pdf',
    'https://otra.cl/',
    'mailto:a@b.cl',
  ])
    assert.ok(!follows(href), href)
})

test('addresses lose the parts that may identify a visitor', () => {
  assert.equal(bareUrl('https://t.cl/a?correo=x#y'), 'https://t.cl/a')
  assert.equal(bareUrl('blob:https://t.cl/1?x'), 'blob:https://t.cl/1')
})

test('durations in words', () => {
  const said = (seconds: number | null, kind: Item['kind'] = 'cookie') => durationOf({ kind, seconds })
  const day = 86_400
  assert.deepEqual(
    [
      said(730 * day),
      said(365 * day),
      said(400 * day),
      said(90 * day),
      said(day),
      said(1800),
      said(20),
      said(null),
    ],
    ['2 años', '1 año', '13 meses', '3 meses', '1 día', '30 minutos', '1 minuto', 'Sesión'],
  )
  assert.equal(said(null, 'local_storage'), 'Permanente')
  assert.equal(said(null, 'host'), null)
})

test('a declared pattern covers the names it stands for', () => {
  assert.ok(isNamed('_ga_*', '_ga_1') && isNamed('_ga_<id>', '_ga_1') && isNamed('_ga', '_ga'))
  assert.ok(!isNamed('_ga', '_ga_1') && !isNamed('*', '_ga'))
})

const clean = { mode: 'browser', banner: true, notice: null, policy: null, ownHost: 'resguardo.cl' } as const
const keys = (comparison: Parameters<typeof judge>[0]) => judge(comparison).map(({ key }) => key)

test('findings: items that run early, are undeclared, or have no explanation', () => {
  assert.deepEqual(keys({ ...clean, items: [item({ name: 'PHPSESSID' })] }), [])
  assert.deepEqual(keys({ ...clean, items: [item({ before: false })] }), [])
  assert.deepEqual(keys({ ...clean, items: [item({})] }), ['before_consent'])
  assert.deepEqual(keys({ ...clean, banner: false, items: [item({})] }), ['before_consent', 'without_banner'])
  assert.deepEqual(keys({ ...clean, mode: 'static', banner: false, items: [item({})] }), ['before_consent'])
  assert.deepEqual(keys({ ...clean, items: [item({ name: 'rara' })] }), ['unknown'])
  // Fonts, videos and languages are advice. A host in the text of a page is no proof.
  const asked = (name: string) => item({ kind: 'host', name, domain: name, party: 'third' })
  assert.deepEqual(keys({ ...clean, items: [asked('fonts.googleapis.com')] }), ['early_content'])
  assert.deepEqual(keys({ ...clean, items: [asked('www.google-analytics.com')] }), ['before_consent'])
  const text = { ...clean, mode: 'static' } as const
  assert.deepEqual(keys({ ...text, items: [asked('www.google-analytics.com')] }), ['named_in_text'])
  const notice = {
    cookies: [{ name: '_ga', category: null, required: true, purpose: 'Necesarias' }],
    hosts: ['medidor.cl'],
  }
  assert.deepEqual(keys({ ...clean, notice, items: [item({ before: false })] }), ['declared_necessary'])
  assert.deepEqual(keys({ ...clean, notice, items: [] }), ['declared_absent'])
  const host = (name: string, more = {}) =>
    item({ kind: 'host', name, domain: name, party: 'third', before: false, ...more })
  const all = [item({ before: false }), host('cdn.medidor.cl'), host('resguardo.cl'), host('otro.cl')]
  assert.deepEqual(
    judge({ ...clean, notice, items: all }).map(({ key, names }) => [key, names]),
    [
      ['declared_necessary', ['_ga']],
      ['undeclared_host', ['otro.cl']],
    ],
  )
  // Our own banner and its storage are no findings.
  assert.deepEqual(
    keys({ ...clean, notice: { cookies: [], hosts: [] }, items: [item({ name: 'resguardo_x' })] }),
    [],
  )
})

test("robots.txt: the visitor's own group, else that for all; the longest rule wins", () => {
  const text =
    'User-agent: *\nDisallow: /privado\nAllow: /privado/abierto\nDisallow: /*.php$\n\nUser-agent: Otro\nDisallow: /'
  const all = readRobots(text, 'ResguardoScanner')
  assert.deepEqual(
    ['/', '/privado', '/privado/abierto/x', '/a/b.php', '/a/b.php?x'].map((path) => all(path)),
    [true, false, true, false, true],
  )
  const own = readRobots(`${text}\nUser-agent: resguardoscanner\nDisallow: /`, 'ResguardoScanner')
  assert.equal(own('/'), false)
  assert.equal(readRobots('User-agent: *\nDisallow:', 'x')('/a'), true)
  // A pattern of many stars is matched quickly.
  assert.equal(
    readRobots(`User-agent: *\nDisallow: ${'/*a'.repeat(500)}$`, 'x')(`/${'a/'.repeat(5000)}b`),
    true,
  )
})

test('the text of a page gives the hosts it calls and its links', () => {
  const html = `<script src="https://cdn.medidor.cl/a.js"></script><link rel="canonical" href="https://no.cl">
    <link rel=stylesheet href=//letras.cl/a.css><img src='/propia.png'><a class="x" href="/ofertas">o</a>`
  const base = new URL('https://tienda.cl/')
  assert.deepEqual([...hostsIn(html, base)], ['cdn.medidor.cl', 'letras.cl', 'tienda.cl'])
  assert.deepEqual(linksIn(html, base).map(String), ['https://tienda.cl/ofertas'])
})
