import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity, makeSystem } from '#test/kit/activities.ts'
import { asMember, openAccount, signIn } from '#test/kit/officer.ts'
import { openSite } from '#test/kit/visitor.ts'

const site = await openSite()

test('an officer fills the register from a sentence and from a template, and publishes', async () => {
  const account = await openAccount(site)
  const { page, visit, open } = await signIn(site, account)
  await open('registro')
  await visit.assertSound('register, empty')
  await page.getByRole('link', { name: 'Agregar una actividad' }).first().click()
  await page
    .getByLabel('Qué hacen con los datos')
    .fill(
      'Guardamos el RUT, teléfono y dirección de quienes compran en la tienda para despacharles sus pedidos',
    )
  await visit.assertSound('new activity')
  await visit.shot('console-rat-new')
  await page.getByRole('button', { name: 'Proponer un borrador' }).click()
  await page.getByRole('heading', { name: 'Lo que se propone' }).waitFor()
  await page.getByLabel('Destinatarios:').uncheck()
  await visit.assertSound('proposal')
  await visit.shot('console-rat-proposal')
  await page.getByRole('button', { name: 'Seguir con lo elegido' }).click()
  await page.getByRole('button', { name: 'Guardar el borrador' }).waitFor()
  assert.equal(await page.getByLabel('RUT').isChecked(), true, 'the sentence names it')
  assert.equal(
    await page.getByRole('textbox', { name: 'Destinatarios' }).inputValue(),
    '',
    'what was left out stays blank',
  )
  await page.getByRole('button', { name: 'Agregar un sistema' }).click()
  await page.getByRole('dialog', { name: 'Agregar un sistema' }).getByLabel('Nombre').fill('Tienda en línea')
  await page
    .getByRole('dialog', { name: 'Agregar un sistema' })
    .getByRole('button', { name: 'Agregar', exact: true })
    .click()
  await page.getByRole('dialog', { name: 'Agregar un sistema' }).waitFor({ state: 'detached' })
  // The rules judge while the person types.
  await page.getByRole('heading', { name: 'Mientras escribe' }).waitFor()
  await page.getByLabel('Salud').check()
  await page.getByRole('status').getByText('Requiere evaluación de impacto').waitFor()
  await page.getByLabel('Salud').uncheck()
  await page.getByRole('status').getByText('Requiere evaluación de impacto').waitFor({ state: 'detached' })
  await visit.assertSound('draft')
  await visit.shot('console-rat-editor')
  await page.getByRole('button', { name: 'Guardar el borrador' }).click()
  await page.getByRole('heading', { name: 'Revisión legal' }).waitFor()
  await visit.assertSound('activity')
  await visit.shot('console-rat-activity')

  await page.getByRole('button', { name: 'Publicar' }).click()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByText('Publicada', { exact: true }).waitFor()

  await open('registro')
  await page.getByLabel('Estado').selectOption('published')
  await page.getByText('1 resultado').waitFor()
  assert.match(page.url(), /status=published/, 'the filter stands in the address')
  await visit.assertSound('register')
  await visit.shot('console-rat-list')
  await visit.close()
})

test('another person’s changes are not silently overwritten, and no input is lost', async () => {
  const account = await openAccount(site)
  const [first, second] = [await signIn(site, account), await signIn(site, account, { width: 390 })]
  const { page } = first
  await first.open('brechas/nueva')
  await page.getByLabel('Título').fill('Equipo perdido')
  await page.getByRole('button', { name: 'Registrar la brecha' }).click()
  await page.getByRole('button', { name: 'Editar' }).click()
  await page.getByLabel('Relato').fill('Se perdió en un taxi.')

  await second.visit.go(new URL(page.url()).pathname)
  await second.page.getByRole('button', { name: 'Editar' }).click()
  await second.page.getByLabel('Causa').fill('pérdida')
  await second.page.getByRole('button', { name: 'Guardar' }).click()
  await second.page.getByRole('button', { name: 'Editar' }).waitFor()
  await second.visit.assertSound('breach on a phone')
  await second.visit.shot('console-breach-phone')

  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('alert').first().waitFor()
  assert.equal(await page.getByLabel('Relato').inputValue(), 'Se perdió en un taxi.')
  await first.visit.shot('console-breach-stale')
  await page.reload()
  await page.getByText('Recuperamos lo que había escrito').waitFor()
  await page.getByText('Mientras tanto cambió lo guardado').waitFor()
  assert.equal(await page.getByLabel('Relato').inputValue(), 'Se perdió en un taxi.')
  assert.equal(await page.getByLabel('Causa').inputValue(), 'pérdida', 'over what is saved now')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('Se perdió en un taxi.').waitFor()
  await page.getByText('pérdida', { exact: true }).waitFor()
  await Promise.all([first.visit.close(), second.visit.close()])
})

