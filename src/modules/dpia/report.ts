import { chileanDay } from '#kernel/dates.ts'
import type { Law } from '#kernel/law/law.ts'
import { bindingNote } from '#kernel/law/wording.ts'
import type { LegalFinding } from '#kernel/legal-checks.ts'
import { ROLE_NAMES } from '#kernel/roles.ts'
import { shownRut } from '#kernel/rut.ts'
import type { EntityRow } from '#modules/org/public.ts'
import type { ActivityRecord } from '#modules/rat/public.ts'
import type { TrailEntry } from '#modules/workflows/public.ts'
import {
  type Badge,
  type Block,
  cover,
  dataTable,
  facts,
  heading,
  longDate,
  MUTED,
  note,
  type PdfDocument,
  prose,
  shortened,
  shortInstant,
  subheading,
  TEXT_COLOR,
} from '#pdf/document.ts'
import type { AssessmentRow, RiskRow } from './repo.ts'
import { hasOpinions, opinionsOf, planOf } from './report-plan.ts'
import {
  countLevels,
  countMatrix,
  highest,
  LEVELS,
  type Level,
  lacksMeasure,
  riskLevel,
  STATE_WORDS,
  type State,
  type Weighed,
} from './rules.ts'
import {
  activityFacts,
  LEVEL_WORDS,
  LIKELIHOOD_WORDS,
  RISK_STATUS_WORDS,
  undeclaredAdequacy,
} from './words.ts'

/** Everything the report shows, gathered in one short read. */
export interface Report {
  assessment: AssessmentRow
  risks: readonly RiskRow[]
  trail: readonly TrailEntry[]
  /** The activity as it was at the approval, or as it is now. */
  activity: ActivityRecord | undefined
  /** The activity's current record. */
  today: ActivityRecord | undefined
  tenant: { name: string; tax_id: string | null; timezone: string }
  entity: EntityRow | undefined
  /** What art. 15 ter requires and the assessment lacks. */
  findings: readonly LegalFinding[]
  /** The law of today. */
  law: Law
}

const KIND = 'Evaluación de impacto en protección de datos personales'

/**
 * The report that a privacy officer hands to a board. The same facts give the same bytes: nothing depends on the clock or on
 * chance.
 */
export function reportOf(report: Report): PdfDocument {
  const { assessment, tenant, entity, risks, activity } = report
  const organisation = entity?.name ?? tenant.name
  return {
    title: `${KIND}: ${assessment.title}`,
    organisation,
    footer: shortened(`${organisation} · ${assessment.title}`),
    lawVersion: assessment.law_version ?? report.law.version,
    dated: datedOf(report),
    ...(assessment.status !== 'approved' && { watermark: STATE_WORDS[assessment.status].toUpperCase() }),
    content: [
      coverOf(report, organisation),
      heading('1. Resumen'),
      ...bindingNote({ law: report.law, day: chileanDay(datedOf(report)) }).map(note),
      ...summaryOf(risks),
      heading('2. Descripción y alcance'),
      prose(assessment.description, 'Sin descripción.'),
      subheading('Alcance'),
      prose(assessment.scope, 'Sin alcance descrito.'),
      heading('3. Actividad de tratamiento'),
      ...(activity
        ? [facts(activityFacts(activity)), ...adequacyOf(report), ...changedSince(report)]
        : [prose(null, 'La evaluación no está ligada a una actividad del registro.')]),
      heading('4. Necesidad y proporcionalidad'),
      subheading('Necesidad'),
      prose(assessment.necessity, 'Sin análisis de necesidad.'),
      subheading('Proporcionalidad'),
      prose(assessment.proportionality, 'Sin análisis de proporcionalidad.'),
      ...(risks.length === 0
        ? [heading('5. Riesgos'), prose(null, 'No se han registrado riesgos.')]
        : [
            heatMap(risks),
            ...residualMap(risks),
            subheading('Riesgos y medidas'),
            riskTable(risks),
            ...planOf(risks),
          ]),
      ...opinionsOf(assessment, tenant.timezone),
      heading(hasOpinions(assessment) ? '7. Aprobación' : '6. Aprobación'),
      ...approvalOf(report),
    ],
  }
}

