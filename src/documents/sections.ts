import type { Html } from '#kernel/html.ts'
import { plainText } from './plain-text.ts'
import { readable } from './sanitise.ts'

/** A document in sections that people may adapt. */

export interface Section {
  title: string
  /** Safe markup. */
  content: string
}

/** By section key. A jsonb column loses the order of keys, so the list of keys gives the order. */
export type Sections = Record<string, Section>

/** Writes the sections of these keys, with their titles. */
export function writeEach<Key extends string>(
  keys: readonly Key[],
  titles: Readonly<Record<Key, string>>,
  write: (key: Key) => Html,
): Record<Key, Section> {
  const entries = keys.map((key) => [key, { title: titles[key], content: write(key).markup }])
  return Object.fromEntries(entries)
}

/** A person's changes to a section, with the text as sent. */
export interface CustomSection {
  visible?: boolean | null
  title?: string | null
  content?: string | null
}
/** Stored as sent: visibility, another text, or an object with both. */
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

/**
 * The document for readers: the written text with a person's changes. A mandatory section is always shown, even if
 * somebody asked to hide it.
 */
export function documentOf(
  keys: readonly string[],
  written: { title: string; intro: string; content: Sections },
  custom: Customisation,
  mandatory: readonly string[] = [],
): PolicyDocument {
  const sections = [...ordered(keys, written.content), ...added(keys, custom.customSections)]
  return {
    title: given(custom.customTitle) ?? written.title,
    intro: rewritten(custom.customIntro) ?? written.intro,
    sections: sections.flatMap(({ key, title, content }) => {
      const changed = customOf(custom.customSections, key)
      if (changed.visible === false && !mandatory.includes(key)) return []
      return { key, title: given(changed.title) ?? title, content: rewritten(changed.content) ?? content }
    }),
  }
}

/** A person's own text for the section, as safe markup. Gaps of our text then no longer count. */
export function ownText(custom: CustomSections, key: string): string | undefined {
  return rewritten(customOf(custom, key).content)
}

/** True if a person asked to hide the section. */
export function isHidden(custom: CustomSections, key: string): boolean {
  return customOf(custom, key).visible === false
}

/** The organisation's own sections follow ours, if they have text. */
function added(keys: readonly string[], custom: CustomSections): DocumentSection[] {
  return Object.keys(custom)
    .filter((key) => !keys.includes(key) && ownText(custom, key) !== undefined)
    .sort()
    .map((key) => ({ key, title: key, content: '' }))
}

/** Texts of people outside the standard sections: titles of sections, and added sections. */
export function textsBesides(keys: readonly string[], custom: CustomSections): string[] {
  return Object.keys(custom).flatMap((key) => {
    const { title, content } = customOf(custom, key)
    return [title ?? '', keys.includes(key) ? '' : (content ?? '')]
  })
}

export function ordered(keys: readonly string[], content: Sections): DocumentSection[] {
  return keys.flatMap((key) => {
    const section = content[key]
    return section ? { key, title: section.title, content: section.content } : []
  })
}

export function inOrder(keys: readonly string[], content: Sections): Sections {
  return Object.fromEntries(ordered(keys, content).map(({ key, ...section }) => [key, section]))
}

const given = (text: string | null | undefined) => (text?.trim() ? text : undefined)

/** Markup without words counts as no text. */
function rewritten(text: string | null | undefined): string | undefined {
  const own = given(text)
  const markup = own === undefined ? '' : readable(own).markup
  return plainText(markup) === '' ? undefined : markup
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

/** Section by section, in key order, then the organisation's own. Sections that neither has are left out. */
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
