import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { html } from '#kernel/html.ts'
import { assetNamed } from './assets.ts'
import { type Page, renderPage, titled } from './page.ts'

const PLAIN: Page = titled('A & B', html`<p>${'<i>'}</p>`)
const at = (originalUrl: string, page: Page = PLAIN) => renderPage({ originalUrl }, page)
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('a page says its language and title, and is not for search engines unless it says so', () => {
  const { markup } = at('/x')
  assert.match(markup, /^<!doctype html>\n<html lang="es">\n/)
  assert.ok(markup.includes('<title>A &amp; B · Resguardo</title>'))
  assert.ok(markup.includes('<main>\n<h1>A &amp; B</h1>\n<p>&lt;i&gt;</p>\n</main>'))
  assert.ok(markup.includes('<meta name="robots" content="noindex">'))
  const listed = at('/x', { ...PLAIN, language: 'en', isListed: true }).markup
  assert.ok(listed.includes('<html lang="en">') && !listed.includes('robots'))
})

test('what a page loads is named from where the page stands', () => {
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

test('a policy allows what the page has, and nothing without it', () => {
  const rest = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  assert.equal(at('/x').policy, `default-src 'none'; style-src 'self'; ${rest}`)
  assert.doesNotMatch(at('/x').markup, /<script|<style/)
  const script = { ...PLAIN, script: 'signing.js' } as const
  assert.equal(
    at('/x', script).policy,
    `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; ${rest}`,
  )
  const coloured = at('/x', { ...PLAIN, colours: { accent: '#123456', onAccent: '#fff' } })
  const style = /<style>(.*)<\/style>/.exec(coloured.markup)![1]!
  assert.equal(style, ':root { --accent: #123456; --on-accent: #fff }')
  assert.equal(coloured.policy, `default-src 'none'; style-src 'self' ${hash(style)}; ${rest}`)
})

test('beside the markup of others one script runs, known by its content', () => {
  const { markup, policy } = at('/x', { ...PLAIN, script: 'signing.js', holdsForeignMarkup: true })
  const { content } = assetNamed('signing.js')
  assert.ok(policy.includes(`script-src ${hash(content)};`) && !policy.includes("script-src 'self'"))
  assert.ok(markup.includes(` integrity="${hash(content).slice(1, -1)}"></script>`))
})
