import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { asMember } from '#test/kit/officer.ts'
import type { Person } from '#test/kit/service.ts'
import { openSite } from '#test/kit/visitor.ts'

const site = await openSite()

const systemOf = async (owner: Person, name: string, fields: object = {}) =>
  (await owner.post('/data-map/systems', { name, type: 'CRM', ...fields })).data.id as string

/** Waits until the map fits and stands still, so that it can be pressed. */
const drawn = (page: Page) => page.locator('.react-flow__node-system').first().waitFor()

test('an officer fills the map, opens the record of a flow, and downloads the picture', async () => {
  const owner = await site.api.tenant({ name: 'Tienda Sur' })
  const { page, visit, open } = await asMember(site, owner)
  await open('mapa')
  await page.getByRole('heading', { name: 'El mapa está en blanco' }).waitFor()
  await visit.assertSound('map, empty')
  await page.getByRole('link', { name: 'Agregar un sistema' }).click()
  const adding = page.getByRole('dialog', { name: 'Agregar un sistema' })
  await adding.getByRole('textbox', { name: 'Nombre' }).fill('Nómina en la nube')
  await adding.getByLabel('Clase').selectOption('HR')
  await adding.getByLabel('Salud y perfil biológico').check()
  await adding.getByText('cuenta como sistema con datos sensibles').waitFor()
  await adding.getByLabel('País').fill('Estados Unidos')
  await adding.getByText('es una transferencia internacional').waitFor()
  await adding.getByLabel('Proveedor que lo opera').fill('Sueldos Inc.')
  await visit.assertSound('new system')
  await adding.getByRole('button', { name: 'Agregar', exact: true }).click()
  await page.getByRole('heading', { name: 'Nómina en la nube' }).waitFor()
  await page.getByText('Datos sensibles', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Sueldos Inc.' }).waitFor()

  const reloj = await systemOf(owner, 'Reloj control', { hostingCountry: 'CL' })
  await open('mapa')
  await page.getByRole('button', { name: 'Agregar un flujo' }).click()
  const flow = page.getByRole('dialog', { name: 'Agregar un flujo' })
  await flow.getByRole('combobox', { name: 'De' }).selectOption({ label: 'Reloj control' })
  await flow.getByRole('combobox', { name: 'A', exact: true }).selectOption({ label: 'Reloj control' })
  await flow.getByRole('button', { name: 'Agregar', exact: true }).click()
  await flow.getByText('Un flujo une dos sistemas distintos').waitFor()
  await flow.getByRole('combobox', { name: 'A', exact: true }).selectOption({ label: 'Nómina en la nube' })
  await flow.getByLabel('Qué pasa').fill('Marcas de jornada')
  await flow.getByLabel('Datos laborales').check()
  await visit.assertSound('new flow')
  await flow.getByRole('button', { name: 'Agregar', exact: true }).click()
  await flow.waitFor({ state: 'detached' })

  await drawn(page)
  await visit.assertSound('map')
  await visit.shot('console-map')
  // By keyboard: Tab reaches a system, and Enter shows it.
  await page.locator('.react-flow__node-system').filter({ hasText: 'Reloj control' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Abrir la ficha' }).waitFor()
  assert.match(page.url(), new RegExp(`elegido=${reloj}`), 'what is chosen stands in the address')
  await visit.assertSound('map with a system')
  await visit.shot('console-map-chosen')

  for (const [kind, start] of [
    ['SVG', '<svg'],
    ['PNG', '\u0089PNG'],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descargar el dibujo' }).click()
    await page.getByRole('menuitem', { name: new RegExp(kind) }).click()
    const bytes = readFileSync(await (await download).path())
    assert.equal(bytes.toString('latin1', 0, start.length), start)
    if (kind === 'SVG') assert.match(bytes.toString(), /Nómina en la nube[\s\S]*Sueldos Inc\./)
    else assert.ok(bytes.length > 5000, `${bytes.length} bytes`)
  }

  await page.getByRole('link', { name: 'Lista' }).click()
  await page.getByRole('link', { name: 'Flujos (1)' }).click()
  await page.getByText('Sale de Chile sin garantía anotada').waitFor()
  await visit.assertSound('list of flows')
  await page.getByRole('link', { name: 'Reloj control' }).click()
  const editing = page.getByRole('dialog', { name: 'Flujo de datos' })
  await editing.getByLabel('Los datos salen de Chile').check()
  await editing.getByLabel('Garantías').fill('Cláusulas contractuales con el proveedor')
  await editing.getByRole('button', { name: 'Guardar' }).click()
  await editing.waitFor({ state: 'detached' })
  await page.getByText('Sale de Chile', { exact: true }).waitFor()

  await page.getByRole('link', { name: 'Países' }).click()
  await page
    .getByRole('link', { name: /^Estados Unidos \(2\): 1 sistema, 1 encargado, 1 flujo que llega/ })
    .click()
  await page.getByText('Necesita una garantía', { exact: true }).waitFor()
  assert.match(page.url(), /pais=US/)
  await visit.assertSound('countries')
  await visit.shot('console-map-countries')
  assert.deepEqual(visit.wrong, [], 'the policy of the page let everything through')
  await visit.close()
})

test('filters are in the address and apply to the drawing and the list', async () => {
  const owner = await site.api.tenant({ name: 'Clínica' })
  const [fichas, agenda, nube] = [
    await systemOf(owner, 'Fichas', { dataCategories: ['health'], hostingCountry: 'CL' }),
    await systemOf(owner, 'Agenda', { dataCategories: ['phone'], hostingCountry: 'CL' }),
    await systemOf(owner, 'Respaldo', { hostingCountry: 'BR' }),
  ]
  await owner.post('/data-map/flows', { sourceSystemId: fichas, targetSystemId: nube })
  await owner.post('/data-map/flows', { sourceSystemId: agenda, targetSystemId: fichas })
  const { page, visit, open } = await asMember(site, await owner.colleague('VIEWER'))
  await open('mapa?vista=lista')
  await page.getByText('3 resultados').waitFor()
  await page.getByLabel('Datos').selectOption('health')
  await page.getByText('1 resultado').waitFor()
  await page.getByRole('button', { name: 'Quitar filtros' }).click()
  await page.getByLabel('Transferencias').selectOption('sin-garantia')
  await page.getByRole('link', { name: 'Flujos (1)' }).waitFor()
  assert.match(page.url(), /transferencias=sin-garantia/)
  assert.equal(
    await page.getByRole('button', { name: 'Agregar un flujo' }).count(),
    0,
    'a viewer adds nothing',
  )
  await page.getByRole('link', { name: 'Mapa', exact: true }).click()
  await drawn(page)
  await page.locator('.react-flow__node-system').filter({ hasText: 'Respaldo' }).waitFor()
  assert.equal(await page.locator('.react-flow__node-system').count(), 2)
  await visit.close()
})

test('a system stays where a person put it, until they tidy the map', async () => {
  const owner = await site.api.tenant({ name: 'Imprenta' })
  await systemOf(owner, 'Pedidos', { hostingCountry: 'CL' })
  await systemOf(owner, 'Facturas', { hostingCountry: 'CL' })
  const { page, visit, open } = await asMember(site, owner)
  await open('mapa')
  await drawn(page)
  const card = page.locator('.react-flow__node-system').filter({ hasText: 'Pedidos' })
  const placeOf = () => card.evaluate((node) => node.style.transform)
  const first = await placeOf()
  const box = (await card.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + 12)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + 52, { steps: 8 })
  await page.mouse.up()
  const dragged = await placeOf()
  assert.notEqual(dragged, first)
  await open('mapa')
  await drawn(page)
  assert.equal(await placeOf(), dragged)
  await page.getByRole('button', { name: 'Volver a ordenar' }).click()
  await open('mapa')
  await drawn(page)
  assert.equal(await placeOf(), first)
  await visit.close()
})

const MOST_IN_PAGE = 150

test('five hundred systems stay fast: only near ones are rendered, and the map follows the pointer', async () => {
  const owner = await site.api.tenant({ name: 'Consorcio', plan: 'ENTERPRISE' })
  const ids: string[] = []
  for (let batch = 0; batch < 25; batch += 1) {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const country = ['CL', 'CL', 'US', 'BR', 'DE'][index % 5]
        return systemOf(owner, `Sistema ${batch * 20 + index}`, { hostingCountry: country })
      }),
    )
    ids.push(...made)
  }
  for (let batch = 0; batch < 15; batch += 1)
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const from = (batch * 20 + index) % ids.length
        return owner.post('/data-map/flows', {
          sourceSystemId: ids[from],
          targetSystemId: ids[(from * 3 + 7) % ids.length],
        })
      }),
    )
  const { page, visit, open } = await asMember(site, owner)
  await open('mapa')
  await drawn(page)
  const cards = page.locator('.react-flow__node-system')
  // Zooms from the whole map to a readable size at a place with a card.
  const [toX, toY] = await page.evaluate<[number, number]>(`(() => {
    const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2]
    const [x, y] = middle(document.querySelector('.react-flow__pane').getBoundingClientRect())
    const far = ([left, top]) => Math.hypot(left - x, top - y)
    return [...document.querySelectorAll('.react-flow__node-system')]
      .map((card) => middle(card.getBoundingClientRect()))
      .reduce((near, other) => (far(other) < far(near) ? other : near))
  })()`)
  await page.mouse.move(toX, toY)
  await page.mouse.wheel(0, -1100)
  await cards.nth(MOST_IN_PAGE).waitFor({ state: 'detached' })
  assert.ok((await cards.count()) > 0, 'some are in sight')
  const placeOf = () => page.locator('.react-flow__viewport').getAttribute('style')
  const before = await placeOf()
  // Between the cards, because dragging a card moves only that card.
  const [x, y] = (await page.evaluate(`(() => {
    const { left, top, width, height } = document.querySelector('.react-flow__pane').getBoundingClientRect()
    for (let down = 20; down < height / 2; down += 9)
      for (let right = 20; right < width / 2; right += 9)
        if (!document.elementFromPoint(left + right, top + down)?.closest('.react-flow__node-system, .react-flow__edge'))
          return [left + right, top + down]
  })()`)) as [number, number]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 1; step <= 20; step += 1) await page.mouse.move(x + step * 12, y + step * 8)
  await page.mouse.up()
  await page.locator(`.react-flow__viewport:not([style="${before}"])`).waitFor()
  assert.ok((await cards.count()) <= MOST_IN_PAGE, `${await cards.count()} of 500 in the page`)
  assert.deepEqual(visit.wrong, [])
  await visit.close()
})
