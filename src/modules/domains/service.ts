import { audit } from '#db/audit.ts'
import type { Ctx, Reading } from '#db/context.ts'
import { constraintMeans } from '#db/faults.ts'
import { lockTenant } from '#db/sql.ts'
import type { Module } from '#http/module.ts'
import { Failure, impossible, notFound } from '#kernel/failure.ts'
import { isId, newId } from '#kernel/ids.ts'
import { pagination } from '#kernel/paging.ts'
import { PLANS } from '#kernel/plans.ts'
import { newToken } from '#kernel/secrets.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { findEntity } from '#modules/org/public.ts'
import * as repo from './repo.ts'
import { isWildcard, readUrl, type SiteUrl } from './rules.ts'
import type { DomainPatch, DomainsQuery, NewDomain } from './schemas.ts'
import { domainView } from './views.ts'

constraintMeans('domains_url_key', () => duplicateUrl('Esa dirección ya está registrada en su organización.'))

export async function listDomains(ctx: Reading, { page, limit, legalEntityId, isActive }: DomainsQuery) {
  if (legalEntityId && !isId(legalEntityId)) {
    return { domains: [], pagination: pagination({ page, limit }, 0) }
  }
  const filter = { ...(legalEntityId && { legalEntityId }), ...(isActive !== undefined && { isActive }) }
  const { rows, total } = await repo.pageDomains(ctx, filter, { page, limit })
  return { domains: rows.map(domainView), pagination: pagination({ page, limit }, total) }
}

/** Each module tells what it knows of the domain: this one knows none of them. */
export async function showDomain(ctx: Reading, id: string, modules: readonly Module[]) {
  const [row, ...parts] = await Promise.all([
    repo.findDomain(ctx, id),
    ...modules.map(({ domainDetail }) => domainDetail?.(ctx, id)),
  ])
  if (!row) throw notFound('el dominio')
  return {
    ...domainView(row),
    notices: parts.flatMap((part) => part?.notices ?? []),
    activities: parts.flatMap((part) => part?.activities ?? []),
    policies: parts.flatMap((part) => part?.policies ?? []),
  }
}

export async function createDomain(ctx: Ctx, body: NewDomain) {
  const { key } = siteOf(body.url)
  await assertEntity(ctx, body.legalEntityId)
  await lockTenant(ctx)
  await assertUnused(ctx, body.url, key)
  await assertRoom(ctx)
  const row = await repo.insertDomain(ctx, {
    tenant_id: ctx.tenantId,
    id: newId(),
    url: body.url.trim(),
    url_key: key,
    name: body.name,
    legal_entity_id: body.legalEntityId,
    description: noneIfBlank(body.description) ?? null,
    environment: body.environment ?? 'PRODUCTION',
    is_active: true,
    is_verified: false,
    verified_at: null,
    verification_token: newToken(),
    created_at: ctx.now,
    updated_at: ctx.now,
  })
  await audit(ctx, { action: 'create', entityType: 'domain', entityId: row.id, after: row })
  return { id: row.id }
}

/** Absent leaves alone, null clears. Another address has to be verified anew. */
export async function updateDomain(ctx: Ctx, id: string, patch: DomainPatch) {
  const site = patch.url === undefined ? undefined : siteOf(patch.url)
  const before = await repo.lockDomain(ctx, id)
  if (!before) throw notFound('el dominio')
  if (patch.legalEntityId !== undefined) await assertEntity(ctx, patch.legalEntityId)
  const moved = site !== undefined && site.key !== before.url_key
  if (moved) await assertUnused(ctx, patch.url!, site.key)
  const after = await repo.updateDomain(ctx, id, {
    ...(patch.url !== undefined && { url: patch.url.trim() }),
    ...(moved && { url_key: site.key, is_verified: false, verified_at: null }),
    ...(patch.name !== undefined && { name: patch.name }),
    ...(patch.legalEntityId !== undefined && { legal_entity_id: patch.legalEntityId }),
    ...(patch.description !== undefined && { description: noneIfBlank(patch.description) }),
    ...(patch.environment !== undefined && { environment: patch.environment ?? 'PRODUCTION' }),
    ...(patch.isActive !== undefined && { is_active: patch.isActive ?? true }),
    updated_at: ctx.now,
  })
  await audit(ctx, { action: 'update', entityType: 'domain', entityId: id, before, after })
  return { id: after.id }
}

/** Whatever refers to it stays, without it: the foreign keys of the others see to that (contract 4.7). */
export async function removeDomain(ctx: Ctx, id: string): Promise<void> {
  const before = await repo.removeDomain(ctx, id)
  if (!before) throw notFound('el dominio')
  await audit(ctx, { action: 'delete', entityType: 'domain', entityId: id, before })
}

function siteOf(url: string): SiteUrl {
  const site = readUrl(url)
  if (site) return site
  // A wrong format, and not a fact that does not hold: 400 (contract part 7).
  const message = isWildcard(url)
    ? `«${url}» abarca varios subdominios. Registre cada uno por separado, por ejemplo https://www.ejemplo.cl.`
    : `«${url}» no es una dirección web. Escriba un dominio, por ejemplo https://www.ejemplo.cl.`
  throw new Failure('malformed', message, { details: [{ path: 'url', message }] })
}

async function assertEntity(ctx: Reading, id: string): Promise<void> {
  const entity = isId(id) ? await findEntity(ctx, id) : undefined
  if (!entity) throw impossible('legalEntityId', 'La entidad legal indicada no existe en su organización.')
}

async function assertUnused(ctx: Reading, url: string, key: string): Promise<void> {
  const other = await repo.findDomainByKey(ctx, key)
  if (other) {
    throw duplicateUrl(`«${url}» ya está registrada en su organización, como «${other.name}» (${other.url}).`)
  }
}

/** Contract part 8. Call with the tenant locked: two requests must not both take the last place. */
async function assertRoom(ctx: Ctx): Promise<void> {
  const most = PLANS[ctx.plan].domains
  if (most === null || (await repo.countDomains(ctx)) < most) return
  throw new Failure(
    'planLimit',
    `Su plan ${ctx.plan} permite ${most} dominios y ya los usa todos. Elimine uno o cambie de plan.`,
  )
}

function duplicateUrl(message: string): Failure {
  return new Failure('duplicateUrl', message, { details: [{ path: 'url', message }] })
}
