import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { openService } from '#test/kit/service.ts'

const api = await openService()

const open = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers })
const DESCRIPTION = '/api/v1/openapi.json'

test('large answers are compressed, decode to the same bytes, and tell caches so', async () => {
  const plain = await open(DESCRIPTION)
  assert.equal(plain.headers['content-encoding'], undefined)
  assert.match(String(plain.headers['vary']), /Accept-Encoding/)
  for (const [encoding, inflate] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)
    for (const _time of ['made', 'kept']) {
      const small = await open(DESCRIPTION, { 'accept-encoding': encoding })
      assert.equal(small.headers['content-encoding'], encoding)
      assert.match(String(small.headers['vary']), /Origin, Accept-Encoding/)
      assert.equal(small.headers['content-length'], String(small.rawPayload.length))
      assert.ok(small.rawPayload.length * 4 < plain.rawPayload.length)
      assert.ok(inflate(small.rawPayload).equals(plain.rawPayload))
    }
})

test('small answers, refusals and answers without a body are not compressed', async () => {
  for (const url of ['/health/live', '/api/v1/nada', '/api/v1/auth/me']) {
    const { headers } = await open(url, { 'accept-encoding': 'br' })
    assert.equal(headers['content-encoding'], undefined, url)
  }
})

test('an answer that gives out a session is never compressed, however long it is', async () => {
  const account = {
    email: 'ana@ejemplo.cl',
    password: 'una-frase-larga',
    name: 'Ana',
    organizationName: 'Tienda',
  }
  const { data } = await api.anyone.post('/auth/register', account)
  const authorization = `Bearer ${data.access_token}`
  const list = await open('/api/v1/settings/audit-log', { authorization, 'accept-encoding': 'br' })
  assert.equal(list.statusCode, 200)
  const { headers } = await api.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    headers: { 'accept-encoding': 'br' },
    payload: { email: account.email, password: account.password },
  })
  assert.equal(headers['content-encoding'], undefined)
})

test('published texts keep their compressed bytes, and a change gives others', async () => {
  const ana = await api.tenant()
  const describe = (description: string) => ({
    purposes: [{ key: 'analytics', name: 'Analítica', description, required: false }],
  })
  const { id } = (await ana.post('/consent/notices', { name: 'Cookies', ...describe('uno '.repeat(400)) }))
    .data
  const publish = async () => (await ana.post(`/consent/notices/${id}/publish`)).data.widgetKey
  const url = `/api/v1/public/consent/${await publish()}/config`
  const shown = async (encoding: 'br' | 'gzip') => {
    const { headers, rawPayload } = await open(url, { 'accept-encoding': encoding })
    assert.equal(headers['content-encoding'], encoding)
    const text = (encoding === 'br' ? brotliDecompressSync : gunzipSync)(rawPayload).toString()
    return JSON.parse(text).data.purposes[0].description.slice(0, 3)
  }
  for (const encoding of ['br', 'gzip', 'br', 'gzip'] as const) assert.equal(await shown(encoding), 'uno')
  await ana.put(`/consent/notices/${id}`, describe('dos '.repeat(400)))
  await publish()
  for (const encoding of ['gzip', 'br'] as const) assert.equal(await shown(encoding), 'dos')
})

test('the tag of a compressed answer is weak, and still means «unchanged»', async () => {
  const ana = await api.tenant()
  const notice = await ana.post('/consent/notices', {
    name: 'Cookies',
    purposes: [{ key: 'analytics', name: 'Analítica', description: 'x'.repeat(1500), required: false }],
  })
  const { data } = await ana.post(`/consent/notices/${notice.data.id}/publish`)
  const url = `/api/v1/public/consent/${data.widgetKey}/config`
  const plain = await open(url)
  const small = await open(url, { 'accept-encoding': 'gzip' })
  assert.match(String(plain.headers['etag']), /^"/)
  assert.equal(small.headers['etag'], `W/${plain.headers['etag']}`)
  const again = await open(url, {
    'accept-encoding': 'gzip',
    'if-none-match': String(small.headers['etag']),
  })
  assert.deepEqual([again.statusCode, again.payload], [304, ''])
})
