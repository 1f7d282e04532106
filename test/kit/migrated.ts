import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Embedded, startEmbedded } from '#db/embedded/embedded.ts'
import { migrate, migrationFiles } from '#db/migrate.ts'
import type { Engine } from '#db/wire/engine.ts'

const MIGRATIONS = join(import.meta.dirname, '../../migrations')

/** A database as it was before a migration, made by an owner whom row-level security binds as any other. */
export async function migratedUntil(next: string): Promise<Embedded> {
  const engine = await startEmbedded({})
  await engine.asOwner(`create role duena createrole; grant create on schema public to duena;
    grant create on database postgres to duena; set session authorization duena`)
  await migrateUntil(engine, next)
  return engine
}

/** The migrations before one of them. */
export async function migrateUntil(engine: Engine, next: string): Promise<void> {
  const before = mkdtempSync(join(tmpdir(), 'migrations-'))
  for (const { name } of migrationFiles()) {
    if (name < next) cpSync(join(MIGRATIONS, name), join(before, name))
  }
  await migrate(engine, before)
  rmSync(before, { recursive: true })
}
