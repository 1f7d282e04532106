import type { Data } from '#client'
import type { Tone } from '../../times.ts'

export type Processor = Data<'GET /processors/{id}'>

/** States of the contract that art. 15 bis requires. */
export const CONTRACTS: Record<Processor['dpaStatus'], readonly [name: string, tone: Tone]> = {
  NONE: ['Sin contrato', 'danger'],
  PENDING: ['Contrato pendiente', 'warn'],
  SIGNED: ['Contrato firmado', 'ok'],
  EXPIRED: ['Contrato vencido', 'danger'],
}

type Listed = Data<'GET /contracts'>['contracts'][number]

export const CONTRACT_TYPES: Record<Listed['type'], string> = {
  DPA: 'Contrato de encargo',
  CCT: 'Cláusulas de transferencia',
  ADDENDUM: 'Adenda o cesión',
}

export const CONTRACT_STATES: Record<Listed['status'], readonly [name: string, tone: Tone]> = {
  DRAFT: ['Borrador', 'plain'],
  SENT: ['Enviado a firmar', 'warn'],
  SIGNED: ['Firmado', 'ok'],
  EXPIRED: ['Vencido', 'danger'],
  TERMINATED: ['Terminado', 'plain'],
}

export type Answer = Data<'GET /processors/{id}/diligence'>['items'][number]

export const OUTCOMES: Record<NonNullable<Answer['outcome']>, readonly [name: string, tone: Tone]> = {
  YES: ['Sí', 'ok'],
  NO: ['No', 'danger'],
  NOT_APPLICABLE: ['No aplica', 'plain'],
}

export type SubProcessor = Data<'GET /processors/{id}/sub-processors'>['items'][number]

export const AUTHORISATIONS: Record<SubProcessor['authorisation'], readonly [name: string, tone: Tone]> = {
  PENDING: ['Sin autorizar', 'warn'],
  AUTHORISED: ['Autorizado', 'ok'],
  REFUSED: ['Rechazado', 'danger'],
}

export const RISKS: Record<Processor['risk']['level'], readonly [name: string, tone: Tone]> = {
  low: ['Bajo', 'ok'],
  medium: ['Medio', 'warn'],
  high: ['Alto', 'danger'],
}

export type Values = ReturnType<typeof valuesOf>

export function valuesOf(processor?: Processor) {
  return {
    name: processor?.name ?? '',
    taxId: processor?.taxId ?? '',
    country: processor?.country ?? 'Chile',
    contactName: processor?.contactName ?? '',
    contactEmail: processor?.contactEmail ?? '',
    services: processor?.services ?? '',
    reviewAt: processor?.reviewAt?.slice(0, 10) ?? '',
  }
}

/** A blank field becomes null. */
export function bodyOf({ name, ...rest }: Values) {
  return {
    name,
    ...(Object.fromEntries(
      Object.entries(rest).map(([key, value]) => [key, value || null]),
    ) as Partial<Values>),
  }
}
