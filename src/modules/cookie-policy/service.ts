import { audit } from '#db/audit.ts'
import type { Ctx, Reading } from '#db/context.ts'
import { constraintMeans } from '#db/faults.ts'
import { json } from '#db/sql.ts'
import { chileanDay } from '#kernel/dates.ts'
import { impossible, notFound } from '#kernel/failure.ts'
import { isId, newId } from '#kernel/ids.ts'
import { pagination } from '#kernel/paging.ts'
import { listPublishedNotices } from '#modules/consent/public.ts'
import { activeDomains, type DomainRow, findDomain } from '#modules/domains/public.ts'
import { type EntityRow, findEntity } from '#modules/org/public.ts'
import {
  assertDraft,
  entityAskedFor,
  entityToWriteFor,
  inApproval,
  lockEntity,
  type Publication,
  readLanguage,
} from '#modules/privacy-policy/public.ts'
import {
  cancelWorkflow,
  findLatestInstance,
  hasOwnDefinition,
  startWorkflow,
} from '#modules/workflows/public.ts'
import { publish, trace } from './publication.ts'
import * as repo from './repo.ts'
import { cookiesOf, coverageOf, type NoticePurpose } from './rules.ts'
import type { Generation, PoliciesQuery, PolicyPatch, VersionsQuery } from './schemas.ts'
import { writeCookies, writeSections } from './sections.ts'
import { policyView, versionView } from './views.ts'

const noDomain = () => impossible('domainId', 'El dominio indicado no existe en su organización.')
constraintMeans('cookie_policies_domain_fkey', noDomain)

/** Writes a new draft from the cookies of the published consent notices. */
export async function generatePolicy(ctx: Ctx, body: Generation) {
  const language = readLanguage(body?.language)
  const { entity, domain } = await toWriteFor(ctx, body)
  const { sites, purposes } = await inUse(ctx, entity.id, domain)
  await lockEntity(ctx, entity.id)
  const version = await repo.nextVersion(ctx, entity.id)
  const content = writeSections(
    {
      version,
      draftedOn: chileanDay(ctx.now),
      entity: { name: entity.name, email: entity.arco_public_email },
      sites,
      purposes,
    },
    language,
  )
  const row = await repo.insertPolicy(ctx, {
    tenant_id: ctx.tenantId,
    id: newId(),
    legal_entity_id: entity.id,
    entity_name: entity.name,
    domain_id: domain?.id ?? null,
    scope_id: domain?.id ?? entity.id,
    version,
    status: 'DRAFT',
    language,
    content: json(content),
    cookies: json(cookiesOf(purposes)),
    custom_sections: json({}),
    created_by: ctx.actor.id ?? null,
    updated_by: ctx.actor.id ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  })
  await audit(ctx, { action: 'generate', entityType: 'cookie_policy', entityId: row.id, after: trace(row) })
  return policyView(row)
}

export async function showCurrent(ctx: Reading, query: PoliciesQuery) {
  const scope = await scopeOf(ctx, query)
  const row = scope && (await repo.findCurrent(ctx, scope))
  if (!row) throw noPolicy()
  return policyView(row)
}

export async function listVersions(ctx: Reading, query: VersionsQuery) {
  const scope = await scopeOf(ctx, query)
  const { rows, total } = scope ? await repo.pageVersions(ctx, scope, query) : { rows: [], total: 0 }
  return { items: rows.map(versionView), pagination: pagination(query, total) }
}

/** Whether the policy in force, else the latest draft, tells of every cookie that the notices show. */
export async function checkCoverage(ctx: Reading, query: PoliciesQuery) {
  const scope = await scopeOf(ctx, query)
  if (!scope) throw notFound('la entidad legal o el dominio')
  const domain = scope.domainId === undefined ? undefined : await findDomain(ctx, scope.domainId)
  const entityId = scope.entityId ?? domain?.legal_entity_id
  if (entityId === undefined || (scope.domainId !== undefined && domain?.legal_entity_id !== entityId)) {
    throw notFound('el dominio')
  }
  const [{ purposes }, own, general] = await Promise.all([
    inUse(ctx, entityId, domain),
    repo.findCurrent(ctx, scope),
    repo.findCurrent(ctx, { entityId, domainId: entityId }),
  ])
  const policy = own ?? general
  return {
    ...coverageOf(cookiesOf(purposes), policy?.cookies ?? []),
    policyId: policy?.id ?? null,
    policyVersion: policy?.version ?? null,
  }
}

export async function showPolicy(ctx: Reading, id: string) {
  const row = await repo.findPolicy(ctx, id)
  if (!row) throw noPolicy()
  return policyView(row)
}

/** Absent leaves alone, null clears. Another list of cookies writes its section anew. */
export async function updatePolicy(ctx: Ctx, id: string, patch: PolicyPatch) {
  const before = await lockDraft(ctx, id)
  const { customTitle, customIntro, customSections } = patch
  const cookies = patch.cookies?.map(({ name, purpose, provider, category, duration, description }) => ({
    name,
    provider: given(provider),
    purpose: given(purpose) ?? given(category),
    category: given(category) ?? given(purpose),
    duration: given(duration),
    description: given(description),
  }))
  const after = await repo.updatePolicy(ctx, id, {
    ...(customTitle !== undefined && { custom_title: customTitle }),
    ...(customIntro !== undefined && { custom_intro: customIntro }),
    ...(customSections !== undefined && { custom_sections: json(customSections ?? {}) }),
    ...(cookies && {
      cookies: json(cookies),
      content: json({ ...before.content, cookies: writeCookies(cookies, before.language) }),
    }),
    updated_by: ctx.actor.id ?? null,
    updated_at: ctx.now,
  })
  await audit(ctx, {
    action: 'update',
    entityType: 'cookie_policy',
    entityId: id,
    before: trace(before),
    after: trace(after),
  })
  return policyView(after)
}

