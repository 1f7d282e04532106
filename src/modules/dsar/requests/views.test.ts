import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventRow, letterRow, REQUEST_ID, requestRow } from '#test/kit/dsar-rows.ts'
import type { RecipientRow } from '../acknowledgements/repo.ts'
import { RIGHT_TYPES, STATES } from '../rules.ts'
import type { CheckRow } from './identity/repo.ts'
import { Recipient } from './recipient-schemas.ts'
import type { BlockingRow, RequestCounts } from './repo.ts'
import { Request, RequestItem } from './schemas.ts'
import {
  eventView,
  itemView,
  letterView,
  recipientView,
  requestView,
  statsView,
  type WholeRequest,
} from './views.ts'

const NONE: RequestCounts = { byKind: [], overdue: 0, dueSoon: 0, onTime: 0, responseDays: 0 }

test('every state and every right has a count, also those without requests', () => {
  const stats = statsView({
    ...NONE,
    byKind: [
      { status: 'RECEIVED', right_type: 'ACCESS', count: 3 },
      { status: 'RECEIVED', right_type: 'DELETION', count: 2 },
      { status: 'EXTENDED', right_type: 'ACCESS', count: 1 },
      { status: 'COMPLETED', right_type: 'ACCESS', count: 4 },
      { status: 'REJECTED', right_type: 'BLOCKING', count: 1 },
    ],
    overdue: 2,
    dueSoon: 1,
    onTime: 3,
    responseDays: 61,
  })
  assert.deepEqual([stats.total, stats.open, stats.overdue, stats.dueSoon], [11, 6, 2, 1])
  assert.deepEqual(
    stats.byStatus.map(({ status, count }) => `${status} ${count}`),
    ['RECEIVED 5', 'VERIFYING 0', 'IN_PROGRESS 0', 'EXTENDED 1', 'COMPLETED 4', 'REJECTED 1'],
  )
  assert.deepEqual(
    stats.byRightType.filter(({ count }) => count > 0).map(({ rightType, count }) => `${rightType} ${count}`),
    ['ACCESS 8', 'DELETION 2', 'BLOCKING 1'],
  )
  assert.deepEqual([stats.byStatus.length, stats.byRightType.length], [STATES.length, RIGHT_TYPES.length])
  assert.deepEqual([stats.averageResponseDays, stats.onTimeRate], [12.2, 60])
})

test('averages cover closed requests alone, with one decimal, and are null without any', () => {
  const open = { status: 'IN_PROGRESS', right_type: 'ACCESS', count: 9 } as const
  const closed = (count: number) => ({ status: 'COMPLETED', right_type: 'ACCESS', count }) as const
  const waiting = statsView({ ...NONE, byKind: [open] })
  assert.deepEqual([waiting.open, waiting.averageResponseDays, waiting.onTimeRate], [9, null, null])
  const thirds = statsView({ ...NONE, byKind: [open, closed(3)], onTime: 2, responseDays: 1 })
  assert.deepEqual([thirds.averageResponseDays, thirds.onTimeRate], [0.3, 66.7])
  const never = statsView({ ...NONE, byKind: [closed(2)], onTime: 0, responseDays: 90 })
  assert.deepEqual([never.averageResponseDays, never.onTimeRate], [45, 0])
})

// ── one request ──

const NOON = new Date('2026-12-15T15:00:00Z')
type Row = Parameters<typeof requestRow>[0]

function whole(fields: Row = {}, more: Partial<WholeRequest> = {}, now = NOON) {
  return requestView(
    {
      row: requestRow(fields),
      events: [],
      letters: [],
      attachments: [],
      blockings: [],
      checks: [],
      free: null,
      tasks: undefined,
      ...more,
    },
    now,
  )
}

test('items and details have exactly the published fields', () => {
  assert.deepEqual(
    Object.keys(itemView(requestRow(), NOON)).toSorted(),
    Object.keys(RequestItem.properties).toSorted(),
  )
  assert.deepEqual(Object.keys(whole()).toSorted(), Object.keys(Request.properties).toSorted())
})

