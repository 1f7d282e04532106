import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EntityRow } from '#modules/org/public.ts'
import { eventRow, letterRow, requestRow } from '#test/kit/dsar-rows.ts'
import { linesOf } from '#test/kit/paper.ts'
import { type RequestFile, requestDocument } from './request-pdf.ts'

/** The file of a request as evidence (art. 11). */

const ENTITY = { name: 'Tienda Sur SpA', tax_id: '76543210-3' } as EntityRow

const said = (fields: Parameters<typeof requestRow>[0] = {}, more: Partial<RequestFile> = {}) =>
  linesOf(
    requestDocument({
      request: requestRow(fields),
      entity: ENTITY,
      events: [],
      letters: [],
      lawVersion: '2026-12-01',
      ...more,
    }).content,
  )

test('the file says who answers, what was asked under which article, when, and until when', () => {
  const words = said()
  for (const line of [
    'Responsable | Tienda Sur SpA',
    'RUT | 76.543.210-3',
    'Derecho | Acceso (art. 5, Ley 19.628 (mod. Ley 21.719))',
    'Solicitante | María Pérez',
    'Recibida | 01-12-2026 12:00',
    'Plazo legal | 31-12-2026',
    'Estado | Recibida',
    'Respuesta | —',
    'Respondida | —',
    'Motivo de la prórroga | —',
    'Motivo del rechazo | —',
    'La persona no escribió nada más.',
    'No se han enviado cartas.',
  ])
    assert.ok(words.includes(line), `${line} in ${words.join('\n')}`)
})

test('fields of other rights, or of heirs only, have no row at all', () => {
  const words = said().join('\n')
  assert.doesNotMatch(words, /Heredero que pide|Causa|Razones|Formato de la copia|Se traspasan a/)
})

test('the foot leaves room for the page number and keeps the folio, however long the name', () => {
  const { footer } = requestDocument({
    request: requestRow(),
    entity: { ...ENTITY, name: 'Sociedad '.repeat(20).trim() },
    events: [],
    letters: [],
    lawVersion: '2026-12-01',
  })
  assert.ok(footer.length <= 95)
  assert.match(footer, /^Sociedad .*… · Expediente ARCO-2026-04217$/)
})

test('a day near midnight is the Chilean one, not that of UTC', () => {
  const words = said({
    created_at: new Date('2026-12-02T02:30:00Z'),
    status: 'COMPLETED',
    response_type: 'FULFILLED',
    completed_at: new Date('2027-01-01T02:59:59Z'),
  })
  assert.ok(words.includes('Recibida | 01-12-2026 23:30'))
  assert.ok(words.includes('Respondida | 31-12-2026'))
  assert.ok(words.includes('Respuesta | Acogida'))
})

for (const [fields, line] of [
  [{ response_type: 'PARTIALLY_FULFILLED' }, 'Respuesta | Acogida en parte'],
  [{ response_type: 'REJECTED_IDENTITY' }, 'Respuesta | Rechazada: identidad no verificada'],
  [{ response_type: 'REJECTED_LEGAL' }, 'Respuesta | Rechazada por un motivo legal'],
  [{ response_type: 'EXTENDED' }, 'Respuesta | Plazo ampliado'],
  [{ response_type: 'FULFILLED', nothing_held: true }, 'Respuesta | Sin datos de la persona'],
  [{ denial_reason: 'Una ley' }, 'Motivo del rechazo | Una ley'],
  [{ extension_reason: 'Respaldos en cinta' }, 'Motivo de la prórroga | Respaldos en cinta'],
  [{ heir_name: 'Luis Pérez' }, 'Heredero que pide | Luis Pérez'],
  [
    { heir_name: 'Luis Pérez', heir_relation: 'hijo', representative_rut: '7654321-6' },
    'Heredero que pide | Luis Pérez, RUT 7.654.321-6 (hijo)',
  ],
  [{ subtype: 'art. 7 c: tratamiento ilícito' }, 'Causa | art. 7 c: tratamiento ilícito'],
  [{ subtype_detail: 'Nunca fui cliente' }, 'Razones | Nunca fui cliente'],
  [{ portability_format: 'JSON' }, 'Formato de la copia | JSON'],
  [{ portability_target: 'Otra Tienda SpA' }, 'Se traspasan a | Otra Tienda SpA'],
  [{ specific_data: { destinatarios: true } }, 'Pide la identidad de cada destinatario | Sí'],
  [{ specific_data: { pide: ['explicación', 'revisión'] } }, 'Lo que pide | explicación; revisión'],
  [{ specific_data: { sistema: 'CRM' } }, 'sistema | CRM'],
  [{ specific_data: { sistema: null } }, 'sistema | —'],
  [{ description: 'Quiero mis datos.' }, 'Quiero mis datos.'],
] as const) {
  test(`the file of ${JSON.stringify(fields)} says «${line}»`, () => {
    assert.ok(said(fields).includes(line), said(fields).join('\n'))
  })
}

