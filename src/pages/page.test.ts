import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { html } from '#kernel/html.ts'
import { assetNamed } from './assets.ts'
import { type Page, renderPage, titled } from './page.ts'

const PLAIN: Page = titled('A & B', html`<p>${'<i>'}</p>`)
const at = (originalUrl: string, page: Page = PLAIN) => renderPage({ originalUrl }, page)
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('a page has its language and title, and is hidden from search engines unless listed', () => {
  const { markup } = at('/x')
  assert.match(markup, /^<!doctype html>\n<html lang="es">\n/)
  assert.ok(markup.includes('<title>A &amp; B · Resguardo</title>'))
  assert.ok(markup.includes('<main id="main" tabindex="-1">\n<h1>A &amp; B</h1>\n<p>&lt;i&gt;</p>\n</main>'))
  assert.ok(markup.includes('<a class="skip" href="#main">Saltar al contenido</a>'))
  assert.ok(markup.includes('<meta name="robots" content="noindex">'))
  const listed = at('/x', { ...PLAIN, language: 'en', isListed: true }).markup
  assert.ok(listed.includes('<html lang="en">') && !listed.includes('robots'))
  assert.ok(listed.includes('Skip to content'))
  assert.doesNotMatch(at('/x', { ...PLAIN, bare: true }).markup, /<main|<header|<footer/)
})

const SUR = { name: 'Sur <Spa>', slug: 'sur', branding: {} }

test('a page of an organisation has its name in the header, and links in the footer', () => {
  const { markup } = at('/derechos/x', { ...PLAIN, organisation: SUR })
  assert.ok(markup.includes('<a class="brand" href="../p/sur">Sur &lt;Spa&gt;</a>'))
  assert.ok(markup.includes('<a href="../p/sur/portal">Mis datos</a>'))
  const logo = { ...SUR, branding: { logoFileId: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f' } }
  const shown = at('/derechos/x', { ...PLAIN, organisation: logo })
  assert.ok(shown.markup.includes('<img src="../p/sur/logo" alt="">'))
  assert.match(shown.policy, /; img-src 'self';/)
  const outside = { ...SUR, branding: { logoUrl: 'https://otro.cl/logo.png' } }
  assert.doesNotMatch(at('/x', { ...PLAIN, organisation: outside }).markup, /<img|otro\.cl/)
})

test('the addresses of loaded files are relative to the page', () => {
  const { path } = assetNamed('page.css')
  for (const [url, address] of [
    ['/x', path],
    ['/x?a=/b/c', path],
    ['/api/v1/x', `../../${path}`],
    ['/api/v1/x/', `../../../${path}`],
    ['/api/v1/a%2Fb', `../../${path}`],
  ] as const) {
    assert.ok(at(url).markup.includes(`href="${address}"`), url)
  }
})

test('a policy allows what the page contains, and nothing else', () => {
  const rest = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  assert.equal(at('/x').policy, `default-src 'none'; style-src 'self'; img-src 'self'; ${rest}`)
  assert.doesNotMatch(at('/x').markup, /<script|<style/)
  const script = { ...PLAIN, script: 'print.js' } as const
  assert.equal(
    at('/x', script).policy,
    `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; ${rest}; ` +
      "require-trusted-types-for 'script'; trusted-types 'none'",
  )
  assert.doesNotMatch(at('/x', { ...PLAIN, bare: true }).policy, /img-src/)
  assert.match(at('/x', { ...PLAIN, posts: true }).policy, /form-action 'self'/)
  assert.match(at('/x', { ...PLAIN, mayBeFramed: true }).policy, /frame-ancestors 'self'$/)
  const abroad = at('/x', { ...PLAIN, mayBeFramed: ['https://www.tiendasur.cl'] })
  assert.match(abroad.policy, /frame-ancestors 'self' https:\/\/www\.tiendasur\.cl$/)
})

test('a colour of the page comes with its readable variants', () => {
  const coloured = at('/x', { ...PLAIN, organisation: { ...SUR, branding: { primaryColor: '#FFEE00' } } })
  const style = /<style>(.*)<\/style>/.exec(coloured.markup)![1]!
  const hex = '#[\\da-f]{6}'
  assert.match(
    style,
    new RegExp(`^:root\\{--accent:#ffee00;--on-accent:#000000;--accent-edge:${hex};--link:${hex}\\}@media`),
  )
  assert.ok(coloured.policy.includes(`style-src 'self' ${hash(style)};`))
  const themed = at('/x', { ...PLAIN, theme: { color: '#112233' }, organisation: SUR })
  assert.match(themed.markup, /--accent:#112233;--on-accent:#ffffff/)
  assert.doesNotMatch(themed.markup.split('dark){')[1]!, /--accent:#112233/)
})
