import type { Claims, TenantAccess } from '#db/access.ts'
import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { columnsOf } from '#http/columns.ts'
import { viewOf } from '#http/view.ts'
import { chileanDay } from '#kernel/dates.ts'
import { found, impossible } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { type Organisation, overOrganisations } from '#modules/auth/public.ts'
import { Day, type Row } from '#sheets/csv.ts'
import * as repo from './repo.ts'
import { type TimeEntryRow, timeEntries } from './repo.ts'
import { daysOf, hoursOf } from './rules.ts'
import {
  type NewTimeEntry,
  type TimeEntriesQuery,
  TimeEntry,
  TimeEntryPatch,
  type TimeSummary,
} from './schemas.ts'

const ENTRY = 'el registro de horas'

const entryView = viewOf<TimeEntryRow>()(TimeEntry)

export async function listEntries(ctx: ReadCtx, userId: string, query: TimeEntriesQuery) {
  const { rows, ...page } = await repo.listOwn(ctx, userId, query)
  return { items: rows.map((row) => entryView(row)), ...page }
}

export async function getEntry(ctx: ReadCtx, userId: string, id: string) {
  return entryView(found(await repo.findOwn(ctx, userId, id), ENTRY))
}

export async function addEntry(ctx: WriteCtx, body: NewTimeEntry) {
  assertPast(ctx, body.workedOn)
  const entry = {
    id: newId(),
    user_id: ctx.actor.id!,
    user_name: ctx.actor.name ?? null,
    worked_on: body.workedOn,
    minutes: body.minutes,
    what: body.what.trim(),
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  const [row] = await together(
    timeEntries.insert(ctx, entry),
    audit(ctx, { action: 'create', entityType: 'time_entry', entityId: entry.id, after: tracedOf(entry) }),
  )
  return entryView(row)
}

export async function changeEntry(ctx: WriteCtx, id: string, body: TimeEntryPatch) {
  const before = found(await repo.lockOwn(ctx, ctx.actor.id!, id), ENTRY)
  if (body.workedOn !== undefined) assertPast(ctx, body.workedOn)
  const fields = {
    ...columnsOf(TimeEntryPatch, body),
    ...(body.what !== undefined && { what: body.what.trim() }),
    updated_at: ctx.now,
  }
  const after = { ...before, ...fields }
  const [row] = await together(
    timeEntries.update(ctx, before.id, fields),
    audit(ctx, {
      action: 'update',
      entityType: 'time_entry',
      entityId: before.id,
      before: tracedOf(before),
      after: tracedOf(after),
    }),
  )
  return entryView(row)
}

export async function removeEntry(ctx: WriteCtx, id: string): Promise<void> {
  const before = found(await repo.lockOwn(ctx, ctx.actor.id!, id), ENTRY)
  await together(
    timeEntries.remove(ctx, before.id),
    audit(ctx, { action: 'delete', entityType: 'time_entry', entityId: before.id, before: tracedOf(before) }),
  )
}

/** Others read the log, and it is never emptied, so it has the day and the duration but not the private note. */
function tracedOf({ what, ...entry }: Pick<TimeEntryRow, 'what'>) {
  return { ...entry, length: what.length }
}

function assertPast({ now }: ReadCtx, workedOn: string): void {
  if (workedOn > chileanDay(now))
    throw impossible('workedOn', 'Ese día aún no llega: anote las horas que ya trabajó.')
}

// ── the month ──

export interface Worked {
  organisation: Organisation
  rows: TimeEntryRow[]
}

/** The person's entries in a month, by organisation: the present one or all of theirs. */
export async function readMonth(
  access: TenantAccess,
  who: Claims,
  now: Date,
  month: string,
  scope: 'tenant' | 'all',
): Promise<Worked[]> {
  const days = daysOf(month)!
  const worked: Worked[] = []
  await overOrganisations(access, who, now, async (ctx, organisation) => {
    if (scope === 'tenant' && organisation.id !== who.tenantId) return
    const rows = await repo.listMonth(ctx, who.userId, days)
    if (rows.length > 0) worked.push({ organisation, rows })
  })
  return worked.toSorted((a, b) => a.organisation.name.localeCompare(b.organisation.name, 'es'))
}

const minutesOf = (rows: readonly TimeEntryRow[]) => rows.reduce((sum, { minutes }) => sum + minutes, 0)

export function summaryOf(month: string, worked: readonly Worked[]): TimeSummary {
  const items = worked.map(({ organisation: { id, name, slug }, rows }) => ({
    tenantId: id,
    tenantName: name,
    slug,
    entries: rows.length,
    minutes: minutesOf(rows),
  }))
  return { month, items, minutes: items.reduce((sum, { minutes }) => sum + minutes, 0) }
}

export const SHEET = { sheet: 'Horas', columns: ['Organización', 'Día', 'Quién', 'Qué', 'Minutos', 'Horas'] }

/** Every entry, a total after each organisation, and the grand total at the end. */
export function* sheetRows(worked: readonly Worked[]): Generator<Row> {
  for (const { organisation, rows } of worked) {
    for (const { worked_on, user_name, what, minutes } of rows)
      yield [organisation.name, new Day(worked_on), user_name, what, minutes, hoursOf(minutes)]
    const total = minutesOf(rows)
    yield [organisation.name, null, null, 'Total de la organización', total, hoursOf(total)]
  }
  const all = worked.reduce((sum, { rows }) => sum + minutesOf(rows), 0)
  yield ['Total', null, null, null, all, hoursOf(all)]
}
