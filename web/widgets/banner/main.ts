import { allow, guard, learnCookies, learnHosts, standFor } from './blocking.ts'
import { type Config, type Decisions, inLanguage } from './config.ts'
import { googleTypesOf, sayConsent } from './consent-mode.ts'
import { flush, isAway, type Kept, keep, keptIn, random, read, report, today, write } from './store.ts'
import { type Answer, createView, type View } from './view.ts'

/**
 * <script src="https://HOST/w/v1/banner.js" data-key="KEY"></script>, first in <head> and not async. It blocks from its
 * first line on. `docs/banner.md` has the rest for developers of sites.
 */

const script = document.currentScript as HTMLScriptElement
const options = script.dataset
const key = options['key'] ?? ''
const cookie = `resguardo_${key.slice(0, 8)}`
const root = script.src.replace(/w\/[^/]+\/[^/]*$/, '')
const api = `${root}api/v1/public/consent/${key}/`
const isPreview = options['preview'] !== undefined
const hasGpc = (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
/** The page's own function, before it is wrapped. */
const send = window.fetch.bind(window)

let kept: Kept | undefined
let config: Config | undefined
let view: View | undefined
let allowed = new Set(['necessary'])

// ── API for the page ──

/** Opens the preferences at any time. */
function abrir(): void {
  view?.open()
}

function permite(purpose: string): boolean {
  return allowed.has(purpose)
}

function estado() {
  return {
    decided: isDecided(),
    version: config?.version,
    decisions: isDecided() ? { ...kept!.decisions } : undefined,
    allowed: [...allowed],
  }
}

type Listener = (state: ReturnType<typeof estado>) => void

/**
 * `ready`, `decision`, `shown`, `opened`, `closed`, `failed`. The document gets them as events too, as `resguardo:decision`.
 */
function on(event: string, listener: Listener): () => void {
  const heard = (happened: Event) => listener((happened as CustomEvent).detail)
  document.addEventListener(`resguardo:${event}`, heard)
  if (event === 'ready' && config) listener(estado())
  return () => document.removeEventListener(`resguardo:${event}`, heard)
}

/** If the script's address has the key, the script contains the notice and needs no second request. */
const page = window as unknown as { Resguardo?: { aviso?: Config; [name: string]: unknown } }
const brought = page.Resguardo?.aviso
page.Resguardo = {
  ...page.Resguardo,
  abrir,
  open: abrir,
  permite,
  allows: permite,
  estado,
  state: estado,
  on,
}

function emit(event: string): void {
  document.dispatchEvent(new CustomEvent(`resguardo:${event}`, { detail: estado() }))
}

// ── deciding ──

function isDecided(): boolean {
  return !!kept && !!config && kept.version === config.version && kept.day + config.banner.days > today()
}

/** If two purposes share a category or a Google type, one refusal blocks it. */
function allowedBy(decisions: Decisions): Set<string> {
  const [yes, no, keys] = [new Set<string>(), new Set<string>(), ['necessary']]
  for (const { key, required, category, googleConsent } of config!.purposes) {
    const isAllowed = required || decisions[key] === true
    if (isAllowed) keys.push(key)
    for (const one of [category ?? '', ...(googleConsent ?? googleTypesOf(category))])
      (isAllowed ? yes : no).add(one)
  }
  return new Set([...[...yes].filter((one) => !no.has(one)), ...keys])
}

function apply(purposes: Set<string>): void {
  allowed = purposes
  if (isPreview) return
  if (options['consentMode'] !== 'off') sayConsent('update', allowed)
  allow(allowed)
}

function decide(action: Answer, decisions: Decisions, signal?: 'gpc'): void {
  const { id, decisions: before } = kept ?? { id: random(), decisions: {} as Decisions }
  const isWithdrawal = Object.keys(before).some((one) => before[one] && decisions[one] === false)
  const { version, language, banner } = config!
  const purposes = allowedBy(decisions)
  const clientKey = random()
  kept = { version, id, day: today(), gpc: hasGpc, decisions, allowed: [...purposes], key: clientKey }
  if (!isPreview) keep(cookie, kept, banner.days, options['domain'])
  apply(purposes)
  emit('decision')
  if (isPreview) return
  const body = {
    subjectRef: id,
    decisions,
    action: isWithdrawal ? 'withdraw' : action,
    // The query and the fragment may identify the visitor, so they are left out.
    url: location.origin + location.pathname,
    version,
    language,
    signal,
    clientKey,
  }
  const sent = report(send, `${api}record`, body)
  // Running scripts cannot be stopped, so the page reloads without them.
  if (isWithdrawal)
    Promise.race([sent, new Promise((done) => setTimeout(done, 1500))]).then(() => location.reload())
}

// ── starting ──

function begin(given: Config): void {
  view?.remove()
  config = inLanguage(given, (options['language'] || document.documentElement.lang).toLowerCase())
  for (const { key, hosts, cookies } of config.purposes) {
    if (options['blocking'] !== 'marked') learnHosts(hosts ?? [], key)
    learnCookies(
      cookies.map(({ name }) => name),
      key,
    )
  }
  view = createView({
    config,
    decisions: () => (isDecided() ? kept!.decisions : undefined),
    receipt: () => (isDecided() && kept!.key && !isPreview ? `${root}recibo/${key}/${kept!.key}` : undefined),
    answer: decide,
    emit,
  })
  const isRefusal = hasGpc && config.banner.gpc === 'refuse' && !isPreview && !(isDecided() && kept!.gpc)
  if (isRefusal) {
    const none: Decisions = {}
    for (const { key, required } of config.purposes) none[key] = required
    decide('reject_all', none, 'gpc')
    view.rest()
  } else {
    apply(allowedBy(isDecided() ? kept!.decisions : {}))
    if (isDecided()) {
      // Writes a decision that came from another site into this site's cookie. The expiry stays the same.
      keep(cookie, kept!, kept!.day + config.banner.days - today(), options['domain'])
      view.rest()
    } else view.ask()
  }
  standFor(view.stand)
  emit('ready')
  openAsked()
}

/** A link to this fragment opens the preferences, also from the page about cookies. */
function openAsked(): void {
  if (location.hash === '#resguardo-preferencias') abrir()
}

let tries = 0

async function load(): Promise<void> {
  let reply: Response | undefined
  try {
    reply = await send(`${api}config`, { credentials: 'omit' })
    if (reply.ok) return begin((await reply.json()).data)
  } catch {}
  if (reply && !isAway(reply.status)) {
    console.error(
      `Resguardo: el aviso «${key}» no está publicado aquí (${reply.status}); lo que lo espera sigue retenido.`,
    )
  } else {
    // The service is unreachable: the last decision applies, and the banner does not ask.
    if (kept && tries === 0) apply(new Set(kept.allowed))
    if (tries < 5) setTimeout(load, 2000 * 2 ** tries++)
  }
  emit('failed')
}

/**
 * Sites that name each other in data-share pass the decision in their links, because they cannot read each other's cookies.
 */
function share(hosts: string[]): void {
  const start = `#${cookie}=`
  if (location.hash.startsWith(start)) {
    const from = document.referrer && new URL(document.referrer).hostname
    if (!kept && from && hosts.includes(from)) {
      kept = read(location.hash.slice(start.length))
    }
    history.replaceState(history.state, '', location.pathname + location.search)
  }
  const pass = (event: Event) => {
    const link = (event.target as Element).closest?.('a')
    if (link && isDecided() && hosts.includes(link.hostname) && !link.hash) link.hash = start + write(kept!)
  }
  for (const event of ['click', 'auxclick']) addEventListener(event, pass, true)
}

if (isPreview) {
  addEventListener('message', ({ origin, data }) => {
    if (origin === location.origin && data?.resguardo?.banner) begin(data.resguardo)
  })
  if (options['preview']) begin(JSON.parse(options['preview']))
  else parent.postMessage({ resguardo: 'ready' }, location.origin)
} else {
  kept = keptIn(cookie)
  if (options['consentMode'] !== 'off') sayConsent('default', new Set())
  guard(options['hosts'] ?? '', options['blocking'] === 'marked')
  if (options['share']) share(options['share'].split(' '))
  addEventListener('online', () => flush(send))
  document.addEventListener('click', (event) => {
    if ((event.target as Element).closest?.('[data-resguardo="abrir"]')) {
      event.preventDefault()
      abrir()
    }
  })
  addEventListener('hashchange', openAsked)
  flush(send)
  if (brought?.widgetKey === key) begin(brought)
  else load()
}
