import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { BROWSER, filesOf, runScript } from '#test/kit/hosted.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService()
api.clock.set('2026-12-01T12:00:00Z')
const ana = await api.tenant({ name: 'Sur & <b>Norte</b>' })

async function newForm(config: object = {}): Promise<string> {
  return `/public/dsar/${(await ana.post('/dsar/widgets', { name: 'Sitio', config })).data.widgetKey}`
}

const part = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, text]) => text!)
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Runs the page's own script against a form that holds these values; answers what the person gets to read. */
async function fillIn(path: string, values: Record<string, string>, ticked: readonly string[] = []) {
  const { body } = await api.anyone.get(path, { headers: BROWSER })
  const element = (name = '') => ({
    name,
    checked: ticked.includes(name),
    hidden: false,
    disabled: false,
    textContent: '',
    href: '',
    attributes: {} as Record<string, string>,
    listeners: {} as Record<string, (event: { preventDefault(): void }) => void>,
    classList: { toggle: () => undefined },
    focus: () => undefined,
    append(child: { href: string }) {
      this.href = child.href
    },
    setAttribute(key: string, value: string) {
      this.attributes[key] = value
    },
    removeAttribute(key: string) {
      delete this.attributes[key]
    },
    addEventListener(type: string, listener: (event: { preventDefault(): void }) => void) {
      this.listeners[type] = listener
    },
  })
  const inputs = [...body.matchAll(/<(?:input|textarea)[^>]* name="(\w+)"/g)].map(([, name]) => element(name))
  const boxes = inputs.filter(({ name }) => body.includes(`type="checkbox" name="${name}"`))
  const [button, note, representative] = [element(), element(), element()]
  const form = {
    ...element(),
    hidden: true,
    querySelector: () => button,
    querySelectorAll: (what: string) => (what === '[type=checkbox]' ? boxes : inputs),
  }
  await runScript(api.app, `/api/v1${path}`, body, {
    document: {
      querySelector: (what: string) => (what === 'form' ? form : note),
      getElementById: () => representative,
      createElement: () => element(),
    },
    location: { pathname: path },
    FormData: class {
      *[Symbol.iterator]() {
        yield* Object.entries(values)
      }
    },
    fetch: async (url: string, { body: payload }: { body: string }) => ({
      json: async () =>
        (await api.anyone.post(url, undefined, { payload, headers: { origin: 'https://resguardo.test' } }))
          .body,
    }),
  })
  assert.equal(form.hidden, false, 'with a script the form is offered')
  form.listeners['submit']!({ preventDefault: () => undefined })
  while (button.disabled) await new Promise((resolve) => setTimeout(resolve, 10))
  const wrong = inputs.filter((input) => input.attributes['aria-invalid']).map(({ name }) => name)
  return { text: note.textContent, link: note.href, wrong, hidden: form.hidden }
}

const PERSON = { rightType: 'DELETION', subjectName: 'María Pérez', subjectEmail: 'maria@correo.cl' }

test('a widget has a page of its own, that anyone can fill in and where nothing else runs', async () => {
  const path = await newForm({
    title: 'Sus <i>derechos</i>',
    intro: 'Hola\n<script>x</script>',
    rightTypes: ['ACCESS', 'DELETION'],
    theme: { color: '#ffee00' },
  })
  const page = await api.anyone.get(path, { headers: BROWSER })
  assert.deepEqual([page.status, page.headers['content-type']], [200, 'text/html; charset=utf-8'])
  const html = page.body as string
  for (const words of [
    '<html lang="es">',
    '<h1>Sus &lt;i&gt;derechos&lt;/i&gt;</h1>',
    'Sur &amp; &lt;b&gt;Norte&lt;/b&gt;',
    'Hola<br>&lt;script&gt;x&lt;/script&gt;',
    '<noscript>',
    'role="status"',
    'value="ACCESS" required',
    'value="DELETION"',
  ]) {
    assert.ok(html.includes(words), words)
  }
  assert.ok(!html.includes('value="BLOCKING"'))
  for (const [, id] of html.matchAll(/<(?:input|textarea) id="(\w+)"/g))
    assert.ok(html.includes(`<label for="${id}">`), id)
  for (const [, id] of html.matchAll(/aria-(?:describedby|controls)="([\w-]+)"/g))
    assert.ok(html.includes(`id="${id}"`), id)
  const styles = part(html, 'style')
  assert.deepEqual(styles, [':root { --accent: #ffee00; --on-accent: #000 }'])
  assert.equal(
    page.headers['content-security-policy'],
    `default-src 'none'; script-src 'self'; style-src 'self' ${hash(styles[0]!)}; ` +
      "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  assert.doesNotMatch(html, /\son\w+=|style="|<script>/)
  const files = await filesOf(api.app, `/api/v1${path}`, html)
  assert.deepEqual(Object.keys(files), ['page.css', 'rights-request.css', 'rights-request.js'])
  assert.match(
    files['page.css']!.text,
    /button \{[^}]*background: var\(--accent\);\s+color: var\(--on-accent\)/,
  )
})

test('a theme without a valid colour is left out, and programs get the configuration', async () => {
  for (const theme of [null, 'azul', { color: 'red; }' }, { color: ['#000000;'] }]) {
    const path = await newForm({ theme })
    assert.equal(part((await api.anyone.get(path, { headers: BROWSER })).body, 'style').length, 0)
    assert.deepEqual((await api.anyone.get(path)).data, (await api.anyone.get(`${path}/config`)).data)
  }
})

test('who fills it in gets a folio and the way to follow it, also where only other pages are named', async () => {
  const path = await newForm({ allowedOrigins: ['https://www.tiendasur.cl'] })
  const { text, link, wrong, hidden } = await fillIn(path, { ...PERSON, website: '', description: ' ' }, [
    'declarationTruthful',
  ])
  assert.match(
    text,
    /^Recibimos su solicitud\. Su folio es ARCO-2026-\d{5}: .* el 31 de diciembre de 2026\. $/,
  )
  assert.deepEqual([wrong, hidden], [[], true])
  const { data } = await api.anyone.get(`/public/dsar/${link}`)
  assert.equal(data.rightType, 'Supresión')
  const [request] = (await ana.get('/dsar/requests?limit=1')).data.items
  const kept = (await ana.get(`/dsar/requests/${request.id}`)).data
  assert.deepEqual(
    [kept.folioNumber, kept.declarationTruthful, kept.isRepresentative, kept.description],
    [data.folio, true, false, null],
  )
})

test('a wrong field is named and marked, and the form stays', async () => {
  const path = await newForm()
  const { text, wrong, hidden } = await fillIn(path, { ...PERSON, subjectRut: '12.345.678-4' })
  assert.match(text, /no es un RUT válido/)
  assert.deepEqual([wrong, hidden], [['subjectRut'], false])
})

test('a form that is not there says so in a page', async () => {
  const page = await api.anyone.get('/public/dsar/nada', { headers: BROWSER })
  assert.deepEqual([page.status, page.headers['content-type']], [404, 'text/html; charset=utf-8'])
  assert.match(page.body, /No encontramos el formulario/)
  assert.equal((await api.anyone.get('/public/dsar/nada')).body.error.code, 'RESOURCE_NOT_FOUND')
})
