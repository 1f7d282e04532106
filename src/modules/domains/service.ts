import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Constraints } from '#db/errors.ts'
import { lockTenant, together } from '#db/sql.ts'
import { columnsOf } from '#http/columns.ts'
import { Failure, found } from '#kernel/failure.ts'
import { isId, newId } from '#kernel/ids.ts'
import { emptyPage } from '#kernel/paging.ts'
import { PLANS } from '#kernel/plans.ts'
import { newToken } from '#kernel/secrets.ts'
import type { Module } from '#modules/module.ts'
import { activeEntityId } from '#modules/org/public.ts'
import * as repo from './repo.ts'
import { domains } from './repo.ts'
import { isWildcard, readUrl, type SiteUrl } from './rules.ts'
import { DomainPatch, type DomainsQuery, NewDomain } from './schemas.ts'
import { domainView } from './views.ts'

export const CONSTRAINTS: Constraints = {
  domains_url_key: () => duplicateUrl('Esa dirección ya está registrada en su organización.'),
}

export async function listDomains(ctx: ReadCtx, query: DomainsQuery) {
  const { legalEntityId, isActive } = query
  const filter = { ...(legalEntityId && { legalEntityId }), ...(isActive !== undefined && { isActive }) }
  const names = !legalEntityId || isId(legalEntityId)
  const { rows, ...page } = names ? await repo.pageDomains(ctx, filter, query) : emptyPage(query)
  return { domains: rows.map(domainView), ...page }
}

/** Other modules add their part of the detail. This module imports none of them. */
export async function showDomain(ctx: ReadCtx, id: string, modules: readonly Module[]) {
  const [row, ...parts] = await Promise.all([
    repo.findDomain(ctx, id),
    ...modules.map(({ domainDetail }) => domainDetail?.(ctx, id)),
  ])
  return {
    ...domainView(found(row, 'el dominio')),
    notices: parts.flatMap((part) => part?.notices ?? []),
    activities: parts.flatMap((part) => part?.activities ?? []),
    policies: parts.flatMap((part) => part?.policies ?? []),
  }
}

export async function createDomain(ctx: WriteCtx, body: NewDomain) {
  const { key } = siteOf(body.url)
  // Locks the tenant before the domains are counted: two requests must not both take the last place.
  const [entityId, , other, used] = await Promise.all([
    activeEntityId(ctx, body.legalEntityId),
    lockTenant(ctx),
    repo.findDomainByKey(ctx, key),
    PLANS[ctx.plan].domains === null ? 0 : repo.countDomains(ctx),
  ])
  assertUnused(body.url, other)
  assertPlanAllows(ctx, used)
  const { url, environment, ...fields } = body
  const domain = {
    ...columnsOf(NewDomain, fields),
    legal_entity_id: entityId,
    id: newId(),
    url: url.trim(),
    url_key: key,
    environment: environment ?? 'PRODUCTION',
    is_active: true,
    is_verified: false,
    verification_token: newToken(),
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  await together(
    domains.insert(ctx, domain),
    audit(ctx, { action: 'create', entityType: 'domain', entityId: domain.id, after: domain }),
  )
  return { id: domain.id }
}

/** An absent field stays as it is; null clears it. A new address must be verified again. */
export async function updateDomain(ctx: WriteCtx, id: string, patch: DomainPatch) {
  const { url, legalEntityId } = patch
  const site = url === undefined ? undefined : siteOf(url)
  const [locked, other] = await Promise.all([
    domains.lockFields(ctx, id),
    site && repo.findDomainByKey(ctx, site.key),
  ])
  const before = found(locked, 'el dominio')
  // The current entity may stay even if it is deactivated.
  const isOther = legalEntityId !== undefined && legalEntityId !== before.legal_entity_id
  const entity = isOther && { legal_entity_id: await activeEntityId(ctx, legalEntityId) }
  const moved = site !== undefined && site.key !== before.url_key
  if (moved) assertUnused(url!, other)
  const fields = {
    ...columnsOf(DomainPatch, patch, { environment: 'PRODUCTION', isActive: true }),
    ...entity,
    ...(url !== undefined && { url: url.trim() }),
    ...(moved && { url_key: site.key, is_verified: false, verified_at: null }),
    updated_at: ctx.now,
  }
  const after = { ...before, ...fields }
  await together(
    domains.update(ctx, id, fields),
    audit(ctx, { action: 'update', entityType: 'domain', entityId: id, before, after }),
  )
  return { id: before.id }
}

/** The foreign keys of other tables remove the domain from rows that refer to it (contract 4.7). */
export async function removeDomain(ctx: WriteCtx, id: string): Promise<void> {
  const before = found(await domains.remove(ctx, id), 'el dominio')
  await audit(ctx, { action: 'delete', entityType: 'domain', entityId: id, before })
}

function siteOf(url: string): SiteUrl {
  const site = readUrl(url)
  if (site) return site
  // A wrong format is 400, unlike a wrong fact, which is 422 (contract part 7).
  const message = isWildcard(url)
    ? `«${url}» abarca varios subdominios. Registre cada uno por separado, por ejemplo https://www.ejemplo.cl.`
    : `«${url}» no es una dirección web. Escriba un dominio, por ejemplo https://www.ejemplo.cl.`
  throw new Failure('malformed', message, { details: [{ path: 'url', message }] })
}

function assertUnused(url: string, other: { name: string; url: string } | undefined): void {
  if (other) {
    throw duplicateUrl(`«${url}» ya está registrada en su organización, como «${other.name}» (${other.url}).`)
  }
}

/** Contract part 8. */
function assertPlanAllows({ plan }: WriteCtx, used: number): void {
  const most = PLANS[plan].domains
  if (most === null || used < most) return
  throw new Failure(
    'planLimit',
    `Su plan ${plan} permite ${most} dominios y ya los usa todos. Elimine uno o cambie de plan.`,
  )
}

function duplicateUrl(message: string): Failure {
  return new Failure('duplicateUrl', message, { details: [{ path: 'url', message }] })
}
