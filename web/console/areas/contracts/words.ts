import type { Data } from '#client'
import { dayOf, type Tone } from '../../times.ts'

export type Contract = Data<'GET /contracts/{id}'>

/** A contract that ends on a day holds to the end of that day in Chile. An unchanged day keeps its exact instant. */
export function expiryOf({ expiresAt }: Pick<Contract, 'expiresAt'>, day: string): string | null {
  return day === dayOf(expiresAt) ? expiresAt : day || null
}

export const STATES: Record<Contract['status'], readonly [name: string, tone: Tone]> = {
  DRAFT: ['Borrador', 'plain'],
  SENT: ['Enviado a firmar', 'warn'],
  SIGNED: ['Firmado', 'ok'],
  EXPIRED: ['Vencido', 'danger'],
  TERMINATED: ['Terminado', 'plain'],
}

export const TYPES: Record<Contract['type'], string> = {
  DPA: 'Contrato de encargo (art. 15 bis)',
  CCT: 'Transferencia internacional (arts. 27 y 28)',
  ADDENDUM: 'Anexo, o contrato de cesión (art. 15)',
}
