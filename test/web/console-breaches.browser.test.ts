import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CALM, makeBreach } from '#test/kit/breaches.ts'
import { keepFile } from '#test/kit/files.ts'
import { asMember } from '#test/kit/officer.ts'
import { lookAround, openSite } from '#test/kit/visitor.ts'

const site = await openSite()

test('the goal is late in a breach without a decision, and does not apply where nobody has to be notified', async () => {
  const owner = await site.api.tenant({ name: 'Tienda Sur' })
  const id = await makeBreach(owner, { detectedAt: '2026-03-01T08:00:00Z' })
  const { page, visit, open } = await asMember(site, owner)
  await open(`brechas/${id}`)
  await page.getByText('Meta interna de 72 horas', { exact: true }).waitFor()
  assert.equal(await page.getByText(/^Venció hace \d+ días$/).count(), 1)
  await owner.post(`/breaches/${id}/decision-tree`, CALM)
  await open(`brechas/${id}`)
  await page.getByText('No corresponde', { exact: true }).first().waitFor()
  assert.equal(await page.getByText('No corresponde', { exact: true }).count(), 2, 'report and target')
  assert.equal(await page.getByText(/Venció|Sin demora|Hasta el/).count(), 0)
  await lookAround(visit, 'console-breach-harmless')
  await visit.close()
})

test('a file is found by its name and opens the breach that it belongs to', async () => {
  const owner = await site.api.tenant({ name: 'Tienda Norte' })
  const entityId = await makeBreach(owner)
  await keepFile(owner, { entityType: 'breach', entityId, name: 'bitácora del servidor.pdf' })
  await keepFile(owner, { name: 'bitácora de nadie.pdf' })
  const { page, visit, open } = await asMember(site, owner)
  await open('hoy')
  await page.keyboard.press('Control+k')
  await page.getByLabel('Nombre, folio, RUT o correo').fill('bitacora')
  const option = page.getByRole('option', { name: 'bitácora del servidor.pdf' })
  await option.waitFor()
  assert.equal(await page.getByRole('option', { name: 'bitácora de nadie.pdf' }).count(), 0)
  await lookAround(visit, 'console-search-file')
  await option.click()
  await page.getByRole('heading', { name: 'Acceso indebido', level: 1 }).waitFor()
  assert.match(page.url(), new RegExp(`/brechas/${entityId}$`))
  await visit.close()
})