test('the file names the representative, with RUT and relation to the person', () => {
  const words = said({
    is_representative: true,
    representative_name: 'Juan Pérez',
    representative_rut: '7654321-6',
    representative_relation: 'hijo',
  })
  assert.ok(words.includes('Representante que pide | Juan Pérez, RUT 7.654.321-6 (hijo)'), words.join('\n'))
  assert.ok(!said().some((line) => line.startsWith('Representante')))
  for (const other of [{ is_representative: true }, { heir_name: 'Luis Pérez' }]) {
    const named = said(other)
    assert.ok(named.includes('Titular de los datos | María Pérez'), named.join('\n'))
    assert.ok(!named.some((line) => line.startsWith('Solicitante')), 'who died asks for nothing')
  }
  const bare = said({ is_representative: true })
  assert.ok(bare.includes('Representante que pide | —'), 'a gap that the reader must see')
})

test('the document is plain data, and a key that every object inherits is drawn like any other', () => {
  const keys = { constructor: 'a', toString: 'b', hasOwnProperty: 'c' }
  const request = requestRow({ specific_data: JSON.parse(JSON.stringify(keys)) })
  const document = requestDocument({ request, entity: ENTITY, events: [], letters: [], lawVersion: 'x' })
  // The document is sent to another thread, which takes no functions.
  assert.deepEqual(structuredClone(document), document)
  for (const line of ['constructor | a', 'toString | b', 'hasOwnProperty | c'])
    assert.ok(linesOf(document.content).includes(line), line)
})

test('the history gives each fact with its time, its state and its author', () => {
  const words = said(
    {},
    {
      events: [
        eventRow({ actor_name: 'Formulario público' }),
        eventRow({
          type: 'status_change',
          from_status: 'RECEIVED',
          to_status: 'IN_PROGRESS',
          actor_name: 'Ana Rojas',
          created_at: new Date('2026-12-03T12:30:00Z'),
        }),
        eventRow({
          type: 'answer_downloaded',
          to_status: null,
          created_at: new Date('2026-12-20T12:00:00Z'),
        }),
      ],
    },
  )
  for (const line of [
    '01-12-2026 12:00 | Recibida | Recibida | Formulario público',
    '03-12-2026 09:30 | Cambio de estado | En curso | Ana Rojas',
    '20-12-2026 09:00 | La persona descargó la respuesta | — | —',
  ])
    assert.ok(words.includes(line), words.join('\n'))
})

test('the file contains every letter whole, with its recipient and the proof of its sending', () => {
  const words = said(
    {},
    {
      letters: [
        { ...letterRow({ body_text: 'Hola:\n\nPrimero.\n\nSegundo.' }), proof: 'Impresa, para entregar' },
      ],
    },
  )
  for (const line of [
    'Acuse de recibo: Recibimos su solicitud ARCO-2026-04217',
    'Para | maria@correo.cl',
    'Escrita | 01-12-2026 12:00',
    'Prueba de envío | Impresa, para entregar',
    'Primero.',
    'Segundo.',
  ])
    assert.ok(words.includes(line), words.join('\n'))
})

test('without an entity the file shows a dash, and a long name leaves room for the page number', () => {
  assert.ok(said({}, { entity: undefined }).includes('Responsable | —'))
  const { footer } = requestDocument({
    request: requestRow(),
    entity: { ...ENTITY, name: 'x'.repeat(200) },
    events: [],
    letters: [],
    lawVersion: 'x',
  })
  assert.ok(footer.length <= 100)
})
