import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#kernel/failure.ts'
import { refusedForm, sendKeyOf } from './sent.ts'

/** A form that is refused comes back whole, with what was wrong at its field. */

type Sent = Parameters<typeof refusedForm>[0]

const KEY = 'k'.repeat(43)
const sent = (fields: readonly [string, string][] = [], files: readonly object[] = []) =>
  ({
    fields: new URLSearchParams(fields),
    files,
    faults: [],
  }) as unknown as Sent
const failure = (details?: { path: string; message: string }[]) =>
  new Failure('impossible', 'No se puede', details ? { details } : {})

test('a key of the page is taken as it is, and one that is missing, blank or too long is none', () => {
  const key = (value: string) => sendKeyOf(new URLSearchParams({ sendKey: value }))
  assert.equal(key('abc'), 'abc')
  assert.equal(key('x'.repeat(100))?.length, 100)
  assert.equal(key('x'.repeat(101)), undefined)
  assert.equal(key(''), undefined)
  assert.equal(sendKeyOf(new URLSearchParams()), undefined)
})

test('faults stand at the fields that people see: the folio of a block, and the document of any file', () => {
  const { faults, message } = refusedForm(
    sent(),
    failure([
      { path: 'parentRequestId', message: 'a' },
      { path: 'attachments[1].uploadKey', message: 'b' },
      { path: 'subjectRut', message: 'c' },
      { path: '', message: 'd' },
    ]),
  )
  assert.deepEqual(
    faults.map(({ path, message }) => [path, message]),
    [
      ['parentFolio', 'a'],
      ['documento', 'b'],
      ['subjectRut', 'c'],
    ],
  )
  assert.equal(message, 'Falta corregir 3 datos')
})

test('without a fault of a field the refusal itself is said', () => {
  assert.equal(refusedForm(sent(), failure()).message, 'No se puede')
  assert.equal(refusedForm(sent(), failure([{ path: '', message: 'x' }])).message, 'No se puede')
})

test('files that arrived now and before are shown as kept, in that order', () => {
  const before = sent(
    [
      ['archivo', `mandate ${KEY} poder.pdf`],
      ['archivo', `other ${KEY} carta con espacios.pdf`],
    ],
    [{ uploadKey: 'n'.repeat(43), kind: 'other', name: 'nuevo.pdf' }],
  )
  assert.deepEqual(
    refusedForm(before, failure()).files.map(({ kind, name }) => [kind, name]),
    [
      ['other', 'nuevo.pdf'],
      ['mandate', 'poder.pdf'],
      ['other', 'carta con espacios.pdf'],
    ],
  )
})

for (const text of [
  '',
  'mandate',
  `mandate ${KEY}`,
  `identity ${KEY} x.pdf`,
  `mandate ${'k'.repeat(42)} x.pdf`,
  `mandate ${'k'.repeat(44)} x.pdf`,
  `mandate ${'k'.repeat(42)}! x.pdf`,
  `x mandate ${KEY} y.pdf`,
])
  test(`a page that names a kept file as ${JSON.stringify(text.slice(0, 20))} of ${text.length} names none`, () => {
    assert.deepEqual(refusedForm(sent([['archivo', text]]), failure()).files, [])
  })

test('a name that is too long is cut, and what is gone is not shown as kept', () => {
  const long = sent([['archivo', `other ${KEY} ${'x'.repeat(500)}`]])
  assert.equal(refusedForm(long, failure()).files[0]!.name.length, 200)
  const gone = failure([{ path: 'attachments[0].uploadKey', message: 'Ya se usó' }])
  assert.deepEqual(refusedForm(long, gone).files, [])
})
