import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { mayFollow, siteOf } from '../rules.ts'
import { type Browser, BrowserGone, launchBrowser } from './chromium.ts'
import { ACCEPT, BANNER, LINKS, recorder, STOCK } from './in-page.ts'
import { type Gateway, openProxy } from './proxy.ts'
import type { Collector } from './seen.ts'
import type { Visitor } from './visit.ts'
import { createWatch, type Phase } from './watch.ts'

/** Memory limit of the browser. */
const MOST_MEMORY = 1536 * 1024 * 1024
/** A page counts as settled after this long without a request. */
const QUIET_MS = 700
const LONGEST_REST_MS = 4000
const MOST_LINKS = 300

/** Opens every page without a decision, then accepts all and opens every page again. */
export async function visitPages(
  start: URL,
  collector: Collector,
  visitor: Visitor,
  { path, sandbox }: { path: string; sandbox: boolean },
): Promise<void> {
  const sitePort = Number(start.port || (start.protocol === 'http:' ? 80 : 443))
  const proxy = await openProxy(visitor.asking.connect, sitePort)
  let browser: Browser | undefined
  const stop = () => void browser?.close().catch(() => undefined)
  try {
    browser = await launchBrowser({
      path,
      sandbox,
      proxyPort: proxy.port,
      userAgent: visitor.asking.userAgent,
      mostBytes: MOST_MEMORY,
    })
    visitor.signal.addEventListener('abort', stop, { once: true })
    if (visitor.signal.aborted) throw new BrowserGone('there is no time left')
    const tab = await openTab(browser, proxy, collector, visitor)
    const pages = await walk(tab, start, collector, visitor)
    if (collector.seen.banner) await walkAgain(tab, pages, collector, visitor)
    for (const host of proxy.refused)
      collector.note(
        `El sitio pidió algo de «${host}», que no lleva a una dirección y un puerto de la web pública: no se visitó.`,
      )
  } finally {
    visitor.signal.removeEventListener('abort', stop)
    await browser?.close()
    await proxy.close()
  }
}

interface Tab {
  /** Opens the page, waits until it settles and records its items. Throws if the browser has ended. */
  open(url: URL, phase: Phase): Promise<{ status: number | null; problem: string | null }>
  /** The addresses that the page links to. */
  links(): Promise<string[]>
  hasBanner(): Promise<boolean>
  acceptAll(): Promise<boolean>
}

async function walk(tab: Tab, start: URL, { seen }: Collector, visitor: Visitor): Promise<URL[]> {
  const site = siteOf(start.hostname)
  const waiting = [start]
  const known = new Set([start.href])
  const read: URL[] = []
  while (waiting.length > 0 && (await visitor.mayVisit('before'))) {
    const url = waiting.shift()!
    const shown = `${url.origin}${url.pathname}`
    if (!(await visitor.admits(url))) {
      seen.pages.push({ url: shown, status: null, problem: 'robots.txt pide no visitarla.' })
      continue
    }
    await visitor.pace()
    const { status, problem } = await tab.open(url, 'before')
    seen.pages.push({ url: shown, status, problem })
    if (problem === null) {
      read.push(url)
      seen.banner ||= await tab.hasBanner()
      for (const address of await tab.links()) {
        const link = URL.parse(address)
        if (!link) continue
        link.hash = ''
        link.search = ''
        if (!mayFollow(link, site) || known.has(link.href) || known.size > MOST_LINKS) continue
        known.add(link.href)
        waiting.push(link)
      }
    }
    await visitor.tell()
  }
  return read
}

async function walkAgain(
  tab: Tab,
  pages: readonly URL[],
  { note }: Collector,
  visitor: Visitor,
): Promise<void> {
  let accepted = false
  for (const url of pages) {
    if (!(await visitor.mayVisit('after'))) return
    await visitor.pace()
    const { problem } = await tab.open(url, 'after')
    if (problem === null && !accepted) {
      accepted = await tab.acceptAll()
    }
    await visitor.tell()
  }
  if (!accepted) note('El banner está en el sitio, pero no se pudo aceptar: no sabemos qué funciona después.')
}

