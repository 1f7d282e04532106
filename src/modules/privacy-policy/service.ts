import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { addressesOf } from '#documents/addresses.ts'
import { besides, differencesBetween } from '#documents/beside.ts'
import type { Printed } from '#documents/download.ts'
import { customised, newDraft, versionView } from '#documents/history.ts'
import { LANGUAGES, readLanguage } from '#documents/languages.ts'
import { policyPaper } from '#documents/print.ts'
import { auditPolicy, inApproval, judgeDraft, lockDraft } from '#documents/publication.ts'
import type { Publication, Requested } from '#documents/schemas.ts'
import { chileanDay } from '#kernel/dates.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { isId } from '#kernel/ids.ts'
import { lawToday } from '#kernel/law/wording.ts'
import {
  entityAskedFor,
  entityToWriteFor,
  findEntity,
  findMainEntity,
  lockEntity,
} from '#modules/org/public.ts'
import { findLatestInstance, startWorkflow } from '#modules/workflows/public.ts'
import { changesSince, sourcesOf } from './drift.ts'
import { wordsOf } from './knowledge/languages.ts'
import { PRIVACY_POLICY } from './publication.ts'
import * as repo from './repo.ts'
import { articleOf, OUTLINE, SECTION_KEYS, type SectionKey } from './rules.ts'
import type { CurrentQuery, Generation, PolicyPatch } from './schemas.ts'
import { writeSections } from './sections.ts'
import { gatherFacts, sourcesNow } from './sources.ts'
import { documentView, paperView, policyView } from './views.ts'

/** Writes a new draft from the records of the organisation. */
export async function generatePolicy(ctx: WriteCtx, body: Generation) {
  const language = readLanguage(body?.language)
  const entity = await entityToWriteFor(ctx, body?.legalEntityId)
  const facts = await gatherFacts(ctx, entity)
  // As late as possible: other generations for this entity wait from here on.
  await lockEntity(ctx, entity.id)
  const version = await repo.nextVersion(ctx, entity.id)
  const content = writeSections(facts, wordsOf(language), {
    version,
    draftedOn: chileanDay(ctx.now),
    law: ctx.tools.law,
  })
  const row = await repo.policies.insert(ctx, {
    ...newDraft(ctx, entity, { version, language, content }),
    sources: sourcesOf(facts),
  })
  await auditPolicy(ctx, PRIVACY_POLICY, 'generate', row)
  return policyView(row)
}

/** The published policy, otherwise the latest draft, with the changes since it was written. */
export async function showCurrent(ctx: ReadCtx, { legalEntityId, language }: CurrentQuery) {
  const asked = LANGUAGES.find((one) => one === language)
  if (language?.trim() && !asked) throw noPolicy()
  const entity = await entityAskedFor(ctx, legalEntityId)
  const [row, sources] = entity
    ? await Promise.all([repo.findCurrent(ctx, entity.id, asked), sourcesNow(ctx, entity)])
    : []
  if (!row || !sources) throw noPolicy()
  const changes = changesSince(row.sources, sources)
  return { ...policyView(row), outdated: changes.length > 0, changes }
}

export async function listVersions(ctx: ReadCtx, legalEntityId: string | undefined) {
  const entity = await entityAskedFor(ctx, legalEntityId)
  return entity ? (await repo.listVersions(ctx, entity.id)).map(versionView) : []
}

export async function showPolicy(ctx: ReadCtx, id: string) {
  const [row, main] = await Promise.all([getPolicy(ctx, id), findMainEntity(ctx)])
  return { ...policyView(row), ...(await addressesOf(ctx, 'politica', row, main?.id)) }
}

