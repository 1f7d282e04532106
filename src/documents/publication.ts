import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { type HeldOverride, passGate } from '#db/legal-gate.ts'
import { together } from '#db/sql.ts'
import { announce } from '#events/announce.ts'
import type { EventType } from '#events/catalogue.ts'
import { chileanDay } from '#kernel/dates.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { judge, type LegalCheck } from '#kernel/legal-checks.ts'
import type { Labels } from '#kernel/moves.ts'
import { completenessOf, gapsOf } from './gaps.ts'
import type { Outline, PolicyRow } from './history.ts'
import { type PolicyFacts, policyFacts } from './legal-checks.ts'
import type { Section, Sections } from './sections.ts'

/** The life of a policy: a draft is published once. Publishing the next one in its language archives it. */
export const STATES = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const
export type State = (typeof STATES)[number]

const STATE_LABELS: Labels<State> = { DRAFT: 'borrador', PUBLISHED: 'publicada', ARCHIVED: 'archivada' }

/** A kind of policy: everything that publication needs from its module. */
export interface PolicyKind<Row extends PolicyRow> {
  /** Its name in a sentence, with the Spanish article. */
  readonly name: string
  readonly auditedAs: string
  /** The event announced on publication. */
  readonly publishedAs: EventType
  readonly outline: Outline
  /** The legal requirements of publication. */
  readonly checks: readonly LegalCheck<PolicyFacts>[]
  find(ctx: ReadCtx, id: string): Promise<Row | undefined>
  lock(ctx: WriteCtx, id: string): Promise<Row | undefined>
  update(ctx: WriteCtx, id: string, fields: PublicationFields): Promise<Row>
  /** Locks the legal entity: its policies are numbered and replaced one act at a time. */
  lockEntity(ctx: WriteCtx, entityId: string): Promise<unknown>
  /** Archives the published policy in the same language. */
  archivePublished(ctx: WriteCtx, row: Row): Promise<{ id: string }[]>
  /** The section with the day of publication. */
  publishedInfo(row: Row, day: string): Section
}

export interface PublicationFields {
  status?: State
  content?: Sections
  publish_notes?: string | null
  gate_override?: HeldOverride | null
  published_at?: Date
  published_by?: string | null
  updated_by?: string | null
  updated_at: Date
}

/** The fields of a policy that approval stages may read. */
export function approvalFacts(row: PolicyRow, sectionKeys: readonly string[]) {
  const gaps = gapsOf(sectionKeys, row.content, row.custom_sections)
  return {
    version: row.version,
    status: row.status,
    language: row.language,
    legalEntityId: row.legal_entity_id,
    completeness: completenessOf(sectionKeys, gaps).percentage,
    gapCount: gaps.length,
  }
}

/**
 * Judges a draft before publication. Returns the override to store with it, which holds for the publishing approval and
 * for the requirements missing now.
 */
export function judgeDraft<Row extends PolicyRow>(
  ctx: WriteCtx,
  { auditedAs, checks, outline }: PolicyKind<Row>,
  row: Row,
): Promise<HeldOverride | null> {
  const findings = judge(checks, policyFacts(row, outline))
  return passGate(ctx, { entityType: auditedAs, entityId: row.id }, findings, row.gate_override)
}

/** The last approval publishes a draft. Of two approvals at once, the second archives the policy of the first. */
export async function publishApproved<Row extends PolicyRow>(
  ctx: WriteCtx,
  kind: PolicyKind<Row>,
  id: string,
): Promise<{ refusal: string } | undefined> {
  await lockEntityOf(ctx, kind, id)
  const before = await kind.lock(ctx, id)
  if (before?.status !== 'DRAFT') return { refusal: onlyDrafts(before?.status) }
  await publish(ctx, kind, before)
  return undefined
}

