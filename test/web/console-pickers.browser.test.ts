import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity, makeDomain, makeSystem } from '#test/kit/activities.ts'
import { asMember } from '#test/kit/officer.ts'
import { openSite } from '#test/kit/visitor.ts'

/** Choices and searches cover all records: people cannot choose or find what a list leaves out. */
const site = await openSite()

/** More than one page of the API. */
const MANY = 103
const LAST = 'Zócalo, registro de visitas'

const nth = (index: number) => `Sistema ${String(index).padStart(3, '0')}`

test('the last of more than a hundred systems can be chosen and found by name', async () => {
  const owner = await site.api.tenant({ name: 'Clínica Grande', plan: 'ENTERPRISE' })
  for (let index = 1; index < MANY; index += 1) await makeSystem(owner, { name: nth(index) })
  const systemId = await makeSystem(owner, { name: LAST })
  const id = await makeActivity(owner, { name: 'Visitas', systemId })
  const { page, visit, open } = await asMember(site, owner)

  await open(`registro/${id}?editar=si`)
  const system = page.getByLabel('Sistema', { exact: true })
  await system.waitFor()
  assert.equal(await system.inputValue(), systemId, 'what it has is shown')
  assert.equal(await system.locator('option').count(), MANY + 1)

  await open('brechas/nueva')
  await page.getByLabel('Título').fill('Libro de visitas perdido')
  const systems = page.getByRole('group', { name: /Sistemas afectados/ })
  await systems.getByText(/^Hay \d+ más: búsquelas por su nombre\.$/).waitFor()
  assert.equal(await systems.getByLabel(LAST).count(), 0)
  await systems.getByRole('searchbox').fill('zocalo')
  await systems.getByRole('searchbox').press('Enter')
  assert.match(page.url(), /brechas\/nueva$/, 'Enter looks for words, it does not send the form')
  await systems.getByLabel(LAST).check()
  await systems.getByRole('searchbox').fill(nth(7))
  await systems.getByLabel(nth(7)).check()
  assert.equal(await systems.getByLabel(LAST).isChecked(), true, 'what is chosen stays in sight')
  await visit.assertSound('a long list to choose from')
  await visit.shot('console-pick-field')
  await page.setViewportSize({ width: 390, height: 780 })
  await visit.assertSound('a long list on a phone')
  await visit.shot('console-pick-field-phone')
  await page.getByRole('button', { name: 'Registrar la brecha' }).click()
  await page.getByRole('heading', { name: 'Libro de visitas perdido' }).waitFor()
  const [{ id: breachId }] = (await owner.get('/breaches')).data.items
  assert.deepEqual((await owner.get(`/breaches/${breachId}`)).data.systemIds.length, 2)
  await visit.close()
})

