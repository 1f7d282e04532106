import type { PolicyDocument } from '#documents/sections.ts'
import { blocksOf } from '#modules/contracts/public.ts'
import { facts, heading, type PdfDocument, shortInstant } from '#pdf/document.ts'

interface Published {
  version: number
  law_version: string
  published_at: Date | null
}

/** A policy in force as the public reads it. */
export function policyDocument(
  { title, intro, sections }: PolicyDocument,
  { version, law_version, published_at }: Published,
  organisation: string,
): PdfDocument {
  return {
    title,
    organisation,
    footer: `${organisation} · ${title} · versión ${version}`.slice(0, 100),
    lawVersion: law_version,
    dated: published_at ?? new Date(0),
    content: [
      { text: organisation, style: 'organisation', margin: [0, 0, 0, 4] },
      { text: title, style: 'title', fontSize: 22, margin: [0, 0, 0, 12] },
      facts([
        ['Versión', String(version)],
        ['Publicada', published_at && `${shortInstant(published_at, 'America/Santiago')} (hora de Chile)`],
      ]),
      ...blocksOf(intro),
      ...sections.flatMap((section) => [heading(section.title), ...blocksOf(section.content)]),
    ],
  }
}
