import type { ReadCtx } from '#db/context.ts'
import { listActivities } from '#modules/rat/public.ts'
import type { Thirds } from './recipient-schemas.ts'

/** Everyone whom the entity's published activities name as recipient or processor, with those activities. */
export async function listThirds(ctx: ReadCtx, legalEntityId: string): Promise<Thirds> {
  const own = await ctx.db
    .selectFrom('activity_register')
    .select('id')
    .where('tenant_id', '=', ctx.tenantId)
    .where('legal_entity_id', '=', legalEntityId)
    .where('is_published', '=', true)
    .execute()
  const activities = own.length === 0 ? [] : await listActivities(ctx, { ids: own.map(({ id }) => id) })
  const recipients = new Map<string, Thirds['recipients'][number]>()
  const processors = new Map<string, Thirds['processors'][number]>()
  for (const activity of activities) {
    for (const name of activity.recipients) {
      const known = recipients.get(name) ?? { name, activities: [] }
      known.activities.push(activity.name)
      recipients.set(name, known)
    }
    for (const { id, name, contactName, contactEmail } of activity.processors) {
      const known = processors.get(id) ?? { id, name, contactName, contactEmail, activities: [] }
      known.activities.push(activity.name)
      processors.set(id, known)
    }
  }
  return { recipients: [...recipients.values()], processors: [...processors.values()] }
}
