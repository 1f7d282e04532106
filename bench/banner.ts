import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { launchChromium } from '#test/kit/chromium.ts'
import { type Member, openBenchDatabase } from './database.ts'
import { startServer } from './servers.ts'

/**
 * Compares the banner with others, on one page, in one browser slowed down four times: `npm run bench banner`.
 *   COOKIECONSENT  the folder of the package vanilla-cookieconsent, unpacked outside this repository
 *   C15T           a bundle (iife) of @c15t/react with React, its banner and its dialog
 * A banner without its variable is left out. Time runs from the start of the navigation to the first frame that shows a button to
 * accept. It includes script, sheet and, for ours, the notice from the service.
 */
interface Candidate {
  name: string
  bytes: number
  head: string
  files: Record<string, { type: string; content: Buffer }>
  /** A tag of the third party, with the mark of this banner. */
  marked: string
}

const ROUNDS = 9
const asked: string[] = []
const third = createServer((request, reply) => {
  asked.push(request.url!)
  reply.writeHead(200, { 'content-type': 'text/javascript' }).end('window.ran = true')
}).listen(0, '127.0.0.1')
await once(third, 'listening')
const tracker = `http://datos.medidor.localhost:${(third.address() as AddressInfo).port}`

const database = await openBenchDatabase()
const service = await startServer('ours', database.env)
const candidates = [await ours(service.address, database.members[0]!), cookieconsent(), c15t()]
const browser = await launchChromium()
console.log(
  '| | gzip, bytes | time to banner, ms (median of 9) | marked tag before a yes | tag made by a script |',
)
console.log('|---|---|---|---|---|')
for (const candidate of candidates) if (candidate) console.log(await measure(browser, candidate))
await browser.close()
third.close()
await service.stop()
await database.drop()

async function ours(root: string, { token }: Member): Promise<Candidate> {
  const call = async (path: string, body: object) => {
    const reply = await fetch(`${root}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    // biome-ignore lint/suspicious/noExplicitAny: reads a few fields of two answers.
    const { data, error } = (await reply.json()) as any
    if (error) throw new Error(`${path}: ${error.message}`)
    return data
  }
  const purposes = [
    { key: 'necesarias', name: 'Necesarias', required: true },
    { key: 'analytics', name: 'Medición', category: 'analytics', hosts: ['medidor.localhost'] },
    { key: 'marketing', name: 'Publicidad', category: 'marketing' },
  ]
  const { id } = await call('/consent/notices', { name: 'Su privacidad', purposes })
  const { embedCode } = await call(`/consent/notices/${id}/publish`, {})
  // The embed code as pasted, at the address of this service. The host of the third party is not in the list of known hosts.
  const head = embedCode
    .replace(/src="https?:\/\/[^/]+/, `src="${root}`)
    .replace('></script>', ' data-hosts="medidor.localhost=analytics"></script>')
  const script = Buffer.from(await (await fetch(`${root}/w/v1/banner.js`)).arrayBuffer())
  return {
    name: 'Resguardo, with its service',
    bytes: gzipSync(script, { level: 9 }).length,
    head,
    files: {},
    marked: `<script type="text/plain" data-purpose="analytics" src="${tracker}/marked.js"></script>`,
  }
}

function cookieconsent(): Candidate | undefined {
  const folder = process.env['COOKIECONSENT']
  if (!folder) return undefined
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const [script, sheet] = ['cookieconsent.umd.js', 'cookieconsent.css'].map((file) =>
    readFileSync(join(folder, 'dist', file)),
  ) as [Buffer, Buffer]
  const words = (own: object) => ({ title: 'Su privacidad', acceptAllBtn: 'Aceptar todo', ...own })
  const settings = {
    // This browser reports that a program controls it.
    hideFromBots: false,
    categories: { necessary: { readOnly: true }, analytics: {}, marketing: {} },
    language: {
      default: 'es',
      translations: {
        es: {
          consentModal: words({
            description: '',
            acceptNecessaryBtn: 'Rechazar',
            showPreferencesBtn: 'Elegir',
          }),
          preferencesModal: words({ savePreferencesBtn: 'Guardar', sections: [] }),
        },
      },
    },
  }
  const start = Buffer.from(
    `addEventListener('DOMContentLoaded',()=>CookieConsent.run(${JSON.stringify(settings)}))`,
  )
  return {
    name: `cookieconsent ${version}, no server`,
    bytes: gzipSync(script, { level: 9 }).length + gzipSync(sheet, { level: 9 }).length,
    head: '<link rel="stylesheet" href="/cc.css"><script src="/cc.js"></script><script src="/start.js"></script>',
    files: {
      '/cc.css': { type: 'text/css', content: sheet },
      '/cc.js': { type: 'text/javascript', content: script },
      '/start.js': { type: 'text/javascript', content: start },
    },
    marked: `<script type="text/plain" data-category="analytics" src="${tracker}/marked.js"></script>`,
  }
}

function c15t(): Candidate | undefined {
  const file = process.env['C15T']
  if (!file) return undefined
  const script = readFileSync(file)
  return {
    name: 'c15t with React, offline',
    bytes: gzipSync(script, { level: 9 }).length,
    head: '<script src="/c15t.js" defer></script>',
    files: { '/c15t.js': { type: 'text/javascript', content: script } },
    // c15t loads the scripts from its configuration; it has no marks.
    marked: '',
  }
}

async function measure(browser: Browser, { name, bytes, head, files, marked }: Candidate): Promise<string> {
  const made = `const s = document.createElement('script'); s.src = '${tracker}/made.js'; document.head.append(s)`
  const page = `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>Sitio</title>${head}</head>
<body><h1>Sitio</h1>${marked}<script>${made}</script></body></html>`
  const server = createServer((request, reply) => {
    const file = files[request.url!]
    if (file) reply.writeHead(200, { 'content-type': file.type }).end(file.content)
    else reply.writeHead(200, { 'content-type': 'text/html' }).end(page)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://www.sitio.localhost:${(server.address() as AddressInfo).port}/`
  const times: number[] = []
  asked.length = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ viewport: { width: 390, height: 780 } })
    const tab = await context.newPage()
    const session = await context.newCDPSession(tab)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await tab.addInitScript(`const look = () => {
  const roots = [document, document.querySelector('resguardo-banner')?.shadowRoot].filter(Boolean)
  const buttons = roots.flatMap((root) => [...root.querySelectorAll('button')])
  const found = buttons.some((one) => /acept|accept/i.test(one.textContent) && one.getClientRects().length)
  if (found) setTimeout(() => { window.shownAt = performance.now() })
  else requestAnimationFrame(look)
}
requestAnimationFrame(look)`)
    await tab.goto(address)
    await tab.waitForFunction('window.shownAt', undefined, { timeout: 60_000 })
    times.push(await tab.evaluate<number>('window.shownAt'))
    await context.close()
  }
  server.close()
  const median = Math.round(times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]!)
  const went = (path: string) => (asked.includes(path) ? 'goes out' : 'held')
  return `| ${name} | ${bytes.toLocaleString('en')} | ${median} | ${marked ? went('/marked.js') : 'no marks'} | ${went('/made.js')} |`
}
