import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lookAround, openSite } from '#test/kit/visitor.ts'

const site = await openSite()

for (const [name, path] of [
  ['invitation', '/invitacion?token=x'],
  ['reset', '/restablecer?token=x'],
] as const) {
  test(`the page behind a mail is accessible: ${name}`, async () => lookAround(await site.visit(path), name))
}

test('a form says what is wrong with its link, and keeps the input', async () => {
  const { page, ...visit } = await site.visit('/restablecer?token=x')
  await page.getByLabel('Contraseña nueva').fill('una frase larga y propia')
  await page.getByRole('button', { name: 'Cambiar la contraseña' }).click()
  await page
    .getByRole('status')
    .filter({ hasText: /enlace/ })
    .waitFor()
  assert.equal(await page.getByLabel('Contraseña nueva').inputValue(), 'una frase larga y propia')
  assert.deepEqual(visit.wrong, [])
})
