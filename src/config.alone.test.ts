import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { LAW } from '#kernel/law/law.ts'
import { BadConfig, readConfig } from './config.ts'

const SECRET = 'un secreto de treinta y dos letras o más'

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), 'resguardo-config-'))
  after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** The fault lines of a start with these variables. */
function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig({ APP_SECRET: SECRET, ...env })
    return []
  } catch (error) {
    assert.ok(error instanceof BadConfig)
    return error.faults
  }
}

test('without variables every setting has its default', () => {
  const dataDir = directory()
  const { appSecret, ...config } = readConfig({ DATA_DIR: dataDir })
  assert.ok(appSecret.length >= 32)
  assert.deepEqual(config, {
    production: false,
    mayCallPrivate: true,
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    dataDir,
    databaseUrl: undefined,
    databaseMigrationUrl: undefined,
    databaseDirectUrl: undefined,
    databasePoolSize: 8,
    databaseReadUrls: [],
    databaseReadMaxLag: 50,
    drainSeconds: 0,
    redisUrl: undefined,
    metricsToken: undefined,
    s3Url: undefined,
    smtpUrl: undefined,
    mailFrom: 'Resguardo <resguardo@localhost>',
    defaultPlan: 'PROFESSIONAL',
    signup: 'open',
    signupPlans: ['STARTER', 'PROFESSIONAL', 'BUSINESS', 'ENTERPRISE'],
    publicRateLimit: 60,
    appSecretPrevious: [],
    corsOrigins: [],
    trustProxy: false,
    logLevel: 'info',
    ai: undefined,
    chromiumPath: undefined,
    chromiumSandbox: true,
    connectorNetworks: [],
    tsaUrls: [],
    tsaCaFile: undefined,
    telemetry: undefined,
    laws: [LAW],
  })
  assert.equal(readConfig({ APP_SECRET: SECRET }).dataDir, resolve('data'))
})

