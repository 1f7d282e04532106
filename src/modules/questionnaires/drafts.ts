import { DATA_CATEGORIES, DATA_CATEGORY_KEYS, includesSensitive } from '#kernel/data-categories.ts'
import { type Answers, answerWords, asked, given, NO, YES } from '#kernel/questions.ts'
import { LEVELS } from '#modules/dpia/public.ts'
import { DILIGENCE } from '#modules/processors/public.ts'
import { LEGAL_BASES, RETENTION_PERIODS } from '#modules/rat/public.ts'
import type { MappedQuestion, MappedSection, Target } from './rules.ts'

/** Drafts of records from an answer. Fields without an answer stay open. */

export type DraftValue = string | boolean | readonly string[]

export interface DraftField {
  /** `internationalTransfer.country`: a dot separates a part of the record from its field. */
  field: string
  label: string
  value: DraftValue
  /** The readable form of the value, one text for each item of a list. */
  words: readonly string[]
  /** The question it comes from. */
  question: string
}

export interface Draft {
  nth: number
  title: string
  fields: DraftField[]
  /** Answers that do not fit their field. */
  left: { question: string; answer: string }[]
}

/** Turns an answer into a value; undefined if it does not fit. */
type Read = (values: readonly string[], question: MappedQuestion) => DraftValue | undefined

interface FieldKind {
  label: string
  read: Read
}

const text =
  (most: number): Read =>
  (values, question) => {
    const words = answerWords(question, values).join('; ')
    return words.length <= most ? words : undefined
  }
const flag: Read = ([value]) => (value === YES ? true : value === NO ? false : undefined)
const oneOf =
  (known: readonly string[]): Read =>
  ([value]) =>
    value !== undefined && known.includes(value) ? value : undefined
const someOf =
  (known: readonly string[]): Read =>
  (values) => {
    const fit = values.filter((value) => known.includes(value))
    return fit.length > 0 ? fit : undefined
  }
/** The chosen options, or the written lines. */
const list: Read = (values, { type }) => {
  const parts = type === 'choices' ? values : values.flatMap((value) => value.split(/\n|;/))
  const words = parts.map((one) => one.trim()).filter((one) => one !== '')
  return words.length > 0 && words.length <= 100 && words.every((one) => one.length <= 200)
    ? words
    : undefined
}
const outcome: Read = ([value]) =>
  ({ [YES]: 'YES', [NO]: 'NO', not_applicable: 'NOT_APPLICABLE' })[value ?? '']

const of = (label: string, read: Read): FieldKind => ({ label, read })

