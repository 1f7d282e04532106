import { randomInt } from 'node:crypto'
import { CompiledQuery, type Selectable } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { listPage } from '#db/list.ts'
import type { Tables } from '#db/tables.ts'
import { chileanDay } from '#kernel/dates.ts'
import type { Page } from '#kernel/paging.ts'
import { countedRecords } from './counts.ts'
import { normaliseRef } from './rules.ts'
import { RECORDS, type RecordsQuery } from './schemas.ts'

type RecordTable = 'consent_records' | 'consent_form_records'
type Row<Name extends RecordTable> = Selectable<Tables[Name]>

/** Simultaneous records of one day seldom hit the same slot, and sixteen slots are quick to add up. */
const SLOTS = 16

const JSON_COLUMNS = new Set(['decisions', 'values', 'representative', 'evidence'])

interface Counted {
  countedId: string
  granted: boolean
  withdrawn: boolean
}

/**
 * A record and its count in one statement: statistics and totals cost the same with a thousand records and with a million. A
 * record counts on the day it is written, so the figures of a past day never change. Rows of one table have their columns in
 * one order, so the database prepares the text once.
 */
export function recording<Name extends RecordTable>(
  { tenantId, now }: Pick<ReadCtx, 'tenantId' | 'now'>,
  table: Name,
  row: Row<Name>,
  { countedId, granted, withdrawn }: Counted,
): CompiledQuery {
  const parameters: unknown[] = []
  const put = (value: unknown) => `$${parameters.push(value)}`
  const putColumn = ([column, value]: [string, unknown]) =>
    JSON_COLUMNS.has(column) ? `${put(value === null ? null : JSON.stringify(value))}::jsonb` : put(value)
  const count = [tenantId, countedId, chileanDay(now), randomInt(SLOTS), Number(granted), Number(withdrawn)]
  const [tenant, counted, day, slot, one, other] = count.map(put)
  const text = `with counted as (
    insert into consent_daily_counts as c (tenant_id, counted_id, day, slot, total, granted, withdrawn)
    values (${tenant}, ${counted}, ${day}, ${slot}, 1, ${one}, ${other})
    on conflict (tenant_id, counted_id, day, slot) do update
    set total = c.total + 1, granted = c.granted + excluded.granted, withdrawn = c.withdrawn + excluded.withdrawn
  )
  insert into ${table} (${Object.keys(row).map(quoted)}) values (${Object.entries(row).map(putColumn)})`
  return CompiledQuery.raw(text, parameters)
}

/** Quoted because `values` is a reserved word of SQL. */
function quoted(column: string): string {
  return `"${column}"`
}

/** The records of a notice or a form, newest first. */
export function pageRecords<Name extends RecordTable>(
  ctx: ReadCtx,
  table: Name,
  owner: Extract<keyof Tables[Name], 'notice_id' | 'template_id'>,
  ownerId: string,
  query: RecordsQuery,
): Promise<Page<Row<Name>>> {
  // The query builder cannot check a variable table name. It checks one of the two tables for both.
  const records = ctx.db
    .selectFrom(table as 'consent_records')
    .selectAll()
    .where('tenant_id', '=', ctx.tenantId)
    .where(owner as 'notice_id', '=', ownerId)
  const { subjectRef } = query
  const bound = { ...query, [owner]: ownerId }
  const listed =
    subjectRef === undefined
      ? listPage(ctx, RECORDS, records, bound, countedRecords(ctx, ownerId))
      : listPage(ctx, RECORDS, records.where('subject_ref', '=', normaliseRef(subjectRef)), bound)
  return listed as unknown as Promise<Page<Row<Name>>>
}
