import { audit, MASK } from '#db/audit.ts'
import type { WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { startWorkflow } from '#modules/workflows/public.ts'
import { announceRequest, type RequestEvent } from '../announcing.ts'
import { STATUS_TEXTS } from '../knowledge.ts'
import { isFinal, type State } from '../rules.ts'
import { endTasks } from '../tasks/repo.ts'
import { sendOnStart } from '../tasks/sending.ts'
import * as repo from './repo.ts'
import { requests } from './repo.ts'

/** The steps that every change of a request shares: the lock, the history, the audit log. */

export async function lockRequest(ctx: WriteCtx, id: string): Promise<repo.RequestRow> {
  const row = await requests.lockFields(ctx, id)
  if (!row) throw notFound('la solicitud')
  return row
}

export async function lockOpen(ctx: WriteCtx, id: string): Promise<repo.RequestRow> {
  return assertOpen(await lockRequest(ctx, id))
}

export function assertOpen(row: repo.RequestRow): repo.RequestRow {
  if (!isFinal(row.status)) return row
  throw new Failure('conflict', endedAs(row.status))
}

export function endedAs(status: State): string {
  return `La solicitud ya terminó en «${STATUS_TEXTS[status].label}» y no cambia más.`
}

export interface Change {
  action: string
  fields?: Parameters<typeof requests.update>[2]
  /** Further events, written before the change of status. */
  events?: repo.NewEvent[]
  notes?: string | null | undefined
  /** The event to announce. */
  event?: RequestEvent
}

/** The caller has locked `before` and checked the move. The same state is no change of status. */
export async function changeStatus(
  ctx: WriteCtx,
  before: repo.RequestRow,
  to: State,
  { action, fields = {}, events = [], notes, event }: Change,
): Promise<repo.RequestRow> {
  const moved = before.status !== to
  const row = await requests.update(ctx, before.id, {
    ...(isFinal(to) && { completed_at: ctx.now }),
    ...fields,
    status: to,
    updated_at: ctx.now,
  })
  const change = { type: 'status_change', from: before.status, to, notes } as const
  await together(
    repo.insertEvents(ctx, before.id, ...events, ...(moved ? [change] : [])),
    audit(ctx, {
      action,
      entityType: 'dsar_request',
      entityId: before.id,
      before: logged(before),
      after: logged(row),
    }),
    ...(event ? [announceRequest(ctx, event, row)] : []),
  )
  if (moved && to === 'IN_PROGRESS') {
    await startWorkflow(ctx, 'DSAR', before.id)
    await sendOnStart(ctx, row)
  }
  if (isFinal(to)) await endTasks(ctx, before.id)
  return row
}

/** The log is never emptied: it records that a text about the person was written, without the text. */
function logged(row: repo.RequestRow): repo.RequestRow {
  const hidden = (text: string | null) => (text === null ? null : MASK)
  return {
    ...row,
    response_notes: hidden(row.response_notes),
    denial_reason: hidden(row.denial_reason),
    extension_reason: hidden(row.extension_reason),
  }
}
