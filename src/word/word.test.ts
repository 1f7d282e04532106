import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileOf } from '#kernel/installed.ts'
import {
  type Block,
  cover,
  dataTable,
  facts,
  heading,
  type PdfDocument,
  prose,
  subheading,
} from '#pdf/document.ts'
import { createRenderer } from '#pdf/renderer.ts'
import { wordHtml, wordPart, wordText } from '#test/kit/word.ts'
import { renderWord } from './renderer.ts'

function documentOf(...content: Block[]): PdfDocument {
  return {
    title: 'Título con eñe',
    organisation: 'Ñandú SpA',
    footer: 'Ñandú SpA · Informe',
    lawVersion: '2026-12-01',
    dated: new Date('2026-12-01T12:00:00Z'),
    content,
  }
}

const draw = (...content: Block[]) => renderWord(documentOf(...content), 'una')
const body = async (...content: Block[]) => wordPart(await draw(...content), 'word/document.xml')

test('headings, bold words and line breaks are Word’s own', async () => {
  const html = await wordHtml(
    await draw(
      heading('1. Sección'),
      subheading('Parte'),
      {
        text: [{ text: 'Sur SpA', bold: true }, { text: ', RUT 12.345.678-5\nsegunda línea' }],
        style: 'prose',
      },
      prose('Uno.\n\nDos.', 'Nada.'),
      prose(' ', 'Sin texto.'),
    ),
  )
  assert.equal(
    html,
    '<h1>1. Sección</h1><h2>Parte</h2><p><strong>Sur SpA</strong>, RUT 12.345.678-5<br />segunda línea</p><p>Uno.</p><p>Dos.</p><p><em>Sin texto.</em></p>',
  )
})

test('Word numbers lists, each from one, with nested ones', async () => {
  const item = (text: string): Block => ({ text, style: 'prose' })
  const html = await wordHtml(
    await draw({ ol: [item('a'), { stack: [item('b'), { ul: [item('b1')] }] }] }, item('fin')),
  )
  assert.match(html, /^<ol><li>a<\/li><li>b<ul><li>b1<\/li><\/ul><\/li><\/ol>/)
  const xml = await body({ ol: [item('a')] }, { ol: [item('c')] })
  const numbers = [...xml.matchAll(/<w:numId w:val="(\d+)"/g)].map(([, id]) => id)
  assert.equal(new Set(numbers).size, 2, 'the second list would go on counting')
})

test('only the first part of an item has a number', async () => {
  const html = await wordHtml(
    await draw({ ol: [{ stack: [{ text: 'a' }, { text: 'más de a' }] }, { text: 'b' }] }),
  )
  assert.equal(html, '<ol><li>a</li></ol><p>más de a</p><ol><li>b</li></ol>')
})

test('tables are Word tables, and their head repeats on every page', async () => {
  const table = dataTable(
    [
      { label: 'N.º', width: 18 },
      { label: 'Texto', width: '*' },
    ],
    [
      ['1', 'uno'],
      ['2', ''],
    ],
  )
  const html = await wordHtml(await draw(table))
  assert.match(html, /<table><thead><tr><th><p>N\.º<\/p><\/th><th><p>Texto<\/p><\/th><\/tr><\/thead>/)
  assert.match(html, /<td><p>2<\/p><\/td><td><p>—<\/p><\/td>/)
  const xml = await body(table)
  assert.equal(xml.match(/<w:tblHeader\/>/g)?.length, 1)
  const widths = [...xml.matchAll(/<w:gridCol w:w="(\d+)"/g)].map(([, width]) => Number(width))
  assert.equal(
    widths.reduce((sum, width) => sum + width, 0),
    500 * 20,
  )
})

test('the page size is letter, the language Chilean Spanish, and each page has its number', async () => {
  const file = await draw(prose('x', ''))
  const xml = wordPart(file, 'word/document.xml')
  assert.match(xml, /<w:pgSz w:w="12240" w:h="15840"/)
  assert.match(wordPart(file, 'word/styles.xml'), /w:lang w:val="es-CL"/)
  const footer = wordPart(file, 'word/footer1.xml')
  assert.match(footer, /Ñandú SpA · Informe/)
  assert.match(footer, /PAGE<.*NUMPAGES</)
  assert.match(footer, /versión 2026-12-01/)
})

test('the properties name the document and the organisation, nobody else', async () => {
  const core = wordPart(await draw(prose('x', '')), 'docProps/core.xml')
  assert.match(core, /<dc:title>Título con eñe<\/dc:title>/)
  assert.match(core, /<dc:creator>Ñandú SpA<\/dc:creator>/)
  assert.match(core, /<cp:lastModifiedBy>Ñandú SpA<\/cp:lastModifiedBy>/)
  assert.equal(core.match(/2026-12-01T12:00:00/g)?.length, 2)
})

test('a draft says so above every page', async () => {
  const file = await renderWord({ ...documentOf(prose('x', '')), watermark: 'BORRADOR' }, 'una')
  assert.match(wordPart(file, 'word/header1.xml'), /BORRADOR/)
})

test('an English text is marked as such', async () => {
  const file = await renderWord({ ...documentOf(prose('x', '')), language: 'en' }, 'una')
  assert.match(wordPart(file, 'word/styles.xml'), /w:lang w:val="en-US"/)
  assert.match(wordPart(file, 'word/footer1.xml'), />Page </)
})

test('the cover has its own page', async () => {
  const badge = { text: 'Aprobada', fill: '#cfe8d5', ink: '#14532d' }
  const page = cover({
    organisation: 'Ñandú SpA',
    kind: 'Informe',
    title: 'Evaluación',
    badge,
    facts: [['Versión', '2']],
  })
  const xml = await body(page, heading('1. Resumen'))
  assert.match(xml, /<w:pageBreakBefore\/>(?:(?!<w:p>).)*1\. Resumen/)
  assert.equal(xml.match(/pageBreakBefore/g)?.length, 1)
  assert.match(xml, /<w:pStyle w:val="Title"\/>/)
  assert.match(xml, /w:fill="CFE8D5"/)
})

test('the same document gives the same bytes, whatever the clock says', async () => {
  const again = createRenderer({}, fileOf('word/worker'))
  const one = documentOf(heading('1'), facts([['a', 'b']]), { text: [{ text: 'x', link: 'https://x.cl/' }] })
  const first = await renderWord(one, 'una')
  assert.ok(first.equals(await again(one, 'una')))
  assert.match(wordPart(first, 'word/_rels/document.xml.rels'), /Id="link1"[^>]*Target="https:\/\/x\.cl\/"/)
})

test('unforeseen texts do no harm', async () => {
  const odd = [
    'x'.repeat(10_000),
    '😀漢字عربى',
    'campana\u0007 \ud800 \ufeff\u2028',
    '{{x}} <b>html</b> & "y"',
    '',
  ]
  const file = await draw(...odd.map((text) => prose(text, '—')), facts(odd.map((text) => [text, text])))
  const text = await wordText(file)
  for (const part of ['😀漢字', 'campana', '{{x}} <b>html</b> & "y"', 'x'.repeat(10_000)])
    assert.ok(text.includes(part), part.slice(0, 40))
})
