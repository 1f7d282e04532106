import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesOf, runScript } from '#test/kit/hosted.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService()

async function open(path: string) {
  const { statusCode, headers, payload } = await api.app.inject({ method: 'GET', url: path })
  return { status: statusCode, headers, html: payload }
}

/** Runs the page's own script on a form with these values. Returns the text that the person reads. */
async function submit(path: string, fields: Record<string, string>) {
  const { html } = await open(path)
  const attribute = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(html)![1]!
  const status = { textContent: '', isFault: false, focus: () => undefined, classList: { toggle } }
  function toggle(_name: string, on: boolean) {
    status.isFault = on
  }
  let onSubmit: ((event: { preventDefault(): void }) => void) | undefined
  const button = { disabled: false }
  const form = {
    hidden: true,
    dataset: { endpoint: attribute('data-endpoint'), done: attribute('data-done') },
    querySelector: () => button,
    addEventListener: (_type: string, listener: typeof onSubmit) => {
      onSubmit = listener
    },
  }
  const page = new URL(path, 'https://resguardo.test')
  const sent: { credentials: string }[] = []
  await runScript(api.app, path, html, {
    document: { querySelector: (what: string) => (what === 'form' ? form : status) },
    location: page,
    URLSearchParams,
    FormData: class {
      *[Symbol.iterator]() {
        yield* Object.entries(fields)
      }
    },
    async fetch(
      endpoint: string,
      options: { credentials: string; body: string; headers: Record<string, string> },
    ) {
      sent.push(options)
      const url = new URL(endpoint, page).pathname
      const reply = await api.app.inject({
        method: 'POST',
        url,
        headers: options.headers,
        payload: options.body,
      })
      return { json: async () => JSON.parse(reply.payload) }
    },
  })
  const offered = !form.hidden
  if (offered) onSubmit!({ preventDefault: () => undefined })
  while (button.disabled) await new Promise((resolve) => setTimeout(resolve, 10))
  return { offered, hidden: form.hidden, text: status.textContent, isFault: status.isFault, sent }
}

for (const [path, endpoint] of [
  ['/invitacion', 'api/v1/auth/invitations/accept'],
  ['/restablecer', 'api/v1/auth/password/reset'],
] as const) {
  test(`${path} is a page in Spanish that anyone can fill in`, async () => {
    const { status, headers, html } = await open(`${path}?token=abc`)
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.match(html, /^<!doctype html>\n<html lang="es">/)
    assert.match(html, /<title>[^<]+<\/title>/)
    assert.ok(html.includes(`data-endpoint="${endpoint}"`))
    const inputs = [...html.matchAll(/<input id="(\w+)"/g)].map(([, id]) => id)
    assert.ok(inputs.length > 0)
    for (const id of inputs) assert.ok(html.includes(`<label for="${id}">`), id)
    for (const [, id] of html.matchAll(/aria-describedby="([\w-]+)"/g)) assert.ok(html.includes(`id="${id}"`))
    assert.ok(html.includes('role="status"'))
    assert.ok(html.includes('<noscript>'))
  })

  test(`${path} runs its own script and nothing else, and sends its address nowhere`, async () => {
    const { headers, html } = await open(`${path}?token=un-secreto-de-verdad`)
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'; trusted-types 'none'",
    )
    assert.deepEqual(Object.keys(await filesOf(api.app, path, html)), ['page.css', 'token-form.js'])
    assert.doesNotMatch(html, /<script(?! type="module" src="assets\/)|<style/)
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['cache-control'], 'no-store')
    assert.ok(!html.includes('un-secreto-de-verdad'))
    assert.doesNotMatch(html, /https?:|\son\w+=|style="/)
  })

  test(`without its token ${path} says so`, async () => {
    const { offered, text, isFault } = await submit(path, {})
    assert.deepEqual([offered, isFault], [false, true])
    assert.match(text, /falta una parte/)
  })
}

test('the page of a reset link changes the password', async () => {
  const ana = await api.tenant()
  await api.anyone.post('/auth/password/forgot', { email: ana.email })
  await api.drain()
  const link = new URL(/https:\S+/.exec(api.mailbox.to(ana.email)[0]!.text!)![0])
  const path = `${link.pathname}${link.search}`

  const short = await submit(path, { password: 'corta' })
  assert.deepEqual([short.isFault, short.hidden], [true, false])
  assert.match(short.text, /al menos 8 caracteres/)
  const done = await submit(path, { password: 'otra-frase-distinta' })
  assert.deepEqual([done.isFault, done.hidden], [false, true])
  assert.match(done.text, /^Listo/)
  assert.equal(done.sent[0]!.credentials, 'omit')
  const login = { email: ana.email, password: 'otra-frase-distinta' }
  assert.equal((await api.anyone.post('/auth/login', login)).status, 200)
  assert.match((await submit(path, { password: 'otra-frase-distinta' })).text, /ya se usó/)
})

test('the page of an invitation leads into the organisation', async () => {
  const ana = await api.tenant()
  const invited = { email: 'pedro@ejemplo.cl', name: 'Pedro', role: 'ANALYST' }
  const { invitationUrl } = (await ana.post('/settings/members', invited)).data
  const { pathname, search } = new URL(invitationUrl)
  const done = await submit(`${pathname}${search}`, { name: 'Pedro Soto', password: 'una-frase-larga' })
  assert.deepEqual([done.isFault, done.hidden], [false, true])
  const login = { email: invited.email, password: 'una-frase-larga' }
  assert.equal((await api.anyone.post('/auth/login', login)).data.tenant.id, ana.tenantId)
})
