import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { LAW } from './law.ts'
import {
  beforeLaw,
  bindingNote,
  bindingNoteEn,
  businessDays,
  byLaw,
  calendarDays,
  citation,
  lawNotice,
  lawToday,
  noteIn,
  sinceWhen,
  writtenUnderIn,
} from './wording.ts'

/** The last day before the law binds, and its first. */
const [BEFORE, FROM] = ['2026-11-30', '2026-12-01'].map((day) => ({ law: LAW, day })) as [
  { law: typeof LAW; day: string },
  { law: typeof LAW; day: string },
]

describe('how texts speak of the law', () => {
  test('the law binds from 1 December 2026', () => {
    assert.equal(sinceWhen(LAW), 'desde el 1 de diciembre de 2026')
  })

  test('until that day an article is cited with the day from which it rules', () => {
    assert.equal(citation(FROM, 'art. 12'), 'art. 12, Ley 19.628 mod. Ley 21.719')
    assert.equal(
      citation(BEFORE, 'art. 12'),
      'art. 12, Ley 19.628 mod. Ley 21.719, que rige desde el 1 de diciembre de 2026',
    )
  })

  test('until then a sentence about its orders begins with that day, capitalised', () => {
    assert.equal(byLaw(FROM, 'la empresa debe responder.'), 'La empresa debe responder.')
    assert.equal(
      byLaw(BEFORE, 'la empresa debe responder.'),
      'Desde el 1 de diciembre de 2026, la empresa debe responder.',
    )
  })

  test('a sentence true only before that day is left out afterwards', () => {
    assert.deepEqual(
      beforeLaw(BEFORE, (since) => `Rige ${since}.`),
      ['Rige desde el 1 de diciembre de 2026.'],
    )
    assert.deepEqual(
      beforeLaw(FROM, (since) => since),
      [],
    )
    assert.deepEqual(
      [bindingNote(FROM), bindingNoteEn(FROM), noteIn('es', FROM), noteIn('en', FROM)],
      [[], [], [], []],
    )
  })

  test('documents use the words of their language', () => {
    const [spanish] = noteIn('es', BEFORE)
    assert.match(
      spanish!,
      /^El texto que la Ley 21\.719 da a la Ley 19\.628 rige desde el 1 de diciembre de 2026:/,
    )
    assert.match(spanish!, /Hasta entonces se aplica el texto anterior de la Ley 19\.628\.$/)
    const [english] = noteIn('en', BEFORE)
    assert.match(english!, /^Law 19,628 as amended by Law 21,719 applies from 1 December 2026:/)
    assert.equal(
      writtenUnderIn('es', 'v1'),
      'Redactado conforme a la Ley 19.628 (mod. Ley 21.719), versión v1',
    )
    assert.equal(writtenUnderIn('en', 'v1'), 'Written under Law 19,628 as amended by Law 21,719, version v1')
  })

  test('the day is Chile’s: at ten at night the next one has begun elsewhere', () => {
    const tools = { law: LAW }
    const late = new Date('2026-12-01T02:00:00Z')
    assert.equal(lawToday({ tools, now: late }).day, '2026-11-30')
    assert.match(lawNotice({ tools, now: late })!, /rige desde/)
    assert.equal(lawNotice({ tools, now: new Date('2026-12-01T03:00:00Z') }), null)
  })

  for (const [count, business, calendar] of [
    [0, 'cero días hábiles', 'cero días corridos'],
    [1, 'un día hábil', 'un día corrido'],
    [2, 'dos días hábiles', 'dos días corridos'],
    [10, 'diez días hábiles', 'diez días corridos'],
    [11, '11 días hábiles', '11 días corridos'],
    [30, '30 días hábiles', '30 días corridos'],
  ] as const)
    test(`${count}: ${business}`, () =>
      assert.deepEqual([businessDays(count), calendarDays(count)], [business, calendar]))
})
