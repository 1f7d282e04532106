import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure, type FaultDetail } from '#kernel/failure.ts'
import { formRequest } from '#test/kit/forms.ts'
import { OPPOSITION_CAUSES } from '../rules.ts'
import { readAnswers } from './answers.ts'

/** A form as a browser sends it, read into what the API's own call takes. No service is needed for that. */

type Sent = Record<string, string | readonly string[]>

const PERSON = {
  rightType: 'ACCESS',
  subjectName: 'María Pérez',
  subjectEmail: 'maria@correo.cl',
  declarationTruthful: 'true',
}
const OF: Readonly<Record<string, Sent>> = {
  RECTIFICATION: { datoEquivocado: 'Los Olmos 12', datoCorrecto: 'Los Aromos 1' },
  DELETION: { subtype: 'art. 7 a: ya no son necesarios' },
  OPPOSITION: { subtype: OPPOSITION_CAUSES.marketing },
  PORTABILITY: { portabilityFormat: 'JSON' },
  BLOCKING: { subtypeDetail: 'Discuto el dato.' },
  AUTO_DECISION: { decision: 'Un crédito', pide: ['explicación', 'revisión'] },
}

function formOf(sent: Sent): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, values] of Object.entries({ ...PERSON, ...sent }))
    for (const value of [values].flat()) form.append(name, value)
  return form
}
const read = (sent: Sent = {}, already: readonly FaultDetail[] = []) =>
  readAnswers(formRequest(), formOf(sent), already)

function faultsOf(sent: Sent, already: readonly FaultDetail[] = []): readonly FaultDetail[] {
  try {
    read(sent, already)
    return []
  } catch (error) {
    assert.ok(error instanceof Failure && error.status === 400, String(error))
    return error.details!
  }
}
const pathsOf = (sent: Sent) => faultsOf(sent).map(({ path }) => path)

test('each right is read with what its form requires, and nothing more is asked', () => {
  assert.deepEqual(pathsOf({}), [])
  for (const [rightType, sent] of Object.entries(OF))
    assert.deepEqual(pathsOf({ rightType, ...sent }), [], rightType)
})

for (const [rightType, sent] of Object.entries(OF))
  for (const missing of Object.keys(sent))
    test(`${rightType} without ${missing}, or with a blank one, is sent back to it`, () => {
      const { [missing]: _, ...rest } = sent
      assert.deepEqual(pathsOf({ rightType, ...rest }), [missing])
      assert.deepEqual(pathsOf({ rightType, ...rest, [missing]: '  ' }), [missing])
    })

test('what is a field of the request goes there, and the rest into its own data, without blanks', () => {
  const { body } = read({
    rightType: 'RECTIFICATION',
    datoEquivocado: ' Los Olmos 12 ',
    datoCorrecto: 'Los Aromos 1',
    subjectPhone: '',
    organizationRelation: 'cliente',
  })
  assert.deepEqual(body, {
    rightType: 'RECTIFICATION',
    subjectName: 'María Pérez',
    subjectEmail: 'maria@correo.cl',
    declarationTruthful: true,
    organizationRelation: 'cliente',
    isRepresentative: false,
    specificData: { datoEquivocado: 'Los Olmos 12', datoCorrecto: 'Los Aromos 1' },
  })
  assert.ok(!('specificData' in read().body), 'nothing was answered')
})

test('a box that was ticked is true, several answers are a list, and one of several is a list too', () => {
  assert.deepEqual(read({ destinatarios: 'true' }).body.specificData, { destinatarios: true })
  const decision = { rightType: 'AUTO_DECISION', decision: 'Un crédito' }
  assert.deepEqual(read({ ...decision, pide: ['explicación', 'revisión'] }).body.specificData, {
    decision: 'Un crédito',
    pide: ['explicación', 'revisión'],
  })
  assert.deepEqual(read({ ...decision, pide: 'revisión' }).body.specificData, {
    decision: 'Un crédito',
    pide: ['revisión'],
  })
})

