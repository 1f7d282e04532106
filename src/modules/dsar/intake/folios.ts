import { sql } from 'kysely'
import type { Ctx } from '#db/context.ts'
import { asSystemOnce, type Doors } from '#db/doors.ts'
import { chileanDay } from '#kernel/dates.ts'
import { folioNumber, formatFolio } from '../folio.ts'
import '../tables.ts'

/**
 * The year's next folio, with the request in one transaction: a number is given out only once the request is kept.
 * Whoever comes at the same time waits for the count, so claim it late. A number that is taken (APP_SECRET changed
 * during the year) is passed over.
 */
export async function claimFolio(ctx: Ctx, requestId: string): Promise<string> {
  const year = Number(chileanDay(ctx.now).slice(0, 4))
  const key = ctx.tools.vault.derive('dsar.folio')
  for (;;) {
    const folio = formatFolio(year, folioNumber(key, year, await count(ctx, year)))
    if (await claim(ctx, folio, requestId)) return folio
  }
}

async function count(ctx: Ctx, year: number): Promise<number> {
  const next = ctx.db
    .insertInto('folio_years')
    .values({ year, issued: 1 })
    .onConflict((conflict) => conflict.column('year').doUpdateSet({ issued: sql`folio_years.issued + 1` }))
    .returning('issued')
  const [row] = await asSystemOnce(ctx, 'folios are counted over the installation', next)
  return row!.issued
}

async function claim(ctx: Ctx, folio: string, requestId: string): Promise<boolean> {
  const entry = ctx.db
    .insertInto('folios')
    .values({ folio, tenant_id: ctx.tenantId, request_id: requestId })
    .onConflict((conflict) => conflict.column('folio').doNothing())
    .returning('folio')
  const rows = await asSystemOnce(ctx, 'folios are unique over the installation', entry)
  return rows.length === 1
}

/** Where the folio leads. */
export function findFolio(doors: Doors, folio: string) {
  return doors.lookUp('find the tenant of a folio', (db) =>
    db.selectFrom('folios').select(['tenant_id', 'request_id']).where('folio', '=', folio).executeTakeFirst(),
  )
}
