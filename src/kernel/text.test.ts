import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  fold,
  isOneAddress,
  isSamePerson,
  isUnstorable,
  noneIfBlank,
  normaliseEmail,
  slugify,
  stopAfter,
} from './text.ts'

test('names are compared without case, accents and extra spaces', () => {
  assert.equal(fold('  Café   ÑANDÚ '), 'cafe nandu')
  assert.equal(fold('Cafe\u0301'), fold('CAFÉ'))
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => assert.equal(fold(fold(text)), fold(text))),
  )
})

test('a person writes two of four names, in another order or case; one word alone is nobody else', () => {
  for (const [one, other] of [
    ['Ana Rojas', 'ana maría ROJAS pinto'],
    ['Rojas Pinto, Ana', 'Ana Rojas'],
    ['María-José Núñez', 'Maria Jose Nunez'],
    ['Ana', 'ana'],
  ]) {
    assert.ok(isSamePerson(one!, other!), one)
    assert.ok(isSamePerson(other!, one!), one)
  }
  for (const [one, other] of [
    ['Ana Rojas', 'Ana Soto'],
    ['Ana', 'Ana Rojas'],
    ['', ''],
    ['', 'Ana Rojas'],
  ])
    assert.equal(isSamePerson(one!, other!), false, one)
})

test('a slug is short, plain and never empty', () => {
  assert.equal(slugify('Clínica Ñuñoa & Cía. Ltda.'), 'clinica-nunoa-cia-ltda')
  assert.equal(slugify('¡¿…?!'), 'organizacion')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      assert.match(slugify(text), /^[a-z0-9]+(-[a-z0-9]+)*$/)
      assert.ok(slugify(text).length <= 48)
    }),
  )
})

test('emails are compared without letter case and surrounding spaces', () => {
  assert.equal(normaliseEmail(' Ana@TiendaSur.CL '), 'ana@tiendasur.cl')
})

test('text that PostgreSQL cannot store is recognised', () => {
  for (const text of ['\u0000', 'a\u0000b', '\ud800', 'a\udc00']) assert.ok(isUnstorable(text))
  for (const text of ['', 'Ñandú', '😀', '\u0001', '\uffff']) assert.ok(!isUnstorable(text))
})

test('a blank optional text becomes null, any other stays as written', () => {
  for (const text of ['', ' ', '\n\t', null]) assert.equal(noneIfBlank(text), null)
  assert.equal(noneIfBlank(undefined), undefined)
  assert.equal(noneIfBlank(' US '), ' US ')
})

test('one address is no list and has no name or comment', () => {
  const texts = ['a@x.cl', 'ana.soto+web@sub.ejemplo.cl', 'ñandú@correo.cl']
  assert.deepEqual(texts.map(isOneAddress), [true, true, true])
  const others = [
    'a@x.cl,b@y.cl',
    'a@x.cl;b@y.cl',
    'Ana <a@x.cl>',
    '"a"@x.cl',
    'a@x',
    '@x.cl',
    'a b@x.cl',
    'g:a@x.cl;',
  ]
  assert.deepEqual(others.filter(isOneAddress), [])
})

test('a sentence that ends in a name has one full stop, also after «Ltda.»', () => {
  for (const [name, stop] of [
    ['Tienda Sur SpA', '.'],
    ['Áridos del Sur Ltda.', ''],
    ['Clínica S.A. ', ''],
    ['', '.'],
  ] as const)
    assert.equal(stopAfter(name), stop)
})
