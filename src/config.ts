import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isIP, isIPv4 } from 'node:net'
import { join, resolve } from 'node:path'
import { LAW, type LawVersions } from '#kernel/law/law.ts'
import { PLAN_NAMES, type Plan } from '#kernel/plans.ts'
import { SIGNUPS, type Signup } from '#kernel/signup.ts'
import { LawFileFault, readLawFile } from './law-file.ts'
import { readTelemetry, type Telemetry } from './telemetry-config.ts'

/** Decisions part 3: everything has a default, and without settings the whole service runs on one machine. */
export interface Config {
  readonly production: boolean
  /** Allows webhooks and providers at private addresses. */
  readonly mayCallPrivate: boolean
  readonly host: string
  readonly port: number
  readonly publicUrl: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** The owner of the schema, for migrations; then the login of `databaseUrl` owns nothing. */
  readonly databaseMigrationUrl: string | undefined
  /** The server without the pooler of `databaseUrl`, for listening sessions (LISTEN) and for migrations. */
  readonly databaseDirectUrl: string | undefined
  readonly databasePoolSize: number
  /** Replicas of that server, which answer reads. */
  readonly databaseReadUrls: readonly string[]
  /** In milliseconds: a read waits this long for a replica, and a replica further behind gets no reads. */
  readonly databaseReadMaxLag: number
  /** How long a stopping process announces itself to its balancer, and still answers, before it closes. */
  readonly drainSeconds: number
  readonly redisUrl: string | undefined
  /** The token that readers of /metrics send. Without one, only this machine may read it. */
  readonly metricsToken: string | undefined
  readonly appSecret: string
  /** Earlier secrets: they open old seals and make no new ones. */
  readonly appSecretPrevious: readonly string[]
  /** A bucket for uploaded files, `https://key:secret@host/bucket?region=…`. Without it they stay in DATA_DIR. */
  readonly s3Url: string | undefined
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  readonly defaultPlan: Plan
  readonly signupPlans: readonly Plan[]
  readonly signup: Signup
  readonly publicRateLimit: number
  readonly corsOrigins: readonly string[]
  readonly trustProxy: boolean | string | number
  readonly logLevel: string
  readonly ai:
    | { readonly baseUrl: string; readonly apiKey: string | undefined; readonly model: string }
    | undefined
  /** The browser for the cookie scanner. Without it, an installed one is used; `off` means none. */
  readonly chromiumPath: string | undefined
  /** Chromium's own sandbox: off where the machine does not offer one. */
  readonly chromiumSandbox: boolean
  /** Private networks that connectors may call, also without encryption. */
  readonly connectorNetworks: readonly string[]
  /** Time-stamp authorities that stamp the heads of evidence. Without any, only our own clock dates them. */
  readonly tsaUrls: readonly string[]
  /** The root certificates of those authorities, in PEM. */
  readonly tsaCaFile: string | undefined
  /** Where traces and metrics are sent. Undefined sends none. */
  readonly telemetry: Telemetry | undefined
  /** The fixed values of the law, version by version, with the changes of the operator's file. */
  readonly laws: LawVersions
}

type Env = Readonly<Record<string, string | undefined>>

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const SHORTEST_SECRET = 32
/** These values may carry a credential, so they are never shown. */
const SECRET = /SECRET|KEY|TOKEN|URL|HEADERS|ENDPOINT/
const HOST_NAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i
const SENDER = /^([^\s<>@]+@[^\s<>@]+|[^<>\r\n]+ <[^\s<>@]+@[^\s<>@]+>)$/
const NETWORK_NAMES: readonly string[] = ['loopback', 'linklocal', 'uniquelocal']

/** Thrown with all bad values at once, one line each. */
export class BadConfig extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

