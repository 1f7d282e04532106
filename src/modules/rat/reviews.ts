import { sql } from 'kysely'
import { countsOf } from '#db/counts.ts'
import {
  type CountStates,
  createReviewJob,
  type ListTasks,
  MOST_TASKS,
  reviewTasks,
  shownUntil,
  sumStates,
  waitsFor,
} from '#modules/tasks/public.ts'
import { activities } from './activities/repo.ts'

export const listReviews: ListTasks = async (ctx, reader) => {
  const rows = await activities
    .select(ctx)
    .select(['id', 'name as title', 'review_at'])
    .select(sql<string>`status`.as('state'))
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('review_at', '<=', shownUntil(ctx))
    .where('status', '<>', 'archived')
    .where(waitsFor(reader))
    .orderBy('review_at')
    .orderBy('id')
    .limit(MOST_TASKS)
    .execute()
  return reviewTasks('activity', rows)
}

export const REVIEW_JOB = createReviewJob('rat.reviews', {
  entityType: 'activity',
  due: (db, day) =>
    db
      .selectFrom('activities')
      .select(['tenant_id', 'id'])
      .where('review_at', '<=', day)
      .where(sql<boolean>`review_at is distinct from review_announced`)
      .where('status', '<>', 'archived')
      .orderBy('review_at')
      .execute(),
  lock: activities.lockFields,
  note: activities.update,
  titleOf: async (_ctx, row) => row.name,
})

/** From the stored counts of the table. */
export const countStates: CountStates = async (ctx) => sumStates(await countsOf(ctx, 'activities'))
