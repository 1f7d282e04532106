import { sql } from 'kysely'
import { READING } from './audit.ts'
import type { ReadCtx, WriteCtx } from './context.ts'
import { queryAtOnce } from './database.ts'
import type { Tables } from './tables.ts'
import type { TenantTable } from './tenant-table.ts'

/**
 * A record as its readers see it: a row, and the rows of other tables that are shown as parts of it. Its version is made
 * of the transactions that wrote those rows. PostgreSQL keeps them in `xmin`, so every write counts at no extra cost. A
 * lock does not change it.
 */
export interface RecordKind {
  /** An organisation has only one such row. Rows of other kinds are found by id. */
  readonly isOnly: boolean
  readonly lock: string
  readonly version: string
}

/** A table whose rows are shown as parts of a record, and its column that names the record. */
export interface Part {
  table: string
  column: string
}

export function recordPart<Name extends keyof Tables>(
  table: Name,
  column: keyof Tables[Name] & string,
): Part {
  return { table, column }
}

export function recordKind(table: TenantTable, ...parts: readonly Part[]): RecordKind {
  return describe(table, 'tenant_id = $1 and id = $2', parts, false)
}

/** The organisation itself. */
export const ORGANISATION: RecordKind = describe('tenants', 'id = $1', [], true)

function describe(table: string, isIt: string, parts: readonly Part[], isOnly: boolean): RecordKind {
  const writers = parts.map(
    (part) => `coalesce((select string_agg(part.xmin::text, ',' order by part.xmin::text)
      from "${part.table}" part where part.tenant_id = $1 and part."${part.column}" = $2), '')`,
  )
  return {
    isOnly,
    lock: `select 1 from "${table}" where ${isIt} for no key update`,
    version: `select ${['xmin::text', ...writers].join(` || '/' || `)} as version from "${table}" where ${isIt}`,
  }
}

/** The version of a row without parts, read along with it, so that each row of a list can be changed as it was seen. */
export const ROW_VERSION = sql<string>`xmin::text`.as('version')

const keysOf = ({ isOnly }: RecordKind, tenantId: string, id: string) =>
  isOnly ? [tenantId] : [tenantId, id]

/**
 * The version of a record, undefined if there is none. It is read before the record: a version older than the shown record
 * refuses a write without need; a newer one would let a change be overwritten.
 */
export async function versionOf(
  { db, tenantId }: ReadCtx,
  kind: RecordKind,
  id: string,
): Promise<string | undefined> {
  const { rows } = await queryAtOnce(db, kind.version, keysOf(kind, tenantId, id))
  return rows[0]?.['version'] as string | undefined
}

/**
 * Locks a record until the act ends and returns its version. The lock is a statement of its own: one statement would see
 * the parts as they were before it waited.
 */
export async function lockVersion(ctx: WriteCtx, kind: RecordKind, id: string): Promise<string | undefined> {
  const [, version] = await Promise.all([
    queryAtOnce(ctx.db, kind.lock, keysOf(kind, ctx.tenantId, id)),
    versionOf(ctx, kind, id),
  ])
  return version
}

/** The last change of a record, from the audit log. */
export interface LastChange {
  actor_type: string
  actor_id: string | null
  actor_name: string | null
  created_at: Date
}

/** An act on another record may write a part: its audit row is then among the organisation's latest. */
const LATEST = 500

/** Found by the record's own audit row, or by one written in the transaction of one of its rows. */
export async function lastChangeOf(
  { db, tenantId }: ReadCtx,
  id: string,
  version: string,
): Promise<LastChange | undefined> {
  const writers = version.split(/[/,]/)
  const { rows } = await sql<LastChange>`
    with own as (
      select actor_type, actor_id, actor_name, created_at, id from audit_log
      where tenant_id = ${tenantId} and entity_id = ${id} and action <> all(${READING}::text[])
      order by created_at desc, id desc limit 1
    ), latest as (
      select actor_type, actor_id, actor_name, created_at, id, action, xmin::text as writer from audit_log
      where tenant_id = ${tenantId} order by created_at desc, id desc limit ${sql.lit(LATEST)}
    )
    select actor_type, actor_id, actor_name, created_at from (
      select * from own
      union all
      select actor_type, actor_id, actor_name, created_at, id from latest
      where writer = any(${writers}::text[]) and action <> all(${READING}::text[])
    ) as changes
    order by created_at desc, id desc limit 1`.execute(db)
  return rows[0]
}
