import type { TenantAccess } from '#db/access.ts'
import { SYSTEM, type WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import type { JobDefinition } from '#jobs/definition.ts'
import { sendMail } from '#jobs/mail.ts'
import { wantingNow } from '#modules/notifications/public.ts'
import { titlesOf } from '../approvables.ts'
import { happening } from '../engine.ts'
import { nextNotice, slaState } from '../sla.ts'
import { announceApproval } from './announcing.ts'
import { termLetter } from './letters.ts'
import { instances, listToNotify } from './repo.ts'
import { termOfRow } from './views.ts'
import { change } from './writing.ts'

const AT_ONCE = 50

/** Mails a notice when the term of a stage is near and another when it is over, once per stage. */
export const SLA_JOB: JobDefinition = {
  name: 'workflows.sla',
  every: '*/15 * * * *',
  retry: { limit: 3, delaySeconds: 60, longestDelaySeconds: 600 },
  expireInSeconds: 600,
  async run({ access, tools, log }) {
    const until = tools.now()
    let from = { tenantId: LOWEST_ID, id: LOWEST_ID, noticeAt: new Date(0) }
    for (;;) {
      const due = await listDue(access, from, until)
      for (const { tenant_id: tenantId, id } of due) {
        await access
          .actFor(tenantId, SYSTEM, {}, (ctx) => giveNotice(ctx, id))
          .catch((error: Error) => log.error({ instanceId: id, reason: error.message }, 'no notice given'))
      }
      const last = due.at(-1)
      if (!last || due.length < AT_ONCE) return
      from = { tenantId: last.tenant_id, id: last.id, noticeAt: last.notice_at! }
    }
  },
}

const LOWEST_ID = '00000000-0000-0000-0000-000000000000'

/** Continues after the last one, so that a failing one does not delay the rest. */
function listDue(access: TenantAccess, from: { tenantId: string; id: string; noticeAt: Date }, until: Date) {
  return access.lookUp('find stages whose term is near', (db) =>
    db
      .selectFrom('workflow_instances')
      .select(['tenant_id', 'id', 'notice_at'])
      .where('status', '=', 'ACTIVE')
      .where('notice_at', '<=', until)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('notice_at', 'tenant_id', 'id'), '>', tuple(from.noticeAt, from.tenantId, from.id)),
      )
      .orderBy('notice_at')
      .orderBy('tenant_id')
      .orderBy('id')
      .limit(AT_ONCE)
      .execute(),
  )
}

async function giveNotice(ctx: WriteCtx, id: string): Promise<void> {
  const before = await instances.lock(ctx, id)
  if (before?.status !== 'ACTIVE' || before.notice_at === null || before.notice_at > ctx.now) return
  const term = termOfRow(before)
  const state = slaState(term, ctx.now)
  const overdue = state === 'overdue'
  const entry = happening(overdue ? 'sla.overdue' : 'sla.warning', before.current_stage_id, before.status)
  const event = overdue ? 'approval.overdue' : 'approval.due_soon'
  const [addresses] = await together(
    listToNotify(ctx, before.assigned_to),
    change(ctx, before, { notice_at: nextNotice(term, state) }, [entry]),
    announceApproval(ctx, event, before),
  )
  const { name, stages } = before.snapshot
  const titleOf = await titlesOf(ctx, [before])
  const letter = termLetter({
    overdue,
    definition: name,
    stage: stages.find(({ id }) => id === before.current_stage_id)!,
    dueAt: term.dueAt!,
    entityType: before.entity_type,
    title: titleOf(before) ?? before.entity_id,
  })
  const wanting = await wantingNow(ctx, event, addresses)
  await together(...wanting.map((to) => sendMail(ctx, { to, ...letter })))
}
