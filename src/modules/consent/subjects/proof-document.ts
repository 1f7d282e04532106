import { shownRut } from '#kernel/rut.ts'
import { type Receipt, receiptBlock } from '#modules/evidence/public.ts'
import {
  dataTable,
  facts,
  heading,
  note,
  type PdfDocument,
  prose,
  shortened,
  shortInstant,
  subheading,
} from '#pdf/document.ts'
import type { Action } from '../notices/rules.ts'
import type { Proof } from '../rules.ts'
import type { Field } from '../templates/rules.ts'
import type { ConsentRecord, SubjectRecord } from './schemas.ts'

/** Proof of one consent on paper, which the controller must be able to give (art. 12). */

const ACTION_WORDS: Readonly<Record<Action, string>> = {
  accept_all: 'Aceptó todo',
  reject_all: 'Rechazó todo',
  custom: 'Eligió por finalidad',
  withdraw: 'Retiró su consentimiento',
}

const PROOF_WORDS: Readonly<Record<Proof, string>> = {
  portal: 'La persona entró al portal con un código enviado a su correo',
  api_key: 'Lo comunicó un sistema de la organización, con su clave',
  staff: 'Lo registró una persona de la organización, con la evidencia que se indica',
  confirmed_email: 'La persona lo confirmó desde su correo',
  subject_token: 'La organización identificó a la persona en su sitio, y su servidor lo firmó',
  nobody: 'Nadie comprobó quién decidió',
}

const SOURCE_WORDS: Readonly<Record<string, string>> = {
  banner: 'Aviso de cookies del sitio',
  form: 'Formulario',
  manual: 'Registro de la organización',
  external: 'Sistema de la organización',
  portal: 'Portal de privacidad',
}

const CHANNEL_WORDS: Readonly<Record<string, string>> = {
  paper: 'En papel',
  phone: 'Por teléfono',
  in_person: 'En persona',
  email: 'Por correo',
}

/** Values that the law requires, even if the form does not list them as fields. */
const VALUE_WORDS: Readonly<Record<string, string>> = { age: 'Edad', birthDate: 'Fecha de nacimiento' }

interface Issued {
  organisation: string
  lawVersion: string
  /** The form's fields in the version that was shown. */
  fields: readonly Field[]
  /** The article that requires proof, with the law's name on that day. */
  cited: string
  receipt: Receipt
}

const CHILE = 'America/Santiago'
const moment = (instant: string) => shortInstant(new Date(instant), CHILE)

/** In a form, a refusal is a withdrawal only if the person had consented before. */
export function decisionWords(one: SubjectRecord, all: readonly SubjectRecord[]): string {
  const { action, granted, isEffective, templateId, occurredAt } = one
  const gave = all.some(
    (other) =>
      other.templateId === templateId && other.granted && other.isEffective && other.occurredAt < occurredAt,
  )
  const ofForm = granted
    ? 'Otorgó su consentimiento'
    : gave
      ? 'Retiró su consentimiento'
      : 'No otorgó su consentimiento'
  const words = action ? ACTION_WORDS[action] : ofForm
  return isEffective ? words : `${words} (sin efecto: la persona no lo ha confirmado)`
}

/** More rows do not help a reader. The screen has them all. */
const MOST_ROWS = 200

