import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestRow } from '#test/kit/dsar-rows.ts'
import { whose } from './asking.ts'
import {
  ANSWER_ARTICLES,
  LETTER_NAMES,
  RIGHTS,
  representativeWords,
  requestTitle,
  responseName,
  STATUS_TEXTS,
} from './knowledge.ts'
import { granted, grounds, proposalsFor } from './proposals.ts'
import { responsibleOf } from './responsible.ts'
import { LETTER_KINDS, RIGHT_TYPES, STATES } from './rules.ts'

const PRIVATE = { isPublicBody: false }
const SELF = whose(requestRow())
const [GRANTED, GROUNDS] = [granted(SELF), grounds(SELF)]

/** Texts that people read, and the articles behind them (law sheet, part 3). */

for (const [right, article] of [
  ['ACCESS', '5'],
  ['RECTIFICATION', '6'],
  ['DELETION', '7'],
  ['OPPOSITION', '8'],
  ['PORTABILITY', '9'],
  ['BLOCKING', '8 ter'],
  ['AUTO_DECISION', '8 bis'],
] as const) {
  test(`${right} rests on art. ${article}, and its answer on that article and art. 11`, () => {
    assert.equal(RIGHTS[right].article, `art. ${article}, Ley 19.628 (mod. Ley 21.719)`)
    assert.equal(ANSWER_ARTICLES[right], `arts. ${article} y 11, Ley 19.628 (mod. Ley 21.719)`)
  })
}

test('art. 9: the text on portability limits it to data given with consent and processed automatically', () => {
  assert.match(RIGHTS.PORTABILITY.description, /automatizada y con su consentimiento/)
})

test('no two rights, states or letters share a label: a page finds a right by its label', () => {
  for (const names of [
    RIGHT_TYPES.map((right) => RIGHTS[right].label),
    STATES.map((status) => STATUS_TEXTS[status].label),
    LETTER_KINDS.map((kind) => LETTER_NAMES[kind]),
  ])
    assert.equal(new Set(names).size, names.length)
})

test('a list names a request by its right and its folio, never by the asker', () => {
  assert.equal(requestTitle(requestRow({ right_type: 'DELETION' })), 'Supresión: ARCO-2026-04217')
})

test('«nothing held» is the outcome, whatever the type of the answer', () => {
  assert.equal(responseName({ response_type: 'FULFILLED', nothing_held: true }), 'Sin datos de la persona')
  assert.equal(responseName({ response_type: null, nothing_held: false }), null)
})

for (const [name, rut, relation, words] of [
  ['Juan Pérez', '7654321-6', 'hijo', 'Juan Pérez, RUT 7.654.321-6 (hijo)'],
  ['Juan Pérez', null, null, 'Juan Pérez'],
  [null, '7654321-6', null, 'RUT 7.654.321-6'],
  [null, null, 'hijo', '(hijo)'],
  [null, null, null, null],
] as const) {
  test(`a representative with ${JSON.stringify([name, rut, relation])} is written as «${words}»`, () => {
    assert.equal(
      representativeWords({
        representative_name: name,
        representative_rut: rut,
        representative_relation: relation,
      }),
      words,
    )
  })
}

// ── who answers ──

const ENTITY = {
  name: 'Tienda Sur SpA',
  tax_id: '76543210-3',
  dpo_name: 'Pedro Soto',
  dpo_email: 'dpo@sur.cl',
  arco_public_email: 'derechos@sur.cl',
  postal_address: 'Sur 1',
}

for (const [fields, contact, dpo] of [
  [{}, 'dpo@sur.cl', 'Pedro Soto'],
  [{ dpo_email: null }, 'derechos@sur.cl', 'Pedro Soto'],
  [{ dpo_email: ' ' }, 'derechos@sur.cl', 'Pedro Soto'],
  [{ dpo_email: null, arco_public_email: '  ' }, null, 'Pedro Soto'],
  [{ dpo_name: ' ' }, 'dpo@sur.cl', null],
] as const) {
  test(`the contact of an entity with ${JSON.stringify(fields)} is ${contact}`, () => {
    const by = responsibleOf({ ...ENTITY, ...fields }, 'Grupo')
    assert.deepEqual([by.name, by.contactEmail, by.dpoName], ['Tienda Sur SpA', contact, dpo])
  })
}

test('an organisation without an active entity answers in its own name and names nobody else', () => {
  assert.deepEqual(responsibleOf(undefined, 'Grupo Sur'), {
    name: 'Grupo Sur',
    taxId: null,
    dpoName: null,
    dpoEmail: null,
    contactEmail: null,
    address: null,
  })
  const { address, taxId } = responsibleOf({ ...ENTITY, tax_id: ' ', postal_address: ' ' }, 'x')
  assert.deepEqual([address, taxId], [null, null])
})

// ── words to begin with ──

test('art. 5: the words of a granted access have a place for each thing that the article lists', () => {
  for (const thing of [
    /provienen/,
    /Para qué/,
    /A quiénes/,
    /cuánto tiempo/,
    /Intereses legítimos/,
    /automatizadas/,
  ])
    assert.match(GRANTED.ACCESS, thing)
})

test('a proposal cannot be sent by mistake: it marks what only the organisation knows', () => {
  for (const right_type of RIGHT_TYPES) {
    const { answers } = proposalsFor(requestRow({ right_type }), PRIVATE)
    for (const { responseType, responseNotes, denialReason } of answers)
      if (right_type !== 'BLOCKING' || responseType !== 'FULFILLED')
        assert.match(
          `${responseNotes} ${denialReason}`,
          /\[COMPLETAR: [^\]]+\]/,
          `${right_type} ${responseType}`,
        )
  }
})

test('art. 7: seven grounds to keep data, and among them the contract in force with the person', () => {
  assert.equal(GROUNDS.DELETION.length, 7)
  assert.ok(GROUNDS.DELETION.some((text) => /contrato vigente entre usted y nosotros/.test(text)))
  assert.ok(
    !GROUNDS.PORTABILITY.some((text) => /contrato/.test(text)),
    'only consent carries portability (art. 9)',
  )
})

test('art. 8 bis: on every ground the person is owed an explanation and a review by a person', () => {
  for (const ground of GROUNDS.AUTO_DECISION)
    assert.match(ground, /Explicamos la decisión y una persona la revisó/)
})
