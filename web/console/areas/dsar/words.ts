import type { Data } from '#client'
import { isCalendarDate } from '#kernel/dates.ts'
import { day, moment, type Tone } from '../../times.ts'

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
  /** The person's wish, in a few words. */
  wants: string
  /** The article of the right, and its term. */
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

/** The rights whose outcome is notified to those who received the data (art. 11). */
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

/** The request was refused in whole or in part. */
export const wasRefused = ({ status, responseType }: Pick<Request, 'status' | 'responseType'>) =>
  status === 'REJECTED' || (status === 'COMPLETED' && responseType === 'PARTIALLY_FULFILLED')

export const LETTERS: Record<Letter['kind'], string> = {
  RECEIPT: 'Acuse de recibo',
  EXTENSION: 'Ampliación del plazo',
  ANSWER: 'Respuesta',
  REFUSAL: 'Rechazo',
  THIRD_PARTY: 'Aviso a quien recibió los datos',
  AGENCY: 'Comunicación a la Agencia',
  PACKAGE: 'Entrega de la respuesta',
}

export const SOURCES: Record<Request['source'], string> = {
  widget: 'por un formulario',
  portal: 'por el portal de privacidad',
  import: 'importada de otro libro',
  staff: 'ingresada por la organización',
}

export type Channel = NonNullable<Request['channel']>

export const CHANNELS: Record<Channel, readonly [name: string, how: string]> = {
  phone: ['Teléfono', 'por teléfono'],
  post: ['Carta', 'por carta'],
  in_person: ['En persona', 'en persona'],
  mail: ['Correo electrónico', 'por correo electrónico'],
  portal: ['Portal de privacidad', 'por el portal de privacidad'],
  form: ['Formulario', 'por un formulario'],
}

/** The channel of the request, as the end of a sentence. */
export const arrivalOf = ({ source, channel }: Pick<Request, 'source' | 'channel'>) =>
  channel ? CHANNELS[channel][1] : SOURCES[source]

/** Staff record only the day of arrival, so no hour is shown. */
export const receivedOf = ({ source, receivedAt }: Pick<Request, 'source' | 'receivedAt'>) =>
  source === 'staff' ? day(receivedAt) : moment(receivedAt)

export type Method = Request['identity']['checks'][number]['method']
export type Provable = Request['identity']['checks'][number]['proves'][number]

export const METHODS: Record<Method, readonly [name: string, proves: readonly Provable[], hint?: string]> = {
  document_seen: ['Vi su documento', ['rut', 'representation'], 'Sin guardar una copia.'],
  known_client: ['Ya es cliente, y se identificó como tal', ['email', 'rut', 'representation']],
  code_mail: ['Un código enviado a su correo', ['email']],
  call_back: ['Una llamada a un número que ya teníamos', ['email', 'rut']],
  clave_unica: ['ClaveÚnica', ['rut']],
  mandate: ['Revisé el poder o mandato', ['representation']],
  document_copy: [
    'Una copia de su documento',
    ['rut', 'representation'],
    'Solo si no basta con menos: es un dato más que hay que proteger.',
  ],
  other: ['Otra forma', ['email', 'rut', 'representation']],
}

export const PROVABLES: Record<Provable, readonly [mark: string, name: string]> = {
  email: ['Correo', 'El correo'],
  rut: ['RUT', 'El RUT'],
  representation: ['Representación', 'La representación, o que es heredero'],
}

/** The claims of this request that a check can prove. */
export function provableOf(request: Request): Provable[] {
  const { subjectEmail, subjectRut, identity } = request
  return [
    ...(subjectRut ? (['rut'] as const) : []),
    ...(subjectEmail ? (['email'] as const) : []),
    ...(identity.representation ? (['representation'] as const) : []),
  ]
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
  package_built: 'Se preparó el paquete de respuesta',
  package_removed: 'Se eliminó el paquete de respuesta',
  answer_delivered: 'Se entregó la respuesta por enlace',
  answer_opened: 'La persona abrió la respuesta',
  answer_downloaded: 'La persona descargó la respuesta',
  task_added: 'Se agregó un sistema donde buscar',
  task_sent: 'Se pidió buscar en los sistemas',
  task_done: 'Respondieron por un sistema',
  task_cancelled: 'Se canceló una tarea',
  recipient_reminded: 'Se recordó el aviso a quien recibió los datos',
  recipient_acknowledged: 'Respondió quien recibió los datos',
  identity_checked: 'Verificación de identidad',
}

/** Notes of an answer begin with the code of the outcome, which is replaced by its name. */
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

/** The extra answers that the form of this right asks for. */
export function answersOf(request: Request): (readonly [string, string])[] {
  const { subtype, subtypeDetail, portabilityFormat, portabilityTarget, portabilityDirectTransfer } = request
  const own = Object.entries(request.specificData ?? {}).map(
    ([key, value]) => [Object.hasOwn(ANSWERS, key) ? ANSWERS[key]! : key, valueWords(value)] as const,
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
  if (typeof value === 'string') return isCalendarDate(value) ? day(value) : value
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

/** The gaps that a proposed text leaves to the officer. */
export function gapsIn(...texts: string[]): string[] {
  return [...new Set(texts.flatMap((text) => [...text.matchAll(MARKED)].map(([, what]) => what!)))]
}
