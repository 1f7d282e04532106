import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUserCode, readUserCode } from './rules.ts'

test('a code can be read aloud, and no two codes are equal', () => {
  const codes = Array.from({ length: 500 }, newUserCode)
  for (const code of codes) assert.match(code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  assert.equal(new Set(codes).size, codes.length)
})

test('a code is read as people type it', () => {
  for (const typed of ['WDJB-MJHT', 'wdjbmjht', ' wdjb mjht ']) assert.equal(readUserCode(typed), 'WDJB-MJHT')
  for (const typed of ['', 'WDJB-MJH', 'WDJB-MJHTT', 'ADJB-MJHT', '1DJB-MJHT'])
    assert.equal(readUserCode(typed), undefined, typed)
})
