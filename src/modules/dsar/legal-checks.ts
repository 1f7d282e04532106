import { LAW_NAME } from '#kernel/law/wording.ts'
import type { LegalCheck } from '#kernel/legal-checks.ts'
import type { FinalResponse, RightType } from './rules.ts'
import { isRefusal, TOLD_TO_RECIPIENTS } from './rules.ts'

/** What the law requires of the answer that closes a request (arts. 5 to 11, Ley 19.628 (mod. Ley 21.719)). */

export interface ClosingFacts {
  rightType: RightType
  /** The request opposes direct marketing. */
  opposesMarketing: boolean
  outcome: 'COMPLETED' | 'REJECTED'
  /** Null when the request is closed by its status alone. */
  responseType: FinalResponse | null
  /** The reason for a refusal. */
  ground: string | null
  /** The text of the answer. */
  notes: string | null
  hasFile: boolean
  /** The brackets to complete in the answer and its ground. */
  unfinished: readonly string[]
  /** The last day of the legal term has passed. */
  isLate: boolean
  /** The Agency was informed of the refusal of a block. */
  agencyInformed: boolean
  /** Somebody received the data, and nothing shows that they learn of the outcome. */
  thirdsUninformed: boolean
}

const LAW = LAW_NAME

const isAnswered = ({ notes, hasFile }: ClosingFacts) => notes !== null || hasFile
/** In a plain refusal the ground is the answer. */
const isRefused = ({ outcome }: ClosingFacts) => outcome === 'REJECTED'

export const CLOSING_CHECKS: readonly LegalCheck<ClosingFacts>[] = [
  {
    key: 'dsar.ground',
    article: `art. 11, ${LAW}`,
    severity: 'medium',
    missing: ({ outcome, responseType, ground, notes }) => {
      if (outcome === 'REJECTED' && ground === null) {
        return 'El rechazo no tiene fundamento. Indique el fundamento: la persona tiene que conocerlo.'
      }
      return responseType === 'PARTIALLY_FULFILLED' && ground === null && notes === null
        ? 'La respuesta no dice qué parte no se acogió ni por qué. Indique el fundamento.'
        : undefined
    },
  },
  {
    key: 'dsar.unfinished',
    article: `art. 11, ${LAW}`,
    severity: 'medium',
    missing: ({ unfinished }) =>
      unfinished.length === 0
        ? undefined
        : `La respuesta tiene partes sin completar: ${unfinished.join(', ')}. Complételas: en su lugar la persona lee «no se indica».`,
  },
  {
    key: 'dsar.access_content',
    article: `art. 5, ${LAW}`,
    severity: 'medium',
    missing: (facts) =>
      facts.rightType === 'ACCESS' && !isRefused(facts) && !isAnswered(facts)
        ? 'La respuesta no lleva los datos ni dice dónde están. Escríbalo en la respuesta o adjunte el documento.'
        : undefined,
  },
  {
    key: 'dsar.portability_copy',
    article: `art. 9, ${LAW}`,
    severity: 'medium',
    missing: (facts) =>
      facts.rightType === 'PORTABILITY' && !isRefused(facts) && !isAnswered(facts)
        ? 'La respuesta no lleva la copia de los datos ni dice dónde está. Escríbalo en la respuesta o adjunte el documento.'
        : undefined,
  },
  {
    key: 'dsar.automated_explanation',
    article: `art. 8 bis, ${LAW}`,
    severity: 'medium',
    missing: (facts) =>
      facts.rightType === 'AUTO_DECISION' && facts.notes === null && facts.ground === null
        ? 'La respuesta no explica la decisión automatizada ni qué hizo la persona que la revisó. Escríbalo en la respuesta: se debe en todos los casos.'
        : undefined,
  },
  {
    key: 'dsar.blocking_agency',
    article: `art. 8 ter, ${LAW}`,
    severity: 'medium',
    missing: (facts) =>
      facts.rightType === 'BLOCKING' &&
      isRefusal({ status: facts.outcome, responseType: facts.responseType }) &&
      !facts.agencyInformed
        ? 'Negar un bloqueo temporal, entero o en parte, se informa también a la Agencia, por vía electrónica. Tome el borrador del aviso a la Agencia, envíelo y registre el envío.'
        : undefined,
  },
  {
    key: 'dsar.marketing',
    article: `arts. 8 letra b y 34 ter letra e, ${LAW}`,
    severity: 'high',
    missing: (facts) =>
      facts.opposesMarketing &&
      (facts.responseType === 'PARTIALLY_FULFILLED' ||
        (isRefused(facts) && facts.responseType !== 'REJECTED_IDENTITY'))
        ? 'La oposición a la mercadotecnia directa se acoge siempre y entera: ningún interés de la organización la supera. Acójala, o rechácela solo si no pudo comprobar quién la presenta.'
        : undefined,
  },
  {
    key: 'dsar.thirds',
    article: `art. 11, ${LAW}`,
    severity: 'medium',
    missing: (facts) =>
      TOLD_TO_RECIPIENTS.includes(facts.rightType) && !isRefused(facts) && facts.thirdsUninformed
        ? 'Quienes recibieron los datos tienen que saber de lo resuelto. Indique los destinatarios, o por qué no hay ninguno.'
        : undefined,
  },
  {
    key: 'dsar.outcome',
    article: `art. 11, ${LAW}`,
    severity: 'low',
    missing: ({ outcome, responseType }) =>
      outcome === 'COMPLETED' && responseType === null
        ? 'La carta no dice si la solicitud se acogió entera o en parte. Ciérrela con una respuesta para decirlo.'
        : undefined,
  },
  {
    key: 'dsar.late',
    article: `art. 11, ${LAW}`,
    severity: 'low',
    missing: ({ isLate }) =>
      isLate ? 'Se responde después del plazo legal, y la persona puede alegarlo en un reclamo.' : undefined,
  },
]
