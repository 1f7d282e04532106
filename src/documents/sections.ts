import type { Html } from '#kernel/html.ts'
import { plainText } from './plain-text.ts'
import { readable } from './sanitise.ts'

/** A document of sections that people may adapt. */

export interface Section {
  title: string
  /** Safe markup. */
  content: string
}

/** By section key. A jsonb column forgets the order of keys: the list of keys is the order. */
export type Sections = Record<string, Section>

/** Writes the sections of these keys, each under its title. */
export function writeEach<Key extends string>(
  keys: readonly Key[],
  titles: Readonly<Record<Key, string>>,
  write: (key: Key) => Html,
): Record<Key, Section> {
  const entries = keys.map((key) => [key, { title: titles[key], content: write(key).markup }])
  return Object.fromEntries(entries)
}

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

/**
 * The document as people read it: what was written, with what a person changed in it. A section that the law asks for
 * is shown whatever was asked.
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

/** The text that a person wrote for the section, as safe markup: then what was missing in ours no longer counts. */
export function ownText(custom: CustomSections, key: string): string | undefined {
  return rewritten(customOf(custom, key).content)
}

/** True when a person asked to leave the section out. */
export function isHidden(custom: CustomSections, key: string): boolean {
  return customOf(custom, key).visible === false
}

/** Sections that the organisation added follow ours, once they have text. */
function added(keys: readonly string[], custom: CustomSections): DocumentSection[] {
  return Object.keys(custom)
    .filter((key) => !keys.includes(key) && ownText(custom, key) !== undefined)
    .sort()
    .map((key) => ({ key, title: key, content: '' }))
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

/** Markup without words is no text. */
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

/** Section by section, in the order of the keys, then those the organisation added. A section that neither has is left out. */
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
