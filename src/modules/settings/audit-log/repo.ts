import type { Selectable } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { countedTotal } from '#db/counts.ts'
import { listPage } from '#db/list.ts'
import type { Tables } from '#db/tables.ts'
import { toInstant } from '#kernel/dates.ts'
import { canonicalId } from '#kernel/ids.ts'
import type { Page } from '#kernel/paging.ts'
import { AUDIT_LOG, type AuditQuery } from './schemas.ts'

const COLUMNS = [
  'id',
  'actor_type',
  'actor_id',
  'actor_name',
  'action',
  'entity_type',
  'entity_id',
  'changes',
  'request_id',
  'address_prefix',
  'created_at',
] as const
export type AuditRow = Pick<Selectable<Tables['audit_log']>, (typeof COLUMNS)[number]>

export function listEntries(ctx: ReadCtx, filter: AuditQuery): Promise<Page<AuditRow>> {
  const { db, tenantId } = ctx
  const { entityType, entityId, actorId, from, to } = filter
  let entries = db.selectFrom('audit_log').select(COLUMNS).where('tenant_id', '=', tenantId)
  if (entityType !== undefined) entries = entries.where('entity_type', '=', entityType)
  if (entityId !== undefined) entries = entries.where('entity_id', '=', canonicalId(entityId))
  if (actorId !== undefined) entries = entries.where('actor_id', '=', canonicalId(actorId))
  if (from !== undefined) entries = entries.where('created_at', '>=', toInstant(from))
  if (to !== undefined) entries = entries.where('created_at', '<', toInstant(to))
  const others = [entityId, actorId, from, to]
  const counted = others.every((value) => value === undefined)
    ? countedTotal(ctx, 'audit_log', { entity_type: entityType })
    : undefined
  return listPage(ctx, AUDIT_LOG, entries, filter, counted)
}
