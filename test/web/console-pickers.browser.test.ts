import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity, makeSystem } from '#test/kit/activities.ts'
import { asMember } from '#test/kit/officer.ts'
import { openSite } from '#test/kit/visitor.ts'

/** What a person chooses from is whole, and so is what they look up: what is not shown cannot be chosen, nor known. */
const site = await openSite()

/** More than a page of the interface. */
const MANY = 103
const LAST = 'Zócalo, registro de visitas'

const nth = (index: number) => `Sistema ${String(index).padStart(3, '0')}`

test('the last of more than a hundred systems can be chosen, and found by its name', async () => {
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

test('everybody of a large organisation can be notified, and is called by name', async () => {
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

test('a history of more than a hundred acts says how many are older, and shows them', async () => {
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
  await visit.close()
})
