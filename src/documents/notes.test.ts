import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNotes } from './notes.ts'

for (const [recorded, text, notes] of [
  ['Conserve solo la fecha de la consulta y su resultado.', '', 1],
  [
    'Hasta el cierre del proceso (art. 14 letra d). Una base de talentos exige consentimiento y no más de un año.',
    'Hasta el cierre del proceso (art. 14 letra d).',
    1,
  ],
  ['Cinco años desde el término (Dirección del Trabajo, Ord. 834/2021).', undefined, 0],
  ['Registros por al menos cinco años (Ley 19.913).', undefined, 0],
  ['Conservación según la ley.', undefined, 0],
  [
    'Los datos se guardan. Revise el contrato cada año. Después se suprimen.',
    'Los datos se guardan. Después se suprimen.',
    1,
  ],
  ['', '', 0],
] as const) {
  test(`a note to the organisation is separated from the public text: ${recorded.slice(0, 40)}`, () => {
    const said = readNotes(recorded)
    assert.deepEqual([said.text, said.notes.length], [text ?? recorded, notes])
  })
}
