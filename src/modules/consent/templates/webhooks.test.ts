import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { hmac } from '#kernel/secrets.ts'
import { openReceiver } from '#test/kit/receiver.ts'
import { openService, type Person } from '#test/kit/service.ts'

const api = await openService()
const ana = await api.tenant()
const stranger = await api.tenant()
const analyst = await ana.colleague('ANALYST')
const viewer = await ana.colleague('VIEWER')
const receiver = await openReceiver()
after(() => receiver.close())
beforeEach(() => {
  receiver.received.length = 0
  receiver.answerAlways(200)
  api.clock.release()
})

async function template(person: Person = ana) {
  const { data } = await person.post('/consent/templates', { name: 'Boletín', purposeText: 'Autorizo.' })
  return data as { id: string; formKey: string }
}
const add = (id: string, fields: object = {}, person: Person = analyst) =>
  person.post(`/consent/templates/${id}/webhooks`, { url: receiver.url, ...fields })
const submit = async (formKey: string, granted = true, subjectRef = 'Camila@correo.cl') => {
  const reply = await api.anyone.post(`/public/consent-form/${formKey}/submit`, { subjectRef, granted })
  assert.equal(reply.status, 201)
  return reply.data
}

test('a receiver gets each decision, signed over the exact bytes', async () => {
  const { id, formKey } = await template()
  const hook = await add(id)
  assert.equal(hook.status, 201)
  assert.deepEqual(hook.data.events, ['consent.granted', 'consent.withdrawn'])
  const granted = await submit(formKey)
  const withdrawn = await submit(formKey, false)
  await api.drain()
  const [first, second] = await receiver.until(2)
  assert.deepEqual(first!.body, {
    event: 'consent.granted',
    timestamp: granted.createdAt,
    templateId: id,
    templateVersion: 1,
    recordId: granted.id,
    subjectRef: 'camila@correo.cl',
    granted: true,
    source: 'form',
    occurredAt: granted.createdAt,
    receipt: granted.receipt,
  })
  assert.deepEqual([second!.body.event, second!.body.recordId], ['consent.withdrawn', withdrawn.id])
  for (const { headers, raw } of [first!, second!]) {
    assert.equal(headers['x-consent-signature'], `sha256=${hmac(hook.data.secret, raw)}`)
    assert.match(headers['content-type']!, /^application\/json/)
  }
  assert.notEqual(first!.headers['x-consent-delivery'], second!.headers['x-consent-delivery'])
})

test('a receiver gets only its events, from every way to decide', async () => {
  const { id, formKey } = await template()
  const secret = 'secreto compartido'
  await add(id, { events: ['consent.withdrawn', 'consent.withdrawn'], secret })
  await submit(formKey)
  const proof = { subjectRef: 'a', granted: false, channel: 'phone', evidence: 'Grabación 7' }
  await analyst.post(`/consent/templates/${id}/manual`, proof)
  const { data } = await ana.post('/settings/api-keys', { name: 'CRM', scopes: ['consent:write'] })
  const crm = api.with({ 'x-api-key': data.key })
  await crm.post('/external/consent/records', { templateId: id, subjectRef: 'b', granted: false })
  await api.drain()
  await receiver.until(2)
  const got = receiver.received.map(({ body, headers, raw }) => {
    assert.equal(headers['x-consent-signature'], `sha256=${hmac(secret, raw)}`)
    return [body.event, body.source]
  })
  assert.deepEqual(got.sort(), [
    ['consent.withdrawn', 'external'],
    ['consent.withdrawn', 'manual'],
  ])
})

test('a refused record is not sent', async () => {
  const { id, formKey } = await template()
  await add(id)
  await ana.put(`/consent/templates/${id}`, { fields: [{ key: 'a', label: 'A', required: true }] })
  await api.anyone.post(`/public/consent-form/${formKey}/submit`, { subjectRef: 'x', granted: true })
  await api.drain()
  assert.equal((await ana.get(`/consent/templates/${id}/deliveries`)).data.pagination.total, 0)
  assert.equal(receiver.received.length, 0)
})

test('the secret is shown to its maker, then to ADMIN and above, and is stored sealed', async () => {
  const { id } = await template()
  const { data: made } = await add(id)
  assert.ok(made.secret.length >= 32)
  const admin = await ana.colleague('ADMIN')
  const dpo = await ana.colleague('DPO')
  for (const [person, secret] of [
    [ana, made.secret],
    [admin, made.secret],
    [dpo, null],
    [analyst, null],
    [viewer, null],
  ] as const) {
    const { data } = await person.get(`/consent/templates/${id}/webhooks`)
    assert.deepEqual(data.items, [{ ...made, secret }])
    assert.equal(data.pagination.total, 1)
  }
  const rows = await api.access.asSystem('a test reads the rows', (db) =>
    Promise.all([
      db.selectFrom('consent_webhooks').selectAll().where('id', '=', made.id).execute(),
      db.selectFrom('audit_log').selectAll().where('entity_id', '=', made.id).execute(),
    ]),
  )
  assert.equal(rows[1].length, 1)
  assert.ok(!JSON.stringify(rows).includes(made.secret))
})