/** The fields of each record that an answer can fill. */
export const FIELDS: Readonly<Record<Target, Readonly<Record<string, FieldKind>>>> = {
  activity: {
    name: of('Nombre de la actividad', text(200)),
    purpose: of('Finalidad', text(10_000)),
    legalBasis: of('Base de licitud', oneOf(LEGAL_BASES)),
    legalNorm: of('Norma que lo ordena', text(1100)),
    legitimateInterest: of('Interés legítimo', text(10_000)),
    dataCategories: of('Categorías de datos', someOf(DATA_CATEGORY_KEYS)),
    socioeconomic: of('Situación socioeconómica', flag),
    subjectCategories: of('Categorías de titulares', list),
    dataSource: of('De dónde vienen los datos', text(500)),
    sourceIsPublic: of('Fuente de acceso público', flag),
    recipients: of('Destinatarios', list),
    retentionPeriod: of('Plazo de conservación', oneOf(RETENTION_PERIODS)),
    retentionNote: of('Nota de conservación', text(10_000)),
    securityMeasures: of('Medidas de seguridad', list),
    responsibleArea: of('Área responsable', text(200)),
    'internationalTransfer.exists': of('Transferencia al extranjero', flag),
    'internationalTransfer.country': of('País de destino', text(200)),
    automatedDecisions: of('Decisiones automatizadas', flag),
    automatedLogic: of('Lógica de las decisiones', text(10_000)),
    consentWithdrawal: of('Cómo se retira el consentimiento', text(500)),
    minorsSafeguard: of('Resguardo de menores', text(10_000)),
    'balancing.purpose': of('Ponderación: el interés', text(10_000)),
    'balancing.necessity': of('Ponderación: la necesidad', text(10_000)),
    'balancing.balance': of('Ponderación: el equilibrio', text(10_000)),
    'balancing.safeguards': of('Ponderación: las garantías', text(10_000)),
  },
  processor: {
    name: of('Nombre o razón social', text(200)),
    taxId: of('RUT o registro', text(50)),
    country: of('País', text(200)),
    contactName: of('Contacto', text(200)),
    contactEmail: of('Correo del contacto', text(254)),
    services: of('Servicios', text(10_000)),
    ...Object.fromEntries(
      DILIGENCE.flatMap(({ key, question }) => [
        [`diligence.${key}`, of(question, outcome)],
        [`diligenceNote.${key}`, of(`Nota: ${question}`, text(2000))],
      ]),
    ),
  },
  system: {
    name: of('Nombre del sistema', text(200)),
    type: of('Tipo', text(200)),
    description: of('Descripción', text(10_000)),
    owner: of('Dueño', text(200)),
    vendor: of('Proveedor', text(200)),
    hostingType: of('Alojamiento', text(200)),
    hostingCountry: of('País de alojamiento', text(200)),
    dataCategories: of('Categorías de datos', list),
    securityMeasures: of('Medidas de seguridad', list),
  },
  risk: {
    description: of('Riesgo', text(10_000)),
    likelihood: of('Probabilidad', oneOf(LEVELS)),
    impact: of('Impacto', oneOf(LEVELS)),
    mitigation: of('Medida', text(10_000)),
    opinion: of('Opinión de las personas afectadas', text(10_000)),
  },
}

/** Fields with codes: the value of an option is stored, its label is shown. */
const CODED: readonly string[] = ['type', 'hostingType']

export function isField(target: Target, field: string): boolean {
  return Object.hasOwn(FIELDS[target], field)
}

/** The fields that can name a record, in order of preference. */
const TITLES: Readonly<Record<Target, readonly string[]>> = {
  activity: ['name', 'purpose'],
  processor: ['name'],
  system: ['name'],
  risk: ['description', 'opinion'],
}

/** The targets that the questions fill, in order. */
export function targetsOf(sections: readonly MappedSection[]): Target[] {
  const found = sections.flatMap(({ questions }) => questions.flatMap(({ fills }) => fills?.target ?? []))
  return (Object.keys(FIELDS) as Target[]).filter((target) => found.includes(target))
}

/** The drafts in an answer. A draft without a title is left out. */
export function draftsOf(target: Target, sections: readonly MappedSection[], answers: Answers): Draft[] {
  const drafts = new Map<number, Draft>()
  for (const question of asked(sections, answers)) {
    const { fills } = question
    const values = given(answers[question.key])
    if (fills?.target !== target || values.length === 0 || question.type === 'file') continue
    const kind = FIELDS[target][fills.field]
    if (!kind) continue
    const nth = fills.nth ?? 1
    const draft = drafts.get(nth) ?? { nth, title: '', fields: [], left: [] }
    drafts.set(nth, draft)
    const isCode = CODED.includes(fills.field) && question.type === 'choice'
    const value = isCode ? values[0] : kind.read(values, question)
    const isTaken =
      value !== undefined &&
      merge(target, draft, {
        field: fills.field,
        label: kind.label,
        value,
        words: wordsOf(question, values, value),
        question: question.label,
      })
    if (!isTaken)
      draft.left.push({ question: question.label, answer: answerWords(question, values).join('; ') })
  }
  if (target === 'activity') for (const draft of drafts.values()) addImplied(draft)
  share(drafts)
  return [...drafts.values()]
    .map((draft) => ({ ...draft, title: titleOf(target, draft) }))
    .filter(({ title }) => title !== '')
    .sort((a, b) => a.nth - b.nth)
}

