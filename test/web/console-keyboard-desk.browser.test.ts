import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { makeActivity, makeSystem } from '#test/kit/activities.ts'
import { asMember } from '#test/kit/officer.ts'
import type { Person } from '#test/kit/service.ts'
import { openSite, type Visit } from '#test/kit/visitor.ts'

/** Contracts, assessments and approvals without a mouse. No act loses the focus. */
const site = await openSite()

const FOCUSED = `(() => {
  const one = document.activeElement
  return one === document.body ? 'nothing' : one.localName + ' ' + (one.labels?.[0] ?? one).textContent.trim()
})()`

const SOMEWHERE = /^(?!nothing)/

/** Asserts where the focus is. */
async function standsOn(page: Page, place: RegExp): Promise<void> {
  let on = ''
  for (let tries = 0; tries < 100; tries += 1) {
    on = await page.evaluate<string>(FOCUSED)
    if (place.test(on)) return
    await page.waitForTimeout(50)
  }
  assert.fail(`the keyboard is on «${on.slice(0, 80)}», not on ${place}`)
}

async function telemedicine(owner: Person): Promise<void> {
  const systemId = await makeSystem(owner, { name: 'Ficha clínica' })
  const id = await makeActivity(owner, {
    name: 'Telemedicina',
    dataCategories: ['name', 'health'],
    subjectCategories: ['patients'],
    legalBasis: 'legal_obligation',
    systemId,
  })
  await owner.patch(`/rat/activities/${id}/status`, { status: 'published' })
}

const asked = (page: Page, name: string) => page.getByRole('dialog', { name }).waitFor()
const press = (visit: Visit, name: RegExp) => visit.tabTo(name, 'Enter')

test('a dialog that waits for its data moves the focus to its first field', async () => {
  const owner = await site.api.tenant({ name: 'Clínica Norte' })
  const { page, visit, open } = await asMember(site, owner)
  const waits = Promise.withResolvers<void>()
  await page.route('**/settings/webhooks/events', async (route) => {
    await waits.promise
    await route.continue()
  })
  await open('ajustes/webhooks')
  await press(visit, /^Crear un webhook/)
  await asked(page, 'Crear un webhook')
  await standsOn(page, /^button/)
  waits.resolve()
  await standsOn(page, /^input Dirección del receptor/)
  await page.keyboard.press('Escape')
  await standsOn(page, /^button Crear un webhook/)
  await visit.close()
})

