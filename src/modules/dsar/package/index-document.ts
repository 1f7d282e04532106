import { chileanDay, longDay } from '#kernel/dates.ts'
import { bindingNote, LAW_NAME, type LawOnDay } from '#kernel/law/wording.ts'
import { displayRut, shownRut } from '#kernel/rut.ts'
import {
  type Block,
  dataTable,
  type Fact,
  facts,
  heading,
  note,
  type PdfDocument,
  prose,
  shortened,
  shortInstant,
  subheading,
} from '#pdf/document.ts'
import { askedAs, heirWords, type Whose, whose } from '../asking.ts'
import { complaintWords } from '../complaint.ts'
import { asksForEachRecipient } from '../intake/questions.ts'
import { RIGHTS, representativeWords } from '../knowledge.ts'
import { contact } from '../letters.ts'
import type { RequestRow } from '../requests/repo.ts'
import type { Responsible } from '../responsible.ts'
import type { RightType } from '../rules.ts'
import type { TaskRow } from '../tasks/repo.ts'
import type { ActivityWords } from './activities.ts'
import type { Content, Redaction } from './rules.ts'

/** The index of a package: who asked, the contents, the systems searched, and the facts that art. 5 requires. */

export interface Told {
  request: RequestRow
  by: Responsible
  on: LawOnDay
  at: Date
  note: string | null
  tasks: readonly TaskRow[]
  /** The register's text for each purpose. Only for an access. */
  activities: readonly ActivityWords[]
  redactions: readonly (Redaction & { where: string })[]
  contents: readonly Content[]
}

export const INDEX_PDF = 'indice.pdf'
export const INDEX_HTML = 'indice.html'
export const DATA_JSON = 'datos.json'

export function indexDocument(told: Told): PdfDocument {
  const { request, by, on, at } = told
  const right = RIGHTS[request.right_type]
  const title = `Respuesta a su ${askedAs(request)}`
  return {
    title: `${title} · ${request.folio_number}`,
    organisation: by.name,
    footer: shortened(by.name, ` · ${request.folio_number}`),
    lawVersion: on.law.version,
    dated: at,
    content: [
      { text: by.name, style: 'organisation', margin: [0, 0, 0, 4] },
      { text: title, style: 'title', fontSize: 22, margin: [0, 0, 0, 12] },
      facts([
        ['Folio', request.folio_number],
        [
          request.heir_name || request.is_representative ? 'Titular de los datos' : 'Quién la pidió',
          personOf(request),
        ],
        ...(request.heir_name ? [['La pidió', heirWords(request)] as const] : []),
        ...(request.is_representative ? [['Representante', representativeWords(request)] as const] : []),
        ['Derecho', `${right.label} (${right.article})`],
        ['Solicitud recibida', longDay(request.created_at)],
        ['Paquete preparado', `${shortInstant(at, 'America/Santiago')} (hora de Chile)`],
        ['Responsable de los datos', [by.name, shownRut(by.taxId)].filter(Boolean).join(', RUT ')],
        ...known('Dirección', by.address),
        ...known('Contacto', contactWords(by)),
      ]),
      ...(told.note ? [heading('Mensaje de la organización'), prose(told.note, '')] : []),
      ...searched(told),
      ...packed(told),
      ...covered(told),
      ...purposes(told),
      heading('Si no está conforme'),
      prose(dissent(told), ''),
      ...bindingNote(on).map(note),
      ...fingerprints(told),
    ],
  }
}

/** Leaves the line out if the value is unknown. */
function known(label: string, value: string | null): Fact[] {
  return value?.trim() ? [[label, value]] : []
}

function personOf({ subject_name, subject_rut }: RequestRow): string {
  return [subject_name, subject_rut && displayRut(subject_rut)].filter(Boolean).join(', RUT ')
}

function contactWords({ dpoName, dpoEmail, contactEmail }: Responsible): string | null {
  if (dpoName) return `${dpoName}, delegado de protección de datos${dpoEmail ? ` (${dpoEmail})` : ''}`
  return contactEmail
}

