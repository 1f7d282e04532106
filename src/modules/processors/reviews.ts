import { sql } from 'kysely'
import {
  createReviewJob,
  type ListTasks,
  MOST_TASKS,
  reviewTasks,
  shownUntil,
  waitsFor,
} from '#modules/tasks/public.ts'
import { processors } from './repo.ts'

export const listReviews: ListTasks = async (ctx, reader) => {
  const rows = await processors
    .select(ctx)
    .select(['id', 'name as title', 'review_at'])
    .select(sql<string>`dpa_status`.as('state'))
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('review_at', '<=', shownUntil(ctx))
    .where(waitsFor(reader))
    .orderBy('review_at')
    .orderBy('id')
    .limit(MOST_TASKS)
    .execute()
  return reviewTasks('processor', rows)
}

export const REVIEW_JOB = createReviewJob('processors.reviews', {
  entityType: 'processor',
  due: (db, day) =>
    db
      .selectFrom('processors')
      .select(['tenant_id', 'id'])
      .where('review_at', '<=', day)
      .where(sql<boolean>`review_at is distinct from review_announced`)
      .orderBy('review_at')
      .execute(),
  lock: processors.lockFields,
  note: processors.update,
  titleOf: async (_ctx, row) => row.name,
})
