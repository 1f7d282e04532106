import { iso } from '#kernel/dates.ts'
import type { ContractRow, SummaryRow } from './repo.ts'
import { nextChase, statusAt } from './rules.ts'
import type { Contract, ContractSummary } from './schemas.ts'

export function summaryView(row: SummaryRow, now: Date): ContractSummary {
  return {
    id: row.id,
    type: row.type,
    status: statusAt(row, now),
    processorId: row.processor_id,
    processorName: row.processor_name,
    legalEntityId: row.legal_entity_id,
    version: row.version,
    lawVersion: row.law_version,
    sentAt: iso(row.sent_at),
    signedAt: iso(row.signed_at),
    expiresAt: iso(row.expires_at),
    createdAt: iso(row.created_at),
  }
}

export function contractView(row: ContractRow, now: Date): Contract {
  return {
    id: row.id,
    type: row.type,
    status: statusAt(row, now),
    processorId: row.processor_id,
    legalEntityId: row.legal_entity_id,
    activityId: row.activity_id,
    activityIds: row.activity_ids,
    templateId: row.template_id,
    content: row.content,
    version: row.version,
    lawVersion: row.law_version,
    signerName: row.signer_name,
    signerEmail: row.signer_email,
    signerRut: row.signer_rut,
    sentAt: iso(row.sent_at),
    remindedAt: iso(row.reminded_at),
    reminders: row.reminders,
    mayRemindAt: row.status === 'SENT' ? iso(nextChase(row)) : null,
    signedAt: iso(row.signed_at),
    signature: row.signature,
    organizationSignature: row.organisation_signature,
    refusal: row.refusal,
    expiresAt: iso(row.expires_at),
    terminatedAt: iso(row.terminated_at),
    reviewAt: row.review_at,
    previousContractId: row.previous_contract_id,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}