// ── one tab ──

async function openTab(
  browser: Browser,
  proxy: Gateway,
  collector: Collector,
  visitor: Visitor,
): Promise<Tab> {
  const { browserContextId } = await browser.send('Target.createBrowserContext', { disposeOnDetach: true })
  await browser.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId })
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true })
  const binding = `_${randomBytes(8).toString('hex')}`
  const watch = createWatch(collector, binding, visitor.now)
  const sessions = new Set<string>([sessionId])
  let crashed = false

  browser.listen((message) => {
    if (message.method === 'Target.attachedToTarget') attach(message.params)
    else if (message.method === 'Target.detachedFromTarget') sessions.delete(message.params.sessionId)
    else if (message.method === 'Target.targetCreated') closePopup(message.params.targetInfo)
    else if (message.method === 'Inspector.targetCrashed' && message.sessionId === sessionId) crashed = true
    else if (message.method === 'Page.javascriptDialogOpening')
      quietly(browser.send('Page.handleJavaScriptDialog', { accept: false }, message.sessionId))
    else watch.hear(message, message.sessionId === sessionId)
  })

  /** A frame of another site has a session of its own. */
  function attach(params: { sessionId: string; targetInfo: { type: string } }): void {
    const own = params.sessionId
    if (params.targetInfo.type === 'iframe' && sessions.size < 100) {
      sessions.add(own)
      quietly(prepare(own))
    }
    quietly(browser.send('Runtime.runIfWaitingForDebugger', {}, own))
  }

  function closePopup(info: { type: string; targetId: string; openerId?: string }): void {
    if (info.type === 'page' && info.targetId !== targetId && info.openerId !== undefined)
      quietly(browser.send('Target.closeTarget', { targetId: info.targetId }))
  }

  async function prepare(session: string): Promise<void> {
    const send = (method: string, params?: object) => browser.send(method, params, session)
    await Promise.all([
      send('Page.enable'),
      send('Network.enable', { maxTotalBufferSize: 1_000_000, maxResourceBufferSize: 100_000 }),
      send('Runtime.enable'),
      // A visit must not decide for anybody: the banner's record call is blocked.
      send('Network.setBlockedURLs', { urls: ['*/api/v1/public/consent/*/record*'] }),
      send('Runtime.addBinding', { name: binding }),
      send('Page.addScriptToEvaluateOnNewDocument', { source: recorder(binding) }),
      send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
    ])
  }
  await browser.send('Target.setDiscoverTargets', { discover: true })
  await prepare(sessionId)

  /** Evaluates in an isolated world, which the page cannot reach. */
  async function ask<T>(session: string, expression: string): Promise<T | undefined> {
    const { frameTree } = await browser.send('Page.getFrameTree', {}, session)
    const { executionContextId } = await browser.send(
      'Page.createIsolatedWorld',
      { frameId: frameTree.frame.id, worldName: 'resguardo' },
      session,
    )
    const answer = await within(
      3000,
      browser.send(
        'Runtime.evaluate',
        { expression, contextId: executionContextId, returnByValue: true, timeout: 2000 },
        session,
      ),
    )
    return answer?.result?.value as T | undefined
  }

  async function takeStock(phase: Phase, page: string): Promise<void> {
    const { cookies } = await browser.send('Storage.getCookies', { browserContextId })
    for (const { name, domain, expires, session, httpOnly, secure } of cookies) {
      collector.add(phase, {
        kind: 'cookie',
        name,
        domain,
        page,
        seconds: session ? null : Math.max(0, Math.round(expires - visitor.now() / 1000)),
        httpOnly,
        secure,
        ...watch.writerOf('cookie', name),
      })
    }
    for (const session of [...sessions]) {
      const kept = await ask<string>(session, STOCK).catch(() => undefined)
      if (!kept) continue
      const { host, local, stored } = JSON.parse(kept) as { host: string; local: string[]; stored: string[] }
      const note = (kind: 'local_storage' | 'session_storage', names: string[]) => {
        for (const name of names.slice(0, 200))
          collector.add(phase, { kind, name, domain: host, page, ...watch.writerOf(kind, name) })
      }
      note('local_storage', local)
      note('session_storage', stored)
    }
  }

  let site = ''
  async function open(url: URL, phase: Phase) {
    site ||= siteOf(url.hostname)
    crashed = false
    proxy.allow(visitor.pageBytes)
    watch.begin(phase, url)
    const loaded = watch.loaded()
    const answer = await within(visitor.pageMs, browser.send('Page.navigate', { url: url.href }, sessionId))
    if (answer === undefined || answer.errorText) {
      await clear()
      if (answer?.errorText === 'net::ERR_ABORTED')
        return { status: watch.status, problem: 'No es una página.' }
      return { status: watch.status, problem: problemOf(answer?.errorText, proxy) }
    }
    await within(visitor.pageMs, Promise.race([loaded, untilCrash(browser, () => crashed)]))
    await rest(watch)
    if (crashed) {
      await clear()
      return { status: watch.status, problem: 'La página pidió demasiada memoria y se cerró.' }
    }
    await takeStock(phase, url.href)
    if (proxy.isSpent) return { status: watch.status, problem: 'La página es demasiado grande y se cortó.' }
    const { currentIndex, entries } = await browser.send('Page.getNavigationHistory', {}, sessionId)
    const ended = URL.parse(entries[currentIndex]?.url ?? '')
    if (!ended || siteOf(ended.hostname) !== site)
      return { status: watch.status, problem: 'La página lleva a otro sitio, que no se revisa.' }
    return { status: watch.status, problem: null }
  }

  return {
    async open(url, phase) {
      try {
        return await open(url, phase)
      } catch (error) {
        if (error instanceof BrowserGone || browser.isGone) throw error
        // The page navigated during the inspection, so the protocol has no context to answer from.
        await clear()
        return { status: watch.status, problem: 'La página cambió mientras se revisaba y no se pudo leer.' }
      }
    },
    links: async () => JSON.parse((await ask<string>(sessionId, LINKS).catch(() => undefined)) ?? '[]'),
    hasBanner: async () => (await ask<boolean>(sessionId, BANNER).catch(() => false)) === true,
    async acceptAll() {
      const pressed = (await ask<boolean>(sessionId, ACCEPT).catch(() => false)) === true
      if (!pressed) return false
      await rest(watch)
      await takeStock('after', watch.page)
      return true
    },
  }

  /** Stops the page, so that its activity does not reach the next one. */
  async function clear(): Promise<void> {
    await within(2000, browser.send('Page.stopLoading', {}, sessionId)).catch(() => undefined)
    await within(2000, browser.send('Page.navigate', { url: 'about:blank' }, sessionId)).catch(
      () => undefined,
    )
  }
}

/** A session that has ended answers with an error, which can be ignored. */
function quietly(work: Promise<unknown>): void {
  work.catch(() => undefined)
}

async function untilCrash(browser: Browser, crashed: () => boolean): Promise<void> {
  while (!crashed()) {
    if (browser.isGone) throw new BrowserGone('the browser ended')
    await wait(100, undefined, { ref: false })
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const late = new AbortController()
  try {
    return await Promise.race([work, wait(ms, undefined, { signal: late.signal })])
  } finally {
    late.abort()
    // Nobody waits for it any more.
    work.catch(() => undefined)
  }
}

async function rest(watch: { quietFor(): number }): Promise<void> {
  const began = performance.now()
  while (watch.quietFor() < QUIET_MS && performance.now() - began < LONGEST_REST_MS) await wait(50)
}

function problemOf(errorText: string | undefined, proxy: Gateway): string {
  if (proxy.isSpent) return 'La página es demasiado grande y se cortó.'
  if (errorText?.includes('TOO_MANY_REDIRECTS')) return 'La página redirige sin fin.'
  if (errorText?.includes('CERT')) return 'El sitio no ofrece una conexión segura válida.'
  return 'La página no respondió a tiempo o no se pudo abrir.'
}