export function readConfig(env: Env): Config {
  const faults: string[] = []
  const value = (name: string) => env[name]?.trim() || undefined

  function take<T>(name: string, fallback: T, expects: string, parse: (text: string) => T | undefined): T {
    const text = value(name)
    if (text === undefined) return fallback
    const parsed = parse(text)
    if (parsed !== undefined) return parsed
    const shown = SECRET.test(name) ? '' : ` (recibido: «${text}»)`
    faults.push(`${name}: debe ser ${expects}${shown}.`)
    return fallback
  }

  const url = (name: string, protocols: string[]) =>
    take<string | undefined>(
      name,
      undefined,
      `una URL ${protocols.map((p) => `${p}//…`).join(' o ')}`,
      (text) => (protocols.includes(URL.parse(text)?.protocol ?? '') ? text.replace(/\/+$/, '') : undefined),
    )
  const integer = (name: string, fallback: number, low: number, high: number) =>
    take(name, fallback, `un número entero entre ${low} y ${high}`, (text) => {
      const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
      return number >= low && number <= high ? number : undefined
    })
  const oneOf = <T extends string>(name: string, fallback: T, list: readonly T[]) =>
    take(name, fallback, `uno de ${list.join(', ')}`, (text) => list.find((known) => known === text))

  const production = value('NODE_ENV') === 'production'
  const host = take('HOST', '127.0.0.1', 'una dirección o un nombre de esta máquina', (text) =>
    isIP(text) || HOST_NAME.test(text) ? text : undefined,
  )
  const port = integer('PORT', 3000, 0, 65535)
  const dataDir = resolve(value('DATA_DIR') ?? './data')
  const aiBaseUrl = url('AI_BASE_URL', ['http:', 'https:'])
  if (aiBaseUrl && !value('AI_MODEL'))
    faults.push('AI_MODEL: debe indicar el modelo cuando AI_BASE_URL está definida.')
  if (production && !value('APP_SECRET')) {
    faults.push(
      `APP_SECRET: es obligatoria con NODE_ENV=production (al menos ${SHORTEST_SECRET} caracteres al azar).`,
    )
  }
  if (value('DATABASE_READ_URLS') && !value('DATABASE_URL'))
    faults.push('DATABASE_READ_URLS: son réplicas del servidor de DATABASE_URL, que falta.')
  const planList = (text: string) => {
    const plans = list(text)
    return plans.every(isPlan) && plans.length > 0 ? plans : undefined
  }

  const lawFile = value('LAW_FILE')
  let laws: LawVersions = [LAW]
  try {
    if (lawFile) laws = readLawFile(resolve(lawFile))
  } catch (error) {
    if (!(error instanceof LawFileFault)) throw error
    faults.push(...error.faults.map((fault) => `LAW_FILE: ${fault}.`))
  }

  const config = {
    laws,
    telemetry: readTelemetry({ value, take, url, integer, oneOf }),
    production,
    // Strangers may reach a service that listens beyond this machine, and could call the network behind it.
    mayCallPrivate: !production && isLoopback(host),
    host,
    port,
    publicUrl:
      url('PUBLIC_URL', ['http:', 'https:']) ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    dataDir,
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
    databaseMigrationUrl: url('DATABASE_MIGRATION_URL', ['postgres:', 'postgresql:']),
    databaseDirectUrl: url('DATABASE_DIRECT_URL', ['postgres:', 'postgresql:']),
    databasePoolSize: integer('DATABASE_POOL_SIZE', 8, 1, 100),
    databaseReadUrls: take<readonly string[]>(
      'DATABASE_READ_URLS',
      [],
      'una lista de URL postgres://… separadas por comas',
      (text) => (list(text).every(isPostgres) ? list(text) : undefined),
    ),
    databaseReadMaxLag: integer('DATABASE_READ_MAX_LAG', 50, 1, 5000),
    drainSeconds: integer('DRAIN_SECONDS', 0, 0, 300),
    redisUrl: url('REDIS_URL', ['redis:', 'rediss:']),
    metricsToken: take<string | undefined>(
      'METRICS_TOKEN',
      undefined,
      'un texto de al menos 16 caracteres',
      (text) => (text.length >= 16 ? text : undefined),
    ),
    s3Url: take<string | undefined>(
      'S3_URL',
      undefined,
      'una URL como https://clave:secreto@servidor/balde?region=us-east-1',
      (text) => (isBucket(URL.parse(text)) ? text : undefined),
    ),
    smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: take(
      'MAIL_FROM',
      'Resguardo <resguardo@localhost>',
      'una dirección de correo, sola o como Nombre <dirección>',
      (text) => (SENDER.test(text) ? text : undefined),
    ),
    defaultPlan: oneOf<Plan>('DEFAULT_PLAN', 'PROFESSIONAL', PLAN_NAMES),
    signupPlans: take<readonly Plan[]>(
      'SIGNUP_PLANS',
      PLAN_NAMES,
      `una lista de ${PLAN_NAMES.join(', ')}`,
      planList,
    ),
    signup: oneOf<Signup>('SIGNUP', production ? 'first' : 'open', SIGNUPS),
    publicRateLimit: integer('PUBLIC_RATE_LIMIT', 60, 1, 1_000_000),
    corsOrigins: take<readonly string[]>(
      'CORS_ORIGINS',
      [],
      'una lista de orígenes como https://app.ejemplo.cl',
      (text) => (list(text).every((origin) => URL.parse(origin)?.origin === origin) ? list(text) : undefined),
    ),
    trustProxy: take<boolean | string | number>(
      'TRUST_PROXY',
      false,
      'true, false, un número de saltos, o una lista de direcciones y redes como 10.0.0.0/8',
      parseTrust,
    ),
    logLevel: oneOf('LOG_LEVEL', 'info', LOG_LEVELS),
    ai: aiBaseUrl
      ? { baseUrl: aiBaseUrl, apiKey: value('AI_API_KEY'), model: value('AI_MODEL') ?? '' }
      : undefined,
    chromiumPath: take<string | undefined>(
      'CHROMIUM_PATH',
      undefined,
      'el archivo de un Chromium o Chrome que exista, o «off»',
      (text) => (text === 'off' || existsSync(text) ? text : undefined),
    ),
    chromiumSandbox: oneOf('CHROMIUM_SANDBOX', 'true', ['true', 'false']) === 'true',
    connectorNetworks: take<readonly string[]>(
      'CONNECTOR_NETWORKS',
      [],
      'una lista de redes como 10.20.0.0/16',
      (text) =>
        list(text).every((network) => isNetwork(network) && !NETWORK_NAMES.includes(network))
          ? list(text)
          : undefined,
    ),
    tsaUrls: take<readonly string[]>(
      'TSA_URL',
      [],
      'una lista de URL http://… o https://… separadas por comas',
      (text) => {
        const urls = list(text)
        const isGood =
          urls.length > 0 && urls.every((one) => /^https?:$/.test(URL.parse(one)?.protocol ?? ''))
        return isGood ? urls : undefined
      },
    ),
    tsaCaFile: take<string | undefined>(
      'TSA_CA_FILE',
      undefined,
      'un archivo PEM que exista, con los certificados de las autoridades de sellado',
      (text) =>
        existsSync(text) && readFileSync(text, 'utf8').includes('-----BEGIN CERTIFICATE-----')
          ? resolve(text)
          : undefined,
    ),
    appSecret: take('APP_SECRET', '', `un secreto de al menos ${SHORTEST_SECRET} caracteres`, (text) =>
      text.length >= SHORTEST_SECRET ? text : undefined,
    ),
    appSecretPrevious: take<readonly string[]>(
      'APP_SECRET_PREVIOUS',
      [],
      `una lista de secretos anteriores de al menos ${SHORTEST_SECRET} caracteres, separados por comas`,
      (text) => (list(text).every((secret) => secret.length >= SHORTEST_SECRET) ? list(text) : undefined),
    ),
  }
  if (faults.length > 0) throw new BadConfig(faults)
  return Object.freeze({ ...config, appSecret: config.appSecret || keptSecret(dataDir) })
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
}

