import Type from 'typebox'
import { viewOf } from '#http/view.ts'
import type { RecordRow, TemplateRow, WebhookRow } from './repo.ts'
import type { TemplateContent } from './rules.ts'
import { FormConfig, FormRecord, Template, Webhook } from './schemas.ts'

export const templateView = viewOf<TemplateRow>()(Template)

export const formView = viewOf<TemplateRow, [organization: string]>()(FormConfig, {
  templateId: ({ id }) => id,
  organization: (_, name) => ({ name }),
})

export const recordView = viewOf<RecordRow>()(FormRecord)

/** What the receipt is the hash of: the record as the interface shows it, so that its holder can compute it again. */
export const evidenceOf = viewOf<Omit<RecordRow, 'receipt'>>()(Type.Omit(FormRecord, ['receipt']))

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
