import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newToken } from '#kernel/secrets.ts'
import { BROWSER, pageAt } from '#test/kit/hosted.ts'
import { openService } from '#test/kit/service.ts'
import { withdrawalKey } from './receipt.ts'

/** The answers of the pages. test/web/consent.browser.test.ts checks how they look and work in a browser. */
const api = await openService()
const ana = await api.tenant({ name: 'Sur & <b>Norte</b>' })

async function newForm(more: object = {}) {
  const body = { name: 'Boletín', purposeText: 'Autorizo <i>ofertas</i>.', fields: [], ...more }
  const { data } = await ana.post('/consent/templates', body)
  return { ...data, path: `/consentimiento/${data.formKey}` }
}

function send(url: string, fields: Record<string, string>, headers: object = {}) {
  return api.app.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
}

let serial = 0
function yes(more: object = {}): Record<string, string> {
  serial += 1
  return { subjectRef: `persona-${serial}@correo.cl`, granted: 'true', sendKey: newToken(), ...more }
}

const recordsOf = async ({ id }: { id: string }) =>
  (await ana.get(`/consent/templates/${id}/records`)).data.items

test("a template comes with its page and embedding code; the organisation's texts stay text", async () => {
  const form = await newForm()
  assert.equal(form.pageUrl, `https://resguardo.test${form.path}`)
  assert.ok(form.embedCode.includes(`data-resguardo-formulario="${form.formKey}"`))
  assert.ok(form.embedCode.includes('https://resguardo.test/w/v1/formulario.js'))
  const { data } = await api.anyone.get(`/public/consent-form/${form.formKey}/config`)
  assert.deepEqual([data.pageUrl, data.confirmEmail], [form.pageUrl, false])
  const { status, body } = await pageAt(api.app, form.path)
  assert.equal(status, 200)
  assert.ok(body.includes('Autorizo &lt;i&gt;ofertas&lt;/i&gt;.'))
  assert.ok(body.includes('Sur &amp; &lt;b&gt;Norte&lt;/b&gt;'))
  assert.doesNotMatch(body, / checked/)
})

test('the same form sent several times at once is one decision and one letter', async () => {
  const form = await newForm()
  const fields = yes()
  const replies = await Promise.all([1, 2, 3].map(() => send(form.path, fields)))
  assert.deepEqual([...new Set(replies.map(({ statusCode }) => statusCode))], [303])
  assert.equal(new Set(replies.map(({ headers }) => headers.location)).size, 1)
  assert.equal((await recordsOf(form)).length, 1)
  await api.drain()
  assert.equal(api.mailbox.to(fields['subjectRef']!).length, 1)
})

test('without consent, an address or a person nothing is stored', async () => {
  const form = await newForm({ fields: [{ key: 'edad', label: 'Años', type: 'number', required: true }] })
  for (const [fields, status, words] of [
    [yes({ granted: '' }), 400, /href="#granted"/],
    [yes({ subjectRef: 'x' }), 400, /href="#subjectRef"/],
    [yes({ 'campo-0': 'muchos' }), 422, /href="#campo-0"[\s\S]*value="muchos"/],
    [yes({ 'campo-0': '3', website: 'x' }), 422, /campo oculto/],
  ] as const) {
    const reply = await send(form.path, fields)
    assert.equal(reply.statusCode, status)
    assert.match(reply.payload, words)
  }
  assert.equal((await recordsOf(form)).length, 0)
  assert.equal((await send(form.path, yes({ 'campo-0': '3' }))).statusCode, 303)
})

