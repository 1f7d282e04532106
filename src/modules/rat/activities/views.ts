import { viewOf } from '#http/view.ts'
import { type ProcessorFacts, processorView } from '#modules/processors/public.ts'
import type { ActivityRow, SummaryRow, SystemOfActivity } from './repo.ts'
import { Activity, type ActivityDetail, ActivitySummary } from './schemas.ts'

export const summaryView = viewOf<SummaryRow>()(ActivitySummary)

export const activityView = viewOf<ActivityRow>()(Activity, {
  internationalTransfer: ({ transfer_exists, transfer_country, transfer_mechanism }) => ({
    exists: transfer_exists,
    country: transfer_country,
    mechanism: transfer_mechanism,
  }),
  dpiaReasons: ({ dpia_reasons: reasons }) => reasons ?? [],
  riskFactors: ({ risk_factors: factors }) =>
    factors && {
      dataVolume: factors.dataVolume ?? null,
      sensitiveData: factors.sensitiveData ?? null,
      internationalTransfer: factors.internationalTransfer ?? null,
      automatedDecision: factors.automatedDecision ?? null,
    },
})

interface Links {
  processors: ProcessorFacts[]
  systems: SystemOfActivity[]
  flows: ActivityDetail['flows']
  domains: ActivityDetail['domains']
}

/** `systems`: the linked ones. `system`: the activity's own, named by `systemId`. */
export function detailView(
  row: ActivityRow,
  { processors, systems, ...links }: Links,
  now: Date,
): ActivityDetail {
  const own = systems.find(({ systemId }) => systemId === row.system_id)
  return {
    ...activityView(row),
    system: own ? { id: own.systemId, name: own.name } : null,
    processors: processors.map((processor) => processorView(processor, now)),
    systems: systems
      .filter(({ linked }) => linked)
      .map(({ systemId, name, role }) => ({ systemId, name, role })),
    ...links,
  }
}
