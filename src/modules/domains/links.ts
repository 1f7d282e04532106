import { audit } from '#db/audit.ts'
import type { WriteCtx } from '#db/context.ts'
import type { Constraints } from '#db/errors.ts'
import { together } from '#db/sql.ts'
import { Failure, found, impossible, notFound } from '#kernel/failure.ts'
import { isId, newId } from '#kernel/ids.ts'
import * as repo from './repo.ts'
import { domains, links } from './repo.ts'
import type { LinkRole } from './rules.ts'
import type { NewLink } from './schemas.ts'

// The foreign key reports a missing activity. This module cannot import the activities' module, which imports this one.
const noActivity = () => impossible('activityId', 'La actividad indicada no existe en su organización.')

export const CONSTRAINTS: Constraints = {
  domain_activities_activity_fkey: noActivity,
  domain_activities_domain_fkey: () => notFound('el dominio'),
  domain_activities_link_key: () =>
    new Failure(
      'conflict',
      'La actividad ya está vinculada a este dominio. Quite el vínculo para cambiar su rol.',
    ),
}

export async function linkActivity(ctx: WriteCtx, domainId: string, { activityId, role }: NewLink) {
  found(await repo.findDomain(ctx, domainId), 'el dominio')
  if (!isId(activityId)) throw noActivity()
  const { id } = await link(ctx, domainId, activityId, role)
  return { id }
}

export async function link(ctx: WriteCtx, domainId: string, activityId: string, role: LinkRole) {
  const [row] = await together(
    links.insert(ctx, newLink(ctx, domainId, { activityId, role })),
    audit(ctx, {
      action: 'link_activity',
      entityType: 'domain',
      entityId: domainId,
      after: { activityId, role },
    }),
  )
  return row
}

export async function unlinkActivity(ctx: WriteCtx, domainId: string, activityId: string): Promise<void> {
  const row = await repo.removeLink(ctx, domainId, activityId)
  const { role } = found(row, 'el vínculo entre ese dominio y esa actividad')
  await audit(ctx, {
    action: 'unlink_activity',
    entityType: 'domain',
    entityId: domainId,
    before: { activityId, role },
  })
}

/** All or nothing. The lock serialises two replacements, so that their links never mix. */
export async function replaceActivities(
  ctx: WriteCtx,
  domainId: string,
  activities: readonly NewLink[],
): Promise<void> {
  const [domain, before] = await Promise.all([
    domains.lockFields(ctx, domainId),
    repo.listLinks(ctx, domainId),
  ])
  found(domain, 'el dominio')
  assertDistinct(activities)
  await together(
    repo.replaceLinks(
      ctx,
      domainId,
      activities.map((activity) => newLink(ctx, domainId, activity)),
    ),
    audit(ctx, {
      action: 'sync_activities',
      entityType: 'domain',
      entityId: domainId,
      before: { activities: before.map(({ activity_id, role }) => ({ activityId: activity_id, role })) },
      after: { activities },
    }),
  )
}

function assertDistinct(activities: readonly NewLink[]): void {
  const seen = new Set<string>()
  for (const [index, { activityId }] of activities.entries()) {
    const path = `activities[${index}].activityId`
    const id = activityId.toLowerCase()
    if (!isId(id)) throw impossible(path, `«${activityId}» no es una actividad de su organización.`)
    if (seen.has(id)) throw impossible(path, `La actividad «${activityId}» viene más de una vez.`)
    seen.add(id)
  }
}

function newLink({ now }: WriteCtx, domainId: string, { activityId, role }: NewLink) {
  return { id: newId(), domain_id: domainId, activity_id: activityId, role, created_at: now }
}
