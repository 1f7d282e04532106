import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BEFORE_THE_LAW, BY, NAME_ALONE, ON_THE_DAY, requestRow, taskRow } from '#test/kit/dsar-rows.ts'
import { linesOf } from '#test/kit/paper.ts'
import { RIGHT_TYPES, type RightType } from '../rules.ts'
import { indexDocument, outcomeWords, sizeWords, type Told } from './index-document.ts'
import { indexPage } from './index-page.ts'
import type { Content } from './rules.ts'

/** The text of the index that goes with an answer (art. 5). */

type Row = Parameters<typeof requestRow>[0]
const content = (name: string, kind: Content['kind'], from: string | null = null): Content => ({
  name,
  kind,
  from,
  size: 2048,
  sha256: `huella de ${name}`,
})
const CONTENTS = [
  content('indice.pdf', 'index'),
  content('datos.json', 'data'),
  content('datos/01-crm.csv', 'table', 'CRM de ventas'),
  content('archivos/crm/ficha.pdf', 'file', 'CRM de ventas'),
]

function told(row: Row = {}, more: Partial<Told> = {}): Told {
  return {
    request: requestRow(row),
    by: BY,
    on: ON_THE_DAY,
    at: new Date('2026-12-20T15:30:00Z'),
    note: null,
    tasks: [],
    activities: [],
    redactions: [],
    contents: CONTENTS,
    ...more,
  }
}
const said = (row: Row = {}, more: Partial<Told> = {}) => linesOf(indexDocument(told(row, more)).content)
const has = (words: readonly string[], line: string) =>
  assert.ok(words.includes(line), `${line}\nin\n${words.join('\n')}`)
const hasNone = (words: readonly string[], line: RegExp) =>
  assert.deepEqual(
    words.filter((one) => line.test(one)),
    [],
  )

test('the index says who asked for what, who answers, and when it was made, in Chilean time', () => {
  const words = said({ subject_rut: '12345678-5' })
  for (const line of [
    'Respuesta a su solicitud de acceso',
    'Folio | ARCO-2026-04217',
    'Quién la pidió | María Pérez, RUT 12.345.678-5',
    'Derecho | Acceso (art. 5, Ley 19.628 (mod. Ley 21.719))',
    'Solicitud recibida | 1 de diciembre de 2026',
    'Paquete preparado | 20-12-2026 12:30 (hora de Chile)',
    'Responsable de los datos | Tienda Sur SpA, RUT 76.543.210-3',
    'Dirección | Los Aromos 123, Temuco',
    'Contacto | Pedro Soto, delegado de protección de datos (dpo@tiendasur.cl)',
  ])
    has(words, line)
})

test('unknown facts have no line and no dash', () => {
  const words = said({}, { by: NAME_ALONE })
  hasNone(words, /^(Dirección|Contacto) \|/)
  has(words, 'Responsable de los datos | Sin Delegado SpA')
  has(said({}, { by: { ...BY, dpoName: null } }), 'Contacto | dpo@tiendasur.cl')
  has(said({}, { by: { ...BY, dpoEmail: null } }), 'Contacto | Pedro Soto, delegado de protección de datos')
})

test("for an heir the index names the owner of the data and the asker's quality", () => {
  const words = said({ heir_name: 'Luis Pérez', heir_relation: 'hijo' })
  has(words, 'Titular de los datos | María Pérez')
  has(words, 'La pidió | Luis Pérez (hijo), en calidad de heredero o heredera')
  hasNone(words, /^Quién la pidió/)
  has(
    said({ heir_name: 'Luis Pérez', heir_relation: 'hijo', representative_rut: '7654321-6' }),
    'La pidió | Luis Pérez, RUT 7.654.321-6 (hijo), en calidad de heredero o heredera',
  )
})

test('art. 5: only a person who asked for each recipient reads where they are listed', () => {
  const activities = [{ name: 'Ventas', lines: [['A quiénes se comunican', 'Correos']] as const }]
  const asked = { specific_data: { destinatarios: true } }
  const line =
    'Usted pidió la identidad de cada destinatario. Los que el registro identifica están en «A quiénes se comunican» de cada actividad'
  has(said(asked, { activities: activities as never }), `${line}.`)
  has(
    said(asked, { activities: activities as never, note: 'También a Nube Andina SpA.' }),
    `${line}, y lo que el registro no identifica, en el mensaje de la organización.`,
  )
  hasNone(said({}, { activities: activities as never }), /cada destinatario/)
  for (const destinatarios of [false, null, 'no'])
    hasNone(
      said({ specific_data: { destinatarios } }, { activities: activities as never }),
      /cada destinatario/,
    )
})

test('a represented person is named as owner of the data, not as asker', () => {
  const words = said({ is_representative: true, representative_name: 'Juan Soto' })
  has(words, 'Titular de los datos | María Pérez')
  hasNone(words, /^Quién la pidió/)
})

