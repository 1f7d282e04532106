import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS } from '#kernel/dates.ts'
import { PLANS } from '#kernel/plans.ts'
import { suspendTenant } from '#modules/settings/public.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { SWEEP_JOB } from './jobs.ts'
import {
  LARGEST_UPLOAD_BYTES,
  MOST_BYTES_OF_NETWORK,
  MOST_WAITING,
  MOST_WAITING_OF_NETWORK,
} from './rules.ts'

const api = await openService()
const ana = await api.tenant()
const widgetOf = async (person: Person, config = {}) =>
  (await person.post('/dsar/widgets', { name: 'Derechos', config })).data.widgetKey as string
const widget = await widgetOf(ana)
const PDF = Buffer.from('%PDF-1.7\nun poder')
const asked = { rightType: 'ACCESS', subjectName: 'Camila Soto', subjectEmail: 'camila@correo.cl' }

let networks = 0
/** A network that no other test uses. */
const newNetwork = () => {
  networks += 1
  return `10.${networks >> 8}.${networks & 255}.7`
}
const newKey = async (name = 'poder.pdf', of = widget, from = newNetwork()): Promise<string> => {
  const reply = await api.anyone.post(`/public/dsar/${of}/uploads`, { name }, { from })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.data.uploadKey
}
const put = (key: string, payload: Buffer, headers: Record<string, string> = {}, from = newNetwork()) =>
  api.anyone.put(`/public/uploads/${key}`, undefined, {
    from,
    payload,
    headers: { 'content-type': 'application/octet-stream', ...headers },
  })
const sent = async (name?: string, bytes = PDF) => {
  const key = await newKey(name)
  assert.equal((await put(key, bytes)).status, 200)
  return key
}
const ask = (attachments: object[], of = widget) =>
  api.anyone.post(`/public/dsar/${of}`, { ...asked, attachments })
/** As a member does. */
const keepWith = async (caller: Pick<Person, 'post'>, requestId?: string) => {
  const form = new FormData()
  if (requestId) {
    form.set('entityType', 'dsar_request')
    form.set('entityId', requestId)
  }
  form.set('file', new Blob([PDF]), 'cedula.pdf')
  const sent = new Response(form)
  return caller.post('/files', undefined, {
    payload: Buffer.from(await sent.arrayBuffer()),
    headers: { 'content-type': sent.headers.get('content-type')! },
  })
}
const kept = (person: Person = ana) => {
  const directory = join(api.dataDir, 'files', person.tenantId)
  return existsSync(directory) ? readdirSync(directory) : []
}

test('a person attaches a mandate, and the staff finds it among the files of the request', async () => {
  const issued = await api.anyone.post(`/public/dsar/${widget}/uploads`, { name: '../Poder «ñ».pdf' })
  const { uploadKey, uploadUrl, maxBytes } = issued.data
  assert.deepEqual(
    [uploadUrl, maxBytes],
    [`https://resguardo.test/api/v1/public/uploads/${uploadKey}`, LARGEST_UPLOAD_BYTES],
  )
  const stored = await put(uploadKey, PDF, { 'content-type': 'text/html' })
  assert.deepEqual(
    [stored.status, stored.data.name, stored.data.contentType, stored.data.size],
    [200, 'Poder «ñ».pdf', 'application/pdf', PDF.length],
  )
  const { status, data } = await ask([{ uploadKey, kind: 'mandate' }])
  assert.equal(status, 201)
  const { attachments } = (await ana.get(`/dsar/requests/${data.id}`)).data
  assert.deepEqual(
    attachments.map(({ name, kind, uploadedBy }: Record<string, unknown>) => [name, kind, uploadedBy]),
    [['Poder «ñ».pdf', 'mandate', null]],
  )
  const [{ key }] = attachments
  const file = await ana.get(`/files/${key}`)
  assert.deepEqual([file.status, file.raw], [200, PDF])
  const listed = (await ana.get(`/files?entityType=dsar_request&entityId=${data.id}`)).data
  assert.deepEqual([listed.items, listed.pagination.total], [attachments, 1])
  assert.equal((await ana.delete(`/files/${key}`)).status, 409, 'it is part of the request')
  const log = (await ana.get('/settings/audit-log?entityType=file')).data.items
  const entry = log.find(({ action }: { action: string }) => action === 'upload')
  assert.deepEqual([entry.actorType, JSON.stringify(log).includes('Poder')], ['public', false])
  const stranger = await api.tenant()
  assert.equal((await stranger.get(`/files/${key}`)).status, 404)
  assert.deepEqual((await stranger.get(`/files?entityType=dsar_request&entityId=${data.id}`)).data.items, [])
})

