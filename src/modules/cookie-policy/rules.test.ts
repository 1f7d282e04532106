import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Cookie, changesOf, cookiesOf, coverageOf, type NoticePurpose } from './rules.ts'

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

test('a cookie in several notices is listed once, with everything known about it', () => {
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

test('an added and a removed cookie are two sentences, with their providers', () => {
  const used = [cookie('_ga'), cookie('nueva', null)]
  const listed = [cookie('_ga', 'GOOGLE'), cookie('vieja', 'Meta')]
  assert.deepEqual(changesOf(used, listed, []), [
    'Un aviso publicado usa la cookie «nueva», y la política no la informa.',
    'La política informa la cookie «vieja», de Meta, y ningún aviso publicado la usa.',
  ])
  assert.deepEqual(changesOf(used, used, []), [])
})

test('sections that drifted are listed in order; cookies already reported are not repeated', () => {
  const drifted = (...keys: string[]) => keys.map((key) => ({ key, hasDrifted: true }))
  const said = (used: Cookie[], sections: { key: string; hasDrifted: boolean }[]) =>
    changesOf(used, [cookie('_ga')], sections).map((sentence) => sentence.split(' ').slice(0, 3).join(' '))
  const all = drifted('consent', 'controller', 'sites', 'cookies', 'policyInfo', 'about', 'management')
  assert.deepEqual(said([cookie('_ga')], all), [
    'Cambió lo que',
    'Cambiaron los sitios',
    'Cambiaron el nombre',
    'Cambiaron las finalidades',
  ])
  assert.deepEqual(said([], drifted('cookies')), ['La política informa'])
  assert.deepEqual(said([cookie('_ga')], [{ key: 'sites', hasDrifted: false }]), [])
})

test('coverage is rounded down, so one missing of many is never 100', () => {
  const many = Array.from({ length: 300 }, (_, n) => cookie(`c${n}`))
  const { covered, coverage, total, missing } = coverageOf(many, many.slice(1))
  assert.deepEqual([covered, coverage, total, missing.length], [false, 99, 300, 1])
})

test('the same cookie of another purpose or provider is listed apart; the first text of each field stays', () => {
  const one = { name: 'id', provider: 'Uno', duration: 'Sesión', description: 'Primera' }
  const found = cookiesOf([
    purpose([one, { ...one, provider: 'Dos' }, { ...one, provider: 'UNO', duration: '1 año' }]),
    { ...purpose([one]), key: 'ads', name: 'Publicidad' },
  ])
  assert.deepEqual(
    found.map(({ category, duration, description }) => [category, duration, description]),
    [
      ['analytics', 'Sesión', 'Primera'],
      ['analytics', 'Sesión', 'Primera'],
      ['ads', 'Sesión', 'Primera'],
    ],
  )
})