test('deadlines stay where the contract counts them, even after an extension', () => {
  const { deadlineAt, responseDeadline, extendedDeadlineAt, legalDueOn } = whole({
    status: 'EXTENDED',
    extended_deadline_at: new Date('2027-01-30T15:00:00Z'),
    due_at: new Date('2027-01-30T15:00:00Z'),
    legal_due_at: new Date('2027-01-31T02:59:59.999Z'),
  })
  assert.deepEqual(
    [deadlineAt, responseDeadline, extendedDeadlineAt, legalDueOn],
    ['2026-12-31T15:00:00.000Z', '2026-12-31T15:00:00.000Z', '2027-01-30T15:00:00.000Z', '2027-01-30'],
  )
})

test('an open request is overdue the instant after its legal day; an ended one never is', () => {
  const end = new Date('2027-01-01T02:59:59.999Z')
  const late = new Date(end.getTime() + 1)
  assert.equal(itemView(requestRow(), end).isOverdue, false)
  assert.equal(itemView(requestRow(), late).isOverdue, true)
  assert.equal(itemView(requestRow({ status: 'COMPLETED', completed_at: late }), late).isOverdue, false)
})

test('tasks are counted; a request without tasks has none of none', () => {
  assert.deepEqual(itemView(requestRow(), NOON).tasks, { total: 0, done: 0 })
  assert.deepEqual(itemView(requestRow(), NOON, { total: 5, done: 3 }).tasks, { total: 5, done: 3 })
})

test('the history has every event, the timeline only changes of state, in the same order', () => {
  const events = [
    eventRow({ id: 'a' }),
    eventRow({ id: 'b', type: 'status_change', from_status: 'RECEIVED', to_status: 'IN_PROGRESS' }),
    eventRow({ id: 'c', type: 'reminder', to_status: null }),
    eventRow({ id: 'd', type: 'status_change', from_status: 'IN_PROGRESS', to_status: 'COMPLETED' }),
  ]
  const { events: all, timeline } = whole({}, { events })
  assert.deepEqual(
    [all.map(({ id }) => id), timeline.map(({ id }) => id)],
    [
      ['a', 'b', 'c', 'd'],
      ['b', 'd'],
    ],
  )
})

test('an entry gives the change of state, its author and its time', () => {
  const row = eventRow({
    id: 'e',
    type: 'status_change',
    from_status: 'RECEIVED',
    to_status: 'VERIFYING',
    notes: 'Se pidió la cédula',
    actor_id: 'ana',
    actor_name: 'Ana Rojas',
  })
  assert.deepEqual(eventView(row), {
    id: 'e',
    type: 'status_change',
    from: 'RECEIVED',
    to: 'VERIFYING',
    notes: 'Se pidió la cédula',
    actorId: 'ana',
    actorName: 'Ana Rojas',
    createdAt: '2026-12-01T15:00:00.000Z',
  })
})

test('an heir needs name and relation; a mandate is the file that was sent as one', () => {
  assert.equal(whole({ heir_name: 'Luis' }).deceased, null)
  assert.deepEqual(whole({ heir_name: 'Luis', heir_relation: 'hijo' }).deceased, {
    isHeir: true,
    heirName: 'Luis',
    relation: 'hijo',
  })
  const file = (key: string, kind: string) => ({ key, kind }) as WholeRequest['attachments'][number]
  assert.equal(whole({}, { attachments: [file('a', 'other'), file('b', 'mandate')] }).mandateFileId, 'b')
  assert.equal(whole({}, { attachments: [file('a', 'identity')] }).mandateFileId, null)
})

