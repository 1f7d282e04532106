import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { openShop } from '#src/demo/shop.ts'
import { lookAround, openSite, openVisit, type Visit } from '#test/kit/visitor.ts'

/** The demo shop: another origin, a strict policy, and every widget of the service. */
const site = await openSite({ PUBLIC_RATE_LIMIT: '2000' })
const ana = await site.api.tenant({ name: 'Aromo Azul' })
const made = await ana.post('/consent/notices', {
  name: 'Tienda',
  title: 'Su privacidad',
  purposes: [
    { key: 'necesarias', name: 'Necesarias', required: true },
    { key: 'chat', name: 'Chat de ayuda', category: 'preferences' },
  ],
})
const notice = (await ana.post(`/consent/notices/${made.data.id}/publish`)).data
const widget = (await ana.post('/dsar/widgets', { name: 'Tienda' })).data
const server = openShop({
  organisation: 'Aromo Azul',
  slug: ana.slug,
  service: site.origin,
  banner: notice.embedCode,
  rights: widget.embedCode,
}).listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => {
  server.closeAllConnections()
  server.close()
})
const shop = `http://tienda.localhost:${(server.address() as AddressInfo).port}`

async function open(path: string): Promise<Visit> {
  const visit = await openVisit(site.browser, shop, { width: 390 })
  visit.allowed.add(site.origin)
  await visit.go(path)
  return visit
}

test('a visitor decides in the banner, the chat waits for it, and the decision is recorded from another origin', async () => {
  const visit = await open('/')
  const { page } = visit
  const chat = page.frameLocator('iframe')
  await chat.getByText('espera su permiso').waitFor()
  await lookAround(visit, 'shop')
  await page.getByRole('button', { name: 'Aceptar todo' }).click()
  await chat.getByText('¿en qué le ayudamos?').waitFor()
  let records: { url: string; granted: boolean }[] = []
  for (let left = 100; left > 0 && records.length === 0; left -= 1) {
    await page.waitForTimeout(100)
    records = (await ana.get(`/consent/notices/${notice.id}/records`)).data.items
  }
  assert.deepEqual(
    records.map(({ url }) => url),
    [`${shop}/`],
  )
  await page.getByRole('link', { name: 'Cookies' }).click()
  await page.getByRole('dialog').waitFor()
  await visit.close()
})

test('the rights form is sent from the shop’s page, and the portal is one link away', async () => {
  const visit = await open('/derechos')
  const { page } = visit
  await page.getByRole('button', { name: 'Rechazar todo' }).click()
  const form = page.frameLocator('iframe')
  await form.getByLabel('Acceso').check()
  await form.getByRole('button', { name: 'Continuar' }).click()
  await form.getByLabel('Míos').check()
  await form.getByLabel('Nombre completo').first().fill('Eva Ruiz')
  await form.getByLabel('Su correo electrónico').fill('eva@correo.cl')
  await form.getByLabel('RUT').first().fill('12.345.678-5')
  await form.getByLabel('Declaro que lo que informo es verdadero').check()
  await visit.shot('shop-rights-390')
  await visit.assertSound('shop rights')
  await form.getByRole('button', { name: 'Enviar la solicitud' }).click()
  await form
    .getByText(/ARCO-\d{4}-\d{5}/)
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'Mis datos' }).click()
  await page.waitForURL(`${site.origin}/p/${ana.slug}/portal`)
  await page.getByLabel('Su correo electrónico').fill('eva@correo.cl')
  await page.getByLabel('Su RUT').fill('12.345.678-5')
  await page.getByRole('button', { name: 'Enviarme un código' }).click()
  await page.getByLabel('Código').waitFor()
  await site.api.drain()
  const letters = site.api.mailbox.to('eva@correo.cl').map(({ subject }) => subject!)
  assert.ok(
    letters.some((subject) => subject.startsWith('Recibimos su solicitud')),
    'the copy of the request',
  )
  const code = letters.flatMap((subject) => /^(\d{6}) es su código/.exec(subject)?.[1] ?? []).at(-1)!
  await page.getByLabel('Código').fill(code)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Mis solicitudes' }).waitFor()
  await page.getByRole('link', { name: /Acceso/ }).waitFor()
  assert.deepEqual(visit.wrong, [])
  await visit.close()
})

test('its policy allows nothing else', async () => {
  const { headers } = await fetch(shop.replace('tienda.localhost', '127.0.0.1'))
  const policy = headers.get('content-security-policy')!
  assert.match(policy, /^default-src 'none'; /)
  assert.doesNotMatch(policy, /unsafe|\*|data:/)
})
