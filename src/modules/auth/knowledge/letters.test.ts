import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ACCOUNT_CHANGES, type AccountChange, letterOf } from './letters.ts'

const HAPPENING = {
  change: 'password_changed',
  name: 'Ana Rojas',
  at: '2027-01-15T02:05:00.000Z',
  device: 'Firefox en Windows',
  addressPrefix: '200.27.10.0',
  publicUrl: 'https://resguardo.sur.cl',
} as const

const letter = (more: Partial<Parameters<typeof letterOf>[0]> = {}) => letterOf({ ...HAPPENING, ...more })

test('a letter says what happened, when in Chilean time, on which device and from which network', () => {
  assert.deepEqual(letter(), {
    subject: 'Cambió la contraseña de su cuenta de Resguardo',
    paragraphs: [
      'Hola, Ana Rojas:',
      'La contraseña de su cuenta cambió, y cerramos las demás sesiones.',
      'Cuándo: 14-01-2027 a las 23:05 (hora de Chile)\nEquipo: Firefox en Windows\nRed: 200.27.10.0',
      'Si fue usted, no tiene que hacer nada.',
      'Si no fue usted, pida de inmediato un enlace para cambiar su contraseña en https://resguardo.sur.cl: al usarlo se cierran todas las sesiones. Avise también a quien administra su organización.',
    ],
  })
})

test('midnight is zero hours, and winter has its own time', () => {
  const when = (at: string) => letter({ at }).paragraphs[2]!.split('\n')[0]
  assert.equal(when('2027-01-15T03:00:00Z'), 'Cuándo: 15-01-2027 a las 00:00 (hora de Chile)')
  assert.equal(when('2027-07-15T03:59:00Z'), 'Cuándo: 14-07-2027 a las 23:59 (hora de Chile)')
})

test('an unknown network is left out', () => {
  assert.doesNotMatch(letter({ addressPrefix: undefined }).paragraphs.join('\n'), /Red|undefined/)
})

test('every change has a subject of its own, without the person, the network or the browser', () => {
  const changes = Object.keys(ACCOUNT_CHANGES) as AccountChange[]
  const subjects = changes.map((change) => letter({ change }).subject)
  assert.equal(new Set(subjects).size, changes.length)
  for (const subject of subjects) {
    assert.match(subject, /su cuenta de Resguardo$/)
    assert.doesNotMatch(subject, /Ana|200\.27|Firefox/)
  }
})

test('a letter only speaks of a sign-in if there was one', () => {
  assert.match(letter({ change: 'factor_guessed' }).paragraphs[1]!, /falló cinco veces.*No entró\./)
  assert.match(letter({ change: 'passkey_copied' }).paragraphs[1]!, /No la dejamos entrar\./)
  // A used code no longer works, nor do those before a renewal.
  assert.match(letter({ change: 'recovery_used' }).paragraphs[1]!, /Ese código ya no sirve\./)
  assert.match(letter({ change: 'recovery_codes' }).paragraphs[1]!, /Los anteriores ya no sirven\./)
})
