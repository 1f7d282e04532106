import { includesSensitive } from '#kernel/data-categories.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { categoryOf, labelOf } from './knowledge/categories.ts'

/**
 * Who must be informed of a breach. Sources: contract 4.2, decisions; art. 14 sexies, Ley 19.628 (mod. Ley 21.719), which
 * requires a report when there is a reasonable risk and names three kinds of data whose owners must be notified too; art. 15
 * bis, which requires a processor to inform the controller.
 */

/** Lowest first. */
export const RISKS = ['none', 'low', 'medium', 'high', 'critical'] as const
export type Risk = (typeof RISKS)[number]

/** Every value that `riskToSubjects` accepts. */
export const RISK_WORDS = {
  none: 'none',
  low: 'low',
  medium: 'medium',
  high: 'high',
  critical: 'critical',
  nulo: 'none',
  bajo: 'low',
  medio: 'medium',
  alto: 'high',
  critico: 'critical',
  crítico: 'critical',
} as const satisfies Record<string, Risk>
export type RiskWord = keyof typeof RISK_WORDS

/** The three questions about the data. */
export const FLAGS = ['hasSensitiveData', 'hasMinorData', 'hasFinancialData'] as const
export type Flag = (typeof FLAGS)[number]

export interface Facts extends Record<Flag, boolean> {
  riskToSubjects: Risk
}

export const ROLES_OF_BREACH = ['controller', 'processor'] as const
export type ActsAs = (typeof ROLES_OF_BREACH)[number]

// ── facts of the record ──

/** What the breach and its linked activities say about the data. */
export interface Recorded {
  categories: readonly string[]
  /** Marked as sensitive by hand, on the breach or on a linked activity. */
  sensitive: boolean
}

/** An answer of the person, and the value that counted. */
export interface Answer {
  field: Flag
  sent: boolean
  recorded: boolean
  counted: boolean
  /** The record's words that support a yes. */
  because: string[]
  /** Why the answer counts against the record. */
  reason: string | null
}

const MARKED = 'marcados como sensibles'

const EVIDENCE: Readonly<Record<Flag, (recorded: Recorded) => string[]>> = {
  hasSensitiveData: ({ categories, sensitive }) => {
    const named = categories.filter(
      (word) => includesSensitive([categoryOf(word)]) || /socioecon/i.test(word),
    )
    return named.length === 0 && sensitive ? [MARKED] : named
  },
  hasMinorData: ({ categories }) => categories.filter((word) => categoryOf(word) === 'minor_data'),
  hasFinancialData: ({ categories }) => categories.filter((word) => categoryOf(word) === 'financial'),
}

/** The record's words that support a yes to one question. */
export function evidenceFor(field: Flag, recorded: Recorded): string[] {
  return EVIDENCE[field](recorded)
}

/**
 * The record can only add to the answers: a «no» against it counts only with a written reason. The question about minors is
 * that of art. 14 sexies: under fourteen.
 */
export function weigh(
  sent: Readonly<Record<Flag, boolean>>,
  recorded: Recorded,
  reasons: Partial<Record<Flag, string | null | undefined>> = {},
): Answer[] {
  return FLAGS.map((field) => {
    const because = evidenceFor(field, recorded)
    const against = because.length > 0 && !sent[field]
    const reason = against ? (noneIfBlank(reasons[field]) ?? null) : null
    return {
      field,
      sent: sent[field],
      recorded: because.length > 0,
      counted: sent[field] || (against && reason === null),
      because,
      reason,
    }
  })
}

/** A «no» against the record, as the breach stores it. */
export interface Override {
  field: Flag
  recorded: true
  sent: false
  reason: string
  /** The record's words that the reason covers. */
  because: string[]
}

export function overridesOf(answers: readonly Answer[]): Override[] {
  return answers.flatMap(({ field, because, reason }) =>
    reason === null ? [] : [{ field, recorded: true as const, sent: false as const, reason, because }],
  )
}

