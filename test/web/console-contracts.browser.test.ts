import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asMember } from '#test/kit/officer.ts'
import { openSite } from '#test/kit/visitor.ts'

const site = await openSite()
const owner = await site.api.tenant({ name: 'Clínica del Sur' })
const { id: systemId } = (await owner.post('/data-map/systems', { name: 'Remuneraciones', type: 'SAAS' }))
  .data
const { items } = (await owner.get('/rat/templates')).data
const { id: _id, note: _note, area: _area, ...template } = items[0]
await owner.post('/rat/activities', { ...template, systemId })

test('a processor is registered, and its contract is written from the register and sent for signature', async () => {
  const { page, visit, open } = await asMember(site, owner)
  await open('encargados')
  await visit.assertSound('processors, empty')
  await page.getByRole('button', { name: 'Agregar un encargado' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Agregar un encargado' })
  await dialog.getByLabel('Nombre o razón social').fill('Sueldos al Día SpA')
  await dialog.getByLabel('Correo del contacto').fill('firma@sueldosaldia.cl')
  await visit.assertSound('new processor')
  await dialog.getByRole('button', { name: 'Agregar', exact: true }).click()
  await page.getByRole('heading', { name: 'Sueldos al Día SpA' }).waitFor()
  await visit.assertSound('processor')
  await visit.shot('console-processor')

  await page.getByRole('link', { name: 'Preparar un contrato' }).click()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Redactar el contrato' }).click()
  await page.getByRole('heading', { name: 'Contrato con Sueldos al Día SpA' }).waitFor()
  await page.frameLocator('iframe').getByText('Sueldos al Día SpA').first().waitFor()
  await visit.assertSound('contract')
  await visit.shot('console-contract')
  const paper = page.frameLocator('iframe')
  await paper.getByText('Borrador', { exact: true }).first().waitFor()

  await page.getByRole('button', { name: 'Enviar a firmar' }).click()
  // The warning comes before the signature.
  await page.getByRole('dialog').getByText('Antes de firmar, falta en el texto:').waitFor()
  await page.getByLabel('Firma por la contraparte').fill('Pedro Soto')
  await page.getByLabel('Quien firma declara tener facultades').check()
  await page.getByLabel('Firma por la organización').fill('Camila Rojas')
  await visit.assertSound('send')
  await page.getByRole('button', { name: 'Firmar y enviar' }).click()
  await page.getByText('Enviado a firmar', { exact: true }).waitFor()
  await paper.getByText('Borrador', { exact: true }).first().waitFor({ state: 'detached' })
  await site.api.drain()
  assert.equal(site.api.mailbox.to('firma@sueldosaldia.cl').length, 1, 'who signs got the link')
  await visit.close()
})

test('an assessment gets risks on the matrix, and its texts are saved', async () => {
  const { page, visit, open } = await asMember(site, owner)
  await open('evaluaciones')
  await page.getByRole('button', { name: 'Empezar una evaluación' }).first().click()
  await page.getByLabel('Título').fill('Telemedicina')
  await page.getByRole('button', { name: 'Empezar', exact: true }).click()
  await page.getByRole('heading', { name: 'Telemedicina' }).waitFor()
  await page.getByRole('button', { name: 'Editar' }).click()
  await page.getByLabel('Necesidad').fill('La consulta a distancia exige tratar el diagnóstico.')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('link', { name: 'Riesgos' }).click()
  await page.getByRole('button', { name: /Probabilidad alta, impacto crítico/ }).click()
  await page.getByLabel('Qué podría pasarle a las personas').fill('Un tercero conoce el diagnóstico.')
  await visit.assertSound('a risk')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('button', { name: /Probabilidad alta, impacto crítico: 1 riesgo/ }).waitFor()
  await visit.assertSound('risks')
  await visit.shot('console-assessment-risks')
  await visit.close()
})
