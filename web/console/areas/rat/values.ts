import type { Resguardo } from '#client'
import { includesSensitive } from '#kernel/data-categories.ts'
import type { Activity, Draft, Template } from './words.ts'

/** Values of the editor. Empty fields are '' where the API has null. */
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

/** Values from a proposal or a template. Fields that it leaves blank are left out, so the form keeps its own. */
export function proposedValues(proposal: Draft['activity'] | Template): Partial<Values> {
  const all = valuesOf(proposal as Known)
  const said = Object.entries(all).filter(
    ([, value]) => value !== '' && value !== false && !(Array.isArray(value) && value.length === 0),
  )
  const { systemId: _system, legalEntityId: _entity, ...values } = Object.fromEntries(said) as Values
  return values
}

const lines = (texts: readonly string[]) => texts.map((text) => text.trim()).filter(Boolean)

/** The activity as the API takes it. A blank becomes null. */
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
    // Drops the hidden logic: without the decision, the service would read it as one.
    ...(!values.automatedDecisions && { automatedLogic: null }),
    recipients: lines(values.recipients),
    internationalTransfer: {
      exists: transfers,
      country: transfers ? transferCountry || null : null,
      mechanism: transfers ? transferMechanism || null : null,
    },
    // The service records who did the balancing, and when. Both stay while its texts stay. All blank means none.
    ...(values.legalBasis === 'legitimate_interest' && {
      balancing: Object.values(weighed).some(Boolean) ? weighed : null,
    }),
  } as never
}

/** Fields that the service names differently from the form. */
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

export function riskFactorsOf(values: Values) {
  return {
    dataVolume: values.dataVolume,
    sensitiveData: values.socioeconomic || includesSensitive(values.dataCategories),
    internationalTransfer: values.transfers,
    automatedDecision: values.automatedDecisions,
  }
}

/** A blank stays '' in these, so that the service names the missing field. */
const REQUIRED = new Set(['name', 'purpose', 'legalBasis', 'retentionPeriod', 'systemId'])

/** Saves the risk with its factors. */
export async function keepRisk(service: Resguardo, id: string, values: Values): Promise<void> {
  await service.post('/rat/activities/{id}/calculate-risk', {
    path: { id },
    body: { riskFactors: riskFactorsOf(values) },
  })
}
