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
  /** Statements that lock, in the order in which the module's acts lock. Another order could deadlock. */
  readonly locks: readonly string[]
  readonly version: string
  /** The entity type of the record's audit rows. Needed where several records share the organisation's id. */
  readonly entityType?: string
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

const BY_ID = 'tenant_id = $1 and id = $2'
const LOCK_TENANT = 'select 1 from "tenants" where id = $1 for no key update'

export function recordKind(table: TenantTable, ...parts: readonly Part[]): RecordKind {
  return { isOnly: false, locks: [lockOf(table, BY_ID)], version: versionOfRow(table, BY_ID, parts) }
}

/** A row whose acts lock the organisation's row first. */
export function recordUnderTenant<Name extends keyof Tables>(
  table: Name,
  key: keyof Tables[Name] & string,
): RecordKind {
  const isIt = `tenant_id = $1 and "${key}" = $2`
  return {
    isOnly: false,
    locks: [LOCK_TENANT, lockOf(table, isIt)],
    version: versionOfRow(table, isIt, []),
  }
}

/** The version covers all columns but one, which the service writes often (the last use of a key). */
export function recordBesides<Name extends TenantTable>(
  table: Name,
  column: keyof Tables[Name] & string,
): RecordKind {
  const others = `md5((to_jsonb(one) - '${column}')::text)`
  return {
    isOnly: false,
    locks: [lockOf(table, BY_ID)],
    version: `select ${others} as version from "${table}" one where ${BY_ID}`,
  }
}

/** Settings with one row per organisation, or none yet. Absent settings have a version too, so two first saves conflict. */
export function settingsRecord(table: keyof Tables & string, entityType: string): RecordKind {
  const isIt = 'tenant_id = $1'
  return {
    isOnly: true,
    locks: [LOCK_TENANT, lockOf(table, isIt)],
    version: `select coalesce((select xmin::text from "${table}" where ${isIt}), 'none') as version`,
    entityType,
  }
}

/** The organisation itself. */
export const ORGANISATION: RecordKind = {
  isOnly: true,
  locks: [LOCK_TENANT],
  version: versionOfRow('tenants', 'id = $1', []),
  entityType: 'tenant',
}

function lockOf(table: string, isIt: string): string {
  return `select 1 from "${table}" where ${isIt} for no key update`
}

function versionOfRow(table: string, isIt: string, parts: readonly Part[]): string {
  const writers = parts.map(
    (part) => `coalesce((select string_agg(part.xmin::text, ',' order by part.xmin::text)
      from "${part.table}" part where part.tenant_id = $1 and part."${part.column}" = $2), '')`,
  )
  return `select ${['xmin::text', ...writers].join(` || '/' || `)} as version from "${table}" where ${isIt}`
}

/** The version of a row without parts, read along with it, so that each row of a list can be changed as it was seen. */
export const ROW_VERSION = sql<string>`xmin::text`.as('version')

const keysOf = (statement: string, tenantId: string, id: string) =>
  statement.includes('$2') ? [tenantId, id] : [tenantId]

/**
 * The version of a record, undefined if there is none. It is read before the record: a version older than the shown record
 * refuses a write without need; a newer one would let a change be overwritten.
 */
export async function versionOf(
  { db, tenantId }: ReadCtx,
  kind: RecordKind,
  id: string,
): Promise<string | undefined> {
  const { rows } = await queryAtOnce(db, kind.version, keysOf(kind.version, tenantId, id))
  return rows[0]?.['version'] as string | undefined
}

/**
 * Locks a record until the act ends and returns its version. The lock is a statement of its own: one statement would see
 * the parts as they were before it waited.
 */
export async function lockVersion(ctx: WriteCtx, kind: RecordKind, id: string): Promise<string | undefined> {
  const locks = Promise.all(
    kind.locks.map((lock) => queryAtOnce(ctx.db, lock, keysOf(lock, ctx.tenantId, id))),
  )
  const [version] = await Promise.all([versionOf(ctx, kind, id), locks])
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
  { entityType }: RecordKind,
  id: string,
  version: string,
): Promise<LastChange | undefined> {
  const writers = version.split(/[/,]/)
  const { rows } = await sql<LastChange>`
    with own as (
      select actor_type, actor_id, actor_name, created_at, id from audit_log
      where tenant_id = ${tenantId} and entity_id = ${id} and action <> all(${READING}::text[])
        and (${entityType ?? null}::text is null or entity_type = ${entityType ?? null})
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
