import { sql } from 'kysely'
import {
  createReviewJob,
  type ListTasks,
  MOST_TASKS,
  reviewTasks,
  shownUntil,
  waitsFor,
} from '#modules/tasks/public.ts'
import { assessments } from './repo.ts'

export const listReviews: ListTasks = async (ctx, reader) => {
  const rows = await assessments
    .select(ctx)
    .select(['id', 'title as title', 'review_at'])
    .select(sql<string>`status`.as('state'))
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('review_at', '<=', shownUntil(ctx))
    .where(waitsFor(reader))
    .orderBy('review_at')
    .orderBy('id')
    .limit(MOST_TASKS)
    .execute()
  return reviewTasks('dpia_assessment', rows)
}

export const REVIEW_JOB = createReviewJob('dpia.reviews', {
  entityType: 'dpia_assessment',
  due: (db, day) =>
    db
      .selectFrom('dpia_assessments')
      .select(['tenant_id', 'id'])
      .where('review_at', '<=', day)
      .where(sql<boolean>`review_at is distinct from review_announced`)
      .orderBy('review_at')
      .execute(),
  lock: assessments.lockFields,
  note: assessments.update,
  titleOf: async (_ctx, row) => row.title,
})
