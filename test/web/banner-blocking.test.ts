import assert from 'node:assert/strict'
import { after, test } from 'node:test'

/**
 * What the banner blocks and lets through, in a minimal fake browser. test/web/banner.browser.test.ts tests its look, and
 * that real browsers agree.
 */

// ── a minimal browser ──

class Element {
  readonly kept = new Map<string, string>()
  readonly tagName: string
  nonce = ''
  text = ''
  replacedBy: Element | undefined
  heard = new Map<string, () => void>()

  constructor(tag: string) {
    this.tagName = tag.toUpperCase()
  }
  setAttribute(name: string, value: string) {
    this.kept.set(name.toLowerCase(), String(value))
  }
  getAttribute(name: string) {
    return this.kept.get(name) ?? null
  }
  hasAttribute(name: string) {
    return this.kept.has(name)
  }
  removeAttribute(name: string) {
    this.kept.delete(name)
  }
  get attributes() {
    return [...this.kept].map(([name, value]) => ({ name, value }))
  }
  matches(selector: string) {
    return selector.split(',').some((one) => {
      const [, tag = '', attribute = ''] = /^(\w*)\[([\w-]+)\]$/.exec(one) ?? []
      return (tag === '' || tag.toUpperCase() === this.tagName) && this.hasAttribute(attribute)
    })
  }
  querySelectorAll(): Element[] {
    return []
  }
  addEventListener(name: string, listener: () => void) {
    this.heard.set(name, listener)
  }
  replaceWith(other: Element) {
    this.replacedBy = other
    page.splice(page.indexOf(this), 1, other)
  }
}

function withSource(tag: string) {
  class Loading extends Element {
    constructor() {
      super(tag)
    }
    get src(): string {
      return this.getAttribute('src') ?? ''
    }
    /** The browser's own setter: an address that gets here is fetched. */
    set src(address: string) {
      Element.prototype.setAttribute.call(this, 'src', address)
      fetched.push(String(address))
    }
    get type(): string {
      return this.getAttribute('type') ?? ''
    }
    set type(type: string) {
      Element.prototype.setAttribute.call(this, 'type', type)
    }
  }
  // Each page has its own classes, so that changes by one guard do not reach the next page.
  return Loading
}

class Document {
  currentScript = { nonce: '' }
  baseURI = 'https://www.tienda.cl/portada'
  get cookie() {
    return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  }
  set cookie(text: string) {
    const [name, ...rest] = text.split(';')[0]!.split('=')
    if (/max-age=0/.test(text)) {
      gone.push(text)
      jar.delete(name!)
    } else jar.set(name!, rest.join('='))
  }
  querySelectorAll(selector: string) {
    return selector === 'iframe'
      ? page.filter(({ tagName }) => tagName === 'IFRAME')
      : page.filter((one) => one.matches(selector))
  }
  createElement(tag: string) {
    return new classes[tag]!()
  }
}

let [jar, gone, fetched, page]: [Map<string, string>, string[], string[], Element[]] = [new Map(), [], [], []]
let classes: Record<string, ReturnType<typeof withSource>> = {}
let observed: ((changes: { addedNodes: unknown[] }[]) => void) | undefined

