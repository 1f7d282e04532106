import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, chileanDay } from '#kernel/dates.ts'
import { asMember } from '#test/kit/officer.ts'
import { openSite } from '#test/kit/visitor.ts'

const site = await openSite()

test('a request by post is recorded with its scan, the receipt printed, and the identity checked', async () => {
  const owner = await site.api.tenant({ name: 'Tienda Sur SpA' })
  const earlier = await owner.post('/dsar/requests', {
    channel: 'phone',
    subjectName: 'María Pérez',
    subjectRut: '12.345.678-5',
    rightType: 'DELETION',
  })
  const { page, visit, open } = await asMember(site, owner)
  await open('solicitudes')
  await page.getByRole('link', { name: 'Ingresar solicitud' }).click()
  await page.getByRole('heading', { name: 'Cómo llegó' }).waitFor()
  await page.getByLabel('Carta', { exact: true }).check()
  const received = addDays(chileanDay(site.api.clock.now()), -9)
  await page.getByLabel('Qué día llegó').fill(received)
  await page.getByLabel('Carta escaneada y lo que traía', { exact: true }).setInputFiles({
    name: 'carta-de-maria.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\nuna carta'),
  })
  await page.getByText('carta-de-maria.pdf').waitFor()
  await page.getByLabel('Nombre', { exact: true }).fill('María Pérez')
  await page.getByLabel(/^RUT/).fill('12.345.678-5')
  await page.getByText('Esta persona ya tiene una solicitud abierta').waitFor()
  await page.getByRole('link', { name: earlier.data.folioNumber }).waitFor()
  await page.getByLabel('Dirección postal').fill('Los Aromos 123, Temuco')
  await page.getByLabel('Un heredero').check()
  await page.getByLabel('Nombre del heredero').fill('Luis Pérez')
  await page.getByLabel('Su relación con la persona').fill('hijo')
  await visit.assertSound('intake')
  await visit.shot('console-dsar-intake')
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
  await page.getByRole('alert').or(page.locator('[aria-invalid="true"]')).first().waitFor()
  await visit.assertSound('intake with faults')
  await page.getByLabel('Derecho').selectOption('ACCESS')
  await page.getByLabel('En sus palabras').fill('Quiere saber qué datos de su madre guarda la tienda.')
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
  await page.getByRole('heading', { name: 'La solicitud quedó ingresada' }).waitFor()
  await page.getByText('No indicó un correo').waitFor()
  assert.match(page.url(), /ingresada=/, 'what was made stands in the address')
  await visit.assertSound('receipt')
  await visit.shot('console-dsar-intake-made')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Imprimir el comprobante' }).click()
  assert.match((await downloading).suggestedFilename(), /^comprobante-arco-.*\.pdf$/i)

  await page.getByRole('link', { name: 'Abrir la solicitud' }).click()
  await page.getByText('Pide un heredero').waitFor()
  await page.getByText('carta-de-maria.pdf').waitFor()
  await page.getByText('Gratis: es la primera del trimestre').waitFor()
  await page.getByRole('button', { name: 'Verificar identidad' }).click()
  const dialog = page.getByRole('dialog', { name: 'Verificar la identidad' })
  await dialog.getByLabel('Una copia de su documento').check()
  await dialog.getByText('No pida una copia de la cédula').waitFor()
  await visit.assertSound('identity')
  await visit.shot('console-dsar-identity')
  await dialog.getByLabel('Vi su documento').check()
  await dialog.getByLabel('La representación, o que es heredero').check()
  await dialog.getByLabel('Qué revisó').fill('Certificado de posesión efectiva, a la vista.')
  await dialog.getByRole('button', { name: 'Dejar constancia' }).click()
  await page.getByText('Certificado de posesión efectiva').waitFor()
  await page.getByText('Probado').first().waitFor()
  await visit.shot('console-dsar-case-paper')
  await page.getByRole('button', { name: 'Retirar por error' }).click()
  await page.getByLabel('Por qué').fill('Era de otra familia.')
  await page.getByRole('button', { name: 'Retirar', exact: true }).click()
  await page.getByText('Se retiró: Era de otra familia.').waitFor()
  await page.getByRole('link', { name: 'Cartas', exact: true }).click()
  await page.getByText('Para imprimir y entregar').waitFor()
  await visit.assertSound('letters on paper')
  await visit.close()
})

