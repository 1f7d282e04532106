import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine, Session } from './engine.ts'

const DIRECTORY = join(import.meta.dirname, '../../migrations')
const FILE = /^\d{4}_[a-z0-9_]+\.sql$/

/** Any constant will do; every process that migrates this database must use the same. */
export const LOCK = 7219_2026

const JOURNAL = `create table if not exists schema_migrations (
  name text primary key, checksum text not null, applied_at timestamptz not null default now())`

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

/** Brings the schema up to date, one process at a time, each file whole or not at all. Returns what it applied. */
export async function migrate(engine: Engine, directory = DIRECTORY): Promise<string[]> {
  const session = await engine.acquire()
  let broken = false
  try {
    await session.query('select pg_advisory_lock($1)', [LOCK])
    await session.query(JOURNAL)
    const { rows } = await session.query('select name, checksum from schema_migrations')
    const applied = new Map(rows.map((row) => [row['name'] as string, row['checksum'] as string]))
    const pending = migrationFiles(directory).filter(({ name, checksum }) => {
      const known = applied.get(name)
      if (known !== undefined && known !== checksum)
        throw new Error(
          `La migración ${name} cambió después de aplicada. Restaure el archivo original y agregue una nueva.`,
        )
      return known === undefined
    })
    for (const file of pending) {
      await session.query('begin')
      try {
        await apply(session, file)
        await session.query('commit')
      } catch (error) {
        await session.query('rollback')
        throw error
      }
    }
    await session.query('select pg_advisory_unlock($1)', [LOCK])
    return pending.map(({ name }) => name)
  } catch (error) {
    broken = true
    throw error
  } finally {
    session.release(broken)
  }
}

/** The whole schema inside the caller's transaction: for a database that is to appear whole or not at all. */
export async function buildSchema(session: Session): Promise<void> {
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
