import type { ItemOf } from '#client'
import { chileanDay, dayInDigits } from '#kernel/dates.ts'

/** Things to list, show, export and import, in the words of the console. */
export interface Resource {
  /** The path of the list in the API. Absent if the thing can only be exported and imported. */
  list?: ListedPath
  columns: readonly Column[]
  exported?: ExportedPath
  target?: string
}

type ListedPath =
  | '/rat/activities'
  | '/dsar/requests'
  | '/breaches'
  | '/processors'
  | '/contracts'
  | '/dpia/assessments'
  | '/data-map/systems'
export type ExportedPath =
  `/governance/export/${'rat' | 'dpia' | 'systems' | 'processors' | 'departments' | 'requests'}`

type Words = Readonly<Record<string, string>>
interface Column {
  name: string
  field: string
  words: Words
}
type TypedColumn<P extends ListedPath> = readonly [
  name: string,
  field: keyof ItemOf<P> & string,
  words?: Words,
]

/** The columns of a list must be fields of its entries. */
function listed<P extends ListedPath>(
  list: P,
  columns: readonly TypedColumn<P>[],
  more: Pick<Resource, 'exported' | 'target'> = {},
): Resource {
  return { list, columns: columns.map(([name, field, words = {}]) => ({ name, field, words })), ...more }
}

const RISKS: Words = { low: 'bajo', medium: 'medio', high: 'alto' }

export const RESOURCES: Readonly<Record<string, Resource>> = {
  actividades: listed(
    '/rat/activities',
    [
      ['NOMBRE', 'name'],
      ['ESTADO', 'status', { draft: 'borrador', published: 'publicada', archived: 'archivada' }],
      ['RIESGO', 'riskLevel', RISKS],
      ['REVISAR EL', 'reviewAt'],
    ],
    { exported: '/governance/export/rat', target: 'activities' },
  ),
  solicitudes: listed(
    '/dsar/requests',
    [
      ['FOLIO', 'folioNumber'],
      [
        'DERECHO',
        'rightType',
        {
          ACCESS: 'acceso',
          RECTIFICATION: 'rectificación',
          DELETION: 'supresión',
          OPPOSITION: 'oposición',
          PORTABILITY: 'portabilidad',
          BLOCKING: 'bloqueo',
          AUTO_DECISION: 'decisión automatizada',
        },
      ],
      [
        'ESTADO',
        'status',
        {
          RECEIVED: 'recibida',
          VERIFYING: 'en verificación',
          IN_PROGRESS: 'en curso',
          EXTENDED: 'prorrogada',
          COMPLETED: 'respondida',
          REJECTED: 'rechazada',
        },
      ],
      ['VENCE', 'legalDueOn'],
    ],
    { exported: '/governance/export/requests', target: 'requests' },
  ),
  brechas: listed('/breaches', [
    ['TÍTULO', 'title'],
    [
      'ESTADO',
      'status',
      {
        detected: 'detectada',
        investigating: 'en investigación',
        contained: 'contenida',
        resolved: 'resuelta',
        notified: 'notificada',
      },
    ],
    ['DETECTADA', 'detectedAt'],
  ]),
  encargados: listed(
    '/processors',
    [
      ['NOMBRE', 'name'],
      ['PAÍS', 'country'],
      [
        'CONTRATO',
        'dpaStatus',
        { NONE: 'sin contrato', PENDING: 'pendiente', SIGNED: 'firmado', EXPIRED: 'vencido' },
      ],
    ],
    { exported: '/governance/export/processors', target: 'processors' },
  ),
  contratos: listed('/contracts', [
    ['ENCARGADO', 'processorName'],
    [
      'ESTADO',
      'status',
      {
        DRAFT: 'borrador',
        SENT: 'enviado',
        SIGNED: 'firmado',
        EXPIRED: 'vencido',
        TERMINATED: 'terminado',
      },
    ],
    ['VENCE', 'expiresAt'],
  ]),
  evaluaciones: listed(
    '/dpia/assessments',
    [
      ['TÍTULO', 'title'],
      [
        'ESTADO',
        'status',
        { draft: 'borrador', in_review: 'en revisión', approved: 'aprobada', rejected: 'rechazada' },
      ],
    ],
    { exported: '/governance/export/dpia' },
  ),
  sistemas: listed(
    '/data-map/systems',
    [
      ['NOMBRE', 'name'],
      ['TIPO', 'type'],
    ],
    { exported: '/governance/export/systems', target: 'systems' },
  ),
  departamentos: { columns: [], exported: '/governance/export/departments', target: 'departments' },
}

/** The resource, if it has the field that the command needs. */
export function resourceWith<F extends keyof Resource>(
  field: F,
  name: string,
): Resource & Required<Pick<Resource, F>> {
  const resource = RESOURCES[name]
  if (resource?.[field] !== undefined) return resource as Resource & Required<Pick<Resource, F>>
  const known = Object.keys(RESOURCES).filter((one) => RESOURCES[one]![field] !== undefined)
  throw new Error(`No se conoce «${name}» aquí. Use uno de: ${known.join(', ')}.`)
}

/** A cell in readable form: words for codes, 15-11-2026 for days. */
export function cell(value: unknown, words: Words): string {
  if (value === null || value === undefined || value === '') return '—'
  const text = String(value)
  if (Object.hasOwn(words, text)) return words[text]!
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return dayInDigits(text)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return dayInDigits(chileanDay(new Date(text)))
  // Texts of others must not move the cursor or colour the reader's screen.
  return text.replace(/\p{Cc}/gu, ' ')
}
