import Type, { type Static } from 'typebox'
import { LawNotice, LawVersion } from '#http/legal-schemas.ts'
import {
  CalendarDate,
  Flag,
  Id,
  Instant,
  listOf,
  listQuery,
  nullable,
  oneOf,
  optional,
  Remark,
} from '#http/schema-kit.ts'
import { type List, newestWritten } from '#kernel/paging.ts'
import { activityFilters } from '#modules/rat/public.ts'
import { SCOPES, SkippedOrganisation, Task } from '#modules/tasks/public.ts'
import { AREAS, FINE_CLASSES, KINDS, LEVELS, SEVERITIES, STATUSES, TARGET_AREAS } from './rules.ts'

// ── input ──

export const FORMATS = ['csv', 'excel', 'xlsx'] as const

export const SEPARATORS = ['comma', 'semicolon'] as const

export const ExportQuery = Type.Object({
  separator: Type.Optional(
    oneOf(SEPARATORS, {
      description: 'De las columnas del csv: coma (por defecto) o punto y coma, que abre Excel en español',
    }),
  ),
  format: Type.Optional(
    oneOf(FORMATS, { description: 'csv (por defecto) o excel; xlsx es lo mismo que excel' }),
  ),
})

/** Same search and filters as the list of the register. */
export const ActivityExportQuery = Type.Object({
  ...ExportQuery.properties,
  q: Type.Optional(Remark(200, { description: 'Palabras que tiene, cada una por su comienzo' })),
  ...activityFilters,
})

export const ModelQuery = Type.Object({
  format: Type.Optional(oneOf(['pdf', 'docx'] as const, { description: 'Por defecto, pdf' })),
})

export const AppointmentQuery = Type.Object({
  ...ModelQuery.properties,
  legalEntityId: Type.Optional(Remark(100, { description: 'Por defecto, la entidad principal' })),
})

/** The body may be missing. */
export const NewReport = nullable(
  Type.Object(
    { title: optional(Remark(200)) },
    { examples: [{ title: 'Informe al directorio, diciembre' }] },
  ),
)
export type NewReport = Static<typeof NewReport>

export const REPORTS = newestWritten('governance_reports', { columns: ['title', 'kind', 'file_name'] })

export const ReportsQuery = listQuery(REPORTS, {
  kind: Type.Optional(oneOf(KINDS)),
  status: Type.Optional(oneOf(STATUSES)),
})
export type ReportsQuery = Static<typeof ReportsQuery>

/** Oldest first: these documents have waited longest. */
export const REISSUE: List<'issuedAt'> = {
  name: 'reissue',
  sorts: { issuedAt: 'issued_at' },
  first: 'issuedAt',
  changed: 'issued_at',
  id: 'id',
  search: { columns: ['name'] },
}

export const ReissueQuery = listQuery(REISSUE, {})
export type ReissueQuery = Static<typeof ReissueQuery>

// ── output ──

const Points = Type.Integer({ minimum: 0, maximum: 100, examples: [72] })

const FindingSchema = Type.Object({
  check: Type.String({ examples: ['dpia.approved'] }),
  severity: oneOf(SEVERITIES),
  message: Type.String({
    examples: ['1 actividad publicada requiere una evaluación de impacto y no la tiene aprobada.'],
  }),
  link: Type.String({
    description: 'Ruta de esta API donde se resuelve',
    examples: ['/rat/activities?dpiaRequired=true'],
  }),
  target: Type.Object(
    {
      area: oneOf(TARGET_AREAS),
      id: Type.Optional(Id()),
      filter: Type.Optional(
        Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } }),
      ),
    },
    {
      description: 'Lo mismo que «link», en partes',
      examples: [{ area: 'activities', filter: { dpiaRequired: 'true' } }],
    },
  ),
  article: Type.String({ examples: ['art. 15 ter, Ley 19.628 (mod. Ley 21.719)'] }),
  action: Type.String({ examples: ['Haga la evaluación y apruébela.'] }),
  fineClass: nullable(oneOf(FINE_CLASSES, { description: 'Arts. 34 bis (leve), 34 ter (grave), 34 quáter' })),
  pointsLost: Type.Number({ description: 'Lo que resta al puntaje total', examples: [5] }),
})

