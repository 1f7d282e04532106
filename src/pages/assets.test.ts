import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { sendWidget } from './assets.ts'

const content = 'console.log("sí")\n'
const asset = {
  type: 'text/javascript',
  content,
  brotli: Buffer.from('the brotli form'),
  gzip: Buffer.from('the gzip form'),
}
const app = Fastify()
app.get('/w', (request, reply) => sendWidget(request, reply.header('vary', 'Origin'), asset))
const get = (headers: Record<string, string> = {}) => app.inject({ url: '/w', headers })

test('a script comes in an encoding that the browser accepts', async () => {
  for (const [accepted, encoding, bytes] of [
    ['gzip, deflate, br', 'br', asset.brotli],
    ['gzip', 'gzip', asset.gzip],
    ['gzip, br;q=0', 'gzip', asset.gzip],
    ['br; q=0, gzip', 'gzip', asset.gzip],
    ['br;q=0.0, gzip;q=0.0', undefined, Buffer.from(content)],
    ['gzip; q=0', undefined, Buffer.from(content)],
    ['identity', undefined, Buffer.from(content)],
  ] as const) {
    const { headers, rawPayload } = await get({ 'accept-encoding': accepted })
    assert.equal(headers['content-encoding'], encoding, accepted)
    assert.deepEqual(rawPayload, bytes, accepted)
  }
})

test('any site may load it and cache it for a while, and caches keep encodings apart', async () => {
  const { headers } = await get()
  assert.equal(headers['content-type'], 'text/javascript; charset=utf-8')
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
  assert.equal(headers['cache-control'], 'public, max-age=300, stale-while-revalidate=86400')
  assert.equal(headers['vary'], 'Origin, Accept-Encoding')
})

test('a browser that has it gets no second copy, whatever a proxy did to the tag', async () => {
  const { headers } = await get()
  const etag = String(headers['etag'])
  assert.match(etag, /^"[\w-]{32}"$/)
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await get({ 'if-none-match': known })
    assert.deepEqual([again.statusCode, again.payload, again.headers['etag']], [304, '', etag], known)
  }
  for (const known of ['"other"', etag.slice(1, -1), `${etag}x`])
    assert.equal((await get({ 'if-none-match': known })).statusCode, 200, known)
})