// ── where it was looked for ──

/** Rights whose answer is a copy of data. For the others, the index says what was done. */
export const GIVES_COPY: readonly RightType[] = ['ACCESS', 'PORTABILITY']

const hadData = (w: Whose) => `Había datos ${w.theirs}, y se atendió lo que pidió`

const FOUND: Readonly<Record<RightType, (w: Whose) => string>> = {
  ACCESS: (w) => `Hay datos ${w.theirs}`,
  PORTABILITY: (w) => `Hay datos ${w.theirs}`,
  RECTIFICATION: hadData,
  DELETION: hadData,
  OPPOSITION: hadData,
  BLOCKING: (w) => `Hay datos ${w.theirs}, y se atendió lo que pidió`,
  AUTO_DECISION: (w) => `Hay datos ${w.theirs}, y se atendió lo que pidió`,
}

const KEPT: Readonly<Record<RightType, (w: Whose) => string>> = {
  ACCESS: (w) => `Hay datos ${w.theirs} que no se entregan`,
  PORTABILITY: (w) => `Hay datos ${w.theirs} que no se entregan por esta vía`,
  RECTIFICATION: () => 'El dato no se corrigió',
  DELETION: (w) => `Hay datos ${w.theirs} que no se eliminaron`,
  OPPOSITION: (w) => `Se siguen usando ${w.data}`,
  BLOCKING: (w) => `No se bloquearon ${w.data}`,
  AUTO_DECISION: () => 'Lo que pidió no se acogió',
}

/** `contents`: the files in the package. Only a system with a file among them is described as packed. */
export function outcomeWords(task: TaskRow, request: RequestRow, contents: readonly Content[]): string {
  const right = request.right_type
  const w = whose(request)
  if (task.status !== 'done') return 'Sin respuesta todavía'
  if (task.outcome === 'nothing_found') return `No hay datos ${w.theirs}`
  if (task.outcome === 'kept')
    return `${KEPT[right](w)}${task.article ? `, según ${task.article}` : ''}${task.notes ? `. ${task.notes}` : ''}`
  const found = FOUND[right](w)
  const isPacked = contents.some(({ from }) => from === task.system_name)
  const done = isPacked ? `${found}: van en este paquete` : found
  if (GIVES_COPY.includes(right)) return done
  return task.notes ? `${found}. ${task.notes}` : found
}

function searched({ request, tasks, contents }: Told): Block[] {
  const title = GIVES_COPY.includes(request.right_type) ? 'Dónde buscamos' : 'Qué se hizo en cada sistema'
  if (tasks.length === 0)
    return [
      heading(title),
      prose(null, 'Esta respuesta no registra búsquedas por sistema: lo que se encontró se indica abajo.'),
    ]
  return [
    heading(title),
    dataTable(
      [
        { label: 'Sistema', width: 150 },
        { label: 'Resultado', width: '*' },
        { label: 'Fecha', width: 100 },
      ],
      tasks.map((task) => [
        task.processor_name ? `${task.system_name} (lo opera ${task.processor_name})` : task.system_name,
        outcomeWords(task, request, contents),
        task.done_at ? longDay(chileanDay(task.done_at)) : '—',
      ]),
    ),
  ]
}

// ── contents ──

const KINDS: Readonly<Record<Content['kind'], string>> = {
  index: 'Índice',
  data: 'Datos de los sistemas, para programas (JSON)',
  table: 'Datos en una tabla (CSV, se abre con Excel)',
  file: 'Archivo',
}

