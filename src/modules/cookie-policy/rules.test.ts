import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Cookie, cookiesOf, coverageOf, type NoticePurpose } from './rules.ts'

const cookie = (name: string, provider: string | null = 'Google'): Cookie => ({
  name,
  provider,
  purpose: 'Medición',
  category: 'analytics',
  duration: null,
  description: null,
})

const purpose = (cookies: NoticePurpose['cookies']): NoticePurpose => ({
  key: 'analytics',
  name: 'Medición',
  description: null,
  required: false,
  legalBasis: 'consent',
  cookies,
})

test('a cookie that several notices name is listed once, with what any of them knows', () => {
  const found = cookiesOf([
    purpose([{ name: '_ga', provider: 'Google', duration: null, description: 'Distingue visitas' }]),
    purpose([{ name: '_ga', provider: 'GOOGLE', duration: '2 años', description: null }]),
  ])
  assert.equal(found.length, 1)
  assert.deepEqual([found[0]!.duration, found[0]!.description], ['2 años', 'Distingue visitas'])
})

test('coverage counts the cookies in use that the policy lists', () => {
  assert.deepEqual(coverageOf([], []), { covered: true, coverage: 100, total: 0, missing: [] })
  assert.deepEqual(coverageOf([cookie('_ga'), cookie('_fbp', 'Meta')], [cookie('_ga', 'google')]), {
    covered: false,
    coverage: 50,
    total: 2,
    missing: [{ name: '_fbp', provider: 'Meta', purpose: 'Medición' }],
  })
})

test('the same name from another provider is another cookie; letter case of the name matters', () => {
  assert.equal(coverageOf([cookie('id', 'A')], [cookie('id', 'B')]).covered, false)
  assert.equal(coverageOf([cookie('ID', 'A')], [cookie('id', 'A')]).covered, false)
  assert.equal(coverageOf([cookie('id', null)], [cookie('id', 'B')]).covered, true)
})

test('coverage is 100 exactly when nothing is missing', () => {
  const names = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'))
  fc.assert(
    fc.property(names, names, (used, listed) => {
      const result = coverageOf(
        used.map((name) => cookie(name)),
        listed.map((name) => cookie(name)),
      )
      assert.equal(result.coverage === 100, result.missing.length === 0)
      assert.equal(result.covered, result.missing.length === 0)
    }),
  )
})
