import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { withCharacters } from './entities.ts'
import { html, unescaped } from './html.ts'

for (const [written, read] of [
  ['Compa&ntilde;&iacute;a &Ntilde;and&uacute; Ltda.', 'Compañía Ñandú Ltda.'],
  ['&iquest;Qu&eacute;? &iexcl;As&iacute;!', '¿Qué? ¡Así!'],
  ['art. 14&nbsp;ter, N.&ordm; 3, inciso 2&deg;', 'art. 14\u00a0ter, N.º 3, inciso 2°'],
  [
    '&ldquo;uno&rdquo; &laquo;dos&raquo; &lsquo;tres&rsquo; &ndash; &mdash; &hellip;',
    '“uno” «dos» ‘tres’ – — …',
  ],
  ['&frac12; &sup2; &euro; &times; &divide; &yuml;', '½ ² € × ÷ ÿ'],
  ['&Aacute;&aacute;&Uuml;&uuml;', 'ÁáÜü'],
  ['&#241; &#xF1; &#Xf1; &#8220;', 'ñ ñ ñ “'],
  ['&#128512; &#x1F600;', '😀 😀'],
  // Word for Windows wrote dashes and quotes with numbers that have no other meaning.
  ['&#150; &#147;a&#148; &#128;', '– “a” €'],
  ['&amp;ntilde; &amp;lt;', '&ntilde; &lt;'],
  ['&#9;&#10;&#13;', '\t\n\r'],
] as const)
  test(`${written} is decoded`, () => assert.equal(withCharacters(written), read))

for (const text of [
  'A & B; C',
  '&',
  '&;',
  '&#;',
  '&#x;',
  '&ntilde',
  '& ntilde;',
  '&NTILDE;',
  '&unknown;',
  '&constructor;',
  '&toString;',
  '?a=1&copy=2',
  '&#x123456789;',
])
  test(`${text} is not an entity and stays`, () => assert.equal(withCharacters(text), text))

test('a number without a character is replaced, as browsers do', () => {
  for (const number of ['0', '7', '31', 'xD800', 'xdfff', 'x110000', '999999999', 'xffffffff'])
    assert.equal(withCharacters(`a&#${number};b`), 'a\ufffdb', number)
})

test('escaped text is decoded exactly once', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      assert.equal(unescaped(html`${text}`.markup), text)
      assert.equal(unescaped(html`${html`${text}`.markup}`.markup), html`${text}`.markup)
    }),
  )
  for (const text of ['&ntilde;', '&#241;', '&amp;', '&lt;b&gt;'])
    assert.equal(unescaped(html`${text}`.markup), text)
})

test('a long text of incomplete entities is read quickly', () => {
  for (const part of ['&', '&#', '&#x', '&ntilde', '&ntilde;', '&#241;']) withCharacters(part.repeat(100_000))
})
