import { iso } from '#kernel/dates.ts'
import type { RecordRow, TemplateRow, WebhookRow } from './repo.ts'
import type { TemplateContent } from './rules.ts'
import type { FormRecord, Template, Webhook } from './schemas.ts'

export function templateView(row: TemplateRow): Template {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    ...contentOf(row),
    formKey: row.form_key,
    isActive: row.is_active,
    version: row.version,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}

export function formView(row: TemplateRow, organization: string) {
  return {
    formKey: row.form_key,
    templateId: row.id,
    version: row.version,
    name: row.name,
    description: row.description,
    ...contentOf(row),
    organization: { name: organization },
    contentHash: row.content_hash,
  }
}

export function contentOf(row: TemplateRow): TemplateContent {
  return {
    purposeText: row.purpose_text,
    fields: row.fields,
    requireAge: row.require_age,
    sensitive: row.sensitive,
  }
}

/** What the receipt is the hash of: whoever holds the record can compute it again. */
export function evidenceOf(row: Omit<RecordRow, 'receipt'>): Omit<FormRecord, 'receipt'> {
  return {
    id: row.id,
    templateId: row.template_id,
    templateVersion: row.template_version,
    contentHash: row.content_hash,
    subjectRef: row.subject_ref,
    granted: row.granted,
    source: row.source,
    values: row.values,
    representative: row.representative,
    channel: row.channel,
    evidence: row.evidence,
    recordedBy: row.recorded_by,
    userAgent: row.user_agent,
    ipHash: row.ip_hash,
    occurredAt: iso(row.occurred_at),
    createdAt: iso(row.created_at),
  }
}

export function recordView(row: RecordRow): FormRecord {
  return { ...evidenceOf(row), receipt: row.receipt }
}

export function webhookView(row: WebhookRow, secret: string | null): Webhook {
  return {
    id: row.id,
    templateId: row.template_id,
    url: row.url,
    events: row.events,
    secret,
    isActive: row.is_active,
    createdAt: iso(row.created_at),
  }
}
