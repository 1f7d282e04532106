import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chromiumFile } from '#test/kit/chromium.ts'
import { createDns, proveDomain } from '#test/kit/company.ts'
import { asMember } from '#test/kit/officer.ts'
import { openSites, shopWithBanner } from '#test/kit/scanned-sites.ts'
import { openSite } from '#test/kit/visitor.ts'

/** A real browser scans a shop with our banner, and the officer resolves the findings. */

const { records, network } = createDns()
const shop = { origin: '', embedCode: '' }
const { connect, asked } = await openSites(
  shopWithBanner(
    () => shop.origin,
    () => shop.embedCode,
  ),
)
const site = await openSite(
  { CHROMIUM_PATH: await chromiumFile(), CHROMIUM_SANDBOX: 'false' },
  { network: { ...network, connect } },
)
const owner = await site.api.tenant({ name: 'Tienda Sur' })
await proveDomain(owner, records, 'tienda.test')
const domainId = (await owner.get('/domains')).data.domains[0].id
const notice = (
  await owner.post('/consent/notices', {
    name: 'Aviso de la tienda',
    domainId,
    purposes: [
      { key: 'necessary', name: 'Necesarias', required: true, cookies: [{ name: 'PHPSESSID' }] },
      { key: 'analytics', name: 'Medición de uso', category: 'analytics' },
    ],
  })
).data
await owner.post(`/consent/notices/${notice.id}/publish`)
shop.origin = site.origin
shop.embedCode = (await owner.get(`/consent/notices/${notice.id}`)).data.embedCode

test('a site is scanned, its findings read, and a cookie added to the notice', async () => {
  const { page, visit, open } = await asMember(site, owner)
  await open('cookies')
  await page.getByText('Sin revisar').waitFor()
  await visit.assertSound('cookies, not scanned')
  await page.getByRole('link', { name: 'tienda.test' }).click()
  await page.getByRole('button', { name: 'Revisar ahora' }).click()
  await page.getByRole('button', { name: 'Revisando…' }).waitFor()
  await visit.assertSound('scanning')
  await site.api.drain()
  await page.getByRole('heading', { name: /funcionan? antes de que la persona acepte/ }).waitFor()
  await page.getByText('Con un navegador').waitFor()
  await visit.assertSound('findings')
  await visit.shot('console-cookies-findings')

  await page.getByRole('link', { name: 'Lo encontrado' }).click()
  const found = page.getByRole('list', { name: 'Lo encontrado' })
  await found.getByText('visitas', { exact: true }).waitFor()
  const row = found.getByRole('listitem').filter({ hasText: 'visitas' })
  await row.getByText('Solo después de aceptar').waitFor()
  await row.getByText('http://tienda.test/sitio.js').waitFor()
  await visit.assertSound('found')
  await visit.shot('console-cookies-found')

  await page.getByRole('button', { name: 'Agregar al aviso: _ga' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar «_ga» al aviso' })
  assert.equal(await dialog.getByLabel('De quién es').inputValue(), 'Google Analytics')
  assert.equal(await dialog.getByLabel('Finalidad').inputValue(), 'analytics')
  await visit.assertSound('adding')
  await dialog.getByRole('button', { name: 'Agregar al borrador' }).click()
  await dialog.waitFor({ state: 'detached' })
  await found.getByText('En el borrador del aviso: publíquelo para que cuente.').first().waitFor()
  const draft = (await owner.get(`/consent/notices/${notice.id}`)).data
  const { cookies } = draft.purposes.find(({ key }: { key: string }) => key === 'analytics')
  assert.deepEqual(
    cookies.map(({ name, provider }: { name: string; provider: string }) => [name, provider]),
    [['_ga', 'Google Analytics']],
  )
  // The scan loaded the real banner, whose acceptance ran the shop's script, but recorded no decision.
  const of = (path: RegExp) => asked.filter((one) => path.test(one.path)).length
  assert.ok(of(/^\/w\/v1\/banner\.js/) > 0 && of(/^\/sitio\.js/) > 0)
  assert.equal(of(/\/record/), 0)
  assert.equal((await owner.get(`/consent/notices/${notice.id}/records`)).data.pagination.total, 0)
  await visit.close()
})

test('an officer turns the monthly scan off, and a viewer gets no buttons', async () => {
  const { page, visit, open } = await asMember(site, owner)
  await open('cookies')
  await page.getByRole('button', { name: 'Apagar la revisión mensual' }).click()
  await page.getByRole('button', { name: 'Encender la revisión mensual' }).waitFor()
  assert.equal((await owner.get('/cookie-scans/settings')).data.monthly, false)
  await visit.close()
  const reader = await asMember(site, await owner.colleague('VIEWER'))
  await reader.open(`cookies/${domainId}?parte=encontrado`)
  await reader.page.getByRole('list', { name: 'Lo encontrado' }).waitFor()
  assert.equal(await reader.page.getByRole('button', { name: /Revisar|Agregar/ }).count(), 0)
  await reader.visit.close()
})
