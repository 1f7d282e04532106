import assert from 'node:assert/strict'
import { test } from 'node:test'
import { businessDaysLeft } from '../business-days.ts'
import { holidaysOf, isInForce, LAW, type Law, type LawVersions, lawOn, utmOf } from './law.ts'
import {
  beforeLaw,
  bindingNoteEn,
  businessDays,
  byLaw,
  calendarDays,
  citation,
  lawNotice,
  noteIn,
  writtenUnderIn,
} from './wording.ts'

const second: Law = { ...LAW, version: '2027-03-01', from: '2027-03-01' }
const third: Law = { ...LAW, version: '2028-01-01', from: '2028-01-01' }
const VERSIONS: LawVersions = [LAW, second, third]

test('a document uses the version of its day, from the first hour of that day on', () => {
  for (const [day, version] of [
    ['1999-01-01', LAW.version],
    ['2027-02-28', LAW.version],
    ['2027-03-01', second.version],
    ['2027-12-31', second.version],
    ['2028-01-01', third.version],
    ['2040-01-01', third.version],
  ] as const)
    assert.equal(lawOn(VERSIONS, day).version, version, day)
})

test('if every version has a first day, older documents use the first version', () => {
  assert.equal(lawOn([second, third], '2026-01-01').version, second.version)
})

test('the law binds on its day and not on the eve', () => {
  assert.deepEqual(
    ['2026-11-30', '2026-12-01', '2026-12-02'].map((day) => isInForce(LAW, day)),
    [false, true, true],
  )
})

test('a UTM has the value of its month, or of the last known month before', () => {
  const law = { utm: { '2026-11': 70_000, '2026-09': 68_000, '2027-01': 71_000 } }
  assert.deepEqual(utmOf(law, '2026-11-01'), { month: '2026-11', clp: 70_000 })
  assert.deepEqual(utmOf(law, '2026-10-31'), { month: '2026-09', clp: 68_000 })
  assert.deepEqual(utmOf(law, '2026-12-31'), { month: '2026-11', clp: 70_000 })
  assert.deepEqual(utmOf(law, '2030-06-01'), { month: '2027-01', clp: 71_000 })
  assert.equal(utmOf(law, '2026-08-31'), undefined)
})

test('a holiday of the file is inserted in order, replaces a computed one, and holds for its year alone', () => {
  const law = { holidays: { '2026-12-08': 'Otro nombre', '2026-03-02': 'Censo', '2027-03-02': 'Censo' } }
  const holidays = holidaysOf(law, 2026)
  assert.deepEqual(
    holidays.map(({ on }) => on),
    [...new Set(holidays.map(({ on }) => on))].sort(),
  )
  assert.deepEqual(
    holidays.filter(({ on }) => ['2026-03-02', '2026-12-08'].includes(on)).map(({ name }) => name),
    ['Censo', 'Otro nombre'],
  )
  assert.equal(holidays.length, holidaysOf(LAW, 2026).length + 1)
})

test('business days left include the last day, and are none once it is over', () => {
  for (const [from, until, left] of [
    ['2026-12-04', '2026-12-09', 2],
    ['2026-12-09', '2026-12-09', 0],
    ['2026-12-10', '2026-12-09', 0],
    ['2026-12-04', '2026-12-06', 0],
    ['2026-12-31', '2027-01-04', 1],
  ] as const)
    assert.equal(businessDaysLeft(from, until), left, `${from} to ${until}`)
  const law = { ...LAW, holidays: { '2026-12-09': 'Censo' } }
  assert.equal(businessDaysLeft('2026-12-04', '2026-12-09', law), 1)
})

// ── texts about the law ──

const EVE = { law: LAW, day: '2026-11-30' }
const DAY = { law: LAW, day: '2026-12-01' }

test('small counts are words, larger ones figures, and one is singular', () => {
  assert.deepEqual([1, 2, 10, 11, 30].map(businessDays), [
    'un día hábil',
    'dos días hábiles',
    'diez días hábiles',
    '11 días hábiles',
    '30 días hábiles',
  ])
  assert.deepEqual([0, 1, 30].map(calendarDays), ['cero días corridos', 'un día corrido', '30 días corridos'])
})

test('before its day a text says from when the law rules, afterwards no more', () => {
  assert.equal(
    citation(EVE, 'art. 12'),
    'art. 12, Ley 19.628 mod. Ley 21.719, que rige desde el 1 de diciembre de 2026',
  )
  assert.equal(citation(DAY, 'art. 12'), 'art. 12, Ley 19.628 mod. Ley 21.719')
  assert.equal(byLaw(EVE, 'usted puede pedir.'), 'Desde el 1 de diciembre de 2026, usted puede pedir.')
  assert.equal(byLaw(DAY, 'usted puede pedir.'), 'Usted puede pedir.')
  assert.deepEqual(
    beforeLaw(EVE, (since) => `Rige ${since}`),
    ['Rige desde el 1 de diciembre de 2026'],
  )
  assert.deepEqual(
    beforeLaw(DAY, () => 'Rige'),
    [],
  )
})

test('the notice of an answer ends with the last hour of the eve in Chile', () => {
  const at = (now: string) => lawNotice({ tools: { law: LAW }, now: new Date(now) })
  assert.match(at('2026-12-01T02:59:59Z')!, /rige desde el 1 de diciembre de 2026/)
  assert.equal(at('2026-12-01T03:00:00Z'), null)
})

test('an English policy has its note and its footer in English', () => {
  assert.deepEqual(noteIn('en', EVE), bindingNoteEn(EVE))
  assert.match(noteIn('en', EVE)[0]!, /applies from 1 December 2026/)
  assert.match(noteIn('es', EVE)[0]!, /desde el 1 de diciembre de 2026/)
  assert.deepEqual([noteIn('en', DAY), noteIn('es', DAY)], [[], []])
  assert.match(writtenUnderIn('en', 'v9'), /^Written under .* version v9$/)
  assert.match(writtenUnderIn('es', 'v9'), /^Redactado conforme .* versión v9$/)
})
