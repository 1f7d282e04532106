import type { Data } from '#client'
import type { Tone } from '../../times.ts'

export type Request = Data<'GET /dsar/requests/{id}'>
export type State = Request['status']
export type Right = Request['rightType']
export type ResponseType = NonNullable<Request['responseType']>
export type FinalResponse = Exclude<ResponseType, 'EXTENDED'>
export type Letter = Request['letters'][number]

export const STATES: Record<State, readonly [name: string, tone: Tone]> = {
  RECEIVED: ['Recibida', 'warn'],
  VERIFYING: ['En verificación', 'info'],
  IN_PROGRESS: ['En curso', 'info'],
  EXTENDED: ['Plazo ampliado', 'warn'],
  COMPLETED: ['Completada', 'ok'],
  REJECTED: ['Rechazada', 'plain'],
}

export const isClosed = (status: State) => status === 'COMPLETED' || status === 'REJECTED'

interface RightWords {
  name: string
  /** What the person wants, in a few words. */
  wants: string
  /** The right, and by what article it is answered and when. */
  article: string
}

export const RIGHTS: Record<Right, RightWords> = {
  ACCESS: {
    name: 'Acceso',
    wants: 'Saber qué datos suyos se tratan, y recibir una copia',
    article: 'arts. 5 y 11, Ley 19.628 (mod. Ley 21.719)',
  },
  RECTIFICATION: {
    name: 'Rectificación',
    wants: 'Corregir un dato inexacto, desactualizado o incompleto',
    article: 'arts. 6 y 11, Ley 19.628 (mod. Ley 21.719)',
  },
  DELETION: {
    name: 'Supresión',
    wants: 'Que se eliminen sus datos',
    article: 'arts. 7 y 11, Ley 19.628 (mod. Ley 21.719)',
  },
  OPPOSITION: {
    name: 'Oposición',
    wants: 'Que sus datos no se usen para un fin',
    article: 'arts. 8 y 11, Ley 19.628 (mod. Ley 21.719)',
  },
  PORTABILITY: {
    name: 'Portabilidad',
    wants: 'Recibir los datos que entregó, o que se traspasen a otra organización',
    article: 'arts. 9 y 11, Ley 19.628 (mod. Ley 21.719)',
  },
  BLOCKING: {
    name: 'Bloqueo temporal',
    wants: 'Que se suspenda el uso de sus datos mientras se resuelve otra solicitud',
    article: 'arts. 8 ter y 11, Ley 19.628 (mod. Ley 21.719)',
  },
  AUTO_DECISION: {
    name: 'Decisiones automatizadas',
    wants: 'Una explicación o una revisión de una decisión automatizada',
    article: 'arts. 8 bis y 11, Ley 19.628 (mod. Ley 21.719)',
  },
}

export const RIGHT_CHOICES = Object.entries(RIGHTS).map(([key, { name }]) => [key, name] as const)

/** The rights whose outcome those who received the data learn of (art. 11). */
export const tellsThirds = (right: Right) => ['RECTIFICATION', 'DELETION', 'OPPOSITION'].includes(right)

export const RESPONSES: Record<FinalResponse, readonly [name: string, about: string]> = {
  FULFILLED: ['Se acoge', 'Se hace todo lo que pidió.'],
  PARTIALLY_FULFILLED: ['Se acoge en parte', 'La respuesta dice qué no se acoge y por qué.'],
  REJECTED_LEGAL: ['Se rechaza por un motivo legal', 'Con su fundamento (art. 11).'],
  REJECTED_IDENTITY: [
    'Se rechaza porque no se pudo verificar la identidad',
    'Después de pedir los antecedentes.',
  ],
}

export const isRefusal = (type: string) => type.startsWith('REJECTED')

export const LETTERS: Record<Letter['kind'], string> = {
  RECEIPT: 'Acuse de recibo',
  EXTENSION: 'Ampliación del plazo',
  ANSWER: 'Respuesta',
  REFUSAL: 'Rechazo',
  THIRD_PARTY: 'Aviso a quien recibió los datos',
  AGENCY: 'Comunicación a la Agencia',
}

export const SOURCES: Record<Request['source'], string> = {
  widget: 'por un formulario',
  portal: 'por el portal de privacidad',
  import: 'importada de otro libro',
}

export const EVENTS: Record<Request['events'][number]['type'], string> = {
  created: 'Llegó la solicitud',
  status_change: 'Cambió de estado',
  assigned: 'Se asignó',
  extended: 'Se amplió el plazo',
  responded: 'Se respondió',
  thirds_notified: 'Constancia sobre quienes recibieron los datos',
  reminder: 'Se recordó el plazo',
  agency_notified: 'Se informó a la Agencia',
}

/** What the history says of an answer begins with the name that programs know it by. */
export function eventNotes(notes: string | null): string | null {
  if (notes === null) return null
  const [, type, rest] = /^([A-Z_]+)(?:: ([\s\S]*))?$/.exec(notes) ?? []
  const known = type && type in RESPONSES ? RESPONSES[type as FinalResponse][0] : undefined
  return known ? [known, rest].filter(Boolean).join('. ') : notes
}

const ANSWERS: Record<string, string> = {
  queDatos: 'Datos de que se trata',
  desde: 'Desde',
  hasta: 'Hasta',
  destinatarios: 'Pide la identidad de cada destinatario',
  datoEquivocado: 'Dato equivocado',
  datoCorrecto: 'Dato correcto',
  tratamiento: 'Uso al que se opone',
  decision: 'Decisión que le afectó',
  pide: 'Lo que pide',
  puntoDeVista: 'Su punto de vista',
}

/** What the form asked for this right, as the person answered it. */
export function answersOf(request: Request): (readonly [string, string])[] {
  const { subtype, subtypeDetail, portabilityFormat, portabilityTarget, portabilityDirectTransfer } = request
  const own = Object.entries(request.specificData ?? {}).map(
    ([key, value]) => [ANSWERS[key] ?? key, valueWords(value)] as const,
  )
  return [
    ['Motivo', subtype],
    ['En sus palabras', subtypeDetail],
    ...own,
    ['Formato de la copia', portabilityFormat],
    ['Traspaso directo a', portabilityDirectTransfer ? (portabilityTarget ?? 'Sí') : portabilityTarget],
  ].filter((one): one is [string, string] => Boolean(one[1]))
}

function valueWords(value: unknown): string {
  if (value === true) return 'Sí'
  if (value === false) return 'No'
  if (Array.isArray(value)) return value.map(valueWords).join(', ')
  if (value !== null && typeof value === 'object')
    return Object.entries(value)
      .map(([key, one]) => `${key}: ${valueWords(one)}`)
      .join('; ')
  return String(value ?? '')
}

const MARKED = /\[COMPLETAR: ([^\]]*)\]/g

/** What a proposed text leaves to the person who answers. */
export function gapsIn(...texts: string[]): string[] {
  return [...new Set(texts.flatMap((text) => [...text.matchAll(MARKED)].map(([, what]) => what!)))]
}
