import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unzipSync, zipSync } from 'fflate'
import { ground } from '#test/kit/contracts.ts'
import { asMember } from '#test/kit/officer.ts'
import { openSite } from '#test/kit/visitor.ts'

const site = await openSite()
const { ana } = await ground(site.api, { name: 'Clínica del Sur', vendor: 'Nube Austral' })

test('the score names the next steps with links, and the exposure lists each finding', async () => {
  const { page, visit, open } = await asMember(site, ana)
  await open('gobierno')
  await page.getByRole('heading', { name: 'Qué hacer primero' }).waitFor()
  const score = (await ana.get('/governance/compliance-score')).data
  await page.getByText(`${score.score} de 100`).first().waitFor()
  await visit.assertSound('score')
  await visit.shot('console-governance')
  await page.locator('details', { hasText: 'Encargados' }).first().locator('summary').click()
  await visit.assertSound('an area')
  await page.getByRole('link', { name: 'Exposición' }).click()
  const { total } = (await ana.get('/governance/exposure')).data
  await page
    .getByText(`${total.maxUtm.toLocaleString('es-CL')} UTM`)
    .first()
    .waitFor()
  await page.getByText('Qué agrava y qué atenúa').first().click()
  await page.getByRole('heading', { name: 'Atenuantes que cabe probar' }).first().waitFor()
  await visit.assertSound('exposure')
  await visit.shot('console-exposure')
  await page.getByRole('link', { name: 'Por reemitir' }).click()
  await page.getByText('Todo lo vigente se escribió según la ley de hoy.').waitFor()
  await page.getByRole('link', { name: 'Puntaje', exact: true }).click()
  await page
    .getByRole('link', { name: /^Resolver/ })
    .first()
    .click()
  await page.waitForURL((url) => !url.pathname.endsWith('/gobierno'))
  await visit.close()
})

test('a report is generated and downloaded, and the documents are previewed', async () => {
  const { page, visit, open } = await asMember(site, ana)
  await open('gobierno?parte=documentos')
  await page.frameLocator('iframe').getByText('Clínica del Sur').first().waitFor()
  await page.getByRole('link', { name: 'Modelo de prevención' }).click()
  await page
    .frameLocator('iframe')
    .getByText(/prevención de infracciones/i)
    .first()
    .waitFor()
  await visit.assertSound('prevention model')
  await page.getByRole('link', { name: 'Informes y carpeta' }).click()
  await page.getByText('Organización y contacto').waitFor()
  await page.getByRole('button', { name: 'Generar un informe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Generar un informe' })
  await dialog.getByLabel('Título').fill('Informe de noviembre')
  await dialog.getByRole('button', { name: 'Generar', exact: true }).click()
  await page.getByText('Informe de noviembre').first().waitFor()
  await site.api.drain()
  const download = page.getByRole('link', { name: /Descargar Informe de noviembre/ })
  await download.waitFor()
  await visit.assertSound('reports')
  await visit.shot('console-reports')
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
  assert.match(file.suggestedFilename(), /\.pdf$/)
  await visit.close()
})

test('a returned folder is compared with the issued one in the browser, and a receipt is checked', async () => {
  const { page, visit, open } = await asMember(site, ana)
  const { id } = (await ana.post('/governance/inspection-folder', { title: 'Carpeta de mayo' })).data
  await site.api.drain()
  const folder = (await ana.get(`/governance/reports/${id}/download`)).raw
  await open('gobierno?parte=comprobar')
  await visit.assertSound('check')
  const picker = page.getByLabel('El archivo .zip')
  const give = (buffer: Buffer) =>
    picker.setInputFiles({ name: 'carpeta.zip', mimeType: 'application/zip', buffer })
  await give(folder)
  await page.getByText('Es la carpeta «Carpeta de mayo»').waitFor()
  const files = unzipSync(folder)
  await give(Buffer.from(zipSync(files)))
  await page.getByText('Ninguna carpeta que conserva esta organización').waitFor()
  await page.getByText('Sus archivos coinciden con el manifiesto').waitFor()
  const [first] = Object.keys(files).filter((name) => name.endsWith('.csv'))
  await give(Buffer.from(zipSync({ ...files, [first!]: Buffer.from('otra cosa') })))
  await page.getByText('No coinciden con el manifiesto que lleva dentro').waitFor()
  await page.getByText(first!, { exact: true }).waitFor()
  await visit.assertSound('check, changed')
  await visit.shot('console-governance-check')

  const form = (await ana.post('/consent/templates', { name: 'Novedades', purposeText: 'Novedades' })).data
  const decision = { subjectRef: 'eva@ejemplo.cl', granted: true, channel: 'paper', evidence: 'Hoja 4' }
  const { receipt } = (await ana.post(`/consent/templates/${form.id}/manual`, decision)).data
  await page.getByLabel('El recibo').fill(receipt.slice(0, 60))
  await page.getByText('tiene 60 de 64').waitFor()
  await page.getByLabel('El recibo').fill(receipt)
  await page.getByText('El recibo vale').waitFor()
  await page.getByLabel('El recibo').fill('0'.repeat(64))
  await page
    .getByRole('alert')
    .or(page.getByText(/no encontr|no existe/i))
    .first()
    .waitFor()
  await visit.assertSound('receipt')
  await visit.close()
})
