import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { SaxesParser } from 'saxes'
import { type Block, dataTable, facts, heading, type PdfDocument, type Table } from '#pdf/document.ts'
import { blocksOf } from '#pdf/markup.ts'
import { wordFile } from './file.ts'
import { halves, hex, styleId, twips } from './styles.ts'
import { readableText } from './text.ts'
import { columnWidths } from './widths.ts'

const documentOf = (content: Block[], change: Partial<PdfDocument> = {}): PdfDocument => ({
  title: 'Título',
  organisation: 'Ñandú SpA',
  footer: 'Ñandú SpA · Informe',
  lawVersion: '2026-12-01',
  dated: new Date('2026-12-01T12:00:00Z'),
  content,
  ...change,
})
const partsOf = async (content: Block[], change: Partial<PdfDocument> = {}) => {
  const files = unzipSync(await wordFile(documentOf(content, change)))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}
const bodyOf = async (...content: Block[]) => (await partsOf(content))['word/document.xml']!

/** Throws if Word would call the file damaged. */
function assertReadable(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    if (!/\.(xml|rels)$/.test(name)) continue
    const parser = new SaxesParser({ xmlns: true, fileName: name })
    parser.on('error', (error) => assert.fail(`${name}: ${error.message}`))
    parser.write(text).close()
  }
}

describe('a Word file for any text', () => {
  const odd = [
    'campana\u0007',
    'nulo\u0000',
    'medio \ud83d',
    'fin \uffff',
    '<w:p/> & "x"',
    ']]>',
    '\u2028',
    '😀',
  ]

  for (const text of odd)
    test(`with ${JSON.stringify(text)} everywhere`, async () => {
      const link = `https://x.cl/?q=${text}`
      const content: Block[] = [
        heading(text),
        { text: [{ text, bold: true, link }] },
        facts([[text, text]]),
        { ul: [{ text }] },
        ...blocksOf(
          `<table><caption>${text}</caption><tr><th>${text}</th></tr><tr><td>${text}</td></tr></table>`,
        ),
      ]
      const change = { title: text, organisation: text, footer: text, watermark: text }
      assertReadable(await partsOf(content, change))
    })

  test('characters that XML cannot hold are left out, and the rest stays', () => {
    assert.equal(readableText('a\u0000b\u0008c\u000bd\u001fe\ufffef'), 'abcdef')
    assert.equal(readableText('a\tb\nc\rd'), 'a\tb\nc\rd')
    assert.equal(readableText('a\ud800b'), 'a\ufffdb')
    assert.equal(readableText('😀 ñ €'), '😀 ñ €')
  })

  test('links are named in order, and the same document gives the same file', async () => {
    const content: Block[] = ['https://a.cl/', 'mailto:b@b.cl', 'https://a.cl/'].map((link) => ({
      text: [{ text: 'x', link }],
    }))
    const [one, other] = [await wordFile(documentOf(content)), await wordFile(documentOf(content))]
    assert.deepEqual(Buffer.from(one), Buffer.from(other))
    const links = (await partsOf(content))['word/_rels/document.xml.rels']!
    const targets = [...links.matchAll(/Id="(link\d)"[^>]*Target="([^"]*)"/g)].map(([, id, target]) => [
      id,
      target,
    ])
    assert.deepEqual(targets, [
      ['link1', 'https://a.cl/'],
      ['link2', 'mailto:b@b.cl'],
      ['link3', 'https://a.cl/'],
    ])
  })

  test('the file has the date of its facts, not of its making', async () => {
    const core = (await partsOf([]))['docProps/core.xml']!
    const times = [...core.matchAll(/<dcterms:\w+[^>]*>([^<]*)</g)].map(([, at]) => at)
    assert.deepEqual(times, ['2026-12-01T12:00:00.000Z', '2026-12-01T12:00:00.000Z'])
  })
})

