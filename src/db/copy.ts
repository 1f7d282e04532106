import { assertReleased, buildSchema, LOCK, migrationFiles, readJournal } from './migrate.ts'
import { insertOf, NO_TIMEOUTS, pageOf, SAME_TEXT, type Table, tablesOf } from './text-rows.ts'
import type { Engine, Session } from './wire/engine.ts'

/** A table that is the same on both sides: its number of rows, and a checksum that does not depend on their order. */
export interface CopiedTable {
  name: string
  rows: number
  checksum: string
}

/** The job queue has its own tables, which its library builds. */
export interface QueueSchema {
  name: string
  text: string
}

interface Counted extends CopiedTable {
  longest: number
}

/**
 * Copies one database into an empty one: schema, rows, sequences and the queue with its jobs. It is one transaction on
 * the target, committed only when every table has the same rows as its source. The source is only read, and no other
 * process may use it meanwhile.
 */
export async function copyDatabase(
  source: Engine,
  target: Engine,
  queue: QueueSchema,
  onTable: (name: string, rows: number) => void = () => {},
): Promise<CopiedTable[]> {
  const [from, to] = await Promise.all([source.acquire('read only'), target.acquire('read write')])
  let done = false
  try {
    await from.query('begin read only')
    await from.query(SAME_TEXT)
    await assertCurrent(from)
    await to.query('begin')
    await to.query(SAME_TEXT)
    await to.query(NO_TIMEOUTS)
    // The lock of the migrations: a service that starts on the target meanwhile waits until the copy is complete.
    await to.query('select pg_advisory_xact_lock($1)', [LOCK])
    await assertEmpty(to)
    await buildSchema(to)
    // The journal is copied with the other rows.
    await to.query('delete from schema_migrations')
    const withQueue = await hasQueue(from, queue.name)
    if (withQueue) await to.query(queue.text)
    const schemas = ['public', ...(withQueue ? [queue.name] : [])]
    if (withQueue) await assertSameQueue(from, to, queue.name)
    const copied = await copyTables(from, to, schemas, onTable)
    await to.query('commit')
    done = true
    return copied
  } catch (error) {
    throw new Error(`${(error as Error).message}\nNo se copió nada: el destino quedó como estaba.`, {
      cause: error,
    })
  } finally {
    await from.query('rollback').catch(() => undefined)
    from.release()
    if (!done) await to.query('rollback').catch(() => undefined)
    to.release(!done)
  }
}

async function copyTables(
  from: Session,
  to: Session,
  schemas: string[],
  onTable: (name: string, rows: number) => void,
): Promise<CopiedTable[]> {
  const [tables, there] = await Promise.all([tablesOf(from, schemas), tablesOf(to, schemas)])
  assertSameTables(tables, there)
  const restore = await dropForeignKeys(to, schemas)
  // The counts of the lists are copied as rows: triggers would count every row a second time.
  const secured = tables.filter(({ secured }) => secured)
  for (const { name } of secured) await to.query(`alter table ${name} disable trigger user`)
  const faults: string[] = []
  const copied: CopiedTable[] = []
  for (const table of tables) {
    const expected = await count(from, table)
    onTable(table.name, expected.rows)
    await asWriter(to, table, async () => {
      await copyRows(from, to, table, expected)
      const found = await count(to, table)
      if (found.rows !== expected.rows || found.checksum !== expected.checksum) {
        faults.push(
          `${table.name}: ${expected.rows} filas, suma ${expected.checksum} en el origen; ${found.rows} filas, suma ${found.checksum} en el destino`,
        )
      }
    })
    copied.push({ name: table.name, rows: expected.rows, checksum: expected.checksum })
  }
  if (faults.length > 0) {
    throw new Error(`Lo copiado no es igual al origen.\n${faults.join('\n')}`)
  }
  for (const { name } of secured) await to.query(`alter table ${name} enable trigger user`)
  await restore()
  await copySequences(from, to, schemas)
  for (const { name } of tables) await to.query(`analyze ${name}`)
  return copied
}

// ── checks ──

async function assertCurrent(source: Session): Promise<void> {
  const journal = await readJournal((sql) => source.query(sql))
  assertReleased(journal, 'La base de datos de origen')
  const applied = new Set([...journal].map(([name, checksum]) => `${name} ${checksum}`))
  const known = new Set(migrationFiles().map(({ name, checksum }) => `${name} ${checksum}`))
  const missing = [...known.difference(applied)].map((text) => text.split(' ')[0])
  const foreign = [...applied.difference(known)].map((text) => text.split(' ')[0])
  if (foreign.length > 0) {
    throw new Error(
      `La base de datos de origen es de otra versión del programa (no se conoce ${foreign.join(', ')}). Copie con esa versión.`,
    )
  }
  if (missing.length > 0) {
    throw new Error(
      `La base de datos de origen es de una versión anterior (falta ${missing.join(', ')}). Ejecute primero «migrate».`,
    )
  }
}

async function assertSameQueue(from: Session, to: Session, schema: string): Promise<void> {
  const [had, has] = await Promise.all(
    [from, to].map(async (session) => {
      const { rows } = await session.query(`select version from ${schema}.version`)
      return rows[0]?.['version']
    }),
  )
  if (had !== has) {
    throw new Error(
      `La cola de trabajos del origen tiene la versión ${had} y este programa usa la ${has}. Inicie y detenga el servicio una vez con esta versión, y copie después.`,
    )
  }
  // The library wrote this row; the source has it too.
  await to.query(`delete from ${schema}.version`)
}

