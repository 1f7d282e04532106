import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity, makeSystem } from '#test/kit/activities.ts'
import { asMember } from '#test/kit/officer.ts'
import { openSite } from '#test/kit/visitor.ts'

const site = await openSite()
const { api } = site
const owner = await api.tenant({ name: 'Tienda Sur SpA' })
const { widgetKey } = (await owner.post('/dsar/widgets', { name: 'Formulario' })).data

async function ask(fields: object = {}): Promise<string> {
  const { status, data, body } = await api.anyone.post(`/public/dsar/${widgetKey}`, {
    subjectName: 'María Pérez Soto',
    subjectEmail: 'maria@correo.cl',
    subjectRut: '12.345.678-5',
    rightType: 'DELETION',
    organizationRelation: 'clienta',
    ...fields,
  })
  assert.equal(status, 201, JSON.stringify(body))
  return data.id
}

test('without systems in the register, the tab says what to do and accepts a place by hand', async () => {
  const id = await ask()
  const { page, visit, open } = await asMember(site, owner)
  await open(`solicitudes/${id}?parte=tareas`)
  await page.getByRole('heading', { name: 'El registro no dice en qué sistemas buscar' }).waitFor()
  await page.getByRole('link', { name: 'Ver el mapa de datos' }).waitFor()
  await visit.assertSound('no tasks')
  await visit.shot('console-tasks-none')
  await page.getByRole('button', { name: 'Agregar un sistema' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar un sistema' })
  await dialog.getByLabel('Qué lugar').fill('Archivo en papel')
  await visit.assertSound('adding a system')
  await dialog.getByRole('button', { name: 'Agregar', exact: true }).click()
  await page.getByRole('heading', { name: 'Archivo en papel' }).waitFor()
  await page.getByText('Un sistema no tiene a quién pedirle.').waitFor()
  await page.getByRole('button', { name: 'Anotar la respuesta: Archivo en papel' }).click()
  const answer = page.getByRole('dialog', { name: 'Anotar la respuesta: Archivo en papel' })
  await answer.getByLabel('Hay datos que se conservan').check()
  await answer.getByLabel('Por qué queda como está').selectOption({ label: 'Una ley obliga a guardarlos' })
  await answer.getByLabel('Qué dijeron').fill('Las boletas de 2024')
  await visit.assertSound('answering for somebody')
  await visit.shot('console-tasks-answer')
  await answer.getByRole('button', { name: 'Anotar', exact: true }).click()
  await page.getByText('1 de 1 respondida').waitFor()
  await page.getByText('art. 7, Ley 19.628 (mod. Ley 21.719): Una ley obliga a guardarlos').waitFor()
  await visit.close()
})

test('a request arrives and is assigned, a system’s owner answers with a file, and the officer sees it', async () => {
  const fields = { owner: 'Rosa Díaz', ownerEmail: 'rosa@sur.cl' }
  const publish = async (systemId: string, subjectCategories: string[]) => {
    const activity = await makeActivity(owner, { systemId, subjectCategories, name: `De ${systemId}` })
    await owner.patch(`/rat/activities/${activity}/status`, { status: 'published' })
  }
  await publish(await makeSystem(owner, { name: 'CRM de ventas', ...fields }), ['customers'])
  await publish(await makeSystem(owner, { name: 'Fidelización', owner: 'Marketing' }), ['customers'])
  await publish(await makeSystem(owner, { name: 'Remuneraciones' }), ['employees'])
  const id = await ask()

  const { page, visit, open } = await asMember(site, owner)
  await open(`solicitudes/${id}`)
  await page.getByText('Reúna lo que hay en los sistemas').waitFor()
  await open(`solicitudes/${id}?parte=tareas`)
  await page.getByText('0 de 2 respondidas').waitFor()
  await page.getByText('Se envían solas cuando la solicitud pasa a «En curso»').waitFor()
  assert.equal(await page.getByText('Remuneraciones').count(), 0)
  await visit.assertSound('tasks before they are sent')
  await page.getByRole('button', { name: 'Asignar', exact: true }).click()
  const assigning = page.getByRole('dialog', { name: 'Asignar la solicitud' })
  await assigning.getByLabel('Responsable').selectOption({ label: 'Ana Rojas' })
  await assigning.getByRole('button', { name: 'Asignar', exact: true }).click()
  await page.getByText('Espera respuesta').waitFor()
  await page.getByText('Sin a quién pedir').waitFor()
  await visit.assertSound('tasks under way')
  await visit.shot('console-tasks')

  await api.drain()
  const letter = api.mailbox.to('rosa@sur.cl').at(-1)!
  assert.doesNotMatch(letter.text!, /María|12\.345/)
  const [link] = /tareas\/[\w-]{43}/.exec(letter.text!)!
  const phone = await site.visit(`/${link}`, { width: 320 })
  const form = phone.page
  await form.getByText('María Pérez Soto').waitFor()
  await phone.assertSound('a task')
  await phone.shot('task-phone')
  await form.getByRole('button', { name: 'Enviar la respuesta' }).click()
  await form.getByRole('alert').waitFor()
  await phone.assertSound('a task with faults')
  // By keyboard alone, the fault links to its question, and the space bar sets a checkbox.
  await form.getByRole('link', { name: 'Elija qué encontró.' }).focus()
  await form.keyboard.press('Enter')
  await form.keyboard.press('Tab')
  await form.getByLabel('Había datos, y los eliminé').focus()
  await form.keyboard.press('Space')
  assert.equal(await form.getByLabel('Había datos, y los eliminé').isChecked(), true)
  assert.equal(await form.getByText('Una ley obliga a guardarlos').isVisible(), false)
  await form.getByLabel('Hay datos que se conservan').check()
  await form.getByText('Una ley obliga a guardarlos').waitFor()
  await phone.assertSound('a task that keeps data')
  await form.getByLabel('Había datos, y los eliminé').check()
  await form.getByLabel('Qué hizo y qué encontró').fill('Eliminé su ficha y sus compras.')
  await form
    .getByLabel('Archivos')
    .setInputFiles({ name: 'ficha.csv', mimeType: 'text/csv', buffer: Buffer.from('a;b\n1;2\n') })
  await form.getByRole('button', { name: 'Enviar la respuesta' }).focus()
  await form.keyboard.press('Enter')
  await form.getByRole('heading', { name: 'Gracias: la respuesta llegó' }).waitFor()
  assert.equal(await form.getByText('María').count(), 0)
  await phone.assertSound('thanks')
  await phone.shot('task-thanks-phone')
  await phone.close()

  await open(`solicitudes/${id}?parte=tareas`)
  await page.getByText('1 de 2 respondidas').waitFor()
  await page.getByText('Eliminé su ficha y sus compras.').waitFor()
  await page.getByRole('link', { name: 'ficha.csv' }).waitFor()
  await page.getByText(/Rosa Díaz · con el enlace del correo/).waitFor()
  await visit.assertSound('tasks with an answer')
  await visit.shot('console-tasks-answered')

  // A task without an owner gets an address, and is sent at once.
  await page.getByRole('button', { name: 'Indicar a quién se pide: Fidelización' }).click()
  const who = page.getByRole('dialog', { name: 'A quién se pide: Fidelización' })
  await who.getByLabel('Correo').fill('marketing@sur.cl')
  await visit.assertSound('who is asked')
  await who.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('button', { name: 'Enviar 1 tarea' }).click()
  const sure = page.getByRole('dialog', { name: '¿Enviar la tarea?' })
  await sure.getByRole('button', { name: 'Enviar', exact: true }).click()
  await page.getByText('Se escribió a una persona.').waitFor()
  await api.drain()
  assert.equal(api.mailbox.to('marketing@sur.cl').length, 1)
  await page.getByRole('button', { name: 'Cancelar la tarea: Fidelización' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar la tarea' }).click()
  await page.getByText('1 de 1 respondida').waitFor()
  await open('solicitudes')
  await page.getByRole('cell', { name: '1 de 1' }).first().waitFor()
  await visit.close()

  const small = await asMember(site, owner, { width: 320 })
  await small.open(`solicitudes/${id}?parte=tareas`)
  await small.page.getByText('1 de 1 respondida').waitFor()
  await small.visit.assertSound('tasks on a phone')
  await small.visit.shot('console-tasks-phone')
  await small.visit.close()
})
