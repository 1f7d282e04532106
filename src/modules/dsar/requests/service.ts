import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Constraints } from '#db/errors.ts'
import { listWhole } from '#db/list-whole.ts'
import { together } from '#db/sql.ts'
import { chileanDay, chileanHour, iso, longDay } from '#kernel/dates.ts'
import { Failure, impossible, notFound } from '#kernel/failure.ts'
import { canonicalId, isId } from '#kernel/ids.ts'
import { isInForce } from '#kernel/law/law.ts'
import { lawToday } from '#kernel/law/wording.ts'
import { emptyPage } from '#kernel/paging.ts'
import { receiptOf } from '#modules/evidence/public.ts'
import { listSentWith } from '#modules/files/public.ts'
import { findMember } from '#modules/org/public.ts'
import { findLetter, listLetters, sendLetter } from '../kept-letters.ts'
import { RIGHTS } from '../knowledge.ts'
import * as letters from '../letters.ts'
import { findResponsible } from '../responsible.ts'
import {
  assertExtendable,
  assertStatusChange,
  BEGUN_BY_ASSIGNING,
  extendedDeadline,
  extendedTerm,
  outcomeOf,
  TOLD_TO_THIRDS,
} from '../rules.ts'
import { FREE_ARTICLE, quarterOf } from '../staff/rules.ts'
import { countTasks } from '../tasks/repo.ts'
import { type Change, changeStatus, lockOpen, lockRequest } from './changes.ts'
import { type Answer, closeRequest } from './closing.ts'
import { listChecks } from './identity/repo.ts'
import * as repo from './repo.ts'
import { requests } from './repo.ts'
import {
  type DraftAnswer,
  type MoveRequest,
  type Request,
  type RequestsQuery,
  type RespondRequest,
  TIMELINE,
  type TimelineQuery,
} from './schemas.ts'
import { listThirds } from './thirds.ts'
import { eventView, itemView, letterView, requestView, statsView } from './views.ts'

// ── reading ──

export const CONSTRAINTS: Constraints = {
  dsar_requests_assignee_fkey: () =>
    impossible('assignedTo', 'La persona indicada ya no es de su organización.'),
}

export async function listRequests(ctx: ReadCtx, { legalEntityId, ...asked }: RequestsQuery) {
  const entity = legalEntityId?.trim() || undefined
  const named = asked.assignedTo === repo.NOBODY ? undefined : asked.assignedTo
  const namesNobody = [named, entity].some((id) => id !== undefined && !isId(id))
  const query = { ...asked, ...(entity !== undefined && { legalEntityId: canonicalId(entity) }) }
  const { rows, ...page } = namesNobody ? emptyPage(query) : await repo.listRequests(ctx, query)
  const tasks = await countTasks(
    ctx,
    rows.map(({ id }) => id),
  )
  return { items: rows.map((row) => itemView(row, ctx.now, tasks.get(row.id))), ...page }
}

export async function getRequest(ctx: ReadCtx, id: string) {
  const [row, events, sent, attachments, blockings, checks, tasks] = await Promise.all([
    requests.find(ctx, id),
    repo.listEvents(ctx, id),
    listLetters(ctx, id),
    listSentWith(ctx, 'dsar_request', id),
    repo.listBlockings(ctx, id),
    listChecks(ctx, id),
    countTasks(ctx, [id]),
  ])
  if (!row) throw notFound('la solicitud')
  const free = await freeAccessOf(ctx, row)
  const whole = { row, events, letters: sent, attachments, blockings, checks, free, tasks: tasks.get(row.id) }
  return requestView(whole, ctx.now)
}

/**
 * Whether the organisation may charge for this request: only for access and portability, only when repeated in the quarter,
 * and not before the law binds (art. 10).
 */
async function freeAccessOf(ctx: ReadCtx, row: repo.RequestRow): Promise<Request['freeAccess']> {
  const quarter = quarterOf(row.right_type, row.created_at)
  if (quarter === null) return null
  const usedInQuarter = await repo.countUsed(ctx, row, chileanHour(quarter, 0))
  const mayCost = usedInQuarter > 0 && isInForce(ctx.tools.law, chileanDay(row.created_at))
  return { usedInQuarter, isFree: !mayCost, article: FREE_ARTICLE }
}

/** A letter with the facts that its printed form adds. */
export async function readLetter(ctx: ReadCtx, id: string, letterId: string) {
  const [row, letter] = await Promise.all([requests.find(ctx, id), findLetter(ctx, id, letterId)])
  if (!row) throw notFound('la solicitud')
  if (!letter) throw notFound('la carta')
  const [by, receipt] = await Promise.all([
    findResponsible(ctx, row.legal_entity_id),
    receiptOf(ctx, 'dsar_letter', letter.id),
  ])
  return { letter: letterView(letter), folioNumber: row.folio_number, by, receipt }
}

export async function getTimeline(ctx: ReadCtx, id: string, query: TimelineQuery) {
  const [row, events] = await Promise.all([requests.find(ctx, id), repo.listEvents(ctx, id)])
  if (!row) throw notFound('la solicitud')
  const { rows, ...page } = listWhole(ctx, TIMELINE, events, { ...query, requestId: id })
  return { items: rows.map(eventView), ...page }
}

export async function getStats(ctx: ReadCtx) {
  return statsView(await repo.countRequests(ctx))
}