test('files that members add to a request are not listed as sent by the person', async () => {
  const uploadKey = await sent('poder.pdf')
  const { data: request } = await ask([{ uploadKey, kind: 'mandate' }])
  const added = await keepWith(ana, request.id)
  assert.equal(added.status, 201, JSON.stringify(added.body))
  const names = (items: { name: string }[]) => items.map(({ name }) => name).sort()
  const { attachments } = (await ana.get(`/dsar/requests/${request.id}`)).data
  assert.deepEqual(names(attachments), ['poder.pdf'])
  const listed = (await ana.get(`/files?entityType=dsar_request&entityId=${request.id}`)).data
  assert.deepEqual(names(listed.items), ['cedula.pdf', 'poder.pdf'])
})

test('an API key adds files to records that it may write', async () => {
  const { data: request } = await ask([])
  const before = kept().length
  const keyWith = async (...scopes: string[]) => {
    const made = await ana.post('/settings/api-keys', { name: 'Archivo', scopes, role: 'ANALYST' })
    return api.with({ 'x-api-key': made.data.key })
  }
  const narrow = await keyWith('files:write', 'dsar:read', 'breaches:*')
  const refused = await keepWith(narrow, request.id)
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'FORBIDDEN'])
  assert.match(refused.body.error.message, /«dsar:write»/)
  assert.equal(kept().length, before)
  assert.deepEqual(readdirSync(join(api.dataDir, 'files', 'arriving')), [])
  assert.equal((await keepWith(narrow)).status, 201, 'one of no record asks for no more')
  assert.equal((await keepWith(await keyWith('files:write', 'dsar:write'), request.id)).status, 201)
})

test('an API key reads the files of records that it may read', async () => {
  const { data: request } = await ask([{ uploadKey: await sent('poder.pdf'), kind: 'mandate' }])
  const { data: own } = await keepWith(ana)
  const { attachments } = (await ana.get(`/dsar/requests/${request.id}`)).data
  const [{ key: mandate }] = attachments
  for (const [scopes, seen] of [
    [['files:read', 'breaches:read'], false],
    [['files:read', 'dsar:read'], true],
    [['files:*', 'dsar:*'], true],
  ] as const) {
    const made = await ana.post('/settings/api-keys', { name: 'Archivo', scopes, role: 'ANALYST' })
    const program = api.with({ 'x-api-key': made.data.key })
    const file = await program.get(`/files/${mandate}`)
    assert.equal(file.status, seen ? 200 : 403)
    if (!seen) assert.match(file.body.error.message, /«dsar:read»/)
    assert.equal((await program.get(`/files/${own.key}`)).status, 200, 'one of no record')
    const keysOf = async (query: string) =>
      (await program.get(`/files?limit=100${query}`)).data.items.map((one: { key: string }) => one.key)
    const all = await keysOf('')
    assert.deepEqual([all.includes(mandate), all.includes(own.key)], [seen, true])
    assert.deepEqual(await keysOf(`&entityType=dsar_request&entityId=${request.id}`), seen ? [mandate] : [])
  }
})

