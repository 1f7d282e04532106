import { readCookies, writeCookie } from './store.ts'

/**
 * Blocks the elements that the page marked (`data-purpose`) and, by default, known third parties. The browser may fetch a
 * tag written in the page before this script sees it, but does not run it. It does not even fetch a marked one.
 */

const HOSTS: Record<string, string> = {}
const KNOWN: [purpose: string, hosts: string][] = [
  [
    'analytics',
    'google-analytics.com googletagmanager.com analytics.google.com hotjar.com clarity.ms mixpanel.com segment.com segment.io amplitude.com fullstory.com mouseflow.com newrelic.com nr-data.net plausible.io matomo.cloud heapanalytics.com',
  ],
  [
    'marketing',
    'doubleclick.net googlesyndication.com googleadservices.com facebook.com facebook.net ads-twitter.com analytics.twitter.com analytics.tiktok.com bat.bing.com snap.licdn.com ads.linkedin.com criteo.com criteo.net taboola.com outbrain.com hs-scripts.com hs-analytics.net pinimg.com sc-static.net adroll.com',
  ],
  [
    'media',
    'youtube.com youtube-nocookie.com vimeo.com spotify.com soundcloud.com instagram.com tiktok.com platform.twitter.com dailymotion.com twitch.tv',
  ],
  ['preferences', 'intercom.io intercomcdn.com tawk.to crisp.chat zdassets.com drift.com'],
]

const COOKIES: [purpose: string, name: string][] = []
const KNOWN_COOKIES: [purpose: string, names: string][] = [
  ['analytics', '_ga _ga_* _gid _gat* _hj* _clck _clsk ajs_* mp_*'],
  ['marketing', '_fbp _fbc _gcl_* _uetsid _uetvid _ttp __gads'],
]

let allowed = new Set<string>()

export function learnHosts(hosts: readonly string[], purpose: string): void {
  for (const host of hosts) HOSTS[host] = purpose
}

export function learnCookies(names: readonly string[], purpose: string): void {
  for (const name of names) COOKIES.unshift([purpose, name])
}

/** The purpose without which an address stays blocked. */
function awaited(address: unknown): string | undefined {
  let host = ''
  try {
    host = new URL(String(address), document.baseURI).hostname
  } catch {
    return undefined
  }
  if (host === location.hostname) return undefined
  for (; host; host = host.replace(/^[^.]*\.?/, '')) {
    const purpose = HOSTS[host]
    if (purpose) return allowed.has(purpose) ? undefined : purpose
  }
  return undefined
}

