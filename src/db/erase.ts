import { sql } from 'kysely'
import type { TenantAccess } from './access.ts'
import { type Db, withRole } from './database.ts'

/** A column that names the tenant of its row. */
interface Place {
  table: string
  column: string
  /** Columns of the table that refer to another row of it, with the column they refer to. */
  own: { from: string; to: string }[]
}

/** Deletes the rows kept under the addresses of people whose accounts are gone. */
export type ForgetAddresses = (db: Db, emails: readonly string[]) => Promise<void>

const BATCH = 1000

/** Deleted after all others, in this order: triggers of the other tables still write the last two. */
const LAST = ['memberships', 'list_counts', 'search_words']

/**
 * Every table with a column that names a tenant, referring tables before the tables they refer to. The list comes from
 * the database's catalogue, so it includes future tables.
 */
export async function placesOf(db: Db): Promise<Place[]> {
  const { rows } = await sql<Place & { refers: string[] }>`
    select c.relname as "table", a.attname as "column",
      coalesce((select json_agg(json_build_object('from', f.attname, 'to', t.attname))
        from pg_constraint k
        join pg_attribute f on f.attrelid = c.oid and f.attnum = k.conkey[cardinality(k.conkey)]
        join pg_attribute t on t.attrelid = c.oid and t.attnum = k.confkey[cardinality(k.confkey)]
        where k.contype = 'f' and k.conrelid = c.oid and k.confrelid = c.oid), '[]') as own,
      coalesce((select json_agg(distinct o.relname) from pg_constraint k join pg_class o on o.oid = k.confrelid
        where k.contype = 'f' and k.conrelid = c.oid and k.confrelid <> c.oid), '[]') as refers
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attname ~ '(^|_)tenant_id$'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname, a.attname`.execute(db)
  return inOrder(rows)
}

function inOrder(rows: (Place & { refers: string[] })[]): Place[] {
  const ordered: Place[] = []
  let left = rows
  while (left.length > 0) {
    const referredTo = new Set(left.flatMap(({ table, refers }) => refers.filter((name) => name !== table)))
    const free = left.filter(({ table }) => !referredTo.has(table) && !LAST.includes(table))
    const next =
      free.length > 0
        ? free
        : left.filter(({ table }) => table === LAST.find((name) => left.some((one) => one.table === name)))
    if (next.length === 0)
      throw new Error(`tables refer to each other in a circle: ${left.map(({ table }) => table)}`)
    ordered.push(...next)
    left = left.filter((one) => !next.includes(one))
  }
  return ordered
}

/**
 * Deletes every row of a tenant whose deletion has begun, one batch at a time, so no lock is held for long. After a kill
 * the next call continues. Each batch is counted in the transaction that deletes it.
 */
export async function eraseRows(
  access: TenantAccess,
  tenantId: string,
  forgetAddresses: ForgetAddresses,
): Promise<void> {
  const places = await access.lookUp('find the tables of a tenant', placesOf)
  for (const place of places) {
    for (;;) {
      const deleted = await access.asSystem('delete rows of a tenant', (db) =>
        eraseBatch(db, tenantId, place, forgetAddresses),
      )
      if (deleted === 0) break
    }
  }
  await access.asSystem('delete what repeats and waits for a tenant', (db) => eraseKeyed(db, tenantId))
}

async function eraseBatch(
  db: Db,
  tenantId: string,
  place: Place,
  forgetAddresses: ForgetAddresses,
): Promise<number> {
  if (place.table === 'memberships') return eraseMembers(db, tenantId, forgetAddresses)
  const deleted =
    (await deleteSome(db, tenantId, place, true)) || (await deleteSome(db, tenantId, place, false))
  await count(db, tenantId, place.table, deleted)
  return deleted
}

/** Deletes referring rows before the rows of the same table that they refer to. Circles that are left go all at once. */
async function deleteSome(
  db: Db,
  tenantId: string,
  { table, column, own }: Place,
  bounded: boolean,
): Promise<number> {
  if (!bounded && own.length === 0) return 0
  const [name, tenant] = [sql.table(table), sql.ref(column)]
  const unreferred = own.map(
    ({ from, to }) => sql`and not exists (select from ${name} other where other.${tenant} = one.${tenant}
      and other.${sql.ref(from)} = one.${sql.ref(to)} and other.${sql.ref(to)} <> one.${sql.ref(to)})`,
  )
  const some = bounded
    ? // Partitions repeat the values of `ctid`, so the tenant is compared too.
      sql`${tenant} = ${tenantId} and ctid = any(array(
        select one.ctid from ${name} one where one.${tenant} = ${tenantId} ${sql.join(unreferred, sql` `)} limit ${BATCH}))`
    : sql`${tenant} = ${tenantId}`
  const { numAffectedRows } = await sql`delete from ${name} where ${some}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Members without any other organisation are deleted too, with their sessions, factors and devices. */
async function eraseMembers(db: Db, tenantId: string, forgetAddresses: ForgetAddresses): Promise<number> {
  const { rows: members } = await sql<{ user_id: string }>`
    delete from memberships where ctid = any(array(
      select ctid from memberships where tenant_id = ${tenantId} limit ${BATCH})) returning user_id`.execute(
    db,
  )
  if (members.length === 0) return 0
  const ids = members.map(({ user_id }) => user_id)
  const { rows: gone } = await sql<{ email: string }>`
    delete from users u where u.id = any(${ids}::uuid[])
      and not exists (select from memberships m where m.user_id = u.id) returning u.email`.execute(db)
  await forgetAddresses(
    db,
    gone.map(({ email }) => email),
  )
  await count(db, tenantId, 'memberships', members.length)
  await count(db, tenantId, 'users', gone.length)
  return members.length
}

/** Idempotency keys and jobs: neither has a column that names the tenant. */
async function eraseKeyed(db: Db, tenantId: string): Promise<void> {
  const answers = await sql`delete from idempotency_keys where scope = ${tenantId}`.execute(db)
  await count(db, tenantId, 'idempotency_keys', Number(answers.numAffectedRows ?? 0n))
  const { count: jobs } = await withRole(
    db,
    'none',
    `delete from pgboss.job where data ->> 'tenantId' = $1`,
    [tenantId],
  )
  await count(db, tenantId, 'jobs', jobs)
}

async function count(db: Db, tenantId: string, name: string, rows: number): Promise<void> {
  if (rows === 0) return
  await sql`update erasures set counts = jsonb_set(counts, array[${name}::text],
      to_jsonb(coalesce((counts ->> ${name}::text)::bigint, 0) + ${rows}::bigint))
    where tenant_ref = ${tenantId}`.execute(db)
}
