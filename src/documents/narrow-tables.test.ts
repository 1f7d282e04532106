import assert from 'node:assert/strict'
import { test } from 'node:test'
import { table } from './markup.ts'
import { narrowTables } from './narrow-tables.ts'
import { readable } from './sanitise.ts'

for (const [name, markup, shown] of [
  [
    'each cell says of which column it is',
    table('Plazos', ['Dato', 'Plazo'], [['Correo', '5 años']]).markup,
    '<table role="table"><caption>Plazos</caption><thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Dato</th><th scope="col" role="columnheader">Plazo</th></tr></thead><tbody role="rowgroup"><tr role="row"><th scope="row" role="rowheader" data-label="Dato">Correo</th><td role="cell" data-label="Plazo">5 años</td></tr></tbody></table>',
  ],
  [
    'heads that people wrote without saying of what are those of columns',
    '<table><thead><tr><th>A</th></tr></thead><tbody><tr><td>a</td></tr></tbody></table>',
    '<table role="table"><thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">A</th></tr></thead><tbody role="rowgroup"><tr role="row"><td role="cell" data-label="A">a</td></tr></tbody></table>',
  ],
  [
    'a table without a head has cells without a label',
    '<table><tr><td>a</td><th>b</th></tr></table>',
    '<table role="table"><tr role="row"><td role="cell">a</td><th scope="row" role="rowheader">b</th></tr></table>',
  ],
  [
    'a cell beyond the last column has none either',
    '<table><thead><tr><th scope="col">A</th></tr></thead><tr><td>a</td><td>b</td></tr></table>',
    '<table role="table"><thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">A</th></tr></thead><tr role="row"><td role="cell" data-label="A">a</td><td role="cell">b</td></tr></table>',
  ],
  [
    'a label is the words of its head, escaped',
    '<table><thead><tr><th scope="col"><b>A</b> &amp; &quot;B&quot;</th></tr></thead><tbody><tr><td>a</td></tr></tbody></table>',
    '<table role="table"><thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader"><b>A</b> &amp; &quot;B&quot;</th></tr></thead><tbody role="rowgroup"><tr role="row"><td role="cell" data-label="A &amp; &quot;B&quot;">a</td></tr></tbody></table>',
  ],
  ['what is no table stays', '<p>a <b>b</b></p><ul><li>c</li></ul>', '<p>a <b>b</b></p><ul><li>c</li></ul>'],
] as const)
  test(`on a narrow screen: ${name}`, () => assert.equal(narrowTables(markup), shown))

test('an amount in a head cell stays an amount', () => {
  const shown = narrowTables('<table><thead><tr><th>$& $1 US$$</th></tr></thead><tr><td>a</td></tr></table>')
  assert.match(shown, /columnheader">\$& \$1 US\$\$<\/th>/)
  assert.match(shown, /data-label="\$&amp; \$1 US\$\$"/)
})

test('each table has its own labels', () => {
  const two = [table('', ['A'], [['a']]), table('', ['B'], [['b']])]
    .map(({ markup }) => markup)
    .join('<p>x</p>')
  assert.deepEqual(
    [...narrowTables(two).matchAll(/data-label="(\w)"/g)].map(([, label]) => label),
    ['A', 'B'],
  )
})

test('nothing that people write escapes from a label', () => {
  const hostile = readable(
    '<table><thead><tr><th>"><script>x</script><img onerror=y></th></tr></thead><tbody><tr><td>a</td></tr></tbody></table>',
  ).markup
  const shown = narrowTables(hostile)
  assert.match(shown, /data-label="&quot;&gt;"/)
  assert.doesNotMatch(shown, /<script|<img/)
})
