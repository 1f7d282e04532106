import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { differencesOf } from './differences.ts'

test('unchanged, added and removed parts are separated, in reading order', () => {
  assert.deepEqual(
    differencesOf(
      '<p>Guardamos sus datos. Por un año.</p><ul><li>Correo</li><li>RUT</li></ul>',
      '<p>Guardamos sus datos. Por dos años.</p><ul><li>Correo</li><li>Teléfono</li></ul>',
    ),
    [
      { kind: 'same', text: 'Guardamos sus datos.' },
      { kind: 'removed', text: 'Por un año.' },
      { kind: 'added', text: 'Por dos años.' },
      { kind: 'same', text: 'Correo' },
      { kind: 'removed', text: 'RUT' },
      { kind: 'added', text: 'Teléfono' },
    ],
  )
  assert.deepEqual(differencesOf('', ''), [])
  assert.deepEqual(differencesOf('', '<p>Nuevo.</p>'), [{ kind: 'added', text: 'Nuevo.' }])
})

test('each text can be read back from its stretches', () => {
  const texts = fc.array(fc.constantFrom('a.', 'b.', 'c.', 'd.')).map((words) => words.join(' '))
  const without = (kind: string, stretches: ReturnType<typeof differencesOf>) =>
    stretches
      .filter((stretch) => stretch.kind !== kind)
      .map(({ text }) => text)
      .join(' ')
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const stretches = differencesOf(before, after)
      assert.equal(without('added', stretches), before)
      assert.equal(without('removed', stretches), after)
    }),
  )
})

test('texts of any length are compared quickly', () => {
  const long = 'Una frase. '.repeat(50_000)
  assert.equal(differencesOf(long, `${long}Otra.`).length, 2)
})
