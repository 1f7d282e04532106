import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { lookAround, openSite, openVisit } from '#test/kit/visitor.ts'

/** The rights form and the tracking of a request, used like a person. */
const site = await openSite({ PUBLIC_RATE_LIMIT: '2000' })
const ana = await site.api.tenant({ name: 'Tienda Sur' })
const newForm = async (config: object = {}) =>
  (await ana.post('/dsar/widgets', { name: 'Sitio', config })).data as {
    widgetKey: string
    pageUrl: string
    embedCode: string
  }
const form = await newForm({
  title: 'Ejerza sus derechos',
  intro: 'Le responderemos dentro del plazo legal.',
})
const path = `/derechos/${form.widgetKey}`

type At = Awaited<ReturnType<typeof site.visit>>['page']

async function identify(page: At, email = 'maria@correo.cl'): Promise<void> {
  const whose = page.getByRole('group', { name: '¿De quién son los datos?' })
  if (!(await whose.getByRole('radio', { checked: true }).count())) await whose.getByLabel('Míos').check()
  await page.getByLabel('Nombre completo').first().fill('María Pérez')
  await page.getByLabel('Su correo electrónico').fill(email)
  await page.getByLabel('Declaro que lo que informo es verdadero').check()
}

const send = (page: At) => page.getByRole('button', { name: 'Enviar la solicitud' }).click()

async function folioOn(page: At): Promise<string> {
  await page.getByRole('heading', { name: 'Recibimos su solicitud' }).waitFor()
  return /ARCO-\d{4}-\d{5}/.exec((await page.locator('.folio').textContent())!)![0]
}

async function kept(folio: string) {
  const { items } = (await ana.get('/dsar/requests?limit=100')).data
  const { id } = items.find(({ folioNumber }: { folioNumber: string }) => folioNumber === folio)
  return (await ana.get(`/dsar/requests/${id}`)).data
}

test('every right is accessible to read and fill in', async () => {
  const visit = await site.visit(path)
  await lookAround(visit, 'rights-choice')
  await visit.go(`${path}?derecho=AUTO_DECISION`)
  await visit.page.getByLabel('De una persona a quien represento').check()
  await lookAround(visit, 'rights-request')
  await visit.page.getByLabel('De una persona que falleció').check()
  await visit.page.getByText('Los herederos pueden ejercer').waitFor()
  await lookAround(visit, 'rights-heir')
  await visit.page.setViewportSize({ width: 320, height: 780 })
  for (const right of ['ACCESS', 'RECTIFICATION', 'DELETION', 'OPPOSITION', 'PORTABILITY', 'BLOCKING']) {
    await visit.go(`${path}?derecho=${right}`)
    await visit.shot(`rights-${right.toLowerCase()}`)
    await visit.assertSound(right)
  }
  await visit.close()
})

test('with a script the steps do not reload, and the draft stays in the tab until it is sent', async () => {
  const visit = await site.visit(path, { width: 390 })
  const { page } = visit
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.getByRole('radio', { name: /Rectificación/ }).check()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByLabel('¿Qué dato está mal?').fill('Mi domicilio en la boleta')
  await page.getByLabel('Nombre completo').first().fill('María Pérez')
  await page.getByRole('link', { name: 'Elegir otro derecho' }).click()
  await page.getByRole('radio', { name: /Oposición/ }).check()
  await page.getByRole('button', { name: 'Continuar' }).click()
  assert.equal(await page.getByLabel('Nombre completo').first().inputValue(), 'María Pérez')
  await page.goBack()
  await page.goBack()
  await page.getByLabel('¿Qué dato está mal?').waitFor()
  assert.equal(await page.getByLabel('¿Qué dato está mal?').inputValue(), 'Mi domicilio en la boleta')
  assert.equal(loads, 0)
  await page.reload()
  assert.equal(await page.getByLabel('¿Qué dato está mal?').inputValue(), 'Mi domicilio en la boleta')

  await page.getByLabel('¿Cuál es el dato correcto?').fill('Los Aromos 123')
  await identify(page)
  await send(page)
  const request = await kept(await folioOn(page))
  assert.deepEqual(
    [request.rightType, request.specificData, request.declarationTruthful, request.isRepresentative],
    [
      'RECTIFICATION',
      { datoEquivocado: 'Mi domicilio en la boleta', datoCorrecto: 'Los Aromos 123' },
      true,
      false,
    ],
  )
  assert.equal(await page.evaluate('sessionStorage.length'), 0)
  await page.emulateMedia({ media: 'print' })
  assert.ok(await page.locator('.folio').isVisible())
  assert.ok(!(await page.getByRole('button', { name: 'Imprimir' }).isVisible()))
  await visit.close()
})

