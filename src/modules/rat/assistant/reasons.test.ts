import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftFromText } from './draft.ts'
import { reasonsOf } from './reasons.ts'

const reasonsFor = (text: string) => {
  const { draft, ...judgement } = draftFromText(text)
  return { draft, reasons: reasonsOf(text, draft, judgement) }
}

test('each field of a proposal has its own reason and confidence, and an empty field has none', () => {
  const { draft, reasons } = reasonsFor(
    'Guardamos el RUT, teléfono y dirección de quienes compran en la tienda para despacharles sus pedidos',
  )
  const of = (field: string) => reasons.find((one) => one.field === field)
  assert.ok(draft.dataCategories.includes('rut'))
  assert.match(of('dataCategories')!.reason, /Su descripción nombra: .*rut/i)
  assert.ok(
    of('name')!.confidence > of('recipients')!.confidence,
    'what was said is surer than what is usual',
  )
  assert.match(of('legalBasis')!.reason, /art/)
  assert.equal(of('internationalTransfer'), undefined)
  assert.equal(of('controllerRole'), undefined)
  assert.ok(reasons.every(({ confidence, reason }) => confidence > 0 && confidence <= 1 && reason !== ''))
})

test('an automated decision known only from the template is not attributed to the person’s words', () => {
  const of = (text: string) =>
    reasonsFor(text).reasons.find(({ field }) => field === 'automatedDecisions')?.reason
  assert.match(
    of('Aplicación de citas') ?? '',
    /^Una actividad así suele tomarlas, y su descripción no lo dice/,
  )
  assert.match(of('Un algoritmo decide si damos crédito a los clientes') ?? '', /^La descripción habla de/)
})

test('a description without facts gives reasons only for its own words', () => {
  const { reasons } = reasonsFor('cosas varias')
  assert.deepEqual(
    reasons.map(({ field }) => field),
    ['name', 'purpose'],
  )
})