for (const [what, sent, path] of [
  ['a cause that is not offered', { rightType: 'DELETION', subtype: 'porque sí' }, 'subtype'],
  ['the cause of another right', { rightType: 'DELETION', subtype: OPPOSITION_CAUSES.marketing }, 'subtype'],
  [
    'one of several that is not offered',
    { rightType: 'AUTO_DECISION', decision: 'x', pide: ['explicación', 'dinero'] },
    'pide',
  ],
  ['a day that does not exist', { desde: '2026-02-30' }, 'desde'],
  ['a day that is no day', { hasta: 'ayer' }, 'hasta'],
  ['days in the wrong order', { desde: '2026-05-02', hasta: '2026-05-01' }, 'hasta'],
  ['an answer that is too long', { queDatos: 'x'.repeat(10_001) }, 'queDatos'],
  [
    'a folio off its form',
    { rightType: 'BLOCKING', subtypeDetail: 'x', parentFolio: 'ARCO-26-1' },
    'parentFolio',
  ],
  ['no declaration', { declarationTruthful: '' }, 'declarationTruthful'],
  ['a declaration that says no', { declarationTruthful: 'false' }, 'declarationTruthful'],
  ['no name', { subjectName: ' ' }, 'subjectName'],
  ['no address', { subjectEmail: '' }, 'subjectEmail'],
  ['an address that is none', { subjectEmail: 'maria' }, 'subjectEmail'],
  ['a right that is none', { rightType: 'NADA' }, 'rightType'],
  ['no right', { rightType: '' }, 'rightType'],
] as const satisfies readonly (readonly [string, Sent, string])[]) {
  test(`${what} is one fault, at ${path}`, () => {
    assert.deepEqual(pathsOf(sent), [path])
  })
}

test('as long as a text may be, it is read', () => {
  const { body } = read({ queDatos: 'x'.repeat(10_000) })
  assert.equal((body.specificData!['queDatos'] as string).length, 10_000)
})

test('art. 8 a: the reason is asked for only where the interest of the organisation is disputed', () => {
  const opposed = { rightType: 'OPPOSITION' }
  for (const [cause, isAsked] of [
    [OPPOSITION_CAUSES.interest, true],
    [OPPOSITION_CAUSES.marketing, false],
    [OPPOSITION_CAUSES.source, false],
  ] as const) {
    assert.deepEqual(pathsOf({ ...opposed, subtype: cause }), isAsked ? ['subtypeDetail'] : [], cause)
    assert.deepEqual(pathsOf({ ...opposed, subtype: cause, subtypeDetail: 'Me perjudica' }), [])
  }
})

test('art. 9: to whom the copy goes is asked for only where it is to be sent directly', () => {
  const copy = { rightType: 'PORTABILITY', portabilityFormat: 'JSON' }
  assert.deepEqual(pathsOf(copy), [])
  assert.deepEqual(pathsOf({ ...copy, portabilityDirectTransfer: 'true' }), ['portabilityTarget'])
  const { body } = read({ ...copy, portabilityDirectTransfer: 'true', portabilityTarget: 'Otra SpA' })
  assert.deepEqual(
    [body.portabilityDirectTransfer, body.portabilityTarget, body.specificData],
    [true, 'Otra SpA', undefined],
  )
})

test('art. 11: who represents another gives a name and a relation; a name alone says that they represent', () => {
  assert.deepEqual(pathsOf({ isRepresentative: 'true' }), ['representativeName', 'representativeRelation'])
  assert.deepEqual(pathsOf({ isRepresentative: 'true', representativeName: 'Juan' }), [
    'representativeRelation',
  ])
  const both = { representativeName: 'Juan', representativeRelation: 'hijo' }
  assert.equal(read({ isRepresentative: 'true', ...both }).body.isRepresentative, true)
  assert.equal(read({ representativeName: 'Juan' }).body.isRepresentative, true)
  assert.equal(read({ representativeName: ' ' }).body.isRepresentative, false)
  assert.equal(read().body.isRepresentative, false)
})

