import { withoutGaps } from '#documents/gaps.ts'
import type { Letter } from '#jobs/mail.ts'
import { chileanDay, longDay } from '#kernel/dates.ts'
import { isInForce } from '#kernel/law/law.ts'
import { beforeLaw, businessDays, byLaw, type LawOnDay } from '#kernel/law/wording.ts'
import { displayRut } from '#kernel/rut.ts'
import { safeName, stopAfter } from '#kernel/text.ts'
import { type Asking, askedOf, askerOf, heirWords, whose } from './asking.ts'
import { appliedAlready, complaintWords } from './complaint.ts'
import {
  AFFECTING,
  ASKED,
  BLOCKING_ARTICLE,
  BLOCKING_REFUSAL_ARTICLE,
  nothingHeldOutcome,
  OUTCOMES,
  representativeWords,
  STATUS_TEXTS,
  THIRDS_ARTICLE,
} from './knowledge.ts'
import type { RequestRow } from './requests/repo.ts'
import type { Responsible } from './responsible.ts'
import {
  type FinalResponse,
  isRefusal,
  legalDueOn,
  mayComplain,
  type Reminder,
  TOLD_TO_RECIPIENTS,
} from './rules.ts'

/** Letters to the person. Each gives the folio and where to follow the request. */

export type Addressed = Asking & Pick<RequestRow, 'folio_number' | 'subject_email' | 'subject_address'>
/** `onPaper`: the person has no mailbox, so the letter is printed. */
export type PersonLetter = Letter & { onPaper: boolean }

type Arrived = Addressed & Pick<RequestRow, 'created_at' | 'legal_due_at'>

export function acknowledgement(
  row: Arrived,
  by: Responsible,
  publicUrl: string,
  on: LawOnDay,
): PersonLetter {
  return toSubject(row, by, publicUrl, `Recibimos su solicitud ${row.folio_number}`, [
    `El ${longDay(row.created_at)} ${by.name} recibió su ${askedOf(row)}. Su folio es ${row.folio_number}: guárdelo, con él puede seguir el estado de la solicitud.`,
    answeredWhen(row, on),
    ...(row.right_type === 'BLOCKING'
      ? [
          byLaw(
            on,
            `mientras no le respondamos, ${whose(row).data} solo pueden conservarse: no pueden tratarse ni comunicarse (${BLOCKING_ARTICLE}).`,
          ),
        ]
      : []),
    ...(isPast(row, on) ? [] : ifUnanswered(row, on)),
  ])
}

/** A paper request may be entered after its last day. The letter then does not promise a day that has passed. */
function answeredWhen(row: Arrived, on: LawOnDay): string {
  const dueOn = legalDueOn(row)
  if (isPast(row, on))
    return `El plazo para responderle venció el ${longDay(dueOn)}. Le responderemos cuanto antes. Si no quiere esperar más, ${complaintWords(on, dueOn, row.right_type)}`
  if (row.right_type === 'BLOCKING')
    return `Su solicitud se resuelve dentro de ${businessDays(on.law.terms.blockingBusinessDays)}, a más tardar el ${longDay(dueOn)} (${BLOCKING_ARTICLE}).`
  return `Le responderemos a más tardar el ${longDay(dueOn)}. Si necesitamos más tiempo, se lo avisaremos antes.`
}

/** The last day to answer has passed. */
export function isPast(row: Pick<Arrived, 'legal_due_at'>, { day }: LawOnDay): boolean {
  return legalDueOn(row) < day
}

/** Silence is a ground to complain just like a refusal (art. 41). */
function ifUnanswered(row: Arrived, on: LawOnDay): string[] {
  if (!isInForce(on.law, on.day)) return appliedAlready(on, row.right_type)
  return [`Si ese día pasa sin respuesta, ${complaintWords(on, legalDueOn(row), row.right_type)}`]
}

export function extension(row: RequestRow, by: Responsible, publicUrl: string, on: LawOnDay): PersonLetter {
  return toSubject(row, by, publicUrl, `Ampliamos el plazo de su solicitud ${row.folio_number}`, [
    `${by.name} necesita más tiempo para responder su ${askedOf(row)}, folio ${row.folio_number}.`,
    `Motivo: ${row.extension_reason}`,
    `El nuevo plazo vence el ${longDay(legalDueOn(row))}. Se amplía una sola vez.`,
    ...ifUnanswered(row, on),
  ])
}