test('every variable is read, without surrounding spaces', () => {
  const config = readConfig({
    NODE_ENV: 'production',
    HOST: '::',
    PORT: ' 8080 ',
    PUBLIC_URL: 'https://privacidad.ejemplo.cl/',
    DATA_DIR: '/var/lib/resguardo',
    DATABASE_URL: 'postgres://resguardo:clave@db/resguardo',
    DATABASE_MIGRATION_URL: 'postgres://duena:clave@db/resguardo',
    DATABASE_DIRECT_URL: 'postgres://directo/resguardo',
    DATABASE_POOL_SIZE: '20',
    DATABASE_READ_URLS: 'postgres://resguardo:clave@uno/resguardo, postgresql://resguardo@dos/resguardo',
    DATABASE_READ_MAX_LAG: '200',
    DRAIN_SECONDS: '5',
    REDIS_URL: 'rediss://cache:6380/2',
    METRICS_TOKEN: 'm'.repeat(16),
    APP_SECRET: SECRET,
    APP_SECRET_PREVIOUS: ` ${'y'.repeat(32)} , ${'z'.repeat(40)}`,
    S3_URL: 'https://clave:secreto@s3.ejemplo.cl/evidencias?region=sa-east-1',
    SMTP_URL: 'smtps://correo.ejemplo.cl',
    MAIL_FROM: 'Privacidad Tienda Sur <datos@tiendasur.cl>',
    DEFAULT_PLAN: 'STARTER',
    SIGNUP_PLANS: 'STARTER, PROFESSIONAL',
    PUBLIC_RATE_LIMIT: '120',
    CORS_ORIGINS: 'https://app.ejemplo.cl, http://localhost:5173',
    TRUST_PROXY: 'loopback, 10.0.0.0/8,fd00::/8',
    LOG_LEVEL: 'debug',
    AI_BASE_URL: 'http://127.0.0.1:11434/v1',
    AI_API_KEY: 'clave',
    AI_MODEL: 'llama',
    CHROMIUM_PATH: ' off ',
    CHROMIUM_SANDBOX: 'false',
    CONNECTOR_NETWORKS: '10.20.0.0/16, fd00:1::/32',
    TSA_URL: 'http://sellos.interna/tsr, https://tsa.ejemplo.cl',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://colector:4318/',
    OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'https://figuras.ejemplo.cl/v1/metrics',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20uno, x-b=2',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_TIMEOUT: '2000',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=otro,zona=sur',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
    OTEL_BSP_SCHEDULE_DELAY: '1000',
    OTEL_METRIC_EXPORT_INTERVAL: '15000',
  })
  assert.deepEqual(config, {
    production: true,
    mayCallPrivate: false,
    host: '::',
    port: 8080,
    publicUrl: 'https://privacidad.ejemplo.cl',
    dataDir: '/var/lib/resguardo',
    databaseUrl: 'postgres://resguardo:clave@db/resguardo',
    databaseMigrationUrl: 'postgres://duena:clave@db/resguardo',
    databasePoolSize: 20,
    databaseReadUrls: ['postgres://resguardo:clave@uno/resguardo', 'postgresql://resguardo@dos/resguardo'],
    databaseReadMaxLag: 200,
    databaseDirectUrl: 'postgres://directo/resguardo',
    drainSeconds: 5,
    redisUrl: 'rediss://cache:6380/2',
    metricsToken: 'm'.repeat(16),
    appSecret: SECRET,
    appSecretPrevious: ['y'.repeat(32), 'z'.repeat(40)],
    s3Url: 'https://clave:secreto@s3.ejemplo.cl/evidencias?region=sa-east-1',
    smtpUrl: 'smtps://correo.ejemplo.cl',
    mailFrom: 'Privacidad Tienda Sur <datos@tiendasur.cl>',
    defaultPlan: 'STARTER',
    signup: 'first',
    signupPlans: ['STARTER', 'PROFESSIONAL'],
    publicRateLimit: 120,
    corsOrigins: ['https://app.ejemplo.cl', 'http://localhost:5173'],
    trustProxy: 'loopback, 10.0.0.0/8, fd00::/8',
    logLevel: 'debug',
    ai: { baseUrl: 'http://127.0.0.1:11434/v1', apiKey: 'clave', model: 'llama' },
    chromiumPath: 'off',
    chromiumSandbox: false,
    connectorNetworks: ['10.20.0.0/16', 'fd00:1::/32'],
    tsaUrls: ['http://sellos.interna/tsr', 'https://tsa.ejemplo.cl'],
    tsaCaFile: undefined,
    telemetry: {
      traces: {
        url: 'http://colector:4318/v1/traces',
        headers: { authorization: 'Bearer uno', 'x-b': '2' },
      },
      metrics: {
        url: 'https://figuras.ejemplo.cl/v1/metrics',
        headers: { authorization: 'Bearer uno', 'x-b': '2' },
      },
      protocol: 'http/json',
      serviceName: 'otro',
      resourceAttributes: { zona: 'sur' },
      sampler: 'parentbased_traceidratio',
      samplerArg: 0.25,
      spanDelayMs: 1000,
      metricIntervalMs: 15_000,
      timeoutMs: 2000,
    },
    laws: [LAW],
  })
})

test('replicas are a list of addresses and require a server, and no fault shows an address', () => {
  const databaseUrl = { DATABASE_URL: 'postgres://db/resguardo' }
  assert.deepEqual(
    faultsOf({ ...databaseUrl, DATABASE_READ_URLS: 'postgres://uno/x,mysql://a:clave@dos/x' }),
    ['DATABASE_READ_URLS: debe ser una lista de URL postgres://… separadas por comas.'],
  )
  assert.deepEqual(faultsOf({ DATABASE_READ_URLS: 'postgres://uno/x' }), [
    'DATABASE_READ_URLS: son réplicas del servidor de DATABASE_URL, que falta.',
  ])
})

test('an empty variable counts as unset', () => {
  assert.deepEqual(faultsOf({ PORT: '', DATABASE_URL: '  ', DEFAULT_PLAN: '', TRUST_PROXY: '' }), [])
})

test('the default base of links follows host and port', () => {
  const linksOf = (env: Record<string, string>) => readConfig({ APP_SECRET: SECRET, ...env }).publicUrl
  assert.equal(linksOf({ HOST: 'localhost', PORT: '8080' }), 'http://localhost:8080')
  assert.equal(linksOf({ HOST: '::1' }), 'http://[::1]:3000')
})

