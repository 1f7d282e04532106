import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asMember } from '#test/kit/officer.ts'
import { openSite } from '#test/kit/visitor.ts'

const site = await openSite()

test('among twenty organisations the names scroll, and the other actions stay in sight', async () => {
  const owner = await site.api.tenant({ name: 'Tienda Sur' })
  for (let number = 1; number < 20; number += 1)
    await owner.post('/auth/tenants', { organizationName: `Cliente ${number}` })
  const { page, visit, open } = await asMember(site, owner)
  await open('hoy')
  await page.getByRole('button', { name: /Tienda Sur/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Elegir una organización' })
  const last = dialog.getByRole('option', { name: 'Tienda Sur' })
  const names = await dialog.getByRole('listbox').boundingBox()
  const other = await dialog.getByRole('button', { name: 'Todas mis organizaciones' }).boundingBox()
  assert.ok(names!.y + names!.height <= other!.y, 'the names end above the buttons')
  assert.ok(other!.y + other!.height <= 800, 'the buttons are in sight')
  await visit.assertSound('twenty organisations')
  await last.scrollIntoViewIfNeeded()
  await last.click()
  await dialog.waitFor({ state: 'detached' })
  await visit.close()
})
