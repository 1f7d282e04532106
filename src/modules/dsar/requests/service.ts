import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Constraints } from '#db/errors.ts'
import { together } from '#db/sql.ts'
import type { MaybePage } from '#http/schema-kit.ts'
import { sendMail } from '#jobs/mail.ts'
import { iso } from '#kernel/dates.ts'
import { Failure, impossible, notFound } from '#kernel/failure.ts'
import { isId } from '#kernel/ids.ts'
import { pageOrAll, pagination } from '#kernel/paging.ts'
import { findMember } from '#modules/org/public.ts'
import { startWorkflow } from '#modules/workflows/public.ts'
import * as letters from '../letters.ts'
import { findResponsible } from '../responsible.ts'
import {
  assertStatusChange,
  BEGUN_BY_ASSIGNING,
  extendedDeadline,
  type FinalResponse,
  isFinal,
  outcomeOf,
  type State,
  TOLD_TO_THIRDS,
} from '../rules.ts'
import * as repo from './repo.ts'
import { requests } from './repo.ts'
import type { MoveRequest, RequestsQuery, RespondRequest } from './schemas.ts'
import { listThirds } from './thirds.ts'
import { eventView, itemView, requestView, statsView } from './views.ts'

// ── reading ──

export const CONSTRAINTS: Constraints = {
  dsar_requests_assignee_fkey: () =>
    impossible('assignedTo', 'La persona indicada ya no es de su organización.'),
}

export async function listRequests(ctx: ReadCtx, query: RequestsQuery) {
  const namesNobody = query.assignedTo !== undefined && !isId(query.assignedTo)
  const { rows, total } = namesNobody ? { rows: [], total: 0 } : await repo.listRequests(ctx, query)
  return { items: rows.map((row) => itemView(row, ctx.now)), pagination: pagination(query, total) }
}

export async function getRequest(ctx: ReadCtx, id: string) {
  const [row, events] = await Promise.all([requests.find(ctx, id), repo.listEvents(ctx, id)])
  if (!row) throw notFound('la solicitud')
  return requestView(row, events, ctx.now)
}

export async function getTimeline(ctx: ReadCtx, id: string, query: MaybePage) {
  const [row, events] = await Promise.all([requests.find(ctx, id), repo.listEvents(ctx, id)])
  if (!row) throw notFound('la solicitud')
  const { shown, pagination } = pageOrAll(events, query)
  return { items: shown.map(eventView), pagination }
}

export async function getStats(ctx: ReadCtx) {
  return statsView(await repo.countRequests(ctx))
}

// ── handling ──

/** Free between open states; final ones never change (contract 3.3). */
export async function moveRequest(ctx: WriteCtx, id: string, { status, notes }: MoveRequest) {
  const before = await lock(ctx, id)
  assertStatusChange(before.status, status, before.extended_deadline_at !== null)
  await changeStatus(ctx, before, status, { action: 'move', notes })
  return getRequest(ctx, id)
}

/** The first assignment moves a request to IN_PROGRESS; later ones change only the assignee. */
export async function assignRequest(ctx: WriteCtx, id: string, userId: string) {
  const before = await lockOpen(ctx, id)
  const member = isId(userId) ? await findMember(ctx, userId) : undefined
  if (!member) throw impossible('assignedTo', `«${userId}» no es una persona de su organización.`)
  const assigned = { type: 'assigned', notes: `Asignada a ${member.name}` } as const
  await changeStatus(
    ctx,
    before,
    BEGUN_BY_ASSIGNING.includes(before.status) ? 'IN_PROGRESS' : before.status,
    {
      action: 'assign',
      fields: { assigned_to: member.id },
      events: [assigned],
    },
  )
  return getRequest(ctx, id)
}

export async function extendRequest(ctx: WriteCtx, id: string, reason: string) {
  const row = await extend(ctx, await lockOpen(ctx, id), reason)
  return {
    id,
    extendedDeadlineAt: iso(row.extended_deadline_at!),
    extensionReason: row.extension_reason!,
    extensionNotifiedAt: iso(row.extension_notified_at!),
    status: 'EXTENDED' as const,
  }
}

/** The final answer to the person; with EXTENDED, an extension whose reason is in the notes. */
export async function respondRequest(ctx: WriteCtx, id: string, body: RespondRequest) {
  const before = await lockOpen(ctx, id)
  if (body.responseType === 'EXTENDED') {
    const reason = required(
      body.responseNotes,
      'responseNotes',
      'Indique en «responseNotes» el motivo de la prórroga.',
    )
    await extend(ctx, before, reason, { response_type: 'EXTENDED', response_notes: reason })
    return getRequest(ctx, id)
  }
  await respond(ctx, before, body, body.responseType)
  return getRequest(ctx, id)
}

/**
 * Records that recipients of the data were notified of a rectification or deletion (art. 11). Open in every state, since
 * the notice follows the answer. Returns the recipients that the RAT names, to check against.
 */
