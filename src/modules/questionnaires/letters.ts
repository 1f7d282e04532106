import type { WriteCtx } from '#db/context.ts'
import { readOrganisation } from '#db/organisation.ts'
import { type Letter, sendMail } from '#jobs/mail.ts'
import { addDays, chileanDay, longDay } from '#kernel/dates.ts'
import { contactOf, findMainEntity } from '#modules/org/public.ts'
import { pageUrl } from './keys.ts'
import type { AnswerRow } from './repo.ts'
import { GRACE_DAYS } from './rules.ts'

/** Letters to people who answer: the topic, the date, and their personal link. */

type Invited = Pick<AnswerRow, 'id' | 'name' | 'email' | 'due_on' | 'note' | 'status'>

const ABOUT = {
  invitation: (organisation: string, title: string) => ({
    subject: `${organisation} le pide responder: ${title}`,
    label: 'Abrir el cuestionario',
  }),
  reminder: (organisation: string, title: string) => ({
    subject: `Recordatorio: ${organisation} espera su respuesta a «${title}»`,
    label: 'Seguir con el cuestionario',
  }),
  return: (organisation: string, title: string) => ({
    subject: `${organisation} le pide completar su respuesta a «${title}»`,
    label: 'Completar mi respuesta',
  }),
} as const

type Occasion = keyof typeof ABOUT

export function paragraphsOf(
  occasion: Occasion,
  organisation: string,
  title: string,
  row: Pick<Invited, 'name' | 'due_on' | 'note' | 'status'>,
  today: string,
): string[] {
  const until = `hasta el ${longDay(row.due_on)}`
  const own =
    'El enlace es suyo: no lo reenvíe. No necesita una cuenta, y lo que escribe se va guardando; puede parar y seguir después.'
  switch (occasion) {
    case 'invitation':
      return [
        `Hola, ${row.name}:`,
        `${organisation} le pide responder el cuestionario «${title}», ${until}.`,
        own,
        'Si usted no esperaba este mensaje, no lo responda y avise a quien se lo envió.',
      ]
    case 'reminder':
      return [
        `Hola, ${row.name}:`,
        // This person has answered before and must complete the answer.
        ...(row.status === 'returned'
          ? [
              `${organisation} todavía espera que complete o aclare su respuesta a «${title}»:`,
              row.note ?? '',
            ]
          : [`El cuestionario «${title}» de ${organisation} todavía no tiene su respuesta.`]),
        row.due_on < today
          ? `La fecha para enviarla era el ${longDay(row.due_on)}. Todavía puede hacerlo: el enlace sirve hasta el ${longDay(addDays(row.due_on, GRACE_DAYS))}.`
          : `Puede enviarla ${until}.`,
        own,
      ]
    case 'return':
      return [
        `Hola, ${row.name}:`,
        `Gracias por responder «${title}». ${organisation} necesita que complete o aclare algo:`,
        row.note ?? '',
        `Su respuesta está como la dejó: corríjala y envíela otra vez, ${until}.`,
      ]
  }
}

/** One letter for each person, written in the transaction of its cause. */
export async function writeTo(
  ctx: WriteCtx,
  occasion: Occasion,
  title: string,
  rows: readonly Invited[],
): Promise<void> {
  const [organisation, entity] = await Promise.all([readOrganisation(ctx), findMainEntity(ctx)])
  const { subject, label } = ABOUT[occasion](organisation.name, title)
  await Promise.all(
    rows.map((row) => {
      const letter: Letter = {
        to: row.email,
        subject,
        paragraphs: paragraphsOf(occasion, organisation.name, title, row, chileanDay(ctx.now)),
        action: { label, url: pageUrl(ctx.tools, ctx.tenantId, row.id) },
        signature: organisation.name,
        replyTo: contactOf(entity),
      }
      return sendMail(ctx, letter)
    }),
  )
}
