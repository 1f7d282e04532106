import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity } from '#test/kit/activities.ts'
import { asMember } from '#test/kit/officer.ts'
import { openSite } from '#test/kit/visitor.ts'

const site = await openSite()
const owner = await site.api.tenant({ name: 'Clínica del Sur' })
const { page, visit, open } = await asMember(site, owner, { width: 390 })

test('the open tab is in sight', async () => {
  const { id } = (await owner.post('/dpia/assessments', { title: 'Telemedicina' })).data
  await open(`evaluaciones/${id}?parte=historial`)
  const inSight = (name: string) =>
    visit.until(`(() => {
      const tab = [...document.querySelectorAll('main nav a')].find((one) => one.textContent === '${name}')
      const { left, right } = tab.getBoundingClientRect()
      return left >= 0 && right <= innerWidth
    })()`)
  await inSight('Historial')
  await page.getByRole('link', { name: 'Archivos', exact: true }).click()
  await inSight('Archivos')
  // Lists with an address of their own.
  await open('consentimiento/personas')
  await inSight('Personas y prueba')
})

test('a title of one long word, and the table of a policy, fit the page', async () => {
  const long = `Telemedicina${'paralaspersonasmayores'.repeat(6)}`
  const { id } = (await owner.post('/dpia/assessments', { title: long })).data
  await open(`evaluaciones/${id}`)
  await visit.assertSound('a long title')

  const activityId = await makeActivity(owner)
  await owner.patch(`/rat/activities/${activityId}/status`, { status: 'published' })
  const policy = (await owner.post('/privacy-policy/generate')).data
  await open(`politicas/${policy.id}?parte=editar`)
  const table = page.getByRole('table', { name: 'Actividades de tratamiento' })
  const cell = table.getByRole('cell').first()
  assert.ok(await cell.getAttribute('data-label'), 'each cell says what it is')
  assert.ok((await cell.boundingBox())!.width > 200, 'a cell is as wide as its card')
  await visit.assertSound('the table of a policy')
})

test('a list with names of one long word fits the page', async () => {
  const name = 'Maximiliano'.repeat(8)
  const email = `${'correo.'.repeat(8)}uno@transportes-del-sur-austral.cl`
  await owner.post('/settings/members', { name, email, role: 'VIEWER' })
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 780 })
    await open('personas')
    await page.getByText(email).waitFor()
    await visit.assertSound(`a long name at ${width}`)
  }
  await page.setViewportSize({ width: 390, height: 780 })
})

test('names longer than the line break their words, even in a row with others', async () => {
  const word = 'Electroencefalografistas'.repeat(4)
  const system = async (name: string, more: object = {}) =>
    (await owner.post('/data-map/systems', { name, type: 'SAAS', ...more })).data.id as string
  const flow = {
    sourceSystemId: await system('Ficha con un nombre de muchas palabras que no cabe en una sola línea'),
    targetSystemId: await system(word, { hostingCountry: 'US' }),
    dataCategories: ['name'],
  }
  await owner.post('/data-map/flows', flow)
  const stages = [{ name: word, requiredRole: 'DPO' }]
  const workflow = (await owner.post('/workflows', { name: 'Cierre', entityType: 'BREACH', stages })).data
  const purposes = [{ key: 'm', name: word, cookies: [{ name: word }] }]
  const notice = (await owner.post('/consent/notices', { name: 'Banner', title: 'Su privacidad', purposes }))
    .data
  const fields = [{ key: 'a', label: word, type: 'text' }]
  const form = (await owner.post('/consent/templates', { name: 'Ofertas', purposeText: 'Sí', fields })).data
  for (const path of [
    'mapa?vista=paises',
    `flujos/${workflow.id}`,
    `consentimiento/avisos/${notice.id}`,
    `consentimiento/formularios/${form.id}`,
  ]) {
    await open(path)
    await page.getByText(word).first().waitFor()
    await visit.assertSound(path)
  }
})

test('a document preview does not scroll sideways', async () => {
  const { id } = (await owner.post('/dpia/assessments', { title: 'Cámaras' })).data
  const risk = { description: 'Un tercero mira.', likelihood: 'medium', impact: 'high' }
  await owner.post(`/dpia/assessments/${id}/risks`, risk)
  for (const path of [`evaluaciones/${id}?parte=documento`, 'gobierno?parte=documentos']) {
    await open(path)
    await page.frameLocator('iframe').locator('h1').waitFor()
    const frame = page.frames().at(-1)!
    const beyond = await frame.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    assert.equal(beyond, 0, path)
  }
  await visit.close()
})

test('on a touch screen the controls of a dialog are 44 px tall and its buttons stay in sight', async () => {
  const phone = await asMember(site, owner, { width: 390, hasTouch: true, isMobile: true })
  await phone.open('ajustes/webhooks')
  await phone.page.getByRole('button', { name: 'Crear un webhook' }).first().tap()
  const dialog = phone.page.getByRole('dialog', { name: 'Crear un webhook' })
  await dialog.getByLabel('Dirección del receptor').waitFor()
  const small = await phone.page.evaluate<string[]>(`(() => {
    const own = document.querySelectorAll('[role="dialog"] :is(a, button, input, select, textarea)')
    const sizeOf = (one) => {
      const isBox = ['checkbox', 'radio'].includes(one.type)
      return (isBox ? one.labels[0] : one).getBoundingClientRect()
    }
    return [...own].filter((one) => sizeOf(one).height < 44).map((one) => one.outerHTML)
  })()`)
  assert.deepEqual(small, [])
  const zooms = await phone.page.evaluate<number>(
    `Math.min(...[...document.querySelectorAll('input')].map((one) => parseFloat(getComputedStyle(one).fontSize)))`,
  )
  assert.ok(zooms >= 16, `a field of ${zooms} px makes a phone zoom in`)
  const act = (await dialog.getByRole('button', { name: 'Crearlo' }).boundingBox())!
  assert.ok(act.y + act.height <= 780, 'the button is in sight before scrolling')
  await phone.visit.assertSound('a long dialog on a phone')
  await phone.visit.close()
})

test('a phone can sort a list, and a tap beside the checkbox of a row does not open the row', async () => {
  for (const name of ['Archivo clínico', 'Zonas de espera']) await makeActivity(owner, { name })
  const phone = await asMember(site, owner, { width: 390, hasTouch: true, isMobile: true })
  await phone.open('registro')
  const first = phone.page.getByRole('rowheader').first()
  await phone.page.getByLabel('Orden', { exact: true }).selectOption('Actividad, descendente')
  await phone.page.waitForURL(/sort=-name/)
  await first.getByText('Zonas de espera').waitFor()
  await phone.page.getByLabel('Orden', { exact: true }).selectOption('Actividad, ascendente')
  await first.getByText('Archivo clínico').waitFor()
  const box = phone.page.getByRole('checkbox', { name: 'Elegir esta fila' }).first()
  const { x, y, width, height } = (await box.boundingBox())!
  await phone.page.touchscreen.tap(x - 8, y + height + 8)
  await phone.page.touchscreen.tap(x + width / 2, y + height / 2)
  await phone.page.touchscreen.tap(x + width + 8, y - 8)
  assert.equal(await box.isChecked(), true)
  assert.match(phone.page.url(), /registro\?/)
  await phone.visit.assertSound('a list under a finger')
  await phone.visit.close()
})
