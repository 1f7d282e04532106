import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { tenantTable } from '#db/tenant-table.ts'
import { newId } from '#kernel/ids.ts'

export const systemLinks = tenantTable('activity_systems')
export const flowLinks = tenantTable('activity_flows')
export const processorLinks = tenantTable('activity_processors')

/** The common columns of all links. */
export function newLink({ now }: WriteCtx, activityId: string) {
  return { id: newId(), activity_id: activityId, created_at: now }
}

/** The systems and flows linked by hand, oldest first. */
export async function listLinks(ctx: ReadCtx, activityId: string) {
  const [systems, flows] = await Promise.all([
    systemLinks
      .select(ctx)
      .select(['system_id as systemId', 'role'])
      .where('activity_id', '=', activityId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    flowLinks
      .select(ctx)
      .select('flow_id')
      .where('activity_id', '=', activityId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  ])
  return { systems, flows: flows.map(({ flow_id }) => flow_id) }
}

export async function removeLinks({ db, tenantId }: WriteCtx, activityId: string): Promise<void> {
  await together(
    db
      .deleteFrom('activity_systems')
      .where('tenant_id', '=', tenantId)
      .where('activity_id', '=', activityId)
      .execute(),
    db
      .deleteFrom('activity_flows')
      .where('tenant_id', '=', tenantId)
      .where('activity_id', '=', activityId)
      .execute(),
  )
}

/** False if there was no such link. */
export async function removeProcessorLink(
  { db, tenantId }: WriteCtx,
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