test('a key takes one file and serves one request, even under concurrent calls', async () => {
  const key = await newKey()
  const replies = await Promise.all([put(key, PDF), put(key, Buffer.from('%PDF-1.7\notro'))])
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409])
  assert.equal((await put(key, PDF)).status, 409)
  const attachment = { uploadKey: key, kind: 'identity' }
  const asks = await Promise.all([ask([attachment]), ask([attachment])])
  assert.deepEqual(asks.map(({ status }) => status).sort(), [201, 422])
  assert.equal((await ask([attachment])).status, 422)
  const twice = await sent()
  const both = [twice, twice].map((uploadKey) => ({ uploadKey, kind: 'other' }))
  assert.equal((await ask(both)).body.error.details[0].path, 'attachments[1].uploadKey')
  assert.equal((await ask(both.slice(1))).status, 201, 'a refused request used up nothing')
})

test('a request whose file did not arrive is refused: it would be filed without its proof', async () => {
  const empty = await newKey()
  for (const uploadKey of [empty, 'nunca-fue', 'x\u0000'.slice(0, 1)]) {
    const { status, body } = await ask([{ uploadKey, kind: 'mandate' }])
    assert.deepEqual([status, body.error.details[0].path], [422, 'attachments[0].uploadKey'])
  }
  assert.equal((await ask([{ uploadKey: empty, kind: 'cédula' }])).status, 400)
  assert.equal(
    (await ask(Array.from({ length: 11 }, () => ({ uploadKey: empty, kind: 'other' })))).status,
    400,
  )
  assert.equal((await put('nunca-fue', PDF)).status, 404)
})

test('a key of one organisation attaches nothing in another', async () => {
  const eva = await api.tenant()
  const uploadKey = await sent()
  assert.equal((await ask([{ uploadKey, kind: 'other' }], await widgetOf(eva))).status, 422)
  assert.equal((await ask([{ uploadKey, kind: 'other' }])).status, 201)
})

test('only papers and pictures pass, judged by their bytes; a refused call leaves the key usable', async () => {
  const key = await newKey('documento.pdf')
  const before = kept().length
  for (const bytes of [
    Buffer.from('<script>alert(1)</script>'),
    Buffer.from('MZ\x90\0\x03', 'latin1'),
    Buffer.from('PK\u0003\u0004', 'latin1'),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    Buffer.alloc(0),
  ])
    assert.equal((await put(key, bytes)).status, 422)
  const large = await put(key, Buffer.concat([PDF, Buffer.alloc(LARGEST_UPLOAD_BYTES)]))
  assert.deepEqual([large.status, large.body.error.code], [413, 'PAYLOAD_TOO_LARGE'])
  assert.equal(kept().length, before)
  assert.deepEqual(readdirSync(join(api.dataDir, 'files', 'arriving')), [])
  const fits = Buffer.concat([PDF, Buffer.alloc(LARGEST_UPLOAD_BYTES - PDF.length)])
  assert.equal((await put(key, fits, { 'content-type': 'application/json' })).status, 200)
})

test('after a day, an upload that no request took over is erased, bytes and row', async () => {
  const eva = await api.tenant()
  const of = await widgetOf(eva)
  const [left, used] = [await newKey('a.pdf', of), await newKey('b.pdf', of)]
  for (const key of [left, used]) assert.equal((await put(key, PDF)).status, 200)
  assert.equal((await ask([{ uploadKey: used, kind: 'other' }], of)).status, 201)
  assert.equal(kept(eva).length, 2)
  const later = { now: () => new Date(Date.now() + DAY_MS + HOUR_MS) }
  const env = { ...api.service.jobEnv, tools: { ...api.service.jobEnv.tools, ...later } }
  await SWEEP_JOB.run(env, {}, { jobId: 'x', attempt: 1 })
  assert.equal(kept(eva).length, 1)
  assert.equal((await ask([{ uploadKey: left, kind: 'other' }], of)).status, 422)
  assert.equal((await put(left, PDF)).status, 404)
  await SWEEP_JOB.run(env, {}, { jobId: 'x', attempt: 1 })
  assert.equal(kept(eva).length, 1, 'what belongs to a request stays')
})

