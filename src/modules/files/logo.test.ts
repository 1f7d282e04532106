import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suspendTenant } from '#modules/settings/public.ts'
import { pdfPictures } from '#test/kit/pdf.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { isSmallPng } from './logo.ts'

const api = await openService()
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('un logo')])

async function upload(person: Person, bytes: Buffer, name: string): Promise<string> {
  const frame = 'marco'
  const head = `--${frame}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${frame}--\r\n`)])
  const headers = { 'content-type': `multipart/form-data; boundary=${frame}` }
  return (await person.post('/files', undefined, { payload, headers })).data.key
}
const logo = (slug: string, headers: Record<string, string> = {}) =>
  api.app.inject({ url: `/p/${slug}/logo`, headers })

test('the logo is public, only ever a picture, and cached by browsers for five minutes', async () => {
  const ana = await api.tenant()
  assert.equal((await logo(ana.slug)).statusCode, 404)
  const key = await upload(ana, PNG, 'logo.png')
  await ana.put('/settings/tenant', { branding: { logoFileId: key.toUpperCase() } })
  const shown = await logo(ana.slug)
  assert.deepEqual([shown.statusCode, shown.rawPayload], [200, PNG])
  assert.deepEqual(
    ['content-type', 'cache-control', 'x-content-type-options', 'cross-origin-resource-policy'].map(
      (name) => shown.headers[name],
    ),
    ['image/png', 'public, max-age=300', 'nosniff', 'cross-origin'],
  )
  assert.match(String(shown.headers['content-security-policy']), /sandbox/)
  const known = await logo(ana.slug, { 'if-none-match': String(shown.headers['etag']) })
  assert.deepEqual([known.statusCode, known.payload], [304, ''])
  assert.equal((await ana.delete(`/files/${key}`)).status, 409)

  const drawing = await upload(ana, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'logo.svg')
  await ana.put('/settings/tenant', { branding: { logoFileId: drawing } })
  assert.equal((await logo(ana.slug)).statusCode, 404, 'a drawing may hold programs')
  assert.equal((await ana.delete(`/files/${key}`)).status, 200)
})

test('a file of another organisation is no logo, and a suspended organisation shows none', async () => {
  const [ana, eva] = [await api.tenant(), await api.tenant()]
  const key = await upload(ana, PNG, 'logo.png')
  await eva.put('/settings/tenant', { branding: { logoFileId: key } })
  assert.equal((await logo(eva.slug)).statusCode, 404)
  assert.equal((await logo('no-existe')).statusCode, 404)
  await ana.put('/settings/tenant', { branding: { logoFileId: key } })
  await suspendTenant(api.access, ana.slug, api.clock.now())
  assert.equal((await logo(ana.slug)).statusCode, 403)
})

const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('the report to the board shows the logos of its organisation and its author; a broken logo costs no report', async () => {
  const ana = await api.tenant({ plan: 'ENTERPRISE' })
  const [own, makers, broken] = [
    await upload(ana, DOT, 'propio.png'),
    await upload(ana, Buffer.concat([DOT, Buffer.from(' ')]), 'consultora.png'),
    await upload(ana, PNG, 'roto.png'),
  ]
  const pictures = async (branding: object) => {
    await ana.put('/settings/tenant', { branding })
    const { id } = (await ana.post('/governance/reports/generate', {})).data
    await api.drain()
    const { raw, status } = await ana.get(`/governance/reports/${id}/download`)
    assert.equal(status, 200)
    return pdfPictures(raw)
  }
  assert.equal(await pictures({}), 0)
  assert.equal(await pictures({ logoFileId: own }), 1)
  assert.equal(await pictures({ logoFileId: own, preparedByLogoFileId: makers }), 2)
  assert.equal((await ana.delete(`/files/${makers}`)).status, 409)
  assert.equal(await pictures({ logoFileId: own, preparedByLogoFileId: broken }), 1)
})

/** The head of a picture that claims a size, without its pixels. */
function claiming(width: number, height: number, tail: Buffer): Buffer {
  const bytes = Buffer.concat([DOT.subarray(0, 33), tail])
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

test('a picture that claims to be huge, or whose chunks never end, is not drawn', () => {
  const rest = DOT.subarray(33)
  assert.equal(isSmallPng(DOT), true)
  assert.equal(isSmallPng(claiming(2000, 1000, rest)), true)
  assert.equal(isSmallPng(claiming(30_000, 30_000, rest)), false)
  assert.equal(isSmallPng(claiming(4000, 4000, rest)), false)
  const endless = Buffer.alloc(12)
  endless.writeInt32BE(-12, 0)
  assert.equal(isSmallPng(claiming(1, 1, Buffer.concat([endless, rest]))), false)
  assert.equal(isSmallPng(DOT.subarray(0, 40)), false)
})

test('a file that belongs to a record is never the logo', async () => {
  const ana = await api.tenant()
  const breach = {
    title: 'Fuga',
    detectedAt: new Date(api.clock.now()).toISOString(),
    detectionSource: 'manual',
  }
  const { id } = (await ana.post('/breaches', breach)).data
  const frame = 'marco'
  const part = (name: string, value: string) =>
    `--${frame}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const head = `--${frame}\r\nContent-Disposition: form-data; name="file"; filename="cedula.png"\r\n\r\n`
  const payload = Buffer.concat([
    Buffer.from(part('entityType', 'breach') + part('entityId', id) + head),
    DOT,
    Buffer.from(`\r\n--${frame}--\r\n`),
  ])
  const headers = { 'content-type': `multipart/form-data; boundary=${frame}` }
  const sent = await ana.post('/files', undefined, { payload, headers })
  assert.equal(sent.status, 201, JSON.stringify(sent.body))
  await ana.put('/settings/tenant', { branding: { logoFileId: sent.data.key } })
  assert.equal((await logo(ana.slug)).statusCode, 404)
})