test('in a list of hundreds the service searches, and chosen records keep their names', async () => {
  const owner = await site.api.tenant({ name: 'Hospital Mayor', plan: 'ENTERPRISE' })
  const systemId = await makeSystem(owner, { name: LAST })
  const lastId = await makeActivity(owner, { name: 'Zócalo, libro de visitas', systemId })
  for (const from of [1, 151]) {
    const activities = Array.from({ length: 150 }, (_, index) => ({
      name: `Actividad ${String(from + index).padStart(3, '0')}`,
      legalBasis: 'contract',
      purposes: 'Atender a pacientes',
    }))
    assert.equal((await owner.post('/rat/bulk-import', { activities })).status, 201)
  }
  for (let from = 1; from <= 300; from += 20)
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => makeSystem(owner, { name: nth(from + index) })),
    )
  const { page, visit, open } = await asMember(site, owner)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/\/(activities|systems)(\/|$)/.test(pathname)) asked.push(`${pathname.slice(7)}${search}`)
  })

  await open('brechas/nueva')
  await page.getByLabel('Título').fill('Libro de visitas perdido')
  const activities = page.getByRole('group', { name: /Actividades de tratamiento afectadas/ })
  const search = activities.getByRole('searchbox', {
    name: 'Buscar en «Actividades de tratamiento afectadas»',
  })
  await activities.getByText('Hay 241 más: búsquelas por su nombre.').waitFor()
  assert.equal(asked.length, 2, `the first of each list: ${asked}`)
  assert.equal(await activities.getByLabel('Zócalo, libro de visitas').count(), 0)
  await search.fill('zocalo')
  await search.press('Enter')
  assert.match(page.url(), /brechas\/nueva$/, 'Enter looks for words, it does not send the form')
  await activities.getByLabel('Zócalo, libro de visitas').waitFor()
  assert.equal(await activities.getByRole('checkbox').count(), 1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await search.fill('actividad 277')
  await activities.getByLabel('Actividad 277').check()
  assert.equal(await activities.getByLabel('Zócalo, libro de visitas').isChecked(), true)
  assert.equal(await activities.getByRole('checkbox').count(), 2, 'what is chosen stays in sight')
  await search.fill('nada así')
  await activities.getByText('Ninguna opción con esas palabras.').waitFor()
  await visit.assertSound('a list of hundreds')
  await visit.shot('console-pick-far')
  await page.setViewportSize({ width: 390, height: 780 })
  await visit.assertSound('a list of hundreds on a phone')
  await visit.shot('console-pick-far-phone')
  await page.setViewportSize({ width: 1280, height: 800 })

  // After a return to unsaved input, each chosen name is loaded on its own.
  asked.length = 0
  await page.reload()
  await activities.getByLabel('Zócalo, libro de visitas').waitFor()
  assert.equal(await activities.getByLabel('Actividad 277').isChecked(), true)
  assert.equal(await activities.getByLabel('Zócalo, libro de visitas').isChecked(), true)
  assert.equal(asked.length, 4, `the first of each list, and two names: ${asked}`)
  await page.getByRole('button', { name: 'Registrar la brecha' }).click()
  await page.getByRole('heading', { name: 'Libro de visitas perdido' }).waitFor()
  const [{ id }] = (await owner.get('/breaches')).data.items
  const { activityIds } = (await owner.get(`/breaches/${id}`)).data
  assert.equal(activityIds.length, 2)
  assert.ok(activityIds.includes(lastId))

  // One of hundreds, by keyboard only.
  await open(`registro/${lastId}?editar=si`)
  const systems = page.getByRole('radiogroup', { name: 'Sistema' })
  await systems.getByLabel(LAST).waitFor()
  assert.equal(await systems.getByLabel(LAST).isChecked(), true, 'what it has is shown')
  await systems.getByRole('searchbox').focus()
  await page.keyboard.type('sistema 300')
  await systems.getByLabel(nth(300)).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  assert.equal(await systems.getByLabel(nth(300)).isChecked(), true)
  await visit.assertSound('one of hundreds')
  await visit.shot('console-pick-one-far')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await systems.waitFor({ state: 'detached' })
  assert.equal((await owner.get(`/rat/activities/${lastId}`)).data.system.name, nth(300))

  asked.length = 0
  await open('registro?columnas=sistema&sort=-name')
  await page.getByRole('cell', { name: nth(300) }).waitFor()
  const ofSystems = asked.filter((path) => path.startsWith('/data-map/systems'))
  assert.equal(ofSystems.length, 2, `the first of the list, and a name: ${asked}`)
  await visit.close()
})

test('in a large organisation everybody can be notified and is shown by name', async () => {
  const owner = await site.api.tenant({ name: 'Servicio de Salud', plan: 'ENTERPRISE' })
  const id = await makeActivity(owner, { name: 'Agenda' })
  await owner.colleague('VIEWER', 'Zulema Araya')
  for (let index = 1; index <= 22; index += 1) await owner.colleague('VIEWER', `Colega ${index}`)
  const { page, visit, open } = await asMember(site, owner)
  await open(`registro/${id}?parte=comentarios`)
  await page.getByLabel('Avisar a una persona').selectOption({ label: 'Zulema Araya' })
  await page.getByRole('button', { name: '@Zulema Araya' }).waitFor()
  await visit.close()
})

test('a history of more than a hundred acts says how many are older, and loads them', async () => {
  const owner = await site.api.tenant({ name: 'Clínica Antigua' })
  const id = await makeSystem(owner, { name: 'Agenda' })
  for (let index = 1; index < MANY; index += 1)
    assert.equal((await owner.put(`/data-map/systems/${id}`, { name: nth(index) })).status, 200)
  const { page, visit, open } = await asMember(site, owner)
  await open(`mapa/sistemas/${id}`)
  const older = page.getByRole('button', { name: 'Ver lo anterior (3 más)' })
  await older.waitFor()
  assert.equal(await page.getByText('Se agregó').count(), 0)
  await visit.assertSound('a long history')
  await older.scrollIntoViewIfNeeded()
  await visit.shot('console-long-history')
  await older.press('Enter')
  await page.getByText('Se agregó').waitFor()
  assert.equal(await older.count(), 0)
  await page.locator(':focus', { hasText: 'No hay nada anterior.' }).waitFor()
  await visit.close()
})

