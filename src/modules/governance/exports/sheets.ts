import type { ReadCtx } from '#db/context.ts'
import { DATA_CATEGORIES, type DataCategory } from '#kernel/data-categories.ts'
import { VOCABULARY } from '#modules/data-map/public.ts'
import {
  type AssessmentSummary,
  LEVEL_WORDS,
  LEVELS,
  listSummaries,
  STATE_WORDS,
  type State,
} from '#modules/dpia/public.ts'
import { type SheetTarget, sheetColumn, sheetShape } from '#modules/imports/public.ts'
import {
  ACTIVITY_COLUMNS,
  type ActivityFacts,
  basisWords,
  listActivities,
  listActivityIds,
  RETENTION_LABELS,
  readCountry,
} from '#modules/rat/public.ts'
import type { Cell, Row, Rows } from '#sheets/csv.ts'
import type { SheetShape } from '#sheets/workbook.ts'
import { territoryOf } from '../territory.ts'
import { type Around, listAround, listIds, readSystemNames } from './repo.ts'

/** One short read in the tenant. A long table takes many, so that no transaction is long. */
export type Read = <T>(work: (ctx: ReadCtx) => Promise<T>) => Promise<T>

export interface Table {
  /** The name of the file. */
  name: string
  sheet: string
  columns: readonly string[]
  /** Only for workbooks that people fill in and send back. */
  shape?: SheetShape
  /** Finishes the first read before it returns, so a caller without the right is refused before the first byte. */
  open(read: Read, filters?: object): Promise<Rows>
}

interface Column<Of> {
  label: string
  value(of: Of): Cell
}

/** Reading this many rows takes a few milliseconds. Between two batches other requests get their turn. */
const BATCH = 100

/** Loads the ids batch by batch, in order. Reads the next batch while the caller writes the last one. */
async function* inBatches<T>(
  ids: readonly string[],
  load: (ids: readonly string[]) => Promise<T[]>,
): AsyncGenerator<T> {
  const loadFrom = (at: number) => (at < ids.length ? load(ids.slice(at, at + BATCH)) : undefined)
  let next = loadFrom(0)
  for (let at = BATCH; next; at += BATCH) {
    const found: T[] = await next
    next = loadFrom(at)
    // If the reader leaves early, nobody awaits this promise.
    next?.catch(() => undefined)
    yield* found
  }
}

// ── record of processing activities ──

interface Recorded {
  activity: ActivityFacts
  around: Around | undefined
  systemNames: ReadonlyMap<string, string>
}

const STATUS_WORDS = { draft: 'Borrador', published: 'Publicada', archived: 'Archivada' } as const
const RISK_WORDS = { low: 'Bajo', medium: 'Medio', high: 'Alto' } as const
const DPA_WORDS = {
  NONE: 'sin contrato',
  PENDING: 'contrato pendiente',
  SIGNED: 'contrato vigente',
  EXPIRED: 'contrato vencido',
} as const

