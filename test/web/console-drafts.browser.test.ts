import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity, makeSystem } from '#test/kit/activities.ts'
import { asMember } from '#test/kit/officer.ts'
import { openSite } from '#test/kit/visitor.ts'

/** Unsaved input comes back, and the form says which version it applies to. */
const site = await openSite()

test('input for an older version says so at each field, and continues from the saved version', async () => {
  const owner = await site.api.tenant({ name: 'Clínica Sur' })
  const { id } = (
    await owner.post('/processors', { name: 'Nube Austral SpA', country: 'Chile', services: 'Correo' })
  ).data
  const { page, visit, open } = await asMember(site, owner)
  await open(`encargados/${id}?editar=si`)
  const services = page.getByRole('textbox', { name: 'Qué servicios presta' })
  await services.fill('Correo y respaldos')
  await page.getByLabel('Nombre o razón social').fill('Nube Austral Ltda.')
  await owner.put(`/processors/${id}`, { services: 'Correo y agenda', contactEmail: 'datos@nubeaustral.cl' })

  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('button', { name: 'Poner lo mío sobre lo guardado' }).click()
  await page.getByText('Mientras tanto cambió lo guardado').waitFor()
  assert.equal(await services.inputValue(), 'Correo y respaldos')
  assert.equal(await page.getByLabel('Correo del contacto').inputValue(), 'datos@nubeaustral.cl')
  await visit.assertSound('overtaken')
  await visit.shot('console-overtaken')
  await page.setViewportSize({ width: 390, height: 780 })
  await visit.assertSound('overtaken on a phone')
  await visit.shot('console-overtaken-phone')

  // A person who returns later sees it again.
  await page.reload()
  await services.waitFor()
  assert.equal(await services.inputValue(), 'Correo y respaldos')
  await page.getByRole('button', { name: /^Usar lo guardado/ }).waitFor()
  await page.getByRole('button', { name: /^Usar lo guardado/ }).click()
  assert.equal(await services.inputValue(), 'Correo y agenda')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('heading', { name: 'Nube Austral Ltda.' }).waitFor()
  const saved = (await owner.get(`/processors/${id}`)).data
  assert.deepEqual(
    [saved.name, saved.services, saved.contactEmail],
    ['Nube Austral Ltda.', 'Correo y agenda', 'datos@nubeaustral.cl'],
  )
  await visit.close()
})

test('a half-written new activity comes back, and a different start does not delete it', async () => {
  const owner = await site.api.tenant({ name: 'Clínica Norte' })
  const { page, visit, open } = await asMember(site, owner)
  const name = page.getByRole('textbox', { name: 'Nombre', exact: true })
  await open('registro/nueva')
  await page.getByRole('button', { name: 'Abrir el formulario en blanco' }).click()
  await name.fill('Ficha clínica')
  await page.getByRole('link', { name: 'Registro' }).first().click()
  await page.getByRole('heading', { name: 'Registro', level: 1 }).waitFor()

  await page.getByRole('link', { name: 'Agregar una actividad' }).first().click()
  await page.getByText('Recuperamos lo que había escrito').waitFor()
  assert.equal(await name.inputValue(), 'Ficha clínica')
  await page.getByRole('button', { name: 'Empezar de otra forma' }).click()
  await page.getByText('Dejó a medio escribir «Ficha clínica».').waitFor()
  await visit.assertSound('begin with something left')
  await visit.shot('console-rat-left')
  await page.getByLabel('Buscar una plantilla').fill('boletín')
  await page.getByRole('button', { name: 'Boletín y correos comerciales' }).click()
  await name.waitFor()
  assert.equal(await name.inputValue(), 'Boletín y correos comerciales', 'the template that was chosen')
  await page.getByRole('button', { name: 'Empezar de otra forma' }).click()
  await page.getByRole('button', { name: 'Seguir con ella' }).click()
  assert.equal(await name.inputValue(), 'Ficha clínica')
  await page.getByRole('button', { name: 'Descartarlo' }).click()
  await page.getByRole('button', { name: 'Abrir el formulario en blanco' }).click()
  assert.equal(await name.inputValue(), '')
  await visit.close()
})

test('a contract with one processor does not start with input for another', async () => {
  const owner = await site.api.tenant({ name: 'Clínica Centro' })
  const make = async (name: string) => (await owner.post('/processors', { name, country: 'Chile' })).data.id
  const [one, other] = [await make('Nube Austral SpA'), await make('Correos del Sur Ltda.')]
  await makeActivity(owner, { name: 'Agenda' })
  const { page, visit, open } = await asMember(site, owner)
  await open(`contratos/nuevo?encargado=${one}`)
  await page.getByLabel('Agenda').check()
  await open(`contratos/nuevo?encargado=${other}`)
  assert.equal(await page.getByLabel('Encargado o contraparte').inputValue(), other)
  assert.equal(await page.getByLabel('Agenda').isChecked(), false)
  await open(`contratos/nuevo?encargado=${one}`)
  await page.getByText('Recuperamos lo que había escrito').waitFor()
  assert.equal(await page.getByLabel('Agenda').isChecked(), true)
  await visit.close()
})

