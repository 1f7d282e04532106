import type { FaultDetail } from '#kernel/failure.ts'
import { TLS_MODES, type Tls } from './engine/bounds.ts'
import { type Compiled, compileQuery, type Dialect, type Parameter, QueryFault } from './sql.ts'

export const KINDS = ['postgresql', 'mysql', 'https'] as const
export type Kind = (typeof KINDS)[number]

/** The rights for which a system is searched. */
export const RIGHTS = [
  'ACCESS',
  'RECTIFICATION',
  'DELETION',
  'OPPOSITION',
  'PORTABILITY',
  'BLOCKING',
] as const
export type Right = (typeof RIGHTS)[number]

export const RUN_STATES = ['pending', 'running', 'waiting', 'done', 'failed'] as const
export type RunStatus = (typeof RUN_STATES)[number]
export const ACTIVE: readonly RunStatus[] = ['pending', 'running', 'waiting']

export const OUTCOMES = ['found', 'nothing_found', 'kept'] as const
export type Outcome = (typeof OUTCOMES)[number]

export type Queries = Partial<Record<Right, string>>

export interface DatabaseConfig {
  host: string
  port: number
  database: string
  user: string
  tls: Tls
  /** Whether rights that change data may do so. */
  writes: boolean
}
export interface EndpointConfig {
  url: string
}
export type Config = DatabaseConfig | EndpointConfig

export const isRight = (type: string): type is Right => RIGHTS.some((right) => right === type)
export const isDatabase = (_config: Config, kind: Kind): _config is DatabaseConfig => kind !== 'https'

/** These rights ask for a copy. The others ask for an action. */
const READING: readonly Right[] = ['ACCESS', 'PORTABILITY']

/** Whether a run for this right may change data in the system. */
export function changes(kind: Kind, config: Config, right: Right): boolean {
  if (READING.includes(right)) return false
  return isDatabase(config, kind) ? config.writes : true
}

// ── settings ──

export const DEFAULT_PORTS = { postgresql: 5432, mysql: 3306 } as const

/** The settings as sent, before validation. */
export interface SentConfig {
  host?: string | null | undefined
  port?: number | null | undefined
  database?: string | null | undefined
  user?: string | null | undefined
  password?: string | null | undefined
  tls?: Tls | null | undefined
  writes?: boolean | null | undefined
  url?: string | null | undefined
  secret?: string | null | undefined
}

export type Read<T> = { value: T; faults: [] } | { value: undefined; faults: FaultDetail[] }

/** The earlier settings, with the sent fields replaced. */
export function configFrom(kind: Kind, sent: SentConfig, before?: Config): Read<Config> {
  return kind === 'https' ? endpointFrom(sent, before) : databaseFrom(kind, sent, before)
}

function databaseFrom(kind: 'postgresql' | 'mysql', sent: SentConfig, before?: Config): Read<Config> {
  const known = before as DatabaseConfig | undefined
  const merged = {
    host: (sent.host ?? known?.host ?? '').trim(),
    port: sent.port ?? known?.port ?? DEFAULT_PORTS[kind],
    database: (sent.database ?? known?.database ?? '').trim(),
    user: (sent.user ?? known?.user ?? '').trim(),
    tls: sent.tls ?? known?.tls ?? 'verify',
    writes: sent.writes ?? known?.writes ?? false,
  }
  const faults = [
    ...(isHost(merged.host) ? [] : [fault('host', 'Indique el nombre o la dirección del servidor.')]),
    ...(merged.database ? [] : [fault('database', 'Indique la base de datos.')]),
    ...(merged.user ? [] : [fault('user', 'Indique el usuario con que se conecta.')]),
    ...(TLS_MODES.includes(merged.tls) ? [] : [fault('tls', 'Elija require, verify u off.')]),
    ...strange(sent, ['url', 'secret'], 'Es de un conector HTTPS.'),
  ]
  return faults.length > 0 ? { value: undefined, faults } : { value: merged, faults: [] }
}

const DATABASE_FIELDS = ['host', 'port', 'database', 'user', 'password', 'tls', 'writes'] as const

function endpointFrom(sent: SentConfig, before?: Config): Read<Config> {
  const url = (sent.url ?? (before as EndpointConfig | undefined)?.url ?? '').trim()
  const parsed = URL.parse(url)
  const isWeb = parsed?.protocol === 'https:' || parsed?.protocol === 'http:'
  const faults = [
    ...(isWeb && !parsed.username && !parsed.password
      ? []
      : [fault('url', 'Indique una dirección https, sin usuario ni clave.')]),
    ...strange(sent, DATABASE_FIELDS, 'Es de un conector a una base de datos.'),
  ]
  return faults.length > 0 ? { value: undefined, faults } : { value: { url }, faults: [] }
}

function strange(sent: SentConfig, names: readonly (keyof SentConfig)[], message: string): FaultDetail[] {
  return names.filter((name) => sent[name] != null).map((name) => fault(name, message))
}

