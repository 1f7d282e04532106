import type { ReadCtx } from '#db/context.ts'
import { iso } from '#kernel/dates.ts'
import { listActivities } from '#modules/rat/public.ts'
import * as repo from './repo.ts'
import { countLevels, highest, lacksMeasure } from './rules.ts'

export { reportOf } from './report.ts'
export { LEVELS, STATE_WORDS, type State } from './rules.ts'
export { addRisk, gatherReport as gatherAssessment, updateAssessment } from './service.ts'
export { LEVEL_WORDS } from './words.ts'

export const { find: findAssessment } = repo.assessments

/** An assessment for reports and exports. */
export type AssessmentSummary = Awaited<ReturnType<typeof listSummaries>>[number]

/** All of them or the given ones (at least one), newest first, with counts of their risks. */
export async function listSummaries(ctx: ReadCtx, ids?: readonly string[]) {
  const [rows, risks] = await Promise.all([repo.listAll(ctx, ids), repo.listAllRisks(ctx, ids)])
  const activityIds = [...new Set(rows.flatMap(({ activity_id }) => activity_id ?? []))]
  const activities = activityIds.length > 0 ? await listActivities(ctx, { ids: activityIds }) : []
  const nameOf = new Map(activities.map(({ id, name }) => [id, name]))
  const risksOf = Map.groupBy(risks, ({ assessment_id }) => assessment_id)
  return rows.map((row) => {
    const own = risksOf.get(row.id) ?? []
    const levels = own.map((risk) => risk.risk_level)
    const residual = own.map((risk) => risk.residual_risk ?? risk.risk_level)
    return {
      id: row.id,
      title: row.title,
      description: row.description,
      status: row.status,
      version: row.version,
      activityId: row.activity_id,
      activityName: row.activity_id && (nameOf.get(row.activity_id) ?? null),
      scope: row.scope,
      necessity: row.necessity,
      proportionality: row.proportionality,
      approverName: row.approver_name,
      approverRole: row.approver_role,
      approvedAt: iso(row.approved_at),
      riskCount: own.length,
      risksByLevel: countLevels(levels),
      residualByLevel: countLevels(residual),
      unmitigated: own.filter(lacksMeasure).length,
      highestRisk: highest(levels),
      highestResidualRisk: highest(residual),
      createdAt: iso(row.created_at),
      updatedAt: iso(row.updated_at),
    }
  })
}
