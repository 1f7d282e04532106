import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Constraints } from '#db/errors.ts'
import { addressesOf } from '#documents/addresses.ts'
import { besides, differencesBetween } from '#documents/beside.ts'
import type { Printed } from '#documents/download.ts'
import { customised, newDraft } from '#documents/history.ts'
import { type Language, readLanguage } from '#documents/languages.ts'
import { policyPaper } from '#documents/print.ts'
import {
  assertDraft,
  auditPolicy,
  inApproval,
  judgeDraft,
  lockDraft,
  lockEntityOf,
  publish,
} from '#documents/publication.ts'
import type { Publication } from '#documents/schemas.ts'
import { chileanDay } from '#kernel/dates.ts'
import { impossible, notFound } from '#kernel/failure.ts'
import { isId } from '#kernel/ids.ts'
import { lawToday } from '#kernel/law/wording.ts'
import { emptyPage } from '#kernel/paging.ts'
import { listPublishedNotices } from '#modules/consent/public.ts'
import { activeDomains, type DomainRow, findDomain } from '#modules/domains/public.ts'
import {
  type EntityRow,
  entityAskedFor,
  entityToWriteFor,
  findEntity,
  findMainEntity,
  lockEntity,
} from '#modules/org/public.ts'
import {
  cancelWorkflow,
  findLatestInstance,
  hasOwnDefinition,
  startWorkflow,
} from '#modules/workflows/public.ts'
import { articleOf } from './knowledge/legal-checks.ts'
import { COOKIE_POLICY } from './publication.ts'
import * as repo from './repo.ts'
import {
  changesOf,
  cookiesOf,
  coverageOf,
  type NoticePurpose,
  OUTLINE,
  SECTION_KEYS,
  type SectionKey,
} from './rules.ts'
import type { Generation, PoliciesQuery, PolicyPatch, VersionsQuery } from './schemas.ts'
import { writeCookies, writeSections } from './sections.ts'
import { documentView, paperView, policyView, versionView } from './views.ts'

const noDomain = () => impossible('domainId', 'El dominio indicado no existe en su organización.')
export const CONSTRAINTS: Constraints = { cookie_policies_domain_fkey: noDomain }

/** Generates a new draft from the cookies of the published consent notices. */
export async function generatePolicy(ctx: WriteCtx, body: Generation) {
  const language = readLanguage(body?.language)
  const { entity, domain } = await toWriteFor(ctx, body)
  const { sites, purposes } = await inUse(ctx, entity.id, domain)
  await lockEntity(ctx, entity.id)
  const version = await repo.nextVersion(ctx, entity.id)
  const content = writeSections(
    {
      version,
      draftedOn: chileanDay(ctx.now),
      law: ctx.tools.law,
      entity: { name: entity.name, email: entity.arco_public_email },
      sites,
      purposes,
    },
    language,
  )
  const row = await repo.policies.insert(ctx, {
    ...newDraft(ctx, entity, { version, language, content }),
    domain_id: domain?.id ?? null,
    scope_id: domain?.id ?? entity.id,
    cookies: cookiesOf(purposes),
  })
  await auditPolicy(ctx, COOKIE_POLICY, 'generate', row)
  return policyView(row)
}

export async function showCurrent(ctx: ReadCtx, query: PoliciesQuery) {
  const scope = await scopeOf(ctx, query)
  const row = scope && (await repo.findCurrent(ctx, scope))
  if (!row) throw noPolicy()
  return policyView(row)
}

export async function listVersions(ctx: ReadCtx, query: VersionsQuery) {
  const scope = await scopeOf(ctx, query)
  const { rows, ...page } = scope ? await repo.pageVersions(ctx, scope, query) : emptyPage(query)
  return { items: rows.map(versionView), ...page }
}