test('input can be erased, and a mistyped RUT is reported before sending', async () => {
  const visit = await site.visit(`${path}?derecho=ACCESS`)
  const { page } = visit
  const rut = page.getByLabel('RUT').first()
  await rut.pressSequentially('12.345.678-4')
  await page.getByText('no calza con su dígito verificador').waitFor()
  await visit.assertSound('wrong rut')
  await rut.fill('123456785')
  await rut.press('Tab')
  assert.equal(await rut.inputValue(), '12.345.678-5')
  await page.getByRole('button', { name: 'Borrar lo escrito' }).click()
  assert.equal(await rut.inputValue(), '')
  assert.equal(await page.evaluate('sessionStorage.length'), 0)
  await visit.close()
})

test('without a script the form has two plain steps, and faults keep the input', async () => {
  const visit = await site.visit(path, { javaScriptEnabled: false, width: 390 })
  const { page } = visit
  await page.getByRole('radio', { name: /Oposición/ }).check()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('radio', { name: /interés legítimo/ }).check()
  await identify(page, 'luis@correo.cl')
  await page.getByLabel('RUT').first().fill('12.345.678-4')
  await page.getByLabel('De una persona a quien represento').check()
  await page.getByLabel('Su nombre completo').fill('Luis Soto')
  await page.getByLabel('Su relación con la persona').fill('hijo')
  await send(page)
  await page.getByRole('alert').filter({ hasText: 'Su razón, en pocas palabras' }).waitFor()
  assert.ok(await page.getByRole('radio', { name: /interés legítimo/ }).isChecked())
  assert.equal(await page.getByLabel('Su correo electrónico').inputValue(), 'luis@correo.cl')
  await visit.shot('rights-faults-390')
  await page.getByLabel('Su razón, en pocas palabras').fill('Vivo de mi imagen.')
  await send(page)
  await page.getByRole('alert').filter({ hasText: 'no es un RUT válido' }).waitFor()
  await page.getByLabel('RUT').first().fill('12.345.678-5')
  await send(page)
  const request = await kept(await folioOn(page))
  assert.deepEqual(
    [request.subtype, request.subtypeDetail, request.isRepresentative, request.representativeName],
    ['art. 8 a: interés legítimo', 'Vivo de mi imagen.', true, 'Luis Soto'],
  )
  await visit.close()
})

test('art. 4: an heir is asked for their identity, and reads when the law lets them ask', async () => {
  const visit = await site.visit(`${path}?derecho=ACCESS`, { javaScriptEnabled: false, width: 390 })
  const { page } = visit
  await identify(page, 'luis@correo.cl')
  assert.ok(!(await page.getByText('Los herederos pueden ejercer').isVisible()))
  await page.getByLabel('De una persona que falleció').check()
  assert.ok(await page.getByText('Los herederos pueden ejercer').isVisible())
  await page.getByLabel('Su nombre completo').fill('Luis Soto')
  await page.getByLabel('Su relación con la persona').fill('hijo')
  await send(page)
  const request = await kept(await folioOn(page))
  assert.deepEqual(
    [request.deceased, request.isRepresentative],
    [{ isHeir: true, heirName: 'Luis Soto', relation: 'hijo' }, false],
  )
  await visit.close()
})

test('faults are read out first and link to their fields', async () => {
  const visit = await site.visit(`${path}?derecho=DELETION`)
  const { page } = visit
  await page.evaluate("document.querySelector('form').noValidate = true")
  await send(page)
  await page.getByRole('alert').waitFor()
  await visit.shot('rights-faults')
  await visit.assertSound('faults')
  await page.getByRole('link', { name: /El nombre de la persona/ }).click()
  assert.equal(await page.evaluate('document.activeElement.id'), 'subjectName')
  await visit.close()
})

