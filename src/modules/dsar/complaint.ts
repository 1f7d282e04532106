import { longDay } from '#kernel/dates.ts'
import { FORMER_LAW, isInForce } from '#kernel/law/law.ts'
import { beforeLaw, businessDays, LAW_NAME, type LawOnDay, sinceWhen } from '#kernel/law/wording.ts'
import { COMPLAINT_ARTICLE } from './knowledge.ts'
import type { RequestRow } from './requests/repo.ts'
import { complaintUntil, FORMER_RIGHTS } from './rules.ts'

/**
 * Where a person can complain about a missing or insufficient answer: art. 41, and before the law binds, the former text.
 */

/**
 * `since` is the day of the answer, or the day on which the term ended without one, or the receipt that the person is
 * reading. Before the law binds there is no Agency to complain to: the former text gives the civil judge. The words never
 * suggest a complaint that would fail: after the term, or for an answer older than the law, they say that the request can be
 * made again.
 */
export function complaintWords(
  { law, day }: LawOnDay,
  since: string | 'receipt',
  rightType: RequestRow['right_type'],
): string {
  const { agency, terms } = law
  const within = businessDays(terms.complaintBusinessDays)
  if (isInForce(law, day)) {
    if (since === 'receipt') {
      return `puede reclamar ante la ${agency.name} dentro de ${within} desde que recibió esta respuesta (${COMPLAINT_ARTICLE}).`
    }
    if (!isInForce(law, since)) {
      return `puede presentar su solicitud otra vez: el reclamo ante la ${agency.name} existe ${sinceWhen(law)}, y esta es anterior (${COMPLAINT_ARTICLE}).`
    }
    const until = complaintUntil(since, law)
    return until < day
      ? `puede presentar su solicitud otra vez: el plazo de ${within} para reclamar ante la ${agency.name} terminó el ${longDay(until)} (${COMPLAINT_ARTICLE}).`
      : `puede reclamar ante la ${agency.name} dentro de ${within}, es decir, hasta el ${longDay(until)} (${COMPLAINT_ARTICLE}).`
  }
  if (!FORMER_RIGHTS.includes(rightType)) {
    return `puede presentar su solicitud otra vez ${sinceWhen(law)}: el texto que rige hasta entonces ${unknownBefore(rightType)}, ni contempla el reclamo ante la ${agency.name} (${COMPLAINT_ARTICLE}).`
  }
  return `puede recurrir al juez de letras en lo civil del domicilio del responsable (${FORMER_LAW.article}). El reclamo ante la ${agency.name} (${COMPLAINT_ARTICLE}) existe ${sinceWhen(law)}.`
}

/** For a page that anyone reads, without a request. */
export function complaintInGeneral(on: LawOnDay): string {
  const { agency, terms } = on.law
  const where = isInForce(on.law, on.day)
    ? `puede reclamar ante la ${agency.name} dentro de ${businessDays(terms.complaintBusinessDays)} desde la negativa, o desde que venció el plazo para responderle (${COMPLAINT_ARTICLE}).`
    : complaintWords(on, on.day, 'ACCESS')
  return `Si no le responden a tiempo, o le niegan lo que pidió, ${where}`
}

/** Before the law binds, its terms are only a promise. The former text knows some of the rights alone. */
export function appliedAlready(on: LawOnDay, rightType: RequestRow['right_type']): string[] {
  const former = FORMER_RIGHTS.includes(rightType)
    ? `Hasta entonces rige el texto anterior: si no hay respuesta en ${businessDays(FORMER_LAW.answerBusinessDays)}, puede recurrir al juez de letras en lo civil (${FORMER_LAW.article}).`
    : `El texto que rige hasta entonces ${unknownBefore(rightType)}.`
  return beforeLaw(on, (since) => `Le respondemos en el plazo que la ${LAW_NAME} fija ${since}. ${former}`)
}

/** What the former text lacks about a right that it gives in part or not at all. */
function unknownBefore(rightType: RequestRow['right_type']): string {
  return rightType === 'OPPOSITION'
    ? `solo contempla la oposición a la publicidad, la investigación de mercado y las encuestas de opinión (${FORMER_LAW.oppositionArticle})`
    : 'no contempla este derecho'
}
