import type { Reading } from '#db/context.ts'
import { showCountry } from '../knowledge/countries.ts'
import { LEGAL_BASES, RISK_LEVELS, STATES } from '../rules.ts'
import * as repo from './repo.ts'

export async function getStats(ctx: Reading) {
  const [counts, byDataCategory, dpaStatus] = await Promise.all([
    repo.countByDimension(ctx),
    repo.countByDataCategory(ctx),
    repo.countByDpaStatus(ctx),
  ])
  const count = (dimension: string | null, value: string | null) =>
    counts.find((row) => row.dimension === dimension && row.value === value)?.count ?? 0
  const yesNo = (dimension: string) => ({ yes: count(dimension, 'true'), no: count(dimension, 'false') })
  const noBasis = count('legal_basis', null)
  const noRisk = count('risk_level', null)
  return {
    total: count(null, null),
    byStatus: STATES.map((status) => ({ status, count: count('status', status) })),
    byLegalBasis: [
      ...LEGAL_BASES.map((legalBasis) => ({ legalBasis, count: count('legal_basis', legalBasis) })),
      ...(noBasis > 0 ? [{ legalBasis: 'unset', count: noBasis }] : []),
    ],
    byRiskLevel: [
      ...RISK_LEVELS.map((riskLevel) => ({ riskLevel, count: count('risk_level', riskLevel) })),
      ...(noRisk > 0 ? [{ riskLevel: 'unassessed', count: noRisk }] : []),
    ],
    sensitiveData: yesNo('has_sensitive_data'),
    internationalTransfers: yesNo('transfer_exists'),
    dpiaRequired: yesNo('dpia_required'),
    byDataCategory,
    dpaStatus,
  }
}

export async function getGeoSummary(ctx: Reading) {
  const places = await repo.listPlaces(ctx)
  return {
    markers: places.map(({ country: text, detail, ...place }) => {
      const { code, name } = showCountry(text)
      return { ...place, country: code, countryName: name, detail: detail ?? '' }
    }),
  }
}
