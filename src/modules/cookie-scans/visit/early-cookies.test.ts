import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSeen } from './seen.ts'
import { createWatch } from './watch.ts'

/** The browser's reports about cookies, and what is recorded of them. */

const NOW = Date.UTC(2026, 11, 1)

function watchOf(...lines: string[]) {
  const collector = createSeen('browser', 'tienda.test')
  const watch = createWatch(collector, 'binding', () => NOW)
  watch.begin('before', new URL('http://tienda.test/'))
  const answer = (requestId: string, blockedCookies: { cookieLine: string }[] = []) =>
    watch.hear(
      {
        method: 'Network.responseReceivedExtraInfo',
        params: { requestId, headers: { 'set-cookie': lines.join('\n') }, blockedCookies },
      } as never,
      true,
    )
  const ask = (requestId: string, url: string, more: object = {}) =>
    watch.hear(
      { method: 'Network.requestWillBeSent', params: { requestId, request: { url }, ...more } } as never,
      true,
    )
  const connect = (requestId: string, url: string) =>
    watch.hear({ method: 'Network.webSocketCreated', params: { requestId, url } } as never, true)
  const seen = () =>
    collector.seen.items
      .filter(({ kind }) => kind === 'cookie')
      .map(({ name, domain, before, seconds, writer, source }) => ({
        name,
        domain,
        before,
        seconds,
        writer,
        source,
      }))
  return { ask, connect, answer, seen }
}

test('a cookie set by a response before a decision is early, even if the banner deletes it at once', () => {
  const { ask, answer, seen } = watchOf('_ga=GA1.1.5; Max-Age=86400; Path=/')
  ask('1', 'http://tienda.test/?de=correo')
  answer('1')
  assert.deepEqual(seen(), [
    {
      name: '_ga',
      domain: 'tienda.test',
      before: true,
      seconds: 86_400,
      writer: 'response',
      source: 'http://tienda.test/',
    },
  ])
})

test('a browser keeps cookies for at most 400 days, and one without a lifetime for its session', () => {
  const { ask, answer, seen } = watchOf('larga=1; Max-Age=63072000', 'sesion=1')
  ask('1', 'http://tienda.test/')
  answer('1')
  assert.deepEqual(
    seen().map(({ name, seconds }) => [name, seconds]),
    [
      ['larga', 34_560_000],
      ['sesion', null],
    ],
  )
})

test('cookies that the browser refuses, or that a response deletes, are not recorded', () => {
  const { ask, answer, seen } = watchOf('ajena=1; Domain=otra.test', 'vieja=; Max-Age=0', 'propia=1')
  ask('1', 'http://tienda.test/')
  answer('1', [{ cookieLine: 'ajena=1; Domain=otra.test' }])
  assert.deepEqual(
    seen().map(({ name }) => name),
    ['propia'],
  )
})

test('a redirect may be reported before the cookies of the response behind it, and each is attributed correctly', () => {
  const redirected = (hasExtraInfo: boolean) => ({
    redirectResponse: { status: 302 },
    redirectHasExtraInfo: hasExtraInfo,
  })
  const early = watchOf('id=1')
  early.ask('1', 'http://uno.test/')
  early.ask('1', 'http://dos.test/', redirected(true))
  early.answer('1')
  assert.deepEqual(
    early.seen().map(({ domain }) => domain),
    ['uno.test'],
  )
  early.answer('1')
  assert.deepEqual(
    early.seen().map(({ domain }) => domain),
    ['uno.test', 'dos.test'],
  )
  const late = watchOf('id=1')
  late.ask('1', 'http://uno.test/')
  late.answer('1')
  late.ask('1', 'http://dos.test/', redirected(true))
  late.answer('1')
  assert.deepEqual(
    late.seen().map(({ domain }) => domain),
    ['uno.test', 'dos.test'],
  )
  const silent = watchOf('id=1')
  silent.ask('1', 'http://uno.test/')
  silent.ask('1', 'https://uno.test/', redirected(false))
  silent.answer('1')
  assert.deepEqual(
    silent.seen().map(({ source }) => source),
    ['https://uno.test/'],
  )
})

test("a socket's cookie belongs to the host that answered; one of an unknown response to nobody", () => {
  const { connect, answer, seen } = watchOf('suya=1')
  answer('9')
  assert.deepEqual(seen(), [])
  connect('7', 'wss://charla.test/hilo?sesion=1')
  answer('7')
  assert.deepEqual(
    seen().map(({ domain }) => domain),
    ['charla.test'],
  )
})

test('a domain matches in any letter case, like in the browser', () => {
  const { ask, answer, seen } = watchOf('propia=1; Domain=.Tienda.Test')
  ask('1', 'http://tienda.test/')
  answer('1')
  assert.deepEqual(
    seen().map(({ domain }) => domain),
    ['tienda.test'],
  )
})
