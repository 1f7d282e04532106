import { coloursOf } from '#kernel/branding.ts'
import { iso } from '#kernel/dates.ts'
import { categoryOf, DECISION_DAYS, GPC, type NoticeContent, POSITIONS, THEMES } from './rules.ts'
import type { PublicConfig } from './schemas.ts'

interface Asked {
  widgetKey: string
  version: number
  content: NoticeContent
  contentHash: string
  organization: string
  publishedAt: Date
}

/** What a site is given to show a notice. Its banner finds everything resolved, and so stays small. */
export function publicConfigOf({ content, organization, publishedAt, ...rest }: Asked): PublicConfig {
  const { config } = content
  return {
    ...rest,
    ...content,
    purposes: content.purposes.map((purpose) => ({ ...purpose, ...categorised(purpose) })),
    organization: { name: organization },
    policyLinks: {
      privacyPolicy: linkOf(config['privacyPolicyUrl']),
      cookiePolicy: linkOf(config['cookiePolicyUrl']),
    },
    banner: bannerOf(config),
    publishedAt: iso(publishedAt),
  }
}

function categorised(purpose: NoticeContent['purposes'][number]) {
  const category = categoryOf(purpose)
  return category && { category }
}

/** A configuration is free: what does not fit is as if it were not there. */
function bannerOf(config: Readonly<Record<string, unknown>>): PublicConfig['banner'] {
  const look = (config['appearance'] ?? {}) as Record<string, unknown>
  const colours = coloursOf({ accent: look['accent'] })
  const days = Number(config['decisionDays'])
  return {
    accent: colours?.accent ?? null,
    onAccent: colours?.onAccent ?? null,
    position: oneOf(POSITIONS, look['position']),
    theme: oneOf(THEMES, look['theme']),
    reopen: look['reopen'] !== false,
    gpc: oneOf(GPC, config['gpc']),
    days: days >= 1 && days <= DECISION_DAYS.most ? Math.floor(days) : DECISION_DAYS.byDefault,
  }
}

function oneOf<T extends string>(known: readonly T[], value: unknown): T {
  return known.find((one) => one === value) ?? known[0]!
}

/** Anything but a web address would run as a script of the site that shows the notice. */
function linkOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  return ['http:', 'https:'].includes(URL.parse(value)?.protocol ?? '') ? value : null
}
