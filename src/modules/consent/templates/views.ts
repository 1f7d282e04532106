import Type from 'typebox'
import { viewOf } from '#http/view.ts'
import type { Proof } from '../rules.ts'
import type { RecordRow, TemplateRow, WebhookRow } from './repo.ts'
import { PROOF_OF_SOURCE, type Source, type TemplateContent } from './rules.ts'
import { FormConfig, FormRecord, Template, Webhook } from './schemas.ts'

export const templateView = viewOf<TemplateRow>()(Template)

export const formView = viewOf<TemplateRow, [organization: string]>()(FormConfig, {
  templateId: ({ id }) => id,
  organization: (_, name) => ({ name }),
})

export const recordView = viewOf<RecordRow>()(FormRecord, { provenBy: proofOf })

const bare = viewOf<Omit<RecordRow, 'receipt'>>()(
  Type.Omit(FormRecord, ['receipt', 'provenBy', 'isEffective']),
)

/** What the receipt is the hash of: the record as the interface shows it, so that its holder can compute it again. */
export function evidenceOf(row: Omit<RecordRow, 'receipt'>): object {
  // Receipts of before say nothing of how the person was proven.
  if (row.proven_by === null) return bare(row)
  return { ...bare(row), provenBy: row.proven_by, isEffective: row.is_effective }
}

export function proofOf({ proven_by, source }: Pick<RecordRow, 'proven_by' | 'source'>): Proof {
  return (proven_by as Proof | null) ?? PROOF_OF_SOURCE[source as Source]
}

export const webhookView = viewOf<WebhookRow, [secret: string | null]>()(Webhook, {
  secret: (_, secret) => secret,
})

/** What a version keeps. Its hash depends on exactly these fields. */
export function contentOf(
  row: Pick<TemplateRow, 'purpose_text' | 'fields' | 'require_age' | 'sensitive'>,
): TemplateContent {
  return {
    purposeText: row.purpose_text,
    fields: row.fields,
    requireAge: row.require_age,
    sensitive: row.sensitive,
  }
}