const ASKED: Readonly<Record<Flag, string>> = {
  hasSensitiveData: 'no hay datos sensibles',
  hasMinorData: 'no hay datos de menores de catorce años',
  hasFinancialData: 'no hay datos sobre obligaciones económicas, financieras, bancarias o comerciales',
}

/** Explains an answer that did not count as sent, or that counts against the record. */
export function noteOn({ field, sent, counted, because, reason }: Answer): string | null {
  if (sent || because.length === 0) return null
  const words = because.map(labelOf).join(', ')
  return counted
    ? `Respondió que ${ASKED[field]}, pero el registro indica: ${words}. Cuenta lo registrado. Si no corresponde, responda de nuevo y escriba la razón.`
    : `Respondió que ${ASKED[field]}, aunque el registro indica: ${words}. Razón escrita: ${reason}`
}

// ── the tree ──

export const URGENCIES = ['low', 'medium', 'high', 'critical'] as const
export type Urgency = (typeof URGENCIES)[number]

export interface Reason {
  key: string
  text: string
  legalReference: string
}

export interface Decision extends Facts {
  actsAs: ActsAs
  requiresNotification: boolean
  requiresSubjectNotification: boolean
  requiresControllerNotification: boolean
  urgency: Urgency
  reasons: Reason[]
}

interface Ground extends Reason {
  holds(facts: Facts): boolean
  tells: readonly ('authority' | 'subjects')[]
  /** The same ground for a processor, whose notice must let the controller recognise it. */
  toProcessor: string
}

const reaches = (risk: Risk, least: Risk) => RISKS.indexOf(risk) >= RISKS.indexOf(least)

const ARTICLE = 'art. 14 sexies, Ley 19.628 (mod. Ley 21.719)'

/** Each ground alone is sufficient for those it covers. */
export const GROUNDS: readonly Ground[] = [
  {
    key: 'reasonable_risk',
    holds: ({ riskToSubjects }) => reaches(riskToSubjects, 'medium'),
    tells: ['authority'],
    text: 'El riesgo evaluado es medio o superior: hay un riesgo razonable para los derechos de los titulares.',
    toProcessor:
      'El riesgo evaluado es medio o superior: dígalo al informar al responsable, que debe evaluar la vulneración.',
    legalReference: ARTICLE,
  },
  {
    key: 'sensitive_data',
    holds: ({ hasSensitiveData }) => hasSensitiveData,
    tells: ['authority', 'subjects'],
    text: 'La vulneración afecta datos personales sensibles: además de la Agencia, se comunica a los titulares.',
    toProcessor:
      'La vulneración afecta datos personales sensibles: dígalo al informar al responsable, para que la comunique a los titulares.',
    legalReference: `${ARTICLE}, en relación con el art. 2 letra g)`,
  },
  {
    key: 'minor_data',
    holds: ({ hasMinorData }) => hasMinorData,
    tells: ['authority', 'subjects'],
    text: 'La vulneración afecta datos de niños y niñas menores de catorce años: además de la Agencia, se comunica a los titulares, por medio de sus representantes.',
    toProcessor:
      'La vulneración afecta datos de niños y niñas menores de catorce años: dígalo al informar al responsable, para que la comunique a sus representantes.',
    legalReference: ARTICLE,
  },
  {
    key: 'financial_data',
    holds: ({ hasFinancialData }) => hasFinancialData,
    tells: ['authority', 'subjects'],
    text: 'La vulneración afecta datos sobre obligaciones económicas, financieras, bancarias o comerciales: además de la Agencia, se comunica a los titulares.',
    toProcessor:
      'La vulneración afecta datos sobre obligaciones económicas, financieras, bancarias o comerciales: dígalo al informar al responsable, para que la comunique a los titulares.',
    legalReference: ARTICLE,
  },
]

