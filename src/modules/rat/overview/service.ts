import type { ReadCtx } from '#db/context.ts'
import { showCountry } from '#kernel/countries.ts'
import { LEGAL_BASES, RISK_LEVELS, STATES } from '../rules.ts'
import * as repo from './repo.ts'

export async function getStats(ctx: ReadCtx) {
  const [counts, byDataCategory, { signed, pending }] = await Promise.all([
    repo.countActivities(ctx),
    repo.countByDataCategory(ctx),
    repo.countByDpaStatus(ctx),
  ])
  const count = (of: (row: repo.CountedActivities) => boolean) =>
    counts.filter(of).reduce((sum, { count }) => sum + count, 0)
  const yesNo = (flag: 'has_sensitive_data' | 'transfer_exists' | 'dpia_required') => ({
    yes: count((row) => row[flag]),
    no: count((row) => !row[flag]),
  })
  const total = count(() => true)
  const noBasis = count(({ legal_basis }) => legal_basis === null)
  const noRisk = count(({ risk_level }) => risk_level === null)
  return {
    total,
    byStatus: STATES.map((status) => ({ status, count: count((row) => row.status === status) })),
    byLegalBasis: [
      ...LEGAL_BASES.map((legalBasis) => ({
        legalBasis,
        count: count((row) => row.legal_basis === legalBasis),
      })),
      ...(noBasis > 0 ? [{ legalBasis: 'unset', count: noBasis }] : []),
    ],
    byRiskLevel: [
      ...RISK_LEVELS.map((riskLevel) => ({
        riskLevel,
        count: count((row) => row.risk_level === riskLevel),
      })),
      ...(noRisk > 0 ? [{ riskLevel: 'unassessed', count: noRisk }] : []),
    ],
    sensitiveData: yesNo('has_sensitive_data'),
    internationalTransfers: yesNo('transfer_exists'),
    dpiaRequired: yesNo('dpia_required'),
    byDataCategory,
    dpaStatus: { signed, pending, notRequired: total - signed - pending },
  }
}

export async function getGeoSummary(ctx: ReadCtx) {
  const places = await repo.listPlaces(ctx)
  // Looks up each spelling once: ten thousand places are in few countries.
  const countries = new Map(
    [...new Set(places.map(({ country }) => country))].map((text) => [text, showCountry(text)]),
  )
  return {
    markers: places.map(({ country: text, detail, ...place }) => {
      const { code, name } = countries.get(text)!
      return { ...place, country: code, countryName: name, detail: detail ?? '' }
    }),
  }
}
