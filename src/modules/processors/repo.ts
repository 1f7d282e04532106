import { type Insertable, type Selectable, sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { listPage } from '#db/list.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import type { Page } from '#kernel/paging.ts'
import { isDue } from '#modules/tasks/public.ts'
import { PROCESSORS, type ProcessorsQuery } from './schemas.ts'

export type ProcessorRow = Selectable<Tables['processors']>
/** What the register shows of a processor. */
export type ProcessorFacts = Omit<ProcessorRow, 'name_folded' | 'review_announced'>

export const processors = tenantTable('processors')

export function listProcessors(ctx: ReadCtx, query: ProcessorsQuery): Promise<Page<ProcessorRow>> {
  const { db, tenantId, now } = ctx
  const { dpaStatus, reviewDue } = query
  let rows = db.selectFrom('processors').selectAll().where('tenant_id', '=', tenantId)
  if (dpaStatus === 'EXPIRED') {
    rows = rows.where((eb) =>
      eb.or([
        eb('dpa_status', '=', 'EXPIRED'),
        eb.and([eb('dpa_status', '=', 'SIGNED'), eb('dpa_valid_until', '<=', now)]),
      ]),
    )
  } else if (dpaStatus !== undefined) rows = rows.where('dpa_status', '=', dpaStatus)
  if (dpaStatus === 'SIGNED') {
    rows = rows.where((eb) => eb.or([eb('dpa_valid_until', 'is', null), eb('dpa_valid_until', '>', now)]))
  }
  if (reviewDue) rows = rows.where(isDue(ctx))
  return listPage(ctx, PROCESSORS, rows, query)
}

/** Nobody deletes it until this act ends. */
export function holdByName({ db, tenantId }: ReadCtx, folded: string): Promise<ProcessorRow | undefined> {
  return db
    .selectFrom('processors')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('name_folded', '=', folded)
    .forKeyShare()
    .executeTakeFirst()
}

/** Undefined when the name is taken. */
export function insertUnlessKnown(
  { db }: ReadCtx,
  row: Insertable<Tables['processors']>,
): Promise<ProcessorRow | undefined> {
  return db
    .insertInto('processors')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'name_folded']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

const hasNoCountry = sql<boolean>`btrim(coalesce(country, '')) = ''`

/** Undefined when it has a country already, unless a system gave it that country and left it (`movedFrom`). */
export function fillCountry(
  { db, tenantId, now }: ReadCtx,
  id: string,
  country: string,
  movedFrom?: string,
): Promise<ProcessorRow | undefined> {
  return db
    .updateTable('processors')
    .set({ country, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where((eb) => {
      if (movedFrom === undefined) return hasNoCountry
      const follows = eb.and([
        eb('source', '=', 'system'),
        eb('country', '=', movedFrom),
        eb('country', '<>', country),
      ])
      return eb.or([hasNoCountry, follows])
    })
    .returningAll()
    .executeTakeFirst()
}
