import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Block, Run } from './document.ts'
import { blocksOf } from './markup.ts'

const words = (text: string | Run[]) =>
  typeof text === 'string'
    ? text
    : text
        .map((run) => {
          const inner = run.link ? `[${run.text}](${run.link})` : run.text
          return run.bold ? `*${inner}*` : run.italics ? `_${inner}_` : inner
        })
        .join('')

function read(block: Block): unknown {
  if ('ol' in block) return { ol: block.ol.map(read) }
  if ('ul' in block) return { ul: block.ul.map(read) }
  if ('stack' in block) return block.stack.map(read)
  if ('table' in block) return block.table.body.map((row) => row.map(read))
  if (!('text' in block)) return '?'
  return block.headlineLevel ? `${'#'.repeat(block.headlineLevel)} ${words(block.text)}` : words(block.text)
}

for (const [name, markup, drawn] of [
  [
    'bold keeps its place and its spaces',
    '<p><strong>Sur SpA</strong>, RUT 1, en adelante el <b>Responsable</b>; y</p>',
    ['*Sur SpA*, RUT 1, en adelante el *Responsable*; y'],
  ],
  ['spaces are as a browser shows them', '<p>  uno \n dos <b> tres</b>  </p>', ['uno dos *tres*']],
  ['numbered clauses stay numbered', '<ol><li>Uno</li><li><p>Dos</p></li></ol>', [{ ol: ['Uno', 'Dos'] }]],
  [
    'each list is one of its own',
    '<ol><li>a</li></ol><ul><li>b</li></ul><ol><li>c</li></ol>',
    [{ ol: ['a'] }, { ul: ['b'] }, { ol: ['c'] }],
  ],
  [
    'a list inside an item belongs to it',
    '<ol><li>a<ul><li>b</li></ul>más</li><li>c</li></ol>',
    [{ ol: [['a', { ul: ['b'] }, 'más'], 'c'] }],
  ],
  ['headings are headings', '<h1>T</h1><h2>1. Objeto</h2>x', ['# T', '## 1. Objeto', 'x']],
  [
    'escapes are read and markup of nobody is dropped',
    '<p>A &amp; B &lt;x&gt;<!-- no --><i>!</i></p>',
    ['A & B <x>_!_'],
  ],
  ['scripts and styles are not text', '<style>p{}</style><script>x()</script><p>y</p>', ['y']],
  [
    'a table has its caption above, and its head names the columns',
    '<table><caption>Cookies</caption><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><th>a</th><td>b<br>c</td></tr><tr><th>d</th></tr></tbody></table>',
    [
      '### Cookies',
      [
        ['A', 'B'],
        ['a', 'b\nc'],
        ['d', '—'],
      ],
    ],
  ],
  ['line ends stay', '<p>a<br>b</p>', ['a\nb']],
  [
    'links lead outside and nowhere else',
    '<p><a href="https://x.cl/?a=1&amp;b=2">x</a> <a href="javascript:y()">y</a></p>',
    ['[x](https://x.cl/?a=1&b=2) y'],
  ],
  [
    'a line end between two tags is a space, as in a browser',
    '<p><strong>Uno</strong>\n<em>dos</em>\n\t<b>tres</b></p>',
    ['*Uno* _dos_ *tres*'],
  ],
  ['a line end around <br> adds nothing', '<p>a\n<br>\nb</p>', ['a \nb']],
  ['white space alone is no paragraph', '<p>\n</p> \n <p><br></p><p>&nbsp;</p>', []],
  ['what is bold inside italic is both', '<p><i>a<b>b</b></i></p>', ['_a_*b*']],
  ['what was never opened is not closed', '</b></i></ul></td><p>a</p>', ['a']],
  ['bold that was closed twice is bold again when it is opened', '<p></b></b><b>a</b></p>', ['*a*']],
  [
    'a link ends where it is closed, and one of another kind is none',
    '<p><a href="mailto:dpo@sur.cl">m</a> a <a href="ftp://x.cl">f</a> <a href=\'http://x.cl\'>h</a></p>',
    ['[m](mailto:dpo@sur.cl) a f [h](http://x.cl)'],
  ],
  [
    'every level of heading below the first is the second',
    '<h2>a</h2><h3>b</h3><h6>c</h6>',
    ['## a', '## b', '## c'],
  ],
  ['what stands behind a heading is a paragraph', '<h2>a</h2>b<h2>c', ['## a', 'b', '## c']],
  [
    'a table without a head has its first row among the others',
    '<table><tr><td>a</td></tr><tr><td>b</td></tr></table>',
    [[[''], ['a'], ['b']]],
  ],
  [
    'a table of heads alone keeps them as a row',
    '<table><tr><th>a</th><th>b</th></tr></table>',
    [
      [
        ['', ''],
        ['a', 'b'],
      ],
    ],
  ],
  [
    'a head of paragraphs and items keeps every word',
    '<table><tr><th><p>a</p><ul><li>b</li><li>c</li></ul></th></tr><tr><td>d</td></tr></table>',
    [[['a b c'], ['d']]],
  ],
  [
    'so does a caption, and one without a table is a paragraph',
    '<table><caption><p>a</p><ol><li>b</li></ol></caption><tr><td>c</td></tr></table><caption>d</caption>',
    ['### a', '### b', [[''], ['c']], 'd'],
  ],
  ['a table without rows leaves its caption', '<table><caption>a</caption></table>', ['a']],
  ['an empty list is none', '<ul></ul><ol><li></li></ol><p>a</p>', ['a']],
  [
    'a table inside a cell stays in it',
    '<table><tr><td>a<table><tr><td>b</td></tr></table>c</td></tr></table>',
    [[[''], [['a', [[''], ['b']], 'c']]]],
  ],
  [
    'rows of different lengths are filled up',
    '<table><tr><td>a</td></tr><tr><td>b</td><td>c</td></tr></table>',
    [
      [
        ['', ''],
        ['a', '—'],
        ['b', 'c'],
      ],
    ],
  ],
  ['unknown tags are passed over', '<p><span>a</span><font color=red>b</font><o:p></o:p></p>', ['ab']],
  ['a sign that begins no tag is text', '<p>1 < 2 y 3 > 2</p>', ['1 < 2 y 3 > 2']],
  ['instructions and types are no text', '<!doctype html><?xml version="1.0"?><p>a</p>', ['a']],
  ['an item without a list is a paragraph', '<li>a</li></ol>b</li>', ['a', 'b']],
  ['what was left open is closed', '<ol><li>a<table><tr><td>b', [{ ol: [['a', [[''], ['b']]]] }]],
  ['a cell without a table is a paragraph', '<td>a</td><p>b</p>', ['a', 'b']],
] as const) {
  test(`markup as blocks: ${name}`, () => assert.deepEqual(blocksOf(markup).map(read), drawn))
}

