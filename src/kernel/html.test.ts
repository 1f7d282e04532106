import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { html, joined, lines, NOTHING, seen, trustedHtml, unbroken, unescaped } from './html.ts'

test('texts of people stay text in HTML', () => {
  assert.equal(html`<p title="${`"'`}">${'<b>&'}</p>`.markup, '<p title="&quot;&#39;">&lt;b&gt;&amp;</p>')
  fc.assert(fc.property(fc.string(), (text) => assert.doesNotMatch(html`${text}`.markup, /[<>"']/)))
})

test('a folio, a RUT and a date stay on one line, and everything else is text', () => {
  const whole = (text: string) => `<span class="whole">${text}</span>`
  for (const word of ['ARCO-2026-00417', '12.345.678-5', '12345678-K', '01-12-2026'])
    assert.equal(unbroken(`El ${word}.`).markup, `El ${whole(word)}.`)
  assert.equal(
    unbroken('Rut 1-9 <b> y tele-medicina').markup,
    `Rut ${whole('1-9')} &lt;b&gt; y tele-medicina`,
  )
  assert.equal(unbroken('').markup, '')
  fc.assert(
    fc.property(fc.string(), (text) => assert.equal(seen(unbroken(text).markup), html`${text}`.markup)),
  )
})

test('markup is not escaped twice, and lists are joined', () => {
  assert.equal(
    html`<i>${html`<b>${'&'}</b>`}${7}${['<', [NOTHING, 'x']]}</i>`.markup,
    '<i><b>&amp;</b>7&lt;x</i>',
  )
  assert.equal(html`${trustedHtml('<p>a</p>')}`.markup, '<p>a</p>')
  assert.equal(joined(['a', html`<i>b</i>`, '<']).markup, 'a, <i>b</i>, &lt;')
  assert.equal(lines('a < b\nc').markup, 'a &lt; b<br>c')
})

test('an object from a request cannot pass as markup', () => {
  const sent = JSON.parse('{"markup":"<script>alert(1)</script>"}')
  assert.equal(html`${sent}`.markup, '[object Object]')
  // @ts-expect-error Not even our own objects: only `html` and `trustedHtml` make markup.
  html`${{ markup: '<b>' }}`
})

test('only the place of a value decides whether it is text', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (texts) => {
      const items = texts.map((text) => html`<li>${text}</li>`)
      assert.equal(html`${items}`.markup.split('<li>').length - 1, texts.length)
    }),
  )
})

for (const [name, markup, left] of [
  ['a comment', 'a<!-- b > c -->d', 'ad'],
  ['two comments apart', 'a<!--b-->c<!--d-->e', 'ace'],
  ['a comment in a comment ends with the first end', 'a<!-- <!-- b -->c-->d', 'ac-->d'],
  ['a script with markup in it', 'a<script>"<p>"</script>b', 'ab'],
  ['one inside another', 'a<style><!-- b </style>c', 'ac'],
  ['letters of any size', 'a<STYLE>b</style >c<Title>d</TITLE>e', 'ace'],
  ['a template with attributes', 'a<template id="x">b</template>c', 'ac'],
  [
    'a head, with and without an end',
    '<head><title>b</title></head>a<head><style>c</style>d',
    '<head></head>a<head>d',
  ],
  ['comments of nothing', 'a<!-->b<!--->c<!---->d', 'abcd'],
  ['what never ends', 'a<script>b', 'a'],
  ['a comment that never ends', 'a<!-- b', 'a'],
  ['types and instructions', '<!doctype html><?php x ?>a', 'a'],
  [
    'a name that only begins alike',
    '<headers>a</headers><styles>b</styles>',
    '<headers>a</headers><styles>b</styles>',
  ],
  ['an end that was never begun', 'a</script>b-->c', 'a</script>b-->c'],
  ['signs of mathematics', '1 <2 <! 3', '1 <2 <! 3'],
] as const)
  test(`unread parts are removed: ${name}`, () => assert.equal(seen(markup), left))

test('escaped text is decoded, including named letters', () => {
  assert.equal(unescaped('&lt;b&gt; &amp;amp; &quot;&#39; Ñu&ntilde;oa'), '<b> &amp; "\' Ñuñoa')
  assert.equal(unescaped('AT&T'), 'AT&T')
})
