import { iso } from '#kernel/dates.ts'
import {
  completenessOf,
  documentOf,
  gapsOf,
  inOrder,
  type PolicyDocument,
} from '#modules/privacy-policy/public.ts'
import type { PolicyRow } from './repo.ts'
import { SECTION_KEYS } from './rules.ts'
import type { Policy, Version } from './schemas.ts'
import { wordsOf } from './sections.ts'

export function policyView(row: PolicyRow): Policy {
  const gaps = gapsOf(SECTION_KEYS, row.content, row.custom_sections)
  return {
    ...versionView(row),
    content: inOrder(SECTION_KEYS, row.content),
    cookies: row.cookies,
    customSections: row.custom_sections,
    customTitle: row.custom_title,
    customIntro: row.custom_intro,
    completeness: completenessOf(SECTION_KEYS, gaps),
    gaps,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    updatedAt: iso(row.updated_at),
  }
}

export function versionView(row: PolicyRow): Version {
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    language: row.language,
    legalEntityId: row.legal_entity_id,
    domainId: row.domain_id,
    publishedAt: iso(row.published_at),
    publishedBy: row.published_by,
    publishNotes: row.publish_notes,
    createdAt: iso(row.created_at),
  }
}

/** As the public reads it. */
export function documentView(row: PolicyRow): PolicyDocument {
  const words = wordsOf(row.language)
  const written = {
    title: words.title(row.entity_name),
    intro: words.intro(row.entity_name).markup,
    content: row.content,
  }
  return documentOf(SECTION_KEYS, written, {
    customTitle: row.custom_title,
    customIntro: row.custom_intro,
    customSections: row.custom_sections,
  })
}
