import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { makeActivity } from '#test/kit/activities.ts'
import { asMember } from '#test/kit/officer.ts'
import { openSite } from '#test/kit/visitor.ts'

/** Line breaks, and texts in narrow places. */
const site = await openSite()
const owner = await site.api.tenant({ name: 'Clínica del Sur' })
const { page, visit, open } = await asMember(site, owner)

const { widgetKey } = (await owner.post('/dsar/widgets', { name: 'Sitio web' })).data
const asked = {
  subjectName: 'Antonia Reyes Salas',
  subjectEmail: 'antonia.reyes@correo.cl',
  subjectRut: '12.345.678-5',
  rightType: 'AUTO_DECISION',
  description: 'Me negaron la hora sin que nadie lo mirara.',
}
const { id, folioNumber: folio } = (await site.api.anyone.post(`/public/dsar/${widgetKey}`, asked)).data

/** Folios, RUTs and dates that break across lines. */
const broken = (of: Page) =>
  of.evaluate<string[]>(`(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const found = []
    while (texts.nextNode()) {
      const { currentNode: text } = texts
      for (const { 0: word, index } of text.data.matchAll(/[A-Z]{4}-\\d{4}-\\d{5}|[\\d.]{9,10}-[\\dK]|\\d\\d-\\d\\d-\\d{4}/g)) {
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top))
        if (new Set(lines).size > 1) found.push(word)
      }
    }
    return found
  })()`)

test('on a phone no folio, RUT or date breaks across lines', async () => {
  const widths = [320, 340, 360, 390, 412]
  for (const path of ['hoy', `solicitudes/${id}`, 'solicitudes']) {
    await open(path)
    await page.getByText(folio).first().waitFor()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 780 })
      assert.deepEqual(await broken(page), [], `${path}, ${width}`)
    }
    const kept = await page.locator('.whole').allTextContents()
    assert.ok(kept.length > 0 || path === 'solicitudes', path)
    for (const word of kept) assert.match(word, /^[\w.]+(-\w+)+$/, path)
  }
  const citizen = await site.visit(`/seguimiento/${folio}`)
  for (const width of widths) {
    await citizen.page.setViewportSize({ width, height: 780 })
    assert.deepEqual(await broken(citizen.page), [], `its page, ${width}`)
  }
  await citizen.close()
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('with every column the register scrolls sideways in its place, and the names stay', async () => {
  await makeActivity(owner, { name: 'Enrolamiento biométrico precontractual' })
  const columns =
    'estado,base,area,sensibles,riesgo,evaluacion,revision,cambiada,finalidad,datos,personas,plazo,sistema,entidad,creada'
  await open(`registro?columnas=${columns}`)
  const name = page.getByRole('rowheader').first()
  await name.waitFor()
  await visit.assertSound('the register with every column')
  const before = await name.boundingBox()
  await page.getByRole('columnheader', { name: 'Creada' }).scrollIntoViewIfNeeded()
  const created = await page.getByRole('columnheader', { name: 'Creada' }).boundingBox()
  assert.ok(created!.x + created!.width <= 1280, 'the last column is brought into sight')
  const after = await name.boundingBox()
  const frame = await page.locator('table').locator('..').boundingBox()
  assert.ok(
    after!.x >= frame!.x - 1 && after!.x <= before!.x,
    `the name went from ${before!.x} to ${after!.x}`,
  )
  for (const cell of await page.getByRole('row').nth(1).getByRole('cell').all())
    assert.ok((await cell.boundingBox())!.height < 200, 'no column is a thread')
})

