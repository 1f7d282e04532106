import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { asMember } from '#test/kit/officer.ts'
import { openSite, openVisit } from '#test/kit/visitor.ts'

/** The first screen: the page preloads what it needs, and calls nothing twice. */

const site = await openSite()
const { api } = site

/** The preloaded files, the loaded files, and the number of calls to each address of the API. */
function watched(page: Page) {
  const scripts = new Set<string>()
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/^\/assets\/console\/.*\.js$/.test(pathname)) scripts.add(pathname)
    const asked = `${request.headers()['x-resguardo-tenant'] ?? ''} ${pathname}${search}`
    if (pathname.startsWith('/api/v1/') && !pathname.endsWith('/stream')) calls.push(asked)
  })
  const named = async (opened: string): Promise<string[]> => {
    const links = page.locator('link[rel=modulepreload], script[src]')
    const written = await links.evaluateAll((all) =>
      all.map((one) => one.getAttribute('href') ?? one.getAttribute('src') ?? ''),
    )
    return written.map((address) => new URL(address, `${site.origin}${opened}`).pathname)
  }
  const forget = () => {
    scripts.clear()
    calls.length = 0
  }
  return { scripts, calls, named, forget }
}

function assertOnce(calls: readonly string[], expected: string): void {
  assert.ok(calls.includes(expected), `${expected} is among ${calls.join(', ')}`)
  assert.deepEqual(
    calls.filter((call, index) => calls.indexOf(call) !== index),
    [],
    'nothing is asked for twice',
  )
}

test('the sign-in page preloads its scripts and asks once for the session', async () => {
  const visit = await openVisit(site.browser, site.origin)
  const { scripts, calls, named } = watched(visit.page)
  await visit.go('/')
  await visit.page.getByRole('button', { name: 'Entrar', exact: true }).waitFor()
  const first = await named('/')
  assert.ok(first.some((path) => path.includes('/main-')) && first.some((path) => path.includes('/early-')))
  assert.ok(!first.some((path) => path.includes('/inside-')), 'the frame is not for who is outside')
  for (const path of first) assert.ok(scripts.has(path), `${path} is loaded`)
  assertOnce(calls, ' /api/v1/auth/me')
  await visit.close()
})

test('with a session the page preloads the frame and «Hoy», and sends each call once', async () => {
  const person = await api.tenant()
  const { visit, page } = await asMember(site, person)
  const { scripts, calls, named, forget } = watched(page)
  const today = `/organizacion/${person.slug}/hoy`
  // Once more from the browser's cache, where the console may start before the first script.
  for (const address of [today, '/', today, today]) {
    forget()
    await visit.go(address)
    await page.getByText('Desde ayer').waitFor()
    const first = await named(address)
    assert.ok(first.some((path) => path.includes('/inside-')))
    const later = [...scripts].filter((path) => !first.includes(path) && !path.includes('/over-'))
    assert.deepEqual(later, [], 'nothing of the first screen is found out late')
    assertOnce(calls, `${person.slug} /api/v1/tasks`)
    assertOnce(calls, ' /api/v1/auth/me')
  }
  await visit.close()
})

test('a call refused before the sign-in is sent again afterwards', async () => {
  const person = await api.tenant()
  const { visit, page } = await asMember(site, person)
  let isRefused = true
  await page.route('**/api/v1/tasks', (route) => {
    if (!isRefused) return route.continue()
    isRefused = false
    const error = { code: 'UNAUTHORIZED', message: 'Su sesión terminó.' }
    return route.fulfill({ status: 401, json: { success: false, error } })
  })
  await visit.go(`/organizacion/${person.slug}/hoy`)
  await page.getByText('Desde ayer').waitFor()
  assert.equal(await page.getByRole('dialog', { name: 'Su sesión terminó' }).count(), 0)
  await visit.close()
})

test('an early call that fails in the network is sent again', async () => {
  const person = await api.tenant()
  const { visit, page } = await asMember(site, person)
  await page.route('**/api/v1/tasks', (route) => route.abort(), { times: 1 })
  await visit.go(`/organizacion/${person.slug}/hoy`)
  await page.getByText('Desde ayer').waitFor()
  await visit.close()
})
