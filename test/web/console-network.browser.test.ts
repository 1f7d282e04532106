import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asMember } from '#test/kit/officer.ts'
import { openSite } from '#test/kit/visitor.ts'

/** Without a network the console reports it at once, and input stays. */
const site = await openSite()

const NO_NETWORK = 'No hay conexión con el servicio. Revise su red: lo que escribió sigue aquí.'

test('saving without a network fails at once, and succeeds once there is one', async () => {
  const owner = await site.api.tenant({ name: 'Clínica Sur' })
  const { page, visit, open } = await asMember(site, owner)
  await open('brechas/nueva')
  await page.getByLabel('Título').fill('Notebook perdido')
  await page.context().setOffline(true)
  const save = page.getByRole('button', { name: 'Registrar la brecha' })
  await save.click()
  await page.getByRole('alert').getByText(NO_NETWORK).waitFor()
  assert.equal(await page.getByLabel('Título').inputValue(), 'Notebook perdido')
  assert.equal(await save.isEnabled(), true)
  await visit.shot('console-no-network')
  await page.context().setOffline(false)
  await save.click()
  await page.getByRole('heading', { name: 'Notebook perdido' }).waitFor()
  assert.equal((await owner.get('/breaches')).data.pagination.total, 1)
  await visit.close()
})

test('a screen opened without a network says so, and loads on a later try', async () => {
  const owner = await site.api.tenant({ name: 'Clínica Norte' })
  await owner.post('/processors', { name: 'Nube Austral SpA', country: 'Chile' })
  const { page, visit, follow } = await asMember(site, owner)
  await follow('encargados')
  // The script is loaded, but the answer is missing.
  await follow('hoy')
  await page.context().setOffline(true)
  await follow('encargados?q=austral')
  await page.getByText(NO_NETWORK).waitFor()
  await visit.shot('console-no-network-screen')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Intentar otra vez' }).click()
  await page.getByRole('link', { name: 'Nube Austral SpA' }).waitFor()
  await visit.close()
})
