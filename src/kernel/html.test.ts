import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { html, joined, lines, NOTHING, trustedHtml } from './html.ts'

test('what people wrote stays text in HTML', () => {
  assert.equal(html`<p title="${`"'`}">${'<b>&'}</p>`.markup, '<p title="&quot;&#39;">&lt;b&gt;&amp;</p>')
  fc.assert(fc.property(fc.string(), (text) => assert.doesNotMatch(html`${text}`.markup, /[<>"']/)))
})

test('markup is not escaped twice, lists are written one after another', () => {
  assert.equal(
    html`<i>${html`<b>${'&'}</b>`}${7}${['<', [NOTHING, 'x']]}</i>`.markup,
    '<i><b>&amp;</b>7&lt;x</i>',
  )
  assert.equal(html`${trustedHtml('<p>a</p>')}`.markup, '<p>a</p>')
  assert.equal(joined(['a', html`<i>b</i>`, '<']).markup, 'a, <i>b</i>, &lt;')
  assert.equal(lines('a < b\nc').markup, 'a &lt; b<br>c')
})

test('an object that came with a request does not pass for markup', () => {
  const sent = JSON.parse('{"markup":"<script>alert(1)</script>"}')
  assert.equal(html`${sent}`.markup, '[object Object]')
  // @ts-expect-error Neither does one of our own: only `html` and `trustedHtml` make markup.
  html`${{ markup: '<b>' }}`
})

test('values differ from template text by their place, not by their look', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (texts) => {
      const items = texts.map((text) => html`<li>${text}</li>`)
      assert.equal(html`${items}`.markup.split('<li>').length - 1, texts.length)
    }),
  )
})
