import type { WriteCtx } from '#db/context.ts'
import type { HeldOverride } from '#db/legal-gate.ts'
import { iso } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import { LAW_NAME, LAW_NAME_EN, type LawOnDay, noteIn } from '#kernel/law/wording.ts'
import { fold } from '#kernel/text.ts'
import {
  completenessOf,
  gapsOf,
  NOT_INFORMED,
  POINT_NOT_INFORMED,
  placeholdersLeft,
  withoutGaps,
} from './gaps.ts'
import type { Language } from './languages.ts'
import { paragraph } from './markup.ts'
import type { State } from './publication.ts'
import {
  type Customisation,
  type CustomSections,
  documentOf,
  inOrder,
  type PolicyDocument,
  type Sections,
} from './sections.ts'

/** The versions of a policy. Every text ever written stays, one version per row. */

export interface PolicyRow {
  tenant_id: string
  id: string
  legal_entity_id: string
  entity_name: string
  version: number
  status: State
  language: Language
  law_version: string
  content: Sections
  custom_sections: CustomSections
  custom_title: string | null
  custom_intro: string | null
  published_at: Date | null
  published_by: string | null
  publish_notes: string | null
  gate_override: HeldOverride | null
  created_by: string | null
  updated_by: string | null
  created_at: Date
  updated_at: Date
}

/** Contract part 8: a list of versions shows at most this many. */
export const MOST_VERSIONS = 50

/** The columns of a list of versions. */
export const VERSION = [
  'id',
  'version',
  'status',
  'language',
  'law_version',
  'legal_entity_id',
  'published_at',
  'published_by',
  'publish_notes',
  'created_at',
] as const
export type VersionRow = Pick<PolicyRow, (typeof VERSION)[number]>

/** A new draft. */
export function newDraft(
  ctx: WriteCtx,
  entity: { id: string; name: string },
  draft: { version: number; language: Language; content: Sections },
) {
  const by = ctx.actor.id ?? null
  return {
    id: newId(),
    legal_entity_id: entity.id,
    entity_name: entity.name,
    version: draft.version,
    status: 'DRAFT' as const,
    language: draft.language,
    law_version: ctx.tools.law.version,
    content: draft.content,
    custom_sections: {} as CustomSections,
    created_by: by,
    updated_by: by,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
}

type Patch = { [Field in keyof Customisation]?: Customisation[Field] | null | undefined }

/** A person's changes to a draft: an absent field stays, null clears. */
export function customised(ctx: WriteCtx, { customTitle, customIntro, customSections }: Patch) {
  return {
    ...(customTitle !== undefined && { custom_title: customTitle }),
    ...(customIntro !== undefined && { custom_intro: customIntro }),
    ...(customSections !== undefined && { custom_sections: customSections ?? {} }),
    updated_by: ctx.actor.id ?? null,
    updated_at: ctx.now,
  }
}

// ── versions for readers ──

export function versionView(row: VersionRow) {
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    language: row.language,
    lawVersion: row.law_version,
    legalEntityId: row.legal_entity_id,
    publishedAt: iso(row.published_at),
    publishedBy: row.published_by,
    publishNotes: row.publish_notes,
    createdAt: iso(row.created_at),
  }
}

export function policyView(row: PolicyRow, sectionKeys: readonly string[]) {
  const gaps = gapsOf(sectionKeys, row.content, row.custom_sections)
  return {
    ...versionView(row),
    content: inOrder(sectionKeys, row.content),
    ...customisationOf(row),
    completeness: completenessOf(sectionKeys, gaps),
    gaps,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    updatedAt: iso(row.updated_at),
  }
}

/** The opening of a document in one language. */
export interface Opening {
  title(entity: string): string
  intro(entity: string): { readonly markup: string }
}

/** The sections of a kind of policy: all of them in order, and the mandatory ones. */
export interface Outline {
  readonly sectionKeys: readonly string[]
  readonly mandatory: readonly string[]
}

/** With gaps and notes, for the people who write it. */
export function documentView(
  row: PolicyRow,
  { sectionKeys, mandatory }: Outline,
  { title, intro }: Opening,
): PolicyDocument {
  const written = {
    title: title(row.entity_name),
    intro: intro(row.entity_name).markup,
    content: row.content,
  }
  return documentOf(sectionKeys, written, customisationOf(row), mandatory)
}

/**
 * The public text on a day, without gaps and without notes to the organisation. The standard title replaces an unfinished
 * one, and so does the standard introduction. A section that no law asks for omits its gaps.
 */
export function publishedView(
  row: PolicyRow,
  outline: Outline,
  opening: Opening,
  on: LawOnDay,
): PolicyDocument {
  const { title, intro, sections } = documentView(row, outline, opening)
  const { language, entity_name } = row
  const finished = (text: string, ours: string) => (placeholdersLeft(text, []).length === 0 ? text : ours)
  const clean = (text: string, paragraph: string = POINT_NOT_INFORMED[language]) =>
    withoutGaps(text, NOT_INFORMED[language], [], paragraph)
  const shown = sections.map((section) => ({
    key: section.key,
    title: clean(section.title),
    content: clean(section.content, outline.mandatory.includes(section.key) ? undefined : ''),
  }))
  const ask = whereToAsk(row, shown)
  return {
    title: clean(finished(title, opening.title(entity_name))),
    intro:
      clean(finished(intro, opening.intro(entity_name).markup)) +
      noteIn(language, on)
        .map((note) => paragraph(note).markup)
        .join(''),
    sections: shown
      .filter(({ content }, index) => content.trim() !== '' || sections[index]!.content.trim() === '')
      .map((section) =>
        section.key === NOTES_AT ? { ...section, content: section.content + ask } : section,
      ),
  }
}

const ASK: Readonly<Record<Language, string>> = {
  es: `Lo que esta versión no informa se puede pedir por las vías de contacto que ella indica (art. 14 ter letra c, ${LAW_NAME}).`,
  en: `You may ask for what this version does not state by the means of contact that it gives (art. 14 ter letter c, ${LAW_NAME_EN}).`,
}

/** The section about the version itself, which every kind of policy has. */
const NOTES_AT = 'policyInfo'

/** Tells readers of an incomplete text where to ask. */
function whereToAsk({ language }: PolicyRow, shown: readonly { content: string }[]): string {
  const says = [NOT_INFORMED[language], POINT_NOT_INFORMED[language]]
  const lacks = shown.some(({ content }) => says.some((words) => fold(content).includes(fold(words))))
  return lacks ? paragraph(ASK[language]).markup : ''
}

const customisationOf = (row: PolicyRow): Customisation => ({
  customTitle: row.custom_title,
  customIntro: row.custom_intro,
  customSections: row.custom_sections,
})
