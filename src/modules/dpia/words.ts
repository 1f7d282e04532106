import { VOCABULARY } from '#modules/data-map/public.ts'
import {
  type ActivityFacts,
  type ActivityRecord,
  basisWords,
  dataLabels,
  readCountry,
  retentionWords,
} from '#modules/rat/public.ts'
import type { Level, RiskStatus } from './rules.ts'

/** The values of the interface in the words of a person who reads a report. */

export const LEVEL_WORDS: Readonly<Record<Level, string>> = {
  low: 'Bajo',
  medium: 'Medio',
  high: 'Alto',
  critical: 'Crítico',
}

/** Likelihood is feminine in Spanish. */
export const LIKELIHOOD_WORDS: Readonly<Record<Level, string>> = {
  low: 'Baja',
  medium: 'Media',
  high: 'Alta',
  critical: 'Crítica',
}

export const RISK_STATUS_WORDS: Readonly<Record<RiskStatus, string>> = {
  identified: 'Identificado',
  mitigated: 'Mitigado',
  accepted: 'Aceptado',
}

/** What the record says of an activity, label by label. */
export function activityFacts(
  activity: ActivityFacts & Partial<ActivityRecord>,
): [label: string, value: string | null][] {
  const basis = basisWords(activity)
  return [
    ['Actividad', activity.name],
    ['Finalidad', activity.purpose],
    ['Base de licitud', basis ? `${basis.label}, ${basis.article}` : null],
    ['Datos tratados', listed(dataLabels(activity))],
    ['Titulares', listed(activity.subjectCategories.map(termOf(VOCABULARY.subjectCategories)))],
    ['Origen de los datos', activity.dataSource],
    ['Destinatarios', listed(activity.recipients)],
    ['Encargados', listed(activity.processors.map(({ name }) => name))],
    ['Transferencia internacional', transferOf(activity)],
    ['Conservación', retentionWords(activity)],
    ['Decisiones automatizadas', activity.automatedDecisions ? (activity.automatedLogic ?? 'Sí') : 'No'],
    ['Medidas de seguridad', listed(activity.securityMeasures.map(termOf(VOCABULARY.securityMeasures)))],
    ['Área responsable', activity.responsibleArea],
  ]
}

/** What a reader of the assessment would find otherwise today: label by label, as the report words it. */
export function changesSince(
  approved: ActivityFacts & Partial<ActivityRecord>,
  today: ActivityFacts & Partial<ActivityRecord>,
): { label: string; before: string | null; after: string | null }[] {
  const now = new Map(activityFacts(today))
  return activityFacts(approved)
    .map(([label, before]) => ({ label, before: before || null, after: now.get(label) || null }))
    .filter(({ before, after }) => before !== after)
}

/** Of the activity itself: where its systems are, and who answers for it, their own records say. */
export function hasChanged(
  { placesAbroad: _places, isPublicBody: _body, ...approved }: ActivityFacts & Partial<ActivityRecord>,
  today: ActivityFacts,
): boolean {
  return changesSince(approved, today).length > 0
}

const IN_SCOPE = ['Finalidad', 'Datos tratados', 'Titulares', 'Destinatarios', 'Encargados', 'Conservación']
const LONGEST_SCOPE = 10_000

/** A first text for the scope of an assessment, for people to go on from. */
export function scopeOf(activity: ActivityFacts): string {
  const lines = activityFacts(activity)
    .filter(([label, value]) => value && IN_SCOPE.includes(label))
    .map(([label, value]) => `${label}: ${value}.`.replace(/\.\.$/, '.'))
  return [`Actividad de tratamiento «${activity.name}».`, ...lines].join('\n').slice(0, LONGEST_SCOPE)
}

function termOf(terms: readonly { value: string; label: string }[]) {
  return (value: string) => terms.find((term) => term.value === value)?.label ?? value
}

function transferWords({ country, mechanism }: ActivityFacts['internationalTransfer']): string {
  const where = country ? (readCountry(country)?.name ?? country) : 'País no indicado'
  const how = mechanism ? termOf(VOCABULARY.transferMechanisms)(mechanism) : 'sin mecanismo indicado'
  return `${where} (${how})`
}

/** What the activity declares, and where its systems and processors are: an assessment must not deny what is there. */
function transferOf({ internationalTransfer: transfer, placesAbroad = [] }: Transferring): string {
  const places = [...new Set(placesAbroad.map(({ holder, country }) => `${country} (${holder})`))]
  if (places.length === 0) return transfer.exists ? transferWords(transfer) : 'No'
  const held = `Los datos están también en: ${places.join('; ')}`
  return transfer.exists ? `${transferWords(transfer)}. ${held}` : `Sin declarar. ${held}`
}

type Transferring = Pick<ActivityFacts, 'internationalTransfer'> & Partial<ActivityRecord>

/** The entries may have commas of their own. */
function listed(values: readonly string[]): string | null {
  return values.join('; ') || null
}