/** Whether the policy in force, else the latest draft, lists every cookie of the notices. */
export async function checkCoverage(ctx: ReadCtx, query: PoliciesQuery) {
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

export async function showPolicy(ctx: ReadCtx, id: string) {
  const [row, main] = await Promise.all([getPolicy(ctx, id), findMainEntity(ctx)])
  return { ...policyView(row), ...(await addressesOf(ctx, 'cookies', row, main?.id)) }
}

/** The differences between this version and what the notices and sites say today. */
export async function showDrift(ctx: ReadCtx, id: string) {
  const row = await getPolicy(ctx, id)
  const [entity, domain] = await Promise.all([
    findEntity(ctx, row.legal_entity_id),
    row.domain_id === null ? undefined : findDomain(ctx, row.domain_id),
  ])
  const { sites, purposes } = await inUse(ctx, row.legal_entity_id, domain)
  const today = writeSections(
    {
      version: row.version,
      draftedOn: chileanDay(row.created_at),
      law: ctx.tools.law,
      entity: { name: entity!.name, email: entity!.arco_public_email },
      sites,
      purposes,
    },
    row.language,
  )
  const sections = besides(row, OUTLINE, documentView(row), today, (key) => articleOf(key as SectionKey))
  const changes = changesOf(cookiesOf(purposes), row.cookies, sections)
  return { id: row.id, version: row.version, outdated: changes.length > 0, changes, sections }
}

/** Section by section, from version `against` to this one. */
export async function comparePolicies(ctx: ReadCtx, id: string, against: string) {
  const [after, before] = await Promise.all([
    getPolicy(ctx, id),
    isId(against) ? repo.policies.find(ctx, against) : undefined,
  ])
  if (!before) throw notFound('la versión con que comparar')
  const [is, was] = [documentView(after), documentView(before)]
  return {
    before: { id: before.id, version: before.version, title: was.title },
    after: { id: after.id, version: after.version, title: is.title },
    introChanged: was.intro !== is.intro,
    sections: differencesBetween(SECTION_KEYS, was, is),
  }
}

export async function printPolicy(ctx: ReadCtx, id: string): Promise<Printed> {
  const row = await getPolicy(ctx, id)
  const name = ['politica de cookies', row.entity_name, `v${row.version}`]
  return { document: policyPaper(row, paperView(row, lawToday(ctx))), name }
}

/** A new list of cookies rewrites its section. */
export async function updatePolicy(ctx: WriteCtx, id: string, patch: PolicyPatch) {
  const before = await lockDraft(ctx, COOKIE_POLICY, id)
  const cookies = patch.cookies?.map(({ name, purpose, provider, category, duration, description }) => ({
    name,
    provider: given(provider),
    purpose: given(purpose) ?? given(category),
    category: given(category) ?? given(purpose),
    duration: given(duration),
    description: given(description),
  }))
  const after = await repo.policies.update(ctx, id, {
    ...customised(ctx, patch),
    ...(cookies && {
      cookies: cookies,
      content: { ...before.content, cookies: writeCookies(cookies, before.language) },
    }),
  })
  await auditPolicy(ctx, COOKIE_POLICY, 'update', after, before)
  return policyView(after)
}

export async function removePolicy(ctx: WriteCtx, id: string): Promise<void> {
  const found = await repo.policies.find(ctx, id)
  if (!found) throw noPolicy()
  assertDraft(found)
  // Runs before the policy is locked: an approving act locks the approval first and the policy second.
  await cancelWorkflow(ctx, 'COOKIE_POLICY', id, 'Se eliminó el borrador de la política de cookies.')
  const before = await lockDraft(ctx, COOKIE_POLICY, id)
  await repo.policies.remove(ctx, id)
  await auditPolicy(ctx, COOKIE_POLICY, 'delete', undefined, before)
}

/** Publishes at once, unless the organisation has its own workflow for cookie policies (decisions, Cookie policy). */
export async function requestPublication(ctx: WriteCtx, id: string, body: Publication) {
  await lockEntityOf(ctx, COOKIE_POLICY, id)
  const draft = await lockDraft(ctx, COOKIE_POLICY, id)
  const latest = await findLatestInstance(ctx, 'COOKIE_POLICY', id)
  if (latest?.status === 'ACTIVE') throw inApproval()
  const override = await judgeDraft(ctx, COOKIE_POLICY, { ...draft, gate_override: null })
  const noted = await repo.policies.update(ctx, id, {
    publish_notes: body?.notes ?? null,
    gate_override: override,
    updated_at: ctx.now,
  })
  const workflow = (await hasOwnDefinition(ctx, 'COOKIE_POLICY'))
    ? await startWorkflow(ctx, 'COOKIE_POLICY', id)
    : undefined
  if (!workflow) {
    return {
      ...policyView(await publish(ctx, COOKIE_POLICY, noted)),
      workflowStarted: false,
      workflowInstanceId: null,
      message: 'La política de cookies quedó publicada.',
    }
  }
  if (!workflow.started) throw inApproval()
  await auditPolicy(ctx, COOKIE_POLICY, 'request_publication', noted, draft)
  const completed = workflow.status === 'COMPLETED'
  return {
    ...policyView(await getPolicy(ctx, id)),
    workflowStarted: true,
    workflowInstanceId: workflow.instanceId,
    message: `La política de cookies quedó ${completed ? 'publicada' : 'en aprobación'}.`,
  }
}

/**
 * What a site shows today, in each of its languages: its own policy, else the one for all sites. With a language, only sites
 * whose policy is published in it.
 */
export async function listPublishedPolicies(ctx: ReadCtx, query: PoliciesQuery, language?: Language) {
  const scope = await scopeOf(ctx, query)
  if (!scope) return []
  const own = ofOneSite(await repo.listPublished(ctx, scope), language)
  if (own.length > 0 || scope.domainId === undefined) return own
  const domain = await findDomain(ctx, scope.domainId)
  const entityId = scope.entityId ?? domain?.legal_entity_id
  if (entityId === undefined) return []
  return ofOneSite(await repo.listPublished(ctx, { entityId, domainId: entityId }), language)
}

/** The policies of the first site that has one, in the given language if there is one. */
function ofOneSite(rows: readonly repo.PolicyRow[], language: Language | undefined): repo.PolicyRow[] {
  const first = language === undefined ? rows[0] : rows.find((row) => row.language === language)
  return rows.filter((row) => row.scope_id === first?.scope_id)
}

// ── shared ──

async function getPolicy(ctx: ReadCtx, id: string): Promise<repo.PolicyRow> {
  const row = await repo.policies.find(ctx, id)
  if (!row) throw noPolicy()
  return row
}

/** Undefined if the query names a missing entity or domain. */
async function scopeOf(ctx: ReadCtx, query: PoliciesQuery): Promise<repo.Scope | undefined> {
  const [legalEntityId, domainId] = [query.legalEntityId || undefined, query.domainId || undefined]
  if (domainId !== undefined && !isId(domainId)) return undefined
  if (domainId !== undefined && legalEntityId === undefined) return { domainId }
  const entity = await entityAskedFor(ctx, legalEntityId)
  return entity && { entityId: entity.id, domainId }
}

/** The entity of the named domain: a policy of one entity for a site of another would belong to neither. */
async function toWriteFor(
  ctx: ReadCtx,
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

/** The current purposes in the notices of a domain, or of all domains of an entity. */
async function inUse(
  ctx: ReadCtx,
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

/** Blank becomes null. */
const given = (text: string | null | undefined) => (text?.trim() ? text : null)

function noPolicy() {
  return notFound(COOKIE_POLICY.name)
}
