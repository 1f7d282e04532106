import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  DATA_CATEGORIES,
  DATA_CATEGORY_KEYS,
  includesSensitive,
  SENSITIVE_CATEGORIES,
} from '#kernel/data-categories.ts'
import { hasSensitiveData } from './rules.ts'

test('there are 17 categories of data and six of them are sensitive', () => {
  assert.equal(DATA_CATEGORY_KEYS.length, 17)
  assert.deepEqual(SENSITIVE_CATEGORIES, [
    'health',
    'biometric',
    'ethnic_origin',
    'political',
    'religious',
    'sexual_orientation',
  ])
  for (const key of DATA_CATEGORY_KEYS)
    assert.equal(includesSensitive([key]), DATA_CATEGORIES[key].sensitive, key)
  assert.equal(includesSensitive(['criminal', 'minor_data', 'constructor', 'otra cosa']), false)
  assert.equal(includesSensitive([]), false)
})

const flag = fc.boolean()
const categories = fc.array(fc.constantFrom('name', 'health', 'email', 'biometric', 'preferencias'))
const before = fc.option(fc.record({ categories, flag }), { nil: undefined })

test('a declaration overrides the categories', () => {
  fc.assert(
    fc.property(flag, categories, before, (said, now, was) => hasSensitiveData(said, now, was) === said),
  )
})

test('without a declaration the categories decide', () => {
  fc.assert(
    fc.property(
      categories,
      before,
      (now, was) =>
        hasSensitiveData(undefined, now) === includesSensitive(now) &&
        hasSensitiveData(null, now, was) === includesSensitive(now),
    ),
  )
})

test('an update without the flag follows the categories, unless an earlier flag differed from them', () => {
  const follows = { categories: ['health'], flag: true }
  assert.equal(hasSensitiveData(undefined, ['email'], follows), false)
  assert.equal(hasSensitiveData(undefined, ['health'], { categories: ['email'], flag: false }), true)
  assert.equal(hasSensitiveData(undefined, ['phone'], { categories: ['email'], flag: true }), true)
  assert.equal(hasSensitiveData(undefined, ['biometric'], { categories: ['health'], flag: false }), false)
})