/** How a request was closed, by any call. */
export interface Closing {
  /** Null when the request was closed by its status alone, without a stated outcome. */
  responseType: FinalResponse | null
  /** When the Agency was informed of a refused block. */
  agencyAt: Date | null
  /** Nobody has to be informed, and the reason is on record. */
  nobodyToInform: boolean
  on: LawOnDay
}

/** Replaces a bracket to complete in a letter. The record keeps what was written. */
const NOT_SAID = 'no se indica'

const finished = (text: string | null) => text && withoutGaps(text, NOT_SAID)

export function response(
  row: RequestRow,
  by: Responsible,
  publicUrl: string,
  closing: Closing,
): PersonLetter {
  const rejected = row.status === 'REJECTED'
  const written = row.denial_reason ?? (rejected ? row.response_notes : null)
  const notes = finished(row.response_notes !== written ? row.response_notes : null)
  const ground = finished(written)
  return toSubject(row, by, publicUrl, `Respuesta a su solicitud ${row.folio_number}`, [
    `${by.name} resolvió su ${askedOf(row)}, folio ${row.folio_number}: ${outcomeOf(row, closing)}.`,
    ...(notes ? [notes] : []),
    ...(ground ? [`Fundamento de lo que no se acogió: ${ground}`] : []),
    ...((rejected || (closing.responseType === 'PARTIALLY_FULFILLED' && !notes)) && !ground
      ? [`El registro de su solicitud no contiene un fundamento. Pídalo${to(by)}${stopAfter(to(by))}`]
      : []),
    ...(row.response_file_key
      ? [`La respuesta incluye un documento. Si no lo ha recibido, pídalo${to(by)}${stopAfter(to(by))}`]
      : []),
    ...(lacksCopy(row)
      ? [
          `Esta carta no acompaña los datos que pidió. Si no los ha recibido de otra forma, pídalos${to(by)} indicando su folio.`,
        ]
      : []),
    ...consequences(row, closing),
    ...(mayComplain({
      status: row.status,
      responseType: closing.responseType,
      nothingHeld: row.nothing_held,
    }) || lacksCopy(row)
      ? [`Si no está conforme, ${complaintWords(closing.on, closing.on.day, row.right_type)}`]
      : []),
  ])
}

function outcomeOf(row: RequestRow, { responseType }: Closing): string {
  if (row.nothing_held) return nothingHeldOutcome(whose(row).theirs)
  if (responseType !== null) return OUTCOMES[responseType]
  return row.status === 'REJECTED' ? 'fue rechazada' : 'quedó completada'
}

/** Arts. 5 and 9 give a right to a copy: the answer carries it or says where it is. */
function lacksCopy({ status, right_type, response_notes, response_file_key }: RequestRow): boolean {
  const isCopy = right_type === 'ACCESS' || right_type === 'PORTABILITY'
  return isCopy && status === 'COMPLETED' && !response_notes && !response_file_key
}

/** What happens to the data after the outcome, for the rights that change data. */
function consequences(row: RequestRow, closing: Closing): string[] {
  const { status, right_type } = row
  const { responseType, nobodyToInform, on } = closing
  if (right_type === 'BLOCKING') {
    const inPart = responseType === 'PARTIALLY_FULFILLED'
    const blocked = inPart ? 'los datos que comprende' : whose(row).data
    return [
      ...(status === 'COMPLETED'
        ? [`Mientras dure el bloqueo, ${blocked} solo se conservan y no se tratan (${BLOCKING_ARTICLE}).`]
        : []),
      ...(isRefusal({ status, responseType }) ? [agencyLearns(closing)] : []),
    ]
  }
  if (status !== 'COMPLETED' || nobodyToInform || !TOLD_TO_RECIPIENTS.includes(right_type)) return []
  return [
    byLaw(
      on,
      `la ley nos ordena informar de lo resuelto a quienes recibieron ${whose(row).data} de nosotros (${THIRDS_ARTICLE}).`,
    ),
  ]
}

/** Art. 8 ter: tells the person that the Agency learns of a block refused in whole or in part. */
function agencyLearns({ responseType, agencyAt, on }: Closing): string {
  const refusal = `negativa${responseType === 'PARTIALLY_FULFILLED' ? ' parcial' : ''}`
  const to = `también a la ${on.law.agency.name}`
  const how = `por vía electrónica (${BLOCKING_REFUSAL_ARTICLE}).`
  return agencyAt === null
    ? byLaw(on, `la ley ordena informar esta ${refusal} ${to}, ${how}`)
    : `Esta ${refusal} se informó ${to} el ${longDay(agencyAt)}, ${how}`
}

