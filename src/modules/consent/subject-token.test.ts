import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSigner } from 'fast-jwt'
import { openService } from '#test/kit/service.ts'

/** A company's own server proves who decides. An unproven decision does not override a proven one. */
const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur' })
const { key: apiKey } = (await ana.post('/settings/api-keys', { name: 'CRM' })).data
const crm = api.with({ 'x-api-key': apiKey })

let serial = 0
const someone = () => `socia-${++serial}@correo.cl`
const nowS = () => Math.floor(Date.now() / 1000)
const sign = (key: string, claims: object, algorithm: 'HS256' | 'HS512' = 'HS256') =>
  createSigner({ key, algorithm, noTimestamp: true })({ exp: nowS() + 300, ...claims })

const form = (
  await ana.post('/consent/templates', { name: 'Boletín', purposeText: 'Ofertas por correo', fields: [] })
).data
const purposes = [{ key: 'medicion', name: 'Medición' }]
const draft = (await ana.post('/consent/notices', { name: 'Sitio', purposes })).data
const { widgetKey } = (await ana.post(`/consent/notices/${draft.id}/publish`)).data

const submit = (subjectRef: string, granted: boolean, token?: string) =>
  api
    .with(token === undefined ? {} : { 'x-subject-token': token })
    .post(`/public/consent-form/${form.formKey}/submit`, { subjectRef, granted })
const decide = (subjectRef: string, medicion: boolean, token?: string, more = {}) =>
  api
    .with(token === undefined ? {} : { 'x-subject-token': token })
    .post(`/public/consent/${widgetKey}/record`, { subjectRef, decisions: { medicion }, ...more })
const tokenOf = (sub: string, more = {}) => sign(form.subjectSecret, { sub, aud: form.formKey, ...more })
const tokenOn = (sub: string, more = {}) => sign(draft.subjectSecret, { sub, aud: widgetKey, ...more })

async function standing(ref: string, of: { templateId?: string; noticeId?: string }) {
  const { items } = (await crm.get(`/external/consent/subject/${ref}/consents`)).data
  const item = items.find((one: Record<string, unknown>) =>
    Object.entries(of).every(([name, id]) => one[name] === id),
  )
  return [item.granted, item.provenBy]
}

async function confirmFor(email: string) {
  await api.drain()
  const [letter] = api.mailbox.to(email)
  const token = /\/confirmar\?token=([\w-]+)/.exec(letter?.text ?? '')?.[1]
  return { letter, answer: await api.anyone.post(`/public/consent/confirm/${token}`) }
}

test("a signed decision counts as the person's own, and a stranger cannot override it", async () => {
  const email = someone()
  const ref = email.toUpperCase()
  assert.equal((await submit(ref, true, tokenOf(email))).status, 201)
  assert.deepEqual(await standing(email, { templateId: form.id }), [true, 'subject_token'])
  assert.equal((await submit(email, false)).status, 202)
  assert.deepEqual(await standing(email, { templateId: form.id }), [true, 'subject_token'])
  assert.equal((await submit(email, false, tokenOf(email))).status, 201)
  assert.deepEqual(await standing(email, { templateId: form.id }), [false, 'subject_token'])
})

test('on a form with confirmation by mail the token is proof enough', async () => {
  const asks = (
    await ana.post('/consent/templates', {
      name: 'Con carta',
      purposeText: 'Ofertas',
      fields: [],
      confirmEmail: true,
    })
  ).data
  const email = someone()
  const url = `/public/consent-form/${asks.formKey}/submit`
  assert.equal((await api.anyone.post(url, { subjectRef: email, granted: true })).status, 202)
  const token = sign(asks.subjectSecret, { sub: email, aud: asks.formKey })
  const taken = await api.with({ 'x-subject-token': token }).post(url, { subjectRef: email, granted: true })
  assert.equal(taken.status, 201)
})

test('an invalid token is refused and writes nothing', async () => {
  const email = someone()
  const { total: before } = (await ana.get(`/consent/templates/${form.id}/stats`)).data
  const good = tokenOf(email)
  const [head, body] = good.split('.') as [string, string]
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
  const wrong = {
    'of somebody else': tokenOf('otra@correo.cl'),
    'of another form': tokenOf(email, { aud: widgetKey }),
    'without an audience': sign(form.subjectSecret, { sub: email }),
    'of a notice': tokenOn(email, { aud: form.formKey }),
    expired: tokenOf(email, { exp: nowS() - 120 }),
    'without an end': tokenOf(email, { exp: undefined }),
    'for too long': tokenOf(email, { exp: nowS() + 12 * 60 }),
    'for ever': tokenOf(email, { exp: Number.MAX_SAFE_INTEGER }),
    'of another algorithm': sign(form.subjectSecret, { sub: email, aud: form.formKey }, 'HS512'),
    unsigned: `${none}.${body}.`,
    tampered: `${head}.${body}.${'A'.repeat(43)}`,
    nonsense: 'abc',
    'too long': 'a'.repeat(5000),
  }
  for (const [what, token] of Object.entries(wrong)) {
    const refused = await submit(email, true, token)
    assert.deepEqual([refused.status, refused.body.error.code], [401, 'UNAUTHORIZED'], what)
  }
  const { total } = (await ana.get(`/consent/templates/${form.id}/stats`)).data
  assert.equal(total, before)
})

