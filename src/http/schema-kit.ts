import Type, { type Static, type TOptional, type TSchema, type TUnsafe } from 'typebox'
import { FAILURES, type FaultDetail } from '#kernel/failure.ts'
import type { List } from '#kernel/paging.ts'

/** The parts all schemas are written with. Bounds are defined here, so nobody types a maxLength twice. */

type Notes = {
  description?: string
  examples?: unknown[]
}

/** Not blank: a required string of spaces counts as missing (decisions part 1). */
const NOT_BLANK = '\\S'

const text = (maxLength: number, notes: Notes = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: NOT_BLANK, ...notes })

/** Not blank, and without line breaks, tabs and other control characters. */
const CONTROLS = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029'
export const ONE_LINE = `^[^${CONTROLS}]*[^\\s${CONTROLS}][^${CONTROLS}]*$`

/** One line: names go into subjects of mails, headers and file names. */
export const Name = (notes: Notes = {}) =>
  Type.String({ minLength: 1, maxLength: 200, pattern: ONE_LINE, ...notes })
export const ShortText = (notes?: Notes) => text(500, notes)
export const LongText = (notes?: Notes) => text(10_000, notes)
export const Document = (notes?: Notes) => text(200_000, notes)
export const BoundedText = (maxLength: number, notes?: Notes) => text(maxLength, notes)
/** May be empty: free notes, descriptions. */
export const Remark = (maxLength = 10_000, notes: Notes = {}) => Type.String({ maxLength, ...notes })
export const Email = (notes: Notes = {}) =>
  Type.String({ maxLength: 254, format: 'email', examples: ['ana@tiendasur.cl'], ...notes })
export const Id = (notes: Notes = {}) =>
  text(100, { examples: ['019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'], ...notes })
export const Instant = (notes: Notes = {}) =>
  Type.String({ format: 'date-time', maxLength: 40, examples: ['2026-12-01T12:00:00.000Z'], ...notes })
export const CalendarDate = (notes: Notes = {}) =>
  Type.String({ format: 'date', maxLength: 10, examples: ['2027-12-31'], ...notes })
export const RutText = (notes: Notes = {}) =>
  Type.String({ maxLength: 20, examples: ['12.345.678-5'], ...notes })
export const Flag = (notes: Notes = {}) => Type.Boolean(notes)
export const Count = (notes: Notes = {}) =>
  Type.Integer({ minimum: 0, maximum: 9_007_199_254_740_991, ...notes })
export const WebUrl = (notes: Notes = {}) =>
  Type.String({ format: 'uri', maxLength: 2000, examples: ['https://www.tiendasur.cl'], ...notes })

/** A list of short texts; 200 entries is more than any form shows. */
export const Texts = (notes: Notes = {}, maxItems = 200) => Type.Array(text(500), { maxItems, ...notes })

/** One of a closed list. */
export function oneOf<const T extends readonly string[]>(values: T, notes: Notes = {}): TUnsafe<T[number]> {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values], examples: [values[0]], ...notes })
}

/** Several of a closed list. */
export function someOf<const T extends readonly string[]>(values: T, notes: Notes = {}) {
  return Type.Array(oneOf(values), { maxItems: values.length * 2, ...notes })
}

/** `null` beside what the schema allows; written as a type list, which serialises faster than a union. */
export function nullable<S extends TSchema>(schema: S): TUnsafe<Static<S> | null> {
  const { type, enum: values, ...rest } = schema as unknown as { type?: string; enum?: unknown[] }
  if (type === undefined) return Type.Unsafe<Static<S> | null>({ anyOf: [schema, { type: 'null' }] })
  return Type.Unsafe<Static<S> | null>({
    ...rest,
    type: [type, 'null'],
    ...(values && { enum: [...values, null] }),
  })
}

/** In a body: may be omitted, and `null` means «none». In an update an absent field stays as it is, and `null` clears it. */
export function optional<S extends TSchema>(schema: S): TOptional<TUnsafe<Static<S> | null>> {
  return Type.Optional(nullable(schema)) as TOptional<TUnsafe<Static<S> | null>>
}

