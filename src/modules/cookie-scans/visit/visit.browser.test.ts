import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { chromiumFile } from '#test/kit/chromium.ts'
import { openSites, SHOP } from '#test/kit/scanned-sites.ts'
import { Unreachable, type Visit, visitSite } from './visit.ts'

/** Real Chromium over real sockets. The names ending in .test are this file's own servers. */

const path = await chromiumFile()
const QUICK = { paceMs: 0, pageMs: 6000, totalMs: 90_000, pageBytes: 3 * 1024 * 1024 }

function visit(url: string, more: Pick<Visit, 'connect'> & Partial<Visit>) {
  return visitSite({
    url,
    browser: { path, sandbox: true },
    contact: 'https://resguardo.test/revisor',
    onProgress: async () => undefined,
    signal: new AbortController().signal,
    limits: QUICK,
    ...more,
  })
}

/** The processes whose command names one of our profiles. */
function browsersLeft(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('resguardo-browser-') && isChildOf(pid)
      } catch {
        return false
      }
    })
}

/** Other tests on this machine may run browsers too: their profiles are not below this process. */
const mine = new Set<string>()
function isChildOf(pid: string): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (parent === String(process.pid) || mine.has(parent!)) mine.add(pid)
  return mine.has(pid)
}

test("a shop's items before and after a decision, with their writers and never a value", async () => {
  const { connect, asked } = await openSites(SHOP)
  const steps: number[] = []
  const seen = await visit('http://tienda.test', {
    connect,
    onProgress: async (percent) => void steps.push(percent),
  })
  const of = (name: string) => seen.items.find((item) => item.name === name)!
  assert.equal(seen.mode, 'browser')
  assert.equal(seen.banner, true)

  const { before, after, party, writer, source, httpOnly, seconds } = of('PHPSESSID')
  assert.deepEqual(
    { before, after, party, writer, source, httpOnly, seconds },
    {
      before: true,
      after: true,
      party: 'first',
      writer: 'response',
      source: 'http://tienda.test/',
      httpOnly: true,
      seconds: null,
    },
  )
  // The site asks for two years, and Chromium keeps no cookie for more than 400 days.
  assert.ok(Math.abs(of('_ga').seconds! - 400 * 86_400) < 60)
  assert.equal(of('_fbp').before, false)
  assert.equal(of('_fbp').after, true)
  assert.equal(of('_fbp').writer, 'script')
  assert.equal(of('_fbp').source, 'http://tienda.test/sitio.js')
  assert.equal(of('medidor.test').party, 'third')
  assert.equal(of('medidor.test').page, 'http://tienda.test/')
  assert.equal(of('hjViewportId').kind, 'local_storage')
  assert.equal(of('hjViewportId').source, 'http://tienda.test/sitio.js')
  assert.equal(of('paso').kind, 'session_storage')
  assert.equal(of('medidor.test').before, true)
  assert.equal(of('anuncios.test').before, false)
  assert.equal(of('anuncios.test').after, true)

  assert.doesNotMatch(JSON.stringify(seen), /secreto|ana@|correo|\?/)
  assert.deepEqual(
    seen.pages.map(({ url, problem }) => [url, problem]),
    [
      ['http://tienda.test/', null],
      ['http://tienda.test/ofertas', null],
      ['http://tienda.test/privado', 'robots.txt pide no visitarla.'],
    ],
  )
  assert.ok(
    asked.every(({ agent }) => /ResguardoScanner\/1\.0; \+https:\/\/resguardo\.test\/revisor/.test(agent)),
  )
  assert.ok(!asked.some(({ host, path }) => host === 'otra.test' || /privado|cerrar|pdf/.test(path)))
  assert.ok(steps.length >= 3 && steps.every((step) => step > 0 && step < 100))
  assert.deepEqual(browsersLeft(), [])
})

test('pages begin at most once a second', async () => {
  const { connect, asked } = await openSites(SHOP)
  await visit('http://tienda.test', { connect, limits: { ...QUICK, paceMs: 1000 } })
  const pages = asked
    .filter(({ host, path }) => host === 'tienda.test' && /^\/(ofertas)?$/.test(path))
    .slice(1)
  const gaps = pages.slice(1).map(({ at }, index) => at - pages[index]!.at)
  assert.ok(gaps.length >= 3 && gaps.every((gap) => gap > 900), String(gaps))
})

