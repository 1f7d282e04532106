import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openShop, openThirdParty } from '#test/kit/shop.ts'
import { lookAround, openSite, openVisit, type Visit, type Visiting } from '#test/kit/visitor.ts'

/** The banner on another organisation's site with a strict policy, and a third party that counts its requests. */
const [site, shop, medidor] = await Promise.all([
  openSite(),
  openShop(),
  openThirdParty('datos.medidor.localhost'),
])
const ana = await site.api.tenant({ name: 'Tienda Sur SpA' })
const home = shop.at('www.tienda.localhost')
const NONCE = 'c29sbw'
shop.policy = [
  "default-src 'none'",
  `script-src 'self' 'nonce-${NONCE}' ${site.origin} ${medidor.origin} https://www.googletagmanager.com`,
  `connect-src ${site.origin} ${medidor.origin}`,
  "style-src 'self'",
  `img-src 'self' ${medidor.origin}`,
  `frame-src ${medidor.origin}`,
].join('; ')

const PURPOSES = [
  {
    key: 'necesarias',
    name: 'Necesarias',
    description: 'Mantienen su carro.',
    required: true,
    cookies: [{ name: 'carro', provider: 'Propia', duration: 'Sesión', description: 'Los productos' }],
  },
  {
    key: 'medicion',
    name: 'Medición de uso',
    description: 'Nos muestran qué páginas sirven.',
    category: 'analytics',
    hosts: ['medidor.localhost'],
    cookies: [{ name: '_med_*', provider: 'Medidor', duration: '1 año', description: 'Distingue visitas' }],
  },
  { key: 'videos', name: 'Videos', description: 'Muestran videos de otros sitios.', category: 'media' },
  { key: 'ofertas', name: 'Ofertas', category: 'marketing' },
]

const ENGLISH = {
  title: 'Your privacy',
  description: 'We use cookies. You choose.',
  purposes: { medicion: { name: 'Measurement' } },
}

