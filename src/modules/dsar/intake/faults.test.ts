import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#kernel/failure.ts'
import { citizenFaults } from './faults.ts'

/** Faults of a body in the words of a person: no names of fields, no words of programs. */

type Errors = Parameters<typeof citizenFaults>[0]

const wrong = (path: string, keyword: string, params: object = {}): Errors[number] =>
  ({ instancePath: path && `/${path}`, keyword, params, message: '', schemaPath: '' }) as Errors[number]
const missing = (name: string) => wrong('', 'required', { missingProperty: name })
function said(...errors: Errors) {
  const failure = citizenFaults(errors, 'body')
  assert.ok(failure instanceof Failure)
  return failure
}

for (const [name, called] of [
  ['subjectName', 'El nombre de la persona de quien son los datos'],
  ['subjectEmail', 'Su correo electrónico'],
  ['subjectRut', 'El RUT de la persona de quien son los datos'],
  ['subjectPhone', 'Su teléfono'],
  ['description', 'El detalle de lo que pide'],
  ['representativeName', 'El nombre de quien pide por otra persona'],
  ['representativeRut', 'El RUT de quien pide por otra persona'],
  ['attachments', 'Los archivos adjuntos'],
  ['parentRequestId', 'La solicitud principal del bloqueo'],
  ['code', 'El código'],
] as const) {
  test(`${name} is called «${called}» where it is missing`, () => {
    const [fault] = said(missing(name)).details!
    assert.equal(fault!.path, name, 'programs find the field by its own name')
    assert.ok(fault!.message.includes(`«${called}»`), fault!.message)
    assert.ok(!fault!.message.includes(name))
  })
}

test('a part of a field is called like the field, and what nobody named is one of the data', () => {
  const [inside, unknown] = said(
    wrong('attachments/0/uploadKey', 'type', { type: 'string' }),
    wrong('otroCampo', 'type', { type: 'string' }),
  ).details!
  assert.ok(inside!.message.includes('«Los archivos adjuntos»'), inside!.message)
  assert.ok(unknown!.message.includes('«Uno de los datos»'), unknown!.message)
})

test('a flag is not explained by the words of programs', () => {
  const [fault] = said(wrong('isRepresentative', 'type', { type: 'boolean' })).details!
  assert.doesNotMatch(fault!.message, /true|false/)
})

test('the right is asked for by the names of all seven, whatever was wrong with it', () => {
  for (const error of [missing('rightType'), wrong('rightType', 'enum', { allowedValues: ['ACCESS'] })]) {
    const [fault] = said(error).details!
    assert.match(fault!.message, /^Elija el derecho que quiere ejercer: Acceso, Rectificación, Supresión, /)
    assert.doesNotMatch(fault!.message, /ACCESS/)
  }
})

test('the refusal says the first fault and is one of form', () => {
  const failure = said(missing('subjectName'), missing('subjectEmail'))
  assert.deepEqual([failure.status, failure.code], [400, 'VALIDATION_ERROR'])
  assert.equal(failure.message, `Revise lo que escribió: ${failure.details![0]!.message}`)
  assert.equal(failure.details!.length, 2)
})

test('what is wrong with an address is for programs, and stays as it is', () => {
  const failure = citizenFaults([missing('subjectName')], 'querystring')
  assert.doesNotMatch(failure.message, /Revise lo que escribió/)
})
