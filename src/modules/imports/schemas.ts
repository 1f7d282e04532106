import Type, { type Static } from 'typebox'
import { Count, Flag, Id, Instant, listQuery, NullableText, nullable, oneOf } from '#http/schema-kit.ts'
import { newestFirst } from '#kernel/paging.ts'
import { BOUNDS } from '#sheets/bounds.ts'
import { ACTIONS, MAPPED_BY, STATUSES, TARGETS } from './rules.ts'

// ── input ──

export const ImportForm = Type.Object({
  file: Type.String({
    format: 'binary',
    maxLength: BOUNDS.fileBytes,
    description: 'Libro de Excel (.xlsx) o texto separado por comas o punto y coma (.csv); hasta 5.000 filas',
  }),
  target: oneOf(TARGETS, { description: 'Qué son las filas' }),
  dryRun: Type.Optional(
    Flag({ description: 'Con true, que es lo usual, solo muestra qué haría; se confirma aparte' }),
  ),
  mapping: Type.Optional(
    Type.String({
      maxLength: 100_000,
      description: 'Objeto JSON: por título de columna, el campo que significa, o null para no traerla',
      examples: ['{"Nombre del tratamiento":"name","Comentarios":null}'],
    }),
  ),
})

export const ImportQuery = Type.Object({
  action: Type.Optional(oneOf(ACTIONS, { description: 'Solo las filas con este resultado' })),
})
export type ImportQuery = Static<typeof ImportQuery>

export const IMPORTS = newestFirst('imports', {})

export const ImportsQuery = listQuery(IMPORTS, {
  target: Type.Optional(oneOf(TARGETS, { description: 'Solo las de estas filas' })),
})
export type ImportsQuery = Static<typeof ImportsQuery>

export const ByTarget = Type.Object({ target: oneOf(TARGETS, { description: 'Qué se va a traer' }) })

export const TemplateQuery = Type.Object({
  format: Type.Optional(oneOf(['xlsx', 'csv'] as const, { description: 'xlsx (por defecto) o csv' })),
})

// ── output ──

const Totals = Type.Object({
  rows: Count({ examples: [120] }),
  create: Count({ examples: [100] }),
  update: Count({ examples: [15] }),
  skip: Count({ examples: [5] }),
  refuse: Count({ examples: [0] }),
})

const summary = {
  id: Id(),
  target: oneOf(TARGETS),
  status: oneOf(STATUSES, {
    description:
      'PENDING: se está leyendo; READY: espera confirmación; APPLYING: se está guardando; DONE: guardado; FAILED: no se guardó nada',
  }),
  progress: Type.Integer({ minimum: 0, maximum: 100, examples: [100] }),
  dryRun: Flag(),
  fileName: Type.String({ examples: ['rat.xlsx'] }),
  totals: nullable(Totals),
  error: NullableText('La planilla no tiene filas con datos debajo de los títulos.'),
  createdAt: Instant(),
  completedAt: nullable(Instant()),
}

export const ImportSummary = Type.Object(summary)

export const MappedColumn = Type.Object({
  column: Type.String({ description: 'Su letra en la planilla', examples: ['B'] }),
  heading: Type.String({ examples: ['Nombre del tratamiento'] }),
  field: nullable(Type.String({ description: 'Nulo: no se trae', examples: ['name'] })),
  label: NullableText('Actividad'),
  confidence: Type.Number({ minimum: 0, maximum: 1, examples: [0.9] }),
  by: oneOf(MAPPED_BY, {
    description:
      'Elegido al enviar, recordado de antes, título exacto, sinónimo, parecido, solo informativo, o nadie',
    examples: ['synonym'],
  }),
})

export const ImportRow = Type.Object({
  row: Type.Integer({ minimum: 1, description: 'Como la numera la planilla', examples: [2] }),
  action: oneOf(ACTIONS),
  reasons: Type.Array(Type.String(), {
    description: 'Por qué se rechaza',
    examples: [['«Base de licitud» es obligatorio.']],
  }),
  name: NullableText('Boletín mensual'),
  id: nullable(Id()),
  changes: Type.Array(Type.String(), {
    description: 'Los títulos de las celdas que cambian el registro',
    examples: [['Finalidad']],
  }),
})

export const Import = Type.Object({
  ...summary,
  mapping: Type.Array(MappedColumn),
  unmapped: Type.Array(Type.String(), {
    description: 'Títulos que no se traen',
    examples: [['Comentarios']],
  }),
  fields: Type.Array(
    Type.Object({
      field: Type.String({ examples: ['name'] }),
      label: Type.String({ examples: ['Actividad'] }),
      required: Flag(),
    }),
    { description: 'Los campos a los que puede asignar una columna' },
  ),
  rows: Type.Array(ImportRow, {
    description: 'Se borran a los 7 días de terminada; quedan los totales',
  }),
})
export type Import = Static<typeof Import>

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const TEMPLATE_FILE = {
  description: 'Planilla vacía, con sus listas y sus fechas',
  types: [XLSX, 'text/csv'],
}