/** A rejected policy stays a draft. Its publication notes and its override are removed. */
export async function rejectPublication<Row extends PolicyRow>(
  ctx: WriteCtx,
  kind: PolicyKind<Row>,
  id: string,
): Promise<void> {
  const before = await kind.lock(ctx, id)
  if (before?.status !== 'DRAFT') return
  const after = await kind.update(ctx, id, {
    publish_notes: null,
    gate_override: null,
    updated_at: ctx.now,
  })
  await auditPolicy(ctx, kind, 'reject', after, before)
}

/** The caller must lock the entity. The current policy is archived in the same act. */
export async function publish<Row extends PolicyRow>(
  ctx: WriteCtx,
  kind: PolicyKind<Row>,
  before: Row,
): Promise<Row> {
  // An act that requests publication and publishes at once has already judged it.
  if (!ctx.gate.judged.has(before.id)) await judgeDraft(ctx, kind, before)
  const replaced = await kind.archivePublished(ctx, before)
  const policyInfo = kind.publishedInfo(before, chileanDay(ctx.now))
  const after = await kind.update(ctx, before.id, {
    status: 'PUBLISHED',
    content: { ...before.content, policyInfo },
    published_at: ctx.now,
    published_by: ctx.actor.id ?? null,
    updated_by: ctx.actor.id ?? null,
    updated_at: ctx.now,
  })
  const { id: entityId, entity_name: title, version, language, legal_entity_id: legalEntityId } = after
  const trail = [
    entryOf(kind.auditedAs, 'publish', after, before),
    ...replaced.map(({ id }) => ({
      action: 'archive',
      entityType: kind.auditedAs,
      entityId: id,
      before: { status: 'PUBLISHED' },
      after: { status: 'ARCHIVED' },
    })),
  ]
  await together(
    audit(ctx, ...trail),
    announce(ctx, { type: kind.publishedAs, entityId, title, legalEntityId, data: { version, language } }),
  )
  return after
}

/** Writes the audit row of an act on a policy. */
export async function auditPolicy<Row extends PolicyRow>(
  ctx: WriteCtx,
  { auditedAs }: Pick<PolicyKind<Row>, 'auditedAs'>,
  action: string,
  after: Row | undefined,
  before?: Row,
): Promise<void> {
  await audit(ctx, entryOf(auditedAs, action, after, before))
}

function entryOf(entityType: string, action: string, after: PolicyRow | undefined, before?: PolicyRow) {
  return {
    action,
    entityType,
    entityId: (after ?? before)!.id,
    ...(before && { before: trace(before) }),
    ...(after && { after: trace(after) }),
  }
}

/** The audit log does not copy the text: the policy itself keeps it. */
function trace({ content: _text, sources: _sources, ...row }: PolicyRow & { sources?: unknown }) {
  return row
}

/** A publishing act locks the entity first, then the policy: any other order could deadlock. */
export async function lockEntityOf<Row extends PolicyRow>(
  ctx: WriteCtx,
  kind: PolicyKind<Row>,
  id: string,
): Promise<void> {
  const found = await kind.find(ctx, id)
  if (found) await kind.lockEntity(ctx, found.legal_entity_id)
}

// ── refusals ──

export async function lockDraft<Row extends PolicyRow>(
  ctx: WriteCtx,
  kind: PolicyKind<Row>,
  id: string,
): Promise<Row> {
  const row = await kind.lock(ctx, id)
  if (!row) throw notFound(kind.name)
  assertDraft(row)
  return row
}

export function assertDraft({ version, status }: Pick<PolicyRow, 'version' | 'status'>): void {
  if (status === 'DRAFT') return
  throw new Failure(
    'conflict',
    `La versión ${version} está en «${STATE_LABELS[status]}» y ya no cambia. Genere una versión nueva.`,
  )
}

export function inApproval(): Failure {
  return new Failure('conflict', 'Esta versión ya está en aprobación. Espere a que termine.')
}

function onlyDrafts(status?: State): string {
  return `La política está en «${status ? STATE_LABELS[status] : 'eliminada'}»: solo se publica un borrador.`
}
