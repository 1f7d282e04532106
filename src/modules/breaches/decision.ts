import { audit } from '#db/audit.ts'
import type { WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { iso } from '#kernel/dates.ts'
import { found } from '#kernel/failure.ts'
import { lawNotice } from '#kernel/law/wording.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { announceBreach } from './announcing.ts'
import type { DecideNotification } from './bodies.ts'
import { notificationTarget, targetNote } from './clock-rules.ts'
import { type Decision, decideOn, noteOn, overridesOf, RISK_WORDS, weigh } from './decision-rules.ts'
import * as repo from './repo.ts'
import { breaches } from './repo.ts'
import type { SavedDecision } from './tables.ts'
import { decisionOf, recordOf } from './views.ts'

/** Saves the outcome with its reasons: the organisation must be able to show why it did or did not report a breach. */
export async function decideNotification(ctx: WriteCtx, id: string, body: DecideNotification) {
  const [locked, activities] = await together(breaches.lock(ctx, id), repo.listActivities(ctx, id))
  const before = found(locked, 'la brecha')
  const answers = weigh(body, recordOf(before, activities), body.overrideReasons ?? {})
  const actsAs = body.actsAs ?? before.acts_as
  const outcome = decideOn(RISK_WORDS[body.riskToSubjects], answers, actsAs)
  const overrides = overridesOf(answers)
  const decision = { ...outcome, answers, decidedAt: iso(ctx.now), decidedBy: ctx.actor.id ?? null }
  const { riskRationale } = body
  const row = await breaches.update(ctx, id, {
    ...columnsOfDecision(decision),
    overrides,
    acts_as: actsAs,
    ...(riskRationale !== undefined && { risk_rationale: noneIfBlank(riskRationale) }),
    updated_at: ctx.now,
  })
  await together(
    repo.insertEvents(ctx, id, { type: 'decision', details: decision }),
    audit(ctx, { action: 'decide', entityType: 'breach', entityId: id, before, after: row }),
    announceBreach(ctx, 'breach.decided', row, {
      data: {
        requiresNotification: outcome.requiresNotification,
        requiresSubjectNotification: outcome.requiresSubjectNotification,
        requiresControllerNotification: outcome.requiresControllerNotification,
        urgency: outcome.urgency,
      },
    }),
  )
  const { requiresNotification, requiresSubjectNotification, requiresControllerNotification } = outcome
  return {
    requiresNotification,
    requiresSubjectNotification,
    requiresControllerNotification,
    actsAs,
    urgency: outcome.urgency,
    reasons: outcome.reasons,
    answers,
    overrides,
    notes: answers.map(noteOn).filter((note) => note !== null),
    notificationDeadlineAt: iso(notificationTarget(row.detected_at)),
    deadlineNote: targetNote(actsAs),
    lawNotice: lawNotice(ctx),
  }
}

/**
 * Saves the decision again if a change of the record changes its outcome. Undefined if it does not, or if nobody has
 * decided.
 */
export async function followRecord(ctx: WriteCtx, row: repo.BreachRow) {
  const saved = row.decision
  if (!saved) return undefined
  const outcome = decisionOf(row, await repo.listActivities(ctx, row.id))!
  if (comesTo(outcome) === comesTo(saved)) return undefined
  const { decidedAt, decidedBy } = saved
  const decision: SavedDecision = { ...outcome, decidedAt, decidedBy, revisedAt: iso(ctx.now) }
  const columns = { ...columnsOfDecision(decision), overrides: overridesOf(outcome.answers) }
  await breaches.update(ctx, row.id, columns)
  return columns
}

function columnsOfDecision(decision: SavedDecision) {
  return {
    requires_notification: decision.requiresNotification,
    requires_subject_notification: decision.requiresSubjectNotification,
    decision,
  }
}

/** The parts of a decision that have consequences, for comparison. */
function comesTo(decision: Partial<Decision>): string {
  const { hasSensitiveData, hasMinorData, hasFinancialData, actsAs = 'controller' } = decision
  const { requiresNotification, requiresSubjectNotification } = decision
  return JSON.stringify([
    [hasSensitiveData, hasMinorData, hasFinancialData, actsAs],
    [requiresNotification, requiresSubjectNotification],
  ])
}
