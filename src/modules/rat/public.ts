import { audit } from '#db/audit.ts'
import type { Ctx, Reading } from '#db/context.ts'
import { type ProcessorRow, processorView } from '#modules/processors/public.ts'
import * as repo from './activities/repo.ts'
import { activityView } from './activities/views.ts'
import type { State } from './rules.ts'

export { readCountry } from './knowledge/countries.ts'
export { LEGAL_BASIS_LABELS, RETENTION_LABELS } from './knowledge/vocabulary.ts'
export type { LegalBasis, RetentionPeriod } from './rules.ts'

/** An activity as other modules see it: its own fields and its processors. */
export type ActivityFacts = ReturnType<typeof factsOf>

export async function findActivity(ctx: Reading, id: string): Promise<ActivityFacts | undefined> {
  const [row, processors] = await Promise.all([repo.findActivity(ctx, id), repo.listProcessorsOf(ctx, id)])
  return row && factsOf(row, processors, ctx.now)
}

/** By id, by state, or all of them; newest first. Ids that name nothing are left out. */
export async function listActivities(
  ctx: Reading,
  filter: { ids?: readonly string[]; status?: State } = {},
): Promise<ActivityFacts[]> {
  const [rows, processors] = await Promise.all([
    repo.listRows(ctx, filter),
    repo.listProcessorsOfMany(ctx, filter.ids),
  ])
  const byActivity = Map.groupBy(processors, ({ activity_id }) => activity_id)
  return rows.map((row) => factsOf(row, byActivity.get(row.id) ?? [], ctx.now))
}

/** The outcome of a screening. False when there is no such activity. */
export async function setDpiaRequired(ctx: Ctx, id: string, required: boolean): Promise<boolean> {
  const before = await repo.lockActivity(ctx, id)
  if (!before) return false
  if (before.dpia_required === required) return true
  const after = await repo.updateActivity(ctx, id, { dpia_required: required, updated_at: ctx.now })
  await audit(ctx, { action: 'screen', entityType: 'activity', entityId: id, before, after })
  return true
}

function factsOf(row: repo.ActivityRow, processors: readonly ProcessorRow[], now: Date) {
  return { ...activityView(row), processors: processors.map((processor) => processorView(processor, now)) }
}
