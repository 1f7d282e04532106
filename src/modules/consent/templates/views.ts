import Type from 'typebox'
import type { Tools } from '#db/context.ts'
import { viewOf } from '#http/view.ts'
import { html } from '#kernel/html.ts'
import { WIDGETS_VERSION } from '#pages/assets.ts'
import type { Proof } from '../rules.ts'
import type { RecordRow, TemplateRow, WebhookRow } from './repo.ts'
import { PROOF_OF_SOURCE, type Source, type TemplateContent } from './rules.ts'
import { FormConfig, FormRecord, Template, Webhook } from './schemas.ts'

type Installed = Pick<Tools, 'publicUrl'>

export const templateView = viewOf<TemplateRow, [tools: Installed]>()(Template, {
  pageUrl: ({ form_key }, tools) => pageUrl(tools, form_key),
  embedCode: ({ form_key }, tools) => embedCode(tools, form_key),
})

export const formView = viewOf<TemplateRow, [organization: string, tools: Installed]>()(FormConfig, {
  templateId: ({ id }) => id,
  organization: (_, name) => ({ name }),
  pageUrl: ({ form_key }, _, tools) => pageUrl(tools, form_key),
})

function pageUrl({ publicUrl }: Installed, formKey: string): string {
  return `${publicUrl}/consentimiento/${formKey}`
}

/** Without the script, people see the link inside. */
function embedCode(tools: Installed, formKey: string): string {
  return html`<div data-resguardo-formulario="${formKey}"><a href="${pageUrl(tools, formKey)}">Abrir el formulario</a></div>
<script async src="${tools.publicUrl}/w/${WIDGETS_VERSION}/formulario.js"></script>`.markup
}

export const recordView = viewOf<RecordRow>()(FormRecord, { provenBy: proofOf })

const bare = viewOf<Omit<RecordRow, 'receipt'>>()(
  Type.Omit(FormRecord, ['receipt', 'provenBy', 'isEffective']),
)

/** The record that the receipt is the hash of, as the interface shows it, so its holder can recompute the hash. */
export function evidenceOf(row: Omit<RecordRow, 'receipt'>): object {
  // Older receipts do not cover how the person was proven.
  if (row.proven_by === null) return bare(row)
  return { ...bare(row), provenBy: row.proven_by, isEffective: row.is_effective }
}

export function proofOf({ proven_by, source }: Pick<RecordRow, 'proven_by' | 'source'>): Proof {
  return (proven_by as Proof | null) ?? PROOF_OF_SOURCE[source as Source]
}

export const webhookView = viewOf<WebhookRow, [secret: string | null]>()(Webhook, {
  secret: (_, secret) => secret,
})

/** The content of a version. Its hash depends on exactly these fields. */
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