/** DS 662 art. 3 letra d), items i to xi, and what an inspector asks next. */
const RAT_COLUMNS: readonly Column<Recorded>[] = [
  { label: 'ID', value: ({ activity }) => activity.id },
  { label: 'Actividad', value: ({ activity }) => activity.name },
  { label: 'Estado', value: ({ activity }) => STATUS_WORDS[activity.status] },
  {
    label: 'Calidad',
    value: ({ activity }) => (activity.controllerRole === 'encargado' ? 'Encargado' : 'Responsable'),
  },
  { label: 'Responsable', value: ({ activity }) => activity.controllerName },
  { label: 'Entidad legal', value: ({ around }) => around?.entity ?? null },
  { label: 'Área responsable', value: ({ activity }) => activity.responsibleArea },
  { label: 'Tipos de datos', value: ({ activity }) => joined(activity.dataCategories.map(dataWord)) },
  { label: 'Datos sensibles', value: ({ activity }) => yesNo(activity.hasSensitiveData) },
  { label: 'Situación socioeconómica', value: ({ activity }) => yesNo(activity.socioeconomic) },
  {
    label: 'Ámbito territorial',
    value: ({
      activity: {
        internationalTransfer: { exists, country },
      },
    }) => territoryOf(exists, country),
  },
  {
    label: 'Sistema principal',
    value: ({ activity, systemNames }) => (activity.systemId && systemNames.get(activity.systemId)) || null,
  },
  { label: 'Bases de datos y sistemas', value: ({ around }) => around?.systems ?? null },
  {
    label: 'Categorías de titulares',
    value: ({ activity }) => joined(activity.subjectCategories.map(termOf(VOCABULARY.subjectCategories))),
  },
  { label: 'Finalidad', value: ({ activity }) => activity.purpose },
  { label: 'Origen de los datos', value: ({ activity }) => activity.dataSource },
  { label: 'Fuente de acceso público', value: ({ activity }) => yesNo(activity.sourceIsPublic) },
  {
    label: 'Base de licitud',
    value: (recorded) => basisOf(recorded)?.label ?? null,
  },
  {
    label: 'Artículo',
    value: (recorded) => basisOf(recorded)?.article ?? null,
  },
  { label: 'Norma que lo ordena', value: ({ activity }) => activity.legalNorm },
  { label: 'Interés legítimo', value: ({ activity }) => activity.legitimateInterest },
  { label: 'Destinatarios', value: ({ activity }) => joined(activity.recipients) },
  {
    label: 'Encargados',
    value: ({ activity }) =>
      joined(activity.processors.map(({ name, dpaStatus }) => `${name} (${DPA_WORDS[dpaStatus]})`)),
  },
  {
    label: 'Transferencia internacional',
    value: ({ activity }) => yesNo(activity.internationalTransfer.exists),
  },
  {
    label: 'País de destino',
    value: ({ activity: { internationalTransfer: transfer } }) =>
      transfer.country && (readCountry(transfer.country)?.name ?? transfer.country),
  },
  {
    label: 'Mecanismo de transferencia',
    value: ({ activity: { internationalTransfer: transfer } }) =>
      transfer.mechanism && termOf(VOCABULARY.transferMechanisms)(transfer.mechanism),
  },
  {
    label: 'Plazo de conservación',
    value: ({ activity }) => activity.retentionPeriod && RETENTION_LABELS[activity.retentionPeriod],
  },
  { label: 'Condiciones de supresión', value: ({ activity }) => activity.retentionNote },
  { label: 'Decisiones automatizadas', value: ({ activity }) => yesNo(activity.automatedDecisions) },
  { label: 'Lógica y consecuencias', value: ({ activity }) => activity.automatedLogic },
  { label: 'Retiro del consentimiento', value: ({ activity }) => activity.consentWithdrawal },
  { label: 'Resguardo de menores', value: ({ activity }) => activity.minorsSafeguard },
  {
    label: 'Medidas de seguridad',
    value: ({ activity }) => joined(activity.securityMeasures.map(termOf(VOCABULARY.securityMeasures))),
  },
  { label: 'Dominios', value: ({ around }) => around?.domains ?? null },
  { label: 'Nivel de riesgo', value: ({ activity }) => activity.riskLevel && RISK_WORDS[activity.riskLevel] },
  { label: 'Requiere evaluación de impacto', value: ({ activity }) => yesNo(activity.dpiaRequired) },
  {
    label: 'Evaluación de impacto',
    value: ({ around }) => (around?.assessment ? STATE_WORDS[around.assessment as State] : null),
  },
  { label: 'Publicada', value: ({ activity }) => moment(activity.publishedAt) },
  { label: 'Creada', value: ({ activity }) => moment(activity.createdAt) },
  { label: 'Actualizada', value: ({ activity }) => moment(activity.updatedAt) },
]

const MOMENTS = ['Publicada', 'Creada', 'Actualizada']
const OPEN = ['Base de licitud', 'Artículo']

/** A workbook of the register comes back with its lists and its hidden ids (POST /imports). */
function registerShape(): SheetShape {
  const known = new Map(ACTIVITY_COLUMNS.map((column) => [column.heading, column]))
  return {
    sheet: 'Registro de actividades',
    columns: RAT_COLUMNS.map(({ label }) => {
      const column = known.get(label)
      if (label === 'ID') return { heading: label, hidden: true }
      if (MOMENTS.includes(label)) return { heading: label, kind: 'moment' as const }
      // The article may change the words of a basis, so the list is only a suggestion.
      return column ? { ...sheetColumn(column), ...(OPEN.includes(label) && { open: true }) } : label
    }),
  }
}