describe('blocks in Word', () => {
  const words = (xml: string) => [...xml.matchAll(/<w:t(?: [^>]*)?>([^<]*)</g)].map(([, text]) => text)

  test('a QR code is left out, because its link is beside it', async () => {
    const xml = await bodyOf({
      columns: [
        { qr: 'https://x.cl', fit: 90, width: 96 },
        { text: 'Abrir', width: '*' },
      ],
    })
    assert.deepEqual(words(xml), ['Abrir'])
    assert.equal(xml.match(/<w:tc>/g)?.length, 1)
    assert.deepEqual(words(await bodyOf({ qr: 'https://x.cl', fit: 90 })), [])
  })

  test('a page break comes before the block that asks for it, or after it', async () => {
    const before = await bodyOf({ text: 'a' }, { text: 'b', pageBreak: 'before' })
    const behind = await bodyOf({ text: 'a', pageBreak: 'after' }, { text: 'b' })
    for (const xml of [before, behind]) {
      assert.equal(xml.match(/pageBreakBefore/g)?.length, 1)
      assert.match(xml, />a<(?:(?!>b<).)*pageBreakBefore(?:(?!<w:p>).)*>b</)
    }
    const table = await bodyOf({ ...facts([['x', 'y']]), pageBreak: 'before' })
    assert.match(table, /pageBreakBefore.*<w:tbl>/, 'a table gets a paragraph that breaks before it')
    assert.doesNotMatch(await bodyOf({ text: 'a', pageBreak: 'after' }), /pageBreakBefore/, 'nothing follows')
  })

  test('blocks that must stay together are kept with the next', async () => {
    const xml = await bodyOf(
      { stack: [{ text: 'Firma' }, { text: 'Ana' }], unbreakable: true },
      { text: 'z' },
    )
    assert.equal(xml.match(/<w:keepNext\/>/g)?.length, 2)
  })

  test('the letters of a block apply to its runs, unless a run has its own', async () => {
    const xml = await bodyOf({
      stack: [{ text: [{ text: 'a' }, { text: 'b', bold: false, color: '#123abc' }] }],
      bold: true,
      fontSize: 7,
      alignment: 'right',
    })
    const [one, other] = xml.match(/<w:r>.*?<\/w:r>/g)!
    assert.match(one!, /<w:b\/>/)
    assert.match(one!, /<w:sz w:val="14"\/>/)
    assert.doesNotMatch(other!, /<w:b\/>/)
    assert.match(other!, /<w:color w:val="123ABC"\/>/)
    assert.match(xml, /<w:jc w:val="(right|end)"\/>/)
  })

  test('every notation of a line break gives one', async () => {
    for (const end of ['\n', '\r\n', '\r', '\u2028', '\u2029']) {
      const xml = await bodyOf({ text: `a${end}b${end}${end}c` })
      assert.deepEqual(words(xml).filter(Boolean), ['a', 'b', 'c'])
      assert.equal(xml.match(/<w:br\/>/g)?.length, 3, JSON.stringify(end))
    }
  })

  test('lists go down nine levels, and deeper ones lose no words', async () => {
    let list: Block = { text: 'nivel 12' }
    for (let level = 11; level >= 1; level -= 1) list = { ul: [{ text: `nivel ${level}` }, list] }
    const xml = await bodyOf(list)
    assert.deepEqual(
      words(xml),
      Array.from({ length: 12 }, (_, at) => `nivel ${at + 1}`),
    )
    const levels = [...xml.matchAll(/<w:ilvl w:val="(\d+)"/g)].map(([, level]) => Number(level))
    assert.equal(Math.max(...levels), 8)
  })

  test('a list in a cell has its words, and the list around it continues', async () => {
    const cell: Block = { ol: [{ text: 'dentro' }] }
    const xml = await bodyOf({
      ol: [{ text: 'a' }, dataTable([{ label: 'C', width: '*' }], [[cell]]), { text: 'b' }],
    })
    assert.deepEqual(words(xml), ['a', 'C', 'dentro', 'b'])
    assert.equal(new Set([...xml.matchAll(/<w:numId w:val="(\d+)"/g)].map(([, id]) => id)).size, 2)
  })

  test('an empty cell still has a paragraph, which Word requires', async () => {
    const xml = await bodyOf(dataTable([{ label: 'C', width: '*' }], [[{ stack: [] }]]))
    for (const [, cell] of xml.matchAll(/<w:tc>(.*?)<\/w:tc>/g)) assert.match(cell!, /<w:p[ />]/)
  })

  test('tables say which of their rows are the head, and which may break', async () => {
    const xml = await bodyOf(dataTable([{ label: 'C', width: '*' }], [['a'], ['b']]))
    assert.equal(xml.match(/<w:tblHeader\/>/g)?.length, 1)
    assert.equal(xml.match(/<w:cantSplit\/>/g)?.length, 3)
    const long = await bodyOf(dataTable([{ label: 'C', width: '*' }], [['x\n'.repeat(80)]]))
    assert.doesNotMatch(long, /cantSplit/)
  })
})

describe('widths of columns', () => {
  const table = (widths: Table['widths'], ...rows: string[][]) =>
    columnWidths({ widths, body: rows.map((row) => row.map((text) => ({ text }))) }, 500)
  const sum = (widths: readonly number[]) => Math.round(widths.reduce((all, one) => all + one, 0))

  test('fixed widths stay, and the rest is shared equally', () => {
    assert.deepEqual(table([100, '*', '*'], ['a', 'b', 'c']), [112, 194, 194])
    assert.deepEqual(table(['*', '*'], ['a', 'b']), [250, 250])
  })

  test('a column as wide as its text is measured by its longest cell', () => {
    const [narrow, wide] = [
      table(['auto', '*'], ['ab', 'x']),
      table(['auto', '*'], ['ab', 'x'], ['abcdefghij', 'x']),
    ]
    assert.ok(wide[0]! > narrow[0]!)
    assert.deepEqual([sum(narrow), sum(wide)], [500, 500])
    const runs = columnWidths({ widths: ['auto'], body: [[{ text: [{ text: 'ab' }, { text: 'cd' }] }]] }, 500)
    assert.deepEqual(runs, columnWidths({ widths: ['auto'], body: [[{ text: 'abcd' }]] }, 500))
  })

  test('nothing is wider than the page, and no flexible column disappears', () => {
    for (const widths of [table([400, 400], ['a', 'b']), table(['auto', '*'], ['x'.repeat(500), 'b'])]) {
      assert.equal(sum(widths), 500)
      assert.ok(
        widths.every((width) => width >= 50),
        String(widths),
      )
    }
  })

  test('a table without rows has widths too', () => {
    assert.equal(sum(columnWidths({ widths: ['*', '*', '*'], body: [] }, 500)), 500)
    assert.ok(columnWidths({ widths: ['auto'], body: [] }, 500)[0]! > 0)
  })
})

test('measures and colours are in Word’s notation', () => {
  assert.deepEqual([twips(10), twips(0.53), halves(10.5), halves(8)], [200, 11, 21, 16])
  assert.deepEqual([hex('#1d4e89'), hex('white'), hex('#FFF')], ['1D4E89', 'FFFFFF', 'FFF'])
  assert.deepEqual(
    [styleId('title'), styleId('heading'), styleId('subheading'), styleId('cell')],
    ['Title', 'Heading1', 'Heading2', 'cell'],
  )
})
