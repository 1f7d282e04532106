import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { createVault } from '#kernel/secrets.ts'
import { asksForCookie, createBrowserSessions } from './browser-session.ts'

const vault = createVault('x'.repeat(64))
const CLAIMS = { sessionId: 's', userId: 'u', tenantId: 't' }
const SEEN = { ...CLAIMS, browser: true }
const sessions = createBrowserSessions(vault, 'https://privacidad.sur.cl')
const sealed = sessions.seal(CLAIMS)

const SAME = { 'sec-fetch-site': 'same-origin' }
const SCRIPT = { 'x-resguardo-client': 'console' }

function read(method: string, headers: Record<string, string>, cookie = sealed, from = sessions) {
  const request = { method, headers, cookies: { [from.cookie.name]: cookie } }
  return from.read(request as unknown as FastifyRequest)
}

test('scripts and other sites cannot read the cookie, and it is bound to the host where possible', () => {
  assert.deepEqual(sessions.cookie, {
    name: '__Host-resguardo',
    options: { path: '/', httpOnly: true, sameSite: 'strict', secure: true },
  })
  // Over plain http browsers refuse the prefix and the attribute.
  assert.deepEqual(createBrowserSessions(vault, 'http://127.0.0.1:3000').cookie, {
    name: 'resguardo',
    options: { path: '/', httpOnly: true, sameSite: 'strict', secure: false },
  })
})

test('only the service can read the content of the cookie', () => {
  assert.deepEqual(read('GET', SAME), SEEN)
  assert.doesNotMatch(sealed, /^s|u t/)
  assert.notEqual(sessions.seal(CLAIMS), sealed)
  const other = createBrowserSessions(createVault('y'.repeat(64)), 'https://privacidad.sur.cl')
  assert.equal(read('GET', SAME, sealed, other), undefined)
})

test('a changed, truncated, foreign or overlong cookie opens nothing', () => {
  for (const cookie of [
    '',
    'x',
    sealed.slice(0, -8),
    `${sealed}xxxxxxxx`,
    sealed.replace(/.(.{12})$/, (_, end) => `${sealed.at(-13) === 'a' ? 'b' : 'a'}${end}`),
    vault.seal('s u t', 'another use', ''),
    vault.seal('s u', 'browser-session', ''),
    'x'.repeat(1001),
  ])
    assert.equal(read('GET', SAME, cookie), undefined, cookie.slice(0, 20))
})

test('reading requests count only from our own pages', () => {
  for (const [headers, passes] of [
    [SAME, true],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    // Typed into the address bar, without a page.
    [{ 'sec-fetch-site': 'none' }, false],
    // For a browser without this header its Origin counts.
    [{ origin: 'https://privacidad.sur.cl' }, true],
    [{ origin: 'https://sur.cl' }, false],
    [{ origin: 'http://privacidad.sur.cl' }, false],
    [{ origin: 'null' }, false],
    [{}, false],
    // Sec-Fetch-Site takes precedence over Origin.
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://privacidad.sur.cl' }, false],
  ] as const)
    for (const method of ['GET', 'HEAD'])
      assert.deepEqual(read(method, headers), passes ? SEEN : undefined, JSON.stringify(headers))
})

test('every other method also needs the header that pages of other sites cannot send', () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    assert.equal(read(method, SAME), undefined, method)
    assert.deepEqual(read(method, { ...SAME, ...SCRIPT }), SEEN, method)
    assert.equal(read(method, { ...SCRIPT, 'sec-fetch-site': 'cross-site' }), undefined, method)
    assert.equal(read(method, SCRIPT), undefined, method)
  }
})

test('a page behind a path of a proxy has the same origin', () => {
  const behind = createBrowserSessions(vault, 'https://sur.cl/privacidad')
  assert.deepEqual(read('GET', { origin: 'https://sur.cl' }, behind.seal(CLAIMS), behind), SEEN)
})

test('sign-in answers the console with a cookie and everybody else with tokens', () => {
  const asks = (headers: Record<string, string>) => asksForCookie({ headers } as unknown as FastifyRequest)
  assert.equal(asks(SCRIPT), true)
  assert.equal(asks({ 'x-resguardo-client': 'otra' }), false)
  assert.equal(asks({}), false)
})
