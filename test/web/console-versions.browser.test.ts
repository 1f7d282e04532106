import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeBreach, readBreach } from '#test/kit/breaches.ts'
import { asMember } from '#test/kit/officer.ts'
import { openSite } from '#test/kit/visitor.ts'

/** Two people at one record: what the second one reads, and what is saved. */
const site = await openSite()

test('settings, members, keys, webhooks and hours: the second to save overwrites nothing', async () => {
  const owner = await site.api.tenant({ name: 'Clínica Sur' })
  const alba = await owner.colleague('ADMIN', 'Alba Díaz')
  const vera = await owner.colleague('VIEWER', 'Vera Ríos')
  const key = (await owner.post('/settings/api-keys', { name: 'CRM', scopes: ['consent:read'] })).data
  const hook = (await owner.post('/settings/webhooks', { url: 'https://crm.ejemplo.cl/a', events: ['*'] }))
    .data
  const today = new Date().toISOString().slice(0, 10)
  const entry = (await owner.post('/time-entries', { workedOn: today, minutes: 60, what: 'Registro' })).data
  const { page, visit, open } = await asMember(site, owner)
  /** Types, lets somebody else save, is refused, puts the own over it and saves. */
  const save = async (
    type: () => Promise<unknown>,
    other: () => Promise<{ status: number }>,
    name = 'Guardar',
  ) => {
    await type()
    assert.equal((await other()).status, 200)
    await page.getByRole('button', { name, exact: true }).last().click()
    await page.getByRole('button', { name: 'Poner lo mío sobre lo guardado' }).click()
    await page.getByText('Mientras tanto cambió lo guardado').waitFor()
    await page.getByRole('button', { name, exact: true }).last().click()
    await page.getByText('Mientras tanto cambió lo guardado').waitFor({ state: 'detached' })
  }

  await open(`ajustes/claves/${key.id}`)
  await page.getByRole('button', { name: 'Editar' }).click()
  await save(
    () => page.getByLabel('Nombre').fill('Tienda en línea'),
    () => alba.put(`/settings/api-keys/${key.id}`, { allowedAddresses: ['200.27.10.5'] }),
  )
  const savedKey = (await owner.get(`/settings/api-keys/${key.id}`)).data
  assert.deepEqual([savedKey.name, savedKey.allowedAddresses], ['Tienda en línea', ['200.27.10.5']])

  await open(`ajustes/webhooks/${hook.id}`)
  await page.getByRole('button', { name: 'Editar' }).click()
  await save(
    () => page.getByLabel('Para qué sirve').fill('Mesa de ayuda'),
    () => alba.patch(`/settings/webhooks/${hook.id}`, { url: 'https://crm.ejemplo.cl/b' }),
  )
  const savedHook = (await owner.get(`/settings/webhooks/${hook.id}`)).data
  assert.deepEqual([savedHook.description, savedHook.url], ['Mesa de ayuda', 'https://crm.ejemplo.cl/b'])

  await open(`personas/${vera.userId}`)
  await page.getByRole('button', { name: 'Cambiar el rol' }).click()
  await save(
    () => page.getByLabel('Análisis').check(),
    () => alba.patch(`/settings/members/${vera.userId}`, { role: 'APPROVER' }),
    'Cambiar el rol',
  )
  assert.equal((await owner.get(`/settings/members/${vera.userId}`)).data.role, 'ANALYST')

  await open('ajustes/sso')
  await save(
    () => page.getByLabel('Id. de la aplicación (client id)').fill('resguardo'),
    () => alba.put('/settings/sso', { issuer: 'https://id.clinicasur.cl', clientId: 'otro' }),
  )
  const sso = (await owner.get('/settings/sso')).data
  assert.deepEqual([sso.issuer, sso.clientId], ['https://id.clinicasur.cl', 'resguardo'])

  await open('ajustes/marca')
  await save(
    () => page.getByRole('textbox', { name: 'Color', exact: true }).fill('#0b6e4f'),
    () => alba.put('/settings/tenant', { branding: { preparedBy: 'Estudio Díaz' } }),
  )
  const { branding } = (await owner.get('/settings/tenant')).data
  assert.deepEqual([branding.primaryColor, branding.preparedBy], ['#0b6e4f', 'Estudio Díaz'])

  await open('/cartera?parte=horas')
  await page.getByRole('button', { name: 'Corregir' }).click()
  const dialog = page.getByRole('dialog', { name: 'Corregir el registro' })
  await dialog.getByLabel('Qué hizo').fill('Registro de actividades')
  assert.equal((await owner.patch(`/time-entries/${entry.id}`, { minutes: 90 })).status, 200)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.getByRole('button', { name: 'Poner lo mío sobre lo guardado' }).click()
  await dialog.getByText('Mientras tanto cambió lo guardado').waitFor()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.waitFor({ state: 'detached' })
  const worked = (await owner.get(`/time-entries/${entry.id}`)).data
  assert.deepEqual([worked.what, worked.minutes], ['Registro de actividades', 90])
  await visit.close()
})

