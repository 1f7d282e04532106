import { Ajv, type ErrorObject, type FuncKeywordDefinition, type Options, type ValidateFunction } from 'ajv'
import fastJson from 'fast-json-stringify'
import type { FastifySchemaValidationError, FastifyServerOptions } from 'fastify'
import { isCalendarDate, isInstant } from '#kernel/dates.ts'
import { Failure, type FaultDetail } from '#kernel/failure.ts'
import { isId } from '#kernel/ids.ts'
import { isUnstorable } from '#kernel/text.ts'
import { type FREE_LIMITS, ONE_LINE } from './schema-kit.ts'

/** At most this many faults are listed: a body with a thousand mistakes needs no thousand sentences. */
const MOST_DETAILS = 50

/** Names under .cl may have ñ and accents. */
const EMAIL =
  /^[^\s@<>()[\],;:"\\]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u

const OPTIONS: Options = {
  allErrors: true,
  strict: false,
  useDefaults: true,
  validateFormats: true,
  formats: {
    email: (text: string) => EMAIL.test(text.trim()),
    'date-time': isInstant,
    date: isCalendarDate,
    uri: (text: string) => ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? ''),
    uuid: isId,
    binary: true,
  },
}

/**
 * Two compilers: bodies have typed values, while a query string is text to be read as numbers and flags. Fastify gets a
 * factory, because a scope with its own schemas would otherwise get the default compiler, which coerces bodies. Schemas
 * are compiled at first use: compiling them all would take most of the start.
 */
export const schemaController = {
  compilersFactory: {
    buildValidator(shared: Record<string, object>) {
      const ajv = lazily(() => compilersOf(Object.values(shared)))
      return ({ schema, httpPart }: { schema: object; httpPart?: string }) => {
        const compile = lazily(() => {
          const { strict, brief, reading } = ajv()
          if (httpPart !== 'body') return { whole: reading.compile(schema), brief: undefined }
          return { whole: strict.compile(schema), brief: lazily(() => brief.compile(schema)) }
        })
        const digits = lazily(() => (httpPart === 'body' ? [] : numbersIn(schema)))
        const validate = (value: unknown): boolean => {
          const { whole, brief } = compile()
          refuseSpelledNumbers(digits(), value as Record<string, unknown>)
          const chosen = brief && largeBodies.has(value as object) ? brief() : whole
          const valid = chosen(value)
          validate.errors = chosen.errors
          return valid
        }
        validate.errors = undefined as ValidateFunction['errors']
        return validate
      }
    },
    buildSerializer(shared: Record<string, object>) {
      return ({ schema, httpStatus }: { schema: object; httpStatus?: string }) => {
        // The error edge writes refusals, which need no compiled form.
        if (Number(httpStatus) >= 400) return JSON.stringify
        const serialize = lazily(() => fastJson(schema as never, { schema: shared as never }))
        return (value: unknown) => serialize()(value)
      }
    },
  },
} as unknown as NonNullable<FastifyServerOptions['schemaController']>

function numbersIn({ properties = {} }: { properties?: Record<string, { type?: unknown }> }): string[] {
  return Object.keys(properties).filter((name) => /^(integer|number)$/.test(String(properties[name]!.type)))
}

/** A number in a url is written in digits. Coercion alone would also read «0x10», «1e1» and « 5». */
function refuseSpelledNumbers(names: readonly string[], value: Record<string, unknown>): void {
  for (const name of names) {
    const sent = value[name]
    if (typeof sent === 'string' && !/^-?\d+$/.test(sent)) value[name] = 'NaN'
  }
}

/** Collecting all faults of a full mebibyte takes 0.3 s and 300 MB, so only the first fault of a large body is shown. */
export const LARGE_BODY_BYTES = 256 * 1024
export const largeBodies = new WeakSet<object>()

function compilersOf(known: object[]) {
  const options: Options = { ...OPTIONS, meta: false, validateSchema: false }
  const compiler = (more: Options = {}) =>
    new Ajv({ ...options, ...more }).addKeyword(FREE_OBJECT).addSchema(known)
  return {
    strict: compiler(),
    brief: compiler({ allErrors: false }),
    reading: compiler({ coerceTypes: 'array' }),
  }
}

/** The bounds of an object with free keys. JSON Schema cannot say «any text in it, however deep». */
const FREE_OBJECT: FuncKeywordDefinition = {
  keyword: 'x-limits',
  type: 'object',
  errors: 'full',
  compile({ characters, bytes }: typeof FREE_LIMITS) {
    const check: DataValidator = (value, context) => {
      const at = context?.instancePath ?? ''
      const long = longTexts(value, at, characters).map((path) => fault('maxLength', path, characters))
      const heavy = Buffer.byteLength(JSON.stringify(value)) > bytes
      check.errors = heavy ? [...long, fault('maxBytes', at, bytes)] : long
      return check.errors.length === 0
    }
    return check
  },
}
type DataValidator = ReturnType<NonNullable<FuncKeywordDefinition['compile']>>

