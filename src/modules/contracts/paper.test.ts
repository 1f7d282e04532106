import assert from 'node:assert/strict'
import { test } from 'node:test'
import { after, DAY_MS, HOUR_MS } from '#kernel/dates.ts'
import { draft, ground, linkTo, sent, signed, terminated } from '#test/kit/contracts.ts'
import { keepFile } from '#test/kit/files.ts'
import { pdfText } from '#test/kit/pdf.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService()
const g = await ground(api)
const { ana, processorId } = g
const SIGNED = { signedOn: '2026-03-02', signerName: 'Carla Díaz' }

const copyOf = (id: string, more: object = {}) =>
  keepFile(ana, { entityType: 'contract', entityId: id, name: 'firmado.pdf', ...more })

test('a contract signed on paper becomes signed, with the copy as proof', async () => {
  const id = await draft(g)
  const { key, sha256 } = await copyOf(id)
  const reply = await ana.post(`/contracts/${id}/signed-copy`, {
    ...SIGNED,
    fileKey: key.toUpperCase(),
    signerRut: '12.345.678-5',
    organizationSigner: { name: 'Ana Rojas', position: 'Gerenta general' },
    expiresAt: '2030-12-31',
  })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  assert.deepEqual([reply.data.status, reply.data.signedAt], ['SIGNED', '2026-03-02T15:00:00.000Z'])
  const contract = (await ana.get(`/contracts/${id}`)).data
  const { signature, organizationSignature } = contract
  assert.deepEqual(
    [signature.method, signature.name, signature.rut, signature.file],
    ['paper', 'Carla Díaz', '12345678-5', { key, name: 'firmado.pdf', sha256 }],
  )
  assert.deepEqual(
    [organizationSignature.name, organizationSignature.position],
    ['Ana Rojas', 'Gerenta general'],
  )
  assert.equal(contract.expiresAt, '2031-01-01T02:59:59.999Z')
  assert.equal((await ana.get(`/processors/${processorId}`)).data.dpaStatus, 'SIGNED')
  const pdf = pdfText((await ana.get(`/contracts/${id}/pdf`)).raw)
  assert.match(pdf, /Firmado fuera del servicio/)
  assert.ok(pdf.replace(/\s/g, '').includes(sha256), 'the print of the copy')
  const trail = (await ana.get(`/activity?entityType=contract&entityId=${id}`)).data.items
  assert.ok(trail.some(({ action }: { action: string }) => action === 'signed'))
  assert.equal((await ana.delete(`/files/${key}`)).status, 409, 'the copy stays')
})

test('a contract that was out for signature loses its link', async () => {
  const id = await sent(g, { signerEmail: 'papel@nube.cl' })
  const link = await linkTo(api, 'papel@nube.cl')
  assert.equal((await api.anyone.get(link)).status, 200)
  const { key } = await copyOf(id)
  assert.equal((await ana.post(`/contracts/${id}/signed-copy`, { ...SIGNED, fileKey: key })).status, 200)
  assert.equal((await api.anyone.get(link)).status, 404)
})

test('copies of another record, in a wrong format or dated in the future are refused, and nothing changes', async () => {
  const id = await draft(g)
  const other = await copyOf(await draft(g))
  const loose = (await copyOf(id, { name: 'notas.txt', bytes: Buffer.from('solo texto') })).key
  const { key } = await copyOf(id)
  const wrong: [string, object][] = [
    ['fileKey', { ...SIGNED, fileKey: other.key }],
    ['fileKey', { ...SIGNED, fileKey: 'x' }],
    ['fileKey', { ...SIGNED, fileKey: loose }],
    ['signedOn', { ...SIGNED, fileKey: key, signedOn: '2999-01-01' }],
  ]
  for (const [path, body] of wrong) {
    const { status, body: answer } = await ana.post(`/contracts/${id}/signed-copy`, body)
    assert.deepEqual([status, answer.error.details[0].path], [422, path], JSON.stringify(body))
  }
  const { status, body } = await ana.post(`/contracts/${id}/signed-copy`, {
    ...SIGNED,
    fileKey: key,
    signerRut: '1-1',
  })
  assert.deepEqual([status, body.error.code], [422, 'INVALID_RUT'])
  assert.equal((await ana.get(`/contracts/${id}`)).data.status, 'DRAFT')
})

test('a signed or ended contract cannot be signed again, and readers sign nothing', async () => {
  for (const id of [await signed(g), await terminated(g)]) {
    const { key } = await copyOf(id)
    assert.equal((await ana.post(`/contracts/${id}/signed-copy`, { ...SIGNED, fileKey: key })).status, 409)
  }
  const id = await draft(g)
  const viewer = await ana.colleague('VIEWER')
  const { key } = await copyOf(id)
  assert.equal((await viewer.post(`/contracts/${id}/signed-copy`, { ...SIGNED, fileKey: key })).status, 403)
})

test('the signer is reminded at most once a day, with a link that replaces the earlier one', async () => {
  const id = await sent(g, { signerEmail: 'tarda@nube.cl' })
  const first = await linkTo(api, 'tarda@nube.cl')
  const soon = await ana.post(`/contracts/${id}/remind`)
  assert.equal(soon.status, 409)
  assert.match(soon.body.error.message, /menos de un día/)
  await longAgo(id)
  const before = (await ana.get(`/contracts/${id}`)).data
  assert.ok(before.mayRemindAt < new Date().toISOString())
  const [one, two] = await Promise.all([
    ana.post(`/contracts/${id}/remind`),
    ana.post(`/contracts/${id}/remind`),
  ])
  assert.deepEqual([one!.status, two!.status].sort(), [200, 409], 'of two at once one is sent')
  const reminded = one!.status === 200 ? one! : two!
  assert.equal(reminded.data.reminders, 1)
  assert.ok(reminded.data.linkExpiresAt > after(new Date(), 29 * DAY_MS).toISOString())
  const second = await linkTo(api, 'tarda@nube.cl')
  assert.notEqual(second, first)
  assert.equal((await api.anyone.get(first)).status, 404)
  assert.equal((await api.anyone.get(second)).status, 200)
  const letters = api.mailbox.to('tarda@nube.cl')
  assert.match(letters.at(-1)!.subject!, /^Recordatorio/)
  const contract = (await ana.get(`/contracts/${id}`)).data
  assert.deepEqual([contract.reminders, contract.remindedAt], [1, reminded.data.remindedAt])
  assert.ok(new Date(contract.mayRemindAt) > after(new Date(), 23 * HOUR_MS))
})

test('only a contract that waits for a signature causes reminders', async () => {
  for (const id of [await draft(g), await signed(g)])
    assert.equal((await ana.post(`/contracts/${id}/remind`)).status, 409)
  assert.equal((await ana.get(`/contracts/${await draft(g)}`)).data.mayRemindAt, null)
})

const longAgo = (id: string) =>
  api.access.asSystem('a contract was sent a while ago', (db) =>
    db
      .updateTable('contracts')
      .set({ sent_at: after(new Date(), -2 * DAY_MS) })
      .where('id', '=', id)
      .execute(),
  )