/** Keeps a signatory from affirming a country's adequacy on the record's word alone. */
function adequacyOf({ activity, law }: Report): Block[] {
  const missing = activity && undeclaredAdequacy(activity.internationalTransfer, law)
  return missing ? [note(missing)] : []
}

/** The report shows the activity as approved, and points out a later change of the record. */
function changedSince({ assessment, today, tenant }: Report): Block[] {
  const { approved_at: approvedAt, activity_snapshot: kept } = assessment
  if (!approvedAt) return []
  const told = kept ? [note('La actividad se muestra como estaba al aprobarse la evaluación.')] : []
  const changedAt = today && new Date(today.updatedAt)
  if (!changedAt || changedAt <= approvedAt) return told
  return [
    ...told,
    note(
      `La actividad se modificó el ${longDate(changedAt, tenant.timezone)}, después de la aprobación: revise si lo evaluado sigue vigente.`,
    ),
  ]
}

/** The day of approval; before it, the last change of anything shown. */
function datedOf({ assessment, trail, activity }: Report): Date {
  if (assessment.approved_at) return assessment.approved_at
  const instants = [assessment.updated_at, ...trail.map(({ createdAt }) => createdAt)]
  if (activity) instants.push(new Date(activity.updatedAt))
  return new Date(Math.max(...instants.map((instant) => instant.getTime())))
}

const STATE_BADGES: Readonly<Record<State, Omit<Badge, 'text'>>> = {
  draft: { fill: '#e5e7eb', ink: TEXT_COLOR },
  in_review: { fill: '#dbe7f6', ink: '#1d4e89' },
  approved: { fill: '#cfe8d5', ink: '#14532d' },
  rejected: { fill: '#f3b0ae', ink: '#7f1d1d' },
}

function coverOf(report: Report, organisation: string): Block {
  const { assessment, activity, tenant, entity } = report
  const { status, approved_at: approvedAt } = assessment
  const date = (instant: Date) => longDate(instant, tenant.timezone)
  const dpo = [entity?.dpo_name, entity?.dpo_email].filter(Boolean).join(' · ')
  return cover({
    organisation,
    kind: KIND,
    title: assessment.title,
    badge: { text: STATE_WORDS[status], ...STATE_BADGES[status] },
    facts: [
      ['Versión', String(assessment.version)],
      ['Fecha', date(datedOf(report))],
      ['Iniciada', date(assessment.created_at)],
      ...(approvedAt ? [['Aprobada', `${date(approvedAt)}, por ${approverOf(assessment)}`] as const] : []),
      ['Responsable', organisation],
      ['RUT', shownRut(entity?.tax_id ?? tenant.tax_id)],
      ['Delegado de protección de datos', dpo || 'Sin designar'],
      ['Actividad evaluada', activity?.name],
      ['Referencia', assessment.id],
    ],
    note: contentsOf(report),
  })
}

/** The cover says that the assessment has its contents only if it has them. */
function contentsOf({ findings }: Report): string {
  const missing = findings.filter(({ severity }) => severity !== 'low')
  if (missing.length === 0)
    return 'Documento elaborado conforme al art. 15 ter, Ley 19.628 (mod. Ley 21.719): operaciones y finalidad, necesidad y proporcionalidad, riesgos y medidas de mitigación.'
  return `Documento incompleto según el art. 15 ter, Ley 19.628 (mod. Ley 21.719). ${missing.map(({ message }) => message).join(' ')}`
}

function approverOf({ approver_name: name, approver_role: role }: AssessmentRow): string {
  return role ? `${name} (${ROLE_NAMES[role]})` : String(name)
}

// ── summary ──

const LEVEL_COLOURS: Readonly<Record<Level, Omit<Badge, 'text'>>> = {
  low: { fill: '#cfe8d5', ink: '#14532d' },
  medium: { fill: '#fdefb2', ink: '#713f12' },
  high: { fill: '#fbcf9d', ink: '#7c2d12' },
  critical: { fill: '#f2a5a2', ink: '#7f1d1d' },
}

