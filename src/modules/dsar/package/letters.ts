import type { Letter } from '#jobs/mail.ts'
import { longDay } from '#kernel/dates.ts'
import { bindingNote, type LawOnDay } from '#kernel/law/wording.ts'
import { askedOf } from '../asking.ts'
import { type Addressed, toSubject } from '../letters.ts'
import type { Responsible } from '../responsible.ts'

/** Letters of a delivery. One has the link, another the code, which leaves only on request. */

/** Replaces the key in the stored letter: its readers must not be able to open the answer. */
const KEY_LEFT_OUT = '[la clave del enlace no se conserva]'

export function deliveryLetter(
  row: Addressed,
  by: Responsible,
  publicUrl: string,
  { key, until, on }: { key: string; until: Date; on: LawOnDay },
): { letter: Letter; kept: Letter } {
  const write = (shown: string) =>
    toSubject(
      row,
      by,
      publicUrl,
      `Su respuesta está lista: ${row.folio_number}`,
      [
        `${by.name} preparó la respuesta a su ${askedOf(row)}, folio ${row.folio_number}. Puede descargarla con el enlace de esta carta, hasta el ${longDay(until)}. Si no alcanza, pídanos otro enlace: vencido este, no pierde su derecho.`,
        'La página le pedirá un código. Se lo enviaremos a este mismo correo, en una carta aparte, cuando lo pida.',
        'El enlace es solo suyo: no lo reenvíe. Si usted no hizo esta solicitud, no lo abra y avísenos.',
        ...bindingNote(on),
      ],
      { label: 'Ver mi respuesta', url: `${publicUrl}/respuesta/${shown}` },
    )
  return { letter: write(key), kept: write(KEY_LEFT_OUT) }
}

export function codeLetter(to: string, by: Responsible, code: string): Letter {
  return {
    to,
    subject: `${code} es su código para abrir la respuesta de ${by.name}`,
    paragraphs: [
      `Su código es ${code}. Sirve durante 10 minutos.`,
      'Escríbalo en la página que le pidió el código. Si usted no lo pidió, no lo comparta con nadie: sin él no se puede abrir su respuesta.',
    ],
    signature: by.name,
    replyTo: by.contactEmail,
  }
}
