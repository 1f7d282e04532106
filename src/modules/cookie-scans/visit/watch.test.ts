import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from './chromium.ts'
import { createSeen } from './seen.ts'
import { createWatch } from './watch.ts'

/** The browser's reports while a page is open, and what is recorded of them. */

const NOW = Date.UTC(2026, 11, 1)
const PAGE = new URL('https://www.tienda.cl/portada?de=correo')

function open() {
  const collector = createSeen('browser', 'tienda.cl')
  const watch = createWatch(collector, 'aviso', () => NOW)
  watch.begin('before', PAGE)
  // biome-ignore lint/suspicious/noExplicitAny: a browser may tell anything.
  const hear = (method: string, params: any, isMain = true) =>
    watch.hear({ method, params } as Message, isMain)
  const asks = (url: string, more: object = {}) =>
    hear('Network.requestWillBeSent', { requestId: url, request: { url }, type: 'Script', ...more })
  const writes = (...told: unknown[]) =>
    hear('Runtime.bindingCalled', { name: 'aviso', payload: JSON.stringify(told) })
  return { watch, hear, asks, writes, items: collector.seen.items }
}

const by = (...urls: string[]) => ({
  initiator: { type: 'script', stack: { callFrames: urls.map((url) => ({ url })) } },
})

test('a third-party request gives its host and its requester, without the parts that may identify a visitor', () => {
  const { asks, items } = open()
  asks('https://cdn.medidor.cl/a.js?quien=ana', by('https://www.tienda.cl/sitio.js?v=secreto#1'))
  assert.deepEqual(items, [
    {
      kind: 'host',
      name: 'cdn.medidor.cl',
      domain: 'cdn.medidor.cl',
      party: 'third',
      before: true,
      after: false,
      seconds: null,
      httpOnly: false,
      secure: false,
      writer: 'script',
      source: 'https://www.tienda.cl/sitio.js',
      page: 'https://www.tienda.cl/portada',
      requests: 1,
    },
  ])
})

test('requests to the site itself, under any of its names, and to no host are not recorded', () => {
  const { asks, items } = open()
  for (const url of [
    'https://www.tienda.cl/a.js',
    'https://img.tienda.cl/a.png',
    'http://tienda.cl/',
    'data:text/plain,hola',
    'blob:https://otra.cl/1',
    'chrome-extension://abc/x.js',
    'about:blank',
    'esto no es nada',
  ])
    asks(url)
  assert.deepEqual(items, [])
})

test('sockets count as requests', () => {
  const { hear, asks, items } = open()
  hear('Network.webSocketCreated', { url: 'wss://chat.otra.cl/hilo?sesion=1' })
  asks('ws://vivo.otra.cl/')
  assert.deepEqual(
    items.map(({ name, requests }) => [name, requests]),
    [
      ['chat.otra.cl', 1],
      ['vivo.otra.cl', 1],
    ],
  )
})

for (const [who, more, writer, source] of [
  ['the page itself', {}, 'page', 'https://www.tienda.cl/portada'],
  [
    'a tag of a page',
    { initiator: { type: 'parser', url: 'https://www.tienda.cl/b' } },
    'page',
    'https://www.tienda.cl/b',
  ],
  [
    'a script',
    by('https://otra.cl/x.js', 'https://www.tienda.cl/sitio.js'),
    'script',
    'https://otra.cl/x.js',
  ],
  [
    'a script behind the banner, which passes its requests on',
    by('https://privacidad.cl/w/v1/banner.js?key=K', 'https://otra.cl/x.js'),
    'script',
    'https://otra.cl/x.js',
  ],
  [
    'the banner alone',
    by('https://privacidad.cl/w/0.1.0/banner.js'),
    'script',
    'https://privacidad.cl/w/0.1.0/banner.js',
  ],
  [
    'a script that nobody can name',
    { initiator: { type: 'script' } },
    'script',
    'https://www.tienda.cl/portada',
  ],
  ['a frame, for itself', { type: 'Document' }, 'page', 'https://cdn.medidor.cl/a.js'],
] as const) {
  test(`the requester is ${who}`, () => {
    const { asks, items } = open()
    asks('https://cdn.medidor.cl/a.js', more)
    assert.deepEqual([items[0]!.writer, items[0]!.source], [writer, source])
  })
}