function isHost(host: string): boolean {
  return isIPv6(host.replace(/^\[(.*)\]$/, '$1')) || /^(?!-)[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$/i.test(host)
}

function isIPv6(text: string): boolean {
  return /^[0-9a-f.]*:[0-9a-f:.]*$/i.test(text) && URL.canParse(`http://[${text}]`)
}

function fault(field: string, message: string): FaultDetail {
  return { path: `config.${field}`, message }
}

/** A password is sent only to the server and the login it was written for. */
export function keepsPassword(before: DatabaseConfig, now: DatabaseConfig): boolean {
  const isWeaker = TLS_STRENGTH.indexOf(now.tls) < TLS_STRENGTH.indexOf(before.tls)
  const isSame = (['host', 'port', 'database', 'user'] as const).every((name) => before[name] === now[name])
  return isSame && !isWeaker
}

const TLS_STRENGTH: readonly Tls[] = ['off', 'require', 'verify']

// ── queries ──

/** Every query begins with one of these; the second list is only for rights that change data. */
const READS = ['select', 'with', 'values', 'table']
const WRITES = ['insert', 'update', 'delete', 'merge', 'replace']

export function queryFaults(kind: Kind, config: Config, queries: Queries): FaultDetail[] {
  const given = RIGHTS.filter((right) => queries[right])
  if (kind === 'https')
    return given.map((right) => ({
      path: `queries.${right}`,
      message: 'Un conector HTTPS no lleva consultas: su sistema decide qué hacer con cada derecho.',
    }))
  return given.flatMap((right) => {
    const message = queryFault(kind, config, right, queries[right]!)
    return message === undefined ? [] : [{ path: `queries.${right}`, message }]
  })
}

function queryFault(kind: Dialect, config: Config, right: Right, sql: string): string | undefined {
  try {
    const { verb, parameters } = compileQuery(sql, kind)
    const mayWrite = changes(kind, config, right)
    if (!READS.includes(verb) && !(mayWrite && WRITES.includes(verb))) {
      return WRITES.includes(verb)
        ? READING.includes(right)
          ? 'La consulta de acceso o portabilidad solo lee: empiece con SELECT o WITH.'
          : 'Para cambiar datos active «writes» en la configuración; si no, empiece con SELECT o WITH.'
        : 'Empiece con SELECT o WITH.'
    }
    if (parameters.length === 0)
      return 'Nombre a la persona con :email, :rut, :name o :folio; sin eso traería los datos de todas.'
    return undefined
  } catch (error) {
    if (error instanceof QueryFault) return error.message
    throw error
  }
}

// ── people ──

export type Person = Readonly<Record<Parameter, string | null>>

/** A made-up person: the address's domain cannot exist, and nobody has the RUT. */
export const MADE_UP: Person = {
  name: 'Persona de Prueba',
  email: 'persona.de.prueba@ejemplo.invalid',
  rut: '0-0',
  folio: 'PRUEBA-0000',
}

const WORDS: Readonly<Record<Parameter, string>> = {
  email: 'correo',
  rut: 'RUT',
  name: 'nombre',
  folio: 'folio',
}

/** The value that a query needs and the request lacks. A search for an empty value would wrongly find nothing. */
export function missingParameter({ parameters }: Compiled, person: Person): string | undefined {
  const missing = parameters.find((name) => !person[name])
  return missing && WORDS[missing]
}

// ── runs ──

/** Minutes to wait after each failed try. Undefined after the last one. */
const WAITS_MINUTES = [1, 10]
export function waitAfter(attempts: number): number | undefined {
  const minutes = WAITS_MINUTES[attempts - 1]
  return minutes === undefined ? undefined : minutes * 60_000
}

/** The answer of a company's endpoint, immediate or later. */
export interface EndpointAnswer {
  outcome: Outcome
  notes: string | null
  article: string | null
  rows: unknown[] | null
}

export function readAnswer(value: unknown): EndpointAnswer | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'La respuesta no es un objeto JSON.'
  const { outcome, notes = null, article = null, rows = null } = value as Record<string, unknown>
  const known = OUTCOMES.find((one) => one === outcome)
  if (!known) return `La respuesta no trae «outcome», que es ${OUTCOMES.join(', ')}.`
  if (notes !== null && (typeof notes !== 'string' || notes.length > 10_000))
    return '«notes» debe ser un texto de hasta 10.000 caracteres.'
  if (article !== null && (typeof article !== 'string' || article.length > 200))
    return '«article» debe ser un texto de hasta 200 caracteres.'
  if (known === 'kept' && !article?.trim())
    return 'Lo que se conserva pide «article»: la norma que lo permite.'
  if (rows !== null && !Array.isArray(rows)) return '«rows» debe ser una lista.'
  return { outcome: known, notes, article, rows }
}

/** The columns of rows that arrived as objects. */
export function columnsOf(rows: readonly unknown[]): string[] {
  const names = new Set<string>()
  for (const row of rows)
    if (typeof row === 'object' && row !== null && !Array.isArray(row))
      for (const name of Object.keys(row)) names.add(name)
  return [...names]
}