// ── handling ──

/** Open states change freely. Final ones never change (contract 3.3), and the person learns of them by letter. */
export async function moveRequest(ctx: WriteCtx, id: string, body: MoveRequest) {
  const { status, notes } = body
  const before = await lockRequest(ctx, id)
  assertStatusChange(before, status, ctx.tools.law)
  if (status !== 'COMPLETED' && status !== 'REJECTED') {
    await changeStatus(ctx, before, status, { action: 'move', notes })
    return getRequest(ctx, id)
  }
  await closeRequest(ctx, before, {
    outcome: status,
    action: 'move',
    responseType: null,
    responseNotes: blank(body.responseNotes),
    responseFileKey: blank(body.responseFileKey),
    // The contract's body has a single field for a ground.
    denialReason: blank(body.denialReason) ?? (status === 'REJECTED' ? blank(notes) : null),
    nothingHeld: false,
    notes,
  })
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
      ...(member.id !== before.assigned_to && { event: 'dsar.assigned' as const }),
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

/** Sends the final answer to the person. EXTENDED is an extension with its reason in the notes. */
export async function respondRequest(ctx: WriteCtx, id: string, body: RespondRequest) {
  const before = await lockOpen(ctx, id)
  const answer = readAnswer(body)
  if ('extension' in answer) {
    const reason = answer.extension
    await extend(ctx, before, reason, { response_type: 'EXTENDED', response_notes: reason })
    return getRequest(ctx, id)
  }
  const ground = answer.denialReason ?? answer.responseNotes
  await closeRequest(ctx, before, {
    ...answer,
    action: 'respond',
    events: [{ type: 'responded', notes: `${answer.responseType}${ground ? `: ${ground}` : ''}` }],
  })
  return getRequest(ctx, id)
}

/** Reads a body into an extension with its reason, or into an answer that ends the request. A refusal needs its ground. */
export function readAnswer(body: DraftAnswer): { extension: string } | Answer {
  const { responseType } = body
  if (responseType === 'EXTENDED') {
    const message = 'Indique en «responseNotes» el motivo de la prórroga.'
    return { extension: required(body.responseNotes, 'responseNotes', message) }
  }
  const [responseNotes, denialReason] = [blank(body.responseNotes), blank(body.denialReason)]
  const outcome = outcomeOf(responseType)
  if (outcome === 'REJECTED') {
    required(
      denialReason ?? responseNotes,
      'denialReason',
      'Un rechazo indica su fundamento en «denialReason» o en «responseNotes».',
    )
  }
  return {
    outcome,
    responseType,
    responseNotes,
    responseFileKey: blank(body.responseFileKey),
    denialReason,
    nothingHeld: body.nothingHeld ?? false,
  }
}

/**
 * Records that recipients of the data were notified of a rectification or deletion (art. 11). Every state allows it, because
 * the notice follows the answer. Returns the recipients that the RAT names, for comparison.
 */
export async function notifyThirds(ctx: WriteCtx, id: string, notes: string | null | undefined) {
  const before = await lockRequest(ctx, id)
  if (!TOLD_TO_THIRDS.includes(before.right_type)) {
    throw new Failure(
      'invalidRightType',
      `Solo se avisa a terceros de una rectificación o una supresión; esta solicitud es de ${RIGHTS[before.right_type].label.toLowerCase()}.`,
    )
  }
  if (before.thirds_notified_at !== null) {
    throw new Failure(
      'alreadyNotified',
      `El aviso a terceros ya se registró, el ${longDay(before.thirds_notified_at)}.`,
    )
  }
  const row = await requests.update(ctx, id, { thirds_notified_at: ctx.now, updated_at: ctx.now })
  await together(
    repo.insertEvents(ctx, id, { type: 'thirds_notified', notes }),
    audit(ctx, { action: 'notify_thirds', entityType: 'dsar_request', entityId: id, before, after: row }),
  )
  const [request, thirds] = await Promise.all([getRequest(ctx, id), listThirds(ctx, row.legal_entity_id)])
  return { ...request, ...thirds }
}

async function extend(
  ctx: WriteCtx,
  before: repo.RequestRow,
  reason: string,
  fields: Change['fields'] = {},
): Promise<repo.RequestRow> {
  assertExtendable(before, ctx.now, ctx.tools.law)
  const row = await changeStatus(ctx, before, 'EXTENDED', {
    action: 'extend',
    fields: {
      ...fields,
      extended_deadline_at: extendedDeadline(before.deadline_at),
      legal_due_at: extendedTerm(before.legal_due_at, ctx.tools.law),
      extension_reason: reason,
      extension_notified_at: ctx.now,
    },
    events: [{ type: 'extended', notes: reason }],
    notes: reason,
    event: 'dsar.extended',
  })
  const by = await findResponsible(ctx, row.legal_entity_id)
  await sendLetter(ctx, row.id, 'EXTENSION', letters.extension(row, by, ctx.tools.publicUrl, lawToday(ctx)))
  return row
}

function blank(text: string | null | undefined): string | null {
  return text?.trim() ? text : null
}

/** A field that another field's value makes required. */
function required(text: string | null | undefined, path: string, message: string): string {
  const value = blank(text)
  if (value === null) throw new Failure('malformed', message, { details: [{ path, message }] })
  return value
}