test('trusted proxies are given as yes or no, as hops, or as addresses', () => {
  const trusted = (text: string) => readConfig({ APP_SECRET: SECRET, TRUST_PROXY: text }).trustProxy
  assert.equal(trusted('true'), true)
  assert.equal(trusted('false'), false)
  assert.equal(trusted('2'), 2)
  assert.equal(trusted('10.1.2.3'), '10.1.2.3')
})

/** Wrong values, and the valid values that the line must name. */
const WRONG: [name: string, values: string[], takes: RegExp][] = [
  ['HOST', ['http://0.0.0.0', 'a b', '-x', '127.0.0.1:80'], /una dirección o un nombre/],
  [
    'PORT',
    ['x', '-1', '65536', '3000.5', '0x50', '1e3', 'Infinity', '3000 1'],
    /número entero entre 0 y 65535/,
  ],
  ['PUBLIC_URL', ['ejemplo.cl', 'ftp://ejemplo.cl', 'https://'], /una URL http:\/\/… o https:\/\/…/],
  ['DATABASE_URL', ['mysql://db/x', 'db', 'localhost:5432'], /una URL postgres:\/\/… o postgresql:\/\/…/],
  ['DATABASE_POOL_SIZE', ['0', '101', 'muchas'], /número entero entre 1 y 100/],
  ['DATABASE_READ_MAX_LAG', ['0', '5001', '50ms'], /número entero entre 1 y 5000/],
  ['REDIS_URL', ['http://cache', 'cache'], /una URL redis:\/\/… o rediss:\/\/…/],
  ['APP_SECRET', ['corto', 'x'.repeat(31)], /al menos 32 caracteres/],
  [
    'APP_SECRET_PREVIOUS',
    ['corto', `${'x'.repeat(32)},corto`],
    /al menos 32 caracteres, separados por comas/,
  ],
  [
    'S3_URL',
    ['s3.ejemplo.cl/balde', 'https://s3.ejemplo.cl/balde', 'ftp://a:b@c/d'],
    /https:\/\/clave:secreto@servidor\/balde/,
  ],
  ['SMTP_URL', ['correo.cl', 'http://correo.cl'], /una URL smtp:\/\/… o smtps:\/\/…/],
  ['MAIL_FROM', ['nadie', 'Ana <ana>', 'a@b, c@d', 'Ana <a@b> x', '@'], /una dirección de correo/],
  ['DEFAULT_PLAN', ['GRATIS', 'starter'], /uno de STARTER, PROFESSIONAL, BUSINESS, ENTERPRISE/],
  ['SIGNUP_PLANS', ['STARTER,GRATIS', ','], /una lista de STARTER, PROFESSIONAL, BUSINESS, ENTERPRISE/],
  ['PUBLIC_RATE_LIMIT', ['0', '-5', 'x'], /número entero entre 1 y/],
  ['CORS_ORIGINS', ['*', 'app.ejemplo.cl', 'https://a.cl/ruta', 'https://a.cl/'], /una lista de orígenes/],
  [
    'TRUST_PROXY',
    ['sí', 'dad', '10.0.0.0/33', '10.0.0.0/0', '1.2.3', '::1/129', ','],
    /true, false, un número/,
  ],
  ['LOG_LEVEL', ['mucho', 'INFO'], /uno de fatal, error, warn, info, debug, trace, silent/],
  ['TSA_URL', ['sellos', 'ftp://x', 'https://a.cl, b', ','], /una lista de URL/],
  ['TSA_CA_FILE', ['/no/hay', '/etc/hostname'], /un archivo PEM/],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', ['colector:4318', 'grpc://colector'], /una URL http:\/\/… o https:\/\/…/],
  ['OTEL_EXPORTER_OTLP_HEADERS', ['clave', 'a=%zz', '=b'], /pares nombre=valor/],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', ['grpc'], /uno de http\/protobuf, http\/json/],
  ['OTEL_TRACES_SAMPLER', ['jaeger_remote'], /uno de parentbased_always_on/],
  ['OTEL_TRACES_SAMPLER_ARG', ['2', '-1', 'x', '.'], /un número entre 0 y 1/],
  ['OTEL_METRIC_EXPORT_INTERVAL', ['0', 'x'], /número entero entre 1000/],
  ['OTEL_SDK_DISABLED', ['sí'], /uno de true, false/],
  ['AI_BASE_URL', ['modelo', 'ws://x'], /una URL http:\/\/… o https:\/\/…/],
]