test('strangers cannot fill the disk: waiting files are limited, and a suspended organisation still takes files', async () => {
  const eva = await api.tenant()
  const of = await widgetOf(eva)
  await suspendTenant(api.access, eva.slug, api.clock.now())
  const uploadKey = await newKey('a.pdf', of)
  assert.equal((await put(uploadKey, PDF)).status, 200)
  assert.equal((await ask([{ uploadKey, kind: 'mandate' }], of)).status, 201)
  for (let n = 0; n < MOST_WAITING; n += 1) await newKey('a.pdf', of)
  const refused = await api.anyone.post(
    `/public/dsar/${of}/uploads`,
    { name: 'a.pdf' },
    { from: newNetwork() },
  )
  assert.deepEqual([refused.status, refused.body.error.code], [429, 'RATE_LIMIT_EXCEEDED'])
  assert.match(refused.body.error.message, /sin adjuntos/)
})

test('one network cannot take the room of all: its keys and its daily bytes are limited', async () => {
  const eva = await api.tenant()
  const of = await widgetOf(eva)
  const from = '192.0.2.9'
  const first = await newKey('a.pdf', of, from)
  for (let n = 1; n < MOST_WAITING_OF_NETWORK; n += 1) await newKey('a.pdf', of, `192.0.2.${n}`)
  const more = () => api.anyone.post(`/public/dsar/${of}/uploads`, { name: 'a.pdf' }, { from })
  assert.deepEqual([(await more()).status, (await more()).headers['retry-after']], [429, '3600'])
  await newKey('a.pdf', of, '198.51.100.9')
  assert.equal((await put(first, PDF, {}, from)).status, 200)
  assert.equal((await ask([{ uploadKey: first, kind: 'other' }], of)).status, 201)
  const asked = await more()
  assert.equal(asked.status, 201, 'what a request took over waits no longer')
  assert.equal((await put(first, PDF, {}, from)).status, 409, 'and its key is spent')

  await api.access.asSystem('a test sends a day of bytes', (db) =>
    db
      .updateTable('public_uploads')
      .set({ size_bytes: MOST_BYTES_OF_NETWORK })
      .where('tenant_id', '=', eva.tenantId)
      .where('taken_at', 'is not', null)
      .execute(),
  )
  const [here, there] = [await newKey('a.pdf', of, '192.0.3.9'), await newKey('a.pdf', of, '192.0.3.9')]
  assert.equal(
    (await put(here, PDF, {}, from)).status,
    429,
    'the bytes of a day, also those that were taken over',
  )
  assert.equal((await put(there, PDF, {}, '192.0.3.9')).status, 200)
  const elsewhere = await put(asked.data.uploadKey, PDF, {}, '203.0.113.9')
  assert.deepEqual(
    [elsewhere.status, elsewhere.body.error.code],
    [429, 'RATE_LIMIT_EXCEEDED'],
    'nor do they pass from a network that asked for nothing',
  )
})

test('concurrent calls find no more room than sequential ones', async () => {
  const [person, from] = [await api.tenant({ plan: 'STARTER' }), newNetwork()]
  const form = await widgetOf(person)
  const statuses = async (calls: readonly (() => Promise<{ status: number }>)[]) =>
    (await Promise.all(calls.map((call) => call()))).map(({ status }) => status).sort()
  const asking = () => api.anyone.post(`/public/dsar/${form}/uploads`, { name: 'a.pdf' }, { from })
  const asked = await statuses(Array(MOST_WAITING_OF_NETWORK + 15).fill(asking))
  assert.deepEqual(asked, [...Array(MOST_WAITING_OF_NETWORK).fill(201), ...Array(15).fill(429)])

  const sender = newNetwork()
  const [first, ...keys] = await Promise.all(Array.from({ length: 10 }, () => newKey('a.pdf', form, sender)))
  assert.equal((await put(first!, PDF, {}, sender)).status, 200)
  await hold(person, 'public_uploads', MOST_BYTES_OF_NETWORK - 2 * PDF.length)
  const taken = await statuses(keys.map((key) => () => put(key, PDF, {}, sender)))
  assert.deepEqual(taken, [200, 200, ...Array(7).fill(429)])

  assert.equal((await keepWith(person)).status, 201)
  await hold(person, 'files', PLANS.STARTER.storageBytes - 2 * PDF.length)
  const own = await statuses(Array(9).fill(() => keepWith(person)))
  assert.deepEqual(own, [201, 201, ...Array(7).fill(402)])
})

