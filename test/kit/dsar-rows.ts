import { LAW } from '#kernel/law/law.ts'
import type { LetterRow } from '#modules/dsar/kept-letters.ts'
import type { EventRow, RequestRow } from '#modules/dsar/requests/repo.ts'
import type { Responsible } from '#modules/dsar/responsible.ts'
import type { TaskRow } from '#modules/dsar/tasks/repo.ts'

/** Rows of requests as the database returns them, for code that only reads them. */

/** Noon in Chile on 1 December 2026, when the law takes effect. The request is due on the 31st. */
export const RECEIVED_AT = new Date('2026-12-01T15:00:00.000Z')
export const ON_THE_DAY = { law: LAW, day: '2026-12-01' } as const
/** A day before the law takes effect. */
export const BEFORE_THE_LAW = { law: LAW, day: '2026-11-20' } as const

const TENANT = '019a0000-0000-7000-8000-000000000001'
export const REQUEST_ID = '019a0000-0000-7000-8000-0000000000aa'
export const ENTITY_ID = '019a0000-0000-7000-8000-0000000000bb'

export const BY: Responsible = {
  name: 'Tienda Sur SpA',
  taxId: '76543210-3',
  dpoName: 'Pedro Soto',
  dpoEmail: 'dpo@tiendasur.cl',
  contactEmail: 'dpo@tiendasur.cl',
  address: 'Los Aromos 123, Temuco',
}
/** An organisation with nothing but a name. */
export const NAME_ALONE: Responsible = {
  name: 'Sin Delegado SpA',
  taxId: null,
  dpoName: null,
  dpoEmail: null,
  contactEmail: null,
  address: null,
}

export function requestRow(fields: Partial<RequestRow> = {}): RequestRow {
  return {
    tenant_id: TENANT,
    id: REQUEST_ID,
    folio_number: 'ARCO-2026-04217',
    source: 'widget',
    widget_id: null,
    legal_entity_id: ENTITY_ID,
    right_type: 'ACCESS',
    status: 'RECEIVED',
    subject_name: 'María Pérez',
    subject_email: 'maria@correo.cl',
    subject_rut: null,
    subject_phone: null,
    description: null,
    document_type: null,
    document_number: null,
    organization_relation: null,
    is_representative: false,
    representative_name: null,
    representative_rut: null,
    representative_relation: null,
    representative_doc_url: null,
    subtype: null,
    subtype_detail: null,
    specific_data: null,
    portability_target: null,
    portability_format: null,
    portability_direct_transfer: false,
    declaration_truthful: true,
    declaration_data_processing: false,
    declaration_phone_contact: false,
    deadline_at: new Date('2026-12-31T15:00:00.000Z'),
    extended_deadline_at: null,
    blocking_deadline_at: null,
    due_at: new Date('2026-12-31T15:00:00.000Z'),
    first_due_at: new Date('2026-12-31T15:00:00.000Z'),
    extension_reason: null,
    extension_notified_at: null,
    assigned_to: null,
    response_type: null,
    response_notes: null,
    response_file_key: null,
    denial_reason: null,
    thirds_notified_at: null,
    completed_at: null,
    created_at: RECEIVED_AT,
    updated_at: RECEIVED_AT,
    // The last millisecond of 31 December in Chile.
    legal_due_at: new Date('2027-01-01T02:59:59.999Z'),
    parent_request_id: null,
    no_recipients_reason: null,
    recipients_notified_at: null,
    previous_number: null,
    nothing_held: false,
    channel: null,
    subject_address: null,
    heir_name: null,
    heir_relation: null,
    ...fields,
  }
}

export function taskRow(fields: Partial<TaskRow> = {}): TaskRow {
  return {
    tenant_id: TENANT,
    id: '019a0000-0000-7000-8000-0000000000c1',
    request_id: REQUEST_ID,
    system_id: '019a0000-0000-7000-8000-0000000000d1',
    system_name: 'CRM de ventas',
    processor_name: null,
    owner_name: 'Rosa Díaz',
    owner_email: 'rosa@tiendasur.cl',
    status: 'open',
    outcome: null,
    notes: null,
    article: null,
    answered_via: null,
    answered_by: null,
    done_at: null,
    due_on: '2026-12-21',
    key_hash: null,
    expires_at: null,
    sent_at: null,
    reminded_on: null,
    escalated_on: null,
    created_at: RECEIVED_AT,
    updated_at: RECEIVED_AT,
    files_removed_at: null,
    ...fields,
  }
}

export function letterRow(fields: Partial<LetterRow> = {}): LetterRow {
  return {
    tenant_id: TENANT,
    id: '019a0000-0000-7000-8000-0000000000e1',
    request_id: REQUEST_ID,
    kind: 'RECEIPT',
    recipient: 'maria@correo.cl',
    subject: 'Recibimos su solicitud ARCO-2026-04217',
    body_text: 'Hola, María Pérez:\n\nRecibimos su solicitud.\n\n— Tienda Sur SpA',
    sent_at: null,
    created_at: RECEIVED_AT,
    law_version: LAW.version,
    on_paper: false,
    ...fields,
  }
}

export function eventRow(fields: Partial<EventRow> = {}): EventRow {
  return {
    tenant_id: TENANT,
    id: '019a0000-0000-7000-8000-0000000000f1',
    request_id: REQUEST_ID,
    type: 'created',
    from_status: null,
    to_status: 'RECEIVED',
    notes: null,
    actor_id: null,
    actor_name: null,
    created_at: RECEIVED_AT,
    ...fields,
  }
}
