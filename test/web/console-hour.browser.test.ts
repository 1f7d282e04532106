import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { openShop, type Pasted } from '#src/demo/shop.ts'
import { PASSWORD } from '#test/kit/officer.ts'
import { openSite, openVisit } from '#test/kit/visitor.ts'

/**
 * The first chapter of the guide, followed by somebody who has read nothing else: from an empty installation to an
 * organisation in order within an hour. She uses only the browser. Only the company's site pastes what she copies.
 */
const site = await openSite({ PUBLIC_RATE_LIMIT: '2000' })
const pasted: Pasted = {
  organisation: 'Clínica del Sur',
  slug: '',
  service: site.origin,
  banner: '',
  rights: '',
}
const server = openShop(pasted).listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => {
  server.closeAllConnections()
  server.close()
})
const shop = `http://clinica.localhost:${(server.address() as AddressInfo).port}`

const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()

/** Through the navigation, as a newcomer does. */
const goTo = (page: Page, area: string) =>
  page.getByRole('navigation').getByRole('link', { name: area, exact: true }).click()

/** The code beside a copy button. */
const codeWith = async (page: Page, words: string): Promise<string> =>
  (await page.locator('code, pre').filter({ hasText: words }).first().textContent())!.trim()

test('from an empty installation to the folder for an inspector, in the browser only', async () => {
  const visit = await openVisit(site.browser, site.origin, { acceptDownloads: true })
  const { page } = visit

  // She opens an organisation and fills the register from a pack of her trade.
  await visit.go('/')
  await page.getByRole('link', { name: 'Crear una cuenta' }).click()
  await page.getByLabel('Su nombre').fill('Camila Rojas')
  await page.getByLabel('Correo').fill('camila@clinicadelsur.cl')
  await page.getByLabel('Contraseña').fill(PASSWORD)
  await page.getByLabel('Organización').fill('Clínica del Sur')
  await page.keyboard.press('Enter')
  await title(page, 'Puesta en marcha')
  await page.getByLabel('Razón social').fill('Clínica del Sur SpA')
  await page.getByLabel('RUT').fill('76.543.210-3')
  await page.getByLabel('Delegada o delegado').fill('Camila Rojas')
  await page.getByRole('button', { name: 'Guardar y seguir' }).click()
  await page.getByLabel('Clínica o centro de salud').check()
  await page.getByRole('button', { name: 'Llenar el registro' }).click()
  await page.getByRole('link', { name: 'Ir a mi día' }).click()
  await title(page, 'Hoy')
  const slug = /organizacion\/([^/]+)/.exec(page.url())![1]!

  // She publishes what she has read.
  await goTo(page, 'Registro')
  await page.getByLabel('Elegir todas las que se ven').check()
  await page.getByRole('button', { name: 'Cambiar…' }).click()
  const bulk = page.getByRole('dialog', { name: /^Cambiar \d+ actividades/ })
  await bulk.getByLabel('Publicarlas').check()
  await bulk.getByRole('button', { name: 'Cambiar', exact: true }).click()
  await page.getByText(/\d+ actividades cambiaron/).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).last().click()

  // The policy is written from the register.
  await goTo(page, 'Políticas')
  await page.getByRole('button', { name: 'Escribir un borrador' }).click()
  await page.getByRole('button', { name: 'Escribir el borrador' }).click()
  await title(page, 'Política de tratamiento de datos, versión 1')
  await page.getByRole('button', { name: 'Publicar' }).click()
  await page
    .getByRole('dialog', { name: /^Publicar la política/ })
    .getByRole('button', { name: 'Publicar' })
    .click()
  await page.getByText('Espera en la etapa').waitFor()
  await page.getByLabel('Aprobar').check()
  await page.getByRole('button', { name: 'Dejar mi decisión' }).click()
  await page.getByText('Publicada', { exact: true }).first().waitFor()

  // The banner, and the form for people's rights, go onto the site.
  await goTo(page, 'Consentimiento')
  await page.getByRole('button', { name: 'Crear un aviso' }).click()
  await page.getByRole('dialog').getByLabel('Nombre').fill('Banner del sitio')
  await page.getByRole('button', { name: 'Crear', exact: true }).click()
  await title(page, 'Banner del sitio')
  await page.getByRole('button', { name: 'Publicar' }).click()
  await page.getByRole('link', { name: 'Instalar' }).click()
  pasted.banner = await codeWith(page, 'banner.js')
  await goTo(page, 'Solicitudes')
  await page.getByRole('link', { name: 'Publicar un formulario' }).click()
  await page.getByRole('button', { name: 'Crear un formulario' }).click()
  await page.getByRole('dialog').getByLabel('Nombre').fill('Sitio')
  await page.getByRole('button', { name: 'Crear', exact: true }).click()
  await title(page, 'Sitio')
  pasted.rights = await codeWith(page, 'data-resguardo-derechos')
  pasted.slug = slug

  // A person decides in the banner and asks for her data.
  const person = await openVisit(site.browser, shop, { width: 390 })
  person.allowed.add(site.origin)
  await person.go('/derechos')
  await person.page.getByRole('button', { name: 'Rechazar todo' }).click()
  const form = person.page.frameLocator('iframe')
  await form.getByLabel('Acceso').check()
  await form.getByRole('button', { name: 'Continuar' }).click()
  await form.getByLabel('Míos').check()
  await form.getByLabel('Nombre completo').first().fill('Eva Ruiz')
  await form.getByLabel('Su correo electrónico').fill('eva@correo.cl')
  await form.getByLabel('RUT').first().fill('12.345.678-5')
  await form.getByLabel('Declaro que lo que informo es verdadero').check()
  await form.getByRole('button', { name: 'Enviar la solicitud' }).click()
  const folio = form.getByText(/ARCO-\d{4}-\d{5}/).first()
  await folio.waitFor()
  await person.close()

  // Camila answers it.
  await goTo(page, 'Hoy')
  await page
    .getByRole('link', { name: /Eva Ruiz|ARCO-/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Verifique la identidad' }).click()
  await page.getByLabel('Una llamada a un número que ya teníamos').check()
  await page.getByLabel('El RUT').check()
  await page.getByLabel('Qué revisó').fill('La llamé al número de su ficha.')
  await page.getByRole('button', { name: 'Dejar constancia' }).click()
  await page.getByText('La llamé al número de su ficha.').waitFor()
  await page.getByRole('button', { name: 'Responder' }).click()
  await page.getByLabel('Lo que se responde').fill('Adjuntamos su ficha clínica y sus horas de este año.')
  await page.getByRole('button', { name: 'Leer la carta antes de enviarla' }).click()
  await page.getByRole('button', { name: 'Enviar a eva@correo.cl' }).click()
  await page.getByText('Cómo se resolvió').waitFor()
  await site.api.drain()
  const letters = site.api.mailbox.to('eva@correo.cl').map(({ text }) => text!)
  assert.ok(letters.some((text) => text.includes('Adjuntamos su ficha clínica')))

  // She gives an inspector the folder.
  await goTo(page, 'Gobierno')
  await page.getByRole('link', { name: 'Informes y carpeta' }).click()
  await page.getByRole('button', { name: 'Carpeta de fiscalización' }).click()
  const making = page.getByRole('dialog', { name: 'Generar la carpeta de fiscalización' })
  await making.getByLabel('Título').fill('Carpeta del primer día')
  await making.getByRole('button', { name: 'Generar', exact: true }).click()
  await page.getByText('Carpeta del primer día').first().waitFor()
  await site.api.drain()
  const link = page.getByRole('link', { name: /Descargar Carpeta del primer día/ })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const files = Object.keys(unzipSync(readFileSync(await download.path())))
  for (const part of [/indice.*\.pdf$/i, /registro|actividades/i, /pol[ií]tica/i, /solicitudes/i])
    assert.ok(
      files.some((name) => part.test(name)),
      `${part} is in ${files.join(', ')}`,
    )

  // The public page.
  await visit.go(`/p/${slug}`)
  await page
    .getByRole('link', { name: /pol[ií]tica/i })
    .first()
    .click()
  await page.getByText('Clínica del Sur SpA').first().waitFor()
  assert.deepEqual(visit.wrong, [])
  await visit.close()
})
