import type { Reading } from '#db/context.ts'
import { newId } from '#kernel/ids.ts'
import type { LinkRole } from '../rules.ts'
import '../tables.ts'

export interface SystemRole {
  systemId: string
  role: LinkRole
}

export async function insertSystemLinks(
  ctx: Reading,
  activityId: string,
  links: readonly SystemRole[],
): Promise<string[]> {
  const rows = links.map(({ systemId, role }) => ({ ...linkRow(ctx, activityId), system_id: systemId, role }))
  if (rows.length > 0) await ctx.db.insertInto('activity_systems').values(rows).execute()
  return rows.map(({ id }) => id)
}

export async function insertFlowLinks(
  ctx: Reading,
  activityId: string,
  flowIds: readonly string[],
): Promise<string[]> {
  const rows = flowIds.map((flowId) => ({ ...linkRow(ctx, activityId), flow_id: flowId }))
  if (rows.length > 0) await ctx.db.insertInto('activity_flows').values(rows).execute()
  return rows.map(({ id }) => id)
}

export async function insertProcessorLink(
  ctx: Reading,
  activityId: string,
  processorId: string,
): Promise<string> {
  const row = { ...linkRow(ctx, activityId), processor_id: processorId }
  await ctx.db.insertInto('activity_processors').values(row).execute()
  return row.id
}

/** What was there, for the trace. */
export async function clearLinks({ db, tenantId }: Reading, activityId: string) {
  const systems = await db
    .deleteFrom('activity_systems')
    .where('tenant_id', '=', tenantId)
    .where('activity_id', '=', activityId)
    .returning(['system_id as systemId', 'role'])
    .execute()
  const flows = await db
    .deleteFrom('activity_flows')
    .where('tenant_id', '=', tenantId)
    .where('activity_id', '=', activityId)
    .returning('flow_id')
    .execute()
  return { systems, flows: flows.map(({ flow_id }) => flow_id) }
}

/** False when there was no such link. */
export async function removeProcessorLink(
  { db, tenantId }: Reading,
  activityId: string,
  processorId: string,
): Promise<boolean> {
  const row = await db
    .deleteFrom('activity_processors')
    .where('tenant_id', '=', tenantId)
    .where('activity_id', '=', activityId)
    .where('processor_id', '=', processorId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

function linkRow({ tenantId, now }: Reading, activityId: string) {
  return { tenant_id: tenantId, id: newId(), activity_id: activityId, created_at: now }
}