test('by keyboard alone a person gets from the first step to the receipt', async () => {
  const visit = await site.visit(path)
  const { page } = visit
  const until = async (name: string) => {
    for (let presses = 0; presses < 60; presses += 1) {
      const label = await page.evaluate<string>(`(() => {
        const at = document.activeElement
        return at.name || at.textContent.trim()
      })()`)
      if (label === name) return
      await page.keyboard.press('Tab')
    }
    assert.fail(`Tab does not reach ${name}`)
  }
  await until('derecho')
  await page.keyboard.press('Space')
  await until('Continuar')
  await page.keyboard.press('Enter')
  await page.getByLabel('Nombre completo').first().waitFor()
  await until('asksFor')
  await page.keyboard.press('Space')
  await until('subjectName')
  await page.keyboard.type('Rosa Díaz')
  await until('subjectEmail')
  await page.keyboard.type('rosa@correo.cl')
  await until('declarationTruthful')
  await page.keyboard.press('Space')
  await until('Enviar la solicitud')
  await page.keyboard.press('Enter')
  await folioOn(page)
  await visit.close()
})

test('a form sent twice is one request, and the receipt can be opened again', async () => {
  const count = async () => (await ana.get('/dsar/requests')).data.pagination.total
  const before = await count()
  const visit = await site.visit(`${path}?derecho=ACCESS`)
  const { page } = visit
  await identify(page, 'doble@correo.cl')
  const body = await page.evaluate<string>(
    "String(new URLSearchParams([...new FormData(document.querySelector('form'))]))",
  )
  await send(page)
  const folio = await folioOn(page)
  const again = await Promise.all(
    [1, 2, 3].map(() =>
      site.api.app.inject({
        method: 'POST',
        url: `${path}?derecho=ACCESS`,
        payload: body,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    ),
  )
  for (const { statusCode, headers } of again) {
    assert.equal(statusCode, 303)
    assert.match(String(headers.location), new RegExp(`/recibo/${folio}$`))
  }
  await page.reload()
  assert.equal(await folioOn(page), folio)
  assert.equal(await count(), before + 1)
  await lookAround(visit, 'rights-receipt')
  await site.api.drain()
  const [letter] = site.api.mailbox.to('doble@correo.cl')
  assert.match(letter!.text!, new RegExp(`${site.origin}/seguimiento/${folio}`))
  await visit.close()
})

test('by keyboard alone and without a script a request is made and found by its folio', async () => {
  const visit = await site.visit(`${path}?derecho=ACCESS`, { javaScriptEnabled: false, width: 320 })
  await visit.tabTo(/Míos/, 'Space')
  await visit.tabTo(/Nombre completo/, 'Rosa Díaz')
  await visit.tabTo(/Su correo electrónico/, 'rosa@correo.cl')
  await visit.tabTo(/Declaro que lo que informo es verdadero/, 'Space')
  await visit.tabTo(/^Enviar la solicitud$/, 'Enter')
  const folio = await folioOn(visit.page)
  await visit.tabTo(/^Seguir una solicitud$/, 'Enter')
  await visit.page.getByLabel('Folio').waitFor()
  await visit.tabTo(/^Folio/, folio)
  await visit.tabTo(/^Ver el estado$/, 'Enter')
  await visit.page.getByRole('heading', { name: `Solicitud ${folio}` }).waitFor()
  assert.deepEqual(visit.wrong, [])
  await visit.close()
})

test('a folio is accepted in people’s spellings, and an unknown one says so and asks again', async () => {
  const visit = await site.visit(`${path}?derecho=BLOCKING`, { javaScriptEnabled: false })
  const { page } = visit
  await page.getByLabel('¿Por qué pide suspender').fill('Discuto la deuda.')
  await identify(page)
  await send(page)
  const folio = await folioOn(page)
  await page.getByRole('link', { name: 'Seguir la solicitud' }).click()
  await page.getByRole('heading', { name: `Solicitud ${folio}` }).waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Seguir una solicitud' }).click()
  await page.getByLabel('Folio').fill('  nada ')
  await page.getByRole('button', { name: 'Ver el estado' }).click()
  await page.getByRole('alert').filter({ hasText: 'no es un folio' }).waitFor()
  await page.getByLabel('Folio').fill('arco-2026-00000')
  await page.getByRole('button', { name: 'Ver el estado' }).click()
  await page.getByRole('alert').filter({ hasText: 'No encontramos una solicitud' }).waitFor()
  await page.getByLabel('Folio').fill(folio.toLowerCase().replace('arco-', ''))
  await page.getByRole('button', { name: 'Ver el estado' }).click()
  await page.getByText('Plazo para responder').waitFor()
  assert.match((await page.locator('main').textContent())!, /arts\. 8 ter y 11/)
  await visit.close()

  const look = await site.visit(`/seguimiento/${folio}`)
  await lookAround(look, 'tracking')
  await look.go('/seguimiento')
  await lookAround(look, 'tracking-type')
  await look.go('/seguimiento/ARCO-2026-00000')
  await look.assertSound('tracking-unknown')
  await look.close()
})

test('the scripts for other sites are small', async () => {
  for (const name of ['derechos.js', 'formulario.js']) {
    const script = await (await fetch(`${site.origin}/w/v1/${name}`)).text()
    assert.ok(gzipSync(script).length < 1500, name)
  }
})

/** A site of the organisation on its own origin, with a policy as strict as that of banks. */
async function openHost(body: string): Promise<string> {
  const policy = `default-src 'none'; script-src ${site.origin}; frame-src ${site.origin}; style-src 'self'`
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
    response.end(
      `<!doctype html><html lang="es"><title>Tienda</title><body><main><h1>Tienda</h1>${body}</main>`,
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function atHost(origin: string) {
  const visit = await openVisit(site.browser, origin, { width: 390 })
  visit.allowed.add(site.origin)
  await visit.go('/')
  return visit
}

test('inside another origin, under a strict policy, the frame has the height of its content from choice to receipt', async () => {
  const { embedCode, widgetKey } = await newForm()
  for (const code of [
    embedCode,
    `<resguardo-derechos key="${widgetKey}"></resguardo-derechos>${/<script.*$/s.exec(embedCode)![0]}`,
  ]) {
    const visit = await atHost(await openHost(code))
    const frame = visit.page.frameLocator('iframe')
    await frame.getByRole('radio', { name: /Acceso/ }).check()
    const height = () => visit.page.locator('iframe').evaluate((element) => element.clientHeight)
    const inside = () =>
      visit.page.frames()[1]!.evaluate<number>('Math.ceil(document.body.getBoundingClientRect().height)')
    const settled = async () => {
      for (let tries = 0; tries < 100 && (await height()) !== (await inside()); tries += 1)
        await visit.page.waitForTimeout(100)
      assert.equal(await height(), await inside())
    }
    await settled()
    await frame.getByRole('button', { name: 'Continuar' }).click()
    await frame.getByLabel('Míos').check()
    await frame.getByLabel('Nombre completo').first().fill('Eva Ruiz')
    await frame.getByLabel('Su correo electrónico').fill('eva@correo.cl')
    await frame.getByLabel('Declaro que lo que informo').check()
    await settled()
    await visit.shot('rights-embedded-390')
    await frame.getByRole('button', { name: 'Enviar la solicitud' }).click()
    await frame.getByRole('heading', { name: 'Recibimos su solicitud' }).waitFor()
    await settled()
    await visit.assertSound('embedded')
    await visit.close()
  }
})

test('only origins that the form names may show it in a frame', async () => {
  const host = await openHost('')
  const named = await newForm({ allowedOrigins: [host] })
  const other = await newForm({ allowedOrigins: ['https://www.tiendasur.cl', 'nada; script-src *'] })
  const policyOf = async (key: string, query: string) =>
    (await fetch(`${site.origin}/derechos/${key}${query}`)).headers.get('content-security-policy')!
  assert.match(await policyOf(named.widgetKey, '?marco=1'), new RegExp(`frame-ancestors 'self' ${host}`))
  assert.match(
    await policyOf(other.widgetKey, '?marco=1'),
    /frame-ancestors 'self' https:\/\/www\.tiendasur\.cl(;|$)/,
  )
  assert.match(await policyOf(named.widgetKey, ''), /frame-ancestors 'none'/)

  for (const [widget, isShown] of [
    [named, true],
    [other, false],
  ] as const) {
    const visit = await atHost(host)
    const address = `${site.origin}/derechos/${widget.widgetKey}?marco=1`
    await visit.page.evaluate(`{
      const frame = document.createElement('iframe')
      frame.src = '${address}'
      document.body.append(frame)
    }`)
    await visit.page.waitForLoadState('networkidle')
    const shown = await visit.page.frames()[1]!.locator('form').count()
    assert.equal(shown === 1, isShown)
    await visit.close()
  }
})
