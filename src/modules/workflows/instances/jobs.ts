import type { Ctx } from '#db/context.ts'
import type { Doors } from '#db/doors.ts'
import type { JobDefinition } from '#jobs/definition.ts'
import { sendMail } from '#jobs/mail.ts'
import { happening } from '../engine.ts'
import { nextNotice, slaState } from '../sla.ts'
import * as repo from './repo.ts'
import { termOfRow } from './views.ts'
import { writeHistory } from './writing.ts'

const SYSTEM = { type: 'system', id: undefined, name: 'Resguardo', role: undefined } as const
const AT_ONCE = 50

/** Tells people of a stage whose term is near or over, each of the two once per stage. */
export const SLA_JOB: JobDefinition = {
  name: 'workflows.sla',
  every: '*/15 * * * *',
  retry: { limit: 3, delaySeconds: 60, longestDelaySeconds: 600 },
  expireInSeconds: 600,
  async run({ doors, tools, log }) {
    const until = tools.now()
    let from = { tenantId: LOWEST_ID, id: LOWEST_ID, noticeAt: new Date(0) }
    for (;;) {
      const due = await listDue(doors, from, until)
      for (const { tenant_id: tenantId, id } of due) {
        await doors
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

/** Goes on after the last one seen, so that one that fails does not hold up the rest. */
function listDue(doors: Doors, from: { tenantId: string; id: string; noticeAt: Date }, until: Date) {
  return doors.lookUp('find stages whose term is near', (db) =>
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

async function giveNotice(ctx: Ctx, id: string): Promise<void> {
  const before = await repo.findInstanceForUpdate(ctx, id)
  if (before?.status !== 'ACTIVE' || before.notice_at === null || before.notice_at > ctx.now) return
  const term = termOfRow(before)
  const state = slaState(term, ctx.now)
  const row = await repo.updateInstance(ctx, id, { notice_at: nextNotice(term, state) }, 1)
  const overdue = state === 'overdue'
  await writeHistory(ctx, row, [
    happening(overdue ? 'sla.overdue' : 'sla.warning', row.current_stage_id, row.status),
  ])
  const stage = row.snapshot.stages.find((candidate) => candidate.id === row.current_stage_id)
  const dueOn = DAY.format(term.dueAt!)
  for (const to of await repo.listToNotify(ctx, row.assigned_to)) {
    await sendMail(ctx, {
      to,
      subject: overdue
        ? `Vencida: etapa «${stage?.name}» de ${row.snapshot.name}`
        : `Por vencer: etapa «${stage?.name}» de ${row.snapshot.name}`,
      paragraphs: [
        overdue
          ? `La etapa «${stage?.name}» del flujo «${row.snapshot.name}» venció el ${dueOn} y sigue sin resolverse.`
          : `La etapa «${stage?.name}» del flujo «${row.snapshot.name}» vence el ${dueOn}.`,
        `Se trata de ${row.entity_type} ${row.entity_id}. Para resolverla hace falta el rol ${stage?.requiredRole} o superior.`,
      ],
    })
  }
}

const DAY = new Intl.DateTimeFormat('es-CL', {
  timeZone: 'America/Santiago',
  dateStyle: 'long',
  timeStyle: 'short',
})
