import { approvalFacts, type PolicyKind, publishApproved, rejectPublication } from '#documents/publication.ts'
import { lockEntity } from '#modules/org/public.ts'
import type { Approvable } from '#modules/workflows/public.ts'
import { COOKIE_POLICY_CHECKS } from './knowledge/legal-checks.ts'
import * as repo from './repo.ts'
import { OUTLINE, SECTION_KEYS } from './rules.ts'
import { writePolicyInfo } from './sections.ts'

/** A newly published policy replaces the one in force for the same sites. */
export const COOKIE_POLICY: PolicyKind<repo.PolicyRow> = {
  name: 'la política de cookies',
  auditedAs: 'cookie_policy',
  publishedAs: 'cookie_policy.published',
  outline: OUTLINE,
  checks: COOKIE_POLICY_CHECKS,
  find: repo.policies.find,
  lock: repo.policies.lock,
  update: repo.policies.update,
  lockEntity,
  archivePublished: repo.archivePublished,
  publishedInfo: ({ language, version }, on) => writePolicyInfo(language, version, { on, published: true }),
}

/** How approval workflows see a cookie policy. */
export const cookiePolicyApprovable: Approvable = {
  entityType: 'COOKIE_POLICY',
  async facts(ctx, id) {
    const row = await repo.policies.find(ctx, id)
    if (!row) return undefined
    return {
      ...approvalFacts(row, SECTION_KEYS),
      domainId: row.domain_id,
      cookieCount: row.cookies.length,
    }
  },
  async titles(ctx, ids) {
    const rows = await repo.policies
      .select(ctx)
      .select(['id', 'custom_title', 'entity_name'])
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map((row) => [row.id, `Política de cookies: ${row.custom_title ?? row.entity_name}`]))
  },
  onCompleted: (ctx, id) => publishApproved(ctx, COOKIE_POLICY, id),
  onRejected: (ctx, id) => rejectPublication(ctx, COOKIE_POLICY, id),
}
