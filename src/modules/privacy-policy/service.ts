import { audit } from '#db/audit.ts'
import type { Ctx, Reading } from '#db/context.ts'
import { json } from '#db/sql.ts'
import { Failure, impossible, notFound } from '#kernel/failure.ts'
import { isId, newId } from '#kernel/ids.ts'
import { type EntityRow, findEntity, findMainEntity } from '#modules/org/public.ts'
import { findLatestInstance, startWorkflow } from '#modules/workflows/public.ts'
import { compare, readLanguage } from './document/rules.ts'
import type { Publication, Requested } from './document/schemas.ts'
import { changesSince } from './drift.ts'
import { wordsOf } from './knowledge/languages.ts'
import * as repo from './repo.ts'
import { SECTION_KEYS } from './rules.ts'
import type { Generation, PolicyPatch } from './schemas.ts'
import { writeSections } from './sections.ts'
import { gatherFacts, gatherSources } from './sources.ts'
import { documentView, policyView, versionView } from './views.ts'

/** Writes a new draft from what the organisation has on record. */
export async function generatePolicy(ctx: Ctx, body: Generation) {
  const language = readLanguage(body?.language)
  const entity = await entityToWriteFor(ctx, body?.legalEntityId)
  const [facts, sources] = await Promise.all([gatherFacts(ctx, entity), gatherSources(ctx, entity)])
  // Last, because whoever else generates waits from here on.
  await repo.lockEntity(ctx, entity.id)
  const version = await repo.nextVersion(ctx, entity.id)
  const row = await repo.insertPolicy(ctx, {
    tenant_id: ctx.tenantId,
    id: newId(),
    legal_entity_id: entity.id,
    entity_name: entity.name,
    version,
    status: 'DRAFT',
    language,
    content: json(writeSections({ ...facts, version }, wordsOf(language))),
    custom_sections: json({}),
    sources: json(sources),
    created_by: ctx.actor.id ?? null,
    updated_by: ctx.actor.id ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  })
  await audit(ctx, { action: 'generate', entityType: 'privacy_policy', entityId: row.id, after: trace(row) })
  return policyView(row)
}

/** The published one, else the latest draft; and whether the organisation has changed since it was written. */
export async function showCurrent(ctx: Reading, legalEntityId: string | undefined) {
  const entity = await entityAskedFor(ctx, legalEntityId)
  const [row, sources] = entity
    ? await Promise.all([repo.findCurrent(ctx, entity.id), gatherSources(ctx, entity)])
    : []
  if (!row || !sources) throw noPolicy()
  const changes = changesSince(row.sources, sources)
  return { ...policyView(row), outdated: changes.length > 0, changes }
}

export async function listVersions(ctx: Reading, legalEntityId: string | undefined) {
  const entity = await entityAskedFor(ctx, legalEntityId)
  return entity ? (await repo.listVersions(ctx, entity.id)).map(versionView) : []
}

export async function showPolicy(ctx: Reading, id: string) {
  return policyView(await getPolicy(ctx, id))
}

/** Absent leaves alone, null clears. */
export async function customisePolicy(ctx: Ctx, id: string, patch: PolicyPatch): Promise<void> {
  const before = await lockDraft(ctx, id)
  const { customTitle, customIntro, customSections } = patch
  const after = await repo.updatePolicy(ctx, id, {
    ...(customTitle !== undefined && { custom_title: customTitle }),
    ...(customIntro !== undefined && { custom_intro: customIntro }),
    ...(customSections !== undefined && { custom_sections: json(customSections ?? {}) }),
    updated_by: ctx.actor.id ?? null,
    updated_at: ctx.now,
  })
  await audit(ctx, {
    action: 'update',
    entityType: 'privacy_policy',
    entityId: id,
    before: trace(before),
    after: trace(after),
  })
}

