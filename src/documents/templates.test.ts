import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { plainText } from './plain-text.ts'
import { fill, labelOf, placeholdersOf } from './templates.ts'

test('values are escaped, and gaps stay visible', () => {
  assert.equal(
    fill('<p>{{a}} y {{ b }}</p>', { a: '<script>' }, { b: 'Duración' }),
    '<p>&lt;script&gt; y [Duración]</p>',
  )
  assert.equal(fill('{{a}}', { a: '   ' }, {}), '[A]')
  assert.equal(fill('{{a}}', { a: '{{b}}', b: 'no' }, {}), '{{b}}')
  fc.assert(
    fc.property(fc.string(), (value) => {
      const filled = fill('<p>{{x}}</p>', { x: value }, {})
      assert.ok(!/[<>]/.test(filled.slice(3, -4)))
    }),
  )
})

test('the variables of a text are its placeholders, each once', () => {
  assert.deepEqual(placeholdersOf('{{a}} {{b}} {{ a }} {{no es}} {{}}'), ['a', 'b'])
  assert.equal(labelOf('fechaDeInicio'), 'Fecha de inicio')
  assert.equal(labelOf('plazo_maximo'), 'Plazo maximo')
})

test("our own clauses are markup; a person's value replaces them and is text", () => {
  const clauses = { extra: '<h2>Reforzadas</h2>' }
  assert.equal(fill('a {{extra}} b', {}, {}, clauses), 'a <h2>Reforzadas</h2> b')
  assert.equal(fill('{{extra}}', { extra: '<b>otra</b>' }, {}, clauses), '&lt;b&gt;otra&lt;/b&gt;')
  assert.equal(fill('{{extra}}', { extra: ' ' }, { extra: 'Extra' }, clauses), '[Extra]')
})

test('inherited property names are ordinary keys', () => {
  assert.equal(fill('{{constructor}} {{__proto__}}', {}, {}), '[Constructor] [Proto]')
})

test('plain text has neither tags nor entities, and is one line', () => {
  assert.equal(
    plainText('<p>Uno &amp; dos</p>\n<p>&lt;tres&gt;&nbsp;&quot;cuatro&#39;</p>'),
    'Uno & dos <tres> "cuatro\'',
  )
  assert.equal(plainText('&amp;lt;'), '&lt;', 'an entity is read once')
  assert.equal(plainText('<br>'), '')
  assert.equal(
    plainText('<p>si a < 5 y b > 3, o <3></p>'),
    'si a < 5 y b > 3, o <3>',
    'signs that are no tags stay',
  )
})