async function notice(fields: object = {}) {
  const made = await ana.post('/consent/notices', {
    name: 'Banner',
    title: 'Su privacidad',
    description: 'Usamos cookies propias y de terceros. Usted elige para qué.',
    purposes: PURPOSES,
    ...fields,
    config: {
      privacyPolicyUrl: `${home}/privacidad`,
      translations: { en: ENGLISH },
      ...(fields as { config?: object }).config,
    },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, embedCode } = (await ana.post(`/consent/notices/${made.data.id}/publish`)).data
  return { id: id as string, embedCode: embedCode as string }
}

const recordsOf = async (id: string) => (await ana.get(`/consent/notices/${id}/records`)).data.items

/** Waits until the service has this many, because a decision is sent after the page shows it. */
async function until(id: string, count: number) {
  for (let left = 100; left > 0; left -= 1) {
    const records = await recordsOf(id)
    if (records.length >= count) return records
    await new Promise((done) => setTimeout(done, 100))
  }
  return recordsOf(id)
}

async function visit(how: Visiting = {}, host = home): Promise<Visit> {
  const one = await openVisit(site.browser, host, how)
  for (const origin of [site.origin, medidor.origin]) one.allowed.add(origin)
  return one
}

async function open(path: string, how: Visiting = {}): Promise<Visit> {
  const one = await visit(how)
  await one.go(path)
  return one
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const accept = (page: Page) => button(page, 'Aceptar todo')
const reject = (page: Page) => button(page, 'Rechazar todo')
const back = (page: Page) => button(page, 'Privacidad')
const ran = (page: Page) => page.evaluate<string[]>('window.ran ?? []')
const cookies = async (page: Page) => (await page.context().cookies()).map(({ name }) => name).sort()
const consents = (page: Page) =>
  page.evaluate<[string, Record<string, string>][]>('dataLayer.map((one) => [one[1], one[2]])')
/** Waits without `eval`, which the page's policy forbids. */
async function holds(page: Page, condition: string): Promise<void> {
  for (let left = 100; left > 0; left -= 1) {
    if (await page.evaluate<boolean>(`!!(${condition})`)) return
    await page.waitForTimeout(100)
  }
  assert.fail(`never: ${condition}`)
}
const settled = (page: Page) => page.waitForTimeout(400)

const { id, embedCode } = await notice()
const withTag = (tag: string) => ({
  head: tag,
  body: `<script type="text/plain" data-purpose="medicion" src="${medidor.origin}/first.js"></script>
<script type="text/plain" data-purpose="medicion" nonce="${NONCE}">(window.ran ??= []).push('inline')</script>
<script type="text/plain" data-purpose="marketing" src="${medidor.origin}/ads.js"></script>
<iframe title="Video" data-purpose="videos" data-src="${medidor.origin}/video"></iframe>
<img alt="" data-purpose="medicion" data-src="${medidor.origin}/pixel.gif">`,
})
shop.put('/', withTag(embedCode))
shop.put('/otra', withTag(embedCode))

test('before a decision nothing marked is sent, and after acceptance all of it is, in order', async () => {
  medidor.asked.length = 0
  const { page, ...rest } = await open('/')
  await accept(page).waitFor()
  await settled(page)
  assert.deepEqual([medidor.asked, await ran(page)], [[], []])
  const [[step, denied]] = (await consents(page)) as [[string, Record<string, string>]]
  assert.deepEqual([step, denied['ad_storage'], denied['analytics_storage']], ['default', 'denied', 'denied'])
  assert.deepEqual([denied['security_storage'], denied['wait_for_update']], ['granted', 500])

  const before = (await recordsOf(id)).length
  await accept(page).click()
  await holds(page, 'window.ran?.length === 3')
  assert.deepEqual(await ran(page), ['first', 'inline', 'ads'])
  await holds(page, 'document.querySelector("iframe").src && document.querySelector("img").src')
  await settled(page)
  assert.deepEqual([...medidor.asked].sort(), ['/ads.js', '/first.js', '/pixel.gif', '/video'])
  const [last, granted] = (await consents(page)).at(-1)!
  assert.deepEqual(
    [last, granted['ad_storage'], granted['analytics_storage']],
    ['update', 'granted', 'granted'],
  )

  const [record] = await until(id, before + 1)
  assert.deepEqual(
    [record.action, record.decisions, record.url, record.language, record.signal],
    [
      'accept_all',
      { necesarias: true, medicion: true, videos: true, ofertas: true },
      `${home}/`,
      'es',
      undefined,
    ],
  )
  assert.match(record.subjectRef, /^[0-9a-f]{32}$/)
  const [kept] = (await page.context().cookies()).filter(({ name }) => name.startsWith('resguardo_'))
  assert.deepEqual([kept!.sameSite, kept!.domain], ['Lax', 'www.tienda.localhost'])
  assert.ok(Math.abs(kept!.expires - Date.now() / 1000 - 182 * 86_400) < 3600)

  await page.goto(`${home}/otra?quien=ana`)
  await back(page).waitFor()
  await holds(page, 'window.ran?.length === 3')
  assert.equal(await accept(page).count(), 0)
  assert.equal((await recordsOf(id)).length, before + 1)
  assert.deepEqual(rest.wrong, [])
  await page.context().close()
})

test('a choice allows the chosen purposes, and withdrawing it deletes their cookies and is recorded', async () => {
  const { page, ...rest } = await open('/?x=1')
  const before = (await recordsOf(id)).length
  await button(page, 'Elegir').click()
  for (const box of await page.getByRole('switch').all()) assert.equal(await box.isChecked(), false)
  await page.getByText('Cookies: 1').nth(1).click()
  await page.getByText('_med_*').waitFor()
  await page.getByRole('switch', { name: 'Medición de uso' }).check()
  await button(page, 'Guardar elección').click()
  await holds(page, 'window.ran?.length === 2')
  assert.deepEqual(await ran(page), ['first', 'inline'])
  assert.equal(await page.evaluate('document.querySelector("iframe").hasAttribute("src")'), false)
  const [chosen] = await until(id, before + 1)
  assert.deepEqual(
    [chosen.action, chosen.decisions.medicion, chosen.decisions.videos],
    ['custom', true, false],
  )
  const [, granted] = (await consents(page)).at(-1)!
  assert.deepEqual([granted['ad_storage'], granted['analytics_storage']], ['denied', 'granted'])

  await page.evaluate('document.cookie = "_med_1=x; path=/"; document.cookie = "carro=1; path=/"')
  assert.ok((await cookies(page)).includes('_med_1'))
  await page.evaluate('Resguardo.abrir()')
  assert.equal(await page.getByRole('switch', { name: 'Medición de uso' }).isChecked(), true)
  const reloaded = page.waitForEvent('load')
  await page.getByRole('dialog').getByRole('button', { name: 'Rechazar todo' }).click()
  await reloaded
  await back(page).waitFor()
  await settled(page)
  assert.deepEqual(await ran(page), [])
  assert.equal((await cookies(page)).includes('_med_1'), false)
  assert.ok((await cookies(page)).includes('carro'))
  const [withdrawal] = await until(id, before + 2)
  assert.deepEqual([withdrawal.action, withdrawal.subjectRef], ['withdraw', chosen.subjectRef])
  assert.equal((await recordsOf(id)).length, before + 2)
  assert.deepEqual(rest.wrong, [])
  await page.context().close()
})

test('unmarked third parties do not run either, and requests made by scripts are not even sent', async () => {
  shop.put(
    '/site.js',
    `const there = '${medidor.origin}'
const script = document.createElement('script'); script.src = there + '/dynamic.js'; script.type = 'text/javascript'
script.onload = () => { window.loaded = true }
document.head.append(script)
new Image().src = there + '/one.gif'
fetch(there + '/fetch').catch((error) => { window.refused = error.name })
navigator.sendBeacon(there + '/beacon', 'x')
const call = new XMLHttpRequest(); call.onerror = () => { window.failed = true }; call.open('GET', there + '/xhr'); call.send()
document.cookie = '_ga=1; path=/'; document.cookie = '_med_2=1; path=/'; document.cookie = 'carro=2; path=/'`,
  )
  shop.put('/auto', {
    head: `${embedCode}<script src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>
<script src="${medidor.origin}/written.js"></script><script src="/site.js"></script>`,
  })
  const { page, ...rest } = await visit()
  rest.allowed.add('https://www.googletagmanager.com')
  await page
    .context()
    .route('https://www.googletagmanager.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: "(window.ran ??= []).push('gtag')" }),
    )
  medidor.asked.length = 0
  await page.goto(`${home}/auto`)
  await accept(page).waitFor()
  await holds(page, 'window.refused && window.failed')
  await settled(page)
  assert.deepEqual(await ran(page), [])
  // The browser may fetch a script written in the page in advance: see docs/banner.md.
  assert.deepEqual(
    medidor.asked.filter((path) => path !== '/written.js'),
    [],
  )
  assert.deepEqual(
    (await cookies(page)).filter((name) => !name.startsWith('resguardo_')),
    ['carro'],
  )
  await accept(page).click()
  await holds(page, 'window.ran?.length === 3 && window.loaded')
  assert.deepEqual([...(await ran(page))].sort(), ['dynamic', 'gtag', 'written'])
  await page.evaluate(`fetch('${medidor.origin}/later')`)
  assert.ok(medidor.asked.includes('/later'))
  assert.deepEqual(rest.wrong, [])
  await page.context().close()
})

test('Global Privacy Control refuses everything once without asking, and the person may still accept', async () => {
  const { page, ...rest } = await visit()
  await page.addInitScript(
    "Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })",
  )
  const before = (await recordsOf(id)).length
  await page.goto(home)
  await back(page).waitFor()
  assert.equal(await accept(page).count(), 0)
  const [record] = await until(id, before + 1)
  assert.deepEqual([record.action, record.signal, record.decisions.medicion], ['reject_all', 'gpc', false])
  await page.goto(`${home}/otra`)
  await back(page).waitFor()
  await settled(page)
  assert.equal((await recordsOf(id)).length, before + 1)
  await back(page).click()
  await accept(page).click()
  await holds(page, 'window.ran?.length === 3')
  const [own] = await until(id, before + 2)
  assert.deepEqual([own.action, own.signal], ['accept_all', undefined])
  await page.goto(home)
  await holds(page, 'window.ran?.length === 3')
  assert.deepEqual(rest.wrong, [])
  await page.context().close()

  const asking = await notice({ config: { gpc: 'ask' } })
  shop.put('/pregunta', { head: asking.embedCode })
  const asked = await visit()
  await asked.page.addInitScript(
    "Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })",
  )
  await asked.go('/pregunta')
  await accept(asked.page).waitFor()
  await asked.close()
})

test('a new version of the notice asks again, the same one does not', async () => {
  const own = await notice()
  shop.put('/version', withTag(own.embedCode))
  const { page, ...rest } = await visit()
  // Intercepting requests turns off the cache. Otherwise the config would be cached for a minute.
  await page.context().route('**/config', (route) => route.continue())
  await page.goto(`${home}/version`)
  await accept(page).click()
  await until(own.id, 1)
  await page.reload()
  await back(page).waitFor()
  await ana.put(`/consent/notices/${own.id}`, { description: 'Ahora también medimos otra cosa.' })
  await ana.post(`/consent/notices/${own.id}/publish`)
  await page.reload()
  await reject(page).waitFor()
  await settled(page)
  assert.deepEqual(await ran(page), [])
  await reject(page).click()
  const [second, first] = await until(own.id, 2)
  assert.deepEqual([first.noticeVersion, second.noticeVersion, second.action], [1, 2, 'withdraw'])
  assert.deepEqual(rest.wrong, [])
  await page.context().close()
})

test('a decision that did not arrive, or whose answer did not, is sent by the next page as one record', async () => {
  const own = await notice()
  shop.put('/cola', withTag(own.embedCode))
  for (const [reached, count] of [
    [false, 1],
    [true, 2],
  ] as const) {
    const { page } = await open('/cola')
    await page.context().route('**/record', async (route) => {
      if (reached) await route.fetch()
      await route.abort()
    })
    await accept(page).click()
    await holds(page, 'window.ran?.length === 3')
    await holds(page, 'localStorage.length > 0')
    if (reached) await until(own.id, count)
    else assert.equal((await recordsOf(own.id)).length, count - 1)
    const waiting = await page.evaluate<string>('JSON.stringify(localStorage)')
    assert.doesNotMatch(waiting, /correo|@|\?/)
    await page.context().unroute('**/record')
    await page.goto(`${home}/cola`)
    await holds(page, 'localStorage.length === 0')
    await settled(page)
    assert.equal((await recordsOf(own.id)).length, count)
    await page.context().close()
  }
})

test('while the service is unreachable the last decision applies, and everything else stays blocked', async () => {
  const { page, wrong } = await open('/')
  await accept(page).click()
  await holds(page, 'window.ran?.length === 3')
  await page.context().route('**/config', (route) => route.abort())
  await page.goto(`${home}/otra`)
  await holds(page, 'window.ran?.length === 3')
  await page.context().clearCookies()
  await page.goto(home)
  await settled(page)
  assert.deepEqual(await ran(page), [])
  assert.deepEqual(wrong, [])
  await page.context().close()
})

test('a wrong key blocks everything and says so in one line', async () => {
  shop.put('/mal', withTag(embedCode.replace(/data-key="[^"]+"/, 'data-key="no-existe"')))
  const { page, wrong } = await open('/mal')
  await page.waitForTimeout(1000)
  assert.deepEqual(await ran(page), [])
  assert.equal(wrong.length, 1)
  assert.match(wrong[0]!, /^console: Resguardo: el aviso «no-existe»/)
  assert.equal(await page.getByRole('button').count(), 0)
  await page.context().close()
})

test('by keyboard alone: it comes first, Tab stays inside, and Escape decides nothing', async () => {
  const { page, ...rest } = await open('/')
  await accept(page).waitFor()
  const before = (await recordsOf(id)).length
  const focused = () =>
    page.evaluate<string>(`(() => {
      const inner = document.querySelector('resguardo-banner').shadowRoot.activeElement
      return inner ? inner.textContent || inner.id : document.activeElement.tagName
    })()`)
  const tab = async (keys = 'Tab') => {
    await page.keyboard.press(keys)
    return focused()
  }
  assert.equal(await focused(), 'BODY')
  assert.deepEqual(
    [await tab(), await tab(), await tab()],
    ['Política de privacidad', 'Rechazar todo', 'Elegir'],
  )
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Elija para qué podemos usar cookies' }).waitFor()
  assert.equal(await focused(), 'Cerrar sin decidir')
  assert.equal(await tab('Shift+Tab'), 'Aceptar todo')
  const round = [await tab()]
  while (round.at(-1) !== 'Aceptar todo' && round.length < 20) round.push(await tab())
  assert.deepEqual(round, [
    'Cerrar sin decidir',
    'Cookies: 1',
    'p1',
    'Cookies: 1',
    'p2',
    'p3',
    'Rechazar todo',
    'Guardar elección',
    'Aceptar todo',
  ])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal(await focused(), 'Elegir')
  await accept(page).waitFor()
  await settled(page)
  assert.equal((await recordsOf(id)).length, before)
  assert.equal((await cookies(page)).length, 0)
  await tab('Shift+Tab')
  await page.keyboard.press('Enter')
  await back(page).waitFor()
  assert.equal(await focused(), 'Privacidad')
  assert.deepEqual(rest.wrong, [])
  await page.context().close()
})

test('the three answers are equal, and the page does not move when they appear', async () => {
  const { page } = await open('/')
  await accept(page).waitFor()
  const boxes = await Promise.all(
    ['Rechazar todo', 'Elegir', 'Aceptar todo'].map(async (name) => {
      const one = button(page, name)
      const { width, height } = (await one.boundingBox())!
      const look = await one.evaluate((element) => {
        const { backgroundColor, color, fontSize, fontWeight, borderColor } =
          element.ownerDocument.defaultView.getComputedStyle(element)
        return [backgroundColor, color, fontSize, fontWeight, borderColor].join()
      })
      return `${Math.round(width)} × ${Math.round(height)} ${look}`
    }),
  )
  assert.equal(new Set(boxes).size, 1, boxes.join('\n'))
  const shift = await page.evaluate<number>(`new Promise((done) => {
    let sum = 0
    new PerformanceObserver((list) => { for (const one of list.getEntries()) sum += one.value })
      .observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => done(sum), 500)
  })`)
  assert.equal(shift, 0)
  await page.context().close()
})

test('the notice, the preferences and the way back are accessible', async () => {
  const visited = await open('/otra')
  await accept(visited.page).waitFor()
  await lookAround(visited, 'banner')
  await button(visited.page, 'Elegir').click()
  await visited.page.getByText('Cookies: 1').nth(1).click()
  await lookAround(visited, 'banner-preferences')
  await visited.page.keyboard.press('Escape')
  await reject(visited.page).click()
  await back(visited.page).waitFor()
  await lookAround(visited, 'banner-rest')
  await visited.close()

  const yellow = await notice({
    config: { appearance: { accent: '#ffd60a', position: 'right', theme: 'dark' } },
  })
  shop.put('/ingles', { head: yellow.embedCode, lang: 'en' })
  const english = await open('/ingles')
  await button(english.page, 'Reject all').waitFor()
  await english.page.getByText('We use cookies. You choose.').waitFor()
  await lookAround(english, 'banner-english')
  await button(english.page, 'Choose').click()
  await english.page.getByRole('switch', { name: 'Measurement' }).waitFor()
  await english.page.getByRole('switch', { name: 'Ofertas' }).waitFor()
  await english.assertSound('english preferences')
  await english.page.keyboard.press('Escape')
  await button(english.page, 'Accept all').click()
  assert.equal((await until(yellow.id, 1))[0].language, 'en')
  await english.close()
})

/** Ends once the service has received the decision, so that later requests can be counted. */
async function acceptAndSend(page: Page): Promise<void> {
  await Promise.all([page.waitForResponse(/\/record$/), accept(page).click()])
}

test('a decision applies to sites under one domain, and to others that name each other', async () => {
  const shared = embedCode.replace('data-key', 'data-domain="tienda.localhost" data-key')
  shop.put('/hermana', withTag(shared))
  const { page } = await open('/hermana')
  await acceptAndSend(page)
  await holds(page, 'window.ran?.length === 3')
  await page.goto(`${shop.at('tarjeta.tienda.localhost')}/hermana`)
  await holds(page, 'window.ran?.length === 3')
  assert.equal(await accept(page).count(), 0)
  await page.context().close()

  const [one, other, third] = ['www.tienda.localhost', 'www.tarjeta.localhost', 'www.ajena.localhost']
  const named = embedCode.replace('data-key', `data-share="${one} ${other}" data-key`)
  const link = (host: string) => `<a href="${shop.at(host)}/lejos">Ir</a>`
  shop.put('/cerca', { head: named, body: link(other!) })
  shop.put('/lejos', withTag(named))
  const passing = await open('/cerca')
  await acceptAndSend(passing.page)
  await back(passing.page).waitFor()
  const before = (await recordsOf(id)).length
  await passing.page.getByRole('link', { name: 'Ir' }).click()
  await holds(passing.page, 'window.ran?.length === 3')
  assert.equal(passing.page.url(), `${shop.at(other!)}/lejos`)
  await passing.page.reload()
  await holds(passing.page, 'window.ran?.length === 3')
  assert.equal((await recordsOf(id)).length, before)

  // A consent that somebody else put into a link does not count.
  const [kept] = (await passing.page.context().cookies()).filter(({ name }) => name.startsWith('resguardo_'))
  const forged = `${shop.at(other!)}/lejos#${kept!.name}=${kept!.value}`
  shop.put('/ajena', { head: '', body: `<a href="${forged}">Ir</a>` })
  await passing.page.context().clearCookies()
  await passing.page.goto(`${shop.at(third!)}/ajena`)
  await passing.page.getByRole('link', { name: 'Ir' }).click()
  await accept(passing.page).waitFor()
  assert.deepEqual(await ran(passing.page), [])
  await passing.close()
})

test('the pinned tag runs under its hash, and blocks only marks and tells Google nothing if the tag says so', async () => {
  const { embedCodePinned } = (await ana.get(`/consent/notices/${id}`)).data
  shop.put('/fija', withTag(embedCodePinned))
  const pinned = await open('/fija')
  await accept(pinned.page).waitFor()
  assert.deepEqual(pinned.wrong, [])
  await pinned.close()

  const quiet = embedCode.replace('data-key', 'data-blocking="marked" data-consent-mode="off" data-key')
  const { head, body } = withTag(quiet)
  shop.put('/marcas', { head: `${head}<script src="${medidor.origin}/free.js"></script>`, body })
  const marked = await open('/marcas')
  await accept(marked.page).waitFor()
  assert.deepEqual(await ran(marked.page), ['free'])
  assert.equal(await marked.page.evaluate('typeof window.dataLayer'), 'undefined')
  await marked.close()
})

test('a page gets the decisions, asks for its permissions, and opens the preferences', async () => {
  shop.put('/api', { head: embedCode, body: '<button type="button" data-resguardo="abrir">Cookies</button>' })
  const { page, wrong } = await open('/api')
  await accept(page).waitFor()
  await page.evaluate(`window.heard = []
for (const event of ['ready', 'decision', 'opened', 'closed'])
  Resguardo.on(event, ({ decided, allowed }) => heard.push([event, decided, allowed.includes('medicion')]))
window.stop = Resguardo.on('decision', () => heard.push('never')); stop()`)
  assert.deepEqual(await page.evaluate('[Resguardo.permite("medicion"), Resguardo.allows("necesarias")]'), [
    false,
    true,
  ])
  await button(page, 'Cookies').click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await accept(page).click()
  await back(page).waitFor()
  assert.deepEqual(await page.evaluate('heard'), [
    ['ready', false, false],
    ['opened', false, false],
    ['closed', false, false],
    ['decision', true, true],
  ])
  const { decisions } = await page.evaluate<{ decisions: object }>('Resguardo.estado()')
  assert.deepEqual(decisions, { necesarias: true, medicion: true, videos: true, ofertas: true })
  assert.deepEqual(wrong, [])
  await page.context().close()
})

test('a preview shows the draft, in a page or in a frame, and sends nothing', async () => {
  const before = (await recordsOf(id)).length
  const key = /data-key="([^"]+)"/.exec(embedCode)![1]!
  const seen = await site.visit(`/w/preview/${key}`)
  const sent: string[] = []
  seen.page.on('request', (request) => sent.push(request.url()))
  await accept(seen.page).waitFor()
  await lookAround(seen, 'banner-preview')
  await accept(seen.page).click()
  await back(seen.page).waitFor()
  assert.deepEqual([sent, await cookies(seen.page), (await recordsOf(id)).length], [[], [], before])
  await seen.close()

  const { data } = await ana.get(`/consent/notices/${id}/preview/config`)
  const editor = await site.visit('/w/preview')
  assert.equal(await editor.page.getByRole('button').count(), 0)
  for (const title of ['Uno', 'Dos']) {
    const message = JSON.stringify({ resguardo: { ...data, title } })
    await editor.page.evaluate(`window.postMessage(${message}, location.origin)`)
    await editor.page.getByRole('heading', { name: title, exact: true }).waitFor()
  }
  assert.equal(await accept(editor.page).count(), 1)
  assert.deepEqual(editor.wrong, [])
  await editor.close()
})

test('it appears at once, on a slow phone too', async () => {
  const { page } = await visit({ width: 390 })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(`document.addEventListener('resguardo:shown', () =>
  requestAnimationFrame(() => setTimeout(() => { window.painted = performance.now() })))`)
  const times: number[] = []
  for (let round = 0; round < 5; round += 1) {
    await page.context().clearCookies()
    await page.goto(home)
    await holds(page, 'window.painted')
    const loaded = "performance.getEntriesByType('resource').find(({ name }) => name.includes('banner.js'))"
    times.push(await page.evaluate<number>(`window.painted - ${loaded}.responseEnd`))
  }
  const best = Math.min(...times)
  // The promise is 100 ms on a quiet machine, which the bench measures. Here other tests run too.
  assert.ok(best < 1000, `${times.map(Math.round)} ms`)
  await page.context().close()
})

test('under a nonce policy, acceptance starts what the page trusts and no injected tag', async () => {
  const usual = shop.policy
  shop.policy = [
    "default-src 'none'",
    `script-src 'nonce-${NONCE}' 'strict-dynamic'`,
    `connect-src ${site.origin} ${medidor.origin}`,
    "style-src 'self'",
  ].join('; ')
  shop.put('/estricta', {
    head: embedCode.replace('<script ', `<script nonce="${NONCE}" `),
    body: `<script type="text/plain" data-purpose="medicion" nonce="${NONCE}" src="${medidor.origin}/first.js"></script>
<script type="text/plain" data-purpose="medicion" src="${medidor.origin}/injected.js"></script>
<script type="text/plain" data-purpose="medicion">(window.ran ??= []).push('injected text')</script>
<script type="text/plain" data-purpose="medicion" nonce="otro">(window.ran ??= []).push('wrong nonce')</script>
<script data-purpose="medicion" data-src="${medidor.origin}/injected-too.js"></script>
<script src="${medidor.origin}/unmarked.js"></script>
<script nonce="${NONCE}">
const tag = document.createElement('script')
tag.src = '${medidor.origin}/made.js'
document.head.append(tag)
const late = document.createElement('div')
late.innerHTML = '<script type="text/plain" data-purpose="medicion" src="${medidor.origin}/late.js"><\\/script>'
document.body.append(late)
</script>`,
  })
  medidor.asked.length = 0
  const visiting = await open('/estricta')
  const { page } = visiting
  await accept(page).click()
  await holds(page, 'window.ran?.length === 2')
  await settled(page)
  assert.deepEqual([...(await ran(page))].sort(), ['first', 'made'])
  assert.deepEqual(
    medidor.asked.filter((path) => /injected|late/.test(path)),
    [],
  )
  await visiting.close()
  shop.policy = usual
})