/** The purpose of a blocked cookie. `_ga_*` matches every name with that beginning. */
function heldCookie(text: string): boolean {
  const name = text.split('=')[0]!.trim()
  const rule = COOKIES.find(([, one]) => {
    const start = one.split(/[*<{[]/)[0]!
    return one === start ? name === one : start !== '' && name.startsWith(start)
  })
  return !!rule && !allowed.has(rule[0])
}

type Loading = HTMLScriptElement | HTMLIFrameElement | HTMLImageElement

const setAttribute = Element.prototype.setAttribute

/** Turns the element into a marked one, as if the page had marked it. */
function mark(element: Element, purpose: string, address?: string): Element {
  setAttribute.call(element, 'data-purpose', purpose)
  if (address) setAttribute.call(element, 'data-src', address)
  return element
}

/**
 * With a nonce policy and 'strict-dynamic', everything that this script starts is trusted. So it starts only elements with
 * the page's own nonce, or made by a script of the page. It never starts an injected tag.
 */
const trusted = (document.currentScript as HTMLScriptElement).nonce
const made = new WeakSet<Element>()

const native = new Map<unknown, (this: Element, address: unknown) => void>()

function guardSource(kind: { prototype: Loading }): void {
  const own = Object.getOwnPropertyDescriptor(kind.prototype, 'src')!
  const set = own.set as (address: unknown) => void
  native.set(kind, set)
  Object.defineProperty(kind.prototype, 'src', {
    ...own,
    set(this: Loading, address: unknown) {
      const purpose = awaited(address)
      if (purpose) made.add(mark(this, purpose, String(address)))
      else set.call(this, address)
    },
  })
  kind.prototype.setAttribute = function (this: Loading, name: string, value: string) {
    if (/^src$/i.test(name)) this.src = value
    else setAttribute.call(this, name, value)
  }
}

function guardRequests(): void {
  const { fetch } = window
  window.fetch = (input, init) =>
    awaited((input as Request).url ?? input)
      ? Promise.reject(new TypeError('Resguardo: sin consentimiento'))
      : fetch.call(window, input, init)
  const request = XMLHttpRequest.prototype as XMLHttpRequest & { open: (...all: unknown[]) => void }
  const { open, send } = request
  const stopped = new WeakSet<object>()
  request.open = function (this: XMLHttpRequest, ...all: unknown[]) {
    if (awaited(all[1])) stopped.add(this)
    else stopped.delete(this)
    return open.apply(this, all)
  }
  request.send = function (this: XMLHttpRequest, body) {
    if (stopped.has(this)) setTimeout(() => this.dispatchEvent(new ProgressEvent('error')))
    else send.call(this, body)
  }
  const beacon = navigator.sendBeacon
  navigator.sendBeacon = (url, body) => !awaited(url) && beacon.call(navigator, url, body)
}

function guardCookies(): void {
  Object.defineProperty(document, 'cookie', {
    configurable: true,
    get: () => readCookies().join('; '),
    set(text: string) {
      if (!heldCookie(String(text))) writeCookie(text)
    },
  })
}

/** The parser notifies observers before it runs a script. A script that becomes text/plain here does not run. */
function see(element: Element): void {
  if (element.hasAttribute('data-purpose')) {
    releaseAll([element])
    wait(element)
    return
  }
  const address = element.getAttribute('src')
  const purpose = address && awaited(address)
  if (!purpose) return
  if (element.tagName === 'SCRIPT') {
    mark(element, purpose)
    const { type } = element as HTMLScriptElement
    if (type) setAttribute.call(element, 'data-type', type)
    ;(element as HTMLScriptElement).type = 'text/plain'
  } else {
    mark(element, purpose, address)
    element.removeAttribute('src')
    wait(element)
  }
}

let stand: ((frame: HTMLIFrameElement) => void) | undefined

function wait(element: Element): void {
  if (element.matches('iframe[data-purpose]')) stand?.(element as HTMLIFrameElement)
}

/** Registers what a blocked frame shows. */
export function standFor(show: (frame: HTMLIFrameElement) => void): void {
  stand = show
  document.querySelectorAll('iframe').forEach(wait)
}

const SEEN = 'script[src],iframe[src],img[src],[data-purpose]'

/** `hosts` are the page's own hosts, as `host=purpose host=purpose`. */
export function guard(hosts: string, marksOnly: boolean): void {
  if (!marksOnly) {
    for (const [purpose, names] of KNOWN) learnHosts(names.split(' '), purpose)
    for (const [purpose, names] of KNOWN_COOKIES) learnCookies(names.split(' '), purpose)
    for (const one of hosts.split(' ')) {
      const [host, purpose] = one.split('=')
      if (host && purpose) learnHosts([host], decodeURIComponent(purpose))
    }
    guardSource(HTMLScriptElement)
    guardSource(HTMLIFrameElement)
    guardSource(HTMLImageElement)
    guardRequests()
    guardCookies()
  }
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        if (node.matches(SEEN)) see(node)
        for (const inner of node.querySelectorAll(SEEN)) see(inner)
      }
  }).observe(document, { childList: true, subtree: true })
}

/** Allows these purposes and no others. Starts what waited for them, and deletes cookies of the rest. */
export function allow(purposes: Set<string>): void {
  allowed = purposes
  dropCookies()
  releaseAll(document.querySelectorAll('[data-purpose]'))
}

/** Runs scripts in order, each after the one before has loaded. */
let turn = Promise.resolve()

function releaseAll(elements: Iterable<Element>): void {
  for (const element of elements as Iterable<HTMLScriptElement>) {
    const isScript = element.tagName === 'SCRIPT'
    if (!allowed.has(element.getAttribute('data-purpose')!)) continue
    if (isScript && trusted && element.nonce !== trusted && !made.has(element)) continue
    element.removeAttribute('data-purpose')
    const address = element.getAttribute('data-src')
    if (isScript && element.type === 'text/plain') turn = turn.then(() => run(element))
    else if (address && !/^\W*javascript/i.test(address)) {
      element.removeAttribute('data-src')
      const set = native.get(element.constructor)
      if (set) set.call(element, address)
      else element.src = address
    }
  }
}

/** A blocked script starts as a new element. The copy needs the nonce as a property, because browsers hide its attribute. */
function run(held: HTMLScriptElement): Promise<void> {
  return new Promise((done) => {
    const script = document.createElement('script')
    for (const { name, value } of held.attributes)
      if (!/^(data-)?type$/.test(name)) setAttribute.call(script, name === 'data-src' ? 'src' : name, value)
    script.type = held.getAttribute('data-type') ?? ''
    script.nonce = held.nonce
    script.text = held.text
    script.async = held.hasAttribute('async')
    const waits = script.src && !script.async
    if (waits) for (const end of ['load', 'error']) script.addEventListener(end, () => done())
    held.replaceWith(script)
    if (!waits) done()
  })
}

/** Deletes them for this host and for every domain above it. */
function dropCookies(): void {
  const labels = location.hostname.split('.')
  for (const cookie of readCookies()) {
    if (!heldCookie(cookie)) continue
    const gone = `${cookie.split('=')[0]}=; path=/; max-age=0`
    writeCookie(gone)
    for (let from = 0; from < labels.length - 1; from++)
      writeCookie(`${gone}; domain=${labels.slice(from).join('.')}`)
  }
}
