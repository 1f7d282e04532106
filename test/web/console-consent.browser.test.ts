import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createDns, proveDomain } from '#test/kit/company.ts'
import { asMember } from '#test/kit/officer.ts'
import { openReceiver } from '#test/kit/receiver.ts'
import { openSites } from '#test/kit/scanned-sites.ts'
import { openSite } from '#test/kit/visitor.ts'

/** A notice from its first draft to the proof of a decision, and a form with its webhooks. */

let pasted = ''
const { connect } = await openSites({
  'tienda.test': (_req, res) => {
    res.setHeader('content-type', 'text/html; charset=utf-8')
    res.end(
      `<!doctype html><html lang="es"><head>${pasted}<title>Tienda</title></head><body>Tienda</body></html>`,
    )
  },
})
const { records, network } = createDns()
const site = await openSite({}, { network: { ...network, connect } })

test('an officer designs a banner, previews, publishes and installs it, and proves a visitor’s decision', async () => {
  const camila = await site.api.tenant({ name: 'Tienda Sur' })
  await proveDomain(camila, records, 'tienda.test')
  const domainId = (await camila.get('/domains')).data.domains[0].id
  await foundByScan(camila, domainId)
  const { page, visit, open } = await asMember(site, camila)
  await open('consentimiento')
  await page.getByRole('heading', { name: 'Ningún aviso todavía' }).waitFor()
  await visit.assertSound('notices, none')
  await page.getByRole('button', { name: 'Crear un aviso' }).click()
  await page.getByRole('dialog').getByLabel('Nombre').fill('Banner de la tienda')
  await visit.assertSound('new notice')
  await page.getByRole('button', { name: 'Crear', exact: true }).click()
  await page.getByRole('heading', { name: 'Banner de la tienda', level: 1 }).waitFor()

  const banner = page.frameLocator('iframe')
  await banner.getByRole('heading', { name: 'Su privacidad' }).waitFor()
  await page.getByRole('textbox', { name: 'Título (opcional)', exact: true }).fill('Cookies de la tienda')
  await banner.getByRole('heading', { name: 'Cookies de la tienda' }).waitFor()
  await page.getByLabel('Color de los botones').fill('#fff3b0')
  await page.getByText('Botón sobre fondo claro: 1', { exact: false }).waitFor()
  await page.getByText('allí lleva un borde más oscuro, #').waitFor()
  await page.getByLabel('Color de los botones').fill('#0a5c36')
  await page.getByText('allí se aclara a #').waitFor()
  await visit.assertSound('designer')
  await visit.shot('console-consent-designer')

  await page.getByRole('button', { name: 'Traer lo que encontró la revisión' }).click()
  const found = page.getByRole('dialog', { name: 'Lo que encontró la revisión' })
  assert.equal(await found.getByLabel('Finalidad de _ga').inputValue(), 'medicion')
  await visit.assertSound('found')
  await visit.shot('console-consent-found')
  await found.getByRole('button', { name: /^Traer \d/ }).click()
  await page.getByLabel('Necesaria: sin ella').last().check()
  await page.getByRole('textbox', { name: 'Nombre' }).last().waitFor()
  await page.getByLabel('Necesaria: sin ella').last().uncheck()
  await page.getByRole('button', { name: 'Guardar el borrador' }).click()
  await page.getByText('Guardado en el borrador').first().waitFor()
  const [saved] = (await camila.get('/consent/notices')).data.items
  assert.deepEqual(
    [saved.title, saved.config.appearance.accent, saved.status],
    ['Cookies de la tienda', '#0a5c36', 'DRAFT'],
  )
  const measured = saved.purposes.find(({ key }: { key: string }) => key === 'medicion')
  assert.deepEqual(
    measured.cookies.map(({ name }: { name: string }) => name),
    ['_ga'],
  )

  await page.getByRole('link', { name: 'Instalar' }).click()
  await page.getByText('Publique primero el aviso').waitFor()
  await page.getByRole('button', { name: 'Publicar' }).click()
  await page.getByText('data-key=', { exact: false }).first().waitFor()
  await page.getByRole('button', { name: 'Comprobar ahora' }).click()
  await page.getByText('El banner no funciona todavía en este sitio.').waitFor()
  const { embedCode, id, widgetKey } = (await camila.get(`/consent/notices/${saved.id}`)).data
  pasted = embedCode
  await page.getByRole('button', { name: 'Comprobar ahora' }).click()
  await page.getByText('El banner funciona en este sitio.').waitFor()
  await visit.assertSound('install')
  await visit.shot('console-consent-install')

  const decide = (subjectRef: string, body: object) =>
    site.api.anyone.post(`/public/consent/${widgetKey}/record`, { subjectRef, ...body })
  await decide('visita-1', { action: 'accept_all' })
  await decide('visita-2', { action: 'reject_all' })
  await decide('visita-1', { action: 'withdraw' })
  await open(`consentimiento/avisos/${id}?parte=estadisticas`)
  await page.getByRole('img', { name: /Decisiones por día/ }).waitFor()
  await page.getByText('Las cifras en una tabla').click()
  await page.getByRole('columnheader', { name: 'Retiran' }).waitFor()
  await visit.assertSound('stats')
  await visit.shot('console-consent-stats')
  await page.getByRole('link', { name: 'Registros' }).click()
  await page.getByText('3 resultados').waitFor()
  await visit.assertSound('records')
  await page.getByText('Retiró', { exact: true }).waitFor()
  await page.locator('tbody th a').first().click()
  await page.getByRole('heading', { name: 'visita-1', level: 1 }).waitFor()
  await page.getByText('El recibo vale').waitFor()
  await page.frameLocator('iframe').getByText('Prueba de consentimiento').first().waitFor()
  assert.equal(
    await page.getByRole('table', { name: 'Decisiones de la persona' }).locator('tbody tr').count(),
    2,
  )
  await visit.assertSound('proof')
  await visit.shot('console-consent-proof')
  await visit.close()
})

