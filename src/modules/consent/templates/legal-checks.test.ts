import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge } from '#kernel/legal-checks.ts'
import { FORM_CHECKS, factsOf } from './legal-checks.ts'

/** Art. 16 ter: what a form about biometric data must say before the person decides. */

const keysOf = (purpose_text: string, sensitive = true, description: string | null = null) =>
  judge(FORM_CHECKS, factsOf({ description, purpose_text, sensitive })).map(({ key }) =>
    key.replace('consent.biometric_', ''),
  )

for (const [text, missing] of [
  [
    'Autorizo el uso de mi huella en el lector de la entrada para registrar mi asistencia, mientras dure mi contrato.',
    [],
  ],
  ['Autorizo el uso de mi huella.', ['system', 'purpose', 'period']],
  ['Autorizo que reconozcan mi rostro: reconocimiento facial para entrar al gimnasio.', ['system', 'period']],
  ['El sistema guarda una plantilla de mi voz por 12 meses.', ['purpose']],
  ['Autorizo el registro biométrico con la aplicación para verificar quién soy, durante seis meses.', []],
  ['Autorizo que me envíen ofertas por correo.', []],
  ['Quiero el informe de la huella de carbono de mi hogar.', []],
  ['Autorizo publicar la foto de mi cara en la revista del colegio.', []],
] as const)
  test(`«${text}» lacks ${missing.length === 0 ? 'nothing' : missing.join(', ')}`, () => {
    assert.deepEqual(keysOf(text), missing)
  })

test('biometric data are sensitive: a form that is not marked so gets a warning', () => {
  const text = 'Autorizo el uso de mi huella en el reloj control para marcar mi asistencia por 5 años.'
  assert.deepEqual(keysOf(text, false), ['express'])
  assert.deepEqual(keysOf(text), [])
  assert.deepEqual(keysOf('Ofertas por correo.', false), [])
})

test('the description counts too: it is on the same page', () => {
  assert.deepEqual(
    keysOf('Autorizo el uso de mi huella para entrar.', true, 'El lector la borra al terminar mi contrato.'),
    [],
  )
})

test('each item names its article', () => {
  const facts = factsOf({ description: null, purpose_text: 'Mi huella.', sensitive: false })
  for (const { article, message } of judge(FORM_CHECKS, facts)) {
    assert.match(article, /16 ter, Ley 19\.628/)
    assert.match(message, /^El texto habla de datos biométricos/)
  }
})
