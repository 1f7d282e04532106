import type { WriteCtx } from '#db/context.ts'
import { readOrganisation } from '#db/organisation.ts'
import { type Letter, sendMail } from '#jobs/mail.ts'
import { chileanDay, longDay } from '#kernel/dates.ts'
import { bindingNote, type LawOnDay, lawToday } from '#kernel/law/wording.ts'
import { qualityOf } from '../asking.ts'
import { ANSWER_ARTICLES } from '../knowledge.ts'
import type { RequestRow } from '../requests/repo.ts'
import { findResponsible } from '../responsible.ts'
import { pageUrl } from './keys.ts'
import { ASKED_FOR, ASKED_OF_OWNERS, type TaskRight } from './knowledge.ts'
import type { TaskRow } from './repo.ts'

/**
 * Letters to those in charge of a system. They do not identify the person, who is shown behind the link: a mailbox is not a
 * safe place.
 */

export type Request = Pick<RequestRow, 'right_type' | 'legal_entity_id' | 'heir_name' | 'is_representative'>
type Asked = Pick<TaskRow, 'id' | 'system_name' | 'processor_name' | 'owner_name' | 'owner_email' | 'due_on'>
type Occasion = 'first' | 'reminder'

const OWN = 'El enlace es suyo: no lo reenvíe. No necesita una cuenta.'

/** One letter for each task, written in the transaction of its cause. */
export async function writeToOwners(
  ctx: WriteCtx,
  occasion: Occasion,
  request: Request,
  rows: readonly Asked[],
): Promise<void> {
  const [organisation, by] = await Promise.all([
    readOrganisation(ctx),
    findResponsible(ctx, request.legal_entity_id),
  ])
  await Promise.all(
    rows.map((row) => {
      const letter: Letter = {
        to: row.owner_email!,
        ...wordsOf(occasion, organisation.name, request, row, lawToday(ctx), chileanDay(ctx.now)),
        action: { label: 'Ver qué se pide y responder', url: pageUrl(ctx.tools, ctx.tenantId, row) },
        signature: organisation.name,
        replyTo: by.contactEmail,
      }
      return sendMail(ctx, letter)
    }),
  )
}

export function wordsOf(
  occasion: Occasion,
  organisation: string,
  request: Omit<Request, 'legal_entity_id'>,
  row: Omit<Asked, 'id' | 'owner_email'>,
  on: LawOnDay,
  today: string,
): Pick<Letter, 'subject' | 'paragraphs'> {
  const hello = row.owner_name ? `Hola, ${oneLine(row.owner_name)}:` : 'Hola:'
  const name = oneLine(row.system_name)
  const { right_type } = request
  const whose = ASKED_FOR[qualityOf(request)]
  const asks = ASKED_OF_OWNERS[right_type as TaskRight].asks(whose)
  const system = `«${name}»${row.processor_name ? `, que opera ${row.processor_name}` : ''}`
  const until = row.due_on < today ? 'cuanto antes: la fecha ya pasó' : `hasta el ${longDay(row.due_on)}`
  const law = [
    `La ley fija cuándo hay que contestarle a la persona (${ANSWER_ARTICLES[right_type]}).`,
    ...bindingNote(on),
  ]
  if (occasion === 'reminder')
    return {
      subject: `Recordatorio: ${organisation} espera su respuesta sobre «${name}»`,
      paragraphs: [
        hello,
        `Una persona ${asks}, y ${organisation} todavía no tiene su respuesta sobre ${system}. Responda ${until}.`,
        ...law,
        OWN,
      ],
    }
  return {
    subject: `${organisation} le pide buscar en «${name}»`,
    paragraphs: [
      hello,
      `Una persona ${asks}. ${organisation} le pide ${whose.search} en ${system}, y responder ${until}.`,
      ...law,
      `${OWN} Al abrirlo verá a quién buscar y qué hacer; también puede responder que no hay nada.`,
      'Si este sistema no está a su cargo, responda este correo y díganos quién lo lleva.',
    ],
  }
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ')
