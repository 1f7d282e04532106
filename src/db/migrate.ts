import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ROOT } from '#kernel/installed.ts'
import type { Engine, Session } from './wire/engine.ts'

const DIRECTORY = join(ROOT, 'migrations')
const FILE = /^\d{4}_[a-z0-9_]+\.sql$/

/** Any constant will do; every process that migrates this database must use the same. */
export const LOCK = 7219_2026

const JOURNAL = `create table if not exists schema_migrations (
  name text primary key, checksum text not null, applied_at timestamptz not null default now())`

/**
 * The roles of the service's statements. They belong to the whole server, and several databases may be set up at once, so
 * a process may find them made. Since PostgreSQL 16 the maker of a role may use it only after granting it to itself. An
 * owner without superuser rights has to do that.
 */
const ROLES = `do $$
declare
  wanted text;
  newer boolean := current_setting('server_version_num')::int >= 160000;
begin
  foreach wanted in array array['resguardo_app', 'resguardo_system'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin nosuperuser nobypassrls', wanted);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
    if not pg_has_role(session_user, wanted, case when newer then 'SET' else 'MEMBER' end) then
      execute format('grant %I to %I %s', wanted, session_user, case when newer then 'with set true' end);
    end if;
  end loop;
end
$$`

interface MigrationFile {
  name: string
  sql: string
  checksum: string
}