/** Like `optional`, for a text with a format. A blank text, which forms send for an empty field, is «none» too. */
export function blankable(schema: TSchema): TOptional<TUnsafe<string | null>> {
  const anyOf = [schema, { type: 'string', maxLength: 100, pattern: '^\\s*$' }, { type: 'null' }]
  return Type.Optional(Type.Unsafe<string | null>({ anyOf })) as TOptional<TUnsafe<string | null>>
}

/** Bounds of an object with free keys: each text in it, however deep, and its whole JSON. `validation.ts` checks them. */
export const FREE_LIMITS = { characters: 10_000, bytes: 100_000 } as const
const FREE_LIMITS_TEXT = 'Campos libres: cada texto hasta 10.000 caracteres, el objeto entero hasta 100 kB'

/** An object whose keys the caller chooses, within bounds. Keys under `properties` have a meaning and so a schema. */
export const FreeObject = (
  { description, ...notes }: Notes & { properties?: Record<string, TSchema> } = {},
  maxProperties = 200,
) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    maxProperties,
    additionalProperties: true,
    'x-limits': FREE_LIMITS,
    description: description ? `${description.replace(/\.$/, '')}. ${FREE_LIMITS_TEXT}` : FREE_LIMITS_TEXT,
    ...notes,
  })

/** In an answer: an object with free keys, made by the service. */
export const AnyObject = (notes: Notes = {}) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, ...notes })

// ── paths and queries ──

/** In a path: a text that is no id names nothing, so the answer is «not found». */
export const PathId = Type.String({ format: 'uuid', examples: ['019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'] })

export const ById = Type.Object({ id: PathId })

/** The furthest page whose offset is still counted exactly. */
const LAST_PAGE = Math.floor(Number.MAX_SAFE_INTEGER / 100)

export const Paging = {
  page: Type.Integer({ minimum: 1, maximum: LAST_PAGE, default: 1, description: 'Página, desde 1' }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Elementos por página' }),
}

/** For short lists, which come whole unless a page is asked for. */
export const MaybePaging = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: LAST_PAGE, description: 'Página, desde 1' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'Elementos por página; sin él, todos' }),
  ),
}

export const MaybePage = Type.Object(MaybePaging)
export type MaybePage = Static<typeof MaybePage>

/** The parameters of every list besides paging and its own filters. */
function lookups<Field extends string>({ sorts, first }: List<Field>) {
  const fields = Object.keys(sorts) as Field[]
  const orders = fields.flatMap((field): (Field | `-${Field}`)[] => [field, `-${field}`])
  return {
    q: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos',
        examples: ['boletin clientes'],
      }),
    ),
    sort: Type.Optional(
      Type.Unsafe<Field | `-${Field}`>({
        type: 'string',
        enum: orders,
        description: `Orden; con «-», de mayor a menor. Sin él, ${first}`,
        examples: [first],
      }),
    ),
    updatedSince: Type.Optional(Instant({ description: 'Solo lo que cambió desde este instante' })),
    cursor: Type.Optional(
      Type.String({
        maxLength: 2000,
        description:
          'Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor»',
        examples: [''],
      }),
    ),
  }
}

/** The query of a list: paging, order, search and its own filters. */
export function listQuery<Field extends string, Filters extends Record<string, TSchema>>(
  list: List<Field>,
  filters: Filters,
) {
  return Type.Object({ ...Paging, ...lookups(list), ...filters })
}

/** The same for a short list, which comes whole unless a page is asked for. */
export function wholeQuery<Field extends string, Filters extends Record<string, TSchema>>(
  list: List<Field>,
  filters: Filters,
) {
  return Type.Object({ ...MaybePaging, ...lookups(list), ...filters })
}

// ── answers ──

/** The version of a row that has no path of its own. */
export const RowTag = () =>
  Type.String({
    description: 'Su versión: para cambiarlo, va en «If-Match»',
    examples: ['"6b1f0e9a4c3d2b7a8f5e6d7c8b9a0f1e"'],
  })

/** A text or null, with its example. */
export const NullableText = (example: string) => nullable(Type.String({ examples: [example] }))

/** A list of texts, with its example. */
export const TextList = (...example: string[]) => Type.Array(Type.String(), { examples: [example] })

const PaginationSchema = Type.Object(
  { page: Type.Integer(), limit: Type.Integer(), total: Type.Integer(), totalPages: Type.Integer() },
  { examples: [{ page: 1, limit: 20, total: 1, totalPages: 1 }] },
)