const NO_GROUND: Reason = {
  key: 'no_reasonable_risk',
  text: 'No se advierte un riesgo razonable para los titulares ni datos de los tipos que obligan a comunicar. Conserve este análisis: el responsable debe poder acreditar sus medidas de seguridad.',
  legalReference: 'arts. 14 quinquies y 14 sexies, Ley 19.628 (mod. Ley 21.719)',
}

const AS_PROCESSOR: Reason = {
  key: 'acts_as_processor',
  text: 'La organización actúa como encargada: debe informar la vulneración al responsable, cualquiera sea el riesgo. Reportarla a la Agencia y comunicarla a los titulares corresponde al responsable.',
  legalReference: 'arts. 14 sexies y 15 bis, Ley 19.628 (mod. Ley 21.719)',
}

type Outcome = Facts & Pick<Decision, 'requiresNotification' | 'requiresSubjectNotification'>

/** The first matching entry counts. */
const URGENCY_WHEN: readonly (readonly [(outcome: Outcome) => boolean, Urgency])[] = [
  [({ requiresSubjectNotification }) => requiresSubjectNotification, 'critical'],
  [(outcome) => outcome.requiresNotification && reaches(outcome.riskToSubjects, 'high'), 'high'],
  [({ requiresNotification }) => requiresNotification, 'medium'],
  [() => true, 'low'],
]

/** A processor has the urgency that the controller will have, and notifies only the controller. */
export function decide(facts: Facts, actsAs: ActsAs = 'controller'): Decision {
  const grounds = GROUNDS.filter((ground) => ground.holds(facts))
  const outcome = {
    ...facts,
    requiresNotification: grounds.some(({ tells }) => tells.includes('authority')),
    requiresSubjectNotification: grounds.some(({ tells }) => tells.includes('subjects')),
  }
  const urgency = URGENCY_WHEN.find(([holds]) => holds(outcome))![1]
  const reasons = grounds.map(({ key, text, toProcessor, legalReference }) => ({
    key,
    text: actsAs === 'processor' ? toProcessor : text,
    legalReference,
  }))
  if (actsAs === 'processor') {
    return {
      ...facts,
      actsAs,
      requiresNotification: false,
      requiresSubjectNotification: false,
      requiresControllerNotification: true,
      urgency,
      reasons: [AS_PROCESSOR, ...reasons],
    }
  }
  return {
    ...outcome,
    actsAs,
    requiresControllerNotification: false,
    urgency,
    reasons: reasons.length > 0 ? reasons : [NO_GROUND],
  }
}

/** The decision that follows from the answers and the record. */
export function decideOn(riskToSubjects: Risk, answers: readonly Answer[], actsAs: ActsAs): Decision {
  const counted = Object.fromEntries(answers.map(({ field, counted }) => [field, counted]))
  return decide({ riskToSubjects, ...(counted as Record<Flag, boolean>) }, actsAs)
}

// ── the decision follows the record ──

/** A saved decision. One of an older version has no answers, and its flags are the values sent. */
export type Decided = Facts & { answers?: readonly Answer[] }

/**
 * Weighs the same answers over the current record. A reason is valid while the record says no more than when it was written.
 */
export function reconsider(
  decided: Decided,
  overrides: readonly Override[],
  recorded: Recorded,
  actsAs: ActsAs,
): Decision & { answers: Answer[] } {
  const sent = Object.fromEntries(
    FLAGS.map((field) => [
      field,
      decided.answers?.find((answer) => answer.field === field)?.sent ?? decided[field],
    ]),
  ) as Record<Flag, boolean>
  const standing = overrides.filter(({ field, because }) =>
    evidenceFor(field, recorded).every((word) => because.includes(word)),
  )
  const reasons = Object.fromEntries(standing.map(({ field, reason }) => [field, reason]))
  const answers = weigh(sent, recorded, reasons)
  return { ...decideOn(decided.riskToSubjects, answers, actsAs), answers }
}
