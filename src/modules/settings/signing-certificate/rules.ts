import type { FaultDetail } from '#kernel/failure.ts'
import type { Pkcs12Fault } from './pkcs12.ts'

/** Why an uploaded file cannot sign. */
export type CertificateFault =
  | Pkcs12Fault
  | 'no_key'
  | 'no_certificate'
  | 'mismatch'
  | 'expired'
  | 'not_yet_valid'
  | 'weak_key'
  | 'key_type'
  | 'key_usage'

export const KEY_TYPES = ['RSA', 'EC'] as const
export type KeyType = (typeof KEY_TYPES)[number]

export const MOST_BYTES = 64 * 1024
/** In base64. */
export const MOST_CHARACTERS = Math.ceil(MOST_BYTES / 3) * 4
const SHORTEST_RSA = 2048
const LONGEST_RSA = 8192
export const REMINDER_DAYS = 30

const SENTENCES: Readonly<Record<CertificateFault, string>> = {
  shape:
    'El archivo no es un certificado PKCS#12, o está dañado. Suba el archivo .p12 o .pfx que le entregó su certificador.',
  password: 'La contraseña no abre este archivo. Escriba la que eligió al descargarlo o exportarlo.',
  costly: 'El archivo pide demasiado trabajo para abrirse. Expórtelo otra vez con las opciones habituales.',
  unsupported:
    'El archivo está cifrado de una forma que no se admite. Expórtelo otra vez con AES-256 o 3DES.',
  no_key:
    'El archivo no trae la clave privada, y sin ella no se puede firmar. Expórtelo otra vez con la opción de incluirla.',
  no_certificate: 'El archivo no trae ningún certificado. Expórtelo otra vez con el certificado y su clave.',
  mismatch:
    'El certificado y la clave privada del archivo no se corresponden. Revise que sea el archivo correcto.',
  expired: 'El certificado ya venció. Renuévelo con su certificador y suba el nuevo.',
  not_yet_valid: 'El certificado todavía no está vigente. Súbalo cuando empiece su vigencia.',
  weak_key: `La clave RSA es demasiado corta: debe tener al menos ${SHORTEST_RSA} bits. Pida un certificado nuevo.`,
  key_type: `La clave no es RSA (de hasta ${LONGEST_RSA} bits) ni de curva elíptica P-256, las que aquí firman. Pida un certificado con una de ellas.`,
  key_usage:
    'El certificado no es para firmar: su uso de clave no incluye la firma digital ni el no repudio. Pida uno de firma electrónica.',
}

export function detailOf(fault: CertificateFault): FaultDetail {
  return { path: fault === 'password' ? 'password' : 'file', message: SENTENCES[fault], rule: fault }
}

export interface CertificateFacts {
  keyType: string
  rsaBits: number | undefined
  curve: string | undefined
  notBefore: Date
  notAfter: Date
  /** Undefined if the certificate does not limit its use. */
  maySign: boolean | undefined
}

/** Undefined if the certificate can sign now. */
export function faultOf(facts: CertificateFacts, now: Date): CertificateFault | undefined {
  const isKnown = facts.keyType === 'rsa' || (facts.keyType === 'ec' && facts.curve === 'prime256v1')
  if (!isKnown) return 'key_type'
  if (facts.keyType === 'rsa' && (facts.rsaBits ?? 0) < SHORTEST_RSA) return 'weak_key'
  // Each signature with a larger key would block a shared thread for long.
  if (facts.keyType === 'rsa' && (facts.rsaBits ?? 0) > LONGEST_RSA) return 'key_type'
  if (facts.maySign === false) return 'key_usage'
  if (facts.notAfter <= now) return 'expired'
  if (facts.notBefore > now) return 'not_yet_valid'
  return undefined
}

/** Outside its dates, documents are sent unsigned. */
export function isCurrent(row: { not_before: Date; not_after: Date }, now: Date): boolean {
  return row.not_before <= now && now < row.not_after
}