const fault = (keyword: string, instancePath: string, limit: number) => ({
  keyword,
  instancePath,
  params: { limit },
})

/** The paths of texts with more characters than `most`. The depth of bodies is bounded earlier. */
function longTexts(value: unknown, path: string, most: number): string[] {
  if (typeof value === 'string') return value.length > most && [...value].length > most ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) =>
    longTexts(part, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, most),
  )
}

const compiled = new WeakMap<object, ValidateFunction>()
const bodies = lazily(() => compilersOf([]).strict)

/** The faults of a value that did not come in a body, in the words for bodies. */
export function faultsBy(schema: object, value: unknown): FaultDetail[] {
  const check = compiled.get(schema) ?? bodies().compile(schema)
  compiled.set(schema, check)
  return check(value) ? [] : explain(check.errors ?? [])
}

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

export function validationFailure(errors: FastifySchemaValidationError[], part: string): Failure {
  // A path that names nothing is «not found», whatever its fault.
  if (part === 'params') return pathNamesNothing()
  const details = explain(errors as ErrorObject[])
  const where = part === 'querystring' ? 'los parámetros de la consulta' : 'los datos enviados'
  return new Failure('malformed', `Hay errores en ${where}: ${details[0]?.message ?? 'revise el formato.'}`, {
    details,
  })
}

function pathNamesNothing(): Failure {
  return new Failure('notFound', 'No encontramos lo que busca. Revise el identificador.')
}

export function explain(errors: readonly ErrorObject[]): FaultDetail[] {
  const byPath = new Map<string, FaultDetail>()
  for (const error of withTypesJoined(errors)) {
    const path = pathOf(error)
    const message = sentence(error, path)
    const before = byPath.get(path)
    // «A date of this form» tells more than «at most ten characters»; a fault within one form more than «another form».
    const tellsMore =
      !before || error.keyword === 'format' || (before.rule === 'type' && !IN_ANOTHER_FORM.has(error.keyword))
    if (message !== undefined && tellsMore) byPath.set(path, { path, message, ...ruleOf(error) })
    if (byPath.size >= MOST_DETAILS) break
  }
  const faults = [...byPath.values()]
  // For a field of a text or a list, the fault inside the list tells more than «not a text».
  const isInside = (outer: string) => faults.some(({ path }) => path.startsWith(`${outer}[`))
  return faults.filter(({ path, rule }) => rule !== 'type' || !isInside(path))
}

/** Keywords of faults that only say the value has another of the field's forms. */
const IN_ANOTHER_FORM: ReadonlySet<string> = new Set(['type', 'anyOf', 'oneOf'])

/** Joins the type faults of a field with several forms into one. */
function withTypesJoined(errors: readonly ErrorObject[]): ErrorObject[] {
  const wanted = new Map<string, string[]>()
  return errors.flatMap((error) => {
    if (error.keyword !== 'type') return [error]
    const known = wanted.get(error.instancePath)
    const types = [(error.params as { type: string | string[] }).type].flat()
    if (known) known.push(...types.filter((type) => !known.includes(type)))
    else wanted.set(error.instancePath, types)
    return known ? [] : [{ ...error, params: { type: types } }]
  })
}

/** The broken rule by its JSON Schema name, and its bound. A blank text counts as missing. */
function ruleOf({ keyword, params }: ErrorObject): Pick<FaultDetail, 'rule' | 'limit'> {
  const { limit, pattern } = params as { limit?: number; pattern?: string }
  if ((keyword === 'minLength' && limit === 1) || pattern === '\\S') return { rule: 'required' }
  return { rule: keyword, ...(limit !== undefined && { limit }) }
}

/** `/stages/0/name` reads `stages[0].name`. */
function pathOf({ instancePath, keyword, params }: ErrorObject): string {
  const parts = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (keyword === 'required') parts.push(params['missingProperty'] as string)
  return parts.reduce(
    (path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path ? `${path}.${part}` : part),
    '',
  )
}

const TYPE_NAMES: Record<string, string> = {
  string: 'texto',
  number: 'un número',
  integer: 'un número entero',
  boolean: 'verdadero o falso (true o false)',
  array: 'una lista',
  object: 'un objeto',
  null: 'nulo',
}