export async function removePolicy(ctx: Ctx, id: string): Promise<void> {
  const found = await repo.findPolicy(ctx, id)
  if (!found) throw noPolicy()
  assertDraft(found)
  // Before the policy is locked: whoever approves it at this instant holds the approval and comes for the policy.
  await cancelWorkflow(ctx, 'COOKIE_POLICY', id, 'Se eliminó el borrador de la política de cookies.')
  const before = await lockDraft(ctx, id)
  await repo.removePolicy(ctx, id)
  await audit(ctx, { action: 'delete', entityType: 'cookie_policy', entityId: id, before: trace(before) })
}

/** At once, unless the organisation has a flow of its own for cookie policies (decisions, Cookie policy). */
export async function requestPublication(ctx: Ctx, id: string, body: Publication) {
  const draft = await lockDraft(ctx, id)
  const latest = await findLatestInstance(ctx, 'COOKIE_POLICY', id)
  if (latest?.status === 'ACTIVE') throw inApproval()
  const noted = await repo.updatePolicy(ctx, id, { publish_notes: body?.notes ?? null, updated_at: ctx.now })
  const workflow = (await hasOwnDefinition(ctx, 'COOKIE_POLICY'))
    ? await startWorkflow(ctx, 'COOKIE_POLICY', id)
    : undefined
  if (!workflow) {
    return {
      ...policyView(await publish(ctx, noted)),
      workflowStarted: false,
      workflowInstanceId: null,
      message: 'La política de cookies quedó publicada.',
    }
  }
  if (!workflow.started) throw inApproval()
  await audit(ctx, {
    action: 'request_publication',
    entityType: 'cookie_policy',
    entityId: id,
    before: trace(draft),
    after: trace(noted),
  })
  const completed = workflow.status === 'COMPLETED'
  return {
    ...(await showPolicy(ctx, id)),
    workflowStarted: true,
    workflowInstanceId: workflow.instanceId,
    message: `La política de cookies quedó ${completed ? 'publicada' : 'en aprobación'}.`,
  }
}

/** What a site of theirs shows today: a policy of its own, else the one for all sites. */
export async function findPublishedPolicy(ctx: Reading, query: PoliciesQuery, language?: 'es' | 'en') {
  const scope = await scopeOf(ctx, query)
  if (!scope) return undefined
  const own = await repo.findPublished(ctx, scope, language)
  if (own || scope.domainId === undefined) return own
  const domain = await findDomain(ctx, scope.domainId)
  const entityId = scope.entityId ?? domain?.legal_entity_id
  return entityId === undefined
    ? undefined
    : repo.findPublished(ctx, { entityId, domainId: entityId }, language)
}

// ── shared ──

/** Undefined when the query names what does not exist. */
async function scopeOf(ctx: Reading, query: PoliciesQuery): Promise<repo.Scope | undefined> {
  const [legalEntityId, domainId] = [query.legalEntityId || undefined, query.domainId || undefined]
  if (domainId !== undefined && !isId(domainId)) return undefined
  if (domainId !== undefined && legalEntityId === undefined) return { domainId }
  const entity = await entityAskedFor(ctx, legalEntityId)
  return entity && { entityId: entity.id, domainId }
}

/** The domain's entity where one is named: a policy of one and a site of the other would be nobody's. */
async function toWriteFor(
  ctx: Reading,
  body: Generation,
): Promise<{ entity: EntityRow; domain?: DomainRow }> {
  const domainId = given(body?.domainId)
  const legalEntityId = given(body?.legalEntityId)
  if (!domainId) return { entity: await entityToWriteFor(ctx, legalEntityId) }
  const domain = isId(domainId) ? await findDomain(ctx, domainId) : undefined
  if (!domain) throw noDomain()
  if (legalEntityId && legalEntityId !== domain.legal_entity_id) {
    await entityToWriteFor(ctx, legalEntityId)
    throw impossible(
      'domainId',
      `El dominio «${domain.name}» es de otra entidad legal (${domain.entity_name}).`,
    )
  }
  const entity = await findEntity(ctx, domain.legal_entity_id)
  return { entity: entity!, domain }
}

/** The purposes that the notices of a domain, or of all domains of an entity, ask about today. */
async function inUse(
  ctx: Reading,
  entityId: string,
  domain: DomainRow | undefined,
): Promise<{ sites: string[]; purposes: NoticePurpose[] }> {
  const [domains, notices] = await Promise.all([activeDomains(ctx), listPublishedNotices(ctx, domain?.id)])
  const own = domain ? [domain] : domains.filter(({ legal_entity_id }) => legal_entity_id === entityId)
  const ids = new Set(own.map(({ id }) => id))
  return {
    sites: own.map(({ url }) => url).sort(),
    purposes: notices
      .filter(({ domainId }) => domainId === null || ids.has(domainId))
      .flatMap(({ purposes }) => purposes),
  }
}

async function lockDraft(ctx: Ctx, id: string): Promise<repo.PolicyRow> {
  const row = await repo.lockPolicy(ctx, id)
  if (!row) throw noPolicy()
  assertDraft(row)
  return row
}

/** A blank says nothing. */
const given = (text: string | null | undefined) => (text?.trim() ? text : null)

function noPolicy() {
  return notFound('la política de cookies')
}
