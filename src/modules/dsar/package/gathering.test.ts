import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KeptFile } from '#modules/files/public.ts'
import { taskRow } from '#test/kit/dsar-rows.ts'
import { choose, type Gathered } from './gathering.ts'
import type { NewPackage } from './schemas.ts'

/** How a selection becomes the contents of a package. */

const id = (last: string) => `019a0000-0000-7000-8000-0000000000${last}`
const file = (last: string, kind: string | null = null) =>
  ({ id: id(last), name: `${last}.pdf`, kind }) as KeptFile
const NOW = new Date('2026-12-20T12:00:00Z')
const ANA = {
  actor: { type: 'user', id: 'ana', name: 'Ana Rojas', role: 'ANALYST' },
  now: NOW,
} as const

/** Two systems that answered and one that did not; the request has a mandate, and a version covered by staff. */
const [CRM, MAIL, OPEN] = [id('c1'), id('c2'), id('c3')]
const GATHERED: Gathered = {
  tasks: [
    { ...taskRow({ id: CRM, status: 'done', outcome: 'found' }), files: [file('a1'), file('a2')] },
    { ...taskRow({ id: MAIL, status: 'done', outcome: 'found' }), files: [file('a3')] },
    { ...taskRow({ id: OPEN, status: 'sent' }), files: [file('a4')] },
  ],
  files: [file('b1', 'mandate'), file('b2')],
}

const chosen = (body: NewPackage = {}) => choose(ANA, GATHERED, body)
const filesOf = (body: NewPackage = {}) => chosen(body).sources.map(({ fileId }) => fileId.slice(-2))
const refused = (body: NewPackage, path: string, message: RegExp) =>
  assert.throws(
    () => chosen(body),
    (error: { status: number; details: { path: string; message: string }[] }) => {
      assert.equal(error.status, 422)
      assert.equal(error.details[0]!.path, path)
      assert.match(error.details[0]!.message, message)
      return true
    },
  )
const covering = { what: 'Nombre de otra clienta', reason: 'Es de otra persona (art. 5)' }

test('without a selection the package has everything from the systems, and nothing that the person sent', () => {
  assert.deepEqual(filesOf(), ['a1', 'a2', 'a3'])
  assert.deepEqual(filesOf({ include: {} }), ['a1', 'a2', 'a3'])
  assert.deepEqual(filesOf({ include: null }), ['a1', 'a2', 'a3'])
})

test('selected tasks bring only their own files; an empty selection brings none', () => {
  assert.deepEqual(filesOf({ include: { taskIds: [MAIL] } }), ['a3'])
  assert.deepEqual(filesOf({ include: { taskIds: [] } }), [])
  assert.deepEqual(filesOf({ include: { taskIds: [MAIL.toUpperCase()] } }), ['a3'], 'an id in capitals')
})

test('selected files come alone, also those of the request, each with its origin', () => {
  const { sources } = chosen({ include: { fileIds: [id('b1'), id('a3')] } })
  assert.deepEqual(
    sources.map(({ fileId, taskId, leftOut, replacementId }) => [fileId, taskId, leftOut, replacementId]),
    [
      [id('a3'), MAIL, false, null],
      [id('b1'), null, false, null],
    ],
  )
  assert.deepEqual(filesOf({ include: { fileIds: [] } }), [])
})

test('a file of an unselected task cannot be selected', () => {
  refused(
    { include: { taskIds: [MAIL], fileIds: [id('a1')] } },
    'include.fileIds[0]',
    /no es de esta solicitud ni de sus tareas/,
  )
})

for (const [what, body, path, message] of [
  [
    'a task that has not ended',
    { include: { taskIds: [CRM, OPEN] } },
    'include.taskIds[1]',
    /no ha terminado/,
  ],
  ['a task of another request', { include: { taskIds: [id('ff')] } }, 'include.taskIds[0]', /no es de esta/],
  ['what is no id', { include: { taskIds: ['x'] } }, 'include.taskIds[0]', /no es un identificador/],
  [
    'a file of a task that has not ended',
    { include: { fileIds: [id('a4')] } },
    'include.fileIds[0]',
    /no es de/,
  ],
  ['a file of another request', { include: { fileIds: [id('ff')] } }, 'include.fileIds[0]', /no es de esta/],
] as const satisfies readonly (readonly [string, NewPackage, string, RegExp])[]) {
  test(`${what} is refused`, () => refused(body, path, message))
}

// ── redactions ──

