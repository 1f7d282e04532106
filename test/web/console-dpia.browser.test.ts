import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity, makeSystem } from '#test/kit/activities.ts'
import { asMember } from '#test/kit/officer.ts'
import { openSite } from '#test/kit/visitor.ts'

const site = await openSite()

test('an officer assesses with the guide, suggested risks, measures and an opinion, and approves beside it', async () => {
  const owner = await site.api.tenant({ name: 'Clínica Sur' })
  const systemId = await makeSystem(owner, { name: 'Ficha clínica' })
  const activityId = await makeActivity(owner, {
    name: 'Telemedicina',
    purpose: 'Atender a distancia',
    legalBasis: 'legal_obligation',
    dataCategories: ['name', 'health'],
    subjectCategories: ['patients'],
    retentionPeriod: 'legal_minimum',
    systemId,
  })
  await owner.patch(`/rat/activities/${activityId}/status`, { status: 'published' })
  const { page, visit, open } = await asMember(site, owner)

  await open('evaluaciones')
  await page.getByRole('button', { name: 'Empezar una evaluación' }).first().click()
  await page.getByLabel('Actividad').selectOption({ label: 'Telemedicina' })
  await page.getByLabel('Título').fill('Telemedicina para adultos mayores')
  await page.getByRole('button', { name: 'Empezar', exact: true }).click()
  await page.getByRole('heading', { name: 'Paso a paso' }).waitFor()
  await visit.assertSound('assessment')
  await visit.shot('console-dpia-guide')

  await page.getByRole('button', { name: 'Editar' }).click()
  await page.getByText('Cómo escribir la necesidad').click()
  await page.getByText('¿Se lograría sin datos personales').waitFor()
  await page.getByLabel('Necesidad').fill('Sin la ficha no hay control de quienes viven lejos.')
  await page.getByLabel('Proporcionalidad').fill('Solo accede el equipo tratante.')
  await visit.assertSound('assessment editor')
  await visit.shot('console-dpia-editor')
  // The text is in the field before and after saving, so the test waits for the answer.
  const written = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Guardar' }).click()
  assert.equal((await written).status(), 200)
  await page.getByText('Solo accede el equipo tratante.').waitFor()

  await open(`${new URL(page.url()).pathname.split(`${owner.slug}/`)[1]}?parte=riesgos`)
  await page.getByRole('heading', { name: 'Lo que propone el registro' }).waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'La actividad trata: salud' })
    .getByRole('button', { name: 'Tomarlo' })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Agregar un riesgo' })
  await dialog.getByLabel('Quién la toma').fill('Paula Vera')
  await dialog.getByLabel('Hasta cuándo').fill('2027-03-31')
  await dialog.getByRole('button', { name: /Probabilidad baja, impacto alto/ }).click()
  await visit.assertSound('risk')
  await visit.shot('console-dpia-risk')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('A cargo de Paula Vera').first().waitFor()
  const after = page.getByRole('table', { name: 'Matriz de riesgos después de las medidas' })
  await after.getByText('Probabilidad baja, impacto alto: 1 riesgo').waitFor({ state: 'attached' })
  await visit.assertSound('risks')
  await visit.shot('console-dpia-risks')

  await page.getByRole('link', { name: 'Opiniones' }).click()
  await page.getByLabel('Opinión').fill('Favorable, con doble factor.')
  await page.getByRole('button', { name: 'Guardar la opinión del delegado' }).click()
  await page.getByText('Ana Rojas,').waitFor()
  await page.getByLabel('Cómo se les consultó').fill('Encuesta a 40 pacientes.')
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Guardar lo que dijeron' }).click()
  assert.equal((await saved).status(), 200)
  await page.getByRole('button', { name: 'Guardar lo que dijeron' }).waitFor()
  await visit.assertSound('opinions')
  await visit.shot('console-dpia-opinions')

  await page.getByRole('link', { name: 'Evaluación', exact: true }).click()
  await page.getByRole('radio', { name: 'Aprobar' }).check()
  await page.getByRole('button', { name: 'Dejar mi decisión' }).click()
  await page.getByText('Aprobada', { exact: true }).first().waitFor()
  await visit.assertSound('approved assessment')

  const path = new URL(page.url()).pathname.split(`${owner.slug}/`)[1]!
  await owner.put(`/rat/activities/${activityId}`, { dataCategories: ['name', 'health', 'biometric'] })
  await open(path)
  await page.getByText('La actividad cambió después de aprobarse').waitFor()
  await visit.assertSound('outdated assessment')
  await visit.shot('console-dpia-outdated')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Word' }).click()
  assert.match((await download).suggestedFilename(), /\.docx$/)
  await visit.close()
})