export const RAT_TABLE: Table = {
  name: 'rat',
  sheet: 'Registro de actividades',
  columns: RAT_COLUMNS.map(({ label }) => label),
  shape: registerShape(),
  async open(read, filters = {}) {
    const isNarrowed = Object.values(filters).some((value) => value !== undefined)
    const [all, systemNames] = await read((ctx) =>
      Promise.all([isNarrowed ? [] : listIds(ctx, 'activity_register'), readSystemNames(ctx)]),
    )
    const ids = isNarrowed ? await listActivityIds(read, filters) : all
    return inBatches(ids, async (batch) => {
      const [activities, around] = await read((ctx) =>
        Promise.all([listActivities(ctx, { ids: batch }), listAround(ctx, batch)]),
      )
      const aroundOf = new Map(around.map((one) => [one.activity_id, one]))
      return activities.map((activity) =>
        rowOf(RAT_COLUMNS, { activity, around: aroundOf.get(activity.id), systemNames }),
      )
    })
  },
}

// ── impact assessments ──

const DPIA_COLUMNS: readonly Column<AssessmentSummary>[] = [
  { label: 'ID', value: ({ id }) => id },
  { label: 'Evaluación', value: ({ title }) => title },
  { label: 'Estado', value: ({ status }) => STATE_WORDS[status] },
  { label: 'Versión', value: ({ version }) => version },
  { label: 'Actividad', value: ({ activityName }) => activityName },
  { label: 'Descripción', value: ({ description }) => description },
  { label: 'Alcance', value: ({ scope }) => scope },
  { label: 'Necesidad', value: ({ necessity }) => necessity },
  { label: 'Proporcionalidad', value: ({ proportionality }) => proportionality },
  { label: 'Riesgos', value: ({ riskCount }) => riskCount },
  ...LEVELS.map((level) => ({
    label: `Riesgos de nivel ${LEVEL_WORDS[level].toLowerCase()}`,
    value: ({ risksByLevel }: AssessmentSummary) => risksByLevel[level],
  })),
  { label: 'Riesgo mayor', value: ({ highestRisk }) => highestRisk && LEVEL_WORDS[highestRisk] },
  {
    label: 'Riesgo residual mayor',
    value: ({ highestResidualRisk }) => highestResidualRisk && LEVEL_WORDS[highestResidualRisk],
  },
  { label: 'Riesgos sin tratar', value: ({ unmitigated }) => unmitigated },
  { label: 'Aprobada por', value: ({ approverName }) => approverName },
  { label: 'Aprobada', value: ({ approvedAt }) => moment(approvedAt) },
  { label: 'Creada', value: ({ createdAt }) => moment(createdAt) },
  { label: 'Actualizada', value: ({ updatedAt }) => moment(updatedAt) },
]

export const DPIA_TABLE: Table = {
  name: 'dpia',
  sheet: 'Evaluaciones de impacto',
  columns: DPIA_COLUMNS.map(({ label }) => label),
  async open(read) {
    const ids = await read((ctx) => listIds(ctx, 'assessment_register'))
    return inBatches(ids, async (batch) => {
      const summaries = await read((ctx) => listSummaries(ctx, batch))
      return summaries.map((summary) => rowOf(DPIA_COLUMNS, summary))
    })
  },
}

// ── tables of other modules ──

/** The records of a target, in the columns that its import accepts. */
export function targetTable({ name, title, columns, page }: SheetTarget): Table {
  return {
    name,
    sheet: title,
    columns: ['ID', ...columns.map(({ heading }) => heading)],
    shape: sheetShape(title, columns),
    async open(read) {
      const first = await read((ctx) => page!(ctx, undefined))
      return pages(first, (after) => read((ctx) => page!(ctx, after)))
    },
  }
}

type Exported = { id: string; cells: Cell[] }[]

async function* pages(first: Exported, next: (after: string) => Promise<Exported>): AsyncGenerator<Row> {
  for (let found = first; found.length > 0; found = await next(found.at(-1)!.id))
    yield* found.map(({ id, cells }) => [id, ...cells])
}

// ── words ──

function rowOf<Of>(columns: readonly Column<Of>[], of: Of): Row {
  return columns.map(({ value }) => value(of))
}

const moment = (instant: string | null) => (instant === null ? null : new Date(instant))

const yesNo = (value: boolean) => (value ? 'Sí' : 'No')

const dataWord = (key: string) => DATA_CATEGORIES[key as DataCategory]?.label ?? key

function termOf(terms: readonly { value: string; label: string }[]) {
  return (value: string) => terms.find((term) => term.value === value)?.label ?? value
}

/** Art. 20: a public body has bases of its own. */
function basisOf({ activity, around }: Recorded) {
  return basisWords({ ...activity, isPublicBody: around?.is_public_body ?? false })
}

/** Art. 1 bis: processing in Chile, and also abroad if data go there. */
function joined(values: readonly string[]): string | null {
  return values.join('; ') || null
}