test('a webhook that violates the schema is refused', async () => {
  const { id } = await template()
  for (const fields of [
    { url: undefined },
    { url: 'ftp://x.cl' },
    { url: 'crm.cl' },
    { events: [] },
    { events: ['consent.other'] },
    { events: 'consent.granted' },
    { secret: 5 },
  ]) {
    assert.equal((await add(id, fields)).status, 400, JSON.stringify(fields))
  }
  assert.equal((await add(id, { events: null, secret: null })).status, 201)
})

test('a form has a bounded number of webhooks, also when they are made at once', async () => {
  const { id } = await template()
  for (let n = 0; n < 18; n += 1) assert.equal((await add(id)).status, 201)
  const replies = await Promise.all(Array.from({ length: 4 }, () => add(id)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 201, 409, 409])
})

test('a removed webhook gets nothing more, not even waiting deliveries', async () => {
  const { id, formKey } = await template()
  const [gone, stays] = [(await add(id)).data, (await add(id, { url: `${receiver.url}/b` })).data]
  await submit(formKey)
  const path = `/consent/templates/${id}/webhooks/${gone.id}`
  const replies = await Promise.all([1, 2].map(() => analyst.delete(path)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 404])
  await submit(formKey, false)
  await api.drain()
  await receiver.until(2)
  assert.deepEqual(new Set(receiver.received.map(({ path }) => path)), new Set(['/flujos/b']))
  const { items } = (await ana.get(`/consent/templates/${id}/webhooks`)).data
  assert.deepEqual(
    items.map((hook: { id: string }) => hook.id),
    [stays.id],
  )
  const deliveries = (await ana.get(`/consent/templates/${id}/deliveries`)).data.items
  for (const [hook, status] of [
    [gone, 409],
    [stays, 200],
  ] as const) {
    const sent = deliveries.find(({ webhookId }: { webhookId: string }) => webhookId === hook.id)
    const again = await analyst.post(`/consent/templates/${id}/deliveries/${sent.id}/redeliver`)
    assert.equal(again.status, status)
  }
  await api.drain()
})

test('an unreachable receiver is retried, and one that is gone is switched off', async () => {
  const { id, formKey } = await template()
  const { data: hook } = await add(id)
  receiver.answerNext(503)
  await submit(formKey)
  await api.drain()
  const look = async () => (await viewer.get(`/consent/templates/${id}/deliveries`)).data.items[0]
  const failed = await look()
  assert.deepEqual(
    [failed.status, failed.attempts, failed.lastStatus, failed.webhookId, failed.event],
    ['PENDING', 1, 503, hook.id, 'consent.granted'],
  )
  const again = await analyst.post(`/consent/templates/${id}/deliveries/${failed.id}/redeliver`)
  assert.equal(again.status, 200)
  await api.drain()
  assert.equal((await look()).status, 'DELIVERED')
  const [one, two] = receiver.received
  assert.equal(one!.headers['x-consent-delivery'], two!.headers['x-consent-delivery'])

  receiver.answerNext(410)
  await submit(formKey, false)
  await api.drain()
  assert.equal((await look()).status, 'FAILED')
  assert.equal((await ana.get(`/consent/templates/${id}/webhooks`)).data.items[0].isActive, false)
  await submit(formKey)
  await api.drain()
  assert.equal(receiver.received.length, 3)
  const refused = await analyst.post(`/consent/templates/${id}/deliveries/${(await look()).id}/redeliver`)
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'CONFLICT'])
})

test('webhooks and deliveries belong to the form in the path and to its organisation', async () => {
  const { id, formKey } = await template()
  const other = await template()
  const { data: hook } = await add(id)
  await submit(formKey)
  const [delivery] = (await ana.get(`/consent/templates/${id}/deliveries`)).data.items
  for (const [person, templateId] of [
    [ana, other.id],
    [stranger, id],
    [ana, newId()],
  ] as const) {
    const base = `/consent/templates/${templateId}`
    assert.equal((await person.delete(`${base}/webhooks/${hook.id}`)).status, 404)
    assert.equal((await person.post(`${base}/deliveries/${delivery.id}/redeliver`)).status, 404)
  }
  assert.equal((await add(id, {}, viewer)).status, 403)
  assert.equal((await add(id, {}, stranger)).status, 404)
  assert.equal((await viewer.delete(`/consent/templates/${id}/webhooks/${hook.id}`)).status, 403)
  await api.drain()
})

test('in production a webhook must be on the public Internet', async () => {
  const live = await openService({ NODE_ENV: 'production' })
  const owner = await live.tenant()
  const { data } = await owner.post('/consent/templates', { name: 'Boletín', purposeText: 'Autorizo.' })
  const made = (url: string) => owner.post(`/consent/templates/${data.id}/webhooks`, { url })
  for (const url of ['http://127.0.0.1/x', 'http://localhost/x', 'http://10.0.0.1/x', 'http://[::1]/x']) {
    const { status, body } = await made(url)
    assert.deepEqual([status, body.error.details[0].path], [422, 'url'], url)
  }
  assert.equal((await made('https://crm.tiendasur.cl/x')).status, 201)
})