test('a foreign or forged link withdraws nothing', async () => {
  const form = await newForm()
  const fields = yes()
  await send(form.path, fields)
  await api.drain()
  const [letter] = api.mailbox.to(fields['subjectRef']!)
  const key = /\/retirar\/([\w-]+)/.exec(letter!.text!)![1]!
  const [record] = await recordsOf(form)
  assert.equal(key, withdrawalKey(api.app.tools, ana.tenantId, record.id))
  const stranger = await api.tenant()
  const forged = [
    'nada',
    key.slice(0, -1) + (key.endsWith('0') ? '1' : '0'),
    `Z${key.slice(1)}`,
    withdrawalKey(api.app.tools, stranger.tenantId, record.id),
  ]
  for (const wrong of forged) {
    assert.equal((await pageAt(api.app, `/retirar/${wrong}`)).status, 404, wrong)
    assert.equal((await send(`/retirar/${wrong}`, {})).statusCode, 404, wrong)
  }
  assert.equal((await pageAt(api.app, `/retirar/${key}`)).status, 200)
  assert.equal((await recordsOf(form)).length, 1)
  const both = await Promise.all([send(`/retirar/${key}`, {}), send(`/retirar/${key}`, {})])
  assert.deepEqual(
    both.map(({ statusCode }) => statusCode),
    [303, 303],
  )
  const [last, ...before] = await recordsOf(form)
  assert.deepEqual([last.granted, last.provenBy, before.length], [false, 'confirmed_email', 1])
})

test('a person who had never consented does not read of a withdrawal', async () => {
  const form = await newForm()
  const subjectRef = 'nunca@correo.cl'
  const reply = await send(`${form.path}/retirar`, { subjectRef, sendKey: newToken() })
  const page = await pageAt(
    api.app,
    new URL(String(reply.headers.location), `https://h.cl${form.path}/`).pathname,
  )
  assert.match(page.body, /<h1>No dio su consentimiento<\/h1>/)
  await api.drain()
  const [letter] = api.mailbox.to(subjectRef)
  assert.equal(letter!.subject, 'No dio su consentimiento: Boletín')
  assert.match(
    letter!.text!,
    /registramos que usted no da su consentimiento a Sur & <b>Norte<\/b> en «Boletín»\./,
  )
  assert.doesNotMatch(letter!.text!, /[Rr]etir|otra vez|había dado/)
})

test('a deleted form still accepts withdrawals through the link', async () => {
  const form = await newForm()
  await send(form.path, yes())
  const [record] = await recordsOf(form)
  await ana.delete(`/consent/templates/${form.id}`)
  const key = withdrawalKey(api.app.tools, ana.tenantId, record.id)
  const reply = await send(`/retirar/${key}`, {})
  assert.equal(reply.statusCode, 303, reply.payload)
  const address = new URL(String(reply.headers.location), `https://h.cl/retirar/${key}`).pathname
  const page = await pageAt(api.app, address)
  assert.equal(page.status, 200)
  assert.match(page.body, /si la ley le da otro motivo\. .* pida la supresión/)
  assert.equal((await recordsOf(form))[0].granted, false)
})

