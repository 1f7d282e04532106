import { audit } from '#db/audit.ts'
import type { Ctx } from '#db/context.ts'
import { constraintMeans } from '#db/faults.ts'
import { Failure, impossible, notFound } from '#kernel/failure.ts'
import { isId, newId } from '#kernel/ids.ts'
import * as repo from './repo.ts'
import type { LinkRole } from './rules.ts'
import type { NewLink } from './schemas.ts'

// Whether the activity exists is the foreign key's to say: activities belong to a module that knows this one.
const noActivity = () => impossible('activityId', 'La actividad indicada no existe en su organización.')
constraintMeans('domain_activities_activity_fkey', noActivity)
constraintMeans('domain_activities_domain_fkey', () => notFound('el dominio'))
constraintMeans('domain_activities_link_key', () => {
  return new Failure(
    'conflict',
    'La actividad ya está vinculada a este dominio. Quite el vínculo para cambiar su rol.',
  )
})

export async function linkActivity(ctx: Ctx, domainId: string, { activityId, role }: NewLink) {
  if (!(await repo.findDomain(ctx, domainId))) throw notFound('el dominio')
  if (!isId(activityId)) throw noActivity()
  return link(ctx, domainId, activityId, role)
}

/** The same link, made from the side of the activity: there the domain is what the body names. */
export async function linkDomain(ctx: Ctx, domainId: string, activityId: string, role: LinkRole) {
  const held = isId(domainId) && (await repo.holdDomain(ctx, domainId))
  if (!held) throw impossible('domainId', 'El dominio indicado no existe en su organización.')
  return link(ctx, domainId, activityId, role)
}

async function link(ctx: Ctx, domainId: string, activityId: string, role: LinkRole) {
  const row = await repo.insertLink(ctx, linkRow(ctx, domainId, activityId, role))
  const after = { activityId, role }
  await audit(ctx, { action: 'link_activity', entityType: 'domain', entityId: domainId, after })
  return { id: row.id }
}

export async function unlinkActivity(ctx: Ctx, domainId: string, activityId: string): Promise<void> {
  const row = await repo.removeLink(ctx, domainId, activityId)
  if (!row) throw notFound('el vínculo entre ese dominio y esa actividad')
  const before = { activityId, role: row.role }
  await audit(ctx, { action: 'unlink_activity', entityType: 'domain', entityId: domainId, before })
}

/** All or nothing. The lock makes two replacements follow each other: the links are never a mix of both. */
export async function replaceActivities(
  ctx: Ctx,
  domainId: string,
  links: readonly NewLink[],
): Promise<void> {
  if (!(await repo.lockDomain(ctx, domainId))) throw notFound('el dominio')
  const seen = new Set<string>()
  for (const [index, { activityId }] of links.entries()) {
    const path = `activities[${index}].activityId`
    const id = activityId.toLowerCase()
    if (!isId(id)) throw impossible(path, `«${activityId}» no es una actividad de su organización.`)
    if (seen.has(id)) throw impossible(path, `La actividad «${activityId}» viene más de una vez.`)
    seen.add(id)
  }
  const rows = links.map(({ activityId, role }) => linkRow(ctx, domainId, activityId, role))
  const before = await repo.listLinks(ctx, domainId)
  await repo.replaceLinks(ctx, domainId, rows)
  await audit(ctx, {
    action: 'sync_activities',
    entityType: 'domain',
    entityId: domainId,
    before: { activities: before.map(({ activity_id, role }) => ({ activityId: activity_id, role })) },
    after: { activities: links },
  })
}

function linkRow(ctx: Ctx, domainId: string, activityId: string, role: LinkRole) {
  return {
    tenant_id: ctx.tenantId,
    id: newId(),
    domain_id: domainId,
    activity_id: activityId,
    role,
    created_at: ctx.now,
  }
}
