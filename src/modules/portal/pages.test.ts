import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BROWSER } from '#test/kit/hosted.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda <Sur>' })
const other = await api.tenant({ name: 'Otra' })

const RUT = '12.345.678-5'
const ASKED = { subjectName: 'María', declarationTruthful: 'true' }
const DELETION = { rightType: 'DELETION', subtype: 'art. 7 a: ya no son necesarios' }

/** A browser that keeps its cookie and sends the origin of its forms. */
function browser() {
  let cookie = ''
  const keep = (reply: Awaited<ReturnType<typeof api.app.inject>>) => {
    for (const { name, value } of reply.cookies) cookie = value === '' ? '' : `${name}=${value}`
    return reply
  }
  const headers = () => ({ ...BROWSER, ...(cookie && { cookie }) })
  return {
    get cookie() {
      return cookie
    },
    open: async (url: string) => keep(await api.app.inject({ url, headers: headers() })),
    post: async (url: string, fields: Record<string, string> = {}, site = 'same-origin') =>
      keep(
        await api.app.inject({
          method: 'POST',
          url,
          headers: {
            ...headers(),
            'sec-fetch-site': site,
            'content-type': 'application/x-www-form-urlencoded',
          },
          payload: new URLSearchParams(fields).toString(),
        }),
      ),
  }
}

async function enter(slug: string, email: string) {
  const me = browser()
  const asked = await me.post(`/p/${slug}/portal/codigo`, { email, rut: RUT })
  assert.equal(asked.statusCode, 200, asked.payload)
  await api.drain()
  const code = /^(\d{6}) es su código/.exec(api.mailbox.to(email).at(-1)!.subject!)![1]!
  const entered = await me.post(`/p/${slug}/portal/entrar`, { email, rut: RUT, code })
  assert.deepEqual([entered.statusCode, entered.headers['location']], [303, '../portal'])
  return me
}

