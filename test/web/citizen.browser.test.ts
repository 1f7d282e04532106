import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { draft, ground } from '#test/kit/contracts.ts'
import { act } from '#test/kit/policies.ts'
import { openShop } from '#test/kit/shop.ts'
import { openSite, openVisit } from '#test/kit/visitor.ts'

/**
 * Every page for citizens over a slow connection, measured by its size instead of the clock. `PICTURES=docs/pictures npm
 * test test/web/citizen` also takes the pictures of the documentation.
 */
const site = await openSite({ PUBLIC_RATE_LIMIT: '2000' })
const g = await ground(site.api, { name: 'Tienda Sur SpA', vendor: 'Nube Andina SpA' })
const { ana } = g
await ana.put('/settings/tenant', { branding: { primaryColor: '#0a6b4f' } })
const [entity] = (await ana.get('/org/entities')).data.entities
await ana.patch(`/org/entities/${entity.id}`, { dpoName: 'Eva Ríos', dpoEmail: 'datos@tiendasur.cl' })
const form = (
  await ana.post('/consent/templates', {
    name: 'Boletín de ofertas',
    description: 'Una vez a la semana, los jueves.',
    purposeText: 'Autorizo a Tienda Sur a enviarme ofertas por correo.',
    fields: [{ key: 'nombre', label: 'Nombre', type: 'text', required: true }],
  })
).data
const widget = (await ana.post('/dsar/widgets', { name: 'Tienda' })).data
const asked = await site.api.anyone.post(`/public/dsar/${widget.widgetKey}`, {
  rightType: 'ACCESS',
  subjectName: 'María Pérez',
  subjectEmail: 'maria@correo.cl',
  declarationTruthful: true,
})
assert.equal(asked.status, 201, JSON.stringify(asked.body))

const policy = (await ana.post('/privacy-policy/generate')).data
const { workflowInstanceId } = (await ana.post(`/privacy-policy/${policy.id}/publish`)).data
assert.equal((await act(ana, workflowInstanceId, 'APPROVE')).status, 200)
const contract = await draft(g)
const signer = { signerName: 'Carla Díaz', signerEmail: 'carla@nube.cl' }
assert.equal((await ana.post(`/contracts/${contract}/send`, signer)).status, 200)
await site.api.drain()
const [, signing] = /(\/firma\/[\w-]{40,})/.exec(site.api.mailbox.to('carla@nube.cl')[0]!.text!)!

/** The address of each page, and the control that shows it is usable. */
const PAGES = {
  privacidad: { path: `/p/${ana.slug}`, role: 'link', name: /Ejercer mis derechos/ },
  derechos: { path: `/derechos/${widget.widgetKey}`, role: 'button', name: 'Continuar' },
  solicitud: { path: `/derechos/${widget.widgetKey}?derecho=RECTIFICATION`, role: 'button', name: /Enviar/ },
  seguimiento: { path: `/seguimiento/${asked.data.folioNumber}`, role: 'heading', name: /./ },
  folio: { path: '/seguimiento', role: 'button', name: /./ },
  consentimiento: {
    path: `/consentimiento/${form.formKey}`,
    role: 'button',
    name: 'Otorgar mi consentimiento',
  },
  retiro: {
    path: `/consentimiento/${form.formKey}/retirar`,
    role: 'button',
    name: 'Retirar mi consentimiento',
  },
  portal: { path: `/p/${ana.slug}/portal`, role: 'button', name: 'Enviarme un código' },
  politica: { path: `/politica/${ana.slug}`, role: 'heading', name: /Política de privacidad/ },
  // Includes the contract in its frame.
  firma: { path: signing!, role: 'button', name: /código/, most: { bytes: 15_000, requests: 7 } },
} as const

/** «Slow 3G» of browsers' developer tools: 400 kbit/s, 400 ms per round trip. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
/** A third of a second of that connection, for the page and the files that it loads at once. */
const MOST = { bytes: 15_000, requests: 4 }

