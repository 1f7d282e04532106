import { chileanDay, iso } from '#kernel/dates.ts'
import type { LawOnDay } from '#kernel/law/wording.ts'
import { complaintWords } from '../complaint.ts'
import { RIGHTS, STATUS_TEXTS } from '../knowledge.ts'
import type { RequestRow } from '../requests/repo.ts'
import type { Responsible } from '../responsible.ts'
import { legalDueOn } from '../rules.ts'
import type { Tracking } from './schemas.ts'

export function trackingView(row: RequestRow, by: Responsible, on: LawOnDay): Tracking {
  const { label, description } = STATUS_TEXTS[row.status]
  return {
    folio: row.folio_number,
    responsibleEntity: by.name,
    rightType: RIGHTS[row.right_type].label,
    status: row.status,
    statusLabel: label,
    statusDescription: row.status === 'REJECTED' ? `${description} ${refusedWords(row, on)}` : description,
    receivedAt: iso(row.created_at),
    responseDeadline: iso(row.due_at),
    isExtended: row.extended_deadline_at !== null,
    extensionReason: row.extension_reason,
    responseType: row.response_type,
    nothingHeld: row.nothing_held,
    completedAt: iso(row.completed_at),
    dpoName: by.dpoName,
    dpoEmail: by.dpoEmail,
    legalDueOn: legalDueOn(row),
    contactEmail: by.contactEmail,
  }
}

function refusedWords({ completed_at, updated_at, right_type }: RequestRow, on: LawOnDay): string {
  const words = complaintWords(on, chileanDay(completed_at ?? updated_at), right_type)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
