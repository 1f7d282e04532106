import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asMember } from '#test/kit/officer.ts'
import { openSite } from '#test/kit/visitor.ts'

const site = await openSite()
const ROWS = 10_000

test(`a list of ${ROWS} scrolls to its end, with a handful of rows in the page, each once`, async () => {
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
  // Goes on by a screen as soon as the rows of this one are drawn, as a hand that holds the key and reads.
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
  // How many frames were late depends on what else the machine does: told, not judged.
  console.log(`${seen.slow} of ${seen.frames} frames over 50 ms, at most ${seen.most} rows in the page`)
  await visit.assertSound('the end of a long list')
  await visit.close()
})