test('older ones of more than a hundred comments and versions load on a press', async () => {
  const owner = await site.api.tenant({ name: 'Clínica Conversadora', plan: 'ENTERPRISE' })
  const id = await makeSystem(owner, { name: 'Agenda' })
  const said = { entityType: 'system', entityId: id }
  for (let index = 1; index <= MANY; index += 1)
    assert.equal((await owner.post('/comments', { ...said, text: `Comentario ${index}` })).status, 201)
  const purposes = [{ key: 'medicion', name: 'Medición', required: false }]
  const { data: notice } = await owner.post('/consent/notices', { name: 'Sitio', title: 'Aviso', purposes })
  for (let index = 1; index <= MANY; index += 1) {
    await owner.put(`/consent/notices/${notice.id}`, { title: `Aviso ${index}` })
    assert.equal((await owner.post(`/consent/notices/${notice.id}/publish`)).status, 200)
  }
  const { page, visit, open } = await asMember(site, owner)
  await open(`mapa/sistemas/${id}`)
  const comments = page.locator('section', { has: page.getByRole('heading', { name: 'Comentarios' }) })
  const older = comments.getByRole('button', { name: 'Ver lo anterior (3 más)' })
  await older.waitFor()
  await comments.getByText('Comentario 4', { exact: true }).waitFor()
  assert.equal(await comments.getByText('Comentario 3', { exact: true }).count(), 0)
  await visit.assertSound('a long talk')
  await older.press('Enter')
  await comments.getByText('Comentario 1', { exact: true }).waitFor()
  await page.locator(':focus', { hasText: 'No hay nada anterior.' }).waitFor()
  const own = page.getByRole('textbox', { name: 'Escriba un comentario' })
  await own.fill('El último')
  // Shown before it is saved.
  const saved = page.waitForResponse((reply) => reply.request().method() === 'POST')
  await page.getByRole('button', { name: 'Comentar' }).click()
  assert.equal((await saved).status(), 201)
  await comments.getByRole('listitem').last().getByText('El último').waitFor()
  assert.equal(
    (await owner.get(`/comments?entityType=system&entityId=${id}`)).data.items[0].text,
    'El último',
  )

  await open(`consentimiento/avisos/${notice.id}?parte=versiones`)
  await page.getByRole('heading', { name: `Versión ${MANY}` }).waitFor()
  await page.getByRole('button', { name: 'Ver lo anterior (3 más)' }).press('Enter')
  await page.getByRole('heading', { name: 'Versión 1', exact: true }).waitFor()
  await visit.assertSound('many versions')
  await visit.close()
})

test('of hundreds of sites the service finds the one of a notice and of a cookie policy', async () => {
  const owner = await site.api.tenant({ name: 'Grupo de sitios', plan: 'ENTERPRISE' })
  const wanted = await makeDomain(owner, 'https://zocalo.ejemplo.cl')
  for (let from = 1; from <= 300; from += 20)
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => makeDomain(owner, `https://sitio-${from + index}.ejemplo.cl`)),
    )
  const { page, visit, open } = await asMember(site, owner)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/\/domains(\/|$)/.test(pathname)) asked.push(`${pathname.slice(7)}${search}`)
  })
  await open('consentimiento')
  await page.getByRole('button', { name: 'Crear un aviso' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Crear un aviso' })
  await dialog.getByLabel('Nombre').fill('Aviso del zócalo')
  const sites = dialog.getByRole('radiogroup', { name: 'Sitio' })
  await sites.getByRole('searchbox').fill('zocalo')
  await sites.getByLabel('https://zocalo.ejemplo.cl').check()
  assert.equal(asked.length, 2, `the first of the list, and what was looked for: ${asked}`)
  await visit.assertSound('a site of hundreds')
  await dialog.getByRole('button', { name: 'Crear', exact: true }).click()
  await page.getByRole('heading', { name: 'Aviso del zócalo' }).waitFor()
  const [notice] = (await owner.get('/consent/notices')).data.items
  assert.equal(notice.domainId, wanted)
  await open('consentimiento')
  await page.getByRole('cell', { name: 'https://zocalo.ejemplo.cl' }).waitFor()

  await open('politicas?tipo=cookies')
  await page.getByRole('button', { name: 'Escribir un borrador' }).first().click()
  const writing = page.getByRole('dialog')
  await writing.getByRole('radiogroup', { name: 'Sitio' }).getByRole('searchbox').fill('zocalo')
  await writing.getByLabel('https://zocalo.ejemplo.cl').check()
  await writing.getByRole('button', { name: 'Escribir el borrador' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByText('El borrador está escrito.').waitFor()
  const { items } = (await owner.get(`/cookie-policy/versions?domainId=${wanted}`)).data
  assert.equal(items[0].domainId, wanted)
  await visit.close()
})
