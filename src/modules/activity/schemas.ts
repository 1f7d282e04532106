import Type, { type Static } from 'typebox'
import { Id, Instant, listQuery, NullableText, nullable, oneOf, Remark } from '#http/schema-kit.ts'
import { newestWritten } from '#kernel/paging.ts'
import { SHOWN_TYPES, TOLD_TYPES } from './rules.ts'

// ── input ──

/** Searched by act, record and actor, each from its beginning. */
export const ACTS = newestWritten('audit_log', {
  starts: ['entity_type', 'action', 'entity_id', 'lower(actor_name)'],
  as: (q) => q.toLowerCase(),
})

export const ActivityQuery = listQuery(ACTS, {
  entityType: Type.Optional(oneOf(SHOWN_TYPES)),
  entityId: Type.Optional(Remark(100, { description: 'Lo que pasó con este registro' })),
})
export type ActivityQuery = Static<typeof ActivityQuery>

/** Cursors are bound to their list's name. */
export const CHANGES = { ...ACTS, name: 'audit_log_changes' }

export const ChangesQuery = listQuery(CHANGES, {
  entityType: Type.Optional(oneOf(TOLD_TYPES)),
  entityId: Type.Optional(Remark(100, { description: 'Lo que cambió en este registro' })),
})
export type ChangesQuery = Static<typeof ChangesQuery>

// ── output ──

export const ActivityEntry = Type.Object({
  id: Id(),
  action: Type.String({ examples: ['update'] }),
  entityType: oneOf(SHOWN_TYPES),
  entityId: Id(),
  actorType: oneOf(['user', 'api_key', 'scim', 'public', 'portal', 'system'] as const),
  actorId: nullable(Id()),
  actorName: NullableText('Ana Rojas'),
  createdAt: Instant(),
})
export type ActivityEntry = Static<typeof ActivityEntry>

export const RecordChange = Type.Object({
  ...ActivityEntry.properties,
  entityType: oneOf(TOLD_TYPES),
  changes: Type.Array(
    Type.Object({
      field: Type.String({ examples: ['retentionPeriod'] }),
      before: Type.Unknown({ examples: ['5_years'] }),
      after: Type.Unknown({ examples: ['10_years'] }),
    }),
    { description: 'Campo por campo, antes y después; vacío si el acto no cambió campos' },
  ),
})
export type RecordChange = Static<typeof RecordChange>
