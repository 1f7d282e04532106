import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOf } from './rules.ts'

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
  assert.deepEqual(changesOf('create', { name: { old: null, new: 'Boletín' } }), [])
  assert.deepEqual(changesOf('update', null), [])
})
