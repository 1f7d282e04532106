import type { Insertable, Selectable, SelectQueryBuilder, Updateable } from 'kysely'
import type { ReadCtx, WriteCtx } from './context.ts'
import { json } from './sql.ts'
import type { Tables } from './tables.ts'

/** The tables whose rows belong to a tenant and are found by an id. */
export type TenantTable = {
  [Name in keyof Tables]: Tables[Name] extends { tenant_id: string; id: string } ? Name : never
}[keyof Tables]

type Row<Name extends TenantTable> = Selectable<Tables[Name]>
type NewRow<Name extends TenantTable> = Omit<Insertable<Tables[Name]>, 'tenant_id'>
type Fields<Name extends TenantTable> = Omit<Updateable<Tables[Name]>, 'tenant_id' | 'id'>

interface TenantRows<Name extends TenantTable> {
  find(ctx: ReadCtx, id: string): Promise<Row<Name> | undefined>
  has(ctx: ReadCtx, id: string): Promise<boolean>
  /** The row, locked until the act ends: of two acts at once, the second one judges what the first one left. */
  lock(ctx: WriteCtx, id: string): Promise<Row<Name> | undefined>
  /** As `lock`, but rows that refer to this one may still be written. */
  lockFields(ctx: WriteCtx, id: string): Promise<Row<Name> | undefined>
  /** The row as the database keeps it. */
  insert(ctx: WriteCtx, row: NewRow<Name>): Promise<Row<Name>>
  insertAll(ctx: WriteCtx, rows: readonly NewRow<Name>[]): Promise<Row<Name>[]>
  update(ctx: WriteCtx, id: string, fields: Fields<Name>): Promise<Row<Name>>
  /** The row that was removed, or undefined when there was none. */
  remove(ctx: WriteCtx, id: string): Promise<Row<Name> | undefined>
  /** A query over the tenant's rows, for the caller to extend. */
  select(ctx: ReadCtx): SelectQueryBuilder<Tables, Name, unknown>
}

/**
 * The statements every table needs, with the tenant in each of them. Anything beyond one row by its id stays in the
 * repo. `jsonColumns` names the columns whose values are written as JSON.
 */
export function tenantTable<Name extends TenantTable>(
  table: Name,
  jsonColumns: readonly (keyof Tables[Name] & string)[] = [],
): TenantRows<Name> {
  const written = (fields: object) =>
    Object.fromEntries(
      Object.entries(fields).map(([column, value]) =>
        jsonColumns.includes(column as never) && value != null ? [column, json(value)] : [column, value],
      ),
    )
  // The builder cannot check a table whose name it does not know: it checks one of them for all.
  const name = table as 'mails'
  const select = ({ db, tenantId }: ReadCtx) => db.selectFrom(name).where('tenant_id', '=', tenantId)
  const rowOf = (ctx: ReadCtx, id: string) => select(ctx).selectAll().where('id', '=', id)
  const insert = ({ db, tenantId }: WriteCtx, rows: readonly object[]) =>
    db
      .insertInto(name)
      .values(rows.map((row) => ({ ...written(row), tenant_id: tenantId })) as never)
      .returningAll()

  const rows: TenantRows<'mails'> = {
    find: (ctx, id) => rowOf(ctx, id).executeTakeFirst(),
    has: (ctx, id) => select(ctx).select('id').where('id', '=', id).executeTakeFirst().then(Boolean),
    lock: (ctx, id) => rowOf(ctx, id).forUpdate().executeTakeFirst(),
    lockFields: (ctx, id) => rowOf(ctx, id).forNoKeyUpdate().executeTakeFirst(),
    insert: (ctx, row) => insert(ctx, [row]).executeTakeFirstOrThrow(),
    insertAll: async (ctx, all) => (all.length === 0 ? [] : insert(ctx, all).execute()),
    update: ({ db, tenantId }, id, fields) =>
      db
        .updateTable(name)
        .set(written(fields))
        .where((row) => row.and({ tenant_id: tenantId, id }))
        .returningAll()
        .executeTakeFirstOrThrow(),
    remove: ({ db, tenantId }, id) =>
      db
        .deleteFrom(name)
        .where((row) => row.and({ tenant_id: tenantId, id }))
        .returningAll()
        .executeTakeFirst(),
    select,
  }
  return rows as unknown as TenantRows<Name>
}