/** Compares this version with today's records. */
export async function showDrift(ctx: ReadCtx, id: string) {
  const row = await getPolicy(ctx, id)
  const entity = await findEntity(ctx, row.legal_entity_id)
  const facts = await gatherFacts(ctx, entity!)
  const today = writeSections(facts, wordsOf(row.language), {
    version: row.version,
    draftedOn: chileanDay(row.created_at),
    law: ctx.tools.law,
  })
  const changes = changesSince(row.sources, sourcesOf(facts))
  return {
    id: row.id,
    version: row.version,
    outdated: changes.length > 0,
    changes,
    sections: besides(row, OUTLINE, documentView(row), today, (key) => articleOf(key as SectionKey)),
  }
}

export async function printPolicy(ctx: ReadCtx, id: string): Promise<Printed> {
  const row = await getPolicy(ctx, id)
  const name = ['politica de privacidad', row.entity_name, `v${row.version}`]
  return { document: policyPaper(row, paperView(row, lawToday(ctx))), name }
}

export async function customisePolicy(ctx: WriteCtx, id: string, patch: PolicyPatch): Promise<void> {
  const before = await lockDraft(ctx, PRIVACY_POLICY, id)
  const after = await repo.policies.update(ctx, id, customised(ctx, patch))
  await auditPolicy(ctx, PRIVACY_POLICY, 'update', after, before)
}

/**
 * Asks for approval (contract 3.7). The last approval publishes the policy. The demands of art. 14 ter are checked now and
 * again at publication, because the draft and the settings may change in between.
 */
export async function requestPublication(ctx: WriteCtx, id: string, body: Publication): Promise<Requested> {
  const before = await lockDraft(ctx, PRIVACY_POLICY, id)
  const latest = await findLatestInstance(ctx, 'PRIVACY_POLICY', id)
  if (latest?.status === 'ACTIVE') throw inApproval()
  const override = await judgeDraft(ctx, PRIVACY_POLICY, { ...before, gate_override: null })
  // Before the approval starts, because one without applicable stages publishes at once.
  const after = await repo.policies.update(ctx, id, {
    publish_notes: body?.notes ?? null,
    gate_override: override,
    updated_at: ctx.now,
  })
  await auditPolicy(ctx, PRIVACY_POLICY, 'request_publication', after, before)
  const workflow = await startWorkflow(ctx, 'PRIVACY_POLICY', id)
  if (!workflow) throw new Failure('conflict', 'No hay un flujo activo que apruebe políticas de privacidad.')
  if (!workflow.started) throw inApproval()
  const completed = workflow.status === 'COMPLETED'
  const done = completed ? 'La política quedó publicada.' : 'La política quedó en aprobación.'
  const missing = policyView(after).gaps.length
  const warning = missing === 0 ? '' : ` Datos por completar: ${missing}.`
  return { workflowStarted: true, workflowInstanceId: workflow.instanceId, message: done + warning }
}

/** By section, from the version `against` to this one. */
export async function comparePolicies(ctx: ReadCtx, id: string, against: string) {
  const [after, before] = await Promise.all([
    repo.policies.find(ctx, id),
    isId(against) ? repo.policies.find(ctx, against) : undefined,
  ])
  if (!after) throw noPolicy()
  if (!before) throw notFound('la versión con que comparar')
  const [is, was] = [documentView(after), documentView(before)]
  return {
    before: { id: before.id, version: before.version, title: was.title },
    after: { id: after.id, version: after.version, title: is.title },
    introChanged: was.intro !== is.intro,
    sections: differencesBetween(SECTION_KEYS, was, is),
  }
}

/** One for each published language, Spanish first. */
export async function listPublishedPolicies(ctx: ReadCtx, legalEntityId?: string) {
  const entity = await entityAskedFor(ctx, legalEntityId)
  return entity ? repo.listPublished(ctx, entity.id) : []
}

// ── shared ──

async function getPolicy(ctx: ReadCtx, id: string): Promise<repo.PolicyRow> {
  const row = await repo.policies.find(ctx, id)
  if (!row) throw noPolicy()
  return row
}

function noPolicy(): Failure {
  return notFound(PRIVACY_POLICY.name)
}
