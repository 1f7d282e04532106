import assert from 'node:assert/strict'
import { test } from 'node:test'
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
      'Cookies',
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
  ['an item without a list is a paragraph', '<li>a</li></ol>b</li>', ['a', 'b']],
  ['what was left open is closed', '<ol><li>a<table><tr><td>b', [{ ol: [['a', [[''], ['b']]]] }]],
  ['a cell without a table is a paragraph', '<td>a</td><p>b</p>', ['a', 'b']],
] as const) {
  test(`markup as blocks: ${name}`, () => assert.deepEqual(blocksOf(markup).map(read), drawn))
}

test('markup as blocks: no depth is too deep', () => {
  const deep = blocksOf('<ol><li>a'.repeat(50_000))
  assert.equal(JSON.stringify(deep).match(/"a"/g)?.length, 50_000)
})