const BEFORE = new Map<string, PropertyDescriptor | undefined>()
function put(globals: Record<string, unknown>) {
  for (const [name, value] of Object.entries(globals)) {
    if (!BEFORE.has(name)) BEFORE.set(name, Object.getOwnPropertyDescriptor(globalThis, name))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
}
after(() => {
  for (const [name, before] of BEFORE) {
    if (before) Object.defineProperty(globalThis, name, before)
    else delete (globalThis as Record<string, unknown>)[name]
  }
})

const BLOCKING = '../../web/widgets/banner/blocking.ts'
let serial = 0

// Browser scripts are checked with browser types, which tests do not have.
interface Blocking {
  guard(hosts: string, marksOnly: boolean): void
  allow(purposes: Set<string>): void
  learnHosts(hosts: readonly string[], purpose: string): void
  learnCookies(names: readonly string[], purpose: string): void
  standFor(show: (frame: unknown) => void): void
}
interface Asks {
  open(method: string, address: string): void
  send(): void
}

/** A new page with its own banner, before any call. */
async function openPage({ nonce = '', hosts = '', marksOnly = false } = {}) {
  ;[jar, gone, fetched, page] = [new Map(), [], [], []]
  classes = { script: withSource('script'), iframe: withSource('iframe'), img: withSource('img') }
  const sent: string[] = []
  class XMLHttpRequest extends EventTarget {
    address = ''
    open(_method: string, address: string) {
      this.address = address
    }
    send() {
      sent.push(this.address)
    }
  }
  const document = Object.assign(new Document(), { currentScript: { nonce } })
  put({
    Element,
    Node: Element,
    Document,
    document,
    location: new URL('https://www.tienda.cl/portada'),
    HTMLScriptElement: classes['script'],
    HTMLIFrameElement: classes['iframe'],
    HTMLImageElement: classes['img'],
    XMLHttpRequest,
    ProgressEvent: Event,
    MutationObserver: class {
      constructor(see: typeof observed) {
        observed = see
      }
      observe() {}
    },
    navigator: { sendBeacon: (url: string) => sent.push(url) > 0 },
    window: {
      fetch: async (url: string) => void sent.push(String((url as unknown as { url?: string }).url ?? url)),
    },
  })
  serial += 1
  const blocking = (await import(`${BLOCKING}?${serial}`)) as Blocking
  blocking.guard(hosts, marksOnly)

  /** A tag that the parser has just inserted. */
  const tag = (name: string, attributes: Record<string, string>, more: Partial<Element> = {}) => {
    const element = Object.assign(new classes[name]!(), more)
    for (const [one, value] of Object.entries(attributes))
      Element.prototype.setAttribute.call(element, one, value)
    page.push(element)
    observed!([{ addedNodes: [element] }])
    return element
  }
  /** An element made by a script of the page. */
  const make = (name: string, address: string) => {
    const element = new classes[name]!()
    element.src = address
    page.push(element)
    observed!([{ addedNodes: [element] }])
    return element
  }
  const allow = async (...purposes: string[]) => {
    blocking.allow(new Set(['necessary', ...purposes]))
    await new Promise((done) => setImmediate(done))
  }
  const request = (address: string) => {
    const one = new XMLHttpRequest()
    one.open('GET', address)
    const failed = new Promise<void>((done) => one.addEventListener('error', () => done()))
    one.send()
    return failed
  }
  const { fetch } = (globalThis as unknown as { window: { fetch(url: unknown): Promise<unknown> } }).window
  const beacon = (address: string) =>
    (globalThis.navigator as unknown as { sendBeacon(address: string): boolean }).sendBeacon(address)
  return {
    blocking,
    tag,
    make,
    allow,
    request,
    opened: () => new XMLHttpRequest() as Asks,
    fetch,
    beacon,
    sent,
    document,
  }
}

const GA = 'https://www.google-analytics.com/analytics.js'

// ── before a yes ──

for (const [address, holds] of [
  [GA, true],
  ['//connect.facebook.net/es/sdk.js', true],
  ['https://www.youtube.com/embed/x', true],
  ['https://widget.intercom.io/w', true],
  ['https://google-analytics.com.otra.cl/x.js', false],
  ['https://migoogle-analytics.com/x.js', false],
  ['/analytics.js', false],
  ['https://www.tienda.cl/google-analytics.com/x.js', false],
  ['https://cdn.tienda.cl/x.js', false],
  ['data:text/javascript,1', false],
  ['no es una dirección', false],
] as const) {
  test(`before a decision «${address}» is ${holds ? 'held' : 'fetched'}`, async () => {
    const { make, fetch, beacon, sent } = await openPage()
    make('script', address)
    assert.deepEqual(fetched, holds ? [] : [address])
    await fetch(address).catch(() => undefined)
    beacon(address)
    assert.equal(sent.length, holds ? 0 : 2)
  })
}

for (const name of ['script', 'iframe', 'img']) {
  test(`a ${name} of a third party is blocked until its purpose is accepted`, async () => {
    const { make, allow } = await openPage()
    const element = make(name, GA)
    assert.deepEqual([fetched, element.getAttribute('data-purpose')], [[], 'analytics'])
    await allow('marketing')
    assert.deepEqual(fetched, [], 'another purpose does not let it in')
    await allow('analytics')
    assert.deepEqual(fetched, [GA])
    await allow('analytics')
    assert.deepEqual(fetched, [GA], 'once')
  })
}

test('setting the attribute does not bypass the block, in any spelling', async () => {
  const { allow } = await openPage()
  for (const name of ['src', 'SRC', 'Src']) {
    const element = new classes['script']!()
    element.setAttribute(name, GA)
    assert.deepEqual([fetched, element.hasAttribute('src')], [[], false], name)
  }
  const own = new classes['img']!()
  own.setAttribute('alt', 'foto')
  own.setAttribute('src', '/foto.png')
  assert.deepEqual([own.getAttribute('alt'), fetched], ['foto', ['/foto.png']])
  await allow()
})

test('a blocked request of a script fails like a network error, and its address never leaves', async () => {
  const { request, fetch, sent, allow } = await openPage()
  await request('https://api.mixpanel.com/track')
  await assert.rejects(fetch('https://api.mixpanel.com/track'), TypeError)
  await assert.rejects(fetch({ url: 'https://api.mixpanel.com/track' }), TypeError)
  assert.deepEqual(sent, [])
  await allow('analytics')
  void request('https://api.mixpanel.com/track')
  await fetch('https://api.mixpanel.com/track')
  assert.equal(sent.length, 2)
})

test('a request opened again for another address is judged by that address', async () => {
  const { opened, sent } = await openPage()
  const request = opened()
  request.open('GET', GA)
  request.open('GET', '/carro')
  request.send()
  assert.deepEqual(sent, ['/carro'])
})

// ── tags written in the page ──

test('a script in the page is text until its purpose is accepted, then runs as written', async () => {
  const { tag, allow } = await openPage()
  const held = tag('script', { src: GA, type: 'module', 'data-x': '1' })
  assert.equal(held.type, 'text/plain', 'what becomes text before the parser runs it never runs')
  await allow('analytics')
  const ran = held.replacedBy as InstanceType<(typeof classes)['script']>
  assert.deepEqual([ran.src, ran.type, ran.getAttribute('data-x')], [GA, 'module', '1'])
  assert.equal(ran.hasAttribute('data-purpose'), false)
})

test('a frame or picture in the page loses its address and gets it back after acceptance', async () => {
  const { tag, allow } = await openPage()
  const frame = tag('iframe', { src: 'https://www.youtube.com/embed/x' })
  assert.deepEqual(
    [frame.hasAttribute('src'), frame.getAttribute('data-src')],
    [false, 'https://www.youtube.com/embed/x'],
  )
  await allow('media')
  assert.deepEqual(fetched, ['https://www.youtube.com/embed/x'])
  assert.equal(frame.hasAttribute('data-src'), false)
})

test('an element marked by the page waits for its purpose, whatever its address', async () => {
  const { tag, allow } = await openPage()
  const held = tag('script', { type: 'text/plain', 'data-purpose': 'mapas propios', src: '/mapa.js' })
  await allow('media')
  assert.equal(held.replacedBy, undefined)
  await allow('mapas propios')
  assert.equal((held.replacedBy as unknown as InstanceType<(typeof classes)['script']>).src, '/mapa.js')
})

test('a marked element cannot bring an address that runs code', async () => {
  const { tag, allow } = await openPage()
  for (const address of ['javascript:alert(1)', ' JavaScript:alert(1)', '\u0001javascript:alert(1)'])
    tag('iframe', { 'data-purpose': 'media', 'data-src': address })
  await allow('media')
  assert.deepEqual(fetched, [])
})

test('new elements load at once after acceptance, and do not after a refusal', async () => {
  const { make, allow } = await openPage()
  await allow('analytics')
  make('script', GA)
  assert.deepEqual(fetched, [GA])
  await allow()
  make('script', GA)
  assert.deepEqual(fetched, [GA])
})

test('scripts start in order, each after the one before has loaded or failed, and async ones do not wait', async () => {
  const { tag, allow } = await openPage()
  const held = ['/uno.js', '/dos.js', '/tres.js'].map((src) =>
    tag('script', { type: 'text/plain', 'data-purpose': 'analytics', 'data-src': src }),
  )
  const started = () => held.filter(({ replacedBy }) => replacedBy).length
  const settle = () => new Promise((done) => setImmediate(done))
  await allow('analytics')
  assert.equal(started(), 1)
  held[0]!.replacedBy!.heard.get('error')!()
  await settle()
  assert.equal(started(), 2)
  held[1]!.replacedBy!.heard.get('load')!()
  await settle()
  assert.equal(started(), 3)
})

test('with a nonce, only elements trusted by the page or made by its scripts start', async () => {
  const { tag, make, allow } = await openPage({ nonce: 'n1' })
  const stranger = tag('script', { type: 'text/plain', 'data-purpose': 'analytics', src: '/extraño.js' })
  const own = tag(
    'script',
    { type: 'text/plain', 'data-purpose': 'analytics' },
    { nonce: 'n1', text: 'propio()' },
  )
  await allow('analytics')
  assert.equal(stranger.replacedBy, undefined)
  assert.deepEqual([own.replacedBy?.nonce, own.replacedBy?.text], ['n1', 'propio()'])
  make('script', 'https://cdn.segment.com/a.js')
  assert.deepEqual(fetched, ['https://cdn.segment.com/a.js'])
})

// ── hosts of the notice ──

test('hosts in the tag are blocked from the first line, with their subdomains, each by its purpose', async () => {
  const hosts = `medidor.cl=${encodeURIComponent('uso del sitio')} otro.cl=b`
  const { make, allow } = await openPage({ hosts })
  for (const address of ['https://medidor.cl/a', 'https://cdn.medidor.cl/b', 'https://otro.cl/c'])
    make('img', address)
  assert.deepEqual(fetched, [])
  await allow('b')
  assert.deepEqual(fetched, ['https://otro.cl/c'])
  await allow('uso del sitio')
  assert.deepEqual(fetched.slice(1), ['https://medidor.cl/a', 'https://cdn.medidor.cl/b'])
})

test('the notice overrides the built-in list of hosts, and a longer host name overrides a shorter one', async () => {
  const { blocking, make, allow } = await openPage()
  blocking.learnHosts(['google-analytics.com'], 'necesarias')
  blocking.learnHosts(['ads.medidor.cl'], 'publicidad')
  blocking.learnHosts(['medidor.cl'], 'medición')
  await allow('necesarias', 'medición')
  make('script', GA)
  make('script', 'https://www.medidor.cl/x')
  make('script', 'https://ads.medidor.cl/x')
  assert.deepEqual(fetched, [GA, 'https://www.medidor.cl/x'])
})

test('a tag set to marks only blocks nothing else', async () => {
  const { make, tag, document } = await openPage({ marksOnly: true })
  make('script', GA)
  document.cookie = '_ga=1'
  assert.deepEqual([fetched, [...jar.keys()]], [[GA], ['_ga']])
  const held = tag('script', { type: 'text/plain', 'data-purpose': 'analytics', src: GA })
  assert.equal(held.replacedBy, undefined)
})

// ── cookies ──

for (const [text, holds] of [
  ['_ga=1; path=/', true],
  ['_ga_X1Y2=1', true],
  [' _gid = 1', true],
  ['_fbp=1', true],
  ['_gat_tienda=1', true],
  ['_gala=1', false],
  ['sid=_ga', false],
  ['carro=1; path=/_ga', false],
] as const) {
  test(`before acceptance the cookie «${text}» is ${holds ? 'not set' : 'set'}`, async () => {
    const { document } = await openPage()
    document.cookie = text
    assert.equal(jar.size, holds ? 0 : 1)
  })
}

test('cookies of the notice wait for their purpose, also by prefix, in any spelling', async () => {
  const { blocking, document, allow } = await openPage()
  blocking.learnCookies(['propia', 'm_*', 'n_<id>', 'o_{id}', 'p_[id]', '*'], 'uso')
  for (const name of ['propia', 'propia2', 'm_1', 'n_1', 'o_1', 'p_1', 'q']) document.cookie = `${name}=1`
  assert.deepEqual([...jar.keys()], ['propia2', 'q'], '«*» alone is no name')
  await allow('uso')
  for (const name of ['propia', 'm_1']) document.cookie = `${name}=1`
  assert.deepEqual([...jar.keys()], ['propia2', 'q', 'propia', 'm_1'])
})

test('the notice overrides the built-in list of cookies', async () => {
  const { blocking, document, allow } = await openPage()
  blocking.learnCookies(['_ga'], 'necesarias')
  await allow('necesarias')
  document.cookie = '_ga=1'
  document.cookie = '_gid=1'
  assert.deepEqual([...jar.keys()], ['_ga'])
})

test('a refusal deletes the cookies of refused purposes, on this host and its parents, and no others', async () => {
  const { document, allow } = await openPage()
  await allow('analytics', 'marketing')
  for (const text of ['_ga=1', '_fbp=2', 'sid=3']) document.cookie = text
  await allow('marketing')
  assert.deepEqual([...jar.keys()], ['_fbp', 'sid'])
  assert.deepEqual(
    gone.map((text) => /domain=(.*)/.exec(text)?.[1]),
    [undefined, 'www.tienda.cl', 'tienda.cl'],
  )
})

// ── blocked frames ──

test('a blocked frame is announced, now and later, so that it can show its purpose', async () => {
  const { blocking, tag, allow } = await openPage()
  const first = tag('iframe', { src: 'https://player.vimeo.com/1' })
  const own = tag('iframe', { src: '/propio' })
  const stood: unknown[] = []
  blocking.standFor((frame) => stood.push(frame))
  const second = tag('iframe', { src: 'https://player.vimeo.com/2' })
  assert.deepEqual([stood.length, stood[0] === first, stood[1] === second], [2, true, true])
  assert.equal(stood.includes(own), false)
  await allow('media')
  tag('iframe', { src: 'https://player.vimeo.com/3' })
  assert.equal(stood.length, 2)
})
