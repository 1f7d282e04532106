import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isWildcard, placesOfProof, readUrl } from './rules.ts'

const SAME = [
  'tienda.cl',
  'TIENDA.cl',
  'tienda.cl.',
  'tienda.cl/',
  '//tienda.cl',
  'http://tienda.cl',
  'HTTPS://Tienda.CL/',
  'http://tienda.cl:80/',
  'https://tienda.cl:443',
  'tienda.cl:443//',
  ' tienda.cl ',
  'https://tienda.cl?utm=1',
  'https://tienda.cl/#inicio',
]
for (const url of SAME) {
  test(`«${url}» is the domain tienda.cl`, () => assert.equal(readUrl(url)?.key, 'tienda.cl'))
}

for (const [url, key] of [
  ['www.tienda.cl', 'www.tienda.cl'],
  ['tienda.cl:8443', 'tienda.cl:8443'],
  ['tienda.cl/Blog/', 'tienda.cl/Blog'],
  ['tienda.cl/blog', 'tienda.cl/blog'],
  ['tienda.cl/a/../b', 'tienda.cl/b'],
  ['ñandú.cl', 'xn--and-6ma2c.cl'],
  ['localhost:3000', 'localhost:3000'],
  ['http://[2800:150::1]/', '[2800:150::1]'],
  ['200.1.123.4', '200.1.123.4'],
] as const) {
  test(`«${url}» is a domain of its own: ${key}`, () => assert.equal(readUrl(url)?.key, key))
}

for (const url of [
  'hola mundo',
  'tien\nda.cl',
  '???',
  '...',
  'a..b',
  '!!!',
  '/ruta',
  'https://',
  'https:///tienda.cl',
  'http://http://tienda.cl',
  'https:tienda.cl',
  'ftp://tienda.cl',
  'javascript:alert(1)',
  'data:text/html,x',
  'mailto:ana@tienda.cl',
  'https://ana:clave@tienda.cl',
  'tienda.cl:99999',
  '300.300.300.300',
  `tienda.cl/${'😀'.repeat(240)}`,
]) {
  test(`«${url.slice(0, 30)}» is not a web address`, () => assert.equal(readUrl(url), undefined))
}

test('reading never throws, and a key read again is the same key', () => {
  const typed = fc.oneof(fc.string({ unit: 'binary', maxLength: 255 }), fc.webUrl(), fc.domain())
  fc.assert(
    fc.property(typed, (text) => {
      const site = readUrl(text)
      if (site) assert.equal(readUrl(site.key)?.key, site.key)
    }),
    { numRuns: 2000 },
  )
})

test('the proof may be a TXT record of the host or a file on the site', () => {
  assert.deepEqual(placesOfProof(readUrl('http://Tienda.cl:8080/blog')!, 'abc'), {
    dns: { type: 'TXT', name: '_resguardo.tienda.cl', value: 'resguardo-verification=abc' },
    file: {
      url: 'https://tienda.cl:8080/.well-known/resguardo-verification.txt',
      content: 'resguardo-verification=abc',
    },
  })
})

test('a wildcard is recognised in the host, never in the path', () => {
  for (const url of ['*.ejemplo.cl', 'https://*.ejemplo.cl/', '//www.*.cl', ' *.cl', '*'])
    assert.ok(isWildcard(url) && readUrl(url) === undefined, url)
  for (const url of ['https://ejemplo.cl/*', 'ejemplo.cl?q=*', 'ejemplo.cl#*'])
    assert.ok(!isWildcard(url), url)
})
