import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BY, ON_THE_DAY, requestRow, taskRow } from '#test/kit/dsar-rows.ts'
import { linesOf } from '#test/kit/paper.ts'
import { askedAs, askedOf, type Quality, qualityOf, whose } from './asking.ts'
import { acknowledgement, response } from './letters.ts'
import { indexDocument } from './package/index-document.ts'
import { proposalsFor } from './proposals.ts'
import { OPPOSITION_CAUSES, RESPONSE_TYPES, RIGHT_TYPES } from './rules.ts'

/** Arts. 4 and 11: how sentences name the owner of the data to the owner, to a representative and to an heir. */

const ASKERS: Readonly<Record<Quality, Parameters<typeof requestRow>[0]>> = {
  self: {},
  representative: { is_representative: true, representative_name: 'Rosa Soto' },
  heir: { heir_name: 'Luis Pérez' },
}
const QUALITIES = Object.keys(ASKERS) as Quality[]
/** Words that only the owner of the data may read. */
const TO_THEMSELF =
  /suy[oa]s?\b|\bsus datos|de usted\b|usted nos|proporcionó usted|su consentimiento|sus intereses|su punto de vista|le afect|entre usted/

const OTHERS = QUALITIES.filter((quality) => quality !== 'self')
const MARKETING = { right_type: 'OPPOSITION', subtype: OPPOSITION_CAUSES.marketing } as const
const ASKED = [...RIGHT_TYPES.map((right_type) => ({ right_type })), MARKETING]

const proposedTo = (quality: Quality, fields: (typeof ASKED)[number]) => {
  const { answers, alternatives, grounds } = proposalsFor(requestRow({ ...ASKERS[quality], ...fields }), {
    isPublicBody: false,
  })
  return [
    ...answers.flatMap(({ responseNotes, denialReason }) => [responseNotes, denialReason]),
    ...alternatives.flatMap(({ name, responseNotes }) => [name, responseNotes]),
    ...grounds.map(({ text }) => text),
  ].join('\n')
}

test('the asker is an heir, a representative, or the person', () => {
  for (const quality of QUALITIES) assert.equal(qualityOf(requestRow(ASKERS[quality])), quality)
  assert.equal(qualityOf(requestRow({ ...ASKERS.representative, ...ASKERS.heir })), 'heir')
})

for (const fields of ASKED) {
  const what = 'subtype' in fields ? 'an opposition to marketing' : fields.right_type
  test(`the words proposed for ${what} tell the person about their own data`, () => {
    const words = proposedTo('self', fields)
    assert.doesNotMatch(words, /María/)
    if (!['RECTIFICATION'].includes(fields.right_type)) assert.match(words, TO_THEMSELF)
  })
  for (const quality of OTHERS)
    test(`${what}: words for ${quality === 'heir' ? 'an heir' : 'a representative'} speak of the data of the person asked for`, () => {
      const words = proposedTo(quality, fields)
      assert.doesNotMatch(words, TO_THEMSELF)
      assert.match(words, /María Pérez/)
      assert.doesNotMatch(words, /Rosa|Luis/)
    })
}

test('one sentence in its three wordings: person, representative, heir', () => {
  const answer = (quality: Quality, right_type: (typeof RIGHT_TYPES)[number]) =>
    proposalsFor(requestRow({ ...ASKERS[quality], right_type }), { isPublicBody: false }).answers
  const granted = (quality: Quality) => answer(quality, 'AUTO_DECISION')[0]!.responseNotes!.split('\n')
  const starts = (quality: Quality) => granted(quality).map((line) => line.split(/ se tomó|:/)[0])
  assert.deepEqual(
    [starts('self')[0], starts('self')[2]],
    ['La decisión que le afectó', 'Sobre su punto de vista'],
  )
  assert.deepEqual(
    [starts('representative')[0], starts('representative')[2]],
    [
      'La decisión que afectó a María Pérez',
      'Sobre el punto de vista que presentó en representación de María Pérez',
    ],
  )
  assert.equal(starts('heir')[2], 'Sobre el punto de vista que presentó')
  const unproven = (quality: Quality) =>
    answer(quality, 'ACCESS').find(({ responseType }) => responseType === 'REJECTED_IDENTITY')!.denialReason!
  assert.match(
    unproven('self'),
    /^No pudimos comprobar que .* es la persona titular de los datos o su representante/,
  )
  assert.match(unproven('representative'), /^No pudimos comprobar que .* representa a María Pérez:/)
  assert.match(unproven('heir'), /^No pudimos comprobar que .* es heredero o heredera de María Pérez:/)
})