test('an accompanying block shows its state and its own legal day', () => {
  const block = {
    id: 'x',
    folio_number: 'ARCO-2026-04218',
    status: 'COMPLETED',
    legal_due_at: new Date('2026-12-04T02:59:59.999Z'),
    completed_at: new Date('2026-12-02T12:00:00Z'),
  } as BlockingRow
  assert.deepEqual(whole({}, { blockings: [block] }).blockings, [
    {
      id: 'x',
      folioNumber: 'ARCO-2026-04218',
      status: 'COMPLETED',
      legalDueOn: '2026-12-03',
      completedAt: '2026-12-02T12:00:00.000Z',
    },
  ])
})

test('a letter shows recipient, date and text, and nothing of its storage', () => {
  const shown = letterView(letterRow({ sent_at: NOON, on_paper: true }))
  assert.deepEqual(
    [shown.to, shown.sentAt, shown.onPaper, shown.text.split('\n')[0], shown.kind],
    ['maria@correo.cl', '2026-12-15T15:00:00.000Z', true, 'Hola, María Pérez:', 'RECEIPT'],
  )
  assert.ok(!('request_id' in shown) && !('tenant_id' in shown))
})

// ── who asks ──

const check = (fields: Partial<CheckRow>): CheckRow => ({
  tenant_id: 't',
  id: 'a',
  request_id: REQUEST_ID,
  method: 'code_mail',
  proves: ['email'],
  notes: null,
  file_id: null,
  withdraws: null,
  actor_id: 'ana',
  actor_name: 'Ana Rojas',
  created_at: new Date('2026-12-02T12:00:00Z'),
  ...fields,
})

test('identity checks show their author; a withdrawn one stays with its reason and proves nothing', () => {
  const back = check({
    id: 'b',
    method: null,
    proves: [],
    withdraws: 'a',
    notes: 'Era de otra persona',
    created_at: new Date('2026-12-03T12:00:00Z'),
  })
  const before = whole({}, { checks: [check({})] }).identity
  assert.deepEqual(
    [before.email, before.method, before.checks[0]!.isWithdrawn],
    ['proven', 'code_mail', false],
  )
  const { identity } = whole({}, { checks: [check({}), back] })
  assert.deepEqual([identity.email, identity.method], ['claimed', 'none'])
  assert.deepEqual(identity.checks, [
    {
      id: 'a',
      method: 'code_mail',
      proves: ['email'],
      notes: null,
      fileId: null,
      checkedBy: 'Ana Rojas',
      createdAt: '2026-12-02T12:00:00.000Z',
      isWithdrawn: true,
      withdrawnAt: '2026-12-03T12:00:00.000Z',
      withdrawnBecause: 'Era de otra persona',
    },
  ])
})

// ── recipients ──

test('a recipient is informed from the day that the organisation states, else from the day that the mail left', () => {
  const row = {
    tenant_id: 't',
    id: 'r',
    request_id: REQUEST_ID,
    name: 'Palomar SpA',
    email: 'p@x.cl',
    notified_at: null,
    mailed_at: null,
    notes: null,
    letter_id: 'l',
    created_at: NOON,
    processor_id: null,
    written_at: NOON,
    key_hash: 'secret',
    expires_at: NOON,
    reminded_at: null,
    reminders_due: 0,
    acknowledged_at: null,
    acknowledged_by: null,
    acknowledged_done: null,
    acknowledgement_notes: null,
  } as unknown as RecipientRow
  const view = (fields: Partial<RecipientRow>) => recipientView({ ...row, ...fields })
  assert.deepEqual([view({}).status, view({}).notifiedAt], ['pending', null])
  const mailed = view({ mailed_at: new Date('2026-12-16T12:00:00Z') })
  assert.deepEqual([mailed.status, mailed.notifiedAt], ['notified', '2026-12-16T12:00:00.000Z'])
  const both = view({ mailed_at: NOON, notified_at: new Date('2026-12-10T12:00:00Z') })
  assert.equal(both.notifiedAt, '2026-12-10T12:00:00.000Z')
  assert.deepEqual(Object.keys(mailed).toSorted(), Object.keys(Recipient.properties).toSorted())
  assert.doesNotMatch(JSON.stringify(mailed), /secret/)
})
