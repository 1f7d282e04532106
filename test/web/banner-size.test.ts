import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assetNamed } from '#pages/assets.ts'

test('the banner has at most 8 kB, with everything it needs', () => {
  const { gzip, content } = assetNamed('w/banner.js')
  assert.ok(gzip.length <= 8000, `${gzip.length} bytes`)
  assert.doesNotMatch(content, /\bimport\b|innerHTML|\beval\(/)
})