test('the form starts with the data and automated decisions of a template or a proposal', async () => {
  const owner = await site.api.tenant({ name: 'Fundación Sur' })
  const { page, visit, open } = await asMember(site, owner)
  const decides = page.getByRole('checkbox', { name: /^Toma decisiones automatizadas/ })
  await open('registro/nueva')
  await page.getByLabel('Buscar una plantilla').fill('becas')
  await page
    .getByRole('button', { name: /[Bb]eca/ })
    .first()
    .click()
  await page.getByRole('checkbox', { name: 'Revelan la situación socioeconómica' }).waitFor()
  assert.equal(
    await page.getByRole('checkbox', { name: 'Revelan la situación socioeconómica' }).isChecked(),
    true,
  )

  await page.getByRole('button', { name: 'Empezar de otra forma' }).click()
  await page.getByLabel('Qué hacen con los datos').fill('Evaluamos solicitudes de crédito de los clientes')
  await page.getByRole('button', { name: 'Proponer un borrador' }).click()
  await page.getByText('Sin decisiones automatizadas: su descripción no nombra ninguna.').waitFor()
  await visit.assertSound('a proposal without decisions')
  await visit.shot('console-proposal-undecided')
  await page.getByRole('button', { name: 'Seguir con lo elegido' }).click()
  assert.equal(await decides.isChecked(), false)

  await page.getByRole('button', { name: 'Empezar de otra forma' }).click()
  await page.getByLabel('Qué hacen con los datos').fill('Un algoritmo decide si damos crédito a los clientes')
  await page.getByRole('button', { name: 'Proponer un borrador' }).click()
  await page.getByLabel('Decisiones automatizadas:').waitFor()
  await page.getByRole('button', { name: 'Seguir con lo elegido' }).click()
  assert.equal(await decides.isChecked(), true)
  await visit.close()
})

test('editing an entity, a department or a flow never overwrites what somebody else saved', async () => {
  const owner = await site.api.tenant({ name: 'Clínica Oriente' })
  const [entity] = (await owner.get('/org/entities')).data.entities
  const department = (
    await owner.post('/org/departments', {
      legalEntityId: entity.id,
      name: 'Personas',
      headName: 'Rosa Vial',
    })
  ).data
  const [from, to] = [
    await makeSystem(owner, { name: 'Ficha clínica' }),
    await makeSystem(owner, { name: 'Agenda' }),
  ]
  const flow = (
    await owner.post('/data-map/flows', {
      sourceSystemId: from,
      targetSystemId: to,
      description: 'Horas',
      dataCategories: ['name'],
    })
  ).data
  const { page, visit, open } = await asMember(site, owner)
  const save = async (type: () => Promise<unknown>, meanwhile: () => Promise<unknown>) => {
    await type()
    await meanwhile()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Este registro cambió después de que usted lo abrió').waitFor()
    await visit.assertSound('somebody else saved')
    await page.getByRole('button', { name: 'Poner lo mío sobre lo guardado' }).click()
    await page.getByText('Mientras tanto cambió lo guardado').waitFor()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByRole('button', { name: /^(Guardar|Un momento…)$/ }).waitFor({ state: 'detached' })
  }

  await open(`entidades/${entity.id}?editar=si`)
  await save(
    () => page.getByLabel('Domicilio').fill('Arica 1'),
    () => owner.patch(`/org/entities/${entity.id}`, { legalRepName: 'Inés Mora' }),
  )
  const [saved] = (await owner.get('/org/entities')).data.entities
  assert.deepEqual([saved.postalAddress, saved.legalRepName], ['Arica 1', 'Inés Mora'])

  await open(`areas/${department.id}?editar=si`)
  await save(
    () => page.getByLabel('Qué hace').fill('Contrata y paga'),
    () => owner.patch(`/org/departments/${department.id}`, { headName: 'Pedro Soto' }),
  )
  const [kept] = (await owner.get(`/org/entities/${entity.id}/departments`)).data.departments
  assert.deepEqual([kept.description, kept.headName], ['Contrata y paga', 'Pedro Soto'])

  await open(`mapa?flujo=${flow.id}`)
  await save(
    () => page.getByLabel('Correo electrónico').check(),
    () => owner.put(`/data-map/flows/${flow.id}`, { description: 'Horas tomadas', dataCategories: ['rut'] }),
  )
  const [moved] = (await owner.get('/data-map/flows')).data.items
  assert.deepEqual([moved.description, moved.dataCategories], ['Horas tomadas', ['name', 'email']])
  await visit.close()
})

