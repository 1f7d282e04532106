import { sql } from 'kysely'
import {
  createReviewJob,
  type ListTasks,
  MOST_TASKS,
  reviewTasks,
  shownUntil,
  waitsFor,
} from '#modules/tasks/public.ts'
import { contractTitle } from './knowledge/types.ts'
import { contracts, titlesOf } from './repo.ts'
import { statusAt } from './rules.ts'

export const listReviews: ListTasks = async (ctx, reader) => {
  const rows = await ctx.db
    .selectFrom('contracts as c')
    .innerJoin('processor_register as p', (join) =>
      join.onRef('p.tenant_id', '=', 'c.tenant_id').onRef('p.id', '=', 'c.processor_id'),
    )
    .select(['c.id', 'c.type', 'c.status', 'c.expires_at', 'c.review_at', 'c.content', 'p.name'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('c.tenant_id', '=', ctx.tenantId)
    .where('c.review_at', '<=', shownUntil(ctx))
    .where('c.status', '<>', 'TERMINATED')
    .where(waitsFor(reader))
    .orderBy('c.review_at')
    .orderBy('c.id')
    .limit(MOST_TASKS)
    .execute()
  return reviewTasks(
    'contract',
    rows.map((row) => ({ ...row, title: contractTitle(row, row.name), state: statusAt(row, ctx.now) })),
  )
}

export const REVIEW_JOB = createReviewJob('contracts.reviews', {
  entityType: 'contract',
  due: (db, day) =>
    db
      .selectFrom('contracts')
      .select(['tenant_id', 'id'])
      .where('review_at', '<=', day)
      .where(sql<boolean>`review_at is distinct from review_announced`)
      .where('status', '<>', 'TERMINATED')
      .orderBy('review_at')
      .execute(),
  lock: contracts.lockFields,
  note: contracts.update,
  titleOf: async (ctx, { id }) => (await titlesOf(ctx, [id])).get(id) ?? 'Contrato',
})