/** The target must hold no objects except those of extensions. */
async function assertEmpty(target: Session): Promise<void> {
  const { rows: encoding } = await target.query('show server_encoding')
  if (encoding[0]?.['server_encoding'] !== 'UTF8') {
    throw new Error(
      `La base de datos de destino usa ${encoding[0]?.['server_encoding']}; debe crearse con la codificación UTF8.`,
    )
  }
  const { rows } = await target.query(`
    select format('%I.%I', n.nspname, o.name) as name
    from (
      select 'pg_class'::regclass as class, oid, relname as name, relnamespace as schema from pg_class
        where relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      union all
      select 'pg_proc'::regclass, oid, proname, pronamespace from pg_proc
    ) o
    join pg_namespace n on n.oid = o.schema and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    where not exists (select from pg_depend d where d.classid = o.class and d.objid = o.oid and d.deptype = 'e')
    order by 1 limit 4`)
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name)
  throw new Error(
    `La base de datos de destino no está vacía: contiene ${names.slice(0, 3).join(', ')}${names.length > 3 ? ' y más' : ''}. Indique una vacía.`,
  )
}

function assertSameTables(here: Table[], there: Table[]): void {
  const shape = ({ name, columns }: Table) =>
    `${name} (${columns
      .map((column) => `${column.name} ${column.type}${column.generated ? ' generated' : ''}`)
      .sort()
      .join(', ')})`
  const difference = new Set(here.map(shape)).symmetricDifference(new Set(there.map(shape)))
  if (difference.size === 0) return
  throw new Error(
    `Las tablas del origen no son las que este programa construye:\n${[...difference].sort().join('\n')}`,
  )
}

// ── the catalogue ──

/** A service that was never started has no queue yet. */
async function hasQueue(session: Session, schema: string): Promise<boolean> {
  const { rows } = await session.query('select to_regclass($1) is not null as there', [`${schema}.version`])
  return rows[0]?.['there'] === true
}

/** Both sides list the same columns in the same order: that of the source's table. */
async function count(session: Session, { name, columns }: Table): Promise<Counted> {
  const line = `row(${columns.map((column) => `${column.name}::text`).join(', ')})::text`
  const { rows } = await session.query(`
    select count(*)::int8 as rows, coalesce(max(octet_length(line)), 0)::int8 as longest,
      left(encode(sha256(convert_to(concat_ws(':', sum(('x' || left(hash, 16))::bit(64)::int8::numeric),
        sum(('x' || substr(hash, 17, 16))::bit(64)::int8::numeric)), 'UTF8')), 'hex'), 32) as checksum
    from (select line, encode(sha256(convert_to(line, 'UTF8')), 'hex') as hash
      from (select ${line} as line from ${name} offset 0) lines offset 0) hashes`)
  const { rows: found, longest, checksum } = rows[0] as unknown as Counted
  return { name, rows: found, longest, checksum }
}

// ── copying ──

/** Only the system role passes the policies of a secured table; its owner does not. */
async function asWriter(session: Session, { secured }: Table, work: () => Promise<void>): Promise<void> {
  if (!secured) return work()
  await session.query(`select set_config('role', 'resguardo_system', true)`)
  await work()
  await session.query(`select set_config('role', 'none', true)`)
}

async function copyRows(from: Session, to: Session, table: Table, { longest }: Counted): Promise<void> {
  const { columns, insert } = insertOf(table)
  const page = pageOf(longest)
  await from.query(`declare reading no scroll cursor for
    select ${columns.map(({ name }, at) => `${name}::text as c${at}`).join(', ')} from ${table.name}`)
  for (;;) {
    const { rows } = await from.query(`fetch ${page} from reading`)
    if (rows.length > 0) {
      await to.query(
        insert,
        columns.map((_, at) => rows.map((row) => row[`c${at}`])),
      )
    }
    if (rows.length < page) break
  }
  await from.query('close reading')
}

/**
 * Rows are copied in no particular order, and a row may refer to another of its own table. So the foreign keys are
 * restored after the last row, which also checks them all. Returns the function that restores them.
 */
async function dropForeignKeys(session: Session, schemas: string[]): Promise<() => Promise<void>> {
  const { rows } = await session.query(
    `select k.conrelid::regclass::text as table_name, quote_ident(k.conname) as name,
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and k.conparentid = 0 and n.nspname = any ($1::text[])`,
    [schemas],
  )
  for (const { table_name, name } of rows) {
    await session.query(`alter table ${table_name} drop constraint ${name}`)
  }
  return async () => {
    for (const { table_name, name, definition } of rows) {
      await session.query(`alter table ${table_name} add constraint ${name} ${definition}`)
    }
  }
}

async function copySequences(from: Session, to: Session, schemas: string[]): Promise<void> {
  const { rows } = await from.query(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and n.nspname = any ($1::text[])`,
    [schemas],
  )
  for (const { name } of rows) {
    const { rows: at } = await from.query(`select last_value::text, is_called from ${name}`)
    await to.query(`select setval($1::regclass, $2::int8, $3::bool)`, [
      name,
      at[0]!['last_value'],
      at[0]!['is_called'],
    ])
  }
}
