import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createTenantAccess, type TenantAccess } from '#db/access.ts'
import { audit } from '#db/audit.ts'
import type { Tools } from '#db/context.ts'
import { type CopiedTable, copyDatabase } from '#db/copy.ts'
import { createDatabase } from '#db/database.ts'
import { openEmbedded } from '#db/embedded/embedded.ts'
import { acceptLoss } from '#db/keyring.ts'
import { type Resealed, resealAll } from '#db/sealed.ts'
import type { Engine } from '#db/wire/engine.ts'
import { QUEUE_SCHEMA, queueSchemaText } from '#jobs/queue.ts'
import type { Plan } from '#kernel/plans.ts'
import { hashPassword, setDisabledByEmail, setPasswordByEmail } from '#modules/auth/public.ts'
import { OPERATOR } from '#modules/settings/public.ts'
import type { Config } from '#src/config.ts'
import { constraintsOf, MODULES, sealsOf } from '#src/modules.ts'
import { openEngine, openServer, openVaultOf, prepareDatabase } from '#src/service.ts'
import { createTools } from '#src/tools.ts'

/** The operator's acts from the command line: above tenants, and without a running server. */

export async function migrateDatabase(config: Config): Promise<string[]> {
  const engine = await openEngine(config)
  return prepareDatabase(config, engine).finally(() => engine.close())
}

export function listTenants(config: Config) {
  return withAccess(config, (access) =>
    access.lookUp('list tenants for the operator', (db) =>
      db
        .selectFrom('tenants as t')
        .select((eb) => [
          't.slug',
          't.plan',
          't.name',
          't.suspended_at',
          't.moved_to',
          't.deletion_due_at',
          eb
            .selectFrom('memberships as m')
            .whereRef('m.tenant_id', '=', 't.id')
            .where('m.status', '=', 'ACTIVE')
            .select(eb.fn.countAll<number>().as('n'))
            .as('members'),
        ])
        .orderBy('t.slug')
        .execute(),
    ),
  )
}

/** The organisation's own audit log shows the operator's act. False if no organisation has the slug. */
export function setPlan(config: Config, slug: string, plan: Plan): Promise<boolean> {
  const change = (access: TenantAccess) =>
    access.asSystem('the operator changes a plan', async (db, enter) => {
      const tenant = await db
        .selectFrom('tenants')
        .select(['id', 'plan'])
        .where('slug', '=', slug)
        .forUpdate()
        .executeTakeFirst()
      if (!tenant) return false
      const { id } = tenant
      await db.updateTable('tenants').set({ plan, updated_at: new Date() }).where('id', '=', id).execute()
      const ctx = await enter({ id, plan }, OPERATOR)
      const changed = { before: { plan: tenant.plan }, after: { plan } }
      await audit(ctx, { action: 'set_plan', entityType: 'tenant', entityId: id, ...changed })
      return true
    })
  return withAccess(config, change)
}

export function setDisabled(config: Config, email: string, disabled: boolean): Promise<boolean> {
  return withAccess(config, (access) => setDisabledByEmail(access, email, disabled, new Date()))
}

/** Returns the new password, which is shown once. Undefined if there is no such account. */
export async function resetPassword(config: Config, email: string): Promise<string | undefined> {
  const password = randomBytes(12).toString('base64url')
  const hash = await hashPassword(password)
  const found = await withAccess(config, (access) => setPasswordByEmail(access, email, hash, new Date()))
  return found ? password : undefined
}

export function rotateSecrets(config: Config, onColumn: (done: Resealed) => void): Promise<Resealed[]> {
  return withAccess(config, (access, { vault }) => resealAll(access, vault, sealsOf(MODULES), onColumn))
}

/** Returns the number of installation keys that were made again. */
export async function acceptLostSecret(config: Config): Promise<number> {
  const engine = await openEngine(config)
  try {
    await prepareDatabase(config, engine)
    return await acceptLoss(createDatabase(engine), config, new Date())
  } finally {
    await engine.close()
  }
}

/** Copies the embedded database into an empty one of a server, whole or not at all. */
export async function copyToServer(
  { dataDir }: Config,
  url: string,
  onTable: (name: string, rows: number) => void,
): Promise<CopiedTable[]> {
  if (!existsSync(join(dataDir, 'db', 'PG_VERSION'))) {
    throw new Error(`No hay una base de datos incorporada en «${dataDir}». Indique con DATA_DIR dónde está.`)
  }
  const target = await openServer('--to', url, 1)
  try {
    const source = await openEmbedded(dataDir)
    try {
      return await copyDatabase(source, target, { name: QUEUE_SCHEMA, text: queueSchemaText() }, onTable)
    } finally {
      await source.close()
    }
  } finally {
    await target.close()
  }
}

/** Opens the database for one command. An embedded one must not be in use by a running service. */
export async function withAccess<T>(
  config: Config,
  work: (access: TenantAccess, tools: Tools) => Promise<T>,
): Promise<T> {
  return workOver(config, await openEngine(config), work)
}

/** The same with the rights of the tables' owner. */
export async function withOwner<T>(
  config: Config,
  work: (access: TenantAccess, tools: Tools) => Promise<T>,
): Promise<T> {
  const { databaseUrl, databaseMigrationUrl: url } = config
  if (!databaseUrl || url === undefined) return withAccess(config, work)
  const owner = await openServer('DATABASE_MIGRATION_URL', url, 2)
  return workOver({ ...config, databaseMigrationUrl: undefined }, owner, work)
}

async function workOver<T>(
  config: Config,
  engine: Engine,
  work: (access: TenantAccess, tools: Tools) => Promise<T>,
): Promise<T> {
  try {
    await prepareDatabase(config, engine)
    const database = createDatabase(engine, constraintsOf(MODULES))
    const vault = await openVaultOf(config, database, new Date())
    const tools = createTools(config, { modules: MODULES, vault })
    return await work(createTenantAccess(database, tools), tools)
  } finally {
    await engine.close()
  }
}
