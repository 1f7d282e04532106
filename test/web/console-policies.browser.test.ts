import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asMember } from '#test/kit/officer.ts'
import { publishNotice } from '#test/kit/policies.ts'
import { openSite } from '#test/kit/visitor.ts'

/** From a register to a published policy, and again after the register changes. */

const site = await openSite()

test('she writes a policy, rewords a section, publishes it, and sees later changes of the records', async () => {
  const camila = await site.api.tenant({ name: 'Clínica del Sur' })
  const [entity] = (await camila.get('/org/entities')).data.entities
  const { page, visit, open } = await asMember(site, camila)
  await open('politicas')
  await page.getByRole('heading', { name: 'Todavía no hay política' }).waitFor()
  await visit.assertSound('policies, none')
  await page.getByRole('button', { name: 'Escribir un borrador' }).click()
  await visit.assertSound('write?')
  await page.getByRole('button', { name: 'Escribir el borrador' }).click()
  await page.getByRole('heading', { name: 'Política de tratamiento de datos, versión 1' }).waitFor()
  const frame = page.frameLocator('iframe')
  await frame.getByText('Responsable del tratamiento').first().waitFor()
  await page.getByText('Falta en los registros').waitFor()
  await visit.assertSound('draft')
  await visit.shot('console-policies-draft')
  await page.getByLabel('Ancho').selectOption('telefono')
  await visit.until("document.querySelector('iframe').clientWidth <= 390")
  await visit.shot('console-policies-phone')

  await page.getByRole('link', { name: 'Editar', exact: true }).click()
  await page.getByText('La ley pide esta sección y no se puede quitar: art. 14 ter letra e)').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Ocultar «Cómo protegemos los datos»' }).count(), 0)
  await visit.assertSound('editor')
  await visit.shot('console-policies-editor')
  await page.getByRole('button', { name: /Editar «Cómo protegemos/ }).click()
  await page.getByRole('textbox', { name: 'Texto' }).fill('')
  await page.getByRole('button', { name: 'Guardar la sección' }).click()
  await page
    .getByText('Esta sección no puede quedar sin texto (art. 14 ter letra e), Ley 19.628 (mod. Ley 21.719))')
    .waitFor()
  await page
    .getByRole('textbox', { name: 'Texto' })
    .fill('Ciframos las fichas.\n\n- Copias cada noche\n- Doble clave')
  await page.getByRole('button', { name: 'Guardar la sección' }).click()
  await page.getByText('Texto propio').waitFor()
  const policies = (await camila.get('/privacy-policy/versions')).data
  const { id } = policies[0]
  const draft = (await camila.get(`/privacy-policy/${id}`)).data
  assert.match(draft.customSections.security.content, /<li>Copias cada noche<\/li>/)
  await page.getByRole('button', { name: /Ocultar «.*ookies/ }).click()
  await page.getByText('Oculta', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Publicar' }).click()
  const dialog = page.getByRole('dialog', { name: /^Publicar la política/ })
  await dialog.getByLabel('Qué cambió').fill('Primera versión.')
  await visit.assertSound('publish?')
  await dialog.getByRole('button', { name: 'Publicar' }).click()
  await dialog.waitFor({ state: 'detached' })
  await open(`politicas/${id}`)
  await page.getByText('Espera en la etapa').waitFor()
  await page.getByLabel('Aprobar').check()
  await page.getByRole('button', { name: 'Dejar mi decisión' }).click()
  await page.getByText('Publicada', { exact: true }).first().waitFor()
  await page.getByText(`/politica/${camila.slug}`, { exact: false }).first().waitFor()
  assert.ok(await page.getByText('data-resguardo-politica').count(), 'its code can be copied')

  await camila.patch(`/org/entities/${entity.id}`, { postalAddress: 'Av. Alemania 0945, Temuco' })
  await open('politicas')
  await page.getByText('Cambiaron los datos de la entidad legal', { exact: false }).waitFor()
  await visit.assertSound('drifted')
  await visit.shot('console-policies-list')
  await page.getByRole('link', { name: 'Ver las diferencias' }).click()
  await page.getByText('Diría hoy, con los registros').first().waitFor()
  await page.getByText('Las diferencias, palabra por palabra').first().click()
  await page.locator('ins', { hasText: 'Alemania 0945' }).first().waitFor()
  await visit.assertSound('side by side')
  await visit.shot('console-policies-beside')

  await camila.post('/privacy-policy/generate')
  const [next] = (await camila.get('/privacy-policy/versions')).data
  await open(`politicas/${next.id}?parte=cambios`)
  await page.getByText('Cambiada').first().waitFor()
  await visit.assertSound('changes')
  await visit.shot('console-policies-changes')
  // The first version does not show additions of a later draft as removals.
  await open(`politicas/${id}?parte=cambios`)
  await page.getByText('Es la primera versión en este idioma').waitFor()
  await visit.close()
})

test('the cookie policy of an entity: written from the notices, published, and shown on another site', async () => {
  const camila = await site.api.tenant({ name: 'Tienda Sur' })
  await publishNotice(camila, [
    { key: 'medicion', name: 'Medición', cookies: [{ name: '_ga', provider: 'Google', duration: '2 años' }] },
  ])
  const { page, visit, open } = await asMember(site, camila)
  await open('politicas?tipo=cookies')
  await page.getByRole('button', { name: 'Escribir un borrador' }).click()
  await page.getByRole('dialog').getByLabel('Inglés').check()
  await page.getByRole('button', { name: 'Escribir el borrador' }).click()
  await page.getByRole('heading', { name: 'Política de cookies, versión 1' }).waitFor()
  await page.frameLocator('iframe').getByText('_ga').first().waitFor()
  await page.getByRole('button', { name: 'Publicar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publicar' }).click()
  await page.getByText('Publicada', { exact: true }).first().waitFor()
  await page.getByText('data-resguardo-cookies').waitFor()
  await visit.assertSound('cookie policy')
  await visit.shot('console-policies-cookies')
  const shown = await site.visit(`/cookies/${camila.slug}?language=en&marco=1`)
  await shown.page.getByText('_ga').first().waitFor()
  await shown.close()
  await visit.close()

  const viewer = await asMember(site, await camila.colleague('VIEWER'), { width: 390, dark: true })
  await viewer.open('politicas?tipo=cookies')
  await viewer.page.getByText('Versión 1').first().waitFor()
  assert.equal(await viewer.page.getByRole('button', { name: 'Escribir un borrador' }).count(), 0)
  await viewer.visit.assertSound('viewer, phone, dark')
  await viewer.visit.shot('console-policies-list-390')
  await viewer.visit.close()
})

test('two people edit: the second one is notified and keeps her words', async () => {
  const camila = await site.api.tenant({ name: 'Librería Austral' })
  const { id } = (await camila.post('/privacy-policy/generate')).data
  const { page, visit, open } = await asMember(site, camila)
  await open(`politicas/${id}?parte=editar`)
  await page.getByRole('textbox', { name: 'Introducción' }).fill('Lo escribimos nosotras.')
  await camila.patch(`/privacy-policy/${id}`, { customTitle: 'Sus datos' })
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByRole('button', { name: 'Poner lo mío sobre lo guardado' }).click()
  assert.equal(await page.getByRole('textbox', { name: 'Título' }).first().inputValue(), 'Sus datos')
  assert.equal(
    await page.getByRole('textbox', { name: 'Introducción' }).inputValue(),
    'Lo escribimos nosotras.',
  )
  await visit.close()
})
