import { longDay } from '#kernel/dates.ts'
import { FORMER_LAW, isInForce } from '#kernel/law/law.ts'
import { beforeLaw, businessDays, LAW_NAME, type LawOnDay, sinceWhen } from '#kernel/law/wording.ts'
import { COMPLAINT_ARTICLE } from './knowledge.ts'
import type { RequestRow } from './requests/repo.ts'
import { complaintUntil, FORMER_RIGHTS } from './rules.ts'

/** Where a person turns who gets no answer, or one that falls short: art. 41, and before the law the former text. */

/**
 * Of what was answered, or should have been, on a day, or of what the person has just received. Before the law binds
 * there is no Agency to complain to: the judge of the text in force is the way. Of what ended before the law, and of a
 * term that is over, nobody is sent to complain in vain: the request can be made again.
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

/** Of no request in particular, for a page that anyone reads. */
export function complaintInGeneral(on: LawOnDay): string {
  const { agency, terms } = on.law
  const where = isInForce(on.law, on.day)
    ? `puede reclamar ante la ${agency.name} dentro de ${businessDays(terms.complaintBusinessDays)} desde la negativa, o desde que venció el plazo para responderle (${COMPLAINT_ARTICLE}).`
    : complaintWords(on, on.day, 'ACCESS')
  return `Si no le responden a tiempo, o le niegan lo que pidió, ${where}`
}

/** Before the law binds, its terms are a promise and no duty; the text of before knows some of the rights alone. */
export function appliedAlready(on: LawOnDay, rightType: RequestRow['right_type']): string[] {
  const former = FORMER_RIGHTS.includes(rightType)
    ? `Hasta entonces rige el texto anterior: si no hay respuesta en ${businessDays(FORMER_LAW.answerBusinessDays)}, puede recurrir al juez de letras en lo civil (${FORMER_LAW.article}).`
    : `El texto que rige hasta entonces ${unknownBefore(rightType)}.`
  return beforeLaw(on, (since) => `Le respondemos en el plazo que la ${LAW_NAME} fija ${since}. ${former}`)
}

/** What the former text lacks of a right that it does not give as the new one does. */
function unknownBefore(rightType: RequestRow['right_type']): string {
  return rightType === 'OPPOSITION'
    ? `solo contempla la oposición a la publicidad, la investigación de mercado y las encuestas de opinión (${FORMER_LAW.oppositionArticle})`
    : 'no contempla este derecho'
}
