import type { ReadCtx } from '#db/context.ts'
import { viewOf } from '#http/view.ts'
import * as repo from './repo.ts'
import { AuditEntry, type AuditQuery } from './schemas.ts'

const entryView = viewOf<repo.AuditRow>()(AuditEntry)

export async function listEntries(ctx: ReadCtx, query: AuditQuery) {
  const { rows, ...page } = await repo.listEntries(ctx, query)
  return { items: rows.map((row) => entryView(row)), ...page }
}
