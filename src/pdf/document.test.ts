import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Block,
  cover,
  dataTable,
  facts,
  fileName,
  fileNameAs,
  heading,
  longDate,
  note,
  prose,
  shortened,
  shortInstant,
  subheading,
} from './document.ts'
import { blocksOf } from './markup.ts'

const tableIn = (block: Block) => {
  assert.ok('table' in block, 'no table')
  return block.table
}

/** A page holds fifty lines of a cell. A higher cell must be allowed to break, because the renderer would drop it. */
const mayBreak = (block: Block) => tableIn(block).dontBreakRows === false

describe('a row too high for a page may break', () => {
  const text = (lines: number) =>
    ({ text: Array.from({ length: lines }, () => 'x').join('\n'), style: 'cell' }) as const
  const many = (count: number): Block[] => Array.from({ length: count }, () => ({ text: 'x', style: 'cell' }))
  const wide = [{ label: 'Texto', width: '*' }] as const

  for (const [name, cell, expected] of [
    ['a few lines stay together', text(40), false],
    ['more lines than a page has', text(52), true],
    ['a stack of few paragraphs', { stack: many(40) }, false],
    ['a stack of many paragraphs', { stack: many(60) }, true],
    ['a list of few items', { ul: many(40) }, false],
    ['a list of many items', { ul: many(60) }, true],
    ['a numbered list of many items', { ol: many(60) }, true],
    ['a list inside a stack', { stack: [{ text: 'Antes' }, { ul: many(60) }] }, true],
    [
      'paragraphs with room between them',
      { stack: many(34).map((one) => ({ ...one, style: 'prose' })) },
      true,
    ],
    ['headings', { stack: many(20).map((one) => ({ ...one, style: 'heading' })) }, true],
    ['large letters', { ...text(30), fontSize: 20 }, true],
    ['what has a margin of its own', { text: 'x', margin: [0, 400, 0, 400] }, true],
    ['columns as high as the highest', { columns: [{ stack: many(40) }, { text: 'y' }] }, false],
    ['columns of which one is long', { columns: [{ text: 'y' }, { stack: many(60) }] }, true],
    [
      'a table inside with few rows',
      dataTable(
        wide,
        many(25).map((one) => [one]),
      ),
      false,
    ],
    [
      'a table inside with many rows',
      dataTable(
        wide,
        many(40).map((one) => [one]),
      ),
      true,
    ],
    ['runs are read as one text', { text: [text(26), text(27)] as { text: string }[] }, true],
    ['a code', { qr: 'https://x.cl', fit: 92 }, false],
  ] as const satisfies readonly (readonly [string, Block, boolean])[])
    test(name, () => assert.equal(mayBreak(dataTable(wide, [[cell]])), expected))

  test('many columns have little room each, so their text takes more lines', () => {
    const columns = (count: number) =>
      Array.from({ length: count }, () => ({ label: 'C', width: '*' as const }))
    const words = 'palabra '.repeat(60).trim()
    const row = (count: number) => [words, ...Array.from({ length: count - 1 }, () => 'x')]
    assert.equal(mayBreak(dataTable(columns(3), [row(3)])), false)
    assert.equal(mayBreak(dataTable(columns(12), [row(12)])), true)
  })

  test('a narrow column is measured by its own width', () => {
    const words = 'x'.repeat(400)
    assert.equal(mayBreak(dataTable([{ label: 'A', width: 400 }], [[words]])), false)
    assert.equal(mayBreak(dataTable([{ label: 'A', width: 40 }], [[words]])), true)
  })

  test('every line break counts, in any notation', () => {
    for (const end of ['\n', '\r\n', '\r', '\u2028', '\u2029'])
      assert.equal(mayBreak(dataTable(wide, [[Array.from({ length: 52 }, () => 'x').join(end)]])), true)
  })

  test('one long row is enough, and then it need not stay with the head', () => {
    const long = tableIn(dataTable(wide, [['corta'], [text(60)], ['corta']]))
    assert.deepEqual([long.dontBreakRows, long.keepWithHeaderRows, long.headerRows], [false, 0, 1])
    const short = tableIn(dataTable(wide, [['corta']]))
    assert.deepEqual([short.dontBreakRows, short.keepWithHeaderRows, short.headerRows], [true, 1, 1])
  })

  test('so may the value of a fact, and a cell of a policy with its paragraphs', () => {
    assert.equal(mayBreak(facts([['Antecedentes', 'línea\n'.repeat(60)]])), true)
    assert.equal(mayBreak(facts([['Antecedentes', 'línea\n'.repeat(40)]])), false)
    assert.equal(mayBreak(facts([['Nada', null]])), false)
    const cell = Array.from({ length: 60 }, (_, at) => `<p>Cláusula ${at}.</p>`).join('')
    const [drawn] = blocksOf(`<table><tr><td>${cell}</td><td>x</td></tr></table>`)
    assert.equal(mayBreak(drawn!), true)
  })
})

