import { differencesOf, type Stretch } from './differences.ts'
import type { Outline } from './history.ts'
import { compare, isHidden, ownText, type PolicyDocument, type Section, type Sections } from './sections.ts'

/** What the records say today and what a policy says, section by section. */

export interface SectionBeside {
  key: string
  /** What asks for the section; null where the organisation added it. */
  article: string | null
  isMandatory: boolean
  /** A person wrote its text: the records no longer change it. */
  isOwn: boolean
  isHidden: boolean
  /** The records would write it otherwise today than when the policy was written. */
  hasDrifted: boolean
  records: Section | null
  text: Section | null
  /** From what the policy says to what the records say. */
  stretches: Stretch[]
}

interface Compared {
  content: Sections
  custom_sections: Parameters<typeof ownText>[0]
}

/** `today` is what would be written now. The section with number and date is nobody's drift. */
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

/** Two versions side by side, with what changed between them in words. */
export function differencesBetween(keys: readonly string[], was: PolicyDocument, is: PolicyDocument) {
  return compare(keys, was, is).map((section) => ({
    ...section,
    stretches:
      section.difference === 'unchanged'
        ? []
        : differencesOf(section.before?.content ?? '', section.after?.content ?? ''),
  }))
}