for (const [fields, line] of [
  [
    { representative_name: 'Juan Soto', representative_rut: '7654321-6', representative_relation: 'hijo' },
    'Representante | Juan Soto, RUT 7.654.321-6 (hijo)',
  ],
  [{ representative_name: 'Juan Soto' }, 'Representante | Juan Soto'],
  [{ representative_rut: '7654321-6' }, 'Representante | RUT 7.654.321-6'],
  [
    { representative_name: 'Juan Soto', representative_relation: 'tutor' },
    'Representante | Juan Soto (tutor)',
  ],
  [{}, 'Representante | —'],
] as const) {
  test(`a representative of ${JSON.stringify(fields)} is «${line}»`, () => {
    has(said({ is_representative: true, ...fields }), line)
    hasNone(said(fields), /^Representante/)
  })
}

test("the organisation's message comes first, if there is one", () => {
  const words = said({}, { note: 'Léalo con calma.' })
  has(words, 'Mensaje de la organización')
  has(words, 'Léalo con calma.')
  hasNone(said(), /^Mensaje/)
})

// ── where it was looked for ──

const done = (outcome: 'found' | 'nothing_found' | 'kept', fields: Parameters<typeof taskRow>[0] = {}) =>
  taskRow({ status: 'done', outcome, done_at: new Date('2026-12-10T12:00:00Z'), ...fields })

for (const [right, task, contents, words] of [
  ['ACCESS', done('found'), CONTENTS, 'Hay datos suyos: van en este paquete'],
  [
    'ACCESS',
    done('found', { notes: 'Para la organización' }),
    CONTENTS,
    'Hay datos suyos: van en este paquete',
  ],
  ['ACCESS', done('found'), [], 'Hay datos suyos'],
  ['ACCESS', done('found', { system_name: 'Otro' }), CONTENTS, 'Hay datos suyos'],
  ['PORTABILITY', done('found'), CONTENTS, 'Hay datos suyos: van en este paquete'],
  ['ACCESS', done('nothing_found', { notes: 'Busqué por RUT' }), CONTENTS, 'No hay datos suyos'],
  [
    'ACCESS',
    done('kept', { article: 'art. 5: una ley lo prohíbe', notes: 'Ley 1' }),
    [],
    'Hay datos suyos que no se entregan, según art. 5: una ley lo prohíbe. Ley 1',
  ],
  [
    'PORTABILITY',
    done('kept', { article: 'art. 9' }),
    [],
    'Hay datos suyos que no se entregan por esta vía, según art. 9',
  ],
  [
    'DELETION',
    done('found', { notes: 'Eliminé la ficha.' }),
    [],
    'Había datos suyos, y se atendió lo que pidió. Eliminé la ficha.',
  ],
  ['DELETION', done('found'), CONTENTS, 'Había datos suyos, y se atendió lo que pidió'],
  ['DELETION', done('kept', { article: 'art. 7' }), [], 'Hay datos suyos que no se eliminaron, según art. 7'],
  ['RECTIFICATION', done('kept', { article: 'art. 6' }), [], 'El dato no se corrigió, según art. 6'],
  ['OPPOSITION', done('kept', { article: 'art. 8' }), [], 'Se siguen usando sus datos, según art. 8'],
  ['BLOCKING', done('found'), [], 'Hay datos suyos, y se atendió lo que pidió'],
  ['BLOCKING', done('kept', { article: 'art. 8 ter' }), [], 'No se bloquearon sus datos, según art. 8 ter'],
  ['ACCESS', taskRow({ status: 'open' }), CONTENTS, 'Sin respuesta todavía'],
  ['ACCESS', taskRow({ status: 'sent' }), CONTENTS, 'Sin respuesta todavía'],
] as const) {
  test(`for ${right} a system that is ${task.outcome ?? task.status} says «${words}»`, () => {
    assert.equal(outcomeWords(task, requestRow({ right_type: right }), contents), words)
  })
}

test('each system has a line with its operator and the day of its answer', () => {
  const words = said(
    {},
    {
      tasks: [
        done('nothing_found', { processor_name: 'Nube SpA' }),
        taskRow({ status: 'sent', system_name: 'Papel' }),
      ],
    },
  )
  has(words, 'Dónde buscamos')
  has(words, 'CRM de ventas (lo opera Nube SpA) | No hay datos suyos | 10 de diciembre de 2026')
  has(words, 'Papel | Sin respuesta todavía | —')
  assert.ok(said({}).some((line) => line.startsWith('Esta respuesta no registra búsquedas por sistema')))
})

test('for a right without a copy the index says what was done', () => {
  for (const right_type of RIGHT_TYPES) {
    const isCopy = right_type === 'ACCESS' || right_type === 'PORTABILITY'
    has(said({ right_type }), isCopy ? 'Dónde buscamos' : 'Qué se hizo en cada sistema')
  }
})

// ── contents ──

