import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { asSystemOnce, type TenantAccess } from '#db/access.ts'
import type { WriteCtx } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { singleFlight } from '#kernel/concurrency.ts'
import { chileanDay } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'
import { folioNumber, formatFolio, isFolio, isPlainFolio } from '../folio.ts'

/** The next folio of the current year. Each folio is issued once, over all processes. */
export type NextFolio = (now: Date) => Promise<string>

/** Each process reserves numbers in blocks, so requests do not wait for the shared counter. */
const BLOCK = 20

export function createFolios(access: TenantAccess, key: KeyObject): NextFolio {
  const free = new Map<number, number[]>()

  const refill = singleFlight(async (year: string) => {
    const block = await reserve(access, +year, BLOCK)
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

/** Reserves numbers of a year for this process alone. */
async function reserve(access: TenantAccess, year: number, count: number): Promise<number[]> {
  const { issued } = await access.asSystem('folios are counted over the installation', (db) =>
    db
      .insertInto('folio_years')
      .values({ year, issued: count })
      .onConflict((conflict) =>
        conflict.column('year').doUpdateSet({ issued: sql`folio_years.issued + ${count}` }),
      )
      .returning('issued')
      .executeTakeFirstOrThrow(),
  )
  return Array.from({ length: count }, (_, index) => issued - count + 1 + index)
}

/** Folios for past years, in the order in which the requests came in. */
export async function reserveFolios(
  access: TenantAccess,
  key: KeyObject,
  years: readonly number[],
): Promise<string[]> {
  const free = new Map<number, number[]>()
  for (const [year, { length }] of Map.groupBy(years, (year) => year))
    free.set(year, await reserve(access, year, length))
  return years.map((year) => formatFolio(year, folioNumber(key, year, free.get(year)!.shift()!)))
}

/** Thrown when a folio belongs to another request: APP_SECRET changed during the year. The next one may be free. */
export class TakenFolio extends Error {}

/** Binds the folio to the request, in the transaction that keeps the request. */
export function claimFolio(ctx: WriteCtx, folio: string, requestId: string): Promise<void> {
  return claimFolios(ctx, [{ folio, requestId }])
}

export async function claimFolios(
  ctx: WriteCtx,
  claims: readonly { folio: string; requestId: string }[],
): Promise<void> {
  const claim = ctx.db
    .insertInto('folios')
    .values(claims.map(({ folio, requestId }) => ({ folio, tenant_id: ctx.tenantId, request_id: requestId })))
    .onConflict((conflict) => conflict.column('folio').doNothing())
    .returning('folio')
  const rows = await asSystemOnce(ctx, 'folios are unique over the installation', claim)
  if (rows.length < claims.length) throw new TakenFolio(claims[0]!.folio)
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

/** Finds the request of a folio, or throws the reason why there is none. */
export async function getFolio(access: TenantAccess, folio: string) {
  const found = isFolio(folio) ? await findFolio(access, folio) : undefined
  if (found) return found
  if (isPlainFolio(folio)) {
    throw new Failure(
      'notFound',
      `No encontramos una solicitud con el folio «${folio}». Revise que sea el que recibió por correo.`,
    )
  }
  throw noFolio(folio)
}

export function noFolio(text: string): Failure {
  return new Failure(
    'invalidFolio',
    `«${text.slice(0, 100)}» no es un folio. Tiene la forma ARCO-2026-01234: revise el que recibió por correo.`,
  )
}

export function findFolio(access: TenantAccess, folio: string) {
  return access.lookUp('find the tenant of a folio', (db) =>
    db.selectFrom('folios').select(['tenant_id', 'request_id']).where('folio', '=', folio).executeTakeFirst(),
  )
}

/** Across tenants: the folios of one organisation. */
export async function listFolios(db: Db, tenantId: string): Promise<string[]> {
  const rows = await db.selectFrom('folios').select('folio').where('tenant_id', '=', tenantId).execute()
  return rows.map(({ folio }) => folio)
}

/** Across tenants: the folios among these that are already issued here. */
export async function findTakenFolios(db: Db, folios: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ folio: string }>`
    select folio from folios where folio = any(${folios}::text[]) order by folio`.execute(db)
  return rows.map(({ folio }) => folio)
}