/** Credentials of the url may be percent-encoded, as the standard says. */
function isBucket(url: URL | null): boolean {
  const named = url !== null && ['http:', 'https:'].includes(url.protocol) && url.pathname.length > 1
  return named && url.username !== '' && url.password !== ''
}

function isPostgres(text: string): boolean {
  return ['postgres:', 'postgresql:'].includes(URL.parse(text)?.protocol ?? '')
}

function isPlan(text: string): text is Plan {
  return (PLAN_NAMES as readonly string[]).includes(text)
}

/** The values that `proxy-addr` understands, checked here so that a slip gives one line and no stack trace. */
function parseTrust(text: string): boolean | string | number | undefined {
  if (text === 'true' || text === 'false') return text === 'true'
  if (/^\d+$/.test(text)) return Number(text)
  const parts = list(text)
  return parts.length > 0 && parts.every(isNetwork) ? parts.join(', ') : undefined
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  if (NETWORK_NAMES.includes(text)) return true
  if (!isIP(address) || rest.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (isIPv4(address) ? 32 : 128))
}

/**
 * Made once and kept beside the data it protects: without it the stored secrets are unreadable. It is first written whole
 * under another name, because two processes may start at once and neither may read half of it.
 */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'app-secret')
  try {
    if (!existsSync(file)) {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 })
      const draft = `${file}.${process.pid}`
      writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
      try {
        linkSync(draft, file)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      } finally {
        rmSync(draft)
      }
    }
    const secret = readFileSync(file, 'utf8').trim()
    if (secret.length >= SHORTEST_SECRET) return secret
  } catch (error) {
    throw new BadConfig([
      `DATA_DIR: no se puede usar «${dataDir}» (${(error as NodeJS.ErrnoException).code}).`,
    ])
  }
  throw new BadConfig([
    `APP_SECRET: «${file}» está dañado. Restáurelo de un respaldo: sin él no se pueden leer los secretos guardados.`,
  ])
}
