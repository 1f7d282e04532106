import type { Selectable } from 'kysely'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { listPage } from '#db/list.ts'
import { recordKind } from '#db/records.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import { TIME_ENTRIES, type TimeEntriesQuery } from './schemas.ts'

export type TimeEntryRow = Selectable<Tables['time_entries']>
export const timeEntries = tenantTable('time_entries')
export const timeRecord = recordKind('time_entries')

/** Only the person's own entries: those of others are private. */
export function listOwn(ctx: ReadCtx, userId: string, query: TimeEntriesQuery) {
  const { from, to } = query
  let rows = timeEntries.select(ctx).selectAll().where('user_id', '=', userId)
  if (from !== undefined) rows = rows.where('worked_on', '>=', from)
  if (to !== undefined) rows = rows.where('worked_on', '<=', to)
  return listPage(ctx, TIME_ENTRIES, rows, query)
}

export function findOwn(ctx: ReadCtx, userId: string, id: string): Promise<TimeEntryRow | undefined> {
  return timeEntries
    .select(ctx)
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export function lockOwn(ctx: WriteCtx, userId: string, id: string): Promise<TimeEntryRow | undefined> {
  return timeEntries
    .select(ctx)
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

/** The entries of a month, in the order of the work. */
export function listMonth(ctx: ReadCtx, userId: string, days: { from: string; until: string }) {
  return timeEntries
    .select(ctx)
    .selectAll()
    .where('user_id', '=', userId)
    .where('worked_on', '>=', days.from)
    .where('worked_on', '<', days.until)
    .orderBy('worked_on')
    .orderBy('id')
    .execute()
}
