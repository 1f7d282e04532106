import type { Data } from '#client'
import type { Tone } from '../../times.ts'

export type Connector = Data<'GET /connectors/{id}'>
export type Run = Data<'GET /connectors/{id}/runs'>['items'][number]
export type Trial = Data<'POST /connectors/{id}/test'>
export type Kind = Connector['kind']
export type Right = Run['right']

export const KINDS: Readonly<Record<Kind, string>> = {
  postgresql: 'PostgreSQL',
  mysql: 'MySQL o MariaDB',
  https: 'Llamada HTTPS a un sistema propio',
}
export const KIND_CHOICES = Object.entries(KINDS)

export const STATES: Readonly<Record<Connector['state'], readonly [name: string, tone: Tone]>> = {
  draft: ['Sin aprobar', 'warn'],
  approved: ['Aprobado', 'ok'],
}

export const RUN_STATES: Readonly<Record<Run['status'], readonly [name: string, tone: Tone]>> = {
  pending: ['En espera', 'plain'],
  running: ['Consultando', 'info'],
  waiting: ['Espera su respuesta', 'info'],
  done: ['Lista', 'ok'],
  failed: ['No se pudo', 'danger'],
}
export const RUN_CHOICES = Object.entries(RUN_STATES).map(([key, [name]]) => [key, name] as const)

/** In the order of the law. `changes`: the person asks for an act, not for a copy. */
export const RIGHTS: readonly { right: Right; name: string; article: string; changes: boolean }[] = [
  { right: 'ACCESS', name: 'Acceso', article: 'art. 5', changes: false },
  { right: 'RECTIFICATION', name: 'Rectificación', article: 'art. 6', changes: true },
  { right: 'DELETION', name: 'Supresión', article: 'art. 7', changes: true },
  { right: 'OPPOSITION', name: 'Oposición', article: 'art. 8', changes: true },
  { right: 'BLOCKING', name: 'Bloqueo', article: 'art. 8 ter', changes: true },
  { right: 'PORTABILITY', name: 'Portabilidad', article: 'art. 9', changes: false },
]

export const rightName = (right: Right) => RIGHTS.find((one) => one.right === right)!.name

export const PARAMETERS = [
  [':email', 'el correo de la solicitud'],
  [':rut', 'el RUT sin puntos y con guion: 12345678-5'],
  [':name', 'el nombre'],
  [':folio', 'el folio de la solicitud'],
] as const

export const TLS: Readonly<Record<NonNullable<Connector['config']['tls']>, string>> = {
  verify: 'Cifrada, con certificado válido',
  require: 'Cifrada, sin revisar el certificado',
  off: 'Sin cifrar (solo redes que el operador permite)',
}
export const TLS_CHOICES = Object.entries(TLS)

/** The address of the connector, in one line. */
export function placeOf({ config }: Connector): string {
  return config.url ?? `${config.host}:${config.port}/${config.database}`
}
