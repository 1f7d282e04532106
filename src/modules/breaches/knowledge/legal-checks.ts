import { LAW_NAME } from '#kernel/law/wording.ts'
import type { LegalCheck } from '#kernel/legal-checks.ts'
import type { Clock } from '../clock-rules.ts'
import type { Decision } from '../decision-rules.ts'

/** What the law requires of a breach before it is closed, or before its report to the Agency is recorded. */
export interface ClosingFacts {
  /** The act to check: a move to this state, or the report to the Agency. */
  act: 'resolved' | 'notified' | 'report'
  nature: readonly string[]
  effects: string | null
  dataCategories: readonly string[]
  estimatedRecords: number | null
  containmentActions: readonly string[]
  prevention: string | null
  riskRationale: string | null
  /** Computed from the current record. Null while nobody has decided. */
  decision: Decision | null
  actsAs: 'controller' | 'processor'
  notifiedApdpAt: Date | null
  subjectsInformed: boolean
  controllerNotifiedAt: Date | null
  /** Clocks that are over and that nobody marked. */
  overdue: readonly Clock[]
}

type Check = LegalCheck<ClosingFacts>

const SEXIES = `art. 14 sexies, ${LAW_NAME}`
const PROOF = `arts. 14 quinquies y 14 sexies, ${LAW_NAME}`

/** Only the controller keeps the register of art. 14 sexies. */
function item(name: string, isMissing: (facts: ClosingFacts) => boolean, message: string) {
  return {
    key: `breach.${name}`,
    missing: (facts: ClosingFacts) =>
      facts.actsAs === 'controller' && isMissing(facts) ? message : undefined,
  }
}

const ITEMS = [
  item(
    'nature',
    ({ nature }) => nature.length === 0,
    'Falta la naturaleza de la vulneración: si afectó la confidencialidad, la integridad o la disponibilidad de los datos.',
  ),
  item('effects', ({ effects }) => effects === null, 'Faltan los efectos constatados.'),
  item(
    'categories',
    ({ dataCategories }) => dataCategories.length === 0,
    'Faltan las categorías de datos afectados.',
  ),
  item(
    'subjects_number',
    ({ estimatedRecords }) => estimatedRecords === null,
    'Falta el número aproximado de titulares afectados.',
  ),
  item(
    'measures',
    ({ containmentActions }) => containmentActions.length === 0,
    'Faltan las medidas adoptadas para gestionar la vulneración.',
  ),
  item(
    'prevention',
    ({ prevention }) => prevention === null,
    'Faltan las medidas para prevenir que se repita.',
  ),
]

/** Leaving a reported breach out of the register is a grave infraction (art. 34 ter letra k). */
export const REGISTER_CHECKS: readonly Check[] = ITEMS.map((check) => ({
  ...check,
  article: SEXIES,
  severity: 'high',
}))

/** The same items for a breach that needs no report: its record proves the measures. */
export const LOG_CHECKS: readonly Check[] = ITEMS.map((check) => ({
  ...check,
  article: PROOF,
  severity: 'low',
}))

export const DUTY_CHECKS: readonly Check[] = [
  {
    key: 'breach.decision',
    article: PROOF,
    severity: 'high',
    missing: ({ decision }) =>
      decision === null
        ? 'Falta evaluar el riesgo y decidir a quién se comunica: responda el árbol de decisión.'
        : undefined,
  },
  {
    key: 'breach.risk_rationale',
    article: PROOF,
    severity: 'medium',
    missing: ({ decision, riskRationale, actsAs }) =>
      actsAs === 'controller' && decision !== null && riskRationale === null
        ? 'Falta el fundamento del riesgo evaluado: por qué hay, o no hay, un riesgo razonable para los titulares.'
        : undefined,
  },
  {
    key: 'breach.agency',
    article: SEXIES,
    severity: 'high',
    missing: ({ act, decision, actsAs, notifiedApdpAt }) => {
      if (act === 'report' || actsAs === 'processor' || notifiedApdpAt !== null) return undefined
      if (decision?.requiresNotification) {
        return 'La vulneración debe reportarse a la Agencia y no hay constancia del reporte. Repórtela, o registre el reporte que ya envió.'
      }
      return act === 'notified'
        ? 'La brecha quedaría como notificada sin constancia del reporte a la Agencia. Registre el reporte enviado.'
        : undefined
    },
  },
  {
    key: 'breach.subjects',
    article: SEXIES,
    severity: 'high',
    missing: (facts) =>
      facts.act !== 'report' && subjectsWait(facts)
        ? 'La vulneración debe comunicarse a los titulares y no hay constancia. Comuníquela, y registre la fecha y el medio; una razón para no hacerlo no la reemplaza.'
        : undefined,
  },
  {
    // The report and the notice to the people do not wait for each other.
    key: 'breach.subjects_pending',
    article: SEXIES,
    severity: 'low',
    missing: (facts) =>
      facts.act === 'report' && subjectsWait(facts)
        ? 'Queda pendiente comunicar la vulneración a los titulares. Cuando lo haga, registre la fecha y el medio.'
        : undefined,
  },
  {
    key: 'breach.controller',
    article: `arts. 14 sexies y 15 bis, ${LAW_NAME}`,
    severity: 'high',
    missing: ({ actsAs, controllerNotifiedAt }) =>
      actsAs === 'processor' && controllerNotifiedAt === null
        ? 'Como encargada, la organización debe informar al responsable y no hay constancia. Infórmele, y registre la fecha.'
        : undefined,
  },
  {
    key: 'breach.agency_not_ours',
    article: `arts. 14 sexies y 15 bis, ${LAW_NAME}`,
    severity: 'low',
    missing: ({ act, actsAs }) =>
      act === 'report' && actsAs === 'processor'
        ? 'La organización actúa como encargada: reportar a la Agencia corresponde al responsable. Si lo hizo por instrucción de él, guarde esa instrucción.'
        : undefined,
  },
  ...(['csirt_alert', 'csirt_report', 'csirt_final'] as const).map(
    (key): Check => ({
      key: `breach.${key}`,
      article: 'art. 9, Ley 21.663',
      severity: 'high',
      missing: ({ overdue }) => {
        const late = overdue.find((clock) => clock.key === key)
        return late
          ? `Venció sin constancia: ${late.label}. Si se envió, márquelo como cumplido; si no, envíelo cuanto antes.`
          : undefined
      },
    }),
  ),
]

function subjectsWait({ actsAs, decision, subjectsInformed }: ClosingFacts): boolean {
  const required = actsAs === 'controller' && decision?.requiresSubjectNotification === true
  return required && !subjectsInformed
}