test('a name that holds an address is replaced by «esa persona»', () => {
  const row = requestRow({ ...ASKERS.heir, subject_name: 'visite premios.cl' })
  assert.equal(whose(row).data, 'los datos de esa persona')
  assert.doesNotMatch(proposalsFor(row, { isPublicBody: false }).answers[0]!.responseNotes!, /premios/)
})

test('only the person themself reads that an automated decision affects them', () => {
  const asked = (quality: Quality) => askedAs(requestRow({ ...ASKERS[quality], right_type: 'AUTO_DECISION' }))
  assert.deepEqual(QUALITIES.map(asked), [
    'solicitud sobre decisiones automatizadas que le afectan',
    'solicitud sobre decisiones automatizadas',
    'solicitud sobre decisiones automatizadas',
  ])
  assert.equal(
    askedOf(requestRow({ ...ASKERS.heir, right_type: 'AUTO_DECISION' })),
    'solicitud sobre decisiones automatizadas, presentada en calidad de heredero o heredera de María Pérez',
  )
})

// ── letters and the package ──

const closing = {
  responseType: 'FULFILLED',
  agencyAt: null,
  nobodyToInform: false,
  on: ON_THE_DAY,
} as const

for (const quality of OTHERS)
  for (const right_type of RIGHT_TYPES)
    test(`no letter about ${right_type}, and no index of a package, tells ${quality} that the data are theirs`, () => {
      const request = requestRow({ ...ASKERS[quality], right_type, status: 'COMPLETED' })
      const letters = [
        acknowledgement(request, BY, 'https://resguardo.test', ON_THE_DAY),
        ...[false, true].map((nothing_held) =>
          response({ ...request, nothing_held }, BY, 'https://resguardo.test', closing),
        ),
      ]
      for (const { paragraphs } of letters) assert.doesNotMatch(paragraphs.join('\n'), TO_THEMSELF)
      const tasks = RESPONSE_TYPES.slice(0, 3).map((_, index) =>
        taskRow({ status: 'done', outcome: (['found', 'nothing_found', 'kept'] as const)[index]! }),
      )
      const told = {
        request,
        by: BY,
        on: ON_THE_DAY,
        at: request.created_at,
        note: null,
        tasks,
        contents: [],
      }
      const redactions = [
        {
          what: 'Un nombre',
          where: 'CRM',
          reason: 'De otra persona',
          byName: null,
          at: '2026-12-02T12:00:00Z',
        },
      ]
      const activities = [{ name: 'Ventas', lines: [] }]
      const document = indexDocument({ ...told, redactions, activities } as never)
      assert.doesNotMatch(linesOf(document.content).join('\n'), TO_THEMSELF)
    })

test('a representative reads whose data a block keeps', () => {
  const row = requestRow({ ...ASKERS.representative, right_type: 'BLOCKING' })
  assert.match(
    acknowledgement(row, BY, 'https://resguardo.test', ON_THE_DAY).paragraphs.join('\n'),
    /Mientras no le respondamos, los datos de María Pérez solo pueden conservarse/,
  )
  assert.match(
    response({ ...row, status: 'COMPLETED' }, BY, 'https://resguardo.test', closing).paragraphs.join('\n'),
    /Mientras dure el bloqueo, los datos de María Pérez solo se conservan/,
  )
})