test('markup as blocks: any depth is accepted', () => {
  const deep = blocksOf('<ol><li>a'.repeat(50_000))
  assert.equal(JSON.stringify(deep).match(/"a"/g)?.length, 50_000)
})

test('markup as blocks: no word is lost, whatever the tags', () => {
  const tag = fc.constantFrom(
    ...['p', 'b', 'i', 'ul', 'ol', 'li', 'table', 'tr', 'td', 'th', 'caption', 'h2', 'div', 'a'].flatMap(
      (name) => [`<${name}>`, `</${name}>`],
    ),
    '<br>',
  )
  const textOf = (block: Block): string => {
    if ('text' in block) return words(block.text).replace(/[*_]/g, '')
    if ('table' in block) return block.table.body.flat().map(textOf).join(' ')
    if ('stack' in block) return block.stack.map(textOf).join(' ')
    if ('ul' in block) return block.ul.map(textOf).join(' ')
    return 'ol' in block ? block.ol.map(textOf).join(' ') : ''
  }
  fc.assert(
    fc.property(fc.array(fc.oneof(tag, fc.constant('w')), { maxLength: 30 }), (parts) => {
      let count = 0
      const markup = parts.map((part) => (part === 'w' ? ` palabra${++count} ` : part)).join('')
      const all = blocksOf(markup).map(textOf).join(' ')
      for (let at = 1; at <= count; at += 1) assert.match(all, new RegExp(`palabra${at}\\b`), markup)
    }),
    { numRuns: 500 },
  )
})
