import type { Actor } from '#db/context.ts'
import { Failure } from '#kernel/failure.ts'
import type { Labels, Moves } from '#kernel/moves.ts'
import { reaches } from '#kernel/roles.ts'

/**
 * Sources: contract 2.6, 3.4 and 3.5; decisions, DPIA; art. 15 ter, Ley 19.628 (mod. Ley 21.719), whose minimum contents are
 * the operations and their purpose, necessity and proportionality, risks and mitigation.
 */

export const STATES = ['draft', 'in_review', 'approved', 'rejected'] as const
export type State = (typeof STATES)[number]

/** Names of states for people. */
export const STATE_WORDS: Labels<State> = {
  draft: 'Borrador',
  in_review: 'En revisión',
  approved: 'Aprobada',
  rejected: 'Rechazada',
}

/** The name in refusals. */
export const ASSESSMENT = 'la evaluación de impacto'

/** The approval workflow makes every move but one: editing a rejected assessment makes it a draft again. */
export const MOVES: Moves<State> = {
  draft: ['in_review', 'approved', 'rejected'],
  in_review: ['draft', 'approved', 'rejected'],
  approved: [],
  rejected: ['draft'],
}

/** The states in which the assessment and its risks can be edited (contract 3.4). */
const EDITABLE: readonly State[] = ['draft', 'rejected']

const CLOSED: Readonly<Record<State, string>> = {
  draft: '',
  in_review: 'Pida a quien la revisa que la devuelva («Pedir información») para poder editarla.',
  approved: 'Ya está aprobada. Para cambiar lo evaluado, cree una evaluación nueva.',
  rejected: '',
}

export function assertEditable(state: State, fields: readonly string[] = []): void {
  if (EDITABLE.includes(state) || (state === 'in_review' && areOpinions(fields))) return
  throw new Failure(
    'conflict',
    `La evaluación no se puede editar en «${STATE_WORDS[state].toLowerCase()}». ${CLOSED[state]}`,
  )
}

// ── risks ──

/** Lowest first: a level's value is its index plus one. Likelihood, impact and risk share the words. */
export const LEVELS = ['low', 'medium', 'high', 'critical'] as const
export type Level = (typeof LEVELS)[number]

/** The lowest product of likelihood and impact of each level, highest first. */
const LEVEL_FROM: readonly (readonly [product: number, Level])[] = [
  [12, 'critical'],
  [6, 'high'],
  [3, 'medium'],
]

export function riskLevel(likelihood: Level, impact: Level): Level {
  const product = (LEVELS.indexOf(likelihood) + 1) * (LEVELS.indexOf(impact) + 1)
  return LEVEL_FROM.find(([from]) => product >= from)?.[1] ?? 'low'
}

export function highest(levels: readonly Level[]): Level | null {
  return LEVELS.findLast((level) => levels.includes(level)) ?? null
}

export const RISK_STATES = ['identified', 'mitigated', 'accepted'] as const
export type RiskStatus = (typeof RISK_STATES)[number]

/**
 * The state of a risk follows its mitigation unless the request has a state: identified without a mitigation, mitigated with
 * one. A `mitigation` of undefined did not change, null clears it. An accepted risk stays accepted.
 */
export function riskStatus(
  current: RiskStatus,
  mitigation: string | null | undefined,
  sent: RiskStatus | null | undefined,
): RiskStatus {
  if (sent) return sent
  if (mitigation === undefined || current === 'accepted') return current
  return mitigation === null ? 'identified' : 'mitigated'
}

/** A state alone is no measure: a risk needs a written mitigation, or must be accepted. */
export function lacksMeasure({
  mitigation,
  status,
}: {
  mitigation: string | null
  status: RiskStatus
}): boolean {
  return status !== 'accepted' && !mitigation?.trim()
}

/** The level after the measures: computed from both parts if given, else the overall estimate. */
export function residualLevel(
  likelihood: Level | null | undefined,
  impact: Level | null | undefined,
  whole: Level | null | undefined,
): Level | null {
  return likelihood && impact ? riskLevel(likelihood, impact) : (whole ?? null)
}

/** Fields that can still be written during an approval: opinions are for those who decide. */
export const OPINIONS = ['dpoOpinion', 'subjectsConsultation', 'subjectsOpinion'] as const

export function areOpinions(fields: readonly string[]): boolean {
  return fields.length > 0 && fields.every((field) => OPINIONS.some((one) => one === field))
}

/** Only a person gives an opinion, never a program. */
export function assertMayOpine({ type, role }: Pick<Actor, 'type' | 'role'>): void {
  if (type === 'user' && role && reaches(role, 'DPO')) return
  throw new Failure('forbidden', 'La opinión del delegado la escribe quien tiene el rol DPO o uno superior.')
}

/** The bound keeps an assessment readable and its file printable. */
export const MOST_RISKS = 500

export interface Weighed {
  likelihood: Level
  impact: Level
}

/** The number of risks in each field of the matrix: `counts[likelihood][impact]`, lowest first. */
export function countMatrix(risks: readonly Weighed[]): number[][] {
  const counts = LEVELS.map(() => LEVELS.map(() => 0))
  for (const { likelihood, impact } of risks) {
    counts[LEVELS.indexOf(likelihood)]![LEVELS.indexOf(impact)]! += 1
  }
  return counts
}

export function countLevels(levels: readonly (Level | null)[]): Record<Level, number> {
  const counts = { low: 0, medium: 0, high: 0, critical: 0 }
  for (const level of levels) if (level) counts[level] += 1
  return counts
}
