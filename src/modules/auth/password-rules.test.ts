import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalOf } from './password-rules.ts'

const COMMON = new Set(['contraseña1', 'qwertyuiop'])
const ANA = { email: 'ana.rojas@tienda-sur.cl', organizations: ['Café Ñandú SpA'] }

const refusal = (password: string, known: Parameters<typeof refusalOf>[2] = ANA) =>
  /más usadas|su correo|su organización/.exec(refusalOf(password, COMMON, known) ?? '')?.[0]

test('the most common passwords are refused in any case', () => {
  for (const password of [
    'contraseña1',
    'CONTRASEÑA1',
    'QwertyUiop',
    'aaaaaaaa',
    '--------',
    '😀😀😀😀😀😀😀😀',
  ])
    assert.equal(refusal(password), 'más usadas', password)
  for (const password of ['contraseña12', 'aaaaaaab', 'una-frase-larga'])
    assert.equal(refusal(password), undefined)
})

test("the person's email and organisation are no passwords, however they are spelled", () => {
  for (const password of [
    'ana.rojas@tienda-sur.cl',
    'ANA ROJAS',
    'anarojas',
    'Ána_Rójas!',
    'anarojastiendasurcl',
  ])
    assert.equal(refusal(password), 'su correo', password)
  for (const password of ['Café Ñandú SpA', 'cafenanduspa', 'CAFE-NANDU-SPA'])
    assert.equal(refusal(password), 'su organización', password)
  for (const password of ['ana rojas 2', 'tienda-sur.cl', 'café ñandú', 'spa cafe nandu'])
    assert.equal(refusal(password), undefined, password)
})

test("the names of all the person's organisations are refused", () => {
  const known = { email: ANA.email, organizations: ['Café Ñandú SpA', 'Tienda Sur'] }
  assert.equal(refusal('Tienda Sur', known), 'su organización')
  assert.equal(refusal('cafenanduspa', known), 'su organización')
  assert.equal(refusal('Tienda Norte', known), undefined)
})

test('without an organisation only the address is compared', () => {
  assert.equal(refusal('cafenanduspa', { email: ANA.email }), undefined)
  assert.equal(refusal('anarojas', { email: ANA.email }), 'su correo')
})

test("a password made of signs does not equal an organisation's name made of signs", () => {
  assert.equal(refusal('!?#-!?#-!?', { email: ANA.email, organizations: ['🚀🚀', ''] }), undefined)
  assert.equal(refusal('!?#-!?#-!?', { email: '+@sur.cl' }), undefined)
})

test('wide and decomposed letters are compared in the form in which the password is hashed', () => {
  const wide = (text: string) =>
    text.replace(/[!-~]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0))
  assert.equal(refusal(wide('qwertyuiop')), 'más usadas')
  assert.equal(refusal('contraseña1'.normalize('NFD')), 'más usadas')
  assert.equal(refusal(`aaaa${wide('aaaa')}`), 'más usadas')
  assert.equal(refusal(wide('ana.rojas')), 'su correo')
  assert.equal(refusal(wide('cafenanduspa')), 'su organización')
  assert.equal(refusal(wide('una-frase-larga')), undefined)
})