function summaryOf(risks: readonly RiskRow[]): Block[] {
  if (risks.length === 0) return [prose(null, 'Todavía no hay riesgos evaluados.')]
  const before = risks.map((risk) => risk.risk_level)
  const after = risks.map((risk) => risk.residual_risk ?? risk.risk_level)
  const open = risks.filter(lacksMeasure).length
  const sentence = [
    risks.length === 1 ? 'Se evaluó 1 riesgo.' : `Se evaluaron ${risks.length} riesgos.`,
    `El mayor es ${worded(highest(before))} antes de las medidas y ${worded(highest(after))} después de ellas.`,
    open === 0
      ? 'Todos tienen una medida o fueron aceptados.'
      : `${open === 1 ? 'Queda 1' : `Quedan ${open}`} sin medida de mitigación.`,
  ].join(' ')
  const counted = (label: string, levels: readonly Level[]): Block[] => {
    const counts = countLevels(levels)
    return [
      { text: label, style: 'cell', margin: [0, 3, 0, 3] },
      ...LEVELS.map((level) => tile(level, String(counts[level]))),
    ]
  }
  return [
    { text: sentence, style: 'prose' },
    {
      layout: 'tiles',
      margin: [0, 4, 0, 4],
      table: {
        widths: ['*', 70, 70, 70, 70],
        body: [
          [{ text: '' }, ...LEVELS.map((level) => centred(LEVEL_WORDS[level]))],
          counted('Riesgo inherente (antes de las medidas)', before),
          counted('Riesgo residual (después de las medidas)', after),
        ],
      },
    },
    note('Un riesgo sin nivel residual registrado cuenta con su nivel inherente.'),
  ]
}

function worded(level: Level | null): string {
  return level ? LEVEL_WORDS[level].toLowerCase() : ''
}

// ── risks ──

const TILE = 34

/** Likelihood upwards, impact to the right: the worst corner is the upper right one, as boards expect. */
function heatMap(risks: readonly RiskRow[]): Block {
  return matrixOf(risks, [heading('5. Riesgos'), subheading('Matriz de riesgo inherente')])
}

/**
 * The risks after the measures, once both parts of one are estimated. A risk without any estimate keeps its place, as it
 * counts above. A risk with only an overall level has no place.
 */
function residualMap(risks: readonly RiskRow[]): Block[] {
  if (!risks.some(isPlaced)) return []
  const placed = risks.flatMap((risk): Weighed[] => {
    if (isPlaced(risk)) return [{ likelihood: risk.residual_likelihood!, impact: risk.residual_impact! }]
    return risk.residual_risk === null ? [{ likelihood: risk.likelihood, impact: risk.impact }] : []
  })
  const left = risks.length - placed.length
  const map = matrixOf(placed, [subheading('Matriz de riesgo residual, después de las medidas')])
  if (left === 0) return [map]
  return [
    map,
    note(
      left === 1
        ? 'Un riesgo no está en esta matriz: se registró su nivel residual, y no su probabilidad ni su impacto.'
        : `${left} riesgos no están en esta matriz: se registró su nivel residual, y no su probabilidad ni su impacto.`,
    ),
  ]
}

const isPlaced = (risk: RiskRow) => risk.residual_likelihood !== null && risk.residual_impact !== null

function matrixOf(risks: readonly Weighed[], headings: Block[]): Block {
  const counts = countMatrix(risks)
  const rows = LEVELS.toReversed().map((likelihood): Block[] => [
    { text: LIKELIHOOD_WORDS[likelihood], style: 'cell', alignment: 'right', margin: [0, 11, 4, 0] },
    ...LEVELS.map((impact): Block => {
      const count = counts[LEVELS.indexOf(likelihood)]![LEVELS.indexOf(impact)]!
      const big = { fontSize: 14, margin: [0, 7, 0, 0] as [number, number, number, number] }
      return { ...tile(riskLevel(likelihood, impact), count === 0 ? '' : String(count)), ...big }
    }),
  ])
  return {
    unbreakable: true,
    stack: [
      ...headings,
      {
        layout: 'tiles',
        table: {
          widths: [60, 80, 80, 80, 80],
          heights: [TILE, TILE, TILE, TILE, 12],
          body: [...rows, [{ text: '' }, ...LEVELS.map((impact) => centred(LEVEL_WORDS[impact]))]],
        },
      },
      note(
        'Probabilidad hacia arriba, impacto hacia la derecha. El número es la cantidad de riesgos en cada casilla.',
      ),
    ],
  }
}

