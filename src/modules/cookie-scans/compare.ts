import type { ReadCtx } from '#db/context.ts'
import { listPublishedNotices } from '#modules/consent/public.ts'
import { listPolicyCookies } from '#modules/cookie-policy/public.ts'
import type { Category } from './knowledge.ts'
import { type Comparison, type Declared, judge } from './rules.ts'

export type Said = Pick<Comparison, 'notice' | 'policy'>

/** What the site declares today: its published notices and its published cookie policy. */
export async function readSaid(ctx: ReadCtx, domainId: string): Promise<Said> {
  const [notices, policy] = await Promise.all([
    listPublishedNotices(ctx, domainId),
    listPolicyCookies(ctx, domainId),
  ])
  const purposes = notices.flatMap((notice) => notice.purposes)
  return {
    notice:
      notices.length === 0
        ? null
        : {
            cookies: purposes.flatMap(({ cookies, category, required, name }) =>
              cookies.map(
                (cookie): Declared => ({
                  name: cookie.name,
                  category: (category as Category | undefined) ?? null,
                  required,
                  purpose: name,
                }),
              ),
            ),
            hosts: purposes.flatMap(({ hosts }) => hosts ?? []),
          },
    policy,
  }
}

const UNDECLARED = ['undeclared', 'undeclared_host'] as const

/** The part of the comparison that a finished scan stores. */
export function judged(comparison: Comparison) {
  const found = judge(comparison)
  // A finding lists the first hundred names. The count is of all.
  const count = (key: string) => found.find((finding) => finding.key === key)?.count ?? 0
  return {
    findings: found.map(({ count: _all, ...finding }) => finding),
    early_count: count('before_consent'),
    undeclared_count: UNDECLARED.reduce((sum, key) => sum + count(key), 0),
  }
}

export function ownHostOf({ tools: { publicUrl } }: ReadCtx): string {
  return new URL(publicUrl).hostname
}