const Success = Type.Unsafe<true>({ type: 'boolean', const: true })

/** The success envelope around a payload (contract 2.1), with the fields beside it. */
export function data<S extends TSchema>(payload: S, beside: Record<string, TSchema> = {}) {
  const example = exampleOf(payload)
  const others = Object.fromEntries(Object.entries(beside).map(([name, schema]) => [name, exampleOf(schema)]))
  return Type.Object(
    { success: Success, data: payload, ...beside },
    example === undefined ? {} : { examples: [{ success: true, data: example, ...others }] },
  )
}

const NextCursor = Type.Optional(
  Type.String({
    description: 'Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final',
  }),
)

/** The payload of a list: its contract key, and the pagination. */
export function listOf<K extends string, S extends TSchema>(key: K, item: S) {
  const example = { [key]: [exampleOf(item)], pagination: { page: 1, limit: 20, total: 1, totalPages: 1 } }
  const properties = { [key]: Type.Array(item), pagination: PaginationSchema, nextCursor: NextCursor } as {
    [P in K]: ReturnType<typeof Type.Array<S>>
  } & { pagination: typeof PaginationSchema; nextCursor: typeof NextCursor }
  return Type.Object(properties, { examples: [example] })
}

/** The answer `{ success: true }` without data. */
export const done = Type.Object({ success: Success }, { examples: [{ success: true }] })

export interface FaultBody {
  success: false
  error: { code: string; message: string; details?: FaultDetail[] }
}

/** Further refusal statuses of a route, beyond those of every route (400, 401, 403, 404, 429, 500, 503). */
export function faults<const S extends readonly number[]>(
  ...statuses: S
): Record<S[number], TUnsafe<FaultBody>> {
  const entries = statuses.map((status) => [status, Type.Unsafe<FaultBody>({ $ref: 'Fault#' })])
  return Object.fromEntries(entries) as Record<S[number], TUnsafe<FaultBody>>
}

/** The closed list of codes in contract part 7 and decisions part 1. */
const CODES = [...new Set(Object.values(FAILURES).map(([, code]) => code))].sort()

export const FAULT_SCHEMA = {
  $id: 'Fault',
  type: 'object',
  required: ['success', 'error'],
  properties: {
    success: { type: 'boolean', const: false },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: CODES, description: 'Constante estable' },
        message: { type: 'string', description: 'Texto en español para quien lo lee' },
        details: {
          type: 'array',
          items: {
            type: 'object',
            required: ['path', 'message'],
            properties: {
              path: { type: 'string' },
              message: { type: 'string' },
              rule: { type: 'string', description: 'La regla que lo impide, para programas' },
              limit: { type: 'number', description: 'El límite que se pasó' },
              changedBy: {
                type: ['string', 'null'],
                description: 'De un 412: quién cambió el registro; nulo si fue alguien de fuera',
              },
              changedAt: { type: 'string', format: 'date-time', description: 'De un 412: cuándo cambió' },
            },
          },
        },
      },
    },
  },
  examples: [
    { success: false, error: { code: 'RESOURCE_NOT_FOUND', message: 'No encontramos lo que busca.' } },
  ],
}

/** The first example of a schema. Without one, it is built from the parts. */
export function exampleOf(schema: TSchema): unknown {
  const node = schema as unknown as {
    examples?: unknown[]
    const?: unknown
    enum?: unknown[]
    type?: string | string[]
    properties?: Record<string, TSchema>
    items?: TSchema
    minimum?: number
    anyOf?: TSchema[]
  }
  if (node.examples?.length) return node.examples[0]
  if (node.const !== undefined) return node.const
  if (node.enum) return node.enum[0]
  if (node.anyOf) return exampleOf(node.anyOf[0]!)
  switch (Array.isArray(node.type) ? node.type[0] : node.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(node.properties ?? {}).map(([key, part]) => [key, exampleOf(part)]),
      )
    case 'array':
      return node.items ? [exampleOf(node.items)] : []
    case 'integer':
    case 'number':
      return node.minimum ?? 1
    case 'boolean':
      return true
    case 'string':
      return 'texto'
    default:
      return null
  }
}
