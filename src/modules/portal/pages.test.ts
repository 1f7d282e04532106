import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BROWSER } from '#test/kit/hosted.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda <Sur>' })
const other = await api.tenant({ name: 'Otra' })

const RUT = '12.345.678-5'

/** A browser that keeps its cookie and says where its forms come from. */
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

test('the privacy home links what there is, and names who answers', async () => {
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

test('a person enters with a code, asks, decides, and leaves nothing behind', async () => {
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

  const wrong = await me.post(`${path}/nueva`, { subjectName: 'María', description: 'Mis datos' })
  assert.equal(wrong.statusCode, 400)
  assert.match(wrong.payload, /Elija el derecho/)
  assert.match(wrong.payload, />Mis datos<\/textarea>/, 'what was typed is still there')
  const asked = await me.post(`${path}/nueva`, { rightType: 'ACCESS', subjectName: 'María' })
  const [, folio] = /<strong>(ARCO-\d{4}-\d{5})<\/strong>/.exec(asked.payload)!
  await api.drain()

  const list = await me.open(path)
  const [, own] = new RegExp(`portal/solicitudes/([\\w-]{36})"><strong>Acceso</strong> · ${folio}`).exec(
    list.payload,
  )!
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

test('nobody sees what is of another person, or of another organisation', async () => {
  const maria = await enter(ana.slug, 'una@correo.cl')
  await maria.post(`/p/${ana.slug}/portal/nueva`, { rightType: 'DELETION', subjectName: 'Una' })
  const mine = await maria.open(`/p/${ana.slug}/portal`)
  const [, id] = /portal\/solicitudes\/([\w-]{36})"/.exec(mine.payload)!
  const pedro = await enter(ana.slug, 'dos@correo.cl')
  const foreign = await pedro.open(`/p/${ana.slug}/portal/solicitudes/${id}`)
  assert.deepEqual([foreign.statusCode, foreign.headers['content-type']], [404, 'text/html; charset=utf-8'])
  assert.match((await maria.open(`/p/${other.slug}/portal`)).payload, /Enviarme un código/)
})

test('a form of another site is not taken for the person’s own', async () => {
  const me = await enter(ana.slug, 'tres@correo.cl')
  const path = `/p/${ana.slug}/portal`
  for (const site of ['cross-site', 'same-site']) {
    const forged = await me.post(`${path}/nueva`, { rightType: 'DELETION', subjectName: 'X' }, site)
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

test('a wrong code is said beside its field, and five of them spend it', async () => {
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

test('a session that ended shows the way in', async () => {
  const me = await enter(ana.slug, 'cinco@correo.cl')
  api.clock.advance(31 * 60_000)
  assert.match((await me.open(`/p/${ana.slug}/portal`)).payload, /Enviarme un código/)
  api.clock.release()
})
