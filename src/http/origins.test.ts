import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowedOrigin, frameAncestors } from './origins.ts'

const allowed = (entry: unknown, origin: string | undefined) => allowedOrigin([entry], origin) !== undefined

test('without a list every page is admitted, with one only the listed pages', () => {
  const some = ['https://tienda.cl', 'otra.cl']
  for (const none of [undefined, null, [], ['', ' '], {}, 7, [7, null, {}]]) {
    assert.equal(allowedOrigin(none, 'https://x.cl'), '*', JSON.stringify(none))
  }
  assert.equal(allowedOrigin(some, 'https://tienda.cl'), 'https://tienda.cl')
  assert.equal(allowedOrigin(some, 'http://otra.cl'), 'http://otra.cl')
  for (const origin of [
    'https://tienda.cl.malo.cl',
    'http://tienda.cl',
    'https://a.otra.cl',
    'null',
    '',
    undefined,
  ]) {
    assert.equal(allowedOrigin(some, origin), undefined, origin)
  }
})

test('one page may be given without a list', () => {
  assert.equal(allowedOrigin('https://tienda.cl', 'https://tienda.cl'), 'https://tienda.cl')
  assert.equal(allowedOrigin('https://tienda.cl', 'https://x.cl'), undefined)
})

test('an entry stands for its origin', () => {
  for (const [entry, origin] of [
    ['https://Tienda.cl/contacto?x=1', 'https://tienda.cl'],
    ['http://localhost:8080', 'http://localhost:8080'],
    [' tienda.cl ', 'https://tienda.cl'],
    [' tienda.cl ', 'http://tienda.cl'],
    ['tienda.cl:8443', 'https://tienda.cl:8443'],
    ['https://ñandú.cl', 'https://xn--and-6ma2c.cl'],
  ] as const) {
    assert.equal(allowed(entry, origin), true, entry)
  }
  assert.equal(allowed('https://tienda.cl', 'https://tienda.cl:8443'), false)
})

test('a star means any page, and before a host every subdomain of it', () => {
  assert.equal(allowedOrigin(['https://otra.cl', '*'], 'https://x.cl'), '*')
  for (const [entry, origin] of [
    ['https://*.ejemplo.cl', 'https://www.ejemplo.cl'],
    ['https://*.ejemplo.cl', 'https://a.b.ejemplo.cl'],
    ['https://*.Ejemplo.cl/', 'https://www.ejemplo.cl'],
    ['*.ejemplo.cl', 'http://www.ejemplo.cl'],
    ['https://*.ejemplo.cl:8443', 'https://www.ejemplo.cl:8443'],
    ['https://*', 'https://x.cl'],
  ] as const) {
    assert.equal(allowedOrigin([entry], origin), origin, `${entry} ${origin}`)
  }
  for (const [entry, origin] of [
    ['https://*.ejemplo.cl', 'https://ejemplo.cl'],
    ['https://*.ejemplo.cl', 'https://.ejemplo.cl'],
    ['https://*.ejemplo.cl', 'http://www.ejemplo.cl'],
    ['https://*.ejemplo.cl', 'https://malo-ejemplo.cl'],
    ['https://*.ejemplo.cl', 'https://www.ejemplo.cl.malo.cl'],
    ['https://*.ejemplo.cl', 'https://www.ejemplo.cl:8443'],
    ['https://*.ejemplo.cl', 'https://malo.cl#.ejemplo.cl'],
    ['https://*', 'http://x.cl'],
    ['https://www*.cl', 'https://www2.cl'],
  ] as const) {
    assert.equal(allowed(entry, origin), false, `${entry} ${origin}`)
  }
})

test('a list whose texts name no page shuts all pages out instead of letting all in', () => {
  for (const wrong of ['ftp://tienda.cl', 'javascript:alert(1)', 'https://', 'a b']) {
    for (const origin of ['https://tienda.cl', 'https://x.cl', 'ftp://tienda.cl']) {
      assert.equal(allowed(wrong, origin), false, `${wrong} ${origin}`)
    }
  }
})

test('the same list controls framing, and no text in it can end the policy', () => {
  for (const none of [undefined, [], [' '], ['*'], ['https://tienda.cl', '*']])
    assert.deepEqual(frameAncestors(none), ['*'], JSON.stringify(none))
  for (const [entry, sources] of [
    ['https://tienda.cl/contacto?x', ['https://tienda.cl']],
    ['https://*.tienda.cl', ['https://*.tienda.cl']],
    ['http://127.0.0.1:8080', ['http://127.0.0.1:8080']],
    ['Tienda.CL', ['https://tienda.cl', 'http://tienda.cl']],
    ["https://a.cl; script-src 'unsafe-inline'", []],
    ['https://a;b.cl', []],
    ['https://a.cl,b.cl', []],
    ['javascript://a.cl', []],
    ['data:text/html,x', []],
    ['no es un sitio', []],
  ] as const)
    assert.deepEqual(frameAncestors([entry]), sources, entry)
})
