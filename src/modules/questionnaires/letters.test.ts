import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paragraphsOf } from './letters.ts'

const ROW = { name: 'Pedro Soto', due_on: '2027-03-20', note: null, status: 'sent' } as const
const OWN =
  'El enlace es suyo: no lo reenvíe. No necesita una cuenta, y lo que escribe se va guardando; puede parar y seguir después.'

type Occasion = Parameters<typeof paragraphsOf>[0]
const letter = (
  occasion: Occasion,
  more: Partial<Parameters<typeof paragraphsOf>[3]> = {},
  today = '2027-03-10',
) => paragraphsOf(occasion, 'Tienda Sur', 'Levantamiento', { ...ROW, ...more }, today)

test('an invitation gives the sender, the topic, the date, and says that the link is personal', () => {
  assert.deepEqual(letter('invitation'), [
    'Hola, Pedro Soto:',
    'Tienda Sur le pide responder el cuestionario «Levantamiento», hasta el 20 de marzo de 2027.',
    OWN,
    'Si usted no esperaba este mensaje, no lo responda y avise a quien se lo envió.',
  ])
})

test('a reminder gives the date while it is ahead', () => {
  assert.deepEqual(letter('reminder'), [
    'Hola, Pedro Soto:',
    'El cuestionario «Levantamiento» de Tienda Sur todavía no tiene su respuesta.',
    'Puede enviarla hasta el 20 de marzo de 2027.',
    OWN,
  ])
  assert.equal(letter('reminder', {}, '2027-03-20')[2], 'Puede enviarla hasta el 20 de marzo de 2027.')
})

test('after the date, a reminder says so and until when the link works', () => {
  assert.equal(
    letter('reminder', {}, '2027-03-21')[2],
    'La fecha para enviarla era el 20 de marzo de 2027. Todavía puede hacerlo: el enlace sirve hasta el 19 de abril de 2027.',
  )
})

test('for a returned answer, the reminder says what to complete', () => {
  const lines = letter('reminder', { status: 'returned', note: '¿Por cuántos días?' })
  assert.deepEqual(lines.slice(1, 4), [
    'Tienda Sur todavía espera que complete o aclare su respuesta a «Levantamiento»:',
    '¿Por cuántos días?',
    'Puede enviarla hasta el 20 de marzo de 2027.',
  ])
  for (const status of ['sent', 'started'] as const)
    assert.match(letter('reminder', { status })[1]!, /todavía no tiene su respuesta/)
})

test('a returned answer brings the reviewer’s note', () => {
  assert.deepEqual(letter('return', { note: 'Falta el plazo.', status: 'returned' }), [
    'Hola, Pedro Soto:',
    'Gracias por responder «Levantamiento». Tienda Sur necesita que complete o aclare algo:',
    'Falta el plazo.',
    'Su respuesta está como la dejó: corríjala y envíela otra vez, hasta el 20 de marzo de 2027.',
  ])
})
