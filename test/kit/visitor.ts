import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Variations } from '#src/service.ts'
import { launchChromium } from './chromium.ts'
import { openRestartable, type TestService } from './service.ts'

/** A person with a browser on pages of a running service. */

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** The rules of axe, without details of passed nodes, which would take longer than the check. */
const LOOKED_FOR = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  selectors: false,
}

/** Widths of a small phone, a phone and a desktop. */
export const WIDTHS = [320, 390, 1280] as const

export interface Site {
  api: TestService
  /** The address of the service, as people type it. */
  origin: string
  browser: Browser
  visit(path: string, how?: Visiting): Promise<Visit>
}

export interface Visiting extends BrowserContextOptions {
  width?: number
  dark?: boolean
}

/**
 * Starts the service and a browser, which end with the file. Browsers allow passkeys on `localhost` but not on an IP
 * address.
 */
export async function openSite(
  env: Record<string, string> = {},
  { host = '127.0.0.1', ...variations }: { host?: '127.0.0.1' | 'localhost' } & Variations = {},
): Promise<Site> {
  const [{ start }, port, browser] = await Promise.all([openRestartable(), freePort(), launchChromium()])
  after(() => browser.close())
  const origin = `http://${host}:${port}`
  const api = await start({ PUBLIC_URL: origin, ...env }, variations)
  await api.app.listen({ host: '127.0.0.1', port })
  return {
    api,
    origin,
    browser,
    async visit(path, how) {
      const visit = await openVisit(browser, origin, how)
      await visit.go(path)
      return visit
    },
  }
}

export async function openVisit(
  browser: Browser,
  origin: string,
  { width = 1280, dark = false, ...options }: Visiting = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 780 : 800 },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    ...options,
  })
  return new Visit(await context.newPage(), origin)
}

/** A page, and everything that went wrong on it. */
export class Visit {
  readonly page: Page
  readonly origin: string
  /** Script errors, policy violations, and requests to other hosts. */
  readonly wrong: string[] = []
  /** Other hosts that the page may call. */
  readonly allowed = new Set<string>()

  constructor(page: Page, origin: string) {
    this.page = page
    this.origin = origin
    page.on('pageerror', (error) => this.wrong.push(`error: ${error.message}`))
    page.on('console', (message) => {
      // The browser also logs refusals that the page shows.
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
        this.wrong.push(`console: ${message.text()}`)
    })
    page.on('request', (request) => {
      const { protocol, origin: to } = new URL(request.url())
      if (/^https?:$/.test(protocol) && to !== origin && !this.allowed.has(to))
        this.wrong.push(`outside: ${request.url()}`)
    })
  }

  async go(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.origin).href, { waitUntil: 'load' })
  }

  /** Asserts that axe finds nothing, the page does not scroll sideways, and nothing went wrong. */
  async assertSound(where = ''): Promise<void> {
    const { page } = this
    if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE)
    const found = (await page.evaluate(`axe.run(${JSON.stringify(LOOKED_FOR)}).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 200)).join(' | ')))`)) as string[]
    assert.deepEqual(found, [], `axe ${where}`)
    const overflow = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    assert.ok(overflow <= 0, `scrolls sideways by ${overflow} px ${where}`)
    assert.deepEqual(this.wrong, [], where)
  }

  /** Polls from the test, because the page's policy forbids `waitForFunction`. */
  async until(expression: string): Promise<void> {
    for (let tries = 0; tries < 200; tries += 1) {
      if (await this.page.evaluate<boolean>(expression)) return
      await this.page.waitForTimeout(50)
    }
    assert.fail(`it did not come to ${expression}`)
  }

  /** Presses Tab until the focused control has this name, then presses or types `keys`. */
  async tabTo(name: RegExp, keys: string): Promise<void> {
    const { keyboard } = this.page
    const heard: string[] = []
    for (let presses = 0; presses < 60; presses += 1) {
      await keyboard.press('Tab')
      const called = await this.page.evaluate<string>(`(() => {
        const at = document.activeElement
        const labels = [...(at.labels ?? [])].map(({ textContent }) => textContent)
        return [at.ariaLabel, ...labels, at.textContent].filter(Boolean).join(' ').replace(/\\s+/g, ' ').trim()
      })()`)
      if (!name.test(called)) heard.push(called)
      else if (keys === 'Enter' || keys === 'Space') return keyboard.press(keys)
      else return keyboard.type(keys)
    }
    assert.fail(`Tab does not reach ${name}, but ${heard.join(' | ')}`)
  }

  /** A screenshot in the folder of SHOTS, for people to look at. Tests do not compare it. */
  async shot(name: string): Promise<void> {
    const folder = process.env['SHOTS']
    if (folder) await this.page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
  }

  close(): Promise<void> {
    return this.page.context().close()
  }
}

/** Checks a page at every width, light and dark, and takes screenshots. */
export async function lookAround(visit: Visit, name: string): Promise<void> {
  for (const dark of [false, true]) {
    await visit.page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
    for (const width of WIDTHS) {
      await visit.page.setViewportSize({ width, height: width < 600 ? 780 : 800 })
      const where = `${name}-${width}-${dark ? 'dark' : 'light'}`
      await visit.shot(where)
      await visit.assertSound(where)
    }
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