for (const [name, values, takes] of WRONG)
  test(`a wrong ${name} gives one line with its name and its valid values`, () => {
    for (const value of values) {
      const faults = faultsOf({ [name]: value })
      assert.equal(faults.length, 1, `${value}: ${faults.join(' | ')}`)
      assert.match(faults[0]!, new RegExp(`^${name}: [^\n]+\\.$`), value)
      assert.match(faults[0]!, takes, value)
    }
  })

test('all faults are reported at once, and secrets are not repeated', () => {
  const faults = faultsOf({
    PORT: 'x',
    LOG_LEVEL: 'y',
    DATABASE_URL: 'mysql://root:hunter2@db',
    APP_SECRET: 'hunter2',
    METRICS_TOKEN: 'hunter2',
  })
  assert.equal(faults.length, 5)
  assert.doesNotMatch(faults.join('\n'), /hunter2/)
})

test('a model endpoint needs the name of a model', () => {
  assert.deepEqual(faultsOf({ AI_BASE_URL: 'https://modelo.cl/v1' }), [
    'AI_MODEL: debe indicar el modelo cuando AI_BASE_URL está definida.',
  ])
})

test('production requires a given secret', () => {
  assert.match(faultsOf({ NODE_ENV: 'production', APP_SECRET: '' }).join(), /^APP_SECRET: es obligatoria/)
})

test('the secret is made once, whole, readable by its owner alone', () => {
  const dataDir = join(directory(), 'nuevo')
  const first = readConfig({ DATA_DIR: dataDir }).appSecret
  const file = join(dataDir, 'app-secret')
  assert.equal(readConfig({ DATA_DIR: dataDir }).appSecret, first)
  assert.equal(readFileSync(file, 'utf8'), first)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.equal(statSync(dataDir).mode & 0o777, 0o700)
  assert.deepEqual(readdirSync(dataDir), ['app-secret'])
  assert.notEqual(readConfig({ DATA_DIR: directory() }).appSecret, first)
})

test('processes that start at once agree on one secret', async () => {
  const dataDir = directory()
  const code = `import { readConfig } from ${JSON.stringify(join(import.meta.dirname, 'config.ts'))}
    process.stdout.write(readConfig({ DATA_DIR: ${JSON.stringify(dataDir)} }).appSecret)`
  const run = promisify(execFile)
  const made = await Promise.all(
    Array.from({ length: 4 }, () => run(process.execPath, ['--input-type=module', '-e', code])),
  )
  assert.equal(new Set(made.map(({ stdout }) => stdout)).size, 1)
})

test('a truncated secret, or an unusable directory, gives one line', () => {
  const dataDir = directory()
  writeFileSync(join(dataDir, 'app-secret'), '')
  assert.match(
    faultsOf({ APP_SECRET: '', DATA_DIR: dataDir }).join('\n'),
    /^APP_SECRET: «.*app-secret» está dañado\. .+$/,
  )
  const file = join(dataDir, 'archivo')
  writeFileSync(file, '')
  chmodSync(file, 0o400)
  assert.match(
    faultsOf({ APP_SECRET: '', DATA_DIR: join(file, 'x') }).join('\n'),
    /^DATA_DIR: no se puede usar «.*» \(\w+\)\.$/,
  )
})

test('the configuration is frozen', () => {
  assert.ok(Object.isFrozen(readConfig({ APP_SECRET: SECRET })))
})

test('private addresses are allowed only for trials on one machine', () => {
  const may = (more: object) => readConfig({ APP_SECRET: SECRET, ...more }).mayCallPrivate
  assert.deepEqual(
    [
      may({}),
      may({ HOST: '::1' }),
      may({ HOST: '0.0.0.0' }),
      may({ HOST: '10.0.0.4' }),
      may({ NODE_ENV: 'production' }),
    ],
    [true, true, false, false, false],
  )
})
