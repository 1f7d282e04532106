import Type, { type Static } from 'typebox'
import {
  BoundedText,
  Id,
  Instant,
  listQuery,
  NullableText,
  nullable,
  oneOf,
  PathId,
} from '#http/schema-kit.ts'
import { newestWritten } from '#kernel/paging.ts'
import { COMMENTED_TYPES, LONGEST_COMMENT, MOST_MENTIONS } from './rules.ts'

// ── input ──

/** A record has few comments, so the search scans its rows. */
export const COMMENTS = newestWritten('comments', { columns: ['text', 'author_name'] })

export const CommentsQuery = listQuery(COMMENTS, {
  entityType: Type.Optional(oneOf(COMMENTED_TYPES, { description: 'Con entityId: los de ese registro' })),
  entityId: Type.Optional(PathId),
})
export type CommentsQuery = Static<typeof CommentsQuery>

export const NewComment = Type.Object(
  {
    entityType: oneOf(COMMENTED_TYPES),
    entityId: Id(),
    text: BoundedText(LONGEST_COMMENT),
    mentions: Type.Optional(
      Type.Array(Id(), {
        maxItems: MOST_MENTIONS,
        description: 'Personas de la organización a quienes se avisa (userId de GET /settings/members)',
      }),
    ),
  },
  {
    examples: [
      {
        entityType: 'activity',
        entityId: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f',
        text: 'Falta confirmar con Finanzas por cuánto tiempo se guardan las boletas.',
      },
    ],
  },
)
export type NewComment = Static<typeof NewComment>

// ── output ──

export const Comment = Type.Object({
  id: Id(),
  entityType: oneOf(COMMENTED_TYPES),
  entityId: Id(),
  text: Type.String({ examples: ['Falta confirmar con Finanzas por cuánto tiempo se guardan las boletas.'] }),
  authorId: nullable(Id({ description: 'Nulo si lo escribió un programa' })),
  authorName: NullableText('Ana Rojas'),
  mentions: Type.Array(Id()),
  createdAt: Instant(),
})
export type Comment = Static<typeof Comment>
