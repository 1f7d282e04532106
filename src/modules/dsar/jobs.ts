import type { TenantAccess } from '#db/access.ts'
import { SYSTEM, type WriteCtx } from '#db/context.ts'
import type { JobDefinition } from '#jobs/definition.ts'
import { sendMail } from '#jobs/mail.ts'
import { after } from '#kernel/dates.ts'
import { lawToday } from '#kernel/law/wording.ts'
import { normaliseEmail } from '#kernel/text.ts'
import { wantingNow } from '#modules/notifications/public.ts'
import { findMember } from '#modules/org/public.ts'
import { announceRequest } from './announcing.ts'
import { reminder, when } from './letters.ts'
import * as repo from './requests/repo.ts'
import { findResponsible } from './responsible.ts'
import { FIRST_REMINDER_MS, isFinal, type Reminder, reminderAt } from './rules.ts'

const AT_ONCE = 200

/** Reminds the assignee and the DPO of a term that is near or over. Each reminder is sent once. */
export const REMINDERS_JOB: JobDefinition = {
  name: 'dsar.reminders',
  every: '0 8 * * *',
  retry: { limit: 3, delaySeconds: 60, longestDelaySeconds: 600 },
  expireInSeconds: 3600,
  async run({ access, tools, log }) {
    const until = after(tools.now(), FIRST_REMINDER_MS)
    for (let last: Open | undefined; ; ) {
      const open = await listOpen(access, until, last)
      for (const { tenant_id: tenantId, id } of open) {
        await access
          .actFor(tenantId, SYSTEM, {}, (ctx) => remind(ctx, id))
          .catch((error: Error) => log.error({ requestId: id, reason: error.message }, 'no reminder sent'))
      }
      last = open.at(-1)
      if (!last || open.length < AT_ONCE) return
    }
  },
}

interface Open {
  tenant_id: string
  id: string
  legal_due_at: Date
}

/** Continues after the last request seen, so a request that fails does not hold up the rest. */
function listOpen(access: TenantAccess, until: Date, last: Open | undefined): Promise<Open[]> {
  return access.lookUp('find requests whose term is near', (db) => {
    let query = db
      .selectFrom('dsar_requests')
      .select(['tenant_id', 'id', 'legal_due_at'])
      .where('completed_at', 'is', null)
      .where('legal_due_at', '<=', until)
    if (last) {
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('legal_due_at', 'tenant_id', 'id'),
          '>',
          tuple(last.legal_due_at, last.tenant_id, last.id),
        ),
      )
    }
    return query.orderBy('legal_due_at').orderBy('tenant_id').orderBy('id').limit(AT_ONCE).execute()
  })
}

async function remind(ctx: WriteCtx, id: string): Promise<void> {
  const row = await repo.requests.lockFields(ctx, id)
  if (!row || isFinal(row.status)) return
  const term = row.right_type === 'BLOCKING' ? 'BLOCKING' : 'RESPONSE'
  const due = reminderAt({ term, dueAt: row.legal_due_at }, ctx.now, ctx.tools.law)
  if (!due || !(await isFirst(ctx, id, due))) return
  const event = due.daysBefore === 0 ? 'dsar.overdue' : 'dsar.due_soon'
  const recipients = await wantingNow(ctx, event, await recipientsOf(ctx, row))
  for (const to of recipients) await sendMail(ctx, reminder(row, due, to, lawToday(ctx)))
  await announceRequest(ctx, event, row)
  await repo.insertEvents(ctx, id, {
    type: 'reminder',
    notes: `${when(due)}: aviso a ${recipients.join(', ') || 'sus responsables, en sus avisos'}`,
  })
}

async function isFirst({ db, tenantId, now }: WriteCtx, requestId: string, due: Reminder): Promise<boolean> {
  const written = await db
    .insertInto('dsar_reminders')
    .values({
      tenant_id: tenantId,
      request_id: requestId,
      term: due.term,
      due_at: due.dueAt,
      days_before: due.daysBefore,
      sent_at: now,
    })
    .onConflict((conflict) => conflict.constraint('dsar_reminders_pkey').doNothing())
    .returning('days_before')
    .executeTakeFirst()
  return written !== undefined
}

/** The assignee and the DPOs, both the entity's and those by role. Without any of them, the owners: somebody must see it. */
async function recipientsOf(ctx: WriteCtx, row: repo.RequestRow): Promise<string[]> {
  const [assignee, by, officers] = await Promise.all([
    row.assigned_to === null ? undefined : findMember(ctx, row.assigned_to),
    findResponsible(ctx, row.legal_entity_id),
    listEmailsOf(ctx, 'DPO'),
  ])
  const found = [assignee?.email, by.dpoEmail, ...officers].filter((to) => typeof to === 'string')
  const people = found.length > 0 ? found : await listEmailsOf(ctx, 'OWNER')
  return [...new Set(people.map(normaliseEmail))]
}

async function listEmailsOf({ db, tenantId }: WriteCtx, role: 'DPO' | 'OWNER'): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.email')
    .where('m.tenant_id', '=', tenantId)
    .where('m.role', '=', role)
    .where('m.status', '=', 'ACTIVE')
    .orderBy('u.email')
    .execute()
  return rows.map(({ email }) => email)
}
