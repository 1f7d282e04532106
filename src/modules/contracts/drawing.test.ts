import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blocksOf } from './drawing.ts'

const read = (markup: string) =>
  blocksOf(markup).map((block) => {
    if ('columns' in block) {
      const [marker, body] = block.columns as { text: string | { text: string }[] }[]
      return `${marker!.text} ${(body!.text as { text: string }[]).map(({ text }) => text).join('')}`
    }
    if (!('text' in block)) return '?'
    const text = block.text
    if (typeof text === 'string') return `# ${text}`
    return text.map(({ text: words, bold }) => (bold ? `*${words}*` : words)).join('')
  })

for (const [name, markup, drawn] of [
  [
    'bold keeps its place and its spaces',
    '<p><strong>Sur SpA</strong>, RUT 1, en adelante el <b>Responsable</b>; y</p>',
    ['*Sur SpA*, RUT 1, en adelante el *Responsable*; y'],
  ],
  ['spaces are as a browser shows them', '<p>  uno \n dos <b> tres</b>  </p>', ['uno dos *tres*']],
  ['numbered clauses stay numbered', '<ol><li>Uno</li><li><p>Dos</p></li></ol>', ['1. Uno', 'Dos']],
  [
    'each list counts for itself',
    '<ol><li>a</li></ol><ul><li>b</li></ul><ol><li>c</li></ol>',
    ['1. a', '• b', '1. c'],
  ],
  ['headings are headings', '<h1>T</h1><h2>1. Objeto</h2>x', ['# T', '# 1. Objeto', 'x']],
  [
    'escapes are read and markup of nobody is dropped',
    '<p>A &amp; B &lt;x&gt;<!-- no --><i>!</i></p>',
    ['A & B <x>!'],
  ],
  ['scripts and styles are not text', '<style>p{}</style><script>x()</script><p>y</p>', ['y']],
  ['rows of a table are lines', '<table><tr><th>A</th><td>b</td></tr></table>', ['*A* · b']],
  ['line ends stay', '<p>a<br>b</p>', ['a\nb']],
] as const) {
  test(`a contract as PDF: ${name}`, () => assert.deepEqual(read(markup), drawn))
}

test('an item that holds a paragraph keeps its number', () => {
  assert.deepEqual(read('<ol><li>Uno <p>Dos</p></li></ol>'), ['1. Uno', 'Dos'])
})
