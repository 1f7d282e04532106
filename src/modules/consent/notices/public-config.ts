import type { Tools } from '#db/context.ts'
import { coloursOf } from '#kernel/branding.ts'
import { iso } from '#kernel/dates.ts'
import { labelsOf } from './labels.ts'
import { categoryOf, DECISION_DAYS, GPC, type NoticeContent, POSITIONS, THEMES } from './rules.ts'
import type { PublicConfig } from './schemas.ts'
import { wordsFor } from './words.ts'

interface Asked {
  widgetKey: string
  version: number
  content: NoticeContent
  contentHash: string
  organization: string
  /** The organisation's page about privacy. */
  home: string
  publishedAt: Date
}

export const homeOf = ({ publicUrl }: Pick<Tools, 'publicUrl'>, slug: string) => `${publicUrl}/p/${slug}`

/** The configuration that a site needs to show a notice. Everything is resolved here, so the banner's script stays small. */
export function publicConfigOf({ content, organization, home, publishedAt, ...rest }: Asked): PublicConfig {
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
    banner: bannerOf(content, organization, home),
    publishedAt: iso(publishedAt),
  }
}

function categorised(purpose: NoticeContent['purposes'][number]) {
  const category = categoryOf(purpose)
  return { ...(category && { category }), ...labelsOf(purpose, category) }
}

/** A configuration is free. Values that do not fit are ignored. */
function bannerOf(
  { config, language }: NoticeContent,
  organization: string,
  home: string,
): PublicConfig['banner'] {
  const look = (config['appearance'] ?? {}) as Record<string, unknown>
  const colours = coloursOf({ accent: look['accent'] })
  const days = Number(config['decisionDays'])
  const reopen = look['reopen'] !== false
  const languages = [language, ...Object.keys((config['translations'] as object | null | undefined) ?? {})]
  return {
    accent: colours?.accent ?? null,
    onAccent: colours?.onAccent ?? null,
    colours: colours
      ? {
          day: colours.accent,
          onDay: colours.onAccent,
          rim: colours.edge,
          night: colours.dark.accent,
          onNight: colours.dark.onAccent,
        }
      : null,
    position: oneOf(POSITIONS, look['position']),
    theme: oneOf(THEMES, look['theme']),
    reopen,
    gpc: oneOf(GPC, config['gpc']),
    days: days >= 1 && days <= DECISION_DAYS.most ? Math.floor(days) : DECISION_DAYS.byDefault,
    home,
    words: wordsFor(languages, organization, reopen),
  }
}

function oneOf<T extends string>(known: readonly T[], value: unknown): T {
  return known.find((one) => one === value) ?? known[0]!
}

/** Any other scheme could run as a script on the site that shows the notice. */
function linkOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  return ['http:', 'https:'].includes(URL.parse(value)?.protocol ?? '') ? value : null
}
