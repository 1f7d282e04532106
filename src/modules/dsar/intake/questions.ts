import type { Quality } from '../asking.ts'
import { OPPOSITION_CAUSES as CAUSES, type RightType } from '../rules.ts'

/** The questions of each right, apart from who asks (art. 11 d, and the article of each right). */

export interface Question {
  /** A field of the intake, or else a key of its `specificData`. */
  name: string
  kind: 'line' | 'text' | 'date' | 'one' | 'some' | 'yes' | 'folio'
  label: string
  hint?: string
  options?: readonly { value: string; label: string; hint?: string }[]
  isOptional?: boolean
  /** Asked only together with this answer to another question. */
  onlyWith?: { name: string; value: string; as: 'interest' | 'transfer' }
}

/**
 * Whose data the request is about, asked first: the asker's own, a represented person's, or those of a person who died (art.
 * 4).
 */
export const ASKER_FIELD = 'asksFor'
/** Older forms have two separate boxes. */
const HEIR_FIELD = 'isHeir'

/** Undefined if the form does not say. */
export function askerIn(sent: URLSearchParams): Quality | undefined {
  const said = sent.get(ASKER_FIELD)
  if (said === 'self' || said === 'representative' || said === 'heir') return said
  if (sent.get(HEIR_FIELD) === 'true') return 'heir'
  return sent.get('isRepresentative') === 'true' ? 'representative' : undefined
}

/** Ticked by a person who wants to know each recipient by name (art. 5). */
const RECIPIENTS_FIELD = 'destinatarios'

/** Without it the categories of recipients are enough. */
export function asksForEachRecipient(request: { right_type: RightType; specific_data: unknown }): boolean {
  const { right_type, specific_data: data } = request
  return right_type === 'ACCESS' && (data as Record<string, unknown> | null)?.[RECIPIENTS_FIELD] === true
}

const WHICH_DATA: Question = {
  name: 'queDatos',
  kind: 'text',
  label: '¿De qué datos se trata?',
  hint: 'Por ejemplo: mis compras de 2025, mi ficha de cliente, una grabación. Si lo deja en blanco, entendemos que son todos.',
  isOptional: true,
}

