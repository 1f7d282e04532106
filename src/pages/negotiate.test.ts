import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BROWSER } from '#test/kit/hosted.ts'
import { etagOf, isUnchanged, wantsPage } from './negotiate.ts'

for (const accept of [
  BROWSER.accept,
  'text/html',
  'TEXT/HTML; charset=utf-8',
  'text/html, */*',
  'text/html, */*; q=0.01',
  'text/*',
  'text/html, application/json;q=0.9',
  'application/json;q=0.1,text/html;q=0.2',
  'text/html, application/*',
]) {
  test(`a page for «${accept}»`, () => assert.equal(wantsPage({ headers: { accept } }), true))
}

for (const accept of [
  undefined,
  '',
  '*/*',
  'application/json',
  'application/json, text/html',
  'text/html, application/json',
  'application/json, text/plain, */*',
  'text/html;q=0.4, application/json;q=0.5',
  'text/html;q=0',
  'text/html;q=0, */*',
  'text/html;q=x',
  'text/plain',
  'application/xhtml+xml',
  'x-text/html',
]) {
  test(`data for «${accept}»`, () => {
    const headers = accept === undefined ? {} : { accept }
    assert.equal(wantsPage({ headers }), false)
  })
}

test('an answer is recognised by its tag, in any quotation', () => {
  const etag = etagOf('texto')
  assert.match(etag, /^"[\w-]{32}"$/)
  assert.notEqual(etagOf('otro'), etag)
  const isKnown = (known?: string) => isUnchanged({ headers: known ? { 'if-none-match': known } : {} }, etag)
  for (const known of [etag, `W/${etag}`, `"x", ${etag}`, ' * ']) assert.ok(isKnown(known), known)
  for (const known of [undefined, '"x"', etag.slice(1, -1), `"x${etag}"`]) assert.ok(!isKnown(known), known)
})