export async function notifyThirds(ctx: WriteCtx, id: string, notes: string | null | undefined) {
  const before = await lock(ctx, id)
  if (!TOLD_TO_THIRDS.includes(before.right_type)) {
    throw new Failure(
      'invalidRightType',
      `Solo se avisa a terceros de una rectificación o una supresión; esta solicitud es ${before.right_type}.`,
    )
  }
  if (before.thirds_notified_at !== null) {
    throw new Failure(
      'alreadyNotified',
      `El aviso a terceros ya se registró (${iso(before.thirds_notified_at)}).`,
    )
  }
  const row = await requests.update(ctx, id, { thirds_notified_at: ctx.now, updated_at: ctx.now })
  await together(
    repo.insertEvents(ctx, id, { type: 'thirds_notified', notes }),
    audit(ctx, { action: 'notify_thirds', entityType: 'dsar_request', entityId: id, before, after: row }),
  )
  const [request, thirds] = await Promise.all([getRequest(ctx, id), listThirds(ctx)])
  return { ...request, ...thirds }
}

async function extend(
  ctx: WriteCtx,
  before: repo.RequestRow,
  reason: string,
  fields: Change['fields'] = {},
): Promise<repo.RequestRow> {
  if (before.extended_deadline_at !== null) {
    throw new Failure(
      'alreadyExtended',
      `El plazo ya se amplió una vez, hasta ${iso(before.extended_deadline_at)}. La ley permite una sola prórroga.`,
    )
  }
  const row = await changeStatus(ctx, before, 'EXTENDED', {
    action: 'extend',
    fields: {
      ...fields,
      extended_deadline_at: extendedDeadline(before.deadline_at),
      extension_reason: reason,
      extension_notified_at: ctx.now,
    },
    events: [{ type: 'extended', notes: reason }],
    notes: reason,
  })
  const by = await findResponsible(ctx, row.legal_entity_id)
  await sendMail(ctx, letters.extension(row, by, ctx.tools.publicUrl))
  return row
}

async function respond(
  ctx: WriteCtx,
  before: repo.RequestRow,
  { responseNotes, responseFileKey, denialReason }: RespondRequest,
  type: FinalResponse,
): Promise<void> {
  const outcome = outcomeOf(type)
  const ground = blank(denialReason) ?? blank(responseNotes)
  if (outcome === 'REJECTED') {
    required(
      ground,
      'denialReason',
      'Un rechazo indica su fundamento en «denialReason» o en «responseNotes».',
    )
  }
  const row = await changeStatus(ctx, before, outcome, {
    action: 'respond',
    fields: {
      response_type: type,
      response_notes: blank(responseNotes),
      response_file_key: blank(responseFileKey),
      denial_reason: blank(denialReason),
    },
    events: [{ type: 'responded', notes: `${type}${ground ? `: ${ground}` : ''}` }],
  })
  const by = await findResponsible(ctx, row.legal_entity_id)
  await sendMail(ctx, letters.response(row, type, by, ctx.tools.publicUrl, ctx.now))
}

// ── shared with the workflows ──

interface Change {
  action: string
  fields?: Parameters<typeof requests.update>[2]
  /** Events besides the change of status, written before it. */
  events?: repo.NewEvent[]
  notes?: string | null | undefined
}

/** `before` is locked and may move there; the same state is no change of status. */
export async function changeStatus(
  ctx: WriteCtx,
  before: repo.RequestRow,
  to: State,
  { action, fields = {}, events = [], notes }: Change,
): Promise<repo.RequestRow> {
  const moved = before.status !== to
  const row = await requests.update(ctx, before.id, {
    ...(isFinal(to) && { completed_at: ctx.now, ...withoutInterimAnswer(before) }),
    ...fields,
    status: to,
    updated_at: ctx.now,
  })
  const change = { type: 'status_change', from: before.status, to, notes } as const
  await together(
    repo.insertEvents(ctx, before.id, ...events, ...(moved ? [change] : [])),
    audit(ctx, { action, entityType: 'dsar_request', entityId: before.id, before, after: row }),
  )
  if (moved && to === 'IN_PROGRESS') await startWorkflow(ctx, 'DSAR', before.id)
  return row
}

/** An extension is no answer to what was asked: once closed, it shows in the extension's own fields alone. */
function withoutInterimAnswer({ response_type }: repo.RequestRow): Change['fields'] {
  return response_type === 'EXTENDED' ? { response_type: null, response_notes: null } : {}
}

async function lock(ctx: WriteCtx, id: string): Promise<repo.RequestRow> {
  const row = await requests.lockFields(ctx, id)
  if (!row) throw notFound('la solicitud')
  return row
}

async function lockOpen(ctx: WriteCtx, id: string): Promise<repo.RequestRow> {
  const row = await lock(ctx, id)
  if (!isFinal(row.status)) return row
  throw new Failure('conflict', `La solicitud ya terminó en «${row.status}» y no cambia más.`)
}

function blank(text: string | null | undefined): string | null {
  return text?.trim() ? text : null
}

/** A field that the meaning of another one makes required. */
function required(text: string | null | undefined, path: string, message: string): string {
  const value = blank(text)
  if (value === null) throw new Failure('malformed', message, { details: [{ path, message }] })
  return value
}