for (const [name, { path, role, name: label, ...own }] of Object.entries(PAGES)) {
  const most = 'most' in own ? own.most : MOST
  test(`over slow 3G ${name} loads with ${most.bytes / 1000} kB and ${most.requests} requests`, async () => {
    const visit = await openVisit(site.browser, site.origin, { width: 390 })
    const { page } = visit
    const devtools = await page.context().newCDPSession(page)
    const sizes: number[] = []
    // The browser fetches the icon of the tab at any time.
    const icons = new Set<string>()
    devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (request.url.endsWith('/favicon.ico')) icons.add(requestId)
    })
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (!icons.has(requestId)) sizes.push(encodedDataLength)
    })
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', SLOW)
    await visit.go(path)
    await page.getByRole(role, { name: label }).first().waitFor()
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    assert.ok(sizes.length > 0 && sizes.length <= most.requests, `${sizes.length} requests`)
    assert.ok(bytes <= most.bytes, `${bytes} bytes`)
    if (process.env['PICTURES']) console.log(`${name}: ${bytes} bytes, ${sizes.length} requests`)
    assert.deepEqual(visit.wrong, [])
    await visit.close()
  })
}

/** Finds small targets. A link within a sentence is exempt (WCAG 2.2, 2.5.8). The label counts as part of its checkbox. */
const SMALL = `(() => {
  const isAmong = (one) => one.parentElement.textContent.trim().length > one.textContent.trim().length + 3
  const own = [...document.querySelectorAll('a, button, input, select, textarea, summary')]
  return own
    .filter((one) => !(one.localName === 'a' && isAmong(one)))
    .map((one) => [one, (['checkbox', 'radio'].includes(one.type) ? one.labels[0] : one).getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 1 && height < 44)
    .map(([one]) => one.textContent.trim() || one.outerHTML)
})()`

test('on a touch screen every control is at least 44 px tall', async () => {
  const visit = await openVisit(site.browser, site.origin, { width: 390, hasTouch: true, isMobile: true })
  for (const [name, { path }] of Object.entries(PAGES)) {
    await visit.go(path)
    await visit.page.getByRole('heading').first().waitFor()
    assert.deepEqual(await visit.page.evaluate(SMALL), [], name)
  }
  await visit.close()
})

test('pictures for the documentation', async () => {
  const folder = process.env['PICTURES']
  const shop = await openShop()
  const home = shop.at('www.tienda.localhost')
  const made = await ana.post('/consent/notices', {
    name: 'Banner',
    title: 'Su privacidad',
    description: 'Usamos cookies propias y de terceros. Usted elige para qué.',
    purposes: [
      { key: 'necesarias', name: 'Necesarias', required: true },
      { key: 'medicion', name: 'Medición de uso', category: 'analytics' },
    ],
  })
  shop.put('/', { head: (await ana.post(`/consent/notices/${made.data.id}/publish`)).data.embedCode })
  const { privacidad, solicitud, consentimiento, seguimiento } = PAGES
  const shots = [
    ...Object.entries({ privacidad, solicitud, consentimiento, seguimiento }).map(
      ([name, { path }]) => [name, site.origin, path] as const,
    ),
    ['banner', home, '/'] as const,
  ]
  for (const [name, origin, path] of shots)
    for (const width of [390, 1280]) {
      const visit = await openVisit(site.browser, origin, { width })
      visit.allowed.add(site.origin)
      await visit.go(path)
      await visit.page.getByRole('heading').first().waitFor()
      if (name === 'banner') await visit.page.getByRole('button', { name: 'Aceptar todo' }).waitFor()
      const picture = await visit.page.screenshot({
        ...(folder && { path: join(folder, `${name}-${width}.png`) }),
        type: 'png',
      })
      assert.ok(picture.length < 100_000, `${name} at ${width}: ${picture.length} bytes`)
      await visit.close()
    }
})
