import type { Reading } from '#db/context.ts'
import { iso } from '#kernel/dates.ts'
import { pagination } from '#kernel/paging.ts'
import * as repo from './repo.ts'
import type { AuditEntry, AuditQuery } from './schemas.ts'

export async function listEntries(ctx: Reading, query: AuditQuery) {
  const { rows, total } = await repo.listEntries(ctx, query)
  return { items: rows.map(entryView), pagination: pagination(query, total) }
}

function entryView(row: repo.AuditRow): AuditEntry {
  return {
    id: row.id,
    actorType: row.actor_type,
    actorId: row.actor_id,
    actorName: row.actor_name,
    action: row.action,
    entityType: row.entity_type,
    entityId: row.entity_id,
    changes: row.changes,
    requestId: row.request_id,
    createdAt: iso(row.created_at),
  }
}
