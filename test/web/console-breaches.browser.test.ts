import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CALM, makeBreach } from '#test/kit/breaches.ts'
import { asMember } from '#test/kit/officer.ts'
import { lookAround, openSite } from '#test/kit/visitor.ts'

const site = await openSite()

test('the target is late on the screen in a breach that nobody judged, and has no object in one that nobody has to be notified of', async () => {
  const owner = await site.api.tenant({ name: 'Tienda Sur' })
  const id = await makeBreach(owner, { detectedAt: '2026-03-01T08:00:00Z' })
  const { page, visit, open } = await asMember(site, owner)
  await open(`brechas/${id}`)
  await page.getByText('Meta interna de 72 horas', { exact: true }).waitFor()
  assert.equal(await page.getByText(/^Venció hace \d+ días$/).count(), 1)
  await owner.post(`/breaches/${id}/decision-tree`, CALM)
  await open(`brechas/${id}`)
  await page.getByText('No corresponde', { exact: true }).first().waitFor()
  assert.equal(await page.getByText('No corresponde', { exact: true }).count(), 2, 'report and target')
  assert.equal(await page.getByText(/Venció|Sin demora|Hasta el/).count(), 0)
  await lookAround(visit, 'console-breach-harmless')
  await visit.close()
})
