import { readFileSync } from 'node:fs'
import Type, { type Static } from 'typebox'
import Value from 'typebox/value'
import { isCalendarDate } from '#kernel/dates.ts'
import { LAW, type Law, type LawVersions } from '#kernel/law/law.ts'

const DAY = '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$'
const MONTH = '^\\d{4}-(0[1-9]|1[0-2])$'

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })
const day = () => Type.String({ pattern: DAY })
const whole = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })
const closed = { additionalProperties: false }
const partial = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Type.Partial(Type.Object(properties, closed), closed)

/** Longer than any term that a law would set: a larger number is a slip. */
const MOST_DAYS = 366
const address = () => Type.Union([Type.String({ pattern: '^https://\\S+$', maxLength: 500 }), Type.Null()])

/** The values that one version may change. Unknown words are refused, because they may be slips. */
const Version = Type.Object(
  {
    version: text(40),
    from: Type.Optional(day()),
    source: Type.Optional(text(500)),
    effectiveFrom: Type.Optional(day()),
    terms: Type.Optional(
      partial({
        requestDays: whole(1, MOST_DAYS),
        extensionDays: whole(1, MOST_DAYS),
        blockingBusinessDays: whole(1, MOST_DAYS),
        complaintBusinessDays: whole(1, MOST_DAYS),
        certificateYears: whole(1, 50),
        csirtAlertHours: whole(1, 24 * MOST_DAYS),
        csirtReportHours: whole(1, 24 * MOST_DAYS),
        csirtFinalDays: whole(1, MOST_DAYS),
      }),
    ),
    fines: Type.Optional(
      partial({
        maxUtm: partial({ leve: whole(1, 1e6), grave: whole(1, 1e6), gravisima: whole(1, 1e6) }),
        repeatFactor: whole(1, 10),
        repeatMonths: whole(1, 240),
        incomePercent: partial({ grave: whole(0, 100), gravisima: whole(0, 100) }),
      }),
    ),
    utm: Type.Optional(Type.Record(Type.String({ pattern: MONTH }), whole(1, 1e7), closed)),
    smeWarningUntil: Type.Optional(day()),
    agency: Type.Optional(
      partial({
        name: text(200),
        acronym: text(40),
        website: address(),
        reportChannel: Type.Union([text(500), Type.Null()]),
      }),
    ),
    adequateCountries: Type.Optional(Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), { maxItems: 250 })),
    dpiaList: Type.Optional(
      Type.Array(
        Type.Object({ name: text(500), words: Type.Array(text(200), { minItems: 1, maxItems: 50 }) }, closed),
        { maxItems: 200 },
      ),
    ),
    holidays: Type.Optional(Type.Record(Type.String({ pattern: DAY }), text(200), closed)),
  },
  closed,
)
type Version = Static<typeof Version>

/** Several versions, ordered by their days. A first version without a day replaces ours. */
const Versions = Type.Object({ versions: Type.Array(Version, { minItems: 1, maxItems: 50 }) }, closed)

/** The versions of the law with the changes of the operator's file. Throws one Spanish line per fault. */
export function readLawFile(path: string): LawVersions {
  const versions = checked(parsed(path))
  let last = LAW
  const changed = versions.map((version) => {
    last = amended(last, version)
    return last
  })
  return changed[0]!.from === null ? (changed as [Law, ...Law[]]) : [LAW, ...changed]
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new LawFileFault([code ? `no se puede leer «${path}» (${code})` : `no es JSON válido: ${message}`])
  }
}

function checked(value: unknown): Version[] {
  const isMany = typeof value === 'object' && value !== null && 'versions' in value
  const faults = faultsIn([...Value.Errors(isMany ? Versions : Version, value)])
  if (faults.length > 0) throw new LawFileFault(faults)
  const versions = isMany ? (value as Static<typeof Versions>).versions : [value as Version]
  const wrong = [...versions.flatMap(unrealDays), ...outOfOrder(versions)]
  if (wrong.length > 0) throw new LawFileFault(wrong)
  return versions
}

interface Fault {
  instancePath: string
  keyword: string
  message: string
  params: object
}