export function proofDocument(
  record: ConsentRecord,
  all: readonly SubjectRecord[],
  { organisation, lawVersion, fields, cited, receipt }: Issued,
): PdfDocument {
  const { shown, values, representative } = record
  const title = 'Prueba de consentimiento'
  const others = all.slice(0, MOST_ROWS)
  return {
    title,
    organisation,
    footer: shortened(`${organisation} · ${title}`),
    lawVersion,
    dated: new Date(record.createdAt),
    content: [
      { text: organisation, style: 'organisation', margin: [0, 0, 0, 10] },
      { text: title, style: 'title', margin: [0, 0, 0, 6] },
      note(`Al responsable le corresponde probar que la persona consintió (${cited}).`),
      heading('La decisión'),
      facts([
        ['Persona', shownRut(record.subjectRef)],
        ['Decisión', decisionWords(record, all)],
        ['Cuándo decidió', moment(record.occurredAt)],
        ['Cuándo se registró', moment(record.createdAt)],
        [record.kind === 'notice' ? 'Aviso' : 'Formulario', `${record.name}, versión ${record.version}`],
        ['Por dónde', SOURCE_WORDS[record.source] ?? record.source],
        ['Cómo se comprobó quién decidió', PROOF_WORDS[record.provenBy]],
        ...(record.signal ? ([['Señal del navegador', 'Global Privacy Control']] as const) : []),
        ...(record.url ? ([['Página', record.url]] as const) : []),
        ...(record.channel ? ([['Canal', wordFor(CHANNEL_WORDS, record.channel)]] as const) : []),
        ...(record.evidence ? ([['Evidencia', record.evidence]] as const) : []),
        ...(record.recordedBy ? ([['Lo registró', record.recordedBy]] as const) : []),
        ...(representative ? ([['Consintió en su nombre', wordsOf(representative)]] as const) : []),
        ...Object.entries(values).map(([key, value]) => valueFact(fields, key, value)),
      ]),
      heading(
        wasShown(record) ? 'Lo que se le mostró' : 'Texto del formulario vigente al registrar la decisión',
      ),
      subheading(shown.title),
      prose(shown.text, 'El aviso no llevaba texto propio.'),
      ...(shown.purposes.length === 0
        ? []
        : [
            dataTable(
              [
                { label: 'Finalidad', width: 110 },
                { label: 'Para qué', width: '*' },
                { label: 'Decisión', width: 70 },
              ],
              shown.purposes.map(({ name, description, required, granted }) => [
                name,
                description ?? '',
                required ? 'Necesaria' : granted ? 'Aceptada' : 'Rechazada',
              ]),
            ),
          ]),
      heading('El recibo'),
      facts([
        ['Recibo (SHA-256)', record.receipt],
        ['Huella del texto', record.contentHash],
        [
          'Estado',
          record.valid
            ? 'El registro y el texto siguen dando este recibo'
            : 'No coincide: el registro o el texto cambiaron después. Avise a quien administra el servicio.',
        ],
      ]),
      ...receiptBlock(receipt),
      heading('Todas las decisiones de esta persona'),
      dataTable(
        [
          { label: 'Cuándo', width: 100 },
          { label: 'Aviso o formulario', width: '*' },
          { label: 'Decisión', width: 170 },
        ],
        others.map((one) => [
          moment(one.occurredAt),
          `${one.name}, versión ${one.version}`,
          decisionWords(one, all),
        ]),
      ),
      ...(all.length > others.length ? [note(`Y ${all.length - others.length} anteriores.`)] : []),
    ],
  }
}

/** Decisions reported by a member or another system were not shown by this service. */
function wasShown({ source }: ConsentRecord): boolean {
  return source !== 'manual' && source !== 'external'
}

/** Words that somebody chose freely stand as they are. */
function wordFor(words: Readonly<Record<string, string>>, key: string): string {
  return Object.hasOwn(words, key) ? words[key]! : key
}

/** The field's label and the chosen option, as the form shows them. */
function valueFact(fields: readonly Field[], key: string, value: unknown): readonly [string, string] {
  const field = fields.find((one) => one.key === key)
  const words = (one: unknown) => {
    if (typeof one === 'boolean') return one ? 'Sí' : 'No'
    const chosen = field?.options.find((option) => typeof option !== 'string' && option.value === one)
    return typeof chosen === 'object' ? chosen.label : String(one)
  }
  const label = field && field.label !== key ? field.label : wordFor(VALUE_WORDS, key)
  return [label, Array.isArray(value) ? value.map(words).join(', ') : words(value)]
}

function wordsOf(values: Readonly<Record<string, unknown>>): string {
  return Object.values(values)
    .filter((value) => typeof value === 'string' && value !== '')
    .join(', ')
}
