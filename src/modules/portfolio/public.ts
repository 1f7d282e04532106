import type { ReadCtx, WriteCtx } from '#db/context.ts'

export const COPY_KINDS = [
  'contract_template',
  'workflow_definition',
  'consent_notice',
  'consent_template',
  'dsar_widget',
] as const
export type CopyKind = (typeof COPY_KINDS)[number]

/** What of a module goes from one organisation to another: its own texts, and nothing that names the first one's people. */
export interface Copyable<Body = unknown> {
  kind: CopyKind
  list(ctx: ReadCtx): Promise<{ id: string; name: string }[]>
  /** What would be sent to make another one; undefined where the organisation has none with this id. */
  read(ctx: ReadCtx, id: string): Promise<{ name: string; body: Body } | undefined>
  make(ctx: WriteCtx, body: Body): Promise<{ id: string }>
}

/** The body is of the kind that the same entry read. */
export function copyable<Body>(one: Copyable<Body>): Copyable {
  return one as Copyable
}
