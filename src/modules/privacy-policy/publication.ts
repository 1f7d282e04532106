import { approvalFacts, type PolicyKind, publishApproved, rejectPublication } from '#documents/publication.ts'
import { lockEntity } from '#modules/org/public.ts'
import type { Approvable } from '#modules/workflows/public.ts'
import { wordsOf } from './knowledge/languages.ts'
import { POLICY_CHECKS } from './knowledge/legal-checks.ts'
import * as repo from './repo.ts'
import { OUTLINE, SECTION_KEYS } from './rules.ts'
import { policyInfo } from './sections.ts'

export const PRIVACY_POLICY: PolicyKind<repo.PolicyRow> = {
  name: 'la política de privacidad',
  auditedAs: 'privacy_policy',
  publishedAs: 'policy.published',
  outline: OUTLINE,
  checks: POLICY_CHECKS,
  find: repo.policies.find,
  lock: repo.policies.lockFields,
  update: repo.policies.update,
  lockEntity,
  archivePublished: repo.archivePublished,
  publishedInfo: ({ language, entity_name, version }, on) =>
    policyInfo(wordsOf(language), entity_name, version, { on, published: true }),
}

/** The policy in approval workflows: the last approval publishes it, a rejection makes it a draft again. */
export const privacyPolicyApprovable: Approvable = {
  entityType: 'PRIVACY_POLICY',
  async facts(ctx, id) {
    const row = await repo.policies.find(ctx, id)
    return row && approvalFacts(row, SECTION_KEYS)
  },
  async titles(ctx, ids) {
    const rows = await repo.policies
      .select(ctx)
      .select(['id', 'custom_title', 'entity_name'])
      .where('id', 'in', ids)
      .execute()
    return new Map(
      rows.map((row) => [row.id, `Política de privacidad: ${row.custom_title ?? row.entity_name}`]),
    )
  },
  onCompleted: (ctx, id) => publishApproved(ctx, PRIVACY_POLICY, id),
  onRejected: (ctx, id) => rejectPublication(ctx, PRIVACY_POLICY, id),
}