/** Labels of options; for written text, its parts as stored. */
function wordsOf(question: MappedQuestion, values: readonly string[], value: DraftValue): readonly string[] {
  if (typeof value === 'object') return question.type === 'choices' ? answerWords(question, value) : value
  return answerWords(question, values)
}

const MINORS: readonly string[] = ['children', 'adolescents']

/**
 * Adds what follows from the answers: children imply data of minors (art. 16 quáter), and a weighed interest implies that
 * basis (art. 13 d), except for sensitive data, whose basis stays open (art. 16).
 */
function addImplied(draft: Draft): void {
  const said = (name: string) => draft.fields.find(({ field }) => field === name)
  const add = (field: string, value: DraftValue, words: readonly string[], question: string) =>
    merge('activity', draft, { field, label: FIELDS.activity[field]!.label, value, words, question })
  const subjects = said('subjectCategories')
  if (Array.isArray(subjects?.value) && subjects.value.some((one) => MINORS.includes(one)))
    add('dataCategories', ['minor_data'], [DATA_CATEGORIES.minor_data.label], subjects.question)
  const interest = said('balancing.purpose')
  const data = said('dataCategories')?.value
  const isForbidden = Array.isArray(data) && includesSensitive(data)
  if (!interest || said('legalBasis') || isForbidden) return
  add('legalBasis', 'legitimate_interest', [FIELDS.activity['legitimateInterest']!.label], interest.question)
  add('legitimateInterest', interest.value, interest.words, interest.question)
}

/** Fields that are asked once and apply to all drafts of the answer. */
const SHARED: readonly string[] = ['responsibleArea']

function share(drafts: ReadonlyMap<number, Draft>): void {
  const common = drafts.get(1)?.fields.filter(({ field }) => SHARED.includes(field)) ?? []
  for (const draft of drafts.values())
    for (const one of common)
      if (!draft.fields.some(({ field }) => field === one.field)) draft.fields.push(one)
}

/**
 * Merges two questions about one field: joins lists and texts, otherwise keeps the first. False if the field cannot hold
 * both.
 */
function merge(target: Target, { fields }: Draft, next: DraftField): boolean {
  const at = fields.findIndex(({ field }) => field === next.field)
  const before = fields[at]
  if (!before) {
    fields.push(next)
    return true
  }
  if (Array.isArray(before.value) && Array.isArray(next.value))
    fields[at] = {
      ...before,
      value: [...new Set([...before.value, ...next.value])],
      words: [...new Set([...before.words, ...next.words])],
    }
  else if (typeof before.value === 'string' && typeof next.value === 'string' && isFree(next)) {
    const value = FIELDS[target][next.field]!.read([`${before.value}\n${next.value}`], WRITTEN)
    if (value === undefined) return false
    fields[at] = { ...before, value, words: [...before.words, ...next.words] }
  }
  return true
}

/** Stands for joined texts, which have no options. */
const WRITTEN: MappedQuestion = { key: 'joined', type: 'long_text', label: '' }

const isFree = ({ field }: DraftField) =>
  /Note|purpose|description|services|balancing|opinion|minorsSafeguard/.test(field)

const LONGEST_TITLE = 120

function titleOf(target: Target, { fields }: Draft): string {
  for (const name of TITLES[target]) {
    const value = fields.find(({ field }) => field === name)?.value
    if (typeof value === 'string' && value.trim()) return shortened(value)
  }
  return ''
}

export function shortened(value: string): string {
  const line = value.trim().split('\n')[0]!.trim()
  return line.length <= LONGEST_TITLE ? line : `${line.slice(0, LONGEST_TITLE - 1).trimEnd()}…`
}

/** Nests the fields like a body: `internationalTransfer: { country }`. */
export function bodyOf(fields: readonly Pick<DraftField, 'field' | 'value'>[]): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const { field, value } of fields) {
    const [name, part] = field.split('.') as [string, string | undefined]
    if (part === undefined) body[name] = value
    else body[name] = { ...(body[name] as object | undefined), [part]: value }
  }
  return body
}
