import { test } from 'node:test'
import { asMember } from '#test/kit/officer.ts'
import { openSite } from '#test/kit/visitor.ts'

/** The address of a public form comes with who may send it and where it works. */
const site = await openSite()
const SHOP = 'https://www.tiendasur.cl'

test('a rights form says who may send it, on which sites it works, and that it does not open when turned off', async () => {
  const owner = await site.api.tenant({ name: 'Tienda Sur' })
  const { id } = (
    await owner.post('/dsar/widgets', {
      name: 'Portal',
      config: { allowedOrigins: [SHOP, '*.tiendasur.cl'] },
    })
  ).data
  const { page, visit, open } = await asMember(site, owner)
  await open(`solicitudes/formularios/${id}`)
  const use = page.getByRole('region', { name: 'Cómo usarlo' })
  await use.getByText('puede enviar una solicitud, sin cuenta y desde cualquier sitio.').waitFor()
  await use.getByText(`Solo se muestra en ${SHOP} y *.tiendasur.cl; en otro sitio no aparece.`).waitFor()
  await page.getByRole('button', { name: 'Desactivar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).click()
  await use.getByText('Está desactivado: su dirección no abre').waitFor()
  await visit.assertSound('a form out of use')
  await visit.shot('console-form-out-of-use')
  await visit.close()
})

test('a consent form says the same, and where people withdraw when it is turned off', async () => {
  const owner = await site.api.tenant({ name: 'Tienda Norte' })
  const made = { name: 'Boletín', purposeText: 'Recibir ofertas por correo.', isActive: false }
  const { id, pageUrl } = (await owner.post('/consent/templates', made)).data
  const { page, visit, open } = await asMember(site, owner, { width: 390 })
  await open(`consentimiento/formularios/${id}?parte=usar`)
  const use = page.getByRole('region', { name: 'Cómo usarlo' })
  await use.getByText('Se muestra en cualquier sitio.').waitFor()
  await use.getByText('Está desactivado: su dirección no abre').waitFor()
  await use.getByText(`${pageUrl}/retirar`).waitFor()
  await visit.assertSound('a consent form out of use')
  await visit.shot('console-consent-out-of-use')
  await visit.go(new URL(`${pageUrl}/retirar`).pathname)
  await page
    .getByRole('heading', { name: /[Rr]etir/ })
    .first()
    .waitFor()
  await visit.close()
})
