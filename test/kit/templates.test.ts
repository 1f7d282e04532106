import assert from 'node:assert/strict'
import { test } from 'node:test'
import { templatesOf } from './templates.ts'

test('templates are found with their tags and values, wherever they stand', () => {
  const source = [
    "const a = html`<p>@{x ? `in @{y}` : '`'}</p>` // `not this`",
    'const b = /[`"]/.test(c) && "`" /* ` */',
    'const c = { d: `e\\`@{ { f: 1 }.f }` }',
    'sql<string>`select @{g}`',
  ]
    .join('\n')
    .replaceAll('@{', '$' + '{')
  assert.deepEqual(templatesOf(source), [
    { tag: 'html', text: '<p>$</p>' },
    { tag: '', text: 'in $' },
    { tag: '', text: 'e\\`$' },
    { tag: '', text: 'select $' },
  ])
})