const CheckSchema = Type.Object({
  key: Type.String({ examples: ['dpia.approved'] }),
  label: Type.String({ examples: ['Las actividades de alto riesgo tienen su evaluación aprobada'] }),
  met: Type.Integer({ minimum: 0, examples: [0] }),
  total: Type.Integer({ minimum: 1, examples: [1] }),
})

export const ComplianceScore = Type.Object({
  score: Points,
  level: oneOf(LEVELS, { description: 'low hasta 59, medium hasta 84, high desde 85' }),
  areas: Type.Array(
    Type.Object({
      key: oneOf(Object.keys(AREAS) as (keyof typeof AREAS)[]),
      label: Type.String({ examples: ['Evaluaciones de impacto'] }),
      score: Points,
      hasData: Flag({ description: 'false si no hay casos que medir: el área no cuenta y su puntaje es 0' }),
      weight: Type.Integer({ examples: [10] }),
      checks: Type.Array(CheckSchema),
      findings: Type.Array(FindingSchema),
    }),
  ),
  calculatedAt: Instant(),
  lawNotice: LawNotice(),
})

export const ScoreHistoryQuery = Type.Object({
  days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 730, description: 'Cuántos días hasta hoy; 60 si no se indica' }),
  ),
})
export type ScoreHistoryQuery = Static<typeof ScoreHistoryQuery>

export const ScoreHistory = Type.Object({
  items: Type.Array(Type.Object({ on: CalendarDate(), score: Points }), {
    description: 'Del más antiguo al más nuevo; los días sin servicio faltan',
  }),
})

export const OverviewQuery = Type.Object({
  scope: Type.Optional(
    oneOf(SCOPES, { description: 'tenant (por defecto) o all: todas sus organizaciones' }),
  ),
})

const States = Type.Array(
  Type.Object({ state: Type.String({ examples: ['RECEIVED'] }), count: Type.Integer({ minimum: 0 }) }),
  { examples: [[{ state: 'RECEIVED', count: 2 }]] },
)

export const OverviewItem = Type.Object({
  tenantId: Id(),
  tenantName: Type.String({ examples: ['Tienda Sur SpA'] }),
  slug: Type.String({ examples: ['tienda-sur-spa'] }),
  score: Points,
  level: oneOf(LEVELS),
  deadlines: Type.Array(Task, {
    description: 'Hasta diez tareas suyas vencidas y diez por vencer, por plazo',
  }),
  tasks: Type.Integer({ minimum: 0, description: 'Cuántas tareas le esperan' }),
  overdue: Type.Integer({ minimum: 0, description: 'De ellas, las vencidas' }),
  unread: Type.Integer({ minimum: 0, description: 'Avisos suyos sin leer; 0 para una clave' }),
  counts: Type.Object({
    requests: States,
    breaches: States,
    assessments: States,
    contracts: States,
    activities: States,
    approvals: States,
  }),
})
export type OverviewItem = Static<typeof OverviewItem>

export const Overview = Type.Object({
  items: Type.Array(OverviewItem),
  skipped: Type.Array(SkippedOrganisation, {
    description: 'Con scope=all: las organizaciones que no admiten esta sesión',
  }),
})
export type Overview = Static<typeof Overview>

export const FolderParts = Type.Object({
  items: Type.Array(
    Type.Object({
      folder: Type.String({ examples: ['01-organizacion'] }),
      title: Type.String({ examples: ['Organización y contacto'] }),
      article: Type.String({ examples: ['arts. 14 ter letras b) y c), y 50'] }),
      note: nullable(Type.String({ examples: ['Los archivos van de a uno por contrato.'] })),
    }),
  ),
})

const REISSUE_KINDS = ['privacy_policy', 'cookie_policy', 'contract', 'dpia_assessment'] as const
export type ReissueKind = (typeof REISSUE_KINDS)[number]

export const ReissueItem = Type.Object({
  entityType: oneOf(REISSUE_KINDS),
  entityId: Id(),
  title: Type.String({ examples: ['Política de privacidad: Tienda Sur SpA'] }),
  lawVersion: LawVersion(),
  issuedAt: Instant({ description: 'Cuándo se publicó, envió, firmó o aprobó' }),
  link: Type.String({
    description: 'Ruta de esta API',
    examples: ['/privacy-policy/019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'],
  }),
})
export type ReissueItem = Static<typeof ReissueItem>

