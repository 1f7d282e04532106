import { join } from 'node:path'
import { Registry } from 'prom-client'
import { createTenantAccess, type TenantAccess } from '#db/access.ts'
import { createDatabase, type Database } from '#db/database.ts'
import { openVault, WrongSecret } from '#db/keyring.ts'
import { migrate } from '#db/migrate.ts'
import { makeMonths } from '#db/months.ts'
import { openReplicas, type Replicas } from '#db/replicas/replicas.ts'
import type { Engine } from '#db/wire/engine.ts'
import { keepsStatements } from '#db/wire/pooler.ts'
import { openPostgres } from '#db/wire/postgres.ts'
import { terminalLog } from '#http/terminal-log.ts'
import { createTokens } from '#http/tokens.ts'
import type { App } from '#http/types.ts'
import type { JobEnv } from '#jobs/definition.ts'
import { counted, createMailer } from '#jobs/mailer.ts'
import { createQueue, QUEUE_SCHEMA, type Queue } from '#jobs/queue.ts'
import { createCounters } from '#kernel/counters.ts'
import type { Vault } from '#kernel/secrets.ts'
import type { Module } from '#modules/module.ts'
import { NETWORK, type Network } from '#outbound/outbound.ts'
import { createStorage } from '#storage/storage.ts'
import { buildApp } from './app.ts'
import { BadConfig, type Config } from './config.ts'
import { constraintsOf, jobsOf, MODULES } from './modules.ts'
import { inSilence, type Tell } from './progress.ts'
import { createTools } from './tools.ts'

/** Everything a running service consists of. It is built once, passed on, and closed in reverse order. */
export interface Service {
  readonly app: App
  readonly access: TenantAccess
  readonly queue: Queue
  readonly jobEnv: JobEnv
  /** The metrics of /metrics. */
  readonly registry: Registry
  close(): Promise<void>
}

const OLDEST_SERVER = 15

/** Opens the configured database, or says in one line why it cannot be used. */
export async function openEngine({ databaseUrl, databasePoolSize, dataDir }: Config): Promise<Engine> {
  if (databaseUrl) return openServer('DATABASE_URL', databaseUrl, databasePoolSize)
  // Loaded only without a server.
  return (await import('#db/embedded/embedded.ts')).openEmbedded(dataDir)
}

/** `from` is the setting that held the address, for the line that says why the server cannot be used. */
export async function openServer(from: string, url: string, poolSize: number): Promise<Engine> {
  const engine = openPostgres(url, poolSize)
  const version = await engine.asOwner('show server_version_num').catch((error) => {
    throw new BadConfig([`${from}: no se puede usar el servidor PostgreSQL: ${reasonOf(error)}.`])
  })
  const major = Math.floor(Number(version.rows[0]?.['server_version_num']) / 10_000)
  if (major >= OLDEST_SERVER) {
    if (await keepsStatements(url)) return engine
    await engine.close()
    return openPostgres(url, poolSize, { prepares: false })
  }
  throw new BadConfig([
    `${from}: debe ser un servidor PostgreSQL ${OLDEST_SERVER} o más nuevo (este es ${major}).`,
  ])
}

/** A host name with several addresses fails with several errors and no message of its own. */
function reasonOf(error: Error & { errors?: Error[] }): string {
  return error.message || error.errors?.[0]?.message || error.name
}

/**
 * Brings the schema up to date. When migrations have a login of their own, the login of the service owns nothing: no
 * statement of the service can switch off a trigger or row-level security. Returns the migrations that it applied.
 */
export async function prepareDatabase(
  config: Config,
  engine: Engine,
  modules: readonly Module[] = MODULES,
  tell: Tell = inSilence,
): Promise<string[]> {
  const { databaseMigrationUrl: url } = config
  const onPending = (count: number) =>
    tell(`Preparando la base de datos: ${count} ${count === 1 ? 'migración' : 'migraciones'}…`)
  const bringUpToDate = async (owner: Engine) => {
    const applied = await migrate(owner, undefined, onPending)
    await makeMonths(owner)
    return applied
  }
  if (url === undefined || !config.databaseUrl) return bringUpToDate(engine)
  const { rows } = await engine.asOwner('select quote_ident(current_user) as login')
  const owner = await openServer('DATABASE_MIGRATION_URL', url, 2)
  try {
    const applied = await bringUpToDate(owner)
    const queue = createQueue(owner, url, () => undefined)
    await queue.prepare(jobsOf(modules)).finally(() => queue.stop())
    await owner.asOwner(grantsTo(String(rows[0]!['login'])))
    return applied
  } finally {
    await owner.close()
  }
}