test('a contract is written, sent and commented on without a mouse', async () => {
  const owner = await site.api.tenant({ name: 'Clínica Sur' })
  await telemedicine(owner)
  const { page, visit, open } = await asMember(site, owner)
  await open('encargados')
  await press(visit, /^Agregar un encargado/)
  await asked(page, 'Agregar un encargado')
  await visit.tabTo(/^Nombre o razón social/, 'Sueldos al Día SpA')
  await visit.tabTo(/^Correo del contacto/, 'firma@sueldosaldia.cl')
  await press(visit, /^Agregar$/)
  await page.getByRole('heading', { name: 'Sueldos al Día SpA' }).waitFor()
  await standsOn(page, /^h1 Sueldos/)
  await press(visit, /^Preparar un contrato/)
  await page.getByRole('heading', { name: 'Preparar un contrato' }).waitFor()
  await standsOn(page, /^h1 Preparar/)
  await press(visit, /^Redactar el contrato/)
  await standsOn(page, /^fieldset Actividades que se le confían/)
  await visit.tabTo(/^Telemedicina/, 'Space')
  await press(visit, /^Redactar el contrato/)
  await page.getByRole('heading', { name: 'Contrato con Sueldos al Día SpA' }).waitFor()
  await standsOn(page, /^h1 Contrato con/)

  await press(visit, /^Enviar a firmar/)
  const dialog = page.getByRole('dialog', { name: 'Enviar a firmar' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await standsOn(page, /^button Enviar a firmar/)
  await page.keyboard.press('Enter')
  await visit.tabTo(/^Firma por la contraparte/, 'Pedro Soto')
  await visit.tabTo(/^Quien firma declara/, 'Space')
  await press(visit, /^Firmar y enviar/)
  await page.getByText('Enviado a firmar', { exact: true }).waitFor()
  // The button that opened the dialog is gone.
  await standsOn(page, SOMEWHERE)

  await visit.tabTo(/^Escriba un comentario/, 'Firma esta semana')
  await press(visit, /^Comentar$/)
  await page.getByRole('listitem').getByText('Firma esta semana').waitFor()
  await press(visit, /^Eliminar/)
  await asked(page, '¿Eliminar este comentario?')
  await press(visit, /^Eliminar$/)
  await page.getByText('El comentario ya no está.').waitFor()
  await standsOn(page, /^h2 Comentarios/)
  await visit.assertSound('a contract by keyboard')
  await visit.close()
})

test('an assessment is written, gets its risks and is approved without a mouse', async () => {
  const owner = await site.api.tenant({ name: 'Clínica Norte' })
  await telemedicine(owner)
  const { page, visit, open } = await asMember(site, owner)
  await open('evaluaciones')
  await press(visit, /^Empezar una evaluación/)
  await asked(page, 'Empezar una evaluación')
  await visit.tabTo(/^Actividad/, 'Tele')
  await visit.tabTo(/^Título/, 'Telemedicina para mayores')
  await press(visit, /^Empezar$/)
  await page.getByRole('heading', { name: 'Paso a paso' }).waitFor()
  await standsOn(page, /^h1 Telemedicina/)

  await press(visit, /^Editar$/)
  // A form opened by keyboard starts at its first field,
  await standsOn(page, /^input Título/)
  await press(visit, /^Cancelar/)
  await standsOn(page, /^h1 Telemedicina/)
  await press(visit, /^Editar$/)
  await standsOn(page, /^input Título/)
  await visit.tabTo(/^Necesidad/, 'Sin la ficha no hay control.')
  await press(visit, /^Guardar$/)
  await page.getByText('Sin la ficha no hay control.').waitFor()
  // and after saving, the focus stays on its page.
  await standsOn(page, /^h1 Telemedicina/)

  await press(visit, /^Riesgos/)
  await press(visit, /^Tomarlo/)
  await asked(page, 'Agregar un riesgo')
  await visit.tabTo(/^Quién la toma/, 'Paula Vera')
  await press(visit, /^Guardar$/)
  await page.getByText('El riesgo quedó anotado.').waitFor()
  await standsOn(page, /^h2 Lo que propone el registro/)

  await press(visit, /^Evaluación$/)
  await press(visit, /^Dejar mi decisión/)
  await standsOn(page, /^fieldset Su decisión/)
  await visit.tabTo(/^Aprobar/, 'Space')
  await press(visit, /^Dejar mi decisión/)
  await page.getByText('Aprobada', { exact: true }).first().waitFor()
  await standsOn(page, /^h2 Aprobación/)
  await visit.assertSound('an assessment by keyboard')
  await visit.close()
})

const STAGES = [
  {
    id: 'legal',
    name: 'Revisión legal',
    requiredRole: 'DPO',
    fields: [{ name: 'conclusion', label: 'Conclusión', type: 'TEXTAREA', required: true }],
  },
  {
    id: 'tecnica',
    name: 'Revisión técnica',
    requiredRole: 'ANALYST',
    parallelStages: [{ id: 'seguridad', name: 'Seguridad' }],
  },
  { id: 'gerencia', name: 'Gerencia', requiredRole: 'ADMIN' },
]

test('an approval goes from stage to stage without a mouse, also after her own review', async () => {
  const owner = await site.api.tenant({ name: 'Clínica Oriente' })
  await owner.colleague('DPO', 'Camila Rojas')
  const flow = await owner.post('/workflows', { name: 'De la clínica', entityType: 'DPIA', stages: STAGES })
  assert.equal(flow.status, 201)
  await owner.post('/dpia/assessments', { title: 'Cámaras en urgencia' })
  const { page, visit, open } = await asMember(site, owner)
  const stage = (name: string) => page.getByRole('heading', { name, level: 2 })
  await open('aprobaciones')
  await press(visit, /^Cámaras en urgencia/)
  await stage('Revisión legal').waitFor()
  await standsOn(page, /^h1 Cámaras/)
  await visit.tabTo(/^Aprobar/, 'Space')
  await page.keyboard.press('ArrowUp')
  await visit.tabTo(/^A quién/, 'Cam')
  await press(visit, /^Reasignar$/)
  await page.getByText('Reasignó: Revisión legal').waitFor()
  await standsOn(page, /^h1 Cámaras/)
  await visit.tabTo(/^Aprobar/, 'Space')
  await press(visit, /^Aprobar$/)
  await standsOn(page, /^textarea Conclusión/)
  await page.keyboard.type('Es proporcional.')
  await press(visit, /^Aprobar$/)
  await stage('Revisión técnica').waitFor()
  await standsOn(page, /^h1 Cámaras/)

  await press(visit, /^Dar por revisada: Seguridad/)
  await asked(page, 'Dar por revisada: Seguridad')
  await press(visit, /^Dar por revisada$/)
  await page.getByText('Quedó revisada: Seguridad').first().waitFor()
  await standsOn(page, SOMEWHERE)
  // Her own review does not count as a change by somebody else.
  await visit.tabTo(/^Aprobar/, 'Space')
  await press(visit, /^Aprobar$/)
  await stage('Gerencia').waitFor()
  await standsOn(page, /^h1 Cámaras/)
  await visit.tabTo(/^Aprobar/, 'Space')
  await page.keyboard.press('ArrowDown')
  await page
    .getByRole('radio', { name: /^Rechazar/ })
    .and(page.locator(':checked'))
    .waitFor()
  await press(visit, /^Rechazar$/)
  await page.getByText('Rechazó: Gerencia').waitFor()
  await standsOn(page, /^h1 Cámaras/)
  await visit.assertSound('an approval by keyboard')
  await visit.close()
})
