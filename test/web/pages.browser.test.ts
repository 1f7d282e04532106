import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draft, ground } from '#test/kit/contracts.ts'
import { act, publishNotice } from '#test/kit/policies.ts'
import { lookAround, openSite } from '#test/kit/visitor.ts'
import { makeActivity } from '../kit/activities.ts'

/** Policies, signing, the privacy home and the portal, as people use them. */

const site = await openSite()
const { api } = site
const g = await ground(api, { name: 'Tienda Sur SpA', vendor: 'Nube Andina SpA' })
const { ana } = g
await ana.put('/settings/tenant', { branding: { primaryColor: '#0a6b4f' } })

async function publish(patch: object): Promise<void> {
  const { id } = (await ana.post('/privacy-policy/generate')).data
  await ana.patch(`/privacy-policy/${id}`, patch)
  const { workflowInstanceId } = (await ana.post(`/privacy-policy/${id}/publish`)).data
  assert.equal((await act(ana, workflowInstanceId, 'APPROVE')).status, 200)
}

test('a policy is read on any screen, in its versions, and a phone shows its tables as cards', async () => {
  const id = await makeActivity(ana, { name: 'Ventas en línea' })
  await ana.patch(`/rat/activities/${id}/status`, { status: 'published' })
  await publish({})
  await publish({ customSections: { contact: { content: '<p>Escríbanos a datos@tiendasur.cl.</p>' } } })
  const visit = await site.visit(`/politica/${ana.slug}`)
  await lookAround(visit, 'policy')
  await visit.page.setViewportSize({ width: 390, height: 780 })
  const display = "getComputedStyle(document.querySelector('tbody tr')).display"
  assert.equal(await visit.page.evaluate(display), 'block')
  await visit.page
    .getByRole('link', { name: /Ver qué cambió/ })
    .first()
    .click()
  await visit.page.getByRole('heading', { name: 'Qué cambió desde la versión 1' }).waitFor()
  await lookAround(visit, 'policy-changes')
  await visit.close()
})

test('cookies have a page too', async () => {
  await publishNotice(ana, [
    { key: 'analytics', name: 'Medición', cookies: [{ name: '_ga', provider: 'Google' }] },
  ])
  const { id } = (await ana.post('/cookie-policy/generate')).data
  assert.equal((await ana.post(`/cookie-policy/${id}/publish`)).status, 200)
  const visit = await site.visit(`/cookies/${ana.slug}`)
  await lookAround(visit, 'cookies')
  await visit.close()
})

test('a contract is read and signed with the keyboard alone, without a script', async () => {
  const id = await draft(g)
  const signer = { signerName: 'Carla Díaz', signerEmail: 'carla@nube.cl' }
  assert.equal((await ana.post(`/contracts/${id}/send`, signer)).status, 200)
  await api.drain()
  const [, path] = /(\/firma\/[\w-]{40,})/.exec(api.mailbox.to('carla@nube.cl')[0]!.text!)!
  const looked = await site.visit(path!)
  await lookAround(looked, 'signing')
  await looked.close()
  const visit = await site.visit(path!, { javaScriptEnabled: false })
  const { page } = visit
  await page.getByLabel('Su RUT').focus()
  await page.keyboard.type('12.345.678-5')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByLabel('Código').waitFor()
  assert.equal(await page.getByLabel('Su RUT').inputValue(), '12.345.678-5')
  assert.equal(await page.getByLabel(/Declaro tener facultades/).isChecked(), true)
  await visit.shot('signing-code')
  await api.drain()
  const code = /^(\d{6}) es su código/.exec(api.mailbox.to('carla@nube.cl').at(-1)!.subject!)![1]!
  await page.getByLabel('Código').focus()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /su firma quedó registrada/ }).waitFor()
  await visit.shot('signed')
  assert.deepEqual(visit.wrong, [])
  await visit.close()
})

test('the privacy home and the portal, from the first step to the way out', async () => {
  const visit = await site.visit(`/p/${ana.slug}`)
  const { page } = visit
  await lookAround(visit, 'home')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Mis datos/ })
    .click()
  await lookAround(visit, 'portal-entry')
  await page.getByLabel('Su correo electrónico').fill('maria@correo.cl')
  await page.getByLabel('Su RUT').fill('12.345.678-5')
  await page.keyboard.press('Enter')
  await page.getByLabel('Código').waitFor()
  await lookAround(visit, 'portal-code')
  await api.drain()
  const code = /^(\d{6}) es su código/.exec(api.mailbox.to('maria@correo.cl').at(-1)!.subject!)![1]!
  await page.getByLabel('Código').fill(code)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Mis solicitudes' }).waitFor()
  assert.equal(await page.evaluate('document.cookie'), '', 'no script reads the session')
  await page.getByRole('link', { name: 'Presentar una solicitud' }).click()
  await lookAround(visit, 'portal-new')
  await page.getByRole('radio', { name: /Supresión/ }).check()
  await page.getByLabel('Su nombre completo').fill('María Pérez')
  await page.getByRole('button', { name: 'Enviar la solicitud' }).click()
  await page.getByRole('heading', { name: 'Recibimos su solicitud' }).waitFor()
  await lookAround(visit, 'portal-received')
  await page.getByRole('link', { name: 'Volver a mis datos' }).click()
  await lookAround(visit, 'portal-mine')
  await page.getByRole('link', { name: /Supresión/ }).click()
  await page.getByRole('heading', { name: /^Solicitud ARCO/ }).waitFor()
  await lookAround(visit, 'portal-request')
  await page.getByRole('button', { name: 'Salir' }).click()
  await page.getByText('Su sesión terminó').waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Enviarme un código' }).waitFor()
  assert.deepEqual(visit.wrong, [])
  await visit.close()
})

test('what is not there says so in a page', async () => {
  for (const path of ['/p/no-existe', '/politica/no-existe', '/firma/x', '/nada']) {
    const visit = await site.visit(path)
    await visit.page.getByRole('heading', { level: 1 }).waitFor()
    await visit.assertSound(path)
    await visit.close()
  }
})
