import { chileanDay } from '#kernel/dates.ts'
import { heading, type PdfDocument, shortened } from '#pdf/document.ts'
import { blocksOf } from '#pdf/markup.ts'
import type { PolicyRow } from './history.ts'
import { dayIn, type Language } from './languages.ts'
import type { PolicyDocument } from './sections.ts'

const WORDS: Readonly<
  Record<
    Language,
    { draft: string; version(number: number): string; published(number: number, day: string): string }
  >
> = {
  es: {
    draft: 'BORRADOR',
    version: (number) => `Versión ${number}, borrador`,
    published: (number, day) => `Versión ${number}, publicada el ${day}`,
  },
  en: {
    draft: 'DRAFT',
    version: (number) => `Version ${number}, draft`,
    published: (number, day) => `Version ${number}, published on ${day}`,
  },
}

/** A policy on paper: the text of its page, in its language. */
export function policyPaper(row: PolicyRow, { title, intro, sections }: PolicyDocument): PdfDocument {
  const words = WORDS[row.language]
  const day = row.published_at && dayIn(row.language, chileanDay(row.published_at))
  const edition = day ? words.published(row.version, day) : words.version(row.version)
  return {
    title,
    organisation: row.entity_name,
    footer: shortened(`${row.entity_name} · ${title}`),
    lawVersion: row.law_version,
    dated: row.updated_at,
    language: row.language,
    ...(row.status === 'DRAFT' && { watermark: words.draft }),
    content: [
      { text: row.entity_name, style: 'organisation', margin: [0, 0, 0, 10] },
      { text: title, style: 'title', margin: [0, 0, 0, 6] },
      { text: edition, style: 'label', margin: [0, 0, 0, 14] },
      ...blocksOf(intro),
      ...sections.flatMap((section) => [heading(section.title), ...blocksOf(section.content)]),
    ],
  }
}
