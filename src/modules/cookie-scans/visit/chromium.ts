import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

/** The browser that visits sites: found, started, controlled by the DevTools protocol, and always terminated. */

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The operator's browser, else an installed one. `off` means none. */
export function findChromium(
  named: string | undefined,
  path = process.env['PATH'] ?? '',
): string | undefined {
  if (named === 'off') return undefined
  if (named) return existsSync(named) ? named : undefined
  const places = path.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...places, ...APPS].find((file) => existsSync(file))
}

/** Features that a page may not use, beyond those that headless mode already disables. */
const SWITCHES = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-component-extensions-with-background-pages',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-sync',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,AutofillServerCommunication,WebRtcHideLocalIpsWithMdns',
  '--block-new-web-contents',
  '--deny-permission-prompts',
  '--metrics-recording-only',
  '--mute-audio',
  '--no-pings',
  '--password-store=basic',
  '--use-mock-keychain',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--js-flags=--max-old-space-size=384',
  '--window-size=1280,900',
]

export interface Message {
  id?: number
  method?: string
  sessionId?: string
  // biome-ignore lint/suspicious/noExplicitAny: the protocol has hundreds of shapes, and each caller knows its own.
  params?: any
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  result?: any
  error?: { message: string }
}

export interface Browser {
  readonly pid: number
  readonly isGone: boolean
  // biome-ignore lint/suspicious/noExplicitAny: the protocol has hundreds of shapes, and each caller knows its own.
  send(method: string, params?: object, sessionId?: string): Promise<any>
  listen(hear: (message: Message) => void): void
  /** Terminates the browser and all its processes. */
  close(): Promise<void>
}

export interface Launch {
  path: string
  proxyPort: number
  /** Off on machines that provide none, as in most containers. Always off for root, for whom Chromium refuses it. */
  sandbox: boolean
  userAgent: string
  /** Memory limit of all its processes together. */
  mostBytes: number
}

const START_MS = 20_000
const MOST_MESSAGE = 8 * 1024 * 1024
/** In total: a page may write to the console for minutes. */
const MOST_RECEIVED = 128 * 1024 * 1024
/** For all pages of one visit. Beyond this the visit ends. */
const MOST_EVENTS = 100_000
const WATCH_MS = 500

export class BrowserGone extends Error {}

export async function launchBrowser(launch: Launch): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'resguardo-browser-'))
  const root = process.getuid?.() === 0
  const child = spawn(
    launch.path,
    [
      ...SWITCHES,
      ...(launch.sandbox && !root ? [] : ['--no-sandbox']),
      `--user-data-dir=${profile}`,
      `--user-agent=${launch.userAgent}`,
      `--proxy-server=http://127.0.0.1:${launch.proxyPort}`,
      // Even this machine is reached only through the proxy.
      '--proxy-bypass-list=<-loopback>',
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
      'about:blank',
    ],
    {
      // A process group of its own, so that all of it is ended at once. Foreign pages get none of our secrets.
      detached: true,
      env: { PATH: process.env['PATH'], HOME: profile, TMPDIR: tmpdir(), LANG: 'es_CL.UTF-8' },
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    },
  )
  const browser = speak(child, profile)
  try {
    await once(child, 'spawn')
    await Promise.race([browser.send('Browser.getVersion'), late()])
    watchMemory(browser, launch.mostBytes)
    return browser
  } catch (error) {
    await browser.close()
    throw error
  }
}

async function late(): Promise<never> {
  await wait(START_MS, undefined, { ref: false })
  throw new BrowserGone('the browser does not answer')
}

function speak(child: ChildProcess, profile: string): Browser {
  const [, , , input, output] = child.stdio as unknown as [null, null, null, Writable, Readable]
  const waiting = new Map<number, { done(result: unknown): void; fail(error: Error): void }>()
  const ears: ((message: Message) => void)[] = []
  let last = 0
  let heard = 0
  let received = 0
  let gone = false
  let rest: Buffer[] = []
  let size = 0

  const fail = () => {
    gone = true
    for (const { fail } of waiting.values()) fail(new BrowserGone('the browser ended'))
    waiting.clear()
  }
  const exited = new Promise<void>((done) => {
    const over = () => {
      fail()
      done()
    }
    child.once('exit', over)
    child.once('error', over)
  })
  input.on('error', () => {})
  output.on('error', () => {})
  output.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > MOST_RECEIVED) return kill(child)
    let from = 0
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, from)) {
      take(Buffer.concat([...rest, chunk.subarray(from, end)]).toString('utf8'))
      rest = []
      size = 0
      from = end + 1
    }
    const part = chunk.subarray(from)
    rest.push(part)
    size += part.length
    if (size > MOST_MESSAGE) kill(child)
  })

  function take(text: string): void {
    const message = JSON.parse(text) as Message
    if (message.id === undefined) {
      heard += 1
      if (heard > MOST_EVENTS) kill(child)
      else for (const hear of ears) hear(message)
      return
    }
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.error) asked?.fail(new Error(message.error.message))
    else asked?.done(message.result)
  }

  return {
    pid: child.pid ?? 0,
    get isGone() {
      return gone
    },
    send(method, params = {}, sessionId) {
      if (gone) return Promise.reject(new BrowserGone('the browser ended'))
      const id = ++last
      const answer = new Promise((done, fail) => waiting.set(id, { done, fail }))
      input.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`)
      return answer
    },
    listen: (hear) => void ears.push(hear),
    async close() {
      kill(child)
      if (child.pid !== undefined) await exited
      // Leftovers in the temporary directory must not fail the visit.
      await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }).catch(
        () => undefined,
      )
    },
  }
}

function kill(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}

/** Linux reports the memory of a process. Elsewhere the only limit is that of each page's scripts. */
function watchMemory(browser: Browser, most: number): void {
  if (process.platform !== 'linux') return
  const look = async () => {
    const { processInfo } = await browser.send('SystemInfo.getProcessInfo')
    const held = await Promise.all((processInfo as { id: number }[]).map(({ id }) => privateBytes(id)))
    if (held.reduce((sum, bytes) => sum + bytes, 0) > most) return browser.close()
    await wait(WATCH_MS, undefined, { ref: false })
    return look()
  }
  // The watch ends with the browser.
  look().catch(() => undefined)
}

const PAGE_BYTES = 4096

/** Private memory: resident less shared, in pages as /proc counts them. */
async function privateBytes(pid: number): Promise<number> {
  const [, resident = 0, shared = 0] = await readFile(`/proc/${pid}/statm`, 'utf8')
    .then((text) => text.split(' ').map(Number))
    .catch(() => [])
  return (resident - shared) * PAGE_BYTES
}
