import { join } from 'node:path'
import type { Tools } from '#db/context.ts'
import { createDatabase } from '#db/database.ts'
import { createDoors, type Doors } from '#db/doors.ts'
import { openEmbedded } from '#db/embedded.ts'
import type { Engine } from '#db/engine.ts'
import { migrate } from '#db/migrate.ts'
import { openPostgres } from '#db/postgres.ts'
import type { Internet } from '#http/outbound.ts'
import { createTokens } from '#http/tokens.ts'
import type { App } from '#http/types.ts'
import type { JobEnv } from '#jobs/definition.ts'
import { MAIL_JOB } from '#jobs/mail.ts'
import { createMailer } from '#jobs/mailer.ts'
import { createQueue, type Queue } from '#jobs/queue.ts'
import { createVault } from '#kernel/secrets.ts'
import { buildApp } from './app.ts'
import { BadConfig, type Config } from './config.ts'
import { MODULES } from './modules.ts'

/** Everything a running service consists of; built once, passed on, and closed in the opposite order. */
export interface Service {
  readonly app: App
  readonly doors: Doors
  readonly queue: Queue
  readonly jobEnv: JobEnv
  close(): Promise<void>
}

const OLDEST_SERVER = 15

/** Opens the configured database, or says in one line why it cannot be used. */
export function openEngine(config: Config): Promise<Engine> {
  if (!config.databaseUrl) return openEmbedded(config.dataDir)
  return openServer('DATABASE_URL', config.databaseUrl, config.databasePoolSize)
}

/** `from` is where the address was given, for the line that says why the server cannot be used. */
export async function openServer(from: string, url: string, poolSize: number): Promise<Engine> {
  const engine = openPostgres(url, poolSize)
  const version = await engine.asOwner('show server_version_num').catch((error) => {
    throw new BadConfig([`${from}: no se puede usar el servidor PostgreSQL: ${reasonOf(error)}.`])
  })
  const major = Math.floor(Number(version.rows[0]?.['server_version_num']) / 10_000)
  if (major >= OLDEST_SERVER) return engine
  throw new BadConfig([
    `${from}: debe ser un servidor PostgreSQL ${OLDEST_SERVER} o más nuevo (este es ${major}).`,
  ])
}

/** A name with several addresses fails with several errors and no message of its own. */
function reasonOf(error: Error & { errors?: Error[] }): string {
  return error.message || error.errors?.[0]?.message || error.name
}

/** `now` and `internet` are replaced by tests: to stand at a certain instant, and to see the outside as they set it up. */
export async function assemble(
  config: Config,
  engine: Engine,
  now: () => Date = () => new Date(),
  internet?: Internet,
): Promise<Service> {
  await migrate(engine)
  const vault = createVault(config.appSecret)
  let log: JobEnv['log'] | undefined
  const queue = createQueue(engine, config.databaseUrl, (error) =>
    log?.warn({ reason: error.message }, 'job queue'),
  )
  const tools: Tools = { vault, publicUrl: config.publicUrl, production: config.production, now, queue }
  const doors = createDoors(createDatabase(engine), tools)
  const app = await buildApp({ config, doors, tools, tokens: createTokens(vault), internet })
  log = app.log
  const mailer = createMailer({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    outbox: join(config.dataDir, 'outbox'),
  })
  await queue.prepare([MAIL_JOB, ...MODULES.flatMap(({ jobs }) => jobs ?? [])])
  return {
    app,
    doors,
    queue,
    jobEnv: { doors, tools, mailer, log },
    async close() {
      await app.close()
      await queue.stop()
      mailer.close()
      await engine.close()
    },
  }
}
