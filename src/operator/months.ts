import { createTenantAccess, type TenantAccess } from '#db/access.ts'
import type { Tools } from '#db/context.ts'
import { createDatabase } from '#db/database.ts'
import type { Config } from '#src/config.ts'
import { constraintsOf, MODULES } from '#src/modules.ts'
import { openEngine, openServer, openVaultOf, prepareDatabase } from '#src/service.ts'
import { createTools } from '#src/tools.ts'
import * as archiving from './month-archiving.ts'

/** What the operator does with the months of the audit log and of consent records. */

export type { Part } from './month-archiving.ts'

export function listMonths(config: Config): Promise<archiving.Part[]> {
  return withOwner(config, archiving.listMonths)
}

export function archiveMonth(config: Config, table: string, month: string, to: string) {
  return withOwner(config, (access, tools) => archiving.archiveMonth(access, tools, { table, month, to }))
}

export function restoreMonth(config: Config, path: string) {
  return withOwner(config, (access, tools) => archiving.restoreMonth(access, tools, path))
}

/** With the rights of who owns the tables. An embedded database must not be in use by a running service. */
async function withOwner<T>(
  config: Config,
  work: (access: TenantAccess, tools: Tools) => Promise<T>,
): Promise<T> {
  const { databaseUrl, databaseMigrationUrl: url } = config
  const engine =
    databaseUrl && url ? await openServer('DATABASE_MIGRATION_URL', url, 2) : await openEngine(config)
  try {
    await prepareDatabase({ ...config, databaseMigrationUrl: undefined }, engine)
    const database = createDatabase(engine, constraintsOf(MODULES))
    const vault = await openVaultOf(config, database, new Date())
    const tools = createTools(config, { modules: MODULES, vault })
    return await work(createTenantAccess(database, tools), tools)
  } finally {
    await engine.close()
  }
}
