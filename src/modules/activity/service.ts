import type { Selectable } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { listPage } from '#db/list.ts'
import type { Tables } from '#db/tables.ts'
import { viewOf } from '#http/view.ts'
import { canonicalId } from '#kernel/ids.ts'
import { READING, SHOWN_TYPES } from './rules.ts'
import { ACTS, ActivityEntry, type ActivityQuery } from './schemas.ts'

/** Without what was written: a name or a number of a person may be in it. */
const SHOWN = [
  'id',
  'action',
  'entity_type',
  'entity_id',
  'actor_type',
  'actor_id',
  'actor_name',
  'created_at',
] as const
type Shown = Pick<Selectable<Tables['audit_log']>, (typeof SHOWN)[number]>

const entryView = viewOf<Shown>()(ActivityEntry, {
  entityType: ({ entity_type }) => entity_type as ActivityEntry['entityType'],
  actorType: ({ actor_type }) => actor_type as ActivityEntry['actorType'],
})

/** Newest first. */
export async function listActs(ctx: ReadCtx, query: ActivityQuery) {
  const { entityType, entityId } = query
  let acts = ctx.db
    .selectFrom('audit_log')
    .select(SHOWN)
    .where('tenant_id', '=', ctx.tenantId)
    .where('action', 'not in', READING)
  acts = entityType
    ? acts.where('entity_type', '=', entityType)
    : acts.where('entity_type', 'in', SHOWN_TYPES)
  if (entityId) acts = acts.where('entity_id', '=', canonicalId(entityId))
  const { rows, ...page } = await listPage(ctx, ACTS, acts, query)
  return { items: rows.map((row) => entryView(row)), ...page }
}
