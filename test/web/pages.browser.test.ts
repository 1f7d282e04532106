import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draft, ground } from '#test/kit/contracts.ts'
import { act, publishNotice } from '#test/kit/policies.ts'
import { lookAround, openSite } from '#test/kit/visitor.ts'
import { makeActivity } from '../kit/activities.ts'

/** Policies, signing, the privacy page and the portal, used like a person. */

const site = await openSite()
const { api } = site
const g = await ground(api, { name: 'Tienda Sur SpA', vendor: 'Nube Andina SpA' })
const { ana } = g
await ana.put('/settings/tenant', { branding: { primaryColor: '#0a6b4f' } })

async function publish(patch: object): Promise<void> {
  const { id } = (await ana.post('/privacy-policy/generate')).data
  await ana.patch(`/privacy-policy/${id}`, patch)
  const { workflowInstanceId } = (await ana.post(`/privacy-policy/${id}/publish`)).data
  assert.equal((await act(ana, workflowInstanceId, 'APPROVE')).status, 200)
}

test('a policy is readable on any screen, in its versions, and a phone shows tables as cards', async () => {
  const id = await makeActivity(ana, { name: 'Ventas en línea' })
  await ana.patch(`/rat/activities/${id}/status`, { status: 'published' })
  await publish({})
  await publish({ customSections: { contact: { content: '<p>Escríbanos a datos@tiendasur.cl.</p>' } } })
  const visit = await site.visit(`/politica/${ana.slug}`)
  await lookAround(visit, 'policy')
  const asked = await ana.post('/consent/templates', { name: 'Boletín', purposeText: 'Ofertas.', fields: [] })
  await visit.page.goto(asked.data.pageUrl)
  await visit.page.getByRole('link', { name: 'Política de privacidad' }).click()
  await visit.page.waitForURL(`**/politica/${ana.slug}`)
  await visit.page.setViewportSize({ width: 390, height: 780 })
  const display = "getComputedStyle(document.querySelector('tbody tr')).display"
  assert.equal(await visit.page.evaluate(display), 'block')
  // The first line of an entry has its number and its first words.
  const below = await visit.page.evaluate<
    number[]
  >(`[...document.querySelectorAll('.contents li')].map((entry) => {
    const link = entry.querySelector('a')
    entry.style.whiteSpace = 'nowrap'
    link.style.whiteSpace = 'normal'
    const point = document.createElement('span')
    Object.assign(point.style, { display: 'inline-block', width: 0, height: 0 })
    entry.prepend(point)
    const words = document.createRange()
    words.selectNodeContents(link)
    return Math.round(words.getClientRects()[0].bottom - point.getBoundingClientRect().bottom)
  })`)
  assert.ok(below.length > 5)
  assert.ok(
    below.every((one) => one >= 0 && one < 12),
    `the words end so far below their number: ${below}`,
  )
  await visit.page
    .getByRole('link', { name: /Ver qué cambió/ })
    .first()
    .click()
  await visit.page.getByRole('heading', { name: 'Qué cambió desde la versión 1' }).waitFor()
  await lookAround(visit, 'policy-changes')
  await visit.close()
})

test('cookies have a page too', async () => {
  await publishNotice(ana, [
    { key: 'analytics', name: 'Medición', cookies: [{ name: '_ga', provider: 'Google' }] },
  ])
  const { id } = (await ana.post('/cookie-policy/generate')).data
  assert.equal((await ana.post(`/cookie-policy/${id}/publish`)).status, 200)
  const visit = await site.visit(`/cookies/${ana.slug}`)
  await lookAround(visit, 'cookies')
  await visit.close()
})

test('a contract is read and signed by keyboard alone, without a script', async () => {
  const id = await draft(g)
  const signer = { signerName: 'Carla Díaz', signerEmail: 'carla@nube.cl' }
  assert.equal((await ana.post(`/contracts/${id}/send`, signer)).status, 200)
  await api.drain()
  const [, path] = /(\/firma\/[\w-]{40,})/.exec(api.mailbox.to('carla@nube.cl')[0]!.text!)!
  const looked = await site.visit(path!)
  await lookAround(looked, 'signing')
  await looked.close()
  const visit = await site.visit(path!, { javaScriptEnabled: false })
  const { page } = visit
  await page.getByLabel('Su RUT').focus()
  await page.keyboard.type('12.345.678-5')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByLabel('Código').waitFor()
  assert.equal(await page.getByLabel('Su RUT').inputValue(), '12.345.678-5')
  assert.equal(await page.getByLabel(/Declaro tener facultades/).isChecked(), true)
  await visit.shot('signing-code')
  await api.drain()
  const code = /^(\d{6}) es su código/.exec(api.mailbox.to('carla@nube.cl').at(-1)!.subject!)![1]!
  await page.getByLabel('Código').focus()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /su firma quedó registrada/ }).waitFor()
  await visit.shot('signed')
  assert.deepEqual(visit.wrong, [])
  await visit.close()
})

