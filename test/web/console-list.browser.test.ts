import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity, makeSystem } from '#test/kit/activities.ts'
import { asMember } from '#test/kit/officer.ts'
import { openSite } from '#test/kit/visitor.ts'

const site = await openSite()
const ROWS = 10_000

test(`a list of ${ROWS} scrolls to its end, with few rows in the page and each row once`, async () => {
  const owner = await site.api.tenant()
  const body = { title: 'Brecha 1', detectedAt: new Date().toISOString(), detectionSource: 'manual' }
  const { id } = (await owner.post('/breaches', body)).data
  await site.api.access.database.engine.asOwner(
    `create temporary table copied as select * from breaches where id = '${id}';
     insert into breaches select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'title', 'Brecha ' || n))).*
       from copied c, generate_series(2, ${ROWS}) n;
     drop table copied`,
  )
  const { page, visit, open } = await asMember(site, owner)
  await open('brechas')
  await page.getByText('10.000 resultados').waitFor()
  // Scrolls a screen further once the rows are drawn, like a person who holds the key and reads.
  const seen = await page.evaluate<{ names: number; most: number; slow: number; frames: number }>(`
    new Promise((done) => {
      const names = new Set()
      let most = 0, slow = 0, frames = 0, last = performance.now(), grown = last
      const step = (now) => {
        frames += 1
        if (now - last > 50) slow += 1
        last = now
        const rows = [...document.querySelectorAll('tbody tr[data-index]')]
        most = Math.max(most, rows.length)
        const before = names.size
        for (const row of rows) names.add(row.querySelector('th').textContent)
        if (names.size > before) grown = now
        if (names.size >= ${ROWS} || now - grown > 20_000) return done({ names: names.size, most, slow, frames })
        const top = Math.min(...rows.map((row) => row.getBoundingClientRect().top))
        const bottom = Math.max(...rows.map((row) => row.getBoundingClientRect().bottom))
        const table = document.querySelector('tbody').getBoundingClientRect()
        const drawn = top <= Math.max(0, table.top) + 1 && bottom >= Math.min(innerHeight, table.bottom) - 1
        if (drawn) scrollBy(0, 0.9 * innerHeight)
        requestAnimationFrame(step)
      }
      requestAnimationFrame(step)
    })`)
  assert.equal(seen.names, ROWS)
  assert.ok(seen.most < 80, `${seen.most} rows in the page at once`)
  // The number of late frames depends on other work of the machine, so it is only printed.
  console.log(`${seen.slow} of ${seen.frames} frames over 50 ms, at most ${seen.most} rows in the page`)
  await visit.assertSound('the end of a long list')
  await visit.close()
})

test('filters are plain words in the address, and unknown ones lead back to the list', async () => {
  const owner = await site.api.tenant()
  const { page, visit, open } = await asMember(site, owner)
  await makeActivity(owner, { name: 'Ventas en línea' })
  await open('registro?q=ventas+en+l%C3%ADnea')
  await page.getByLabel('Requiere evaluación').selectOption({ label: 'No' })
  const filtered = '?q=ventas+en+l%C3%ADnea&dpiaRequired=false'
  await page.waitForURL(({ search }) => search === filtered)
  await page.getByRole('link', { name: 'Ventas en línea' }).click()
  await page.getByRole('link', { name: 'Registro' }).and(page.locator('main a')).first().click()
  await page.waitForURL(({ search }) => search === filtered)
  await open('brechas?page=abc')
  await page.getByRole('link', { name: 'Ver sin filtros' }).click()
  await page.getByRole('heading', { name: 'Brechas', level: 1 }).waitFor()
  assert.equal(new URL(page.url()).search, '')
  assert.deepEqual(
    visit.wrong.filter((text) => !text.includes('400')),
    [],
  )
  await visit.close()
})

test('the search says how many results of each kind it shows', async () => {
  const owner = await site.api.tenant()
  for (let n = 1; n <= 6; n += 1) await makeSystem(owner, { name: `Bodega ${n}` })
  const { page, visit, open } = await asMember(site, owner)
  await open('hoy')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Nombre, folio' }).fill('bodega')
  await page.getByText('Sistemas: 5 de 6', { exact: true }).waitFor()
  await visit.close()
})
