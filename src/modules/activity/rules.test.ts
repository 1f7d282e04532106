import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MODULES } from '#src/modules.ts'
import { changesOf, MODULE_OF, SHOWN_TYPES, TOLD_TYPES } from './rules.ts'

test('the columns of the log are shown as the fields of the interface, but for what is kept beside them', () => {
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

test('what a record had when it was made is no change, nor is what is no difference at all', () => {
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

test('a column that was empty, or is now, shows null on that side; zero and no are values', () => {
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

test('how a row is kept is no change of a field: keys, folded names, what follows from others', () => {
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

test('what is no list of columns changes nothing', () => {
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
