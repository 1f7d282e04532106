import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { announce } from '#events/announce.ts'
import { mayRead } from '#http/scopes.ts'
import { viewOf } from '#http/view.ts'
import { found, impossible, notFound } from '#kernel/failure.ts'
import { canonicalId, isId, newId } from '#kernel/ids.ts'
import * as repo from './repo.ts'
import { type CommentRow, comments } from './repo.ts'
import { assertMayRemove, COMMENTED_TYPES, type CommentedType, MODULE_OF } from './rules.ts'
import { Comment, type CommentsQuery, type NewComment } from './schemas.ts'

const commentView = viewOf<CommentRow>()(Comment, {
  entityType: ({ entity_type }) => entity_type as CommentedType,
})

type Key = { scopes: readonly string[] } | undefined

/** Newest first, for one record or for all that the caller may read. */
export async function listComments(ctx: ReadCtx, query: CommentsQuery, key: Key) {
  const { entityType, entityId } = query
  const types = COMMENTED_TYPES.filter((type) => mayRead(key, MODULE_OF[type]))
  const isOfRecord = entityType !== undefined && entityId !== undefined
  const [{ rows, ...page }, title] = await Promise.all([
    repo.listComments(ctx, query, types),
    isOfRecord ? repo.findTitle(ctx, entityType, entityId) : undefined,
  ])
  if (isOfRecord && title === undefined) throw notFound('el registro')
  return { items: rows.map((row) => commentView(row)), ...page }
}

const noRecord = () => impossible('entityId', 'El registro que quiere comentar no existe.')

/** Mentioned people get one notice, linked to the record. */
export async function addComment(ctx: WriteCtx, body: NewComment): Promise<Comment> {
  const { entityType } = body
  const entityId = canonicalId(body.entityId)
  if (!isId(entityId)) throw noRecord()
  const mentions = [...new Set((body.mentions ?? []).map(canonicalId))]
  const [title, active] = await together(
    repo.findTitle(ctx, entityType, entityId),
    repo.listActive(ctx, mentions.filter(isId)),
  )
  if (title === undefined) throw noRecord()
  if (active.length < mentions.length)
    throw impossible('mentions', 'Una de las personas mencionadas no es parte de su organización.')
  const comment = {
    id: newId(),
    entity_type: entityType,
    entity_id: entityId,
    text: body.text.trim(),
    author_id: ctx.actor.id ?? null,
    author_name: ctx.actor.name ?? null,
    mentions,
    created_at: ctx.now,
  }
  const [row] = await together(
    comments.insert(ctx, comment),
    audit(ctx, { action: 'create', entityType: 'comment', entityId: comment.id, after: tracedOf(comment) }),
    ...mentions.map((userId) =>
      announce(ctx, {
        type: 'comment.mentioned',
        entityType,
        entityId,
        title,
        data: { commentId: comment.id, authorName: comment.author_name },
        assignedTo: userId,
      }),
    ),
  )
  return commentView(row)
}

export async function removeComment(ctx: WriteCtx, id: string): Promise<void> {
  const before = found(await comments.lock(ctx, id), 'el comentario')
  assertMayRemove(ctx.actor, before.author_id)
  await together(
    comments.remove(ctx, before.id),
    audit(ctx, { action: 'delete', entityType: 'comment', entityId: before.id, before: tracedOf(before) }),
  )
}

/** The log is never emptied, and comments may be about people: it records author, place and length only. */
function tracedOf({ text, ...comment }: Pick<CommentRow, 'text'>) {
  return { ...comment, length: text.length }
}