for (const [bytes, words] of [
  [0, '1 kB'],
  [1, '1 kB'],
  [1024, '1 kB'],
  [1536, '2 kB'],
  [1024 * 1023, '1023 kB'],
  [2 ** 20, '1 MB'],
  [2 ** 20 * 1.55, '1,6 MB'],
  [2 ** 30, '1.024 MB'],
] as const) {
  test(`${bytes} bytes are «${words}»`, () => {
    assert.equal(sizeWords(bytes), words)
  })
}

test('every file except the index is listed with its kind, its origin and its hash', () => {
  const words = said()
  for (const line of [
    'datos.json | Datos de los sistemas, para programas (JSON) | — | 2 kB',
    'datos/01-crm.csv | Datos en una tabla (CSV, se abre con Excel) | CRM de ventas | 2 kB',
    'archivos/crm/ficha.pdf | Archivo | CRM de ventas | 2 kB',
    'datos.json | huella de datos.json',
    'archivos/crm/ficha.pdf | huella de archivos/crm/ficha.pdf',
  ])
    has(words, line)
  hasNone(words, /^indice\.pdf \|/)
})

test('art. 9: a portable copy says that other systems can read it, and gives the separator of its tables', () => {
  const about = (row: Row, more: Partial<Told> = {}) =>
    said(row, more).find((line) => line.startsWith('indice.html'))!
  assert.match(about({ right_type: 'PORTABILITY' }), /otro sistema puede leer \(art\. 9, Ley 19\.628/)
  assert.doesNotMatch(about({}), /art\. 9/)
  assert.match(about({}), /separan las columnas con punto y coma/)
  assert.doesNotMatch(about({}, { contents: [CONTENTS[1]!] }), /punto y coma/)
})

test('a redaction says what, where, why and who, on the Chilean day', () => {
  const one = {
    fileId: null,
    field: 'vendedor',
    replacementFileId: null,
    what: 'Nombre de otra clienta',
    reason: 'Es de otra persona (art. 5)',
    by: 'id',
    byName: 'Ana Rojas',
    at: '2026-12-20T02:30:00.000Z',
    where: 'Todos los datos, columna «vendedor»',
  }
  const words = said({}, { redactions: [one, { ...one, byName: null }] })
  has(
    words,
    'Nombre de otra clienta | Todos los datos, columna «vendedor» | Es de otra persona (art. 5) | Ana Rojas, 19 de diciembre de 2026',
  )
  assert.ok(words.some((line) => line.endsWith('| La organización, 19 de diciembre de 2026')))
  hasNone(said(), /^Lo que se cubrió/)
})

// ── art. 5 ──

test('art. 5: only for an access the index gives the uses of the data, or where to ask for them', () => {
  const activities = [{ name: 'Ventas', lines: [['Para qué', 'Vender'] as const] }]
  const words = said({}, { activities })
  for (const line of ['Para qué se usan los datos', 'Ventas', 'Para qué | Vender']) has(words, line)
  assert.ok(
    said().includes(
      'El registro de Tienda Sur SpA no tiene actividades publicadas. Pida esta información a Pedro Soto (dpo@tiendasur.cl).',
    ),
  )
  for (const right_type of RIGHT_TYPES.filter((one): one is RightType => one !== 'ACCESS'))
    hasNone(said({ right_type }, { activities }), /^Para qué se usan/)
})

test('art. 41: the index ends with where to ask and how to complain, counted from the day of receipt', () => {
  const words = said()
  has(words, 'Si algo falta o no se entiende, escriba a Pedro Soto (dpo@tiendasur.cl) indicando su folio.')
  assert.ok(
    words.some((line) =>
      /^Puede reclamar .* dentro de 30 días hábiles desde que recibió esta respuesta/.test(line),
    ),
  )
  hasNone(said({}, { by: NAME_ALONE }), /Si algo falta/)
})

test('until the law binds the index names the judge, and says from when the cited text applies', () => {
  const words = said({}, { on: BEFORE_THE_LAW })
  assert.ok(words.some((line) => /^Puede recurrir al juez de letras/.test(line)))
  assert.ok(words.some((line) => /rige desde el 1 de diciembre de 2026/.test(line)))
  hasNone(said(), /rige desde/)
})

// ── as a file ──

test("the index as HTML opens in any browser: people's words stay text, and nothing runs or loads", () => {
  const markup = indexPage(
    indexDocument(told({ subject_name: '<script>x</script>' }, { note: '<img src=x onerror=y>' })),
  )
  assert.ok(markup.startsWith('<!doctype html>\n<html lang="es">'))
  assert.ok(markup.includes('&lt;script&gt;x&lt;/script&gt;') && markup.includes('&lt;img src=x'))
  assert.doesNotMatch(markup, /<script|<img|<link|<iframe|https?:\/\/(?!www\.w3)/)
  assert.match(
    markup,
    /content="default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'"/,
  )
  assert.match(markup, /Texto de la ley, versión 2026-12-01/)
})
