import type { ReadCtx } from '#db/context.ts'
import { viewOf } from '#http/view.ts'
import type { Row } from '#sheets/csv.ts'
import * as repo from './repo.ts'
import { AuditEntry, type AuditExportQuery, type AuditQuery } from './schemas.ts'
import { auditRow } from './sheet.ts'

const entryView = viewOf<repo.AuditRow>()(AuditEntry)

export async function listEntries(ctx: ReadCtx, query: AuditQuery) {
  const { rows, ...page } = await repo.listEntries(ctx, query)
  return { items: rows.map((row) => entryView(row)), ...page }
}

const BATCH = 500

/** Reads page by page, so that no transaction is long. Reads the first page before it returns. */
export async function openSheet(
  read: <T>(work: (ctx: ReadCtx) => Promise<T>) => Promise<T>,
  { format: _format, ...filters }: AuditExportQuery,
): Promise<AsyncGenerator<Row>> {
  const pageFrom = (cursor: string) =>
    read((ctx) => repo.listEntries(ctx, { ...filters, page: 1, limit: BATCH, cursor }))
  const first = await pageFrom('')
  return (async function* () {
    for (let page = first; ; page = await pageFrom(page.nextCursor)) {
      yield* page.rows.map(auditRow)
      if (page.nextCursor === undefined) return
    }
  })()
}
