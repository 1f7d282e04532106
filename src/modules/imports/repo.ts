import { type Selectable, sql } from 'kysely'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { listPage } from '#db/list.ts'
import { recordKind } from '#db/records.ts'
import { json } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import type { Page } from '#kernel/paging.ts'
import type { Choices, Status, TargetName } from './rules.ts'
import { IMPORTS, type ImportsQuery } from './schemas.ts'

export type ImportRow = Selectable<Tables['imports']>
export const imports = tenantTable('imports', ['chosen', 'mapping', 'outcomes', 'totals', 'actor'])
export const importRecord = recordKind('imports')

const SUMMARY = [
  'id',
  'target',
  'status',
  'progress',
  'dry_run',
  'file_name',
  'totals',
  'error',
  'created_at',
  'completed_at',
] as const
export type SummaryRow = Pick<ImportRow, (typeof SUMMARY)[number]>

export function listImports(
  ctx: ReadCtx,
  query: ImportsQuery,
  seen: readonly TargetName[],
): Promise<Page<SummaryRow>> {
  const { db, tenantId } = ctx
  let rows = db
    .selectFrom('imports')
    .select(SUMMARY)
    .where('tenant_id', '=', tenantId)
    .where((eb) => eb('target', '=', eb.fn.any(eb.val(seen))))
  if (query.target !== undefined) rows = rows.where('target', '=', query.target)
  return listPage(ctx, IMPORTS, rows, query)
}

/** Updates only if the import is in this state: of two workers the second one finds nothing to do. */
export async function moveFrom(
  ctx: WriteCtx,
  id: string,
  from: Status,
  fields: Parameters<typeof imports.update>[2],
): Promise<boolean> {
  const row = await imports.lock(ctx, id)
  if (row?.status !== from) return false
  await imports.update(ctx, id, { ...fields, updated_at: ctx.now })
  return true
}

// ── remembered headings ──

export async function readHeadings({ db, tenantId }: ReadCtx, target: TargetName): Promise<Choices> {
  const rows = await db
    .selectFrom('import_headings')
    .select(['heading', 'field'])
    .where('tenant_id', '=', tenantId)
    .where('target', '=', target)
    .limit(MOST_HEADINGS)
    .execute()
  return Object.fromEntries(rows.map(({ heading, field }) => [heading, field]))
}

const MOST_HEADINGS = 5000

export async function rememberHeadings(ctx: WriteCtx, target: TargetName, choices: Choices): Promise<void> {
  const rows = Object.entries(choices).map(([heading, field]) => ({
    tenant_id: ctx.tenantId,
    target,
    heading,
    field,
    updated_at: ctx.now,
  }))
  if (rows.length === 0) return
  await ctx.db
    .insertInto('import_headings')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'target', 'heading']).doUpdateSet({
        field: sql`excluded.field`,
        updated_at: ctx.now,
      }),
    )
    .execute()
}

// ── above tenants ──

/** The outcomes of rows contain personal data, so they are erased. The totals stay. */
const FORGOTTEN = { outcomes: json([]), mapping: json([]), chosen: json({}) } as const

export async function forgetRows(db: Db, endedBefore: Date): Promise<void> {
  await db
    .updateTable('imports')
    .set(FORGOTTEN)
    .where('completed_at', '<', endedBefore)
    .where('outcomes', '<>', json([]))
    .execute()
}

/** Imports that nobody confirmed, whose worker died in its last attempt, or whose file was not removed. */
export function listLeftOver(db: Db, abandonedBefore: Date, keptSince: Date) {
  return db
    .selectFrom('imports')
    .select(['tenant_id', 'id', 'status', 'parts'])
    .where((eb) =>
      eb.or([
        eb.and([eb('completed_at', 'is', null), eb('updated_at', '<', keptSince)]),
        eb.and([eb('status', 'in', ['PENDING', 'APPLYING']), eb('updated_at', '<', abandonedBefore)]),
        eb.and([
          eb('completed_at', 'is not', null),
          eb('parts', '>', 0),
          eb('updated_at', '<', abandonedBefore),
        ]),
      ]),
    )
    .orderBy('updated_at')
    .limit(1000)
    .execute()
}
