import { differencesOf, type Stretch } from './differences.ts'
import type { Outline } from './history.ts'
import { compare, isHidden, ownText, type PolicyDocument, type Section, type Sections } from './sections.ts'

/** Compares the current records with a policy, section by section. */

export interface SectionBeside {
  key: string
  /** The article that requires the section; null where the organisation added it. */
  article: string | null
  isMandatory: boolean
  /** A person wrote its text, so the records no longer change it. */
  isOwn: boolean
  isHidden: boolean
  /** The records have changed since the policy was written. */
  hasDrifted: boolean
  records: Section | null
  text: Section | null
  /** The changes from the policy to the records. */
  stretches: Stretch[]
}

interface Compared {
  content: Sections
  custom_sections: Parameters<typeof ownText>[0]
}

/** `today` is the text that would be written now. The section with number and date never counts as drift. */
export function besides(
  { content, custom_sections: custom }: Compared,
  { sectionKeys, mandatory }: Outline,
  document: PolicyDocument,
  today: Sections,
  articleOf: (key: string) => string,
): SectionBeside[] {
  const own = document.sections.map(({ key }) => key).filter((key) => !sectionKeys.includes(key))
  return [...sectionKeys, ...own].map((key) => {
    const isOurs = sectionKeys.includes(key)
    const records = isOurs ? ((key === 'policyInfo' ? content : today)[key] ?? null) : null
    const shown = document.sections.find((section) => section.key === key)
    const text = shown ? { title: shown.title, content: shown.content } : null
    return {
      key,
      article: isOurs ? articleOf(key) : null,
      isMandatory: mandatory.includes(key),
      isOwn: ownText(custom, key) !== undefined,
      isHidden: isHidden(custom, key) && !mandatory.includes(key),
      hasDrifted: records !== null && records.content !== (content[key]?.content ?? ''),
      records,
      text,
      stretches: records && text ? differencesOf(text.content, records.content) : [],
    }
  })
}

/** Two versions side by side, with their differences in words. */
export function differencesBetween(keys: readonly string[], was: PolicyDocument, is: PolicyDocument) {
  return compare(keys, was, is).map((section) => ({
    ...section,
    stretches:
      section.difference === 'unchanged'
        ? []
        : differencesOf(section.before?.content ?? '', section.after?.content ?? ''),
  }))
}
