import { audit } from '#db/audit.ts'
import type { Ctx } from '#db/context.ts'
import { json } from '#db/sql.ts'
import type { WorkflowSubject } from '#http/module.ts'
import { chileanDay } from '#kernel/dates.ts'
import { completenessOf, gapsOf, lockEntity, onlyDrafts } from '#modules/privacy-policy/public.ts'
import * as repo from './repo.ts'
import { SECTION_KEYS } from './rules.ts'
import { writePolicyInfo } from './sections.ts'

/** A cookie policy as the approval workflows see it. */
export const cookiePolicySubject: WorkflowSubject = {
  entityType: 'COOKIE_POLICY',

  async facts(ctx, id) {
    const row = await repo.findPolicy(ctx, id)
    if (!row) return undefined
    const gaps = gapsOf(SECTION_KEYS, row.content, row.custom_sections)
    return {
      version: row.version,
      status: row.status,
      language: row.language,
      legalEntityId: row.legal_entity_id,
      domainId: row.domain_id,
      cookieCount: row.cookies.length,
      completeness: completenessOf(SECTION_KEYS, gaps).percentage,
      gapCount: gaps.length,
    }
  },

  async onCompleted(ctx, id) {
    const found = await repo.findPolicy(ctx, id)
    if (found) await lockEntity(ctx, found.legal_entity_id)
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
      entityType: 'cookie_policy',
      entityId: id,
      before: trace(before),
      after: trace(after),
    })
  },
}

/** The one in force for the same sites is archived in the same act: of two at once, the second replaces the first. */
export async function publish(ctx: Ctx, before: repo.PolicyRow): Promise<repo.PolicyRow> {
  await lockEntity(ctx, before.legal_entity_id)
  const replaced = await repo.archivePublished(ctx, before)
  const day = { on: chileanDay(ctx.now), published: true }
  const after = await repo.updatePolicy(ctx, before.id, {
    status: 'PUBLISHED',
    content: json({ ...before.content, policyInfo: writePolicyInfo(before.language, before.version, day) }),
    published_at: ctx.now,
    published_by: ctx.actor.id ?? null,
    updated_by: ctx.actor.id ?? null,
    updated_at: ctx.now,
  })
  await audit(
    ctx,
    {
      action: 'publish',
      entityType: 'cookie_policy',
      entityId: after.id,
      before: trace(before),
      after: trace(after),
    },
    ...replaced.map(({ id }) => ({
      action: 'archive',
      entityType: 'cookie_policy',
      entityId: id,
      before: { status: 'PUBLISHED' },
      after: { status: 'ARCHIVED' },
    })),
  )
  return after
}

/** What the audit log keeps of a policy: the written text is in the policy itself. */
export function trace({ content: _text, ...row }: repo.PolicyRow) {
  return row
}
