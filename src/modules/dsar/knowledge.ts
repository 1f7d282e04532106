import { LAW_NAME } from '#kernel/law/wording.ts'
import { displayRut } from '#kernel/rut.ts'
import {
  type FinalResponse,
  type LetterKind,
  type ResponseType,
  type RightType,
  STATE_LABELS,
  type State,
} from './rules.ts'

/** Texts that people read on the form, on the tracking page and in letters. */

export interface RightText {
  label: string
  description: string
  article: string
}

const LAW = LAW_NAME

export const RIGHTS: Readonly<Record<RightType, RightText>> = {
  ACCESS: {
    label: 'Acceso',
    description:
      'Saber si tratan sus datos, cuáles son, de dónde vienen, para qué se usan, con quién se comparten y por cuánto tiempo.',
    article: `art. 5, ${LAW}`,
  },
  RECTIFICATION: {
    label: 'Rectificación',
    description: 'Corregir datos inexactos, desactualizados o incompletos.',
    article: `art. 6, ${LAW}`,
  },
  DELETION: {
    label: 'Supresión',
    description:
      'Eliminar datos que ya no son necesarios, que se tratan sin fundamento o cuyo consentimiento retiró.',
    article: `art. 7, ${LAW}`,
  },
  OPPOSITION: {
    label: 'Oposición',
    description: 'Pedir que no traten sus datos para un fin determinado, como la publicidad.',
    article: `art. 8, ${LAW}`,
  },
  PORTABILITY: {
    label: 'Portabilidad',
    description:
      'Recibir en un formato electrónico de uso común los datos que entregó, o traspasarlos a otro responsable. Procede cuando se tratan de forma automatizada y con su consentimiento.',
    article: `art. 9, ${LAW}`,
  },
  BLOCKING: {
    label: 'Bloqueo temporal',
    description:
      'Suspender el tratamiento de sus datos mientras se resuelve una rectificación, una supresión o una oposición, o en lugar de suprimirlos.',
    article: `art. 8 ter, ${LAW}`,
  },
  AUTO_DECISION: {
    label: 'Decisiones automatizadas',
    description:
      'No quedar sujeto a decisiones automatizadas que le afecten: pedir una explicación, una revisión o que intervenga una persona.',
    article: `art. 8 bis, ${LAW}`,
  },
}

/** Only for somebody who asks for themself. */
export const AFFECTING = ' que le afectan'

/** What the person asked for, inside a sentence. The form does not offer a request about automated decisions. */
export const ASKED: Readonly<Record<RightType, string>> = {
  ACCESS: 'solicitud de acceso',
  RECTIFICATION: 'solicitud de rectificación',
  DELETION: 'solicitud de supresión',
  OPPOSITION: 'solicitud de oposición',
  PORTABILITY: 'solicitud de portabilidad',
  BLOCKING: 'solicitud de bloqueo temporal',
  AUTO_DECISION: `solicitud sobre decisiones automatizadas${AFFECTING}`,
}

/** The article of the right, and the one that gives the answer and its term. */
export const ANSWER_ARTICLES: Readonly<Record<RightType, string>> = {
  ACCESS: `arts. 5 y 11, ${LAW}`,
  RECTIFICATION: `arts. 6 y 11, ${LAW}`,
  DELETION: `arts. 7 y 11, ${LAW}`,
  OPPOSITION: `arts. 8 y 11, ${LAW}`,
  PORTABILITY: `arts. 9 y 11, ${LAW}`,
  BLOCKING: `arts. 8 ter y 11, ${LAW}`,
  AUTO_DECISION: `arts. 8 bis y 11, ${LAW}`,
}

export const COMPLAINT_ARTICLE = `art. 41, ${LAW}`
/** Art. 8 ter gives the right, art. 11 the term. */
export const BLOCKING_ARTICLE = `arts. 8 ter y 11, ${LAW}`
export const BLOCKING_REFUSAL_ARTICLE = `art. 8 ter, ${LAW}`
export const THIRDS_ARTICLE = `art. 11, ${LAW}`

export const STATUS_TEXTS: Readonly<Record<State, { label: string; description: string }>> = {
  RECEIVED: { label: STATE_LABELS.RECEIVED, description: 'Recibimos su solicitud y la revisaremos pronto.' },
  VERIFYING: {
    label: STATE_LABELS.VERIFYING,
    description: 'Estamos verificando su identidad y los antecedentes de la solicitud.',
  },
  IN_PROGRESS: { label: STATE_LABELS.IN_PROGRESS, description: 'Estamos trabajando en su solicitud.' },
  EXTENDED: {
    label: STATE_LABELS.EXTENDED,
    description: 'Necesitamos más tiempo para responderle. El plazo se amplía una sola vez.',
  },
  COMPLETED: { label: STATE_LABELS.COMPLETED, description: 'Su solicitud fue resuelta.' },
  REJECTED: {
    label: STATE_LABELS.REJECTED,
    description: 'Su solicitud fue rechazada.',
  },
}

/** The kind of a stored letter, as people read it. */
export const LETTER_NAMES: Readonly<Record<LetterKind, string>> = {
  RECEIPT: 'Acuse de recibo',
  EXTENSION: 'Ampliación del plazo',
  ANSWER: 'Respuesta',
  REFUSAL: 'Rechazo',
  THIRD_PARTY: 'Aviso a quien recibió los datos',
  AGENCY: 'Comunicación a la Agencia',
  PACKAGE: 'Entrega de la respuesta',
}

/** The words for a table. */
const RESPONSE_NAMES: Readonly<Record<ResponseType, string>> = {
  FULFILLED: 'Acogida',
  PARTIALLY_FULFILLED: 'Acogida en parte',
  REJECTED_IDENTITY: 'Rechazada: identidad no verificada',
  REJECTED_LEGAL: 'Rechazada por un motivo legal',
  EXTENDED: 'Plazo ampliado',
}

export function responseName(row: {
  response_type: ResponseType | null
  nothing_held: boolean
}): string | null {
  if (row.nothing_held) return 'Sin datos de la persona'
  return row.response_type && RESPONSE_NAMES[row.response_type]
}

/** The words for a letter. */
export const OUTCOMES: Readonly<Record<FinalResponse, string>> = {
  FULFILLED: 'fue acogida',
  PARTIALLY_FULFILLED: 'fue acogida en parte',
  REJECTED_IDENTITY: 'fue rechazada porque no fue posible verificar la identidad de quien la presentó',
  REJECTED_LEGAL: 'fue rechazada por un motivo previsto en la ley',
}

/** For an answer that neither grants nor refuses, because there are no data to act on. */
export const nothingHeldOutcome = (whose: string) =>
  `no tratamos datos personales ${whose}, aparte de los de esta solicitud`

/** The name of a request in lists. It leaves out who asked. */
export function requestTitle(row: { right_type: RightType; folio_number: string }): string {
  return `${RIGHTS[row.right_type].label}: ${row.folio_number}`
}

interface Represented {
  representative_name: string | null
  representative_rut: string | null
  representative_relation: string | null
}

/** The representative as documents name them: «Juan Pérez, RUT 7.654.321-6 (hijo)». */
export function representativeWords(row: Represented): string | null {
  const { representative_name: name, representative_rut: rut, representative_relation: relation } = row
  const who = [name, rut && `RUT ${displayRut(rut)}`].filter(Boolean).join(', ')
  return [who, relation && `(${relation})`].filter(Boolean).join(' ') || null
}
