import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { asMember } from '#test/kit/officer.ts'
import { fillDesk } from '#test/kit/requests.ts'
import { openSite, openVisit } from '#test/kit/visitor.ts'

const site = await openSite()
const MOST_TABS = 80

/** The name of the focused control, and whether its focus is visible. */
const FOCUSED = `(() => {
  const one = document.activeElement
  const label = one.labels?.[0]?.textContent ?? one.getAttribute('aria-label') ?? one.textContent
  return { name: label.trim(), seen: one.matches(':focus-visible') }
})()`

/** Presses Tab until the control is reached. Every control on the way must show its focus. */
async function tabTo(page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let count = 0; count < MOST_TABS; count += 1) {
    await page.keyboard.press(key)
    const focused = await page.evaluate<{ name: string; seen: boolean }>(FOCUSED)
    assert.ok(focused.seen, `the focus is seen on «${focused.name.slice(0, 60)}»`)
    if (focused.name.startsWith(name)) return
  }
  assert.fail(`«${name}» is not reached by Tab`)
}

test('without a mouse: she signs in, finds a request, assigns it, reads the letter and answers', async () => {
  const owner = await site.api.tenant({ name: 'Tienda Sur SpA' })
  await owner.colleague('ANALYST', 'Luis Soto')
  await fillDesk(site.api, owner)
  const visit = await openVisit(site.browser, site.origin)
  const { page } = visit
  const { keyboard } = page
  await visit.go('/')
  await page.getByLabel('Correo').waitFor()
  await tabTo(page, 'Correo')
  await keyboard.type(owner.email)
  await tabTo(page, 'Contraseña')
  await keyboard.type('una-frase-larga')
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Hoy', level: 1 }).waitFor()

  // By a few letters of its name.
  await keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Buscar o ir a…' }).waitFor()
  await keyboard.type('isidora')
  await page
    .getByRole('option', { name: /Rectificación|ARCO/ })
    .first()
    .waitFor()
  await keyboard.press('Enter')
  await page.getByText('Qué hacer ahora').waitFor()

  await tabTo(page, 'Asignar')
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Asignar la solicitud' })
  await dialog.waitFor()
  // A native select: a letter chooses.
  await dialog.getByLabel('Responsable').waitFor()
  if (!(await page.evaluate<{ name: string }>(FOCUSED)).name.startsWith('Responsable'))
    await tabTo(page, 'Responsable')
  await keyboard.type('Luis')
  await tabTo(page, 'Asignar')
  await keyboard.press('Enter')
  await page.getByText('La solicitud quedó asignada a Luis Soto').waitFor()
  await dialog.waitFor({ state: 'detached' })

  await tabTo(page, 'Responder')
  await keyboard.press('Enter')
  await page.getByLabel('Lo que se responde').waitFor()
  await tabTo(page, 'Se acoge')
  await keyboard.press('ArrowDown')
  await page.getByLabel('Se acoge en parte').and(page.locator(':checked')).waitFor()
  await keyboard.press('ArrowUp')
  await tabTo(page, 'Lo que se responde')
  await keyboard.press('Control+a')
  await keyboard.type('Corregimos su dirección en la ficha de cliente y en los despachos pendientes.')
  await tabTo(page, 'Leer la carta antes de enviarla')
  await keyboard.press('Enter')
  const letter = page.getByRole('dialog', { name: 'La carta que se enviará' })
  await letter.getByText('Corregimos su dirección').waitFor()
  await tabTo(page, 'Enviar a isidora.vargas@correo.cl')
  await keyboard.press('Enter')
  await page.getByText('Cómo se resolvió').waitFor()

  // The notices, marked as read.
  // The sent form is gone. The focus stays in the page, below its header.
  await visit.until('document.activeElement.closest("main") !== null')
  await page.getByRole('button', { name: /Avisos/ }).waitFor()
  await tabTo(page, 'Avisos', 'Shift+Tab')
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Avisos' }).waitFor()
  await keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Avisos' }).waitFor({ state: 'detached' })
  assert.equal(
    (await page.evaluate<{ name: string }>(FOCUSED)).name.slice(0, 6),
    'Avisos',
    'back where it was',
  )
  assert.deepEqual(visit.wrong, [])
  await visit.close()
})

test('a dialog that loads data returns the focus to its button', async () => {
  const owner = await site.api.tenant({ name: 'Tienda Norte' })
  const { page, visit, open } = await asMember(site, owner)
  for (const [path, button] of [
    ['entidades', 'Agregar una entidad'],
    ['ajustes/claves', 'Crear una clave'],
  ] as const) {
    await open(path)
    await page.getByRole('button', { name: button }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/Razón social|Nombre/).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.equal((await page.evaluate<{ name: string }>(FOCUSED)).name, button)
  }
  await visit.close()
})

test('a search shows that it is running, that it failed, and whose folio it found', async () => {
  const owner = await site.api.tenant({ name: 'Tienda Oriente' })
  await fillDesk(site.api, owner)
  const { page, visit, open } = await asMember(site, owner)
  await open('hoy')
  const path = '**/api/v1/search?*'
  const held: (() => void)[] = []
  const hold = async (route: Route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    // Later typing cancelled some of the calls.
    await route.continue().catch(() => {})
  }
  await page.route(path, hold)
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Buscar o ir a…' })
  await dialog.waitFor()
  await page.keyboard.type('isidora')
  await dialog.getByText('Buscando…').waitFor()
  assert.equal(await dialog.getByText('Nada con esas palabras').count(), 0)
  await page.unroute(path, hold)
  for (const goOn of held) goOn()
  await dialog
    .getByRole('option', { name: /ARCO-\d+-\d+ Isidora/ })
    .first()
    .waitFor()
  await visit.assertSound('what is found')
  await page.keyboard.type(' nadie')
  await dialog.getByText('Nada con esas palabras').waitFor()
  await page.route(path, (route) => route.abort())
  await page.keyboard.type(' más')
  await dialog.getByText('No hay conexión con el servicio').waitFor({ timeout: 20_000 })
  await visit.close()
})
