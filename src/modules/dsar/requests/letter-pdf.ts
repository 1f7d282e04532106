import { LAW_NAME } from '#kernel/law/wording.ts'
import { shownRut } from '#kernel/rut.ts'
import { facts, fileName, heading, note, type PdfDocument, prose, shortInstant } from '#pdf/document.ts'
import { LETTER_NAMES } from '../knowledge.ts'
import type { Responsible } from '../responsible.ts'
import type { RequestLetter } from './schemas.ts'

/** A kept letter on paper: what was written, to whom and when. */
export interface PrintedLetter {
  letter: RequestLetter
  folioNumber: string
  by: Responsible
}

export function letterFileName({ letter, folioNumber }: PrintedLetter): string {
  return fileName('carta', folioNumber, LETTER_NAMES[letter.kind])
}

export function letterDocument({ letter, folioNumber, by }: PrintedLetter): PdfDocument {
  const who = by.taxId === null ? by.name : `${by.name}, RUT ${shownRut(by.taxId)}`
  const sent =
    letter.sentAt === null ? 'En espera de envío' : shortInstant(new Date(letter.sentAt), 'America/Santiago')
  return {
    title: letter.subject,
    organisation: who,
    footer: `${folioNumber} · ${LETTER_NAMES[letter.kind]}`,
    lawVersion: letter.lawVersion,
    dated: new Date(letter.createdAt),
    content: [
      { text: who, style: 'organisation', margin: [0, 0, 0, 12] },
      heading(letter.subject),
      facts([
        ['Para', letter.to],
        ['Enviada', sent],
        ['Folio', folioNumber],
      ]),
      { ...prose(letter.text, 'Sin texto'), margin: [0, 18, 0, 0] },
      note(`Copia fiel del texto enviado (art. 11, ${LAW_NAME}). Hora de Chile.`),
    ],
  }
}
