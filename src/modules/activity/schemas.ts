import Type, { type Static } from 'typebox'
import { Id, Instant, NullableText, nullable, oneOf, Paging, Remark } from '#http/schema-kit.ts'
import { SHOWN_TYPES } from './rules.ts'

// ── what comes in ──

export const ActivityQuery = Type.Object({
  ...Paging,
  entityType: Type.Optional(oneOf(SHOWN_TYPES)),
  entityId: Type.Optional(Remark(100, { description: 'Lo que pasó con este registro' })),
})
export type ActivityQuery = Static<typeof ActivityQuery>

// ── what goes out ──

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