test('items before and after the decision are kept apart, by the time of the request', () => {
  const { watch, asks, items } = open()
  asks('https://antes.cl/')
  asks('https://siempre.cl/')
  watch.begin('after', PAGE)
  asks('https://siempre.cl/')
  asks('https://despues.cl/')
  assert.deepEqual(
    items.map(({ name, before, after, requests }) => [name, before, after, requests]),
    [
      ['antes.cl', true, false, 1],
      ['siempre.cl', true, true, 2],
      ['despues.cl', false, true, 1],
    ],
  )
})

test("a response's cookie belongs to the address that sent it; its value is never recorded", () => {
  const { watch, asks, hear } = open()
  asks('https://www.tienda.cl/entrar')
  hear('Network.responseReceivedExtraInfo', {
    requestId: 'https://www.tienda.cl/entrar',
    headers: { 'set-cookie': 'sid=secreto; HttpOnly\nidioma=es' },
  })
  hear('Network.responseReceivedExtraInfo', { requestId: 'otra', headers: { 'Set-Cookie': 'suelta=1' } })
  hear('Network.responseReceivedExtraInfo', { requestId: 'nada', headers: {} })
  const from = { writer: 'response', source: 'https://www.tienda.cl/entrar' }
  assert.deepEqual(watch.writerOf('cookie', 'sid'), from)
  assert.deepEqual(watch.writerOf('cookie', 'idioma'), from)
  assert.deepEqual(watch.writerOf('cookie', 'suelta'), { writer: 'response', source: null })
  assert.deepEqual(watch.writerOf('cookie', 'secreto'), {})
})

test('the first writer counts, separately for each kind', () => {
  const { watch, writes } = open()
  writes('cookie', 'id', 'https://uno.cl/a.js')
  writes('cookie', 'id', 'https://dos.cl/b.js')
  writes('local_storage', 'id', '')
  assert.deepEqual(watch.writerOf('cookie', 'id'), { writer: 'script', source: 'https://uno.cl/a.js' })
  assert.deepEqual(watch.writerOf('local_storage', 'id'), { writer: 'script', source: null })
  assert.deepEqual(watch.writerOf('session_storage', 'id'), {})
})

test('a page that calls the listener with anything neither stops nor floods it', () => {
  const { watch, hear, writes } = open()
  for (const payload of ['', 'no es json', 'null', '{}', '5', `["cookie","${'x'.repeat(3000)}",""]`])
    hear('Runtime.bindingCalled', { name: 'aviso', payload })
  hear('Runtime.bindingCalled', { name: 'otra', payload: '["cookie","ajena",""]' })
  hear('No.existe', {})
  hear('Network.requestWillBeSent', {})
  hear('constructor', {})
  assert.deepEqual(watch.writerOf('cookie', 'ajena'), {})
  for (let each = 0; each < 6000; each += 1) writes('cookie', `c${each}`, 'https://uno.cl/a.js')
  assert.deepEqual(watch.writerOf('cookie', 'c5999'), {}, 'the list ends somewhere')
  assert.equal('writer' in watch.writerOf('cookie', 'c100'), true)
})

test('the status of a page is that of its own document, not of a frame', () => {
  const { watch, hear } = open()
  assert.equal(watch.status, null)
  hear('Network.responseReceived', { type: 'Document', response: { status: 500 } }, false)
  hear('Network.responseReceived', { type: 'Script', response: { status: 404 } })
  assert.equal(watch.status, null)
  hear('Network.responseReceived', { type: 'Document', response: { status: 203 } })
  assert.equal(watch.status, 203)
  watch.begin('before', new URL('https://www.tienda.cl/otra'))
  assert.deepEqual([watch.status, watch.page], [null, 'https://www.tienda.cl/otra'])
})

test('a page has loaded when its own document has, and not a frame in it', async () => {
  const { watch, hear } = open()
  let isLoaded = false
  const loaded = watch.loaded().then(() => {
    isLoaded = true
  })
  hear('Page.loadEventFired', {}, false)
  await Promise.resolve()
  assert.equal(isLoaded, false)
  hear('Page.loadEventFired', {})
  await loaded
  assert.equal(isLoaded, true)
})
