import { type Selectable, sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { listPage } from '#db/list.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import type { CommentedType } from './rules.ts'
import { COMMENTS, type CommentsQuery } from './schemas.ts'

export type CommentRow = Selectable<Tables['comments']>
export const comments = tenantTable('comments')

export function listComments(ctx: ReadCtx, query: CommentsQuery, types: readonly CommentedType[]) {
  const { entityType, entityId } = query
  let rows = comments
    .select(ctx)
    .selectAll()
    .where((eb) => eb('entity_type', '=', eb.fn.any(eb.val([...types]))))
  if (entityType !== undefined) rows = rows.where('entity_type', '=', entityType)
  if (entityId !== undefined) rows = rows.where('entity_id', '=', entityId)
  return listPage(ctx, COMMENTS, rows, query)
}

/** The search view of each kind of record. A contract's title is its processor, a request's is its folio. */
const VIEWS = {
  activity: 'searchable_activities',
  breach: 'searchable_breaches',
  contract: 'searchable_contracts',
  dpia_assessment: 'searchable_assessments',
  dsar_request: 'searchable_requests',
  processor: 'searchable_processors',
  system: 'searchable_systems',
} as const satisfies Record<CommentedType, string>

/** The title of the record. Undefined if the organisation has none with this id. */
export async function findTitle(
  { db, tenantId }: ReadCtx,
  entityType: CommentedType,
  entityId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom(VIEWS[entityType] as 'searchable_activities')
    .select('title')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', entityId)
    .executeTakeFirst()
  return row?.title
}

/** The active members among these people. */
export async function listActive({ db, tenantId }: ReadCtx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'ACTIVE')
    .where('user_id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return rows.map(({ user_id }) => user_id)
}
