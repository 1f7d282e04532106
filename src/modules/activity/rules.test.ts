import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MODULES } from '#src/modules.ts'
import { changesOf, MODULE_OF, SHOWN_TYPES, TOLD_TYPES } from './rules.ts'

test("columns of the log appear as the interface's fields, except for internal ones", () => {
  const kept = {
    legal_basis: { old: 'consent', new: 'contract' },
    dpia_reasons: { old: null, new: [] },
    name: { old: 'Boletín', new: 'Novedades' },
  }
  assert.deepEqual(changesOf('update', kept), [
    { field: 'legalBasis', before: 'consent', after: 'contract' },
    { field: 'name', before: 'Boletín', after: 'Novedades' },
  ])
})

test('initial values of a new record, and equal values, are no changes', () => {
  for (const action of ['create', 'generate', 'renew'])
    assert.deepEqual(changesOf(action, { name: { old: null, new: 'Boletín' } }), [], action)
  assert.deepEqual(
    changesOf('add_sub_processor', {
      name: { old: null, new: 'Respaldos del Sur' },
      notes: { old: null, new: null },
    }),
    [{ field: 'name', before: null, after: 'Respaldos del Sur' }],
  )
  assert.deepEqual(changesOf('update', null), [])
})

test('an empty side of a change is null; zero and false are values', () => {
  assert.deepEqual(
    changesOf('update', {
      retention_period_2: { new: '5_years' },
      notes: { old: 'antes' },
      active: { old: true, new: false },
      records: { old: 0, new: 10 },
    }),
    [
      { field: 'retentionPeriod2', before: null, after: '5_years' },
      { field: 'notes', before: 'antes', after: null },
      { field: 'active', before: true, after: false },
      { field: 'records', before: 0, after: 10 },
    ],
  )
})

test('internal columns are no changes: keys, folded names, derived values', () => {
  const kept = Object.fromEntries(
    [
      'id',
      'tenant_id',
      'name_folded',
      'activity_snapshot',
      'review_announced',
      'risk_assessed_at',
      'dpia_reasons',
      'law_version',
    ].map((column) => [column, { old: 1, new: 2 }]),
  )
  assert.deepEqual(changesOf('update', kept), [])
  const shown = changesOf('move', { ...kept, review_at: { old: null, new: '2027-01-01' } })
  assert.deepEqual(
    shown.map(({ field }) => field),
    ['reviewAt'],
  )
})

test('a value that is no list of columns gives no changes', () => {
  for (const kept of [undefined, null, 'name', 7]) assert.deepEqual(changesOf('update', kept), [])
})

test('every kind of record belongs to a module that keys can name', () => {
  const names = new Set(MODULES.map(({ name }) => name))
  for (const type of SHOWN_TYPES) assert.ok(names.has(MODULE_OF[type]), type)
  assert.deepEqual(
    TOLD_TYPES.filter((type) => !SHOWN_TYPES.includes(type)),
    [],
  )
})
