import { sql } from 'kysely'
import { asSystemOnce, type TenantAccess } from '#db/access.ts'
import type { WriteCtx } from '#db/context.ts'
import { singleFlight } from '#kernel/concurrency.ts'
import { chileanDay } from '#kernel/dates.ts'
import { folioNumber, formatFolio } from '../folio.ts'

/** The next folio of the current year. Each is given out once, over all processes. */
export type NextFolio = (now: Date) => Promise<string>

/** A process takes the numbers of a year in blocks, so that requests do not wait for one another's count. */
const BLOCK = 20

export function createFolios(access: TenantAccess, key: Buffer): NextFolio {
  const free = new Map<number, number[]>()

  const refill = singleFlight(async (year: string) => {
    const last = await access.asSystem('folios are counted over the installation', (db) => reserve(db, +year))
    const block = Array.from({ length: BLOCK }, (_, index) => last - BLOCK + 1 + index)
    free.set(+year, [...(free.get(+year) ?? []), ...block])
  })

  return async (now) => {
    const year = Number(chileanDay(now).slice(0, 4))
    for (;;) {
      const nth = free.get(year)?.shift()
      if (nth !== undefined) return formatFolio(year, folioNumber(key, year, nth))
      await refill(String(year))
    }
  }
}

async function reserve(db: WriteCtx['db'], year: number): Promise<number> {
  const { issued } = await db
    .insertInto('folio_years')
    .values({ year, issued: BLOCK })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet({ issued: sql`folio_years.issued + ${BLOCK}` }),
    )
    .returning('issued')
    .executeTakeFirstOrThrow()
  return issued
}

/** Thrown when a folio belongs to another request: APP_SECRET changed during the year. The next one may be free. */
export class TakenFolio extends Error {}

/** Binds the folio to the request, in the transaction that keeps the request. */
export async function claimFolio(ctx: WriteCtx, folio: string, requestId: string): Promise<void> {
  const claim = ctx.db
    .insertInto('folios')
    .values({ folio, tenant_id: ctx.tenantId, request_id: requestId })
    .onConflict((conflict) => conflict.column('folio').doNothing())
    .returning('folio')
  const rows = await asSystemOnce(ctx, 'folios are unique over the installation', claim)
  if (rows.length === 0) throw new TakenFolio(folio)
}

/** Acts with the next folio, and with the one after it when that one is taken. */
export async function withFolio<T>(
  next: NextFolio,
  now: Date,
  act: (folio: string) => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await act(await next(now))
    } catch (error) {
      if (!(error instanceof TakenFolio)) throw error
    }
  }
}

/** Where the folio leads. */
export function findFolio(access: TenantAccess, folio: string) {
  return access.lookUp('find the tenant of a folio', (db) =>
    db.selectFrom('folios').select(['tenant_id', 'request_id']).where('folio', '=', folio).executeTakeFirst(),
  )
}