test('the home page links what is available and names the contact', async () => {
  const home = await browser().open(`/p/${ana.slug}`)
  assert.equal(home.statusCode, 200)
  assert.match(home.payload, /Privacidad en Tienda &lt;Sur&gt;/)
  assert.match(home.payload, new RegExp(`href="../p/${ana.slug}/portal"`))
  assert.doesNotMatch(home.payload, /href="\.\.\/politica/, 'nothing was published')
  const etag = String(home.headers['etag'])
  const again = await api.app.inject({
    url: `/p/${ana.slug}`,
    headers: { ...BROWSER, 'if-none-match': etag },
  })
  assert.equal(again.statusCode, 304)
  const nobody = await browser().open('/p/no-existe')
  assert.deepEqual([nobody.statusCode, nobody.headers['content-type']], [404, 'text/html; charset=utf-8'])
})

test('a person enters with a code, asks, decides, and leaves no trace in the browser', async () => {
  const me = await enter(ana.slug, 'maria@correo.cl')
  const path = `/p/${ana.slug}/portal`
  const template = (
    await ana.post('/consent/templates', {
      name: 'Boletín',
      purposeText: 'Recibir ofertas por correo.',
      fields: [],
    })
  ).data
  const first = await me.open(path)
  assert.match(first.payload, /No ha presentado solicitudes/)
  assert.match(first.payload, /Su sesión termina a las/)
  assert.equal(first.headers['cache-control'], 'no-store')

  const asked = await me.post(`${path}/nueva`, { ...ASKED, rightType: 'ACCESS' })
  const [, folio] = /<strong>(ARCO-\d{4}-\d{5})<\/strong>/.exec(asked.payload)!
  await api.drain()

  const list = await me.open(path)
  const [, own] = new RegExp(
    `portal/solicitudes/([\\w-]{36})"><strong>Acceso</strong> · <span class="whole">${folio}`,
  ).exec(list.payload)!
  const detail = await me.open(`${path}/solicitudes/${own}`)
  assert.match(detail.payload, /Le responderemos a más tardar/)
  const [, letter] = new RegExp(`${own}/cartas/([\\w-]{36})"`).exec(detail.payload)!
  const pdf = await me.open(`${path}/solicitudes/${own}/cartas/${letter}`)
  assert.deepEqual([pdf.statusCode, pdf.headers['content-type']], [200, 'application/pdf'])

  const choice = { templateId: template.id, granted: 'true' }
  assert.match((await me.post(`${path}/consentimientos`, choice)).payload, /quedó registrada/)
  assert.match((await me.open(path)).payload, /Autorizado desde el/)
  const withdrawn = await me.post(`${path}/consentimientos`, { ...choice, granted: 'false' })
  assert.match(withdrawn.payload, /Retiró su consentimiento/)
  assert.match(withdrawn.payload, /si la ley le da otro motivo.*pida la supresión/)

  const before = me.cookie
  const left = await me.post(`${path}/salir`)
  assert.match(String(left.headers['clear-site-data']), /"storage"/)
  assert.match(left.payload, /Su sesión terminó/)
  const stale = await api.app.inject({ url: path, headers: { ...BROWSER, cookie: before } })
  assert.match(stale.payload, /Enviarme un código/, 'the session ended everywhere')
})

test('a consent is shown in its accepted words, and withdrawn in one step even if its form is out of use', async () => {
  const email = 'ocho@correo.cl'
  const me = await enter(ana.slug, email)
  const path = `/p/${ana.slug}/portal`
  const made = async (name: string) => {
    const body = { name, purposeText: `${name}: primer texto.`, fields: [] }
    const form = (await ana.post('/consent/templates', body)).data
    await api.anyone.post(`/public/consent-form/${form.formKey}/submit`, { subjectRef: email, granted: true })
    await ana.put(`/consent/templates/${form.id}`, { purposeText: `${name}: segundo texto.` })
    return form
  }
  const card = (payload: string, name: string) =>
    payload.split('<li>').find((one) => one.includes(`<h3>${name}</h3>`))
  const [changed, off, deleted] = [await made('Cambiado'), await made('Apagado'), await made('Borrado')]
  await ana.put(`/consent/templates/${off.id}`, { isActive: false })
  await ana.delete(`/consent/templates/${deleted.id}`)

  const { payload } = await me.open(path)
  assert.match(card(payload, 'Cambiado')!, /<blockquote><p>Cambiado: primer texto/)
  assert.match(card(payload, 'Cambiado')!, /aceptó, versión 1\.[\s\S]*hoy dice otra cosa[\s\S]*segundo texto/)
  for (const name of ['Apagado', 'Borrado']) {
    assert.match(card(payload, name)!, new RegExp(`Autorizado[\\s\\S]*${name}: primer texto`), name)
    assert.match(card(payload, name)!, /ya no está en uso, pero su autorización vale/, name)
    assert.doesNotMatch(card(payload, name)!, /segundo texto/, name)
  }
  for (const { id } of [changed, off, deleted]) {
    const done = await me.post(`${path}/consentimientos`, { templateId: id, granted: 'false', version: '1' })
    assert.match(done.payload, /Retiró su consentimiento/)
  }
  const after = (await me.open(path)).payload
  assert.match(card(after, 'Cambiado')!, /No autorizado[\s\S]*segundo texto[\s\S]*Otorgar/)
  for (const name of ['Apagado', 'Borrado']) {
    assert.match(card(after, name)!, /No autorizado desde el/)
    assert.doesNotMatch(card(after, name)!, /<button/, 'a form no longer in use takes no new yes')
  }
  const refused = await me.post(`${path}/consentimientos`, { templateId: off.id, granted: 'true' })
  assert.equal(refused.statusCode, 422)
})

test('a yes in the portal refers to the text shown there', async () => {
  const email = 'nueve@correo.cl'
  const me = await enter(ana.slug, email)
  const path = `/p/${ana.slug}/portal`
  const body = { name: 'Encuesta', purposeText: 'Lo que se leyó.', fields: [] }
  const { id } = (await ana.post('/consent/templates', body)).data
  const { payload } = await me.open(path)
  assert.match(payload, new RegExp(`value="${id}"><input type="hidden" name="version" value="1">`))
  await ana.put(`/consent/templates/${id}`, { purposeText: 'Otra cosa.' })
  const decide = (fields: Record<string, string>) =>
    me.post(`${path}/consentimientos`, { templateId: id, ...fields })
  const stale = await decide({ granted: 'true', version: '1' })
  assert.equal(stale.statusCode, 422)
  assert.match(stale.payload, /role="alert"[\s\S]*la versión 1 ya no está en uso[\s\S]*<p>Otra cosa\./)
  assert.match(stale.payload, new RegExp(`value="${id}"><input type="hidden" name="version" value="2">`))
  const records = async () => (await ana.get(`/consent/templates/${id}/records`)).data.items
  assert.deepEqual(await records(), [])
  await decide({ granted: 'true', version: '2' })
  const [record] = await records()
  assert.deepEqual([record.granted, record.templateVersion], [true, 2])
  assert.match((await me.open(path)).payload, /<blockquote><p>Otra cosa/)
  const unknown = await me.post(`${path}/consentimientos`, { templateId: id, granted: 'true', version: '9' })
  assert.equal(unknown.statusCode, 422)
})

test('each right asks for the fields of the law, and a refusal keeps everything typed', async () => {
  const me = await enter(ana.slug, 'seis@correo.cl')
  const path = `/p/${ana.slug}/portal/nueva`
  const none = await me.post(path, { ...ASKED, description: 'Mis datos' })
  assert.equal(none.statusCode, 400)
  assert.match(none.payload, /Elija el derecho que quiere ejercer/)
  assert.match((await me.open(path)).payload, /name="derecho" value="BLOCKING"/)
  const asks = {
    ACCESS: 'desde',
    RECTIFICATION: 'datoCorrecto',
    DELETION: 'subtype',
    OPPOSITION: 'subtypeDetail',
    PORTABILITY: 'portabilityFormat',
    BLOCKING: 'parentFolio',
    AUTO_DECISION: 'puntoDeVista',
  }
  for (const [right, name] of Object.entries(asks)) {
    const { payload } = await me.open(`${path}?derecho=${right}`)
    assert.match(payload, new RegExp(`name="${name}"`), right)
    assert.doesNotMatch(payload, /name="subject(Email|Rut)"/, 'the session knows')
  }
  const half = await me.post(path, {
    rightType: 'RECTIFICATION',
    subjectName: 'María Soto',
    datoEquivocado: 'Mi domicilio',
    organizationRelation: 'clienta',
    sendKey: 'una-clave',
  })
  assert.equal(half.statusCode, 400)
  assert.match(half.payload, /Falta corregir 2 datos/)
  assert.match(half.payload, /href="#datoCorrecto"/)
  for (const typed of ['Mi domicilio', 'María Soto', 'clienta', 'una-clave'])
    assert.ok(half.payload.includes(typed), typed)
  const lost = await me.post(path, {
    ...ASKED,
    rightType: 'BLOCKING',
    subtypeDetail: 'Hay un error',
    parentFolio: 'ARCO-2026-00000',
  })
  assert.equal(lost.statusCode, 422)
  assert.match(lost.payload, /No encontramos esa solicitud/)
  assert.match(lost.payload, />Hay un error<\/textarea>/)
})

test('a request is filed as typed, for the person of the session, and once even if sent twice', async () => {
  const me = await enter(ana.slug, 'siete@correo.cl')
  const path = `/p/${ana.slug}/portal/nueva`
  const fields = {
    ...ASKED,
    rightType: 'RECTIFICATION',
    datoEquivocado: 'Mi domicilio',
    datoCorrecto: 'Los Aromos 123',
    subjectEmail: 'otra@correo.cl',
    subjectRut: '7.654.321-6',
    sendKey: 'la-misma',
  }
  const [one, two] = await Promise.all([me.post(path, fields), me.post(path, fields)])
  const folioIn = (payload: string) => /ARCO-\d{4}-\d{5}/.exec(payload)?.[0]
  assert.deepEqual([one.statusCode, two.statusCode], [200, 200], two.payload)
  assert.equal(folioIn(one.payload), folioIn(two.payload))
  const { items } = (await ana.get('/dsar/requests?limit=100&q=siete@correo.cl')).data
  assert.equal(items.length, 1)
  const kept = (await ana.get(`/dsar/requests/${items[0].id}`)).data
  assert.deepEqual(
    [kept.subjectEmail, kept.subjectRut, kept.specificData, kept.declarationTruthful, kept.source],
    [
      'siete@correo.cl',
      '12345678-5',
      { datoEquivocado: 'Mi domicilio', datoCorrecto: 'Los Aromos 123' },
      true,
      'portal',
    ],
  )
  const elsewhere = await me.post(path, {
    ...fields,
    sendKey: 'otra',
    legalEntityId: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f',
  })
  assert.equal(elsewhere.statusCode, 422)
  assert.match(elsewhere.payload, />Los Aromos 123<\/textarea>/)
})

test('nobody sees records of another person or organisation', async () => {
  const maria = await enter(ana.slug, 'una@correo.cl')
  await maria.post(`/p/${ana.slug}/portal/nueva`, { ...ASKED, ...DELETION })
  const mine = await maria.open(`/p/${ana.slug}/portal`)
  const [, id] = /portal\/solicitudes\/([\w-]{36})"/.exec(mine.payload)!
  const pedro = await enter(ana.slug, 'dos@correo.cl')
  const foreign = await pedro.open(`/p/${ana.slug}/portal/solicitudes/${id}`)
  assert.deepEqual([foreign.statusCode, foreign.headers['content-type']], [404, 'text/html; charset=utf-8'])
  assert.match((await maria.open(`/p/${other.slug}/portal`)).payload, /Enviarme un código/)
})

test('a form from another site is refused', async () => {
  const me = await enter(ana.slug, 'tres@correo.cl')
  const path = `/p/${ana.slug}/portal`
  for (const site of ['cross-site', 'same-site']) {
    const forged = await me.post(`${path}/nueva`, { ...ASKED, ...DELETION }, site)
    assert.match(forged.payload, /Enviarme un código/, site)
  }
  assert.match((await me.open(path)).payload, /No ha presentado solicitudes/)
  const left = await me.post(`${path}/salir`, {}, 'cross-site')
  assert.deepEqual([left.statusCode, left.headers['clear-site-data']], [403, undefined])
  assert.match((await me.open(path)).payload, /Su sesión termina a las/)
  const who = { email: 'tres@correo.cl', rut: RUT, code: '123456' }
  for (const form of ['codigo', 'entrar'])
    assert.equal((await browser().post(`${path}/${form}`, who, 'cross-site')).statusCode, 403, form)
})

test('a wrong code is reported beside its field, and five of them use it up', async () => {
  const me = browser()
  const path = `/p/${ana.slug}/portal`
  const who = { email: 'cuatro@correo.cl', rut: RUT }
  assert.match((await me.post(`${path}/codigo`, { ...who, rut: '1-1' })).payload, /no es un RUT válido/)
  await me.post(`${path}/codigo`, who)
  for (let nth = 0; nth < 6; nth += 1) {
    const wrong = await me.post(`${path}/entrar`, { ...who, code: 'x' })
    assert.equal(wrong.statusCode, 401)
    assert.match(wrong.payload, /El código no es correcto/)
    assert.ok(wrong.payload.includes('value="cuatro@correo.cl"'))
  }
})

test('an ended session leads to the entry page', async () => {
  const me = await enter(ana.slug, 'cinco@correo.cl')
  api.clock.advance(31 * 60_000)
  assert.match((await me.open(`/p/${ana.slug}/portal`)).payload, /Enviarme un código/)
  api.clock.release()
})
