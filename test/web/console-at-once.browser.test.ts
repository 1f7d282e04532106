import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity } from '#test/kit/activities.ts'
import { asMember } from '#test/kit/officer.ts'
import { lookAround, openSite } from '#test/kit/visitor.ts'

/** A change shown before the service answers is reverted if the service refuses. */
const site = await openSite()

test('a comment appears at once, and after a refusal it returns to the field with the reason', async () => {
  const owner = await site.api.tenant({ name: 'Clínica Sur' })
  const id = await makeActivity(owner, { name: 'Agenda de horas' })
  const text = '¿Quién borra las horas viejas?'
  await owner.post('/comments', { entityType: 'activity', entityId: id, text })
  const { page, visit, open } = await asMember(site, owner)
  await open(`registro/${id}?parte=comentarios`)
  const comment = page.getByText(text)
  await comment.waitFor()
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/v1/comments/*', async (route) => {
    if (route.request().method() !== 'DELETE') return route.continue()
    await held
    const error = { code: 'CONFLICT', message: 'Otra persona lo cambió recién.' }
    return route.fulfill({ status: 409, json: { success: false, error } })
  })
  await page.getByRole('listitem').getByRole('button', { name: 'Eliminar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await comment.waitFor({ state: 'detached' })
  answer()
  await comment.waitFor()
  await page.getByText('Otra persona lo cambió recién.').first().waitFor()
  const { items } = (await owner.get(`/comments?entityType=activity&entityId=${id}`)).data
  assert.equal(items.length, 1)
  await visit.close()
})

/** Records when a screen's heading appears, and when the last call was answered. */
const WATCH = `addEventListener('DOMContentLoaded', () => {
  new MutationObserver(() => {
    const at = performance.now()
    if (window.held !== undefined || !document.querySelector('main h1')) return
    const answered = performance.getEntriesByType('resource').filter(({ name }) => /\\/api\\/v1\\/(?!notifications)/.test(name))
    window.held = at - Math.max(...answered.map(({ responseEnd }) => responseEnd))
  }).observe(document, { childList: true, subtree: true })
})`

test('a screen appears as soon as its answers arrive', async () => {
  const owner = await site.api.tenant({ name: 'Clínica Norte' })
  const { page, visit, open } = await asMember(site, owner)
  await page.addInitScript(WATCH)
  const held: number[] = []
  for (const path of ['brechas', 'personas', 'ajustes/ley', 'contratos', 'entidades', 'flujos']) {
    await open(path)
    held.push(await page.evaluate<number>('held'))
  }
  // The machine may be busy. React's delay is 300 ms from each fallback on.
  const [, , half] = held.sort((a, b) => a - b)
  assert.ok(half! < 160, held.map(Math.round).join(', '))
  await visit.close()
})

test('going from screen to screen needs no wait', async () => {
  const owner = await site.api.tenant({ name: 'Clínica Centro' })
  const { visit, follow } = await asMember(site, owner)
  await follow('hoy')
  const took: number[] = []
  for (const path of ['brechas', 'personas', 'ajustes/ley', 'contratos', 'entidades', 'flujos']) {
    const from = performance.now()
    await follow(path)
    took.push(performance.now() - from)
  }
  const [, , half] = took.sort((a, b) => a - b)
  assert.ok(half! < 500, took.map(Math.round).join(', '))
  await visit.close()
})

test('a screen with a slow script shows that it is loading', async () => {
  const owner = await site.api.tenant({ name: 'Clínica Austral' })
  const { page, visit, open } = await asMember(site, owner)
  await open('hoy')
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/assets/console/**', async (route) => {
    await arrival
    await route.continue()
  })
  await page.getByRole('link', { name: 'Contratos' }).first().click()
  await page.getByRole('status').getByText('Cargando…').waitFor({ state: 'attached' })
  assert.equal(await page.locator('main h1').textContent(), 'Hoy')
  await lookAround(visit, 'console-underway')
  arrive()
  await page.getByRole('heading', { name: 'Contratos', level: 1 }).waitFor()
  await page.getByText('Cargando…').waitFor({ state: 'detached' })
  await visit.close()
})