export const Reissue = Type.Object({
  lawVersion: Type.String({ description: 'La versión vigente de la ley', examples: ['2026-12-01'] }),
  ...listOf('items', ReissueItem).properties,
})

const Pesos = nullable(
  Type.Integer({ minimum: 0, description: 'Nulo si no se conoce la UTM', examples: [358_605_000] }),
)

const ExposureItem = Type.Object({
  finding: Type.String({ description: 'Clave de la comprobación del puntaje', examples: ['dpia.approved'] }),
  message: Type.String({
    examples: ['1 actividad publicada requiere una evaluación de impacto y no la tiene aprobada.'],
  }),
  article: Type.String({ examples: ['art. 15 ter, Ley 19.628 (mod. Ley 21.719)'] }),
  class: oneOf(FINE_CLASSES, { description: 'Arts. 34 bis (leve), 34 ter (grave), 34 quáter (gravísima)' }),
  minUtm: Type.Integer({ minimum: 0, description: 'La ley no fija un mínimo' }),
  maxUtm: Type.Integer({ minimum: 0, examples: [20_000] }),
  minClp: Pesos,
  maxClp: Pesos,
  mitigating: Type.Array(Type.String(), { description: 'Atenuantes que cabe probar (art. 36)' }),
  aggravating: Type.Array(Type.String(), { description: 'Agravantes posibles (arts. 36 y 37)' }),
  smeWindow: Flag({
    description: 'Si hoy la Agencia puede amonestar en vez de multar a una empresa de menor tamaño',
  }),
})
export type ExposureItem = Static<typeof ExposureItem>

export const Exposure = Type.Object({
  currency: oneOf(['CLP'] as const),
  utmValue: nullable(Type.Integer({ minimum: 0, examples: [71_721] })),
  utmMonth: nullable(Type.String({ examples: ['2026-09'] })),
  effectiveFrom: Type.String({
    format: 'date',
    description: 'Desde cuándo rigen las multas',
    examples: ['2026-12-01'],
  }),
  items: Type.Array(ExposureItem),
  total: Type.Object({
    minUtm: Type.Integer({ minimum: 0 }),
    maxUtm: Type.Integer({ minimum: 0 }),
    minClp: Pesos,
    maxClp: Pesos,
  }),
  note: Type.String(),
})
export type Exposure = Static<typeof Exposure>

export const Report = Type.Object({
  id: Id(),
  kind: oneOf(KINDS),
  title: Type.String({ examples: ['Informe al directorio, diciembre'] }),
  status: oneOf(STATUSES),
  progress: Type.Integer({ minimum: 0, maximum: 100, examples: [0] }),
  score: nullable(Points),
  level: nullable(oneOf(LEVELS)),
  contentType: nullable(Type.String({ examples: ['application/pdf'] })),
  fileName: nullable(Type.String({ examples: ['informe-de-cumplimiento.pdf'] })),
  sizeBytes: nullable(
    Type.Integer({ minimum: 0, description: 'De una carpeta lista', examples: [1_482_113] }),
  ),
  sha256: nullable(
    Type.String({
      description: 'De la carpeta entera',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
  ),
  error: nullable(Type.String({ examples: ['No pudimos preparar el documento.'] })),
  lawVersion: LawVersion(),
  createdBy: nullable(Id()),
  createdAt: Instant(),
  completedAt: nullable(Instant()),
})
export type Report = Static<typeof Report>

// ── files, outside the envelope (contract part 1, rule 2) ──

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

export const MODEL_FILE = {
  description: 'El modelo de prevención de infracciones',
  types: ['application/pdf', DOCX],
}

export const APPOINTMENT_FILE = {
  description: 'El acta de designación del delegado y la comunicación a la Agencia',
  types: ['application/pdf', DOCX],
}

export const TABLE_FILE = {
  description: 'La tabla completa: CSV en UTF-8 con BOM, o libro de Excel',
  types: ['text/csv', XLSX],
}

export const REPORT_FILE = {
  description: 'El informe (PDF) o la carpeta de fiscalización (ZIP)',
  types: ['application/pdf', 'application/zip'],
}