test('the privacy page and the portal, from the first step to signing out', async () => {
  const visit = await site.visit(`/p/${ana.slug}`)
  const { page } = visit
  await lookAround(visit, 'home')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Mis datos/ })
    .click()
  await lookAround(visit, 'portal-entry')
  await page.getByLabel('Su correo electrónico').fill('maria@correo.cl')
  await page.getByLabel('Su RUT').fill('12.345.678-5')
  await page.keyboard.press('Enter')
  await page.getByLabel('Código').waitFor()
  await lookAround(visit, 'portal-code')
  await api.drain()
  const code = /^(\d{6}) es su código/.exec(api.mailbox.to('maria@correo.cl').at(-1)!.subject!)![1]!
  await page.getByLabel('Código').fill(code)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Mis solicitudes' }).waitFor()
  assert.equal(await page.evaluate('document.cookie'), '', 'no script reads the session')
  await page.getByRole('link', { name: 'Presentar una solicitud' }).click()
  await lookAround(visit, 'portal-new')
  await page.getByRole('radio', { name: /Supresión/ }).check()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByLabel('Su nombre completo').fill('María Pérez')
  await page.getByRole('radio', { name: /Ya no son necesarios/ }).check()
  await page.getByLabel('Un documento que respalde').setInputFiles({
    name: 'boleta.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF'),
  })
  await lookAround(visit, 'portal-new-right')
  await page.evaluate("document.querySelector('#declarationTruthful').required = false")
  await page.getByRole('button', { name: 'Enviar la solicitud' }).click()
  await page.getByText('Marque que lo que informa es verdadero').first().waitFor()
  assert.equal(await page.getByLabel('Su nombre completo').inputValue(), 'María Pérez')
  assert.ok(await page.getByText('Ya recibimos «boleta.pdf»').isVisible())
  await lookAround(visit, 'portal-new-fault')
  await page.getByLabel('Declaro que lo que informo es verdadero').check()
  await page.getByRole('button', { name: 'Enviar la solicitud' }).click()
  await page.getByRole('heading', { name: 'Recibimos su solicitud' }).waitFor()
  await lookAround(visit, 'portal-received')
  await page.getByRole('link', { name: 'Volver a mis datos' }).click()
  await lookAround(visit, 'portal-mine')
  await page.getByRole('link', { name: /Supresión/ }).click()
  await page.getByRole('heading', { name: /^Solicitud ARCO/ }).waitFor()
  await lookAround(visit, 'portal-request')
  await page.getByRole('button', { name: 'Salir' }).click()
  await page.getByText('Su sesión terminó').waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Enviarme un código' }).waitFor()
  assert.deepEqual(visit.wrong, [])
  await visit.close()
})

test('by keyboard alone a person enters the portal, makes a request, consents, withdraws and leaves', async () => {
  const asked = await ana.post('/consent/templates', {
    name: 'Encuestas',
    purposeText: 'Opinar.',
    fields: [],
  })
  assert.equal(asked.status, 201)
  const visit = await site.visit(`/p/${ana.slug}`, { width: 320 })
  const { page } = visit
  await visit.tabTo(/Mis datos/, 'Enter')
  await page.getByRole('button', { name: 'Enviarme un código' }).waitFor()
  await visit.tabTo(/Su correo electrónico/, 'rosa@correo.cl')
  await visit.tabTo(/Su RUT/, '11.111.111-1')
  await visit.tabTo(/^Enviarme un código$/, 'Enter')
  await page.getByLabel('Código').waitFor()
  await api.drain()
  await page.keyboard.type(/^\d{6}/.exec(api.mailbox.to('rosa@correo.cl').at(-1)!.subject!)![0])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Mis solicitudes' }).waitFor()
  await visit.tabTo(/^Otorgar: Encuestas$/, 'Enter')
  await page.getByRole('heading', { name: 'Su autorización quedó registrada' }).waitFor()
  await visit.tabTo(/^Volver a mis datos$/, 'Enter')
  await page.getByText('Autorizado desde').waitFor()
  await lookAround(visit, 'portal-consents')
  await visit.tabTo(/^Retirar mi consentimiento: Encuestas$/, 'Enter')
  await page.getByRole('heading', { name: 'Retiró su consentimiento' }).waitFor()
  await visit.tabTo(/^Volver a mis datos$/, 'Enter')
  await page.getByText('No autorizado desde').waitFor()
  await visit.tabTo(/^Presentar una solicitud$/, 'Enter')
  await page.getByRole('button', { name: 'Continuar' }).waitFor()
  await visit.tabTo(/Acceso/, 'Space')
  await visit.tabTo(/^Continuar$/, 'Enter')
  await page.getByLabel('Su nombre completo').waitFor()
  await visit.tabTo(/Su nombre completo/, 'Rosa Díaz')
  await visit.tabTo(/Declaro que lo que informo es verdadero/, 'Space')
  await visit.tabTo(/^Enviar la solicitud$/, 'Enter')
  await page.getByRole('heading', { name: 'Recibimos su solicitud' }).waitFor()
  await visit.tabTo(/^Volver a mis datos$/, 'Enter')
  await page.getByRole('heading', { name: 'Mis solicitudes' }).waitFor()
  await visit.tabTo(/^Salir$/, 'Enter')
  await page.getByText('Su sesión terminó').waitFor()
  assert.deepEqual(visit.wrong, [])
  await visit.close()
})

test('a missing page says so', async () => {
  for (const path of ['/p/no-existe', '/politica/no-existe', '/firma/x', '/nada']) {
    const visit = await site.visit(path)
    await visit.page.getByRole('heading', { level: 1 }).waitFor()
    await visit.assertSound(path)
    await visit.close()
  }
})