/** One line per place. Missing words share one line, and so do unknown words. */
function faultsIn(errors: readonly Fault[]): string[] {
  const told = new Map<string, string>()
  for (const { instancePath, keyword, message, params } of errors.filter((error) => !repeats(error))) {
    const isOfParts = keyword === 'required' || keyword === 'additionalProperties'
    const key = isOfParts ? `${instancePath} ${keyword}` : instancePath
    const place = instancePath.slice(1).replaceAll('/', '.') || 'el archivo'
    if (!told.has(key)) told.set(key, `${place}: ${inSpanish(keyword, params) ?? message}`)
  }
  return [...told.values()]
}

/** Faults that only repeat another one: of a union, and of an unknown word. */
function repeats({ keyword, params }: Fault): boolean {
  return keyword === 'anyOf' || keyword === 'boolean' || (keyword === 'type' && typeOf(params) === 'null')
}

const typeOf = (params: object) => String((params as { type?: unknown }).type)

const TYPES: Readonly<Record<string, string>> = {
  string: 'un texto',
  integer: 'un número entero',
  array: 'una lista',
  object: 'un objeto',
}

/** The faults of a file written by hand, in Spanish. */
function inSpanish(keyword: string, params: object): string | undefined {
  const given = params as Record<string, unknown>
  switch (keyword) {
    case 'additionalProperties':
      return `no se conoce ${listed(given['additionalProperties'])}`
    case 'required':
      return `falta ${listed(given['requiredProperties'])}`
    case 'type':
      return `el valor debe ser ${TYPES[typeOf(params)] ?? typeOf(params)}`
    case 'pattern':
      return 'el valor no tiene la forma debida (fechas 2026-12-01, meses 2026-12, países CL, direcciones https://…)'
    case 'minimum':
    case 'maximum':
      return `el número está fuera de lo posible (${String(given['comparison'])} ${String(given['limit'])})`
    case 'minItems':
      return 'la lista está vacía'
    case 'maxItems':
      return `la lista tiene más de ${String(given['limit'])}`
    case 'minLength':
      return 'el texto está vacío'
    case 'maxLength':
      return `el texto tiene más de ${String(given['limit'])} caracteres`
    default:
      return undefined
  }
}

const listed = (names: unknown) =>
  Array.isArray(names) ? names.map((name) => `«${name}»`).join(', ') : 'un dato'

function unrealDays({ from, effectiveFrom, smeWarningUntil, holidays }: Version): string[] {
  return [from, effectiveFrom, smeWarningUntil, ...Object.keys(holidays ?? {})]
    .filter((date) => date !== undefined && !isCalendarDate(date))
    .map((date) => `«${date}» no es una fecha que exista`)
}

/** Documents name a version, so its name is unique. Each version begins after the one before. */
function outOfOrder(versions: readonly Version[]): string[] {
  const isOurs = versions[0]!.from === undefined ? undefined : LAW.version
  return versions.flatMap(({ version, from }, index) => {
    if (version === isOurs) return [`la versión «${version}» es la que trae el servicio: dele otro nombre`]
    if (from === undefined && index > 0) return [`versions.${index}: falta «from», el día desde el que rige`]
    const before = versions.slice(0, index)
    if (before.some((other) => other.version === version)) return [`la versión «${version}» está dos veces`]
    const late = before.some((other) => other.from !== undefined && from !== undefined && other.from >= from)
    return late ? [`la versión «${version}» no empieza después de la anterior`] : []
  })
}

/** Changes terms, months, holidays, fines and the Agency key by key. Other values replace the previous ones. */
function amended(law: Law, version: Version): Law {
  const { from, terms, fines, utm, agency, holidays, ...rest } = version
  return {
    ...law,
    ...rest,
    from: from ?? null,
    terms: { ...law.terms, ...terms },
    fines: {
      ...law.fines,
      ...fines,
      maxUtm: { ...law.fines.maxUtm, ...fines?.maxUtm },
      incomePercent: { ...law.fines.incomePercent, ...fines?.incomePercent },
    },
    utm: { ...law.utm, ...utm },
    agency: { ...law.agency, ...agency },
    holidays: { ...law.holidays, ...holidays },
  } as Law
}

export class LawFileFault extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(faults.join('; '))
    this.faults = faults
  }
}
