import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asMember } from '#test/kit/officer.ts'
import { fillDesk } from '#test/kit/requests.ts'
import { openSite } from '#test/kit/visitor.ts'

const site = await openSite()

test('she works the queue by legal date: assigns several, verifies, notifies recipients, reads the letter and answers', async () => {
  const camila = await site.api.tenant({ name: 'Tienda Sur SpA' })
  await camila.colleague('ANALYST', 'Luis Soto')
  const { make } = await fillDesk(site.api, camila)
  const deletion = await make({
    daysAgo: 1,
    subjectName: 'María Pérez Soto',
    rightType: 'DELETION',
    subjectRut: '12.345.678-5',
    fields: {
      subtype: 'art. 7 b: retiro del consentimiento',
      specificData: { queDatos: 'Mi ficha de cliente y mis compras de 2025' },
    },
  })
  const block = await make({
    daysAgo: 0,
    subjectName: 'María Pérez Soto',
    rightType: 'BLOCKING',
    subjectRut: '12.345.678-5',
    fields: { parentRequestId: deletion, subtypeDetail: 'Me siguen llamando con ofertas a diario.' },
  })
  const { page, visit, open } = await asMember(site, camila)
  const dialog = (name: string) => page.getByRole('dialog', { name })

  await open('solicitudes')
  const rows = page.getByRole('table', { name: 'Solicitudes' }).locator('tbody tr')
  await page.getByText('9 resultados').waitFor()
  assert.match((await rows.first().textContent()) ?? '', /Rodrigo Fuentes/, 'what is due first stands first')
  assert.match((await rows.first().textContent()) ?? '', /Venció hace/)
  await visit.assertSound('queue')
  await visit.shot('console-dsar-queue')
  // By name, because the position of the block depends on the day of the week.
  for (const name of ['Hernán Catalán', 'Paulina Oyarzún'])
    await rows.filter({ hasText: name }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Asignar…' }).click()
  await page.getByLabel('Responsable').last().selectOption({ label: 'Luis Soto' })
  await visit.assertSound('assign')
  await page.getByRole('button', { name: 'Asignar', exact: true }).click()
  await page.getByText('2 solicitudes quedaron con Luis Soto').waitFor()
  await page.getByRole('link', { name: 'Sin asignar' }).click()
  await page.getByText('7 resultados').waitFor()
  assert.match(page.url(), /cola=libres/, 'the queue stands in the address')
  await page.getByLabel('Derecho').selectOption('BLOCKING')
  await page.getByText('1 resultado', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Vistas' }).click()
  await page.getByRole('menuitem', { name: 'Guardar esta vista…' }).waitFor()
  await visit.assertSound('an open menu')
  await page.getByRole('menuitem', { name: 'Guardar esta vista…' }).click()
  await dialog('Guardar esta vista').getByLabel('Nombre').fill('Bloqueos libres')
  await dialog('Guardar esta vista').getByRole('button', { name: 'Guardar' }).click()
  await dialog('Guardar esta vista').waitFor({ state: 'detached' })

  await open(`solicitudes/${deletion}`)
  await page.getByText('Bloqueo temporal que la acompaña').waitFor()
  await page.getByText('Mi ficha de cliente y mis compras de 2025').waitFor()
  await visit.assertSound('case')
  await visit.shot('console-dsar-case')
  await page.getByRole('button', { name: 'Resuelva primero el bloqueo temporal' }).click()

  // The block: refused with a legal ground, and reported to the Agency.
  await page.getByText('Mientras no se responda').waitFor()
  assert.ok(page.url().includes(block))
  assert.equal(await page.getByRole('button', { name: 'Ampliar el plazo' }).count(), 0)
  await visit.assertSound('block')
  await visit.shot('console-dsar-block')
  await page.getByRole('button', { name: 'Rechazar' }).click()
  await page.getByLabel('Fundamento de lo que no se acoge').waitFor()
  await page.getByRole('button', { name: 'Leer la carta antes de enviarla' }).click()
  await page.getByText('Complete lo que está marcado').waitFor()
  await page
    .getByLabel('Fundamento de lo que no se acoge')
    .fill('Las llamadas ya cesaron: sus datos no se usan con ese fin desde ayer.')
  await page.getByRole('button', { name: 'Leer la carta antes de enviarla' }).click()
  await dialog('La carta que se enviará')
    .getByText('Negar un bloqueo temporal, entero o en parte, se informa también')
    .waitFor()
  await visit.assertSound('letter of refusal')
  await visit.shot('console-dsar-review')
  await page.getByRole('button', { name: 'Enviar a maria.perez@correo.cl' }).click()
  await page.getByText('Quedó hecho, pero falta algo que pide la ley').waitFor()
  await page.getByRole('link', { name: 'Agencia', exact: true }).click()
  await page.getByText('Negativa de bloqueo temporal, folio').waitFor()
  await visit.assertSound('agency')
  await visit.shot('console-dsar-agency')
  await page.getByRole('button', { name: 'Dejar constancia del envío' }).click()
  await page.getByLabel('Canal y comprobante').fill('Portal de la Agencia, ingreso 4821')
  await page.getByRole('button', { name: 'Dejar constancia', exact: true }).click()
  await page.getByText('Informada el').waitFor()
  await page.getByRole('link', { name: 'Resumen' }).click()
  await page.getByText('La solicitud está cerrada').waitFor()
  await page.getByText('Verifique la identidad: no se hizo').waitFor()

  // The main request: identity, person in charge, recipients of the data, extension, answer.
  await open(`solicitudes/${deletion}`)
  await page.getByRole('button', { name: 'Verifique la identidad' }).click()
  // The method is evidence, so nothing is preselected.
  assert.equal(await dialog('Verificar la identidad').getByRole('radio', { checked: true }).count(), 0)
  await page.getByRole('button', { name: 'Dejar constancia' }).click()
  await dialog('Verificar la identidad').getByText('Elija una de las opciones.').waitFor()
  await dialog('Verificar la identidad').getByLabel('Vi su documento').check()
  await dialog('Verificar la identidad').getByLabel('El RUT').check()
  await dialog('Verificar la identidad').getByLabel('Qué revisó').fill('Cédula vigente, igual a la ficha.')
  await visit.assertSound('verify')
  await page.getByRole('button', { name: 'Dejar constancia' }).click()
  await page.getByText('Cédula vigente, igual a la ficha.').waitFor()
  await page.getByRole('button', { name: 'Asigne quién la responde' }).click()
  await page.getByLabel('Responsable').last().selectOption({ label: 'Luis Soto' })
  await page.getByRole('button', { name: 'Asignar', exact: true }).click()
  await page.getByRole('button', { name: 'Indique a quién se comunicaron' }).click()
  await page.getByRole('button', { name: 'Agregar', exact: true }).click()
  await dialog('Agregar un destinatario').getByLabel('Nombre').fill('Despachos del Sur Ltda.')
  await dialog('Agregar un destinatario').getByLabel('Correo').fill('privacidad@despachos.cl')
  await dialog('Agregar un destinatario').getByRole('button', { name: 'Agregar' }).click()
  await page.getByText('Con la respuesta', { exact: true }).waitFor()
  await visit.assertSound('third parties')
  await visit.shot('console-dsar-thirds')
  await page.getByRole('button', { name: 'Ampliar el plazo' }).click()
  await page.getByLabel('Motivo').fill('Las compras de 2025 están en un sistema archivado.')
  await visit.assertSound('extend')
  await visit.shot('console-dsar-extend')
  await page.getByRole('button', { name: 'Ampliar y avisar' }).click()
  await page.getByText('Plazo ampliado', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Responder' }).click()
  const answer = page.getByLabel('Lo que se responde')
  assert.match(await answer.inputValue(), /Suprimimos los datos personales/, 'it begins with words')
  await answer.fill('Suprimimos su ficha de cliente y sus compras de 2025 de la tienda en línea.')
  await visit.assertSound('answer')
  await visit.shot('console-dsar-answer')
  await page.reload()
  await page.getByText('Recuperamos lo que había escrito').waitFor()
  await page.getByRole('button', { name: 'Leer la carta antes de enviarla' }).click()
  await dialog('La carta que se enviará').getByText('Suprimimos su ficha de cliente').waitFor()
  await page.getByRole('button', { name: 'Enviar a maria.perez@correo.cl' }).click()
  await page.getByText('Cómo se resolvió').waitFor()
  await page.getByRole('link', { name: 'Cartas' }).click()
  await page.frameLocator('iframe').getByText('Despachos del Sur').first().waitFor()
  await page.getByRole('button', { name: 'Respuesta' }).click()
  await page.frameLocator('iframe').getByText('Suprimimos su ficha').first().waitFor()
  await visit.assertSound('letters')
  await visit.shot('console-dsar-letters')
  await page.getByRole('link', { name: 'Historial' }).click()
  await page.getByText('Se acoge').first().waitFor()
  assert.equal(await page.getByText('FULFILLED').count(), 0, 'no name that programs use')
  await visit.assertSound('history')
  await visit.shot('console-dsar-history')
  await visit.close()
  await site.api.drain()
  // Waiting mails are sent in any order.
  const letters = site.api.mailbox.to('maria.perez@correo.cl').map(({ text }) => text)
  assert.equal(letters.filter((text) => text?.includes('Suprimimos su ficha')).length, 1)
  assert.equal(site.api.mailbox.to('privacidad@despachos.cl').length, 1)
})

test('on a phone the open tab is in sight, although the tabs are wider than the screen', async () => {
  const owner = await site.api.tenant({ name: 'Tienda Norte SpA' })
  const { make } = await fillDesk(site.api, owner)
  const id = await make({
    daysAgo: 1,
    subjectName: 'Rosa Díaz',
    rightType: 'ACCESS',
    subjectRut: '12.345.678-5',
  })
  const { page, visit, open } = await asMember(site, owner, { width: 390 })
  for (const [part, name] of [
    ['historial', 'Historial'],
    ['tareas', 'Tareas'],
  ] as const) {
    await open(`solicitudes/${id}?parte=${part}`)
    const tab = page.getByRole('navigation', { name: 'Partes de la solicitud' }).getByRole('link', { name })
    await tab.and(page.locator('[aria-current]')).waitFor()
    const { x, width } = (await tab.boundingBox())!
    assert.ok(x >= 0 && x + width <= 390, `${name} stands at ${x}`)
  }
  await visit.close()
})

test('leaving an unsent request asks first', async () => {
  const owner = await site.api.tenant({ name: 'Tienda Oriente SpA' })
  const { page, visit, open } = await asMember(site, owner)
  await open('solicitudes/nueva')
  await page.getByLabel('Nombre', { exact: true }).fill('Rosa Díaz')
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void (asked.length === 1 ? dialog.dismiss() : dialog.accept())
  })
  const elsewhere = page.getByRole('link', { name: 'Brechas' }).first()
  await elsewhere.click()
  assert.equal(await page.getByLabel('Nombre', { exact: true }).inputValue(), 'Rosa Díaz')
  await elsewhere.click()
  await page.getByRole('heading', { name: 'Brechas de seguridad' }).waitFor()
  assert.equal(asked.length, 2)
  assert.match(asked[0]!, /se pierde/)
  await visit.close()
})
