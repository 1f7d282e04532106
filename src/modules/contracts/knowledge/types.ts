import { LAW_NAME } from '#kernel/law/wording.ts'
import { type ContractKind, type ContractType, kindOf } from '../rules.ts'

/** The title of each type of contract in its document. */
export const TYPE_NAMES: Readonly<Record<ContractType, string>> = {
  DPA: 'Contrato de encargo de tratamiento de datos personales',
  CCT: 'Cláusulas contractuales para la transferencia internacional de datos personales',
  ADDENDUM: 'Adenda de protección de datos personales',
}

/** A short title for lists. */
export function contractTitle(contract: { type: ContractType; content: string }, processor: string): string {
  return `${KIND_WORDS[kindOf(contract)].name} con ${processor}`
}

interface KindWords {
  name: string
  /** For the beginning of a sentence. */
  the: string
  /** The verb for its approaching end, inside a sentence. */
  ends: string
  article: string
  /** What to do if the other party refuses to sign. */
  refused: string
  /** What to do when it is about to end. */
  ending: string
}

const PROCESSOR = `art. 15 bis, ${LAW_NAME}`
const TRANSFER = `arts. 27 y 28, ${LAW_NAME}`
const ASSIGNMENT = `art. 15, ${LAW_NAME}`

export const KIND_WORDS: Readonly<Record<ContractKind, KindWords>> = {
  processor: {
    name: 'Contrato de encargo',
    the: 'El contrato',
    ends: 'vence',
    article: PROCESSOR,
    refused: `Acuerde el texto y envíelo de nuevo: sin contrato no se le entregan datos (${PROCESSOR}).`,
    ending: `Renuévelo, o pida la supresión o devolución de los datos: desde entonces el encargado queda sin contrato vigente (${PROCESSOR}).`,
  },
  transfer: {
    name: 'Cláusulas de transferencia',
    the: 'Las cláusulas de transferencia',
    ends: 'vencen',
    article: TRANSFER,
    refused: `Acuerde el texto y envíelo de nuevo: sin estas cláusulas u otro mecanismo de la ley, los datos no se transfieren fuera de Chile (${TRANSFER}).`,
    ending: `Renuévelas, o detenga la transferencia: desde entonces queda sin esta garantía (${TRANSFER}).`,
  },
  addendum: {
    name: 'Adenda',
    the: 'La adenda',
    ends: 'vence',
    article: PROCESSOR,
    refused: `Acuerde el texto y envíelo de nuevo: mientras tanto el contrato rige sin la modificación (${PROCESSOR}).`,
    ending: `Renuévela si lo que modifica debe seguir: desde entonces el contrato rige sin ella (${PROCESSOR}).`,
  },
  assignment: {
    name: 'Contrato de cesión',
    the: 'El contrato de cesión',
    ends: 'vence',
    article: ASSIGNMENT,
    refused: `Acuerde el texto y envíelo de nuevo: la cesión debe constar por escrito, y sin ello no se ceden los datos (${ASSIGNMENT}).`,
    ending: `Renuévelo, o deje de ceder los datos: desde entonces ningún contrato respalda la cesión (${ASSIGNMENT}).`,
  },
}