/** The numbered files, in order. `schema.sql`, the generated result, is not one of them. */
export function migrationFiles(directory = DIRECTORY): MigrationFile[] {
  const names = readdirSync(directory)
    .filter((name) => FILE.test(name))
    .sort()
  return names.map((name) => {
    const sql = readFileSync(join(directory, name), 'utf8')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

/**
 * Brings the schema up to date, one process at a time, each file whole or not at all. Returns the applied files. The lock
 * belongs to the transaction, not the session: behind a pooler the next statement may reach another session.
 */
export async function migrate(
  engine: Engine,
  directory = DIRECTORY,
  onPending: (count: number) => void = () => undefined,
): Promise<string[]> {
  const session = await engine.acquire('read write')
  const applied: string[] = []
  let broken = false
  try {
    const files = await pending(session, directory)
    if (files.length > 0) onPending(files.length)
    for (const file of files) if (await applyWhenFree(session, file)) applied.push(file.name)
    return applied
  } catch (error) {
    broken = true
    throw error
  } finally {
    session.release(broken)
  }
}

/** The SQLSTATE of the error that stopped a migration. */
const codeOf = (error: unknown) => String((error as { cause?: { code?: string } }).cause?.code)
const BUSY = ['55P03', '40P01']
/** Shorter than `deadlock_timeout`: otherwise the deadlock check could end a request of the version that still runs. */
const LOCK_TIMEOUT = '500ms'
const LONGEST_WAIT_MS = 300_000
const SHORTEST_PAUSE_MS = 250
/** Requests queue behind a lock that a migration waits for. They need time to finish before the next attempt. */
const PAUSE_PER_ATTEMPT = 6

/** Applies a file, and retries while it gives way to requests. False when another process has applied it. */
async function applyWhenFree(session: Session, file: MigrationFile): Promise<boolean> {
  const until = performance.now() + LONGEST_WAIT_MS
  for (;;) {
    await session.query('begin')
    let began = performance.now()
    try {
      await session.query('select pg_advisory_xact_lock($1)', [LOCK])
      began = performance.now()
      await session.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
      await session.query(ROLES)
      await session.query(JOURNAL)
      const isNew = !(await isApplied(session, file))
      if (isNew) await apply(session, file)
      await session.query('commit')
      return isNew
    } catch (error) {
      await session.query('rollback')
      if (!BUSY.includes(codeOf(error)) || performance.now() > until) throw error
    }
    await wait(Math.max(SHORTEST_PAUSE_MS, (performance.now() - began) * PAUSE_PER_ATTEMPT))
  }
}

type Query = (sql: string) => Promise<{ rows: Record<string, unknown>[] }>

/** The files applied to a database, each with its checksum. */
export async function readJournal(query: Query): Promise<ReadonlyMap<string, string>> {
  const { rows: known } = await query(`select to_regclass('schema_migrations') is not null as kept`)
  const { rows } = known[0]?.['kept']
    ? await query('select name, checksum from schema_migrations')
    : { rows: [] }
  return new Map(rows.map((row) => [String(row['name']), String(row['checksum'])]))
}

/** The first file of the development before 0.1. 0.1 begins with other files, for the same tables. */
const OF_DEVELOPMENT = {
  '0001_foundation.sql': 'a5541c95df864b4ef21fd62b031560f1919666bdcb9bb3e70ed8219a95453c29',
}

export function assertReleased(journal: ReadonlyMap<string, string>, whose: string): void {
  for (const [name, checksum] of Object.entries(OF_DEVELOPMENT))
    if (journal.get(name) === checksum)
      throw new Error(
        `${whose} es de una versión de desarrollo anterior a la 0.1, y no se puede actualizar. Comience con una base de datos nueva. Para traer sus organizaciones, expórtelas con la última versión de desarrollo («tenants export») e impórtelas en la nueva («tenants import»).`,
      )
}

async function pending(session: Session, directory: string): Promise<MigrationFile[]> {
  const journal = await readJournal((sql) => session.query(sql))
  assertReleased(journal, 'La base de datos')
  return migrationFiles(directory).filter(({ name, checksum }) => {
    const found = journal.get(name)
    if (found !== undefined && found !== checksum)
      throw new Error(
        `La migración ${name} cambió después de aplicada. Restaure el archivo original y agregue una nueva.`,
      )
    return found === undefined
  })
}

/** Refuses a database whose schema is not this version's. For commands that must not migrate it in passing. */
export async function assertMigrated(engine: Engine, whose = 'La base de datos'): Promise<void> {
  const [there, ours] = [await readJournal((sql) => engine.asOwner(sql)), migrationFiles()]
  assertReleased(there, whose)
  const missing = ours.filter(({ name }) => !there.has(name))
  const foreign = [...there.keys()].filter((name) => !ours.some((file) => file.name === name))
  const changed = ours.filter(({ name, checksum }) => there.has(name) && there.get(name) !== checksum)
  if (foreign.length > 0)
    throw new Error(`${whose} es de una versión más nueva (${String(foreign.at(-1))}). Use la misma versión.`)
  if (changed.length > 0)
    throw new Error(
      `${whose} tiene otra migración ${changed[0]!.name} que esta versión. Use la misma versión.`,
    )
  if (missing.length > 0)
    throw new Error(`${whose} es de una versión anterior: le falta ${missing[0]!.name}. Actualícela antes.`)
}

/** Another process may have applied it first. */
async function isApplied(session: Session, { name }: MigrationFile): Promise<boolean> {
  const { rows } = await session.query('select 1 from schema_migrations where name = $1', [name])
  return rows.length > 0
}

/** The whole schema inside the caller's transaction: for a database that is to appear whole or not at all. */
export async function buildSchema(session: Session): Promise<void> {
  await session.query(ROLES)
  await session.query(JOURNAL)
  for (const file of migrationFiles()) await apply(session, file)
}

async function apply(session: Session, { name, sql, checksum }: MigrationFile): Promise<void> {
  try {
    for (const statement of statements(sql)) await session.query(statement)
  } catch (error) {
    throw new Error(`La migración ${name} falló: ${(error as Error).message}`, { cause: error })
  }
  await session.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
}

/** Splits a file at the semicolons outside quotes, dollar quotes and comments: both drivers take one at a time. */
export function statements(sql: string): string[] {
  const found: string[] = []
  let current = ''
  for (let at = 0; at < sql.length; ) {
    TOKEN.lastIndex = at
    const part = TOKEN.exec(sql)?.[0]
    if (part === undefined) throw new Error(`unfinished quote or comment: ${sql.slice(at, at + 40)}`)
    at += part.length
    if (part === ';') {
      found.push(current)
      current = ''
    } else current += /^(--|\/\*)/.test(part) ? ' ' : part
  }
  return [...found, current].map((text) => text.trim()).filter((text) => text !== '')
}

const TOKEN = new RegExp(
  [
    String.raw`(\$(?:[a-z_]\w*)?\$)[\s\S]*?\1`, // $$ dollar quote $$
    String.raw`\be'(?:[^'\\]|''|\\[\s\S])*'`, // e'with \' escapes'
    "'(?:[^']|'')*'",
    '"(?:[^"]|"")*"',
    String.raw`--[^\n]*`,
    String.raw`/\*(?:(?!/\*)[\s\S])*?\*/`, // nested ones are refused, not guessed
    String.raw`\w+|\s+`,
    String.raw`\$(?!(?:[a-z_]\w*)?\$)`,
    String.raw`/(?!\*)`,
    String.raw`[^\w\s'"$/]`,
  ].join('|'),
  'iy',
)
