import type { ContractType } from '../rules.ts'

/** The title of each type of contract, as its document carries it. */
export const TYPE_NAMES: Readonly<Record<ContractType, string>> = {
  DPA: 'Contrato de encargo de tratamiento de datos personales',
  CCT: 'Cláusulas contractuales para la transferencia internacional de datos personales',
  ADDENDUM: 'Adenda de protección de datos personales',
}

/** As lists name one, in a few words. */
export function contractTitle(type: ContractType, processor: string): string {
  return `${SHORT_NAMES[type]} con ${processor}`
}

const SHORT_NAMES: Readonly<Record<ContractType, string>> = {
  DPA: 'Contrato de encargo',
  CCT: 'Cláusulas de transferencia',
  ADDENDUM: 'Adenda',
}
