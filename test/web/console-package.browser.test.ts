import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { unzipSync } from 'fflate'
import { makeActivity, makeSystem } from '#test/kit/activities.ts'
import { giveFile, makeTask, rowsOf } from '#test/kit/answers.ts'
import { asMember } from '#test/kit/officer.ts'
import { fillDesk } from '#test/kit/requests.ts'
import { openSite } from '#test/kit/visitor.ts'

const site = await openSite()
const { api } = site

test('she gathers the systems’ files, redacts third parties’ data, delivers it, and the person downloads it on a phone', async () => {
  const camila = await api.tenant({ name: 'Tienda Sur SpA' })
  const crm = await makeSystem(camila, { name: 'CRM de ventas' })
  const activity = await makeActivity(camila, { name: 'Boletín de ofertas', systemId: crm })
  const { make } = await fillDesk(api, camila)
  const id = await make({
    daysAgo: 2,
    subjectName: 'María Pérez Soto',
    rightType: 'ACCESS',
    subjectRut: '12.345.678-5',
  })
  // Published after the request arrived, so the request has only the tasks of this test.
  await camila.patch(`/rat/activities/${activity}/status`, { status: 'published' })
  const email = 'maria.perez@correo.cl'
  const task = await makeTask(api, camila, id, { systemName: 'CRM de ventas', systemId: crm })
  await makeTask(api, camila, id, { systemName: 'Cámaras', outcome: 'nothing_found' })
  await makeTask(api, camila, id, { systemName: 'Facturación', isOpen: true })
  const rows = [['María Pérez', '2026-03-04', 'Jorge Rivas']]
  await giveFile(camila, task, 'fichas.json', rowsOf('CRM de ventas', ['nombre', 'fecha', 'vendedor'], rows))
  await giveFile(camila, task, 'contrato.pdf', '%PDF-1.7\ncontrato')
  await giveFile(camila, task, 'correos internos.txt', 'Hola Jorge')

  const { page, visit, open } = await asMember(site, camila)
  const dialog = (name: string) => page.getByRole('dialog', { name })
  await open(`solicitudes/${id}?parte=entrega`)
  await page.getByText('Falta la respuesta de Facturación').waitFor()
  await visit.assertSound('choosing')
  await page.getByRole('button', { name: 'Cubrir algo en fichas.json' }).click()
  const covering = dialog('Cubrir lo que no va')
  await covering.getByLabel('Columna', { exact: true }).selectOption('vendedor')
  await covering.getByRole('button', { name: 'Cubrir', exact: true }).click()
  await covering.getByText('Escriba qué se cubre y por qué').waitFor()
  await covering.getByLabel('Qué se cubre').fill('Nombre de quien la atendió')
  await visit.assertSound('covering')
  await visit.shot('console-package-cover')
  await covering.getByRole('button', { name: 'Cubrir', exact: true }).click()
  await page.getByText('Columna «vendedor» cubierta').waitFor()
  await page.getByRole('button', { name: 'Cubrir algo en contrato.pdf' }).click()
  await covering.locator('input[type=file]').setInputFiles({
    name: 'contrato tapado.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\ntapado'),
  })
  await covering.getByText('contrato tapado.pdf').waitFor()
  await covering.getByLabel('Qué se cubre').fill('Firma de un tercero')
  await covering.getByRole('button', { name: 'Cubrir', exact: true }).click()
  await page.getByRole('checkbox', { name: /correos internos/ }).uncheck()
  await page.getByLabel('Mensaje para la persona').fill('Falta lo de facturación: llegará aparte.')
  await visit.assertSound('chosen')
  await visit.shot('console-package-choice')
  await page.getByRole('button', { name: 'Preparar el paquete' }).click()
  await page.getByText('Preparándose').waitFor()
  await visit.assertSound('pending')
  await api.drain()
  await page.getByText('Listo', { exact: true }).waitFor()
  await visit.assertSound('ready')
  await visit.shot('console-package-ready')
  await page.getByRole('button', { name: 'Ver el índice' }).click()
  const index = dialog('Índice del paquete').frameLocator('iframe')
  await index.getByRole('heading', { name: 'Respuesta a su solicitud de acceso' }).waitFor()
  await index.getByText('Nombre de quien la atendió').waitFor()
  await visit.shot('console-package-index')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Entregar a la persona' }).click()
  const delivering = dialog('¿Entregar la respuesta?')
  await delivering.getByText(/Nada prueba que ese correo sea de María/).waitFor()
  await visit.assertSound('delivering')
  await visit.shot('console-package-deliver')
  await delivering.getByRole('button', { name: 'Entregar', exact: true }).click()
  await page.getByText('Entregada', { exact: true }).waitFor()
  await page.getByText(/Quedó hecho, pero falta algo/).waitFor()
  await visit.assertSound('delivered')
  await api.drain()

  const letters = () => api.mailbox.to(email)
  const link = /respuesta\/[\w-]{43}/.exec(letters().at(-1)!.text!)![0]
  const phone = await site.visit(`/${link}`, { width: 390, acceptDownloads: true })
  const person = phone.page
  await person.getByRole('heading', { name: 'Su respuesta está lista' }).waitFor()
  assert.doesNotMatch(
    (await person.textContent('main')) ?? '',
    /María|ARCO/,
    'nothing of her before the code',
  )
  await phone.assertSound('the link')
  await phone.shot('answer-locked')
  await person.getByRole('button', { name: 'Enviarme el código' }).click()
  await person.getByLabel('Código').fill('no')
  await person.getByRole('button', { name: 'Abrir mi respuesta' }).click()
  await person.getByRole('alert').waitFor()
  await phone.assertSound('a wrong code')
  await phone.shot('answer-wrong')
  await api.drain()
  const [, code] = /^(\d{6}) es su código/.exec(letters().at(-1)!.subject!)!
  await person.getByLabel('Código').fill(code!)
  await person.keyboard.press('Enter')
  await person.getByRole('heading', { name: 'Su respuesta', exact: true }).waitFor()
  await phone.assertSound('opened')
  await phone.shot('answer-open')
  const [download] = await Promise.all([
    person.waitForEvent('download'),
    person.getByRole('link', { name: 'Descargar mi respuesta' }).click(),
  ])
  assert.match(download.suggestedFilename(), /^respuesta-arco-.*\.zip$/)
  const files = unzipSync(readFileSync(await download.path()))
  assert.deepEqual(Object.keys(files).sort(), [
    'archivos/crm-de-ventas/contrato tapado.pdf',
    'datos.json',
    'datos/01-crm-de-ventas.csv',
    'indice.html',
    'indice.pdf',
  ])
  const text = (name: string) => Buffer.from(files[name]!).toString('utf8')
  assert.match(text('datos/01-crm-de-ventas.csv'), /María Pérez;2026-03-04;\[dato cubierto: vea el índice\]/)
  assert.equal(
    JSON.parse(text('datos.json')).conjuntos[0].filas[0].vendedor,
    '[dato cubierto: vea el índice]',
  )
  assert.match(text('indice.html'), /Falta lo de facturación/)
  assert.doesNotMatch(Object.keys(files).map(text).join(), /Jorge/)
  await phone.close()

  await open(`solicitudes/${id}?parte=entrega`)
  await page.getByText('Descargada', { exact: true }).waitFor()
  await visit.assertSound('taken')
  await visit.shot('console-package-taken')
  await page.getByRole('button', { name: 'Revocar la entrega' }).click()
  await dialog('¿Revocar la entrega?').getByRole('button', { name: 'Revocar', exact: true }).click()
  await page.getByText('Eliminado', { exact: true }).waitFor()
  await visit.assertSound('revoked')
  await page
    .getByRole('link', { name: 'Historial' })
    .or(page.getByRole('tab', { name: 'Historial' }))
    .click()
  await page.getByText('La persona descargó la respuesta').waitFor()
  const gone = await site.visit(`/${link}`, { width: 320 })
  await gone.page.getByText(/El enlace no existe, venció o se revocó/).waitFor()
  await gone.assertSound('a link that opens nothing')
  await gone.close()
  await visit.close()
})

test('an owner sets how long answers are kept', async () => {
  const owner = await api.tenant()
  const { page, visit, open } = await asMember(site, owner)
  await open('ajustes/conservacion')
  await page.getByLabel('Días que se conservan las respuestas').fill('7')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.locator('[aria-invalid=true]').waitFor()
  await page.getByLabel('Días que se conservan las respuestas').fill('45')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('Guardado. Vale desde ya').waitFor()
  await visit.assertSound('retention')
  assert.equal((await owner.get('/settings/tenant')).data.answerRetentionDays, 45)
  await visit.close()
})
