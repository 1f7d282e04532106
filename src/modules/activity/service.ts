import type { Selectable } from 'kysely'
import { READING } from '#db/audit.ts'
import type { ReadCtx } from '#db/context.ts'
import { listPage } from '#db/list.ts'
import type { Tables } from '#db/tables.ts'
import { mayRead } from '#http/scopes.ts'
import { viewOf } from '#http/view.ts'
import { canonicalId } from '#kernel/ids.ts'
import { changesOf, MODULE_OF, SHOWN_TYPES, TOLD_TYPES } from './rules.ts'
import {
  ACTS,
  ActivityEntry,
  type ActivityQuery,
  CHANGES,
  type ChangesQuery,
  type RecordChange,
} from './schemas.ts'

/** Leaves out the changed values: they may contain a person's name or number. */
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

type Key = { scopes: readonly string[] } | undefined

/** Newest first. Reads of records are only in the log. */
export async function listActs(ctx: ReadCtx, query: ActivityQuery, key: Key) {
  const { rows, ...page } = await listPage(
    ctx,
    ACTS,
    actsOf(ctx, query, SHOWN_TYPES, key).select(SHOWN),
    query,
  )
  return { items: rows.map((row) => entryView(row)), ...page }
}

/** The same with the changes of each act, for the types that show them. */
export async function listChanges(ctx: ReadCtx, query: ChangesQuery, key: Key) {
  const acts = actsOf(ctx, query, TOLD_TYPES, key).select([...SHOWN, 'changes'])
  const { rows, ...page } = await listPage(ctx, CHANGES, acts, query)
  const items = rows.map(({ changes, ...row }) => ({
    ...(entryView(row) as Omit<RecordChange, 'changes'>),
    changes: changesOf(row.action, changes),
  }))
  return { items, ...page }
}

function actsOf(
  { db, tenantId }: ReadCtx,
  { entityType, entityId }: ActivityQuery,
  types: readonly (typeof SHOWN_TYPES)[number][],
  key: Key,
) {
  const asked = entityType ? [entityType] : types
  const seen = asked.filter((type) => mayRead(key, MODULE_OF[type]))
  const acts = db
    .selectFrom('audit_log')
    .where('tenant_id', '=', tenantId)
    .where('action', 'not in', READING)
    .where((eb) => eb('entity_type', '=', eb.fn.any(eb.val(seen))))
  return entityId ? acts.where('entity_id', '=', canonicalId(entityId)) : acts
}