test('a hostile site: private addresses, endless redirects, a flood and popups do not stop the visit', async () => {
  const { connect, asked } = await openSites({
    'malo.test': (req, res) => {
      res.setHeader('content-type', 'text/html')
      const page = (html: string) => void res.end(`<!doctype html><body>${html}</body>`)
      if (req.url === '/robots.txt') res.writeHead(404).end()
      else if (req.url === '/')
        page(
          ['/sinfin', '/adentro', '/vecina', '/torrente', '/ventanas', '/alertas', '/inquieta', '/bien']
            .map((link) => `<a href="${link}">x</a>`)
            .join('') +
            `<img src="http://127.0.0.1:8099/x"><iframe src="http://169.254.169.254/latest/meta-data/"></iframe>
             <script>fetch('http://[::1]:8099/').catch(() => {}); fetch('http://localhost:8099/').catch(() => {})</script>`,
        )
      else if (req.url === '/sinfin') res.writeHead(302, { location: '/sinfin' }).end()
      else if (req.url === '/adentro')
        res.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end()
      else if (req.url === '/vecina') res.writeHead(302, { location: 'http://127.0.0.1:8099/' }).end()
      else if (req.url === '/torrente') {
        const flood = () => {
          while (!res.destroyed && res.write('x'.repeat(256 * 1024)));
        }
        res.on('drain', flood)
        flood()
      } else if (req.url === '/ventanas')
        page('<script>for (let i = 0; i < 200; i++) open("/bien?" + i)</script>')
      else if (req.url === '/alertas') page('<script>for (let i = 0; i < 30; i++) alert(i)</script>')
      else if (req.url === '/inquieta') page('<script>setInterval(() => fetch("/bien"), 20)</script>')
      else if (req.url?.startsWith('/bien')) {
        res.setHeader('set-cookie', 'bien=1')
        page('bien')
      } else res.writeHead(404).end()
    },
  })
  const seen = await visit('http://malo.test', { connect })
  const problems = new Map(seen.pages.map(({ url, problem }) => [new URL(url).pathname, problem]))
  assert.equal(problems.get('/'), null)
  assert.equal(problems.get('/sinfin'), 'La página redirige sin fin.')
  assert.ok(problems.get('/adentro'))
  assert.ok(problems.get('/vecina'))
  assert.equal(problems.get('/torrente'), 'La página es demasiado grande y se cortó.')
  assert.equal(problems.get('/bien'), null)
  assert.ok(seen.items.some(({ name }) => name === 'bien'))
  for (const host of ['127.0.0.1', '169.254.169.254'])
    assert.ok(
      seen.notes.some((note) => note.includes(`«${host}»`)),
      `${host}: ${seen.notes}`,
    )
  // Windows opened by a page request nothing.
  assert.ok(!asked.some(({ path }) => path.startsWith('/bien?')))
  assert.deepEqual(browsersLeft(), [])
})

test('a page that exhausts memory harms nothing else', async () => {
  const { connect } = await openSites({
    'glotona.test': (req, res) => {
      res.setHeader('content-type', 'text/html')
      res.setHeader('set-cookie', 'propia=1')
      if (req.url === '/robots.txt') res.writeHead(404).end()
      else if (req.url === '/') res.end('<a href="/glotona">x</a>')
      else res.end('<script>const all = []; for (;;) all.push(new Uint8Array(8 << 20).fill(1))</script>')
    },
  })
  const seen = await visit('http://glotona.test', { connect })
  assert.ok(seen.items.some(({ name }) => name === 'propia'))
  assert.deepEqual(browsersLeft(), [])
})

test('at its time limit a scan ends with its items so far, and no browser stays', async () => {
  const { connect } = await openSites({
    'lenta.test': (req, res) => {
      res.setHeader('content-type', 'text/html')
      if (req.url === '/robots.txt') res.writeHead(404).end()
      else if (req.url === '/') res.setHeader('set-cookie', 'rapida=1').end('<a href="/lenta">x</a>')
      // The rest never comes.
      else res.write('<p>')
    },
  })
  const began = performance.now()
  const seen = await visit('http://lenta.test', {
    connect,
    // On a busy machine a browser takes seconds to start, and the first half of the time is for the first page.
    limits: { paceMs: 0, pageMs: 60_000, totalMs: 24_000 },
  })
  assert.ok(performance.now() - began < 32_000)
  assert.ok(seen.items.some(({ name }) => name === 'rapida'))
  assert.ok(seen.notes.some((note) => /límite de tiempo/.test(note)))
  assert.deepEqual(browsersLeft(), [])
})

test('a cancelled scan ends its browser', async () => {
  const { connect } = await openSites({
    'lenta.test': (req, res) =>
      req.url === '/robots.txt' ? res.writeHead(404).end() : req.method === 'GET' && res.write('<p>'),
  })
  const stop = new AbortController()
  const running = visit('http://lenta.test', { connect, signal: stop.signal })
  while (browsersLeft().length === 0) await wait(50)
  stop.abort()
  await assert.rejects(running)
  assert.deepEqual(browsersLeft(), [])
})

test('a killed process leaves no browser behind', async () => {
  const script = `
    import { launchBrowser } from ${JSON.stringify(new URL('./chromium.ts', import.meta.url).href)}
    const browser = await launchBrowser({ path: ${JSON.stringify(path)}, proxyPort: 9, sandbox: true, userAgent: 'x', mostBytes: 1e10 })
    console.log(browser.pid)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = Number(
    await new Promise<string>((done) => child.stdout.once('data', (data) => done(String(data)))),
  )
  assert.ok(readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('resguardo-browser-'))
  child.kill('SIGKILL')
  const lives = () => {
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.startsWith('Z') === false
    } catch {
      return false
    }
  }
  for (let tries = 0; lives() && tries < 200; tries++) await wait(50)
  assert.equal(lives(), false)
})

test('without a browser the text of the pages is read, and the result says what it lacks', async () => {
  const { connect } = await openSites(SHOP)
  const seen = await visit('http://tienda.test', { connect, browser: undefined })
  assert.equal(seen.mode, 'static')
  assert.deepEqual(
    seen.items.map(({ kind, name, before, after }) => `${kind} ${name} ${before} ${after}`).toSorted(),
    ['cookie PHPSESSID true false', 'cookie _ga true false', 'host medidor.test true false'],
  )
  assert.match(seen.notes[0]!, /ponerle un navegador/)
})

test('a private address says in words why it is not visited', async () => {
  const { connect } = await openSites({
    'redirige.test': (_req, res) => res.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  })
  await assert.rejects(visit('http://127.0.0.1', { connect }), (error) => {
    assert.ok(error instanceof Unreachable)
    assert.match(error.message, /no lleva a una dirección pública/)
    return true
  })
})