test('a column is covered in all rows or in those of one file, and no file is left out', () => {
  const { sources, redactions } = chosen({ redactions: [{ field: 'vendedor', ...covering }] })
  assert.deepEqual(redactions, [
    {
      fileId: null,
      field: 'vendedor',
      replacementFileId: null,
      what: 'Nombre de otra clienta',
      reason: 'Es de otra persona (art. 5)',
      by: 'ana',
      byName: 'Ana Rojas',
      at: '2026-12-20T12:00:00.000Z',
    },
  ])
  assert.ok(sources.every(({ leftOut, replacementId }) => !leftOut && replacementId === null))
  const one = chosen({ redactions: [{ fileId: id('a1'), field: 'vendedor', ...covering }] })
  assert.ok(
    one.sources.every(({ leftOut }) => !leftOut),
    'a column of a file is no whole file',
  )
})

test('a file with no covered version is left out whole, and only that file', () => {
  const { sources } = chosen({ redactions: [{ fileId: id('a2'), ...covering }] })
  assert.deepEqual(
    sources.map(({ fileId, leftOut }) => [fileId.slice(-2), leftOut]),
    [
      ['a1', false],
      ['a2', true],
      ['a3', false],
    ],
  )
})

test('a file with a covered version is replaced by it', () => {
  const { sources } = chosen({
    redactions: [{ fileId: id('a2'), replacementFileId: id('b2'), ...covering }],
  })
  const [, replaced] = sources
  assert.deepEqual(
    [replaced!.fileId, replaced!.leftOut, replaced!.replacementId],
    [id('a2'), false, id('b2')],
  )
})

test('of two redactions of one file, the one with a replacement counts', () => {
  const { sources } = chosen({
    redactions: [
      { fileId: id('a2'), ...covering },
      { fileId: id('a2'), replacementFileId: id('b2'), ...covering },
    ],
  })
  assert.deepEqual([sources[1]!.leftOut, sources[1]!.replacementId], [false, id('b2')])
})

test('the record of a redaction is trimmed; a program has no name', () => {
  const { redactions } = choose(
    { ...ANA, actor: { type: 'api_key', id: undefined, name: undefined, role: 'ANALYST' } },
    GATHERED,
    { redactions: [{ field: 'a', what: ' Qué ', reason: ' Por qué ' }] },
  )
  const [{ what, reason, by, byName }] = redactions as [(typeof redactions)[number]]
  assert.deepEqual([what, reason, by, byName], ['Qué', 'Por qué', null, null])
})

for (const [what, redaction, path, message] of [
  ['nothing', {}, 'redactions[0].fileId', /Indique qué se cubre/],
  ['a file of another request', { fileId: id('ff') }, 'redactions[0].fileId', /no es de esta solicitud/],
  ['what is no id', { fileId: 'x' }, 'redactions[0].fileId', /no es de esta solicitud/],
  ['a file that is not packed', { fileId: id('b2') }, 'redactions[0].fileId', /no está entre los elegidos/],
  [
    'a version of no file',
    { field: 'a', replacementFileId: id('b2') },
    'redactions[0].replacementFileId',
    /archivo completo/,
  ],
  [
    'a version of a column',
    { fileId: id('a1'), field: 'a', replacementFileId: id('b2') },
    'redactions[0].replacementFileId',
    /archivo completo/,
  ],
  [
    'the file itself as its version',
    { fileId: id('a1'), replacementFileId: id('a1') },
    'redactions[0].replacementFileId',
    /Suba la versión cubierta/,
  ],
  [
    'what the person sent as the version',
    { fileId: id('a1'), replacementFileId: id('b1') },
    'redactions[0].replacementFileId',
    /Suba la versión cubierta/,
  ],
  [
    'a file of a system as the version',
    { fileId: id('a1'), replacementFileId: id('a3') },
    'redactions[0].replacementFileId',
    /Suba la versión cubierta/,
  ],
] as const) {
  test(`covering ${what} is refused`, () =>
    refused({ redactions: [{ ...redaction, ...covering }] }, path, message))
}

test('of two redactions, the second is the one refused', () => {
  refused(
    {
      redactions: [
        { field: 'a', ...covering },
        { fileId: id('ff'), ...covering },
      ],
    },
    'redactions[1].fileId',
    /no es de esta/,
  )
})

test('a package takes five hundred files and no more', () => {
  const many = (count: number): Gathered => ({
    tasks: [
      {
        ...taskRow({ id: CRM, status: 'done' }),
        files: Array.from({ length: count }, (_, at) => file(at.toString(16).padStart(3, '0'))),
      },
    ],
    files: [],
  })
  assert.equal(choose(ANA, many(500), {}).sources.length, 500)
  assert.throws(() => choose(ANA, many(501), {}), { status: 422, message: /500 archivos/ })
})
