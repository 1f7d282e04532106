import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RETENTION_PERIODS } from '../rules.ts'
import { retentionWords } from './retention.ts'
import { TEMPLATES } from './templates.ts'

test('a note with a starting point follows the period; a note with its own period stands alone', () => {
  for (const [retentionPeriod, retentionNote, said] of [
    [
      '5_years',
      'Desde el término de la relación laboral.',
      '5 años. Desde el término de la relación laboral.',
    ],
    ['5_years', 'Cinco años desde la compra.', 'Cinco años desde la compra.'],
    ['until_purpose_fulfilled', 'Treinta días, salvo un incidente.', 'Treinta días, salvo un incidente.'],
    ['1_year', null, '1 año'],
    ['1_year', '  ', '1 año'],
    [null, 'Hasta la baja', 'Hasta la baja'],
    [null, null, null],
  ] as const)
    assert.equal(retentionWords({ retentionPeriod, retentionNote }), said)
})

test('whatever a template’s note says, its words contain a term', () => {
  for (const retentionPeriod of RETENTION_PERIODS)
    for (const template of TEMPLATES) {
      const words = retentionWords({ retentionPeriod, retentionNote: template.retentionNote })
      assert.match(words ?? '', /años?|días|mes|hasta|plazo|indefinid|mientras|cumplir|según/i)
    }
})
