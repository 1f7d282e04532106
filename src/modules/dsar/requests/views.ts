import { viewOf } from '#http/view.ts'
import { iso } from '#kernel/dates.ts'
import type { RecipientRow } from '../acknowledgements/repo.ts'
import { stateOf } from '../acknowledgements/rules.ts'
import type { LetterRow } from '../kept-letters.ts'
import { channelOf, isFinal, isOverdue, legalDueOn, RIGHT_TYPES, STATES } from '../rules.ts'
import type { Progress as TaskProgress } from '../tasks/repo.ts'
import type { CheckRow } from './identity/repo.ts'
import { identityView } from './identity/views.ts'
import { Recipient } from './recipient-schemas.ts'
import type { BlockingRow, EventRow, RequestCounts, RequestItemRow, RequestRow } from './repo.ts'
import {
  type Request,
  type RequestEvent,
  type RequestItem,
  RequestLetter,
  type RequestStats,
} from './schemas.ts'

const NO_TASKS: TaskProgress = { total: 0, done: 0 }

export function itemView(row: RequestItemRow, now: Date, tasks: TaskProgress = NO_TASKS): RequestItem {
  return {
    id: row.id,
    folioNumber: row.folio_number,
    rightType: row.right_type,
    subjectName: row.subject_name,
    subjectEmail: row.subject_email,
    status: row.status,
    deadlineAt: iso(row.deadline_at),
    extendedDeadlineAt: iso(row.extended_deadline_at),
    isOverdue: isOverdue({ dueAt: row.legal_due_at, completedAt: row.completed_at }, now),
    assignedTo: row.assigned_to,
    createdAt: iso(row.created_at),
    legalEntityId: row.legal_entity_id,
    legalDueOn: legalDueOn(row),
    tasks: { total: tasks.total, done: tasks.done },
  }
}

export interface WholeRequest {
  row: RequestRow
  events: readonly EventRow[]
  letters: readonly LetterRow[]
  attachments: Request['attachments']
  blockings: readonly BlockingRow[]
  checks: readonly CheckRow[]
  free: Request['freeAccess']
  tasks: TaskProgress | undefined
}

export function requestView(
  { row, events, letters, attachments, blockings, checks, free, tasks }: WholeRequest,
  now: Date,
): Request {
  const history = events.map(eventView)
  return {
    ...itemView(row, now, tasks),
    source: row.source,
    channel: channelOf(row),
    receivedAt: iso(row.created_at),
    identity: identityView(row, checks),
    freeAccess: free,
    widgetId: row.widget_id,
    parentRequestId: row.parent_request_id,
    previousNumber: row.previous_number,
    subjectRut: row.subject_rut,
    subjectPhone: row.subject_phone,
    subjectAddress: row.subject_address,
    deceased: deceasedOf(row),
    mandateFileId: attachments.find(({ kind }) => kind === 'mandate')?.key ?? null,
    description: row.description,
    documentType: row.document_type,
    documentNumber: row.document_number,
    organizationRelation: row.organization_relation,
    isRepresentative: row.is_representative,
    representativeName: row.representative_name,
    representativeRut: row.representative_rut,
    representativeRelation: row.representative_relation,
    representativeDocUrl: row.representative_doc_url,
    subtype: row.subtype,
    subtypeDetail: row.subtype_detail,
    specificData: row.specific_data,
    portabilityTarget: row.portability_target,
    portabilityFormat: row.portability_format,
    portabilityDirectTransfer: row.portability_direct_transfer,
    declarationTruthful: row.declaration_truthful,
    declarationDataProcessing: row.declaration_data_processing,
    declarationPhoneContact: row.declaration_phone_contact,
    responseDeadline: iso(row.deadline_at),
    blockingDeadlineAt: iso(row.blocking_deadline_at),
    extensionReason: row.extension_reason,
    extensionNotifiedAt: iso(row.extension_notified_at),
    responseType: row.response_type,
    nothingHeld: row.nothing_held,
    responseNotes: row.response_notes,
    responseFileKey: row.response_file_key,
    denialReason: row.denial_reason,
    thirdsNotifiedAt: iso(row.thirds_notified_at),
    completedAt: iso(row.completed_at),
    updatedAt: iso(row.updated_at),
    events: history,
    timeline: history.filter(({ type }) => type === 'status_change'),
    letters: letters.map(letterView),
    attachments,
    blockings: blockings.map((block) => ({
      id: block.id,
      folioNumber: block.folio_number,
      status: block.status,
      legalDueOn: legalDueOn(block),
      completedAt: iso(block.completed_at),
    })),
  }
}

function deceasedOf({ heir_name, heir_relation }: RequestRow): Request['deceased'] {
  if (heir_name === null || heir_relation === null) return null
  return { isHeir: true, heirName: heir_name, relation: heir_relation }
}

export const letterView = viewOf<LetterRow>()(RequestLetter, {
  to: ({ recipient }) => recipient,
  text: ({ body_text }) => body_text,
})

export const recipientView = viewOf<RecipientRow>()(Recipient, {
  status: stateOf,
  notifiedAt: ({ notified_at, mailed_at }) => iso(notified_at ?? mailed_at),
})

export function eventView(row: EventRow): RequestEvent {
  return {
    id: row.id,
    type: row.type,
    from: row.from_status,
    to: row.to_status,
    notes: row.notes,
    actorId: row.actor_id,
    actorName: row.actor_name,
    createdAt: iso(row.created_at),
  }
}

export function statsView({ byKind, overdue, dueSoon, onTime, responseDays }: RequestCounts): RequestStats {
  const countOf = (rows: RequestCounts['byKind']) => rows.reduce((total, { count }) => total + count, 0)
  const total = countOf(byKind)
  const closed = countOf(byKind.filter(({ status }) => isFinal(status)))
  const perClosed = (value: number) => (closed === 0 ? null : Math.round((value / closed) * 10) / 10)
  return {
    total,
    byStatus: STATES.map((status) => ({
      status,
      count: countOf(byKind.filter((row) => row.status === status)),
    })),
    byRightType: RIGHT_TYPES.map((rightType) => ({
      rightType,
      count: countOf(byKind.filter((row) => row.right_type === rightType)),
    })),
    open: total - closed,
    overdue,
    dueSoon,
    averageResponseDays: perClosed(responseDays),
    onTimeRate: perClosed(onTime * 100),
  }
}