/** `action`: the page that the letter links to, if it is not the state of the request. */
export function toSubject(
  row: Addressed,
  by: Responsible,
  publicUrl: string,
  subject: string,
  paragraphs: readonly string[],
  action: Letter['action'] = {
    label: 'Ver el estado de la solicitud',
    url: `${publicUrl}/seguimiento/${row.folio_number}`,
  },
): PersonLetter {
  return {
    to: row.subject_email ?? paperAddress(row),
    onPaper: row.subject_email === null,
    subject,
    paragraphs: [
      greeting(askerOf(row)),
      ...paragraphs,
      ...(by.contactEmail ? [`Si tiene preguntas, escriba${contact(by)}.`] : []),
    ],
    action,
    signature: by.name,
    replyTo: by.contactEmail,
  }
}

/** Name and postal address for a printed letter. */
function paperAddress(row: Addressed): string {
  return [askerOf(row), row.subject_address ?? ''].flatMap((part) => oneLine(part) || []).join(', ')
}

const oneLine = (text: string) => text.trim().replace(/\s+/g, ' ')

function greeting(name: string): string {
  const shown = safeName(name)
  return shown === undefined ? 'Hola:' : `Hola, ${shown}:`
}

// ── to recipients of the data ──

/** What each right requires of a third party that holds the same data. */
const ASKED_OF_THIRDS: Partial<Record<RequestRow['right_type'], string>> = {
  RECTIFICATION:
    'rectificó datos personales de esa persona. Pídanos el dato correcto, corrija los que recibió de nosotros y no use más los anteriores.',
  DELETION:
    'suprimió datos personales de esa persona. Suprima los que recibió de nosotros, salvo que la ley le permita u ordene conservarlos.',
  OPPOSITION:
    'acogió la oposición de esa persona a un uso de sus datos. Pregúntenos cuál es, y deje de usar para ese fin los que recibió de nosotros.',
}

/** If the request was granted in part, the third party asks which data it covers before it acts. */
const IN_PART = 'La solicitud se acogió en parte: antes de actuar, pregúntenos qué datos comprende.'

/** The decision and its consequences for a holder of the same data. The caller names the person beside it. */
export function askedOfThird(
  row: Pick<RequestRow, 'right_type' | 'response_type'>,
  by: Pick<Responsible, 'name'>,
): string[] {
  return [
    `${by.name} ${ASKED_OF_THIRDS[row.right_type]}`,
    ...(row.response_type === 'PARTIALLY_FULFILLED' ? [IN_PART] : []),
  ]
}

/** Tells the third party why it receives the letter. */
export const whyThirdsLearn = (on: LawOnDay) =>
  `La ley nos ordena informarlo a quienes recibieron los datos${beforeLaw(on, (since) => `, ${since}`).join('')} (${THIRDS_ARTICLE}).`

/** Stands in the stored letter in place of the personal link. */
const LINK_LEFT_OUT = '(enlace personal de quien la recibe, que no se conserva)'

/** Names the person and the decision, and nothing else of the request. `isReminder`: nobody answered the first letter. */
export function toThirdParty(
  row: RequestRow,
  recipient: { name: string; email: string; url: string },
  by: Responsible,
  on: LawOnDay,
  isReminder = false,
): Letter & { kept: Letter } {
  const rut = row.subject_rut === null ? '' : `, RUT ${displayRut(row.subject_rut)}`
  const [decided, ...more] = askedOfThird(row, by)
  const subject = `Aviso sobre datos que recibió de ${by.name} (${row.folio_number})`
  const label = 'Confirmar la recepción y lo que se hizo'
  const letter: Letter = {
    to: recipient.email,
    subject: isReminder ? `Recordatorio: ${subject.charAt(0).toLowerCase()}${subject.slice(1)}` : subject,
    paragraphs: [
      `Señores ${oneLine(recipient.name)}:`,
      ...(isReminder ? ['Todavía no recibimos su confirmación de este aviso:'] : []),
      `A solicitud de ${row.heir_name ? `${oneLine(row.heir_name)}, en calidad de heredero o heredera de ` : ''}${oneLine(row.subject_name)}${rut}, folio ${row.folio_number}, ${decided}`,
      ...more,
      `${whyThirdsLearn(on)} Confirme por favor en el enlace de esta carta que la recibió y qué hizo: no necesita una cuenta${contact(by) && `. También puede escribir${contact(by)}`}.`,
    ],
    action: { label, url: recipient.url },
    signature: by.name,
    replyTo: by.contactEmail,
  }
  return { ...letter, kept: { ...letter, action: { label, url: LINK_LEFT_OUT } } }
}

