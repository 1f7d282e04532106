import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createContext, runInContext } from 'node:vm'
import { ACCEPT, BANNER, LINKS, recorder, STOCK } from './in-page.ts'

/** Code that runs inside foreign pages, in a world with as much of a page as it needs. */

function openPage() {
  const told: unknown[] = []
  const jar: string[] = []
  class Document {
    get cookie() {
      return jar.join('; ')
    }
    set cookie(text: string) {
      jar.push(text)
    }
  }
  class Storage {
    setItem(name: string, value: string) {
      Object.defineProperty(this, name, { value, enumerable: true, configurable: true })
    }
  }
  const [localStorage, sessionStorage, document] = [new Storage(), new Storage(), new Document()]
  const page = createContext({
    Document,
    Storage,
    document,
    localStorage,
    sessionStorage,
    location: { hostname: 'www.tienda.cl' },
    aviso: (payload: string) => told.push(JSON.parse(payload)),
  })
  const run = (code: string, filename = 'https://www.tienda.cl/sitio.js') =>
    runInContext(code, page, { filename })
  // A script that the browser injects has no address.
  const listen = () => run(recorder('aviso'), 'visita')
  return { page, run, listen, told, jar }
}

test('a script that stores something is recorded by name, never by value, and the value is stored all the same', () => {
  const { run, listen, told, jar, page } = openPage()
  listen()
  run(`document.cookie = ' sid =secreto; path=/'`)
  run(`localStorage.setItem('carro', 'secreto'); sessionStorage.setItem('paso', 'secreto')`)
  assert.deepEqual(
    told.map((one) => (one as string[]).slice(0, 2)),
    [
      ['cookie', 'sid'],
      ['local_storage', 'carro'],
      ['session_storage', 'paso'],
    ],
  )
  assert.doesNotMatch(JSON.stringify(told), /secreto/)
  assert.deepEqual(jar, [' sid =secreto; path=/'])
  assert.equal(run('document.cookie'), ' sid =secreto; path=/')
  assert.equal(page['localStorage'].carro, 'secreto')
})

test('the writing script is named; behind the banner, the script that called it', () => {
  const { run, listen, told } = openPage()
  listen()
  run('globalThis.pone = () => { document.cookie = "a=1" }', 'https://privacidad.cl/w/v1/banner.js?key=K')
  run('function mide() { pone() }; mide()', 'https://otra.cl/medidor.js')
  assert.deepEqual(told, [['cookie', 'a', 'https://otra.cl/medidor.js']])
})

test('a page cannot see the listener, and cannot stop it twice', () => {
  const { run, listen, told } = openPage()
  listen()
  assert.equal(run('typeof aviso'), 'undefined')
  listen()
  run(`document.cookie = 'a=1'`)
  assert.equal(told.length, 1)
})

test('a failing listener does not stop the page', () => {
  const { run, listen, page, jar } = openPage()
  page['aviso'] = () => {
    throw new Error('nadie escucha')
  }
  listen()
  run(`document.cookie = 'a=1'; localStorage.setItem('b', '2')`)
  assert.deepEqual([jar, page['localStorage'].b], [['a=1'], '2'])
})

test('a long name is cut before it is recorded', () => {
  const { run, listen, told } = openPage()
  listen()
  run(`document.cookie = '${'n'.repeat(500)}=1'`)
  assert.equal((told[0] as string[])[1]!.length, 200)
})

test("a page's storage is recorded by its names; a page without storage reports none", () => {
  const { run, page } = openPage()
  run(`localStorage.setItem('b', 'secreto'); sessionStorage.setItem('${'c'.repeat(300)}', 'secreto')`)
  const stock = run(STOCK)
  assert.deepEqual(JSON.parse(stock), { host: 'www.tienda.cl', local: ['b'], stored: ['c'.repeat(200)] })
  Object.defineProperty(page, 'localStorage', {
    get() {
      throw new Error('prohibido')
    },
  })
  assert.deepEqual(JSON.parse(run(STOCK)).local, [])
})

test('links are returned whole, without overlong ones, at most a thousand', () => {
  const { run, page } = openPage()
  const hrefs = [
    'https://www.tienda.cl/a',
    `https://www.tienda.cl/${'b'.repeat(500)}`,
    ...Array(2000).fill('c'),
  ]
  Object.assign(page['document'], { querySelectorAll: () => hrefs.map((href) => ({ href })) })
  const found = JSON.parse(run(LINKS))
  assert.deepEqual([found.length, found[0], found[1]], [999, 'https://www.tienda.cl/a', 'c'])
})

test('the banner is recognised by its element, and «accept all» is its last button', () => {
  const { run, page } = openPage()
  const clicked: string[] = []
  const yes = { click: () => clicked.push('sí') }
  const shows = (banner: unknown) =>
    Object.assign(page['document'], {
      querySelector: (name: string) => (name === 'resguardo-banner' ? banner : null),
    })
  shows(null)
  assert.deepEqual([run(BANNER), run(ACCEPT)], [false, false])
  shows({ shadowRoot: { querySelector: () => null } })
  assert.deepEqual([run(BANNER), run(ACCEPT)], [true, false], 'who decided already is asked nothing')
  shows({
    shadowRoot: {
      querySelector: (name: string) => (name === '.card .acts button:last-child' ? yes : null),
    },
  })
  assert.deepEqual([run(ACCEPT), clicked], [true, ['sí']])
})