function tile(level: Level, text: string): Block {
  const { fill, ink } = LEVEL_COLOURS[level]
  return { text, fillColor: fill, color: ink, bold: true, alignment: 'center', margin: [0, 3, 0, 3] }
}

function centred(text: string): Block {
  return { text, style: 'columnHead', alignment: 'center' }
}

function riskTable(risks: readonly RiskRow[]): Block {
  const rows = risks.map((risk, index) => [
    String(index + 1),
    risk.description,
    levelCell(
      risk.risk_level,
      `Probabilidad ${LIKELIHOOD_WORDS[risk.likelihood].toLowerCase()}\nImpacto ${worded(risk.impact)}`,
    ),
    risk.mitigation ?? '',
    levelCell(risk.residual_risk, RISK_STATUS_WORDS[risk.status]),
  ])
  const columns = [
    { label: 'N.º', width: 18 },
    { label: 'Riesgo', width: '*' },
    { label: 'Nivel', width: 74 },
    { label: 'Mitigación', width: '*' },
    { label: 'Residual', width: 60 },
  ] as const
  return dataTable(columns, rows)
}

function levelCell(level: Level | null, remark: string): Block {
  const { fill, ink } = level ? LEVEL_COLOURS[level] : { fill: 'white', ink: MUTED }
  return {
    fillColor: fill,
    stack: [
      { text: level ? LEVEL_WORDS[level] : 'Sin evaluar', style: 'cell', bold: true, color: ink },
      { text: remark, style: 'cell', fontSize: 7.5, color: ink },
    ],
  }
}

// ── approval ──

/** The events of an approval that matter to a reader. Reminders of terms do not. */
const TRAIL_WORDS: Readonly<Record<string, string>> = {
  'workflow.started': 'Inicio de la aprobación',
  'stage.approve': 'Aprobó la etapa',
  'stage.reject': 'Rechazó',
  'stage.request_info': 'Pidió información',
  'stage.reassign': 'Reasignó la etapa',
  'stage.skipped': 'Etapa omitida por sus condiciones',
  'stage.auto_advanced': 'Etapa superada automáticamente',
  'workflow.completed': 'Aprobación completa',
  'workflow.cancelled': 'Aprobación anulada',
  'entity.refused': 'La evaluación no se pudo aprobar',
}

function approvalOf({ assessment, trail, tenant }: Report): Block[] {
  const shown = trail.filter(({ type }) => type in TRAIL_WORDS)
  const rows = shown.map((entry) => [
    shortInstant(entry.createdAt, tenant.timezone),
    TRAIL_WORDS[entry.type]!,
    entry.stageName ?? '',
    [entry.actorName, entry.actorRole && `(${ROLE_NAMES[entry.actorRole as keyof typeof ROLE_NAMES]})`]
      .filter(Boolean)
      .join(' '),
    entry.notes ?? '',
  ])
  const columns = [
    { label: 'Fecha', width: 78 },
    { label: 'Hecho', width: 84 },
    { label: 'Etapa', width: 76 },
    { label: 'Persona', width: 92 },
    { label: 'Notas', width: '*' },
  ] as const
  return [
    { text: verdict(assessment, tenant.timezone), style: 'prose' },
    ...(rows.length > 0 ? [dataTable(columns, rows)] : []),
  ]
}

function verdict(assessment: AssessmentRow, timeZone: string): string {
  const { status, version, approved_at: approvedAt } = assessment
  if (approvedAt) return `Aprobada el ${longDate(approvedAt, timeZone)} por ${approverOf(assessment)}.`
  if (status === 'rejected')
    return 'Rechazada. Al editarla se abre una versión nueva, que requiere otra aprobación.'
  return `La versión ${version} está pendiente de aprobación (${STATE_WORDS[status].toLowerCase()}).`
}