export const QUESTIONS: Readonly<Record<RightType, readonly Question[]>> = {
  ACCESS: [
    WHICH_DATA,
    { name: 'desde', kind: 'date', label: 'Desde qué fecha', isOptional: true },
    { name: 'hasta', kind: 'date', label: 'Hasta qué fecha', isOptional: true },
    {
      name: RECIPIENTS_FIELD,
      kind: 'yes',
      label: 'Quiero saber también quiénes recibieron mis datos, uno por uno (art. 5)',
    },
  ],
  RECTIFICATION: [
    {
      name: 'datoEquivocado',
      kind: 'text',
      label: '¿Qué dato está mal?',
      hint: 'Diga cuál es y dónde lo vio: una carta, una boleta, su cuenta.',
    },
    { name: 'datoCorrecto', kind: 'text', label: '¿Cuál es el dato correcto?' },
  ],
  DELETION: [
    {
      name: 'subtype',
      kind: 'one',
      label: '¿Por qué pide eliminar sus datos?',
      hint: 'La ley pide decir la causa. Elija la que más se acerque.',
      options: [
        {
          value: 'art. 7 a: ya no son necesarios',
          label: 'Ya no son necesarios para el fin con que los recogieron',
        },
        {
          value: 'art. 7 b: retiro del consentimiento',
          label: 'Retiré mi consentimiento, o lo retiro ahora',
        },
        { value: 'art. 7 c: tratamiento ilícito', label: 'Se obtuvieron o se usan contra la ley' },
        {
          value: 'art. 7 d: datos caducos',
          label: 'Perdieron vigencia: por ejemplo, venció su plazo o cambiaron los hechos',
        },
        { value: 'art. 7 e: sentencia, Agencia o ley', label: 'Lo ordena un tribunal, la Agencia o una ley' },
        { value: 'art. 7 f: oposición acogida', label: 'Me opuse a que los usen y me dieron la razón' },
      ],
    },
    WHICH_DATA,
  ],
  OPPOSITION: [
    {
      name: 'subtype',
      kind: 'one',
      label: '¿A qué se opone?',
      options: [
        {
          value: CAUSES.marketing,
          label: 'A que usen mis datos para publicidad o para crear perfiles con ese fin',
          hint: 'No hace falta dar razones.',
        },
        {
          value: CAUSES.interest,
          label:
            'A un uso que la organización justifica en su interés legítimo o el de un tercero, y no en mi consentimiento, un contrato o una ley',
          hint: 'La ley pide una razón breve.',
        },
        {
          value: CAUSES.source,
          label: 'A que usen datos que tomaron de una fuente pública, si no tienen otro motivo legal',
        },
      ],
    },
    {
      name: 'subtypeDetail',
      kind: 'text',
      label: 'Su razón, en pocas palabras',
      hint: 'Por ejemplo, qué situación suya hace que ese uso le perjudique.',
      onlyWith: { name: 'subtype', value: CAUSES.interest, as: 'interest' },
    },
    {
      name: 'tratamiento',
      kind: 'text',
      label: '¿Qué uso de sus datos quiere que termine?',
      hint: 'Por ejemplo: los correos con ofertas, las llamadas, la evaluación de mi perfil.',
      isOptional: true,
    },
  ],
  PORTABILITY: [
    WHICH_DATA,
    {
      name: 'portabilityFormat',
      kind: 'one',
      label: '¿En qué formato quiere la copia?',
      options: [
        { value: 'Planilla (CSV o Excel)', label: 'Planilla (CSV o Excel)' },
        { value: 'JSON', label: 'JSON, para otro sistema' },
        { value: 'El que usen', label: 'El que usen, mientras sea de uso común' },
      ],
    },
    {
      name: 'portabilityDirectTransfer',
      kind: 'yes',
      label: 'Quiero que los envíen directamente a otra organización, si es técnicamente posible (art. 9)',
    },
    {
      name: 'portabilityTarget',
      kind: 'line',
      label: '¿A cuál organización?',
      hint: 'Su nombre y, si lo sabe, un correo de contacto.',
      onlyWith: { name: 'portabilityDirectTransfer', value: 'true', as: 'transfer' },
    },
  ],
  BLOCKING: [
    {
      name: 'parentFolio',
      kind: 'folio',
      label: 'Folio de la solicitud que acompaña',
      hint: 'Si ya presentó una rectificación, supresión u oposición. Por ejemplo: ARCO-2026-01234.',
      isOptional: true,
    },
    {
      name: 'subtypeDetail',
      kind: 'text',
      label: '¿Por qué pide suspender el uso de sus datos?',
      hint: 'La ley pide que explique sus razones (art. 8 ter).',
    },
    WHICH_DATA,
  ],
  AUTO_DECISION: [
    {
      name: 'decision',
      kind: 'text',
      label: '¿Qué decisión le afectó?',
      hint: 'Por ejemplo: un crédito rechazado, una cuenta cerrada, un precio distinto. Diga cuándo, si lo recuerda.',
    },
    {
      name: 'pide',
      kind: 'some',
      label: '¿Qué pide?',
      hint: 'Puede marcar más de una.',
      options: [
        { value: 'explicación', label: 'Que me expliquen cómo se tomó la decisión' },
        { value: 'intervención humana', label: 'Que intervenga una persona' },
        { value: 'revisión', label: 'Que revisen la decisión' },
        { value: 'no quedar sujeto', label: 'No quedar sujeto a decisiones así' },
      ],
    },
    {
      name: 'puntoDeVista',
      kind: 'text',
      label: 'Su punto de vista sobre la decisión',
      hint: 'La ley le permite expresarlo (art. 8 bis).',
      isOptional: true,
    },
  ],
}

/** The meaning of the keys of `specificData`, for people who read a request. */
const ANSWER_LABELS: Readonly<Record<string, string>> = {
  queDatos: 'Datos de que se trata',
  desde: 'Desde',
  hasta: 'Hasta',
  [RECIPIENTS_FIELD]: 'Pide la identidad de cada destinatario',
  datoEquivocado: 'Dato equivocado',
  datoCorrecto: 'Dato correcto',
  tratamiento: 'Uso al que se opone',
  decision: 'Decisión que le afectó',
  pide: 'Lo que pide',
  puntoDeVista: 'Su punto de vista',
}

/** Programs may send any key. Inherited property names have no label. */
export function answerLabel(key: string): string {
  return Object.hasOwn(ANSWER_LABELS, key) ? ANSWER_LABELS[key]! : key
}

/** The answer as text. Programs may send other values, which are shown as sent. */
export function answerText(value: unknown): string {
  if (value === null) return ''
  if (value === true) return 'Sí'
  if (value === false) return 'No'
  if (Array.isArray(value)) return value.map(answerText).join('; ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
