import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Block, PdfDocument } from '#pdf/document.ts'
import { documentMarkup, previewPage } from './preview.ts'

const shown = (...content: unknown[]) => documentMarkup(content as Block[]).markup

test('headings stay headings, and everything else is a paragraph with its style', () => {
  for (const [block, markup] of [
    [{ text: 'Contrato', style: 'title' }, '<h1>Contrato</h1>'],
    [{ text: 'Objeto', headlineLevel: 1 }, '<h2>Objeto</h2>'],
    [{ text: 'Plazo', headlineLevel: 2 }, '<h3>Plazo</h3>'],
    [{ text: 'Texto' }, '<p class="prose">Texto</p>'],
    [{ text: 'Nota', style: 'note' }, '<p class="note">Nota</p>'],
    [{ text: '1', style: 'note', alignment: 'right' }, '<p class="note right">1</p>'],
    [{ text: 'a\nb' }, '<p class="prose">a<br>b</p>'],
  ] as const)
    assert.equal(shown(block), markup)
})

test('nested words keep their weight', () => {
  assert.equal(shown({ text: 'x', bold: true }), '<p class="prose"><strong>x</strong></p>')
  assert.equal(
    shown({ text: 'x', bold: true, italics: true }),
    '<p class="prose"><em><strong>x</strong></em></p>',
  )
  assert.equal(
    shown({ text: [{ text: 'a ' }, { text: 'b', bold: true }, { text: ' c', italics: true }] }),
    '<p class="prose">a <strong>b</strong><em> c</em></p>',
  )
})

test('a link opens elsewhere, and its target learns no referrer', () => {
  assert.equal(
    shown({ text: [{ text: 'Abrir', link: 'https://sur.cl/?a=1&b=2' }] }),
    '<p class="prose"><a href="https://sur.cl/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">Abrir</a></p>',
  )
})

test('lists, columns and their content are drawn to any depth', () => {
  assert.equal(
    shown({ ul: [{ text: 'a' }, { text: 'b', bold: true }] }),
    '<ul><li>a</li><li><strong>b</strong></li></ul>',
  )
  assert.equal(
    shown({ ol: [{ text: 'a' }, { stack: [{ text: 'b' }, { ul: [{ text: 'c' }] }] }] }),
    '<ol><li>a</li><li><div><p class="prose">b</p><ul><li>c</li></ul></div></li></ol>',
  )
  assert.equal(
    shown({ columns: [{ text: 'a' }, { text: 'b' }] }),
    '<div class="columns"><div><p class="prose">a</p></div><div><p class="prose">b</p></div></div>',
  )
  assert.match(shown({ qr: 'https://sur.cl' }), /^<div class="qr" aria-hidden="true"><svg /)
})

test('the given number of first rows are the head of a table', () => {
  const body = [
    [{ text: 'Dato' }, { text: 'Base' }],
    [{ text: 'Correo' }, { stack: [{ text: 'Contrato' }] }],
  ]
  assert.equal(
    shown({ table: { headerRows: 1, body }, layout: 'grid' }),
    '<table class="grid"><thead><tr><th scope="col">Dato</th><th scope="col">Base</th></tr></thead>' +
      '<tbody><tr><td>Correo</td><td><div><p class="prose">Contrato</p></div></td></tr></tbody></table>',
  )
  assert.equal(
    shown({ table: { body: body.slice(0, 1) }, layout: 'plain' }),
    '<table class="plain"><tbody><tr><td>Dato</td><td>Base</td></tr></tbody></table>',
  )
})

test('no text of a document becomes markup', () => {
  const EVIL = '<img src=x onerror=alert(1)>'
  const cell = { text: EVIL }
  const markup = shown(
    { text: EVIL, style: 'title' },
    { text: [{ text: EVIL, link: `"${EVIL}` }] },
    { ul: [cell] },
    { table: { headerRows: 1, body: [[cell], [cell]] }, layout: 'grid' },
  )
  assert.doesNotMatch(markup, /<img/)
  assert.equal(markup.match(/&lt;img src=x/g)?.length, 6)
})

test('a preview is framed by our own pages alone, has its own landmarks and shows its kind', () => {
  const document = { title: 'Política', content: [{ text: 'Hola' }] } as unknown as PdfDocument
  const page = previewPage(document)
  assert.deepEqual([page.title, page.language, page.bare, page.mayBeFramed], ['Política', 'es', true, true])
  assert.equal(page.script, undefined)
  assert.equal(page.content.markup, '<main>\n<p class="prose">Hola</p>\n</main>')
  const draft = previewPage({ ...document, language: 'en', watermark: 'BORRADOR <1>' })
  assert.equal(draft.language, 'en')
  assert.match(draft.content.markup, /^<main>\n<p class="mark">BORRADOR &lt;1&gt;<\/p>\n/)
})
