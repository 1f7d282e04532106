import type { Refine } from '#db/tables.ts'
import type { NoticeContent, Purpose, Signal } from './notices/rules.ts'
import type { Event, Field, Representative, TemplateContent, Values } from './templates/rules.ts'

declare module '#db/tables.ts' {
  interface Refinements {
    consent_notices: Refine<'consent_notices', { purposes: Purpose[]; config: Record<string, unknown> }>
    consent_notice_versions: Refine<'consent_notice_versions', { content: NoticeContent }>
    consent_records: Refine<'consent_records', { decisions: Record<string, boolean>; signal: Signal }>
    consent_templates: Refine<'consent_templates', { fields: Field[]; allowed_origins: string[] }>
    consent_template_versions: Refine<'consent_template_versions', { content: TemplateContent }>
    consent_form_records: Refine<
      'consent_form_records',
      { values: Values; representative: Representative; evidence: Evidence }
    >
    consent_webhooks: Refine<'consent_webhooks', { events: Event[] }>
  }
}

/** Proof of a consent given off screen: a description, or the caller's own fields. */
export type Evidence = string | Record<string, unknown>
