import { impossible } from '#kernel/failure.ts'
import { gapsIn } from './html.ts'
import { readable } from './sanitise.ts'

/** What a privacy policy and a cookie policy have in common: a document of sections that people may adapt. */

export const LANGUAGES = ['es', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

export const DEFAULT_LANGUAGE: Language = 'es'

export function readLanguage(sent: string | null | undefined): Language {
  if (sent === null || sent === undefined) return DEFAULT_LANGUAGE
  const known = LANGUAGES.find((language) => language === sent)
  if (known) return known
  throw impossible('language', `«${sent}» no es un idioma disponible. Use es (español) o en (inglés).`)
}

export interface Section {
  title: string
  /** Safe markup. */
  content: string
}

/** By section key. A jsonb column forgets the order of keys: the list of keys is the order. */
export type Sections = Record<string, Section>

/** What a person changed in a section; its text as it was sent. */
export interface CustomSection {
  visible?: boolean | null
  title?: string | null
  content?: string | null
}
/** Kept as it was sent: whether to show it, other text for it, or both in an object. */
export type CustomSections = Record<string, CustomSection | boolean | string | null>

function customOf(sections: CustomSections, key: string): CustomSection {
  const sent = Object.hasOwn(sections, key) ? sections[key] : null
  if (typeof sent === 'boolean') return { visible: sent }
  return typeof sent === 'string' ? { content: sent } : (sent ?? {})
}

export interface Customisation {
  customTitle: string | null
  customIntro: string | null
  customSections: CustomSections
}

export interface DocumentSection extends Section {
  key: string
}

export interface PolicyDocument {
  title: string
  /** Safe markup. */
  intro: string
  sections: DocumentSection[]
}

/** The document as people read it: what was written, with what a person changed in it. */
export function documentOf(
  keys: readonly string[],
  written: { title: string; intro: string; content: Sections },
  custom: Customisation,
): PolicyDocument {
  const sections = [...ordered(keys, written.content), ...added(keys, custom.customSections)]
  return {
    title: given(custom.customTitle) ?? written.title,
    intro: rewritten(custom.customIntro) ?? written.intro,
    sections: sections.flatMap(({ key, title, content }) => {
      const changed = customOf(custom.customSections, key)
      if (changed.visible === false) return []
      return { key, title: given(changed.title) ?? title, content: rewritten(changed.content) ?? content }
    }),
  }
}

/** Sections of the organisation's own stand behind ours, once they say something. */
function added(keys: readonly string[], custom: CustomSections): DocumentSection[] {
  return Object.keys(custom)
    .filter((key) => !keys.includes(key) && given(customOf(custom, key).content) !== undefined)
    .sort()
    .map((key) => ({ key, title: key, content: '' }))
}

function ordered(keys: readonly string[], content: Sections): DocumentSection[] {
  return keys.flatMap((key) => {
    const section = content[key]
    return section ? { key, title: section.title, content: section.content } : []
  })
}

export function inOrder(keys: readonly string[], content: Sections): Sections {
  return Object.fromEntries(ordered(keys, content).map(({ key, ...section }) => [key, section]))
}

export interface Gap {
  section: string
  missing: string
}

/** Facts that are missing in the sections as they stand. */
export function gapsOf(keys: readonly string[], content: Sections, custom: CustomSections): Gap[] {
  return ordered(keys, content).flatMap(({ key, content: written }) =>
    given(customOf(custom, key).content) === undefined
      ? gapsIn(written).map((missing) => ({ section: key, missing }))
      : [],
  )
}

export interface Completeness {
  filled: number
  total: number
  percentage: number
}

/** A section counts once nothing is missing in it. */
export function completenessOf(keys: readonly string[], gaps: readonly Gap[]): Completeness {
  const total = keys.length
  const filled = total - new Set(gaps.map(({ section }) => section)).size
  return { filled, total, percentage: Math.round((filled / total) * 100) }
}

const given = (text: string | null | undefined) => (text?.trim() ? text : undefined)

function rewritten(text: string | null | undefined): string | undefined {
  const own = given(text)
  return own === undefined ? undefined : readable(own).markup
}

// ── two documents side by side ──

export const DIFFERENCES = ['unchanged', 'changed', 'added', 'removed'] as const
export type Difference = (typeof DIFFERENCES)[number]

export interface SectionDifference {
  key: string
  difference: Difference
  before: Section | null
  after: Section | null
}

/** Section by section, in the order of the keys, then those of their own; one that neither has is left out. */
export function compare(
  keys: readonly string[],
  before: PolicyDocument,
  after: PolicyDocument,
): SectionDifference[] {
  const find = ({ sections }: PolicyDocument, wanted: string): Section | null => {
    const section = sections.find(({ key }) => key === wanted)
    return section ? { title: section.title, content: section.content } : null
  }
  const own = [...before.sections, ...after.sections]
    .map(({ key }) => key)
    .filter((key) => !keys.includes(key))
  return [...keys, ...new Set(own)].flatMap((key) => {
    const [was, is] = [find(before, key), find(after, key)]
    if (!was && !is) return []
    return { key, difference: differenceOf(was, is), before: was, after: is }
  })
}

function differenceOf(was: Section | null, is: Section | null): Difference {
  if (!was) return 'added'
  if (!is) return 'removed'
  return was.title === is.title && was.content === is.content ? 'unchanged' : 'changed'
}