test('an officer chooses columns, changes several activities, comments on one and reads its changes', async () => {
  const owner = await site.api.tenant({ name: 'Clínica Sur' })
  await owner.colleague('DPO', 'Pedro Soto')
  const systemId = await makeSystem(owner, { name: 'Ficha clínica' })
  const id = await makeActivity(owner, { name: 'Agenda de horas', systemId })
  await makeActivity(owner, { name: 'Encuesta de satisfacción', systemId })
  await owner.post('/processors', { name: 'Nube Austral SpA', country: 'Chile' })
  const { page, visit, open } = await asMember(site, owner)

  await open('registro')
  await page.getByRole('button', { name: 'Columnas' }).click()
  const picker = page.getByRole('dialog', { name: 'Columnas' })
  await picker.getByLabel('Sistema').check()
  await picker.getByLabel('Base de licitud').uncheck()
  await visit.assertSound('columns')
  await picker.getByRole('button', { name: 'Mostrar' }).click()
  await page.getByRole('columnheader', { name: 'Sistema' }).waitFor()
  assert.equal(await page.getByRole('columnheader', { name: 'Base de licitud' }).count(), 0)
  assert.match(page.url(), /columnas=/, 'the table can be sent as a link')
  await open('registro')
  await page.getByRole('columnheader', { name: 'Sistema' }).waitFor()

  await page.getByLabel('Elegir todas las que se ven').check()
  await page.getByRole('button', { name: 'Cambiar…' }).click()
  const bulk = page.getByRole('dialog', { name: 'Cambiar 2 actividades' })
  await bulk.getByRole('textbox', { name: 'Área a cargo' }).fill('Admisión')
  await visit.assertSound('bulk')
  await visit.shot('console-rat-bulk')
  await bulk.getByRole('button', { name: 'Cambiar', exact: true }).click()
  await page.getByText('2 actividades cambiaron.').waitFor()
  await visit.assertSound('bulk done')
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).last().click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('cell', { name: 'Admisión' }).count(), 2)
  const file = page.waitForEvent('download')
  await page.getByLabel('Buscar').fill('agenda')
  await page.getByText('1 resultado', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'CSV' }).click()
  const text = (await (await (await file).createReadStream()).toArray()).join('')
  assert.ok(
    text.includes('Agenda de horas') && !text.includes('Encuesta'),
    'the file holds what the list shows',
  )
  await visit.shot('console-rat-columns')

  await open(`registro/${id}?parte=encargados`)
  await page.getByRole('button', { name: 'Vincular un encargado' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Vincular' }).click()
  await page.getByRole('link', { name: 'Nube Austral SpA' }).waitFor()
  await visit.assertSound('processors of an activity')

  await open(`registro/${id}?parte=comentarios`)
  await page.getByLabel('Escriba un comentario').fill('¿Quién borra las horas viejas?')
  await page.getByLabel('Avisar a una persona').selectOption({ label: 'Pedro Soto' })
  await page.getByRole('button', { name: 'Comentar' }).click()
  await page.getByRole('listitem').filter({ hasText: '¿Quién borra las horas viejas?' }).waitFor()
  // Shown before it is saved. After saving, the field is empty again.
  await page.getByRole('listitem').filter({ hasText: 'Enviando…' }).waitFor({ state: 'detached' })
  await visit.until(`document.querySelector('textarea').value === ''`)
  await visit.assertSound('comments')
  await visit.shot('console-rat-comments')

  await open(`registro/${id}?parte=historial`)
  await page.getByText('Área a cargo:').waitFor()
  assert.match((await page.getByRole('main').textContent()) ?? '', /nada\s*→[\s\S]*Admisión/)
  await visit.assertSound('history')
  await visit.shot('console-rat-history')
  await visit.close()
})