test('a form is designed beside its page, paper consents count too, and another system is notified', async () => {
  const receiver = await openReceiver()
  after(() => receiver.close())
  const camila = await site.api.tenant({ name: 'Clínica del Sur' })
  const { page, visit, open } = await asMember(site, camila)
  await open('consentimiento/formularios')
  await page.getByRole('button', { name: 'Crear un formulario' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nombre').fill('Imágenes para docencia')
  await dialog.getByLabel('A qué consiente').fill('Consiento en el uso de mis imágenes.')
  await visit.assertSound('new form')
  await dialog.getByRole('button', { name: 'Crear y publicar' }).click()
  await page.getByRole('heading', { name: 'Imágenes para docencia', level: 1 }).waitFor()
  const shown = page.frameLocator('iframe')
  await shown.getByText('Consiento en el uso de mis imágenes.').waitFor()
  await page.getByRole('button', { name: 'Agregar un campo' }).click()
  await page.getByLabel('Pregunta').fill('Su comuna')
  await page.getByLabel('Son datos sensibles').check()
  await shown.getByText('Su comuna').waitFor()
  await shown.getByText('datos sensibles').first().waitFor()
  await visit.assertSound('form designer')
  await visit.shot('console-consent-form')
  await page.getByRole('button', { name: 'Guardar y publicar' }).click()
  await page.getByText('ve la versión 2').first().waitFor()

  const [form] = (await camila.get('/consent/templates')).data.items
  await page.getByRole('link', { name: 'Usar', exact: true }).click()
  await page.getByRole('button', { name: 'Ver el secreto' }).click()
  const { subjectSecret } = (await camila.get(`/consent/templates/${form.id}/subject-secret`)).data
  await page.getByText(subjectSecret).waitFor()
  await visit.assertSound('who decides')
  await visit.shot('console-consent-identify')
  await camila.post(`/consent/templates/${form.id}/webhooks`, { url: receiver.url })
  await page.getByRole('link', { name: 'Registros' }).click()
  await page.getByRole('button', { name: 'Registrar uno en papel' }).click()
  const manual = page.getByRole('dialog')
  await manual.getByLabel('Persona').fill('Rosa@Correo.cl')
  await manual.getByLabel('Evidencia').fill('Formulario firmado, carpeta 12')
  await visit.assertSound('on paper')
  await manual.getByRole('button', { name: 'Registrar' }).click()
  await page.getByText('rosa@correo.cl').waitFor()
  await page.getByRole('link', { name: 'Estadísticas' }).click()
  await page.getByText('Rechazan o retiran').first().waitFor()
  await page.getByText('Sin confirmar').first().waitFor()
  await visit.assertSound('form figures')
  await site.api.drain()
  await page.getByRole('link', { name: 'Otros sistemas' }).click()
  await page.getByText('Recibido', { exact: true }).waitFor()
  await visit.assertSound('webhooks')
  await visit.shot('console-consent-webhooks')

  await open('consentimiento/personas')
  await page.getByLabel('Correo, RUT o identificador').fill('rosa@correo.cl')
  await page.getByRole('region', { name: 'Buscar a una persona' }).getByRole('button').click()
  await page.getByRole('table', { name: 'Decisiones de la persona' }).waitFor()
  assert.doesNotMatch(page.url(), /rosa/)
  await visit.assertSound('person')
  await visit.shot('console-consent-person')
  await visit.close()

  for (const [name, how] of [
    ['390', { width: 390 }],
    ['dark', { dark: true }],
  ] as const) {
    const viewer = await asMember(site, await camila.colleague('VIEWER'), how)
    for (const part of ['', '?parte=usar', '?parte=registros', '?parte=versiones']) {
      await viewer.open(`consentimiento/formularios/${form.id}${part}`)
      await viewer.visit.assertSound(`form ${part} ${name}`)
    }
    assert.equal(await viewer.page.getByRole('button', { name: /Guardar|Eliminar|Registrar/ }).count(), 0)
    await viewer.visit.shot(`console-consent-form-${name}`)
    await viewer.visit.close()
  }
})

async function foundByScan(owner: Parameters<typeof asMember>[1], domainId: string): Promise<void> {
  const scan = (await owner.post('/cookie-scans', { domainId })).data
  const found = (name: string) => ({
    ...{ kind: 'cookie', name, domain: 'tienda.test', party: 'first', before: true, after: true },
    ...{ seconds: 63_072_000, httpOnly: false, secure: true, writer: 'script', requests: 0 },
    ...{ source: 'https://tienda.test/m.js', page: 'https://tienda.test/' },
  })
  const items = JSON.stringify([found('_ga'), found('algo_propio')])
  await owner.service.access.database.engine.asOwner(
    `update cookie_scans set status = 'DONE', mode = 'browser', progress = 100, completed_at = now(),
       items = '${items}' where id = '${scan.id}'`,
  )
}
