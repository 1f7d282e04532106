import type { Refine } from '#db/tables.ts'
import type { PdfDocument } from '#pdf/document.ts'
import type { Content, Redaction, Source } from './package/rules.ts'
import type { State } from './rules.ts'

declare module '#db/tables.ts' {
  interface Refinements {
    dsar_widgets: Refine<'dsar_widgets', { config: Record<string, unknown> }>
    dsar_requests: Refine<'dsar_requests', { specific_data: Record<string, unknown> }>
    dsar_packages: Refine<
      'dsar_packages',
      {
        sources: Source[]
        redactions: Redaction[]
        contents: Content[]
        /** Its instants are text, because JSON has no dates. */
        index_document: PdfDocument
      }
    >
    dsar_events: Refine<'dsar_events', { from_status: State; to_status: State }>
  }
}
