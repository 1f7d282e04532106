import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import vm from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { openService } from '#test/kit/service.ts'
import { ASSET_NAMES, assetNamed, WIDGET_NAMES } from './assets.ts'

const api = await openService()
const get = (url: string, method: 'GET' | 'HEAD' = 'GET') => api.app.inject({ method, url })

/** Source files in web/citizen. Files in folders below are bundled into them. */
const SOURCES = globSync('*.{ts,css}', { cwd: join(import.meta.dirname, '../../web/citizen') })
const NAMES = ASSET_NAMES

test('the build contains exactly the files that pages may name', () => {
  assert.deepEqual([...NAMES].sort(), SOURCES.map((file) => file.replace(/ts$/, 'js')).sort())
  const widgets = globSync('*/main.ts', { cwd: join(import.meta.dirname, '../../web/widgets') })
  assert.deepEqual([...WIDGET_NAMES].sort(), widgets.map((file) => file.replace('/main.ts', '.js')).sort())
})

for (const name of NAMES) {
  test(`${name} is served under its content hash, for long caching`, async () => {
    const { path, content } = assetNamed(name)
    const [, stem, kind] = /^(.*)\.(js|css)$/.exec(name)!
    assert.match(path, new RegExp(`^assets/${stem}-[\\da-f]{16}\\.${kind}$`))
    const { statusCode, headers, payload } = await get(`/${path}`)
    assert.deepEqual([statusCode, payload], [200, content])
    assert.equal(headers['content-type'], `text/${kind === 'js' ? 'javascript' : 'css'}; charset=utf-8`)
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.deepEqual(
      [headers['x-content-type-options'], headers['cross-origin-resource-policy']],
      ['nosniff', 'same-origin'],
    )
    assert.equal(headers['x-ratelimit-limit'], undefined, 'loading a page costs its address one request')
    assert.deepEqual([(await get(`/${path}`, 'HEAD')).statusCode, payload.length > 0], [200, true])
  })
}

test('a script is a single piece of JavaScript', () => {
  for (const name of NAMES.filter((file) => file.endsWith('.js'))) {
    const { content } = assetNamed(name)
    assert.doesNotThrow(() => new vm.Script(content, { filename: name }))
    assert.doesNotMatch(content, /^(import|export)\b/m)
  }
})

test('a name with another version’s hash gets this version’s file, not to be cached', async () => {
  const { statusCode, headers, payload } = await get('/assets/page-0123456789abcdef.css')
  assert.deepEqual([statusCode, payload], [200, assetNamed('page.css').content])
  assert.equal(headers['cache-control'], 'no-store')
})

for (const file of [
  'page.css',
  'form-0123456789abcdef.js',
  'nada-0123456789abcdef.js',
  'page-0123456789abcdef.js',
  'constructor-0123456789abcdef.js',
  '..%2F..%2Fpackage.json',
  '%2e%2e/package.json',
  '',
]) {
  test(`/assets/${file} does not exist`, async () => {
    const { statusCode, headers, payload } = await get(`/assets/${file}`)
    assert.deepEqual([statusCode, JSON.parse(payload).error.code], [404, 'RESOURCE_NOT_FOUND'])
    assert.equal(headers['cache-control'], 'no-store')
  })
}

test('a browser gets the smallest encoding it can read', async () => {
  const { path, content, brotli, gzip } = assetNamed('page.css')
  for (const [accepted, encoding, bytes] of [
    ['gzip, deflate, br', 'br', brotli],
    ['gzip, br;q=0', 'gzip', gzip],
    ['identity', undefined, Buffer.from(content)],
  ] as const) {
    const reply = await api.app.inject({ url: `/${path}`, headers: { 'accept-encoding': accepted } })
    assert.equal(reply.headers['content-encoding'], encoding)
    assert.deepEqual(reply.rawPayload, bytes)
    assert.match(String(reply.headers['vary']), /Accept-Encoding/)
  }
  assert.equal(brotliDecompressSync(brotli).toString(), content)
  assert.equal(gunzipSync(gzip).toString(), content)
})