// ── to the Agency ──

/** Report of a refused block (art. 8 ter), which the organisation sends through the Agency's electronic channel. */
export function toAgency(
  row: RequestRow,
  ground: string | null,
  by: Responsible,
  on: LawOnDay,
): { subject: string; text: string } {
  const rut = (text: string | null) => (text === null ? '' : `, RUT ${displayRut(text)}`)
  return {
    subject: `Negativa de bloqueo temporal, folio ${row.folio_number}`,
    text: [
      `A la ${on.law.agency.name}:`,
      `${by.name}${rut(by.taxId)}, informa que negó${row.response_type === 'PARTIALLY_FULFILLED' ? ' en parte' : ''} la solicitud de bloqueo temporal de datos personales que se individualiza, según lo ordena el ${BLOCKING_REFUSAL_ARTICLE}${beforeLaw(on, (since) => `, que rige ${since}`).join('')}.`,
      `Folio: ${row.folio_number}\nPresentada: ${longDay(row.created_at)}\nTitular: ${row.subject_name}${rut(row.subject_rut)}\n${presentedBy(row)}: ${row.subject_email ?? row.subject_address ?? row.subject_phone ?? 'no indicó'}`,
      ...(row.description ? [`Lo que pidió: ${row.description}`] : []),
      ...(ground ? [`Fundamento de la negativa: ${finished(ground)}`] : []),
      ...(by.contactEmail ? [`Contacto del responsable:${contact(by).replace(/^ a/, '')}`] : []),
      `— ${by.name}`,
    ].join('\n\n'),
  }
}

/** Says whose contact details the request gives. */
function presentedBy(row: RequestRow): string {
  if (row.heir_name === null && !row.is_representative) return 'Contacto del titular'
  const who = row.heir_name === null ? representativeWords(row) : heirWords(row)
  return `Presentada por: ${who ?? 'un representante'}\nContacto de quien la presentó`
}

// ── to the people who have to answer ──

/** Does not name the person: a mailbox is not a safe place. */
export function reminder(row: RequestRow, due: Reminder, to: string, { law, day }: LawOnDay): Letter {
  const term = due.term === 'BLOCKING' ? 'bloqueo temporal' : 'respuesta'
  return {
    to,
    subject: `${when(due)}: solicitud ${row.folio_number}`,
    paragraphs: [
      `La ${ASKED[row.right_type].replace('solicitud', `solicitud ${row.folio_number}`).replace(AFFECTING, '')} está en «${STATUS_TEXTS[row.status].label}»` +
        `${row.assigned_to === null ? ' y nadie la tiene asignada' : ''}.`,
      due.daysBefore === 0
        ? `Su plazo de ${term} venció el ${longDay(due.dueAt)}. Respóndala cuanto antes: la persona ${complaintWords({ law, day }, chileanDay(due.dueAt), row.right_type)}`
        : `Su plazo de ${term} vence el ${longDay(due.dueAt)}.`,
      ...(due.term === 'BLOCKING'
        ? [
            byLaw(
              { law, day },
              `mientras no se responda, los datos solo pueden conservarse: no pueden usarse ni comunicarse (${BLOCKING_ARTICLE}).`,
            ),
          ]
        : []),
    ],
  }
}

export function when({ term, daysBefore, daysLeft }: Reminder): string {
  if (daysBefore === 0) return 'Vencida'
  if (daysLeft === 0) return 'Vence hoy'
  if (term === 'BLOCKING') return daysLeft === 1 ? 'Queda 1 día hábil' : `Quedan ${daysLeft} días hábiles`
  return daysLeft === 1 ? 'Queda 1 día' : `Quedan ${daysLeft} días`
}

/** « a Pedro Soto (dpo@…)», to follow a verb. Empty if there is no contact. */
export function contact({ dpoName, dpoEmail, contactEmail }: Responsible): string {
  if (!contactEmail) return ''
  return dpoName && dpoEmail ? ` a ${dpoName} (${dpoEmail})` : ` a ${contactEmail}`
}

/** The contact, or else the organisation. */
function to(by: Responsible): string {
  return contact(by) || ` a ${by.name}`
}
