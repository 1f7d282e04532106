import type { ReadCtx } from '#db/context.ts'
import { shortInstant } from '#pdf/document.ts'
import { labelOf } from './knowledge/categories.ts'
import { NOT_RECORDED, RISK_NAMES, STATE_NAMES } from './knowledge/notices.ts'
import type { RegisterEntry } from './schemas.ts'
import { pageOfRegister } from './service.ts'

type Cell = string | number

const CELLS: readonly (readonly [column: string, cell: (entry: RegisterEntry) => Cell])[] = [
  ['ID', ({ breachId }) => breachId],
  ['Título', ({ title }) => title],
  ['Estado', ({ status }) => capital(STATE_NAMES[status])],
  ['Entidad legal', ({ legalEntity }) => legalEntity?.name ?? NOT_RECORDED],
  ['RUT', ({ legalEntity }) => legalEntity?.taxId ?? NOT_RECORDED],
  ['Calidad', ({ actsAs }) => (actsAs === 'processor' ? 'Encargado' : 'Responsable')],
  ['Ocurrió', ({ occurredAt }) => (occurredAt ? shortMoment(occurredAt) : NOT_RECORDED)],
  ['Detectada', ({ detectedAt }) => shortMoment(detectedAt)],
  ['Naturaleza', ({ nature }) => nature],
  ['Efectos', ({ effects }) => effects],
  [
    'Categorías de datos',
    ({ dataCategories }) => dataCategories.map(({ label }) => label).join('; ') || NOT_RECORDED,
  ],
  ['Titulares (aproximado)', ({ approximateSubjects }) => approximateSubjects ?? NOT_RECORDED],
  ['Medidas de gestión', ({ measures }) => measures.management.join('; ') || NOT_RECORDED],
  ['Medidas de prevención', ({ measures }) => measures.prevention],
  ['Comunicaciones', (entry) => entry.communications.map(communication).join('; ') || 'Ninguna'],
  ['Razón si no se avisó a los titulares', ({ noNoticeReason }) => noNoticeReason ?? 'No aplica'],
  [
    'Evaluación del riesgo',
    ({ riskAssessment }) => (riskAssessment ? assessment(riskAssessment) : NOT_RECORDED),
  ],
  ['Fundamento del riesgo', ({ riskRationale }) => riskRationale],
  ['Respuestas contra lo registrado', ({ overrides }) => overrides.map(override).join('; ') || 'Ninguna'],
]

/** The register as a sheet for people: dates in Chile, states in words, and no empty cell. */
export const REGISTER_COLUMNS = CELLS.map(([column]) => column)

export async function registerRows(ctx: ReadCtx, after: string | undefined) {
  const { entries, last } = await pageOfRegister(ctx, after)
  return { last, rows: entries.map((entry) => CELLS.map(([, cell]) => cell(entry))) }
}

function communication({ recipient, at, medium, kind }: RegisterEntry['communications'][number]): string {
  const how = [at && shortMoment(at), medium, kind === 'complementary' && 'complementaria'].filter(Boolean)
  return `${recipient}: ${how.join(', ')}`
}

function assessment({ riskToSubjects, ...decision }: NonNullable<RegisterEntry['riskAssessment']>): string {
  const whom = [
    decision.requiresNotification && 'a la Agencia',
    decision.requiresSubjectNotification && 'a los titulares',
    decision.requiresControllerNotification && 'al responsable',
  ].filter(Boolean)
  const duty = whom.length > 0 ? `Se comunica ${whom.join(' y ')}` : 'No es obligatorio comunicarla'
  return `Riesgo ${RISK_NAMES[riskToSubjects]}. ${duty}.`
}

const ASKED = {
  hasSensitiveData: 'Datos sensibles',
  hasMinorData: 'Datos de menores de catorce años',
  hasFinancialData: labelOf('financial'),
} as const

function override({ field, reason }: RegisterEntry['overrides'][number]): string {
  return `${ASKED[field]}: descartado. ${reason}`
}

/** «10-03-2026 09:30», in Chilean time. */
function shortMoment(instant: string): string {
  return shortInstant(new Date(instant), 'America/Santiago')
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
