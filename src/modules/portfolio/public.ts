import type { ReadCtx, WriteCtx } from '#db/context.ts'

export const COPY_KINDS = [
  'contract_template',
  'workflow_definition',
  'consent_notice',
  'consent_template',
  'dsar_widget',
] as const
export type CopyKind = (typeof COPY_KINDS)[number]

/** Records that a person can copy between their organisations: texts that name nobody of the first one. */
export interface Copyable<Body = unknown> {
  kind: CopyKind
  list(ctx: ReadCtx): Promise<{ id: string; name: string }[]>
  /** The body of a POST that makes a copy; undefined if the organisation has no record with this id. */
  read(ctx: ReadCtx, id: string): Promise<{ name: string; body: Body } | undefined>
  make(ctx: WriteCtx, body: Body): Promise<{ id: string }>
}

/** Erases the type of the body. `read` and `make` of one entry use the same type. */
export function copyable<Body>(one: Copyable<Body>): Copyable {
  return one as Copyable
}
