import type { ReadCtx } from '#db/context.ts'
import { listActivities } from '#modules/rat/public.ts'
import type { Thirds } from './schemas.ts'

/** Everyone whom the published activities name as recipient or processor, with the activities that do. */
export async function listThirds(ctx: ReadCtx): Promise<Thirds> {
  const activities = await listActivities(ctx, { status: 'published' })
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
