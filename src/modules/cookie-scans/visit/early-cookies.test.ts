import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSeen } from './seen.ts'
import { createWatch } from './watch.ts'

/** What the browser tells of a page, and what is noted of it. */

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
  const ask = (requestId: string, url: string) =>
    watch.hear(
      { method: 'Network.requestWillBeSent', params: { requestId, request: { url } } } as never,
      true,
    )
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
  return { ask, answer, seen }
}

test('a cookie that an answer sets before a decision came early, also when the banner takes it away at once', () => {
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

test('a browser keeps no cookie for more than 400 days, and one without a term for its session', () => {
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

test('what the browser refuses, and what an answer takes away, was never kept', () => {
  const { ask, answer, seen } = watchOf('ajena=1; Domain=otra.test', 'vieja=; Max-Age=0', 'propia=1')
  ask('1', 'http://tienda.test/')
  answer('1', [{ cookieLine: 'ajena=1; Domain=otra.test' }])
  assert.deepEqual(
    seen().map(({ name }) => name),
    ['propia'],
  )
})

test('an answer whose request is not known belongs to the page', () => {
  const { answer, seen } = watchOf('propia=1')
  answer('9')
  assert.deepEqual(
    seen().map(({ domain, source }) => [domain, source]),
    [['tienda.test', 'http://tienda.test/']],
  )
})