/** Asks for approval (contract 3.7): the policy is published by whoever gives the last one. */
export async function requestPublication(ctx: Ctx, id: string, body: Publication): Promise<Requested> {
  const before = await lockDraft(ctx, id)
  const latest = await findLatestInstance(ctx, 'PRIVACY_POLICY', id)
  if (latest?.status === 'ACTIVE') throw inApproval()
  // First, because an approval without stages that apply publishes at once.
  const after = await repo.updatePolicy(ctx, id, { publish_notes: body?.notes ?? null, updated_at: ctx.now })
  await audit(ctx, {
    action: 'request_publication',
    entityType: 'privacy_policy',
    entityId: id,
    before: trace(before),
    after: trace(after),
  })
  const workflow = await startWorkflow(ctx, 'PRIVACY_POLICY', id)
  if (!workflow) throw new Failure('conflict', 'No hay un flujo activo que apruebe políticas de privacidad.')
  if (!workflow.started) throw inApproval()
  const completed = workflow.status === 'COMPLETED'
  const done = completed ? 'La política quedó publicada.' : 'La política quedó en aprobación.'
  const missing = policyView(after).gaps.length
  const warning = missing === 0 ? '' : ` Datos por completar, marcados en el texto: ${missing}.`
  return { workflowStarted: true, workflowInstanceId: workflow.instanceId, message: done + warning }
}

/** Section by section, from the version `against` to this one. */
export async function comparePolicies(ctx: Reading, id: string, against: string) {
  const [after, before] = await Promise.all([
    repo.findPolicy(ctx, id),
    isId(against) ? repo.findPolicy(ctx, against) : undefined,
  ])
  if (!after) throw noPolicy()
  if (!before) throw notFound('la versión con que comparar')
  const [is, was] = [documentView(after), documentView(before)]
  return {
    before: { id: before.id, version: before.version, title: was.title },
    after: { id: after.id, version: after.version, title: is.title },
    introChanged: was.intro !== is.intro,
    sections: compare(SECTION_KEYS, was, is),
  }
}

export async function findPublishedPolicy(ctx: Reading, legalEntityId?: string, language?: 'es' | 'en') {
  const entity = await entityAskedFor(ctx, legalEntityId)
  return entity && repo.findPublished(ctx, entity.id, language)
}

// ── shared ──

/** Whose policy a body means: the main entity unless it names one. */
export async function entityToWriteFor(ctx: Reading, id: string | null | undefined): Promise<EntityRow> {
  const entity = await entityAskedFor(ctx, id ?? undefined)
  if (entity) return entity
  throw impossible('legalEntityId', 'La entidad legal indicada no existe en su organización.')
}

export async function entityAskedFor(ctx: Reading, id: string | undefined): Promise<EntityRow | undefined> {
  if (!id?.trim()) return findMainEntity(ctx)
  return isId(id) ? findEntity(ctx, id) : undefined
}

async function getPolicy(ctx: Reading, id: string): Promise<repo.PolicyRow> {
  const row = await repo.findPolicy(ctx, id)
  if (!row) throw noPolicy()
  return row
}

async function lockDraft(ctx: Ctx, id: string): Promise<repo.PolicyRow> {
  const row = await repo.lockPolicy(ctx, id)
  if (!row) throw noPolicy()
  assertDraft(row)
  return row
}

export function assertDraft({ version, status }: { version: number; status: string }): void {
  if (status === 'DRAFT') return
  throw new Failure(
    'conflict',
    `La versión ${version} está en «${status}» y ya no cambia. Genere una versión nueva.`,
  )
}

export function inApproval(): Failure {
  return new Failure('conflict', 'Esta versión ya está en aprobación. Espere a que termine.')
}

function noPolicy(): Failure {
  return notFound('la política de privacidad')
}

/** What the audit log keeps of a policy: the written text is in the policy itself. */
export function trace({ content: _text, sources: _sources, ...row }: repo.PolicyRow) {
  return row
}
