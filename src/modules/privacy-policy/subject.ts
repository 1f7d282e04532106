import { audit } from '#db/audit.ts'
import type { Ctx } from '#db/context.ts'
import { json } from '#db/sql.ts'
import type { WorkflowSubject } from '#http/module.ts'
import { chileanDay } from '#kernel/dates.ts'
import { completenessOf, gapsOf } from './document/rules.ts'
import { wordsOf } from './knowledge/languages.ts'
import * as repo from './repo.ts'
import { SECTION_KEYS } from './rules.ts'
import { policyInfo } from './sections.ts'
import { trace } from './service.ts'

/** A policy as the approval workflows see it: the last approval publishes it, a rejection leaves it a draft. */
export const privacyPolicySubject: WorkflowSubject = {
  entityType: 'PRIVACY_POLICY',

  async facts(ctx, id) {
    const row = await repo.findPolicy(ctx, id)
    if (!row) return undefined
    const gaps = gapsOf(SECTION_KEYS, row.content, row.custom_sections)
    return {
      version: row.version,
      status: row.status,
      language: row.language,
      legalEntityId: row.legal_entity_id,
      completeness: completenessOf(SECTION_KEYS, gaps).percentage,
      gapCount: gaps.length,
    }
  },

  async onCompleted(ctx, id) {
    const found = await repo.findPolicy(ctx, id)
    // The entity before its policies: of two approvals at once, the second archives what the first published.
    if (found) await repo.lockEntity(ctx, found.legal_entity_id)
    const before = await repo.lockPolicy(ctx, id)
    if (before?.status !== 'DRAFT') return { refusal: onlyDrafts(before?.status) }
    await publish(ctx, before)
    return undefined
  },

  async onRejected(ctx, id) {
    const before = await repo.lockPolicy(ctx, id)
    if (before?.status !== 'DRAFT') return
    const after = await repo.updatePolicy(ctx, id, { publish_notes: null, updated_at: ctx.now })
    await audit(ctx, {
      action: 'reject',
      entityType: 'privacy_policy',
      entityId: id,
      before: trace(before),
      after: trace(after),
    })
  },
}

export function onlyDrafts(status = 'eliminada'): string {
  return `La política está en «${status}»: solo se publica un borrador.`
}

async function publish(ctx: Ctx, before: repo.PolicyRow): Promise<void> {
  const replaced = await repo.archivePublished(ctx, before.legal_entity_id)
  const day = { on: chileanDay(ctx.now), published: true }
  const info = policyInfo(wordsOf(before.language), before.entity_name, before.version, day)
  const after = await repo.updatePolicy(ctx, before.id, {
    status: 'PUBLISHED',
    content: json({ ...before.content, policyInfo: info }),
    published_at: ctx.now,
    published_by: ctx.actor.id ?? null,
    updated_by: ctx.actor.id ?? null,
    updated_at: ctx.now,
  })
  await audit(
    ctx,
    {
      action: 'publish',
      entityType: 'privacy_policy',
      entityId: after.id,
      before: trace(before),
      after: trace(after),
    },
    ...replaced.map(({ id }) => ({
      action: 'archive',
      entityType: 'privacy_policy',
      entityId: id,
      before: { status: 'PUBLISHED' },
      after: { status: 'ARCHIVED' },
    })),
  )
}
