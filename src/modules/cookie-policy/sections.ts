import { gap } from '#documents/gaps.ts'
import { dayIn, type Language } from '#documents/languages.ts'
import { list, paragraph, table } from '#documents/markup.ts'
import { type Section, writeEach } from '#documents/sections.ts'
import { type Html, html } from '#kernel/html.ts'
import type { Law } from '#kernel/law/law.ts'
import { EN } from './knowledge/en.ts'
import { ES } from './knowledge/es.ts'
import type { CookieWords } from './knowledge/words.ts'
import { type Cookie, cookiesOf, type NoticePurpose, SECTION_KEYS, type SectionKey } from './rules.ts'

export interface CookieFacts {
  version: number
  /** A Chilean calendar day. */
  draftedOn: string
  law: Law
  entity: { name: string; email: string | null }
  sites: readonly string[]
  purposes: readonly NoticePurpose[]
}

const WORDS: Readonly<Record<Language, CookieWords>> = { es: ES, en: EN }

export const wordsOf = (language: Language): CookieWords => WORDS[language]

export function writeSections(facts: CookieFacts, language: Language): Record<SectionKey, Section> {
  const words = WORDS[language]
  return writeEach(SECTION_KEYS, words.titles, (key) => WRITERS[key](facts, words))
}

/** Written again when a person corrects the list. */
export function writeCookies(cookies: readonly Cookie[], language: Language): Section {
  const words = WORDS[language]
  return { title: words.titles.cookies, content: cookieTables(cookies, words).markup }
}

/** The only section that changes at publication: it gets the date. */
export function writePolicyInfo(
  language: Language,
  version: number,
  day: { on: string; published: boolean },
): Section {
  const words = WORDS[language]
  return { title: words.titles.policyInfo, content: policyInfoText(words, version, day).markup }
}

function policyInfoText(
  { language, policyInfo }: CookieWords,
  version: number,
  day: { on: string; published: boolean },
): Html {
  const said = day.published ? policyInfo.published : policyInfo.drafted
  return said(version, dayIn(language, day.on))
}

const WRITERS: Readonly<Record<SectionKey, (facts: CookieFacts, words: CookieWords) => Html>> = {
  policyInfo: ({ version, draftedOn }, words) =>
    policyInfoText(words, version, { on: draftedOn, published: false }),

  sites({ sites }, words) {
    const { lead, missing } = words.sites
    if (sites.length === 0) return paragraph(gap(words.mark, missing))
    return html`${paragraph(lead)}${list(sites)}`
  },

  about: (_facts, words) => words.about,

  controller({ entity }, words) {
    const { is, email, missingEmail, more } = words.controller
    const address = entity.email || gap(words.mark, missingEmail)
    return html`${is(entity.name)}<p><strong>${email}:</strong> ${address}</p>${paragraph(more)}`
  },

  cookies: ({ purposes }, words) => cookieTables(cookiesOf(purposes), words),

  consent({ purposes }, words) {
    const { lead, caption, head, missing, bases } = words.consent
    if (purposes.length === 0) return html`${lead}${paragraph(gap(words.mark, missing))}`
    const rows = purposes.map(({ name, description, legalBasis, required }) => [
      name,
      description || '—',
      Object.hasOwn(bases, legalBasis) ? bases[legalBasis]! : legalBasis,
      required ? (legalBasis === 'legitimate_interest' ? words.mayOppose : words.no) : words.yes,
    ])
    return html`${lead}${table(caption, head, rows)}`
  },

  management: ({ law }, words) => words.management(law),
}

function cookieTables(cookies: readonly Cookie[], words: CookieWords): Html {
  const { lead, head, caption, missing, missingPurpose, missingProvider, missingDuration } = words.cookies
  if (cookies.length === 0) return paragraph(gap(words.mark, missing))
  const tables = [...Map.groupBy(cookies, ({ purpose }) => purpose)].map(([purpose, own]) =>
    table(
      purpose === null ? gap(words.mark, missingPurpose) : caption(purpose),
      head,
      own.map(({ name, provider, duration, description }) => [
        name,
        provider || gap(words.mark, missingProvider(name)),
        duration || gap(words.mark, missingDuration(name)),
        description || '—',
      ]),
    ),
  )
  return html`${paragraph(lead)}${tables}`
}
