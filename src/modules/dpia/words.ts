import type { Law } from '#kernel/law/law.ts'
import { LAW_NAME } from '#kernel/law/wording.ts'
import { VOCABULARY } from '#modules/data-map/public.ts'
import {
  type ActivityFacts,
  type ActivityRecord,
  basisWords,
  claimsAdequacy,
  dataLabels,
  isAdequate,
  readCountry,
  retentionWords,
} from '#modules/rat/public.ts'
import type { Level, RiskStatus } from './rules.ts'

/** The interface's values in the words of a report's reader. */

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

/** The record's facts about an activity, by label. */
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

/** What a reader of the assessment would find changed today: by label, in the report's words. */
export function changesSince(
  approved: ActivityFacts & Partial<ActivityRecord>,
  today: ActivityFacts & Partial<ActivityRecord>,
): { label: string; before: string | null; after: string | null }[] {
  const now = new Map(activityFacts(today))
  return activityFacts(approved)
    .map(([label, before]) => ({ label, before: before || null, after: now.get(label) || null }))
    .filter(({ before, after }) => before !== after)
}

/** Compares the activity itself. The places of its systems and its entity are in records of their own. */
export function hasChanged(
  { placesAbroad: _places, isPublicBody: _body, ...approved }: ActivityFacts & Partial<ActivityRecord>,
  today: ActivityFacts,
): boolean {
  return changesSince(approved, today).length > 0
}

const IN_SCOPE = ['Finalidad', 'Datos tratados', 'Titulares', 'Destinatarios', 'Encargados', 'Conservación']
const LONGEST_SCOPE = 10_000

/** A first text for the scope of an assessment, for people to continue. */
export function scopeOf(activity: ActivityFacts): string {
  const lines = activityFacts(activity)
    .filter(([label, value]) => value && IN_SCOPE.includes(label))
    .map(([label, value]) => `${label}: ${value}.`.replace(/\.\.$/, '.'))
  return [`Actividad de tratamiento «${activity.name}».`, ...lines].join('\n').slice(0, LONGEST_SCOPE)
}

function termOf(terms: readonly { value: string; label: string }[]) {
  return (value: string) => terms.find((term) => term.value === value)?.label ?? value
}

type Transfer = ActivityFacts['internationalTransfer']

const nameOf = (country: string) => readCountry(country)?.name ?? country

/** The record may call a country adequate, but only the Agency declares it (art. 27 letra a). */
function transferWords({ country, mechanism }: Transfer): string {
  const where = country ? nameOf(country) : 'País no indicado'
  const how = !mechanism
    ? 'sin mecanismo indicado'
    : claimsAdequacy(mechanism)
      ? 'país adecuado, según el registro'
      : termOf(VOCABULARY.transferMechanisms)(mechanism)
  return `${where} (${how})`
}

/** The record calls a country adequate, but the Agency does not. */
export function undeclaredAdequacy(
  { exists, country, mechanism }: Transfer,
  law: Pick<Law, 'adequateCountries' | 'agency'>,
): string | undefined {
  if (!exists || !claimsAdequacy(mechanism) || (country && isAdequate(law, country))) return undefined
  return `La ${law.agency.name} no ha declarado que ${country ? nameOf(country) : 'ese país'} tenga un nivel adecuado de protección: la transferencia necesita otro mecanismo (arts. 27 y 28, ${LAW_NAME}).`
}

/** The declared transfer, and the places of systems and processors: an assessment must not deny what is there. */
function transferOf({ internationalTransfer: transfer, placesAbroad = [] }: Transferring): string {
  const places = [...new Set(placesAbroad.map(({ holder, country }) => `${country} (${holder})`))]
  if (places.length === 0) return transfer.exists ? transferWords(transfer) : 'No'
  const held = `Los datos están también en: ${places.join('; ')}`
  return transfer.exists ? `${transferWords(transfer)}. ${held}` : `Sin declarar. ${held}`
}

type Transferring = Pick<ActivityFacts, 'internationalTransfer'> & Partial<ActivityRecord>

/** Semicolons, because entries may have commas of their own. */
function listed(values: readonly string[]): string | null {
  return values.join('; ') || null
}