/** Makes the stored files count as this large. */
const hold = (person: Person, table: 'public_uploads' | 'files', bytes: number) =>
  api.access.asSystem('a test fills the room', (db) =>
    db
      .updateTable(table)
      .set({ size_bytes: bytes })
      .where('tenant_id', '=', person.tenantId)
      .where('size_bytes', 'is not', null)
      .execute(),
  )

test('a key without its file expires after an hour; a file is kept for a day', async () => {
  const eva = await api.tenant()
  const of = await widgetOf(eva)
  const [late, early] = [await newKey('a.pdf', of), await newKey('a.pdf', of)]
  assert.equal((await put(early, PDF)).status, 200)
  const before = api.clock.now()
  api.clock.set(new Date(before.getTime() + HOUR_MS + 1000).toISOString())
  try {
    assert.equal((await put(late, PDF)).status, 404)
    assert.equal((await ask([{ uploadKey: early, kind: 'other' }], of)).status, 201)
  } finally {
    api.clock.set(before.toISOString())
  }
})

test('files of strangers never take the room of the organisation', async () => {
  const eva = await api.tenant({ plan: 'STARTER' })
  const of = await widgetOf(eva)
  const uploadKey = await newKey('a.pdf', of)
  assert.equal((await put(uploadKey, PDF)).status, 200)
  assert.equal((await ask([{ uploadKey, kind: 'other' }], of)).status, 201)
  await api.access.asSystem('a test fills the room of citizens', (db) =>
    db
      .updateTable('files')
      .set({ size_bytes: 1024 ** 3 })
      .where('tenant_id', '=', eva.tenantId)
      .where('kind', 'is not', null)
      .execute(),
  )
  const { usage } = (await eva.get('/settings/usage')).data
  assert.deepEqual([usage.storageBytes, usage.citizenStorageBytes], [0, 1024 ** 3])
  const form = new FormData()
  form.set('file', new Blob(['%PDF-1.7 hola']), 'a.pdf')
  const sent = new Response(form)
  const own = await eva.post('/files', undefined, {
    payload: Buffer.from(await sent.arrayBuffer()),
    headers: { 'content-type': sent.headers.get('content-type')! },
  })
  assert.equal(own.status, 201)
  const refused = await put(await newKey('a.pdf', of), PDF)
  assert.deepEqual([refused.status, refused.body.error.details[0].rule], [402, 'storageBytes'])
})

test('a form limited to certain sites gives keys only to them, and browsers see that limit', async () => {
  const of = await widgetOf(ana, { allowedOrigins: ['https://tienda.cl'] })
  const from = (origin: string) =>
    api.anyone.post(`/public/dsar/${of}/uploads`, { name: 'a.pdf' }, { headers: { origin } })
  assert.equal((await from('https://otra.cl')).status, 403)
  assert.equal((await from('https://tienda.cl')).status, 201)
  const preflight = await api.app.inject({
    method: 'OPTIONS',
    url: `/api/v1/public/dsar/${of}/uploads`,
    headers: { origin: 'https://tienda.cl', 'access-control-request-method': 'POST' },
  })
  assert.deepEqual(
    [preflight.statusCode, preflight.headers['access-control-allow-origin']],
    [204, 'https://tienda.cl'],
  )
})