test('the head of a wide register stays in sight while the page scrolls, and still sorts', async () => {
  for (let nth = 1; nth <= 8; nth += 1) await makeActivity(owner, { name: `Encuesta ${nth}` })
  await page.setViewportSize({ width: 1280, height: 420 })
  const columns =
    'estado,base,area,sensibles,riesgo,evaluacion,revision,cambiada,finalidad,datos,personas,plazo'
  await open(`registro?columnas=${columns}`)
  await page.getByRole('rowheader').nth(8).waitFor()
  await page.mouse.wheel(0, 600)
  const bar = (await page.locator('header').first().boundingBox())!
  const name = page.getByRole('columnheader', { name: 'Actividad' })
  await visit.until('scrollY > 300')
  await page.waitForTimeout(100)
  const { y, height } = (await name.boundingBox())!
  assert.ok(Math.abs(y - bar.height) <= 2, `the head is at ${y}, the bar is ${bar.height} tall`)
  const over = await page.evaluate<string>(
    `document.elementFromPoint(300, ${y + height / 2}).closest('th').scope`,
  )
  assert.equal(over, 'col', 'the head lies over the rows')
  await name.getByRole('button').click()
  await visit.until("location.search.includes('sort=')")
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('the roles that decide are fully visible in a new flow, on a desktop', async () => {
  await open('flujos/nuevo')
  const role = page.getByLabel('Quién decide')
  await role.selectOption({ label: 'Delegado o delegada de protección de datos' })
  const id = await role.getAttribute('id')
  const [has, needs] = await page.evaluate<[number, number]>(`(() => {
    const select = document.getElementById('${id}')
    const copy = document.body.appendChild(select.cloneNode(true))
    Object.assign(copy.style, { position: 'absolute', width: 'max-content' })
    const { width } = copy.getBoundingClientRect()
    copy.remove()
    return [select.getBoundingClientRect().width, width]
  })()`)
  assert.ok(has >= needs, `${has} of ${needs}`)
})

test('a low score never has a green bar', async () => {
  for (const path of ['hoy', 'gobierno']) {
    await open(path)
    const bar = page.locator('meter').first()
    await bar.waitFor()
    assert.deepEqual(
      await page.evaluate(
        `(({ low, high, optimum }) => [low, high, optimum])(document.querySelector('meter'))`,
      ),
      [60, 85, 100],
      path,
    )
  }
})

test('a missing page is reported inside the frame, with a link back', async () => {
  await open(`solicitudes/${id.slice(0, -4)}0000`)
  await page.getByRole('heading', { name: 'No lo encontramos' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Intentar otra vez' }).count(), 0)
  await visit.assertSound('a request that is not there')
  await page.getByRole('link', { name: 'Volver a Solicitudes' }).click()
  await page.getByRole('heading', { name: 'Solicitudes de derechos' }).waitFor()
  await open('no-existe')
  await page.getByRole('heading', { name: 'No encontramos esta página' }).waitFor()
  await page.getByRole('link', { name: 'Registro', exact: true }).waitFor()
  await visit.assertSound('an address of nothing')
})

test('people who may not send a form learn so before filling it in', async () => {
  const viewer = await asMember(site, await owner.colleague('VIEWER'))
  const forms = {
    'brechas/nueva': 'Registrar una brecha',
    'solicitudes/nueva': 'Ingresar solicitud',
    'registro/nueva': 'Agregar una actividad',
    'registro/traer': 'Traer desde Excel',
    'contratos/nuevo': 'Preparar un contrato',
    'cuestionarios/nuevo': 'Escribir un cuestionario',
    'conectores/nuevo': 'Crear un conector',
    'flujos/nuevo': 'Nuevo flujo',
  }
  for (const [path, title] of Object.entries(forms)) {
    await viewer.open(path)
    await viewer.page.getByRole('heading', { name: title, level: 1 }).waitFor()
    await viewer.page.getByRole('heading', { name: 'Su rol no permite hacer esto' }).waitFor()
    assert.equal(await viewer.page.locator('main').getByRole('textbox').count(), 0, path)
    await viewer.visit.assertSound(path)
  }
  await viewer.visit.close()
})

test('a questionnaire without questions previews none', async () => {
  await open('cuestionarios/nuevo')
  const preview = page.getByRole('region', { name: 'Así se preguntará' })
  await preview.getByText('Escriba la primera pregunta').waitFor()
  await page.getByLabel('Pregunta', { exact: true }).fill('¿Cuántas cámaras hay?')
  await preview.getByText('¿Cuántas cámaras hay?').waitFor()
  await visit.close()
})