test('recipients are added from the register, one confirms on a phone without an account, the other is reminded', async () => {
  const owner = await site.api.tenant({ name: 'Tienda Norte SpA' })
  const system = (
    await owner.post('/data-map/systems', {
      name: 'CRM',
      type: 'saas',
      vendor: 'Nube Austral SpA',
      dataCategories: ['email'],
    })
  ).data
  const activity = await owner.post('/rat/activities', {
    name: 'Ventas',
    purpose: 'Vender',
    legalBasis: 'contract',
    dataCategories: ['email'],
    subjectCategories: ['clientes'],
    retentionPeriod: '5_years',
    systemId: system.id,
    recipients: ['Servicio de Impuestos Internos'],
  })
  await owner.patch(`/rat/activities/${activity.data.id}/status`, { status: 'published' })
  const { id } = (
    await owner.post('/dsar/requests', {
      channel: 'in_person',
      subjectName: 'María Pérez',
      subjectRut: '12.345.678-5',
      subjectEmail: 'maria@correo.cl',
      rightType: 'DELETION',
    })
  ).data
  const [processor] = (await owner.get(`/dsar/requests/${id}/recipients`)).data.suggested.processors
  await owner.put(`/processors/${processor.id}`, { contactEmail: 'privacidad@nube.cl' })
  const { page, visit, open } = await asMember(site, owner)
  await open(`solicitudes/${id}?parte=terceros`)
  await page.getByRole('button', { name: /Agregar los que tienen correo/ }).click()
  await page.getByText('Con la respuesta', { exact: true }).waitFor()
  await owner.post(`/dsar/requests/${id}/recipients`, {
    recipients: [
      { name: 'Despachos Sur', email: 'hola@despachos.cl' },
      { name: 'Correo Centro', email: 'hola@correocentro.cl' },
    ],
  })
  await owner.post(`/dsar/requests/${id}/respond`, { responseType: 'FULFILLED', responseNotes: 'Borrado.' })
  await site.api.drain()

  const [link] = /acuse\/[\w-]{43}/.exec(site.api.mailbox.to('privacidad@nube.cl').at(-1)!.text!)!
  const phone = await site.visit(`/${link}`, { width: 320 })
  const form = phone.page
  await form.getByText('Suprima los que recibió de nosotros').waitFor()
  await phone.assertSound('a notice')
  await phone.shot('acknowledgement-phone')
  await form.getByRole('button', { name: 'Enviar la confirmación' }).click()
  await form.getByRole('alert').waitFor()
  await phone.assertSound('a notice with faults')
  await form.getByLabel('Sí, lo hicimos').check()
  await form.getByLabel('Quién responde').fill('Luis Soto, privacidad')
  await form.getByLabel('Qué hizo y cuándo').fill('Suprimido hoy de todas las bases.')
  await form.getByRole('button', { name: 'Enviar la confirmación' }).click()
  await form.getByRole('heading', { name: 'Recibimos su confirmación' }).waitFor()
  assert.equal(await form.getByText('María Pérez').count(), 0)
  await phone.assertSound('a receipt')
  await phone.shot('acknowledgement-receipt-phone')
  await phone.close()

  await open(`solicitudes/${id}?parte=terceros`)
  await page.getByText('Confirmó que lo hizo').waitFor()
  await page.getByText('Suprimido hoy de todas las bases.').waitFor()
  await page.getByRole('button', { name: 'Recordar a Despachos Sur' }).click()
  await page.getByText(/Se le recordó el/).waitFor()
  await page.getByRole('button', { name: 'Recordar a Correo Centro' }).click()
  await page.getByText('Se le recordó a Correo Centro.').waitFor()
  await visit.assertSound('third parties')
  await visit.shot('console-dsar-thirds-answered')
  await visit.close()
})

test('a person’s own unsaved act does not block her next one', async () => {
  const owner = await site.api.tenant({ name: 'Tienda Centro SpA' })
  const { id } = (
    await owner.post('/dsar/requests', {
      channel: 'phone',
      subjectName: 'María Pérez',
      subjectRut: '12.345.678-5',
      rightType: 'DELETION',
    })
  ).data
  const { page, visit, open } = await asMember(site, owner)
  const { promise: network, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/assign', async (route) => {
    await network
    await route.continue()
  })
  await open(`solicitudes/${id}`)
  await page.getByRole('button', { name: 'Asignar', exact: true }).click()
  const assigning = page.getByRole('dialog', { name: 'Asignar la solicitud' })
  await assigning.getByLabel('Responsable').selectOption({ index: 1 })
  await assigning.getByRole('button', { name: 'Asignar', exact: true }).click()
  await page.getByRole('button', { name: 'Ampliar el plazo' }).click()
  await page.getByLabel('Motivo').fill('Las compras de 2025 están en un sistema archivado.')
  goOn()
  await page.getByText('La solicitud quedó asignada a').waitFor()
  await page.getByRole('button', { name: 'Ampliar y avisar' }).click()
  await page.getByText('Plazo ampliado', { exact: true }).waitFor()
  await visit.close()
})

test('on a phone and in the dark theme the intake and the checks work', async () => {
  const owner = await site.api.tenant({ name: 'Tienda Sur SpA' })
  const { id } = (
    await owner.post('/dsar/requests', {
      channel: 'phone',
      subjectName: 'María Pérez',
      subjectRut: '12.345.678-5',
      rightType: 'ACCESS',
    })
  ).data
  await owner.post(`/dsar/requests/${id}/identity`, {
    method: 'call_back',
    proves: ['rut'],
    notes: 'Al de su ficha.',
  })
  const { page, visit, open } = await asMember(site, owner, { width: 390, dark: true })
  await open('solicitudes/nueva')
  await page.getByLabel('Un representante').check()
  await page.getByText('Poder o mandato').waitFor()
  await visit.assertSound('intake on a phone')
  await visit.shot('console-dsar-intake-phone-dark')
  await open(`solicitudes/${id}`)
  await page.getByText('Al de su ficha.').waitFor()
  await visit.assertSound('checks on a phone')
  await visit.shot('console-dsar-case-phone-dark')
  await visit.close()
})
