import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asMember } from '#test/kit/officer.ts'
import { fillDesk } from '#test/kit/requests.ts'
import { openSite } from '#test/kit/visitor.ts'

const site = await openSite()

test('the empty desk of a new organisation explains itself: she makes a form, previews it, and turns it off', async () => {
  const camila = await site.api.tenant({ name: 'Librería Austral' })
  const { page, visit, open } = await asMember(site, camila)
  await open('solicitudes')
  await visit.assertSound('queue, empty')
  await visit.shot('console-dsar-empty')
  await page.getByRole('link', { name: 'Publicar un formulario' }).click()
  await page.getByRole('heading', { name: 'Formularios', level: 1 }).waitFor()
  await visit.assertSound('forms, empty')
  await page.getByRole('button', { name: 'Crear un formulario' }).click()
  await page.getByRole('dialog').getByLabel('Nombre').fill('Sitio de la librería')
  await visit.assertSound('new form')
  await page.getByRole('button', { name: 'Crear', exact: true }).click()
  await page.getByRole('heading', { name: 'Sitio de la librería', level: 1 }).waitFor()

  const form = page.frameLocator('iframe')
  await form.getByText('Ejerza sus derechos').first().waitFor()
  await page.getByLabel('Título').fill('Sus datos en la librería')
  await page.getByLabel('Introducción').fill('Le respondemos nosotras mismas.')
  await page.getByLabel('Portabilidad').uncheck()
  await form.getByRole('heading', { name: 'Sus datos en la librería' }).waitFor()
  await form.getByText('Portabilidad').first().waitFor({ state: 'detached' })
  await page.getByLabel('Paso').selectOption('RECTIFICATION')
  await form.getByText('¿Qué dato está mal?').waitFor()
  await visit.assertSound('form, previewed')
  await visit.shot('console-dsar-form')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('Guardado.', { exact: false }).first().waitFor()
  const [saved] = (await camila.get('/dsar/widgets')).data.widgets
  assert.equal(saved.config.title, 'Sus datos en la librería')
  assert.equal(saved.config.rightTypes.includes('PORTABILITY'), false)
  assert.ok(await page.getByText(saved.pageUrl, { exact: true }).count(), 'its address can be copied')
  assert.ok(await page.getByText('data-resguardo-derechos').count(), 'and its code')

  await page.getByRole('button', { name: 'Desactivar' }).click()
  await visit.assertSound('switch off?')
  await page.getByRole('dialog', { name: '¿Desactivar' }).getByRole('button', { name: 'Desactivar' }).click()
  await page.getByText('Desactivado', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Eliminar' }).click()
  await page.getByRole('dialog', { name: '¿Eliminar' }).getByRole('button', { name: 'Eliminar' }).click()
  await page.getByRole('heading', { name: 'Ningún formulario todavía' }).waitFor()
  await visit.close()
})

test('a legal refusal shows its reason, and a viewer gets no buttons', async () => {
  const camila = await site.api.tenant({ name: 'Clínica Los Robles' })
  const { ids } = await fillDesk(site.api, camila)
  const { page, visit, open } = await asMember(site, camila)
  await open(`solicitudes/${ids[0]}`)
  await page.getByRole('button', { name: 'Ampliar el plazo' }).click()
  await page.getByLabel('Motivo').fill('Más tiempo')
  await page.getByRole('button', { name: 'Ampliar y avisar' }).click()
  await page.getByText('un plazo vencido no se amplía').waitFor()
  await visit.assertSound('extension refused')
  await visit.close()

  const viewer = await asMember(site, await camila.colleague('VIEWER', 'Ana Díaz'))
  await viewer.open('solicitudes')
  await viewer.page.getByText('7 resultados').waitFor()
  assert.equal(await viewer.page.getByRole('checkbox').count(), 0)
  await viewer.open(`solicitudes/${ids[1]}`)
  await viewer.page.getByText('Qué hacer ahora').waitFor()
  for (const name of ['Responder', 'Rechazar', 'Asignar', 'Verifique la identidad'])
    assert.equal(await viewer.page.getByRole('button', { name }).count(), 0, name)
  await viewer.visit.close()
})

test('on a phone and in the dark theme the parts of a request work, and so does the queue by keyboard', async () => {
  const camila = await site.api.tenant({ name: 'Tienda Sur SpA' })
  const { ids } = await fillDesk(site.api, camila)
  await camila.post(`/dsar/requests/${ids[5]}/respond`, {
    responseType: 'FULFILLED',
    responseNotes: 'Le enviamos una copia.',
  })
  for (const [name, how] of [
    ['390', { width: 390 }],
    ['dark', { dark: true }],
  ] as const) {
    const { page, visit, open } = await asMember(site, camila, how)
    for (const [path, shot, ready] of [
      ['solicitudes', 'queue', 'Rodrigo Fuentes Araya'],
      [`solicitudes/${ids[6]}?parte=respuesta`, 'answer', 'Escribir la respuesta'],
      [`solicitudes/${ids[6]}?parte=terceros`, 'thirds', 'Según el registro'],
      [`solicitudes/${ids[5]}?parte=cartas`, 'letters', 'Por enviar'],
      ['solicitudes/estadisticas', 'stats', 'Por derecho'],
    ] as const) {
      await open(path)
      await page.getByText(ready).first().waitFor()
      if (shot === 'letters') await page.frameLocator('iframe').locator('p').first().waitFor()
      await visit.assertSound(`${shot} ${name}`)
      await visit.shot(`console-dsar-${shot}-${name}`)
    }
    await visit.close()
  }

  const { page, visit, open } = await asMember(site, camila)
  await open('solicitudes/estadisticas')
  await visit.shot('console-dsar-stats')
  await page.getByRole('link', { name: 'Supresión' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('1 resultado', { exact: true }).waitFor()
  assert.match(page.url(), /rightType=DELETION/)
  const row = page.getByRole('table', { name: 'Solicitudes' }).locator('tbody tr').first()
  await row.getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await page.getByText('1 elegida').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /^Supresión: ARCO-/ }).waitFor()
  await page.getByRole('button', { name: 'Verifique la identidad' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Verificar la identidad' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Verificar la identidad' }).waitFor({ state: 'detached' })
  await visit.close()
})
