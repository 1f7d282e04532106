import type { Resguardo } from '#client'
import { includesSensitive } from '#kernel/data-categories.ts'
import type { Activity, Draft, Template } from './words.ts'

/** What the editor holds: texts where the interface has null, so that a field can be empty. */
export type Values = ReturnType<typeof valuesOf>

type Known = Partial<Omit<Activity, 'systemId'>> & { systemId?: string | null }

export function valuesOf(known: Known = {}) {
  const { internationalTransfer: transfer, balancing } = known
  return {
    name: known.name ?? '',
    purpose: known.purpose ?? '',
    legalBasis: (known.legalBasis ?? '') as string,
    legalBasisArticle: (known.legalBasisArticle ?? '') as string,
    legalNorm: known.legalNorm ?? '',
    legitimateInterest: known.legitimateInterest ?? '',
    balancePurpose: balancing?.purpose ?? '',
    balanceNecessity: balancing?.necessity ?? '',
    balanceBalance: balancing?.balance ?? '',
    balanceSafeguards: balancing?.safeguards ?? '',
    balanceOutcome: (balancing?.outcome ?? '') as string,
    dataCategories: (known.dataCategories ?? []) as string[],
    socioeconomic: known.socioeconomic ?? false,
    subjectCategories: known.subjectCategories ?? [],
    dataSource: known.dataSource ?? '',
    sourceIsPublic: known.sourceIsPublic ?? false,
    recipients: known.recipients ?? [],
    transfers: transfer?.exists ?? false,
    transferCountry: transfer?.country ?? '',
    transferMechanism: transfer?.mechanism ?? '',
    retentionPeriod: (known.retentionPeriod ?? '') as string,
    retentionNote: known.retentionNote ?? '',
    securityMeasures: known.securityMeasures ?? [],
    automatedDecisions: known.automatedDecisions ?? false,
    automatedLogic: known.automatedLogic ?? '',
    consentWithdrawal: known.consentWithdrawal ?? '',
    minorsSafeguard: known.minorsSafeguard ?? '',
    controllerRole: (known.controllerRole ?? 'responsable') as string,
    controllerName: known.controllerName ?? '',
    responsibleArea: known.responsibleArea ?? '',
    systemId: known.systemId ?? '',
    legalEntityId: known.legalEntityId ?? '',
    reviewAt: known.reviewAt ? known.reviewAt.slice(0, 10) : '',
    dataVolume: known.riskFactors?.dataVolume ?? 'low',
  }
}

/** Of a proposal or a template: what it does not say stays as it is. */
export function proposedValues(proposal: Draft['activity'] | Template): Partial<Values> {
  const all = valuesOf(proposal as Known)
  const said = Object.entries(all).filter(
    ([, value]) => value !== '' && value !== false && !(Array.isArray(value) && value.length === 0),
  )
  const { systemId: _system, legalEntityId: _entity, ...values } = Object.fromEntries(said) as Values
  return values
}

const lines = (texts: readonly string[]) => texts.map((text) => text.trim()).filter(Boolean)

/** As the service takes it: a blank is none. */
export function bodyOf(values: Values) {
  const {
    dataVolume: _volume,
    transfers,
    transferCountry,
    transferMechanism,
    balancePurpose,
    balanceNecessity,
    balanceBalance,
    balanceSafeguards,
    balanceOutcome,
    ...rest
  } = values
  const weighed = {
    purpose: balancePurpose || null,
    necessity: balanceNecessity || null,
    balance: balanceBalance || null,
    safeguards: balanceSafeguards || null,
    outcome: balanceOutcome || null,
  }
  const filled = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, value === '' && !REQUIRED.has(name) ? null : value]),
  )
  return {
    ...filled,
    // What is hidden is not said: a logic without a decision would be read as one.
    ...(!values.automatedDecisions && { automatedLogic: null }),
    recipients: lines(values.recipients),
    internationalTransfer: {
      exists: transfers,
      country: transfers ? transferCountry || null : null,
      mechanism: transfers ? transferMechanism || null : null,
    },
    // Who weighed it, and when, the service knows: both stay while nobody changes the rest. All blank is none.
    ...(values.legalBasis === 'legitimate_interest' && {
      balancing: Object.values(weighed).some(Boolean) ? weighed : null,
    }),
  } as never
}

/** What the service calls otherwise than the form. */
export const NAMES = {
  internationalTransfer: 'transfers',
  'internationalTransfer.country': 'transferCountry',
  'internationalTransfer.mechanism': 'transferMechanism',
  balancing: 'balanceOutcome',
  'balancing.purpose': 'balancePurpose',
  'balancing.necessity': 'balanceNecessity',
  'balancing.balance': 'balanceBalance',
  'balancing.safeguards': 'balanceSafeguards',
  'riskFactors.dataVolume': 'dataVolume',
} as const

/** What the risk follows from. */
export function riskFactorsOf(values: Values) {
  return {
    dataVolume: values.dataVolume,
    sensitiveData: values.socioeconomic || includesSensitive(values.dataCategories),
    internationalTransfer: values.transfers,
    automatedDecision: values.automatedDecisions,
  }
}

/** The service says what is missing of these. */
const REQUIRED = new Set(['name', 'purpose', 'legalBasis', 'retentionPeriod', 'systemId'])

/** The risk is kept with what it follows from. */
export async function keepRisk(service: Resguardo, id: string, values: Values): Promise<void> {
  await service.post('/rat/activities/{id}/calculate-risk', {
    path: { id },
    body: { riskFactors: riskFactorsOf(values) },
  })
}