test("on a notice too an unproven decision waits for the person's answer to a letter", async () => {
  const email = someone()
  assert.equal((await decide(email, true)).status, 201)
  assert.equal((await decide(email, false)).status, 201, 'nobody was proven yet')
  assert.equal((await decide(email, true, tokenOn(email))).status, 201)
  assert.deepEqual(await standing(email, { noticeId: draft.id }), [true, 'subject_token'])

  const figures = async () => (await ana.get(`/consent/notices/${draft.id}/stats`)).data
  const before = await figures()
  const [waits, again] = [
    await decide(email, false, undefined, { clientKey: 'una-vez-y-no-dos-veces' }),
    await decide(email, false, undefined, { clientKey: 'una-vez-y-no-dos-veces' }),
  ]
  assert.deepEqual([waits.status, waits.data.confirmationSent], [202, true])
  assert.deepEqual([again.status, again.data.id, again.data.confirmationSent], [202, waits.data.id, true])
  assert.deepEqual(await standing(email, { noticeId: draft.id }), [true, 'subject_token'])
  const after = await figures()
  assert.deepEqual(
    [after.total, after.granted, after.withdrawn],
    [before.total + 1, before.granted, before.withdrawn],
  )
  assert.equal((await decide(email, true)).status, 201, 'what says the same needs no letter')

  const { letter, answer } = await confirmFor(email)
  assert.match(letter!.text ?? '', /cambiar sus preferencias en «Sitio»/)
  assert.equal(answer.status, 201)
  assert.deepEqual(await standing(email, { noticeId: draft.id }), [false, 'confirmed_email'])
  const { items } = (await ana.get(`/consent/notices/${draft.id}/records?subjectRef=${email}`)).data
  assert.deepEqual(
    items.map((one: { provenBy: string; isEffective?: boolean }) => [one.provenBy, one.isEffective ?? true]),
    [
      ['confirmed_email', true],
      ['nobody', true],
      ['nobody', false],
      ['subject_token', true],
      ['nobody', true],
      ['nobody', true],
    ],
  )
  for (const { receipt } of items)
    assert.equal((await api.anyone.get(`/public/consent/receipts/${receipt}`)).data.valid, true)
})

test('the page behind the letter of a notice says that the decision counts', async () => {
  const email = someone()
  await decide(email, true, tokenOn(email))
  await decide(email, false)
  await api.drain()
  const token = /\/confirmar\?token=([\w-]+)/.exec(api.mailbox.to(email)[0]?.text ?? '')![1]!
  const page = await api.app.inject({
    method: 'POST',
    url: '/confirmar',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    payload: `token=${token}`,
  })
  assert.equal(page.statusCode, 200)
  assert.match(page.payload, /Registramos su decisión/)
})

test('without an address the person is not asked, and the proven decision stands', async () => {
  const ref = `cliente-${++serial}`
  await decide(ref, true, tokenOn(ref))
  const waits = await decide(ref, false)
  assert.deepEqual([waits.status, waits.data.confirmationSent], [202, false])
  assert.deepEqual(await standing(ref, { noticeId: draft.id }), [true, 'subject_token'])
})

test('only an administrator sees the secret, and a new one invalidates the old', async () => {
  for (const path of [`/consent/templates/${form.id}`, `/consent/notices/${draft.id}`]) {
    const analyst = await ana.colleague('ANALYST')
    assert.equal((await analyst.get(path)).data.subjectSecret, undefined)
    assert.equal((await analyst.get(`${path}/subject-secret`)).status, 403)
    const first = (await ana.get(`${path}/subject-secret`)).data
    assert.equal((await ana.get(path)).data.subjectSecret, first.subjectSecret)
    const renewed = (await ana.post(`${path}/subject-secret`)).data
    assert.notEqual(renewed.subjectSecret, first.subjectSecret)
    assert.equal(renewed.audience, first.audience)
    assert.deepEqual((await ana.get(`${path}/subject-secret`)).data, renewed)
  }
  const email = someone()
  assert.equal((await submit(email, true, tokenOf(email))).status, 401)
  assert.equal((await decide(email, true, tokenOn(email))).status, 401)
})