const FORMAT_NAMES: Record<string, string> = {
  email: 'un correo electrónico, por ejemplo ana@empresa.cl',
  'date-time': 'una fecha y hora con zona, por ejemplo 2026-12-01T09:30:00-03:00',
  date: 'una fecha que exista, con el formato AAAA-MM-DD',
  uri: 'una dirección http o https completa',
}

const counted = (limit: unknown, one: string, many: string) => `${limit} ${limit === 1 ? one : many}`

/** One sentence per kind of fault. Undefined for faults that only repeat another one. */
function sentence({ keyword, params }: ErrorObject, path: string): string | undefined {
  const name = path === '' ? 'El cuerpo de la solicitud' : `«${path}»`
  const p = params as Record<string, unknown>
  switch (keyword) {
    case 'required':
      return `${name} es obligatorio.`
    case 'type': {
      const wanted = (Array.isArray(p['type']) ? p['type'] : String(p['type']).split(',')).filter(
        (t) => t !== 'null',
      )
      if (wanted.length === 0) return undefined
      return `${name} debe ser ${wanted.map((t) => TYPE_NAMES[t as string] ?? t).join(' o ')}.`
    }
    case 'enum':
      return `${name} debe ser uno de: ${(p['allowedValues'] as unknown[]).filter((v) => v !== null).join(', ')}.`
    case 'const':
      return `${name} debe ser ${JSON.stringify(p['allowedValue'])}.`
    case 'format':
      return `${name} debe ser ${FORMAT_NAMES[p['format'] as string] ?? 'un texto con otro formato'}.`
    case 'minLength':
      return Number(p['limit']) <= 1
        ? `${name} es obligatorio.`
        : `${name} debe tener al menos ${p['limit']} caracteres.`
    case 'maxLength':
      return `${name} debe tener como máximo ${counted(p['limit'], 'carácter', 'caracteres')}.`
    case 'pattern':
      if (p['pattern'] === ONE_LINE)
        return `${name} es obligatorio y va en una sola línea, sin saltos ni tabulaciones.`
      return p['pattern'] === '\\S'
        ? `${name} es obligatorio y no puede estar en blanco.`
        : `${name} no tiene el formato esperado.`
    case 'minimum':
    case 'exclusiveMinimum':
      return `${name} debe ser ${keyword === 'minimum' ? 'mayor o igual que' : 'mayor que'} ${p['limit']}.`
    case 'maximum':
    case 'exclusiveMaximum':
      return `${name} debe ser ${keyword === 'maximum' ? 'menor o igual que' : 'menor que'} ${p['limit']}.`
    case 'minItems':
      return `${name} debe tener al menos ${counted(p['limit'], 'elemento', 'elementos')}.`
    case 'maxItems':
      return `${name} debe tener como máximo ${counted(p['limit'], 'elemento', 'elementos')}.`
    case 'maxBytes':
      return `${name} debe ocupar como máximo ${Number(p['limit']) / 1000} kB.`
    case 'uniqueItems':
      return `${name} no puede repetir elementos.`
    case 'maxProperties':
      return `${name} debe tener como máximo ${counted(p['limit'], 'campo', 'campos')}.`
    case 'anyOf':
    case 'oneOf':
      return `${name} no tiene ninguna de las formas aceptadas.`
    case 'if':
      return undefined
    default:
      return `${name} no es válido.`
  }
}

/** JSON can write characters that PostgreSQL cannot store only as these escapes. A rare match triggers the full search. */
const SUSPECT = /\\u(0000|d[89a-f])/i

/** A percent-encoded NUL is the only part of a url that PostgreSQL cannot store. */
export function assertStorableUrl(params: unknown, query: unknown): void {
  // Like any other path that names nothing.
  if (findUnstorable(params, '') !== undefined) throw pathNamesNothing()
  refuseUnstorable(query)
}

/** Throws for U+0000 and lone surrogates anywhere in a parsed body, keys included. */
export function assertStorable(raw: string, body: unknown): void {
  if (SUSPECT.test(raw)) refuseUnstorable(body)
}

function refuseUnstorable(value: unknown): void {
  const path = findUnstorable(value, '')
  if (path === undefined) return
  const message = `«${path || 'cuerpo'}» contiene caracteres que no se pueden guardar (nulos o incompletos).`
  throw new Failure('malformed', message, { details: [{ path, message }] })
}

function findUnstorable(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return isUnstorable(value) ? path : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, part] of Object.entries(value)) {
    const here = path === '' ? key : `${path}.${key}`
    if (isUnstorable(key)) return path
    const found = findUnstorable(part, here)
    if (found !== undefined) return found
  }
  return undefined
}