test('art. 4: an heir gives a name and a relation, and is no representative', () => {
  assert.deepEqual(pathsOf({ isHeir: 'true' }), ['representativeName', 'representativeRelation'])
  const heir = {
    representativeName: 'Luis Pérez',
    representativeRelation: 'hijo',
    representativeRut: '7654321-6',
  }
  for (const ticked of [{}, { isRepresentative: 'true' }]) {
    const { body } = read({ isHeir: 'true', ...ticked, ...heir })
    assert.deepEqual(body.deceased, { isHeir: true, heirName: 'Luis Pérez', relation: 'hijo' })
    assert.deepEqual(
      [body.isRepresentative, body.representativeName, body.representativeRelation, body.representativeRut],
      [false, undefined, undefined, '7654321-6'],
    )
  }
  assert.ok(!('deceased' in read(heir).body))
})

test('what a page asks of whose the data are is the answer: of who asks for themself nothing of another is kept', () => {
  const named = {
    representativeName: 'Luis Pérez',
    representativeRelation: 'hijo',
    representativeRut: '7654321-6',
  }
  const as = (asksFor: string) => read({ asksFor, ...named }).body
  assert.deepEqual(as('heir').deceased, { isHeir: true, heirName: 'Luis Pérez', relation: 'hijo' })
  assert.deepEqual(
    [as('representative').isRepresentative, as('representative').representativeName],
    [true, 'Luis Pérez'],
  )
  const self = as('self')
  assert.deepEqual(
    [self.isRepresentative, self.deceased, self.representativeName, self.representativeRut],
    [false, undefined, undefined, undefined],
  )
  for (const asksFor of ['heir', 'representative'])
    assert.deepEqual(pathsOf({ asksFor }), ['representativeName', 'representativeRelation'])
  assert.deepEqual(pathsOf({ asksFor: 'self' }), [])
})

test('the folio that a block accompanies is read as people type it, and stays out of the data', () => {
  const block = { rightType: 'BLOCKING', subtypeDetail: 'x' }
  assert.equal(read(block).parentFolio, undefined)
  const { parentFolio, body } = read({ ...block, parentFolio: ' arco 2026 01234 ' })
  assert.equal(parentFolio, 'ARCO-2026-01234')
  assert.ok(!('specificData' in body) && !('parentFolio' in body))
})

test('what no field of the page is for cannot be typed into the request', () => {
  const { body } = read({
    specificData: '{"a":1}',
    parentRequestId: '019a0000-0000-7000-8000-000000000001',
    attachments: 'x',
    deceased: '{"isHeir":true}',
    representativeDocUrl: 'https://x.cl/a.pdf',
    tenantId: 'x',
    folioNumber: 'ARCO-2026-00001',
    status: 'COMPLETED',
    queOtro: 'x',
  })
  assert.deepEqual(Object.keys(body).toSorted(), [
    'declarationTruthful',
    'isRepresentative',
    'rightType',
    'subjectEmail',
    'subjectName',
  ])
})

test('everything that is wrong comes at once, what the files were refused for first, and is counted', () => {
  const file = { path: 'documento', message: 'Es muy grande.' }
  const sent = { rightType: 'DELETION', subjectName: '', subjectEmail: 'x', declarationTruthful: '' }
  const faults = faultsOf(sent, [file])
  assert.deepEqual(
    faults.map(({ path }) => path),
    ['documento', 'subtype', 'declarationTruthful', 'subjectName', 'subjectEmail'],
  )
  assert.throws(() => read(sent, [file]), { message: 'Falta corregir 5 datos' })
  assert.throws(() => read({}, [file]), { message: 'Falta corregir un dato' })
})

test('a fault is said in the words of the form: no name of a field, no word of programs', () => {
  for (const { message } of faultsOf({
    rightType: 'NADA',
    subjectName: '',
    subjectEmail: 'x',
    subjectPhone: 'x'.repeat(201),
  })) {
    assert.doesNotMatch(message, /subject|rightType|string|null|true|undefined/i)
    assert.match(message, /^[«A-ZÁÉÍÓÚ¿]/)
  }
  const [right] = faultsOf({ rightType: 'NADA' })
  assert.equal(
    right!.message,
    'Elija el derecho que quiere ejercer: Acceso, Rectificación, Supresión, Oposición, Portabilidad, Bloqueo temporal, Decisiones automatizadas.',
  )
})