test('an unedited proposal comes back until it is saved or dropped', async () => {
  const owner = await site.api.tenant({ name: 'Librería Sur' })
  const { page, visit, open } = await asMember(site, owner)
  const name = page.getByRole('textbox', { name: 'Nombre', exact: true })
  const back = page.getByText('Recuperamos el borrador que se le propuso y no alcanzó a guardar.')
  await open('registro/nueva')
  await page.getByLabel('Qué hacen con los datos').fill('Enviamos un boletín por correo a nuestros clientes')
  await page.getByRole('button', { name: 'Proponer un borrador' }).click()
  await page.getByRole('checkbox', { name: /^Datos:/ }).uncheck()

  // While the proposal is being read,
  await open('registro')
  await open('registro/nueva')
  await back.waitFor()
  assert.equal(await page.getByRole('checkbox', { name: /^Datos:/ }).isChecked(), false)
  assert.equal(await page.getByRole('checkbox', { name: /^Finalidad:/ }).isChecked(), true)
  await visit.assertSound('a proposal that came back')
  await visit.shot('console-proposal-back')
  await page.getByRole('button', { name: 'Seguir con lo elegido' }).click()
  const proposed = await name.inputValue()
  assert.notEqual(proposed, '')

  // and in the form before the first edit.
  await open('registro')
  await open('registro/nueva')
  await back.waitFor()
  assert.equal(await name.inputValue(), proposed)
  await page.getByRole('button', { name: 'Empezar de otra forma' }).click()
  await page.getByText(`No guardó el borrador que se le propuso: «${proposed}».`).waitFor()
  await visit.assertSound('a proposal that was left')
  await page.getByRole('button', { name: 'Seguir con él' }).click()
  await name.fill('Boletín de novedades')
  await page.reload()
  await page.getByText('Recuperamos lo que había escrito').waitFor()
  assert.equal(await name.inputValue(), 'Boletín de novedades')
  assert.equal(await back.count(), 0)
  await page.getByRole('button', { name: 'Empezar de otra forma' }).click()
  await page.getByText('Dejó a medio escribir «Boletín de novedades».').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Seguir con él' }).count(), 0)
  await visit.close()
})

test('a list that changed on both sides is marked, and nobody is overwritten', async () => {
  const owner = await site.api.tenant({ name: 'Clínica Poniente', plan: 'ENTERPRISE' })
  const stage = (name: string) => ({ name, order: 1, requiredRole: 'DPO', actions: [], fields: [] })
  const made = await owner.post('/workflows', {
    name: 'Doble revisión',
    entityType: 'DPIA',
    stages: [stage('Revisión')],
    webhooks: [],
  })
  assert.equal(made.status, 201)
  const path = `/workflows/${made.data.id}`
  const [known] = made.data.stages
  const { page, visit, open } = await asMember(site, owner)
  await open(`flujos/${made.data.id}?editar=si`)
  await page.getByLabel('Descripción', { exact: false }).first().fill('De dos personas')
  await page.getByRole('button', { name: 'Agregar una etapa' }).click()
  const changed = await owner.put(path, {
    name: 'Doble revisión legal',
    stages: [{ ...known, name: 'Revisión legal' }],
  })
  assert.equal(changed.status, 200)
  await page.getByRole('button', { name: 'Guardar el flujo' }).click()
  await page.getByRole('button', { name: 'Poner lo mío sobre lo guardado' }).click()
  await page.getByText('En lo que cambió por ambos lados quedó lo suyo, y está señalado.').waitFor()
  assert.equal(await page.getByLabel('Nombre del flujo').inputValue(), 'Doble revisión legal')
  const saved = page.getByRole('button', { name: 'Usar lo guardado: Etapas' })
  await saved.waitFor()
  await visit.assertSound('stages that changed on both sides')
  await visit.shot('console-overtaken-stages')
  await saved.click()
  assert.equal(await saved.count(), 0)
  await page.getByRole('button', { name: 'Guardar el flujo' }).click()
  await page.getByRole('button', { name: /^(Guardar el flujo|Un momento…)$/ }).waitFor({ state: 'detached' })
  const { name, description, stages } = (await owner.get(path)).data
  assert.deepEqual(
    [name, description, stages.map((one: { name: string }) => one.name)],
    ['Doble revisión legal', 'De dos personas', ['Revisión legal']],
  )
  await visit.close()
})
