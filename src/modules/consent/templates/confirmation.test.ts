import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '#kernel/dates.ts'
import { openService } from '#test/kit/service.ts'

/** Knowing an address and the key of a form is not enough to override the person's decision. */
const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur' })
const { key } = (await ana.post('/settings/api-keys', { name: 'CRM' })).data
const crm = api.with({ 'x-api-key': key })

let serial = 0
async function someone() {
  serial += 1
  const email = `persona-${serial}@correo.cl`
  const fields = { name: 'Boletín', purposeText: 'Enviarle ofertas por correo', fields: [] }
  const form = (await ana.post('/consent/templates', fields)).data
  const submit = (granted: boolean, subjectRef = email.toUpperCase()) =>
    api.anyone.post(`/public/consent-form/${form.formKey}/submit`, { subjectRef, granted })
  const decide = (granted: boolean) =>
    crm.post('/external/consent/records', { templateId: form.id, subjectRef: email, granted })
  const stands = async () => {
    const [item] = (await crm.get(`/external/consent/subject/${email}/consents`)).data.items
    return [item.granted, item.provenBy]
  }
  return { email, form, submit, decide, stands }
}

async function keysMailedTo(email: string): Promise<string[]> {
  await api.drain()
  return api.mailbox
    .to(email)
    .flatMap(({ text }) => /\/confirmar\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? [])
}
const confirm = (token: string) => api.anyone.post(`/public/consent/confirm/${token}`)

test('a stranger cannot override a withdrawal: the person is asked by letter, and decides', async () => {
  const { email, form, submit, decide, stands } = await someone()
  assert.equal((await submit(true)).status, 201)
  assert.deepEqual(await stands(), [true, 'nobody'])
  assert.equal((await decide(false)).status, 201)
  const taken = await submit(true)
  assert.deepEqual([taken.status, taken.data.confirmationSent], [202, true])
  assert.deepEqual(await stands(), [false, 'api_key'])

  const [token] = await keysMailedTo(email)
  const confirmed = await confirm(token!)
  assert.equal(confirmed.status, 201)
  assert.deepEqual(await stands(), [true, 'confirmed_email'])
  assert.equal((await confirm(token!)).status, 404)
  const { items } = (await ana.get(`/consent/templates/${form.id}/records`)).data
  assert.deepEqual(
    items.map((item: { granted: boolean; provenBy: string }) => [item.granted, item.provenBy]),
    [
      [true, 'confirmed_email'],
      [true, 'nobody'],
      [false, 'api_key'],
      [true, 'nobody'],
    ],
  )
  for (const { receipt } of items)
    assert.equal((await api.anyone.get(`/public/consent/receipts/${receipt}`)).data.valid, true)
})

test('a stranger cannot override a proven consent; repeating the same decision sends no letter', async () => {
  const { email, submit, decide, stands } = await someone()
  await decide(true)
  assert.equal((await submit(true)).status, 201)
  assert.equal((await submit(false)).status, 202)
  assert.equal((await stands())[0], true)
  assert.equal((await keysMailedTo(email)).length, 1)
})

test('a decision that waits for confirmation is neither counted nor announced', async () => {
  const { form, submit, decide } = await someone()
  await ana.post(`/consent/templates/${form.id}/webhooks`, { url: 'https://crm.ejemplo.cl/avisos' })
  await decide(false)
  await submit(true)
  const { total, granted, withdrawn } = (await ana.get(`/consent/templates/${form.id}/stats`)).data
  assert.deepEqual([total, granted, withdrawn], [2, 0, 1])
  const { items } = (await ana.get(`/consent/templates/${form.id}/deliveries`)).data
  assert.deepEqual(
    items.map((item: { event: string }) => item.event),
    ['consent.withdrawn'],
  )
})

test('a person without an address cannot be asked; a mailbox gets three letters a day about a form', async () => {
  const { email, form, submit, decide } = await someone()
  await crm.post('/external/consent/records', {
    templateId: form.id,
    subjectRef: 'cliente-7',
    granted: false,
  })
  assert.equal((await submit(true, 'cliente-7')).data.confirmationSent, false)
  await decide(false)
  const sent = await Promise.all([1, 2, 3, 4, 5].map(() => submit(true)))
  assert.equal(sent.filter(({ data }) => data.confirmationSent).length, 3)
  assert.equal((await keysMailedTo(email)).length, 3)
})

test('a letter is valid for seven days and once, and an invented key finds nothing', async (t) => {
  t.after(() => api.clock.release())
  const { email, submit, decide, stands } = await someone()
  await decide(false)
  await submit(true)
  const [token] = await keysMailedTo(email)
  const both = await Promise.all([confirm(token!), confirm(token!)])
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 404])
  await decide(false)
  await submit(true)
  const late = (await keysMailedTo(email)).at(-1)!
  api.clock.set(new Date(Date.now() + 8 * DAY_MS))
  assert.equal((await confirm(late)).status, 404)
  assert.equal((await confirm('nada')).status, 404)
  api.clock.release()
  assert.deepEqual(await stands(), [false, 'api_key'])
})

test('opening the letter decides nothing: its page asks', async () => {
  const page = await api.app.inject({ url: '/confirmar?token=x', headers: { accept: 'text/html' } })
  assert.equal(page.statusCode, 200)
  assert.match(page.payload, /Sí, es mi decisión/)
})

test("the link's days count from when its letter left, so a delayed letter still works", async () => {
  const { email, submit, decide, stands } = await someone()
  const late = await someone()
  await decide(false)
  assert.equal((await submit(true)).status, 202)
  api.clock.advance(8 * DAY_MS)
  const [token] = await keysMailedTo(email)
  api.clock.advance(6 * DAY_MS)
  assert.equal((await confirm(token!)).status, 201)
  assert.deepEqual(await stands(), [true, 'confirmed_email'])

  await late.decide(false)
  await late.submit(true)
  const [old] = await keysMailedTo(late.email)
  api.clock.advance(7 * DAY_MS + 1)
  assert.equal((await confirm(old!)).status, 404)
})