test('a task of a request: the second to change whom to ask puts it over what the first one saved', async () => {
  const owner = await site.api.tenant({ name: 'Clínica Oriente' })
  const request = (
    await owner.post('/dsar/requests', {
      subjectName: 'Eva Soto',
      subjectEmail: 'eva@correo.cl',
      rightType: 'ACCESS',
      channel: 'in_person',
      subjectRut: '12.345.678-5',
    })
  ).data
  const task = (await owner.post(`/dsar/requests/${request.id}/tasks`, { systemName: 'Archivo en papel' }))
    .data
  const { page, visit, open } = await asMember(site, owner)
  await open(`solicitudes/${request.id}?parte=tareas`)
  await page.getByRole('button', { name: 'Indicar a quién se pide: Archivo en papel' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nombre').fill('Rosa Vial')
  const path = `/dsar/requests/${request.id}/tasks/${task.id}`
  assert.equal((await owner.patch(path, { ownerEmail: 'archivo@ejemplo.cl' })).status, 200)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.getByRole('button', { name: 'Poner lo mío sobre lo guardado' }).click()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.waitFor({ state: 'detached' })
  const [saved] = (await owner.get(`/dsar/requests/${request.id}/tasks`)).data.items
  assert.deepEqual([saved.ownerName, saved.ownerEmail], ['Rosa Vial', 'archivo@ejemplo.cl'])
  await visit.close()
})

test('a risk: the second to save puts the own words over what the first one saved', async () => {
  const owner = await site.api.tenant({ name: 'Clínica Poniente' })
  const { id } = (await owner.post('/dpia/assessments', { title: 'Ficha clínica' })).data
  const sent = { description: 'Acceso indebido', likelihood: 'medium', impact: 'high' }
  const risk = (await owner.post(`/dpia/assessments/${id}/risks`, sent)).data
  const { page, visit, open } = await asMember(site, owner)
  await open(`evaluaciones/${id}?parte=riesgos`)
  await page
    .getByRole('button', { name: /^Cambiar/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Cambiar el riesgo' })
  await dialog.getByLabel('Quién la toma').fill('Rosa Vial')
  const other = await owner.put(`/dpia/assessments/${id}/risks/${risk.id}`, { mitigation: 'Doble factor' })
  assert.equal(other.status, 200)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.getByRole('button', { name: 'Poner lo mío sobre lo guardado' }).click()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.waitFor({ state: 'detached' })
  const [saved] = (await owner.get(`/dpia/assessments/${id}`)).data.risks
  assert.deepEqual([saved.ownerName, saved.mitigation], ['Rosa Vial', 'Doble factor'])
  await visit.close()
})

const SHOWN_NOW = /Ya se muestra como quedó: revise el cambio y, si corresponde, presione de nuevo\./

test('after a refusal for somebody else’s change, the second press of a button acts on the new state', async () => {
  const owner = await site.api.tenant({ name: 'Clínica Norte' })
  const alba = await owner.colleague('ANALYST', 'Alba Díaz')
  const form = { name: 'Novedades', purposeText: 'Enviarle novedades', fields: [] }
  const { id } = (await owner.post('/consent/templates', form)).data
  const { page, visit, open } = await asMember(site, owner)
  await open(`consentimiento/formularios/${id}`)
  await page.getByLabel('Nombre').first().fill('Novedades del mes')
  assert.equal((await alba.put(`/consent/templates/${id}`, { purposeText: 'Otro texto' })).status, 200)

  await page.getByRole('button', { name: 'Desactivar' }).click()
  const said = page.getByRole('region', { name: 'Avisos' }).getByText(SHOWN_NOW)
  await said.waitFor()
  assert.match((await said.textContent())!, /«Alba Díaz» lo cambió el .+\. No se hizo nada\./)
  await page.getByText('Versión 2').waitFor()
  assert.equal((await owner.get(`/consent/templates/${id}`)).data.isActive, true)
  await page.getByRole('button', { name: 'Desactivar' }).click()
  await page.getByRole('button', { name: 'Volver a usar' }).waitFor()

  // The form beside it was typed over the older state: the button has not made it overwrite anybody.
  await page.getByRole('button', { name: 'Guardar y publicar' }).click()
  await page.getByRole('button', { name: 'Poner lo mío sobre lo guardado' }).click()
  await page.getByText('Mientras tanto cambió lo guardado').waitFor()
  // Own acts in between do not refuse it.
  await page.getByRole('button', { name: 'Volver a usar' }).click()
  await page.getByRole('button', { name: 'Desactivar' }).waitFor()
  await page.getByRole('button', { name: 'Guardar y publicar' }).click()
  await page.getByText('Mientras tanto cambió lo guardado').waitFor({ state: 'detached' })
  const saved = (await owner.get(`/consent/templates/${id}`)).data
  assert.deepEqual([saved.name, saved.purposeText, saved.isActive], ['Novedades del mes', 'Otro texto', true])
  await visit.close()
})

test('a dialog without record data names the change, offers no merge, and can be confirmed again', async () => {
  const owner = await site.api.tenant({ name: 'Clínica Centro' })
  const alba = await owner.colleague('ANALYST', 'Alba Díaz')
  const id = await makeBreach(owner)
  const { page, visit, open } = await asMember(site, owner)
  await open(`brechas/${id}`)
  await page.getByRole('button', { name: 'Investigar' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nota').fill('Partimos por el servidor')
  assert.equal((await alba.put(`/breaches/${id}`, { title: 'Correo filtrado' })).status, 200)
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await dialog.getByText(SHOWN_NOW).waitFor()
  assert.equal(await dialog.getByRole('button', { name: 'Poner lo mío sobre lo guardado' }).count(), 0)
  assert.equal(await dialog.getByLabel('Nota').inputValue(), 'Partimos por el servidor')
  await visit.assertSound('an act that was refused')
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { status, title } = await readBreach(owner, id)
  assert.deepEqual([status, title], ['investigating', 'Correo filtrado'])
  await visit.close()
})
