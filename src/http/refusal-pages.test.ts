import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openProbe, probeOver } from '#test/kit/probe.ts'
import { openService } from '#test/kit/service.ts'

/** The Accept header of a browser that follows a link. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'
const lines: string[] = []
const api = await openProbe({}, { write: (line) => void lines.push(line) })
const whole = await openService()

async function follow(url: string, { app } = whole) {
  const { statusCode, headers, payload } = await app.inject({ url, headers: { accept: BROWSER } })
  return { status: statusCode, headers, type: headers['content-type'], payload }
}

test('at every address a person gets a refusal as a page', async () => {
  for (const [url, status, words] of [
    ['/organizaciones', 404, 'No encontramos esta página'],
    ['/nada/de/esto', 404, 'No encontramos esta página'],
    ['/%zz', 404, 'No encontramos esta página'],
    ['/api/v1/nada', 404, 'No encontramos esta página'],
    ['/politica/nadie', 404, 'No encontramos esta página'],
    ['/p/nadie', 404, 'No encontramos esta página'],
    ['/firma/usado', 404, 'No encontramos esta página'],
    ['/api/v1/public/consent/nadie/config', 404, 'No encontramos esta página'],
    ['/api/v1/public/consent-form/nadie/config', 404, 'No encontramos esta página'],
    ['/api/v1/public/privacy-portal/nadie/config', 404, 'No encontramos esta página'],
    ['/api/v1/public/consent/receipts/nadie', 404, 'No encontramos esta página'],
    ['/api/v1/auth/me', 401, 'Necesita iniciar sesión'],
  ] as const) {
    const { status: got, type, payload, headers } = await follow(url)
    assert.deepEqual([got, type], [status, 'text/html; charset=utf-8'], url)
    assert.match(payload, new RegExp(`<h1>${words}</h1>`), url)
    assert.doesNotMatch(payload, /"success"|RESOURCE_NOT_FOUND|GET \/|identificador|la lista/, url)
    assert.match(String(headers['content-security-policy']), /default-src 'none'/)
    assert.equal(headers['vary']?.includes('Accept'), true)
  }
})

test('an internal error is a page with the number in the log', async () => {
  const { status, payload, headers } = await follow('/api/v1/probe/crash', api)
  assert.equal(status, 500)
  assert.ok(payload.includes(String(headers['x-request-id'])))
  assert.doesNotMatch(payload, /something broke/)
  assert.ok(
    lines.some((line) => line.includes(String(headers['x-request-id'])) && line.includes('something broke')),
  )
})

test('too many visits give a page with the time to come back', async () => {
  const busy = await probeOver(api, { PUBLIC_RATE_LIMIT: '1' })
  await follow('/api/v1/public/probe/x', busy)
  const { status, payload, headers } = await follow('/api/v1/public/probe/x', busy)
  assert.equal(status, 429)
  assert.ok(Number(headers['retry-after']) > 0)
  assert.match(payload, /<h1>Demasiadas visitas seguidas<\/h1>/)
})

test('programs, and requests other than page views, get data', async () => {
  const data = async (method: 'GET' | 'POST', accept?: string) =>
    (await whole.app.inject({ method, url: '/api/v1/nada', headers: accept ? { accept } : {} })).json().error
      .code
  for (const accept of [undefined, '*/*', 'application/json', 'application/json, text/html'])
    assert.equal(await data('GET', accept), 'RESOURCE_NOT_FOUND', accept)
  assert.equal(await data('POST', BROWSER), 'RESOURCE_NOT_FOUND')
})

test('the files that browsers and search engines request exist', async () => {
  const icon = await follow('/favicon.ico')
  assert.deepEqual([icon.status, icon.type], [200, 'image/svg+xml'])
  assert.match(icon.payload, /^<svg /)
  const robots = await follow('/robots.txt')
  assert.deepEqual([robots.status, robots.type], [200, 'text/plain; charset=utf-8'])
  assert.match(robots.payload, /^User-agent: \*\nAllow: \/api\/v1\/public\/policies\/\nDisallow: \/api\/\n/)
})
