import { iso } from '#kernel/dates.ts'
import type { ListedFile } from '#modules/files/public.ts'
import type { TaskRow } from './repo.ts'
import { isLate } from './rules.ts'
import type { DsarTask, DsarTasks } from './schemas.ts'

export function taskView(row: TaskRow, files: readonly ListedFile[], today: string): DsarTask {
  return {
    id: row.id,
    systemId: row.system_id,
    systemName: row.system_name,
    processorName: row.processor_name,
    ownerName: row.owner_name,
    ownerEmail: row.owner_email,
    status: row.status,
    outcome: row.outcome,
    notes: row.notes,
    article: row.article,
    answeredVia: row.answered_via,
    answeredBy: row.answered_by,
    doneAt: iso(row.done_at),
    dueOn: row.due_on,
    sentAt: iso(row.sent_at),
    remindedOn: row.reminded_on,
    overdue: isLate(row, today),
    files: [...files],
    createdAt: iso(row.created_at),
  }
}

export function progressView(rows: readonly TaskRow[], today: string): DsarTasks['progress'] {
  const count = (test: (row: TaskRow) => boolean) => rows.filter(test).length
  return {
    total: count(({ status }) => status !== 'cancelled'),
    done: count(({ status }) => status === 'done'),
    sent: count(({ status }) => status === 'sent'),
    open: count(({ status }) => status === 'open'),
    withoutOwner: count(({ status, owner_email }) => status === 'open' && owner_email === null),
    overdue: count((row) => isLate(row, today)),
  }
}