describe('blocks of every document', () => {
  test('a table has its labels as its head, and a dash in empty cells', () => {
    const own: Block = { text: 'propia', bold: true }
    const { body, widths } = tableIn(
      dataTable(
        [
          { label: 'Uno', width: 60 },
          { label: 'Dos', width: 'auto' },
        ],
        [
          ['a', ''],
          [own, 'b'],
        ],
      ),
    )
    assert.deepEqual(widths, [60, 'auto'])
    assert.deepEqual(body, [
      [
        { text: 'Uno', style: 'columnHead' },
        { text: 'Dos', style: 'columnHead' },
      ],
      [
        { text: 'a', style: 'cell' },
        { text: '—', style: 'cell' },
      ],
      [own, { text: 'b', style: 'cell' }],
    ])
  })

  test('a fact without a value shows a dash, never an empty place', () => {
    const { body } = tableIn(
      facts([
        ['Nulo', null],
        ['Ausente', undefined],
        ['Blanco', ' \n '],
        ['Dicho', ' algo '],
      ]),
    )
    assert.deepEqual(
      body.map(([, value]) => value && 'text' in value && value.text),
      ['—', '—', '—', 'algo'],
    )
  })

  test('missing free text is stated, and paragraphs are kept', () => {
    for (const none of [null, undefined, '', ' \n\t']) {
      const block = prose(none, 'Sin texto.')
      assert.ok('text' in block)
      assert.deepEqual([block.text, block.italics], ['Sin texto.', true])
    }
    const block = prose('  Uno.\r\n\r\nDos.\nTres.  ', 'Nada.')
    assert.ok('stack' in block)
    assert.deepEqual(
      block.stack.map((one) => 'text' in one && one.text),
      ['Uno.', 'Dos.', 'Tres.'],
    )
  })

  test('headings are marked, so that none stands alone at the foot of a page', () => {
    assert.equal(heading('A').headlineLevel, 1)
    assert.equal(subheading('A').headlineLevel, 2)
    assert.equal(note('A').headlineLevel, undefined)
  })

  test('a cover fills a page, with its remark only if there is one', () => {
    const badge = { text: 'Borrador', fill: '#eeeeee', ink: '#111111' }
    const bare = { organisation: 'Sur SpA', kind: 'Informe de gestión', title: 'Título', badge, facts: [] }
    const page = cover(bare)
    assert.ok('stack' in page)
    assert.equal(page.pageBreak, 'after')
    const words = page.stack.flatMap((block) => ('text' in block ? [block.text] : []))
    assert.deepEqual(words, ['Sur SpA', 'INFORME DE GESTIÓN', 'Título'])
    const [cell] = page.stack.flatMap((block) => ('table' in block ? block.table.body.flat() : []))
    assert.deepEqual(
      [cell && 'text' in cell && cell.text, cell?.fillColor, cell?.color],
      ['Borrador', '#eeeeee', '#111111'],
    )
    const remarked = cover({ ...bare, note: 'Copia.' })
    assert.ok('stack' in remarked)
    assert.deepEqual([remarked.stack.length - page.stack.length, remarked.stack.at(-1)], [1, note('Copia.')])
  })
})

describe('words of every document', () => {
  const CHILE = 'America/Santiago'

  for (const [name, instant, long, short] of [
    // In summer Chile is three hours behind, in winter four.
    [
      'the last minute of a day in summer',
      '2027-01-01T02:59:00Z',
      '31 de diciembre de 2026',
      '31-12-2026 23:59',
    ],
    ['midnight in summer', '2027-01-01T03:00:00Z', '1 de enero de 2027', '01-01-2027 00:00'],
    ['the last minute of a day in winter', '2026-07-02T03:59:00Z', '1 de julio de 2026', '01-07-2026 23:59'],
    ['midnight in winter', '2026-07-02T04:00:00Z', '2 de julio de 2026', '02-07-2026 00:00'],
  ] as const)
    test(`${name} has the day of Chile`, () => {
      assert.equal(longDate(new Date(instant), CHILE), long)
      assert.equal(shortInstant(new Date(instant), CHILE), short)
    })

  test('a footer leaves room for the page number', () => {
    assert.equal(shortened('x'.repeat(95)), 'x'.repeat(95))
    assert.equal(shortened('x'.repeat(96)), `${'x'.repeat(94)}…`)
    assert.equal(shortened(`${'x'.repeat(93)} y z`), `${'x'.repeat(93)}…`, 'no space before the dots')
    assert.equal(shortened('x'.repeat(92), ' · y'), `${'x'.repeat(90)}… · y`, 'the ending stays')
  })

  for (const [words, name] of [
    [['Contrato', 'Ñandú & Cía. S.A.'], 'contrato-nandu-cia-s-a.pdf'],
    [['../../etc/passwd'], 'etc-passwd.pdf'],
    [['a"; filename="b\r\nX: y'], 'a-filename-b-x-y.pdf'],
    [['漢字', '😀'], 'documento.pdf'],
    [[''], 'documento.pdf'],
    [[], 'documento.pdf'],
    [[`${'a'.repeat(79)} b`], `${'a'.repeat(79)}.pdf`],
    [['x'.repeat(200)], `${'x'.repeat(80)}.pdf`],
  ] as const)
    test(`a name for the file of ${JSON.stringify(words).slice(0, 40)}`, () =>
      assert.equal(fileName(...words), name))

  test('the name of a file has the ending of its format', () =>
    assert.equal(fileNameAs('docx', 'Política'), 'politica.docx'))
})