export function sizeWords(bytes: number): string {
  const inUnits = (unit: number) => (bytes / unit).toLocaleString('es-CL', { maximumFractionDigits: 1 })
  return bytes < 2 ** 20 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${inUnits(2 ** 20)} MB`
}

function packed({ request, contents }: Told): Block[] {
  const listed = contents.filter(({ kind }) => kind !== 'index')
  const hasTables = listed.some(({ kind }) => kind === 'table')
  return [
    heading('Qué contiene este paquete'),
    prose(
      [
        `${INDEX_HTML} e ${INDEX_PDF} son este mismo índice. ${DATA_JSON} reúne los datos que los sistemas entregaron como tablas, en un formato estructurado y de uso común, que otro sistema puede leer${request.right_type === 'PORTABILITY' ? ` (art. 9, ${LAW_NAME})` : ''}.`,
        ...(hasTables ? ['Las tablas de la carpeta «datos» separan las columnas con punto y coma.'] : []),
      ].join(' '),
      '',
    ),
    dataTable(
      [
        { label: 'Archivo', width: '*' },
        { label: 'Qué es', width: 130 },
        { label: 'De dónde viene', width: 110 },
        { label: 'Tamaño', width: 52 },
      ],
      listed.map(({ name, kind, from, size }) => [name, KINDS[kind], from ?? '—', sizeWords(size)]),
    ),
  ]
}

function covered({ request, redactions }: Told): Block[] {
  if (redactions.length === 0) return []
  return [
    heading('Lo que se cubrió'),
    prose(
      `Esta respuesta es sobre ${whose(request).data}. Lo que era de otras personas, o una ley dispone expresamente no entregar, se cubrió o se dejó fuera. Aquí se dice qué, por qué y quién lo hizo (art. 5, ${LAW_NAME}).`,
      '',
    ),
    dataTable(
      [
        { label: 'Qué se cubrió', width: '*' },
        { label: 'Dónde', width: 130 },
        { label: 'Por qué', width: 120 },
        { label: 'Quién y cuándo', width: 92 },
      ],
      redactions.map(({ what, where, reason, byName, at }) => [
        what,
        where,
        reason,
        `${byName ?? 'La organización'}, ${longDay(chileanDay(new Date(at)))}`,
      ]),
    ),
  ]
}

// ── art. 5 ──

function purposes({ request, activities, by, note: message }: Told): Block[] {
  if (request.right_type !== 'ACCESS') return []
  if (activities.length === 0)
    return [
      heading('Para qué se usan los datos'),
      prose(
        null,
        `El registro de ${by.name} no tiene actividades publicadas. Pida esta información${contact(by)}.`,
      ),
    ]
  return [
    heading('Para qué se usan los datos'),
    prose(
      `Estas son las actividades con datos personales que ${by.name} tiene en su registro: de dónde provienen los datos, para qué se usan, a quiénes se comunican y por cuánto tiempo se conservan (art. 5, ${LAW_NAME}). Primero van aquellas en cuyos sistemas se encontraron datos ${whose(request).theirs}.`,
      '',
    ),
    ...(asksForEachRecipient(request) ? [prose(eachRecipient(message), '')] : []),
    ...activities.flatMap(({ name, lines }) => [subheading(name), facts(lines)]),
  ]
}

/** Tells a person who asked for each recipient's identity where it is (art. 5). */
function eachRecipient(message: string | null): string {
  const where =
    message === null ? '' : ', y lo que el registro no identifica, en el mensaje de la organización'
  return `Usted pidió la identidad de cada destinatario. Los que el registro identifica están en «A quiénes se comunican» de cada actividad${where}.`
}

function dissent({ on, request, by }: Told): string {
  const words = complaintWords(on, 'receipt', request.right_type)
  const ask = contact(by) ? `Si algo falta o no se entiende, escriba${contact(by)} indicando su folio.\n` : ''
  return `${ask}${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

function fingerprints({ contents }: Told): Block[] {
  const listed = contents.filter(({ kind }) => kind !== 'index')
  return [
    heading('Huellas SHA-256'),
    note(
      'Cada huella permite comprobar que el archivo está completo y sin cambios: «sha256sum» en Linux o macOS, «Get-FileHash» en Windows.',
    ),
    dataTable(
      [
        { label: 'Archivo', width: 190 },
        { label: 'Huella', width: '*' },
      ],
      listed.map(({ name, sha256 }) => [name, { text: sha256, style: 'cell', fontSize: 7.5 }]),
    ),
  ]
}