test('before deciding, the person reads who asks, on what ground, how to reach them and where to read more', async () => {
  const form = await newForm({ sensitive: true, requireAge: true })
  const before = await pageAt(api.app, form.path)
  assert.match(before.body, /Responsable<\/dt><dd>Sur &amp; &lt;b&gt;Norte/)
  assert.doesNotMatch(before.body, /politica\//, 'nothing was published')
  assert.match(before.body, /Sí: consiento expresamente en que .* trate mis datos sensibles/)
  assert.match(
    before.body,
    /art\. 16, Ley 19\.628 mod\. Ley 21\.719, que rige desde el 1 de diciembre de 2026\)/,
  )
  assert.match(before.body, /name="representativeDeclares"/)
  assert.doesNotMatch(before.body, /\([^()]*\(/, 'parentheses inside parentheses')
  const [entity] = (await ana.get('/org/entities')).data.entities
  await ana.patch(`/org/entities/${entity.id}`, { dpoName: 'Eva Ríos', dpoEmail: 'dpo@sur.cl' })
  const plain = await newForm()
  const { body } = await pageAt(api.app, plain.path)
  assert.match(body, /Contacto<\/dt><dd><a href="mailto:dpo@sur\.cl">/)
  assert.match(body, /Solo con su consentimiento \(art\. 12/)
  assert.match(body, new RegExp(`href="\\.\\./p/${ana.slug}"`))
  assert.doesNotMatch(body, /sensibles|representativeDeclares/)
  const framed = await pageAt(api.app, `${plain.path}?marco=1`)
  assert.match(framed.body, /href="\.\.\/p\/[^"]+" target="_blank" rel="noopener"/)
})

test('art. 16 quáter: the copy names who consented for a child, and never says that the child did', async () => {
  const form = await newForm({ requireAge: true })
  const letterOf = async (representativeName: string, subjectRef: string) => {
    const sent = await send(
      form.path,
      yes({
        subjectRef,
        age: '12',
        representativeName,
        representativeRut: '12.345.678-5',
        representativeRelation: 'madre',
        representativeDeclares: 'true',
      }),
    )
    assert.equal(sent.statusCode, 303, sent.payload)
    await api.drain()
    return api.mailbox.to(subjectRef).at(-1)?.text ?? ''
  }
  const text = await letterOf('Rosa Soto', 'rosa.soto@correo.cl')
  assert.match(
    text,
    /registramos que Rosa Soto \(madre\) otorgó a .*, en representación de la persona titular de los datos, el consentimiento/,
  )
  assert.doesNotMatch(text, /usted otorgó/)
  const advertised = await letterOf('Vea premios.example', 'otra.madre@correo.cl')
  assert.match(advertised, /registramos que su representante \(madre\) otorgó/)
  assert.ok(!advertised.includes('premios'))
})

test('receipt, letter and link show the accepted text, even if the form has changed', async () => {
  const form = await newForm({ purposeText: 'Primer texto.' })
  const fields = yes({ version: '1' })
  const shown = await pageAt(api.app, form.path)
  assert.match(shown.body, /name="version" value="1"/)
  const given = await send(form.path, fields)
  const receipt = String(given.headers.location).split('/').at(-1)
  await ana.put(`/consent/templates/${form.id}`, { purposeText: 'Segundo texto.' })
  await ana.put(`/consent/templates/${form.id}`, { purposeText: 'Tercer texto.' })
  await api.drain()
  const { text, replyTo } = api.mailbox.to(fields['subjectRef']!).at(-1)!
  const letter = text!
  assert.equal(replyTo?.text, 'dpo@sur.cl', 'an answer to the letter reaches the DPO')
  assert.match(letter, /Primer texto/)
  assert.doesNotMatch(letter, /Segundo|Tercer/)
  const kept = await pageAt(api.app, `${form.path}/recibo/${receipt}`)
  assert.match(kept.body, /Versión del texto<\/dt><dd>1<[\s\S]*Primer texto/)
  const key = /\/retirar\/([\w-]+)/.exec(letter)![1]!
  assert.match((await pageAt(api.app, `/retirar/${key}`)).body, /<blockquote><p>Primer texto/)
  const undone = await send(`/retirar/${key}`, {})
  const after = await pageAt(
    api.app,
    `${form.path}/recibo/${String(undone.headers.location).split('/').at(-1)}`,
  )
  assert.match(after.body, /Lo que había aceptado el[\s\S]*Primer texto/)
  for (const { body } of [kept, after]) assert.doesNotMatch(body, /Segundo|Tercer/)
})

test('a page that stayed open while the text changed shows the new one, and asks again', async () => {
  const form = await newForm({ purposeText: 'Primer texto.' })
  const fields = yes({ version: '1' })
  await ana.put(`/consent/templates/${form.id}`, { purposeText: 'Segundo texto.' })
  const again = await send(form.path, fields)
  assert.equal(again.statusCode, 422)
  assert.match(again.body, /role="alert"[\s\S]*la versión 1 ya no está en uso\. Lea la versión 2/)
  assert.match(again.body, /name="version" value="2"[\s\S]*Segundo texto/)
  assert.match(again.body, new RegExp(`value="${fields['subjectRef']}"`))
  assert.doesNotMatch(again.body, /href="#version"| checked/)
  assert.equal((await send(form.path, { ...fields, version: '2' })).statusCode, 303)
})

test('withdrawing stays open for a form that is switched off or deleted, and a waiting withdrawal can be confirmed', async () => {
  const form = await newForm({ confirmEmail: true })
  const { subjectRef, ...fields } = yes() as { subjectRef: string }
  await send(form.path, { subjectRef, ...fields })
  const confirm = async () => {
    await api.drain()
    const tokens = api.mailbox.to(subjectRef).flatMap(({ text }) => /token=([\w-]+)/.exec(text!)?.[1] ?? [])
    return send('/confirmar', { token: tokens.at(-1)! })
  }
  assert.equal((await confirm()).statusCode, 303)
  await ana.delete(`/consent/templates/${form.id}`)
  assert.equal((await pageAt(api.app, form.path)).status, 404)
  assert.equal((await pageAt(api.app, `${form.path}/retirar`)).status, 200)
  const asked = await send(`${form.path}/retirar`, { subjectRef, sendKey: newToken() })
  assert.equal(asked.statusCode, 303, asked.payload)
  assert.equal((await confirm()).statusCode, 303)
  const [last] = await recordsOf(form)
  assert.deepEqual([last.granted, last.provenBy], [false, 'confirmed_email'])
})

test('a receipt belongs to its form and names nobody', async () => {
  const [form, other] = [await newForm(), await newForm()]
  const fields = yes()
  const { headers } = await send(form.path, fields)
  const receipt = String(headers.location).split('/').at(-1)
  const page = await pageAt(api.app, `${form.path}/recibo/${receipt}`)
  assert.equal(page.status, 200)
  assert.doesNotMatch(page.body, new RegExp(fields['subjectRef']!))
  assert.equal((await pageAt(api.app, `${other.path}/recibo/${receipt}`)).status, 404)
  assert.equal((await pageAt(api.app, `${form.path}/recibo/nada`)).status, 404)
})

test('confirmEmail applies to programs too, with at most three letters a day', async () => {
  const form = await newForm({ confirmEmail: true })
  const submit = (subjectRef: string) =>
    api.anyone.post(`/public/consent-form/${form.formKey}/submit`, { subjectRef, granted: true })
  const asked = await submit('nueva@correo.cl')
  assert.deepEqual([asked.status, asked.data.confirmationSent], [202, true])
  assert.equal((await submit('cliente-7')).body.error.details[0].path, 'subjectRef')
  const plain = await newForm()
  const { subjectRef } = yes() as { subjectRef: string }
  for (let n = 0; n < 5; n += 1) await send(plain.path, yes({ subjectRef }))
  await api.drain()
  assert.equal(api.mailbox.to(subjectRef).length, 3)
})

test('sites that the template does not name can neither send nor show the form', async () => {
  const form = await newForm({ allowedOrigins: ['https://www.tiendasur.cl'] })
  const from = (origin: string) =>
    api.anyone.post(
      `/public/consent-form/${form.formKey}/submit`,
      { subjectRef: 'a@b.cl', granted: true },
      { headers: { origin } },
    )
  assert.equal((await from('https://otra.cl')).status, 403)
  assert.equal((await from('https://www.tiendasur.cl')).status, 201)
  const cross = { origin: 'https://otra.cl', 'sec-fetch-site': 'cross-site' }
  assert.equal((await send(form.path, yes(), cross)).statusCode, 403)
  const { headers } = await pageAt(api.app, `${form.path}?marco=1`)
  assert.match(
    String(headers['content-security-policy']),
    /frame-ancestors 'self' https:\/\/www\.tiendasur\.cl;/,
  )
})

test('an editor previews the form with unsaved changes; the preview cannot send anything', async () => {
  const eva = await api.tenant({ name: 'Librería Austral' })
  const { id } = (await eva.post('/consent/templates', { name: 'Boletín', purposeText: 'Autorizo.' })).data
  const preview = (query: Record<string, string>, person = eva) =>
    person.get(`/consent/templates/${id}/preview?${new URLSearchParams(query)}`)
  const page = await preview({
    purposeText: 'Autorizo el envío de <novedades>.',
    fields: JSON.stringify([{ key: 'comuna', label: 'Su comuna', type: 'text' }]),
    sensitive: 'true',
  })
  assert.equal(page.status, 200)
  const markup = page.raw.toString()
  assert.match(markup, /Autorizo el envío de &lt;novedades&gt;/)
  assert.match(markup, /Su comuna/)
  assert.match(markup, /datos sensibles/)
  assert.doesNotMatch(markup, /<script/)
  assert.match(page.headers['content-security-policy'] as string, /frame-ancestors 'self'/)
  assert.equal((await preview({ fields: '{' })).status, 422)
  assert.equal((await preview({}, await api.tenant())).status, 404)
})