/** The service's login steps into its two roles, and reads and writes the rows of the queue. */
function grantsTo(login: string): string {
  return `grant resguardo_app, resguardo_system to ${login};
    grant select on schema_migrations to ${login};
    grant usage on schema ${QUEUE_SCHEMA} to ${login};
    grant select, insert, update, delete on all tables in schema ${QUEUE_SCHEMA} to ${login};
    grant usage, select on all sequences in schema ${QUEUE_SCHEMA} to ${login}`
}

/** The service starts even if a replica is away. */
function openReplicasOf(
  { databaseUrl, databaseReadUrls: urls, databasePoolSize: poolSize, databaseReadMaxLag: maxLagMs }: Config,
  engine: Engine,
  tell: (change: { node: string; before: string; now: string }) => void,
): Replicas | undefined {
  if (databaseUrl === undefined || urls.length === 0) return undefined
  return openReplicas(engine, {
    urls,
    primaryUrl: databaseUrl,
    poolSize,
    maxLagMs,
    onChange: ({ name, state }, before) => tell({ node: name, before, now: state }),
  })
}

/** A wrong secret stops the start instead of the first use of a seal. */
export async function openVaultOf(config: Config, database: Database, now: Date): Promise<Vault> {
  try {
    return await openVault(database, config, now)
  } catch (error) {
    if (!(error instanceof WrongSecret)) throw error
    throw new BadConfig([
      'APP_SECRET: no abre lo que guarda esta base de datos. Vuelva a poner el secreto de antes; si lo está cambiando, déjelo además en APP_SECRET_PREVIOUS; si se perdió para siempre, vea «secrets accept-loss --help».',
    ])
  }
}

/** Replaced by tests and the demo: the clock, the network, and the parts of the service. */
export interface Variations {
  now?: () => Date
  network?: Network | undefined
  modules?: readonly Module[]
  tell?: Tell
}

export async function assemble(
  config: Config,
  engine: Engine,
  { now = () => new Date(), network = NETWORK, modules = MODULES, tell = inSilence }: Variations = {},
): Promise<Service> {
  await prepareDatabase(config, engine, modules, tell)
  let log: JobEnv['log'] | undefined
  const queue = createQueue(
    engine,
    config.databaseUrl && (config.databaseDirectUrl ?? config.databaseUrl),
    (error) => log?.warn({ reason: error.message }, 'job queue'),
    {
      builds: config.databaseMigrationUrl === undefined,
      listens: engine.prepares || config.databaseDirectUrl !== undefined,
    },
  )
  const replicas = openReplicasOf(config, engine, (change) =>
    log?.[change.now === 'ready' ? 'info' : 'warn'](change, 'database replica'),
  )
  const database = createDatabase(engine, constraintsOf(modules), replicas)
  const vault = await openVaultOf(config, database, now())
  const tools = createTools(config, { modules, now, queue, vault })
  const access = createTenantAccess(database, tools)
  const counters = createCounters()
  const registry = new Registry()
  const app = await buildApp({
    counters,
    registry,
    config,
    access,
    tools,
    tokens: createTokens(tools.vault),
    network,
    modules,
    logTo: terminalLog(),
  })
  log = app.log
  const mailer = counted(
    counters,
    createMailer({
      smtpUrl: config.smtpUrl,
      from: config.mailFrom,
      outbox: join(config.dataDir, 'outbox'),
    }),
  )
  await queue.prepare(jobsOf(modules, { config, network }))
  return {
    app,
    access,
    queue,
    registry,
    jobEnv: { access, tools, mailer, storage: createStorage(config), log, counters },
    async close() {
      await app.close()
      await queue.stop()
      mailer.close()
      await replicas?.close()
      await engine.close()
    },
  }
}
