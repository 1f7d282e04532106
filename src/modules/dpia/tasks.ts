import { sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { LAW_NAME } from '#kernel/law/wording.ts'
import { type ActivityRecord, listActivities } from '#modules/rat/public.ts'
import {
  type CountStates,
  type ListTasks,
  MOST_TASKS,
  type Reader,
  totalOf,
  type Waiting,
  waitsFor,
} from '#modules/tasks/public.ts'
import { hasChanged } from './words.ts'

const ARTICLE = `art. 15 ter, ${LAW_NAME}`

/**
 * Published activities that need an assessment and have none, unfinished assessments, and approved ones whose activity has
 * changed. The law sets no day for any of them.
 */
export const listTasks: ListTasks = async (ctx, reader) => {
  const [drafts, missing, outdated] = await Promise.all([
    listDrafts(ctx, reader),
    listMissing(ctx, reader),
    listOutdated(ctx, reader),
  ])
  const tasks = [...missing.tasks, ...outdated.tasks, ...drafts.tasks].slice(0, MOST_TASKS)
  return { tasks, total: drafts.total + missing.total + outdated.total }
}

/** The newest approved assessment of an activity counts, and only if no other one is in progress. */
async function listOutdated(ctx: ReadCtx, reader: Reader): Promise<Waiting> {
  const { db, tenantId } = ctx
  const rows = await db
    .selectFrom('dpia_assessments as d')
    .innerJoin('activity_register as a', (join) =>
      join.onRef('a.tenant_id', '=', 'd.tenant_id').onRef('a.id', '=', 'd.activity_id'),
    )
    .select(['d.id', 'd.title', 'd.activity_id', 'd.activity_snapshot'])
    .where('d.tenant_id', '=', tenantId)
    .where('d.status', '=', 'approved')
    .where('a.is_published', '=', true)
    .whereRef('a.updated_at', '>', 'd.approved_at')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('dpia_assessments as n')
            .select('n.id')
            .whereRef('n.tenant_id', '=', 'd.tenant_id')
            .whereRef('n.activity_id', '=', 'd.activity_id')
            .whereRef('n.created_at', '>', 'd.created_at')
            .where('n.status', '<>', 'rejected'),
        ),
      ),
    )
    .where(waitsFor(reader))
    .orderBy('d.approved_at')
    .orderBy('d.id')
    .limit(MOST_TASKS)
    .execute()
  const outdated = await changedOf(ctx, rows)
  const tasks = outdated.map(({ id, title }) => ({
    kind: 'assessment' as const,
    entityType: 'dpia_assessment' as const,
    entityId: id,
    title: `La actividad de «${title}» cambió después de aprobarse`,
    dueAt: null,
    state: 'approved',
    article: ARTICLE,
  }))
  return { tasks, total: tasks.length }
}

/** Changes of facts that assessments do not show, such as the review date, do not make one outdated. */
async function changedOf<T extends { activity_id: string | null; activity_snapshot: ActivityRecord | null }>(
  ctx: ReadCtx,
  rows: readonly T[],
): Promise<T[]> {
  if (rows.length === 0) return []
  const ids = rows.flatMap(({ activity_id }) => activity_id ?? [])
  const today = new Map((await listActivities(ctx, { ids })).map((activity) => [activity.id, activity]))
  return rows.filter(({ activity_id, activity_snapshot }) => {
    const now = activity_id && today.get(activity_id)
    if (!now || !activity_snapshot) return false
    return hasChanged(activity_snapshot, now)
  })
}

async function listDrafts({ db, tenantId }: ReadCtx, reader: Reader): Promise<Waiting> {
  const rows = await db
    .selectFrom('dpia_assessments')
    .select(['id', 'title', 'status'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'draft')
    .where(waitsFor(reader))
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST_TASKS)
    .execute()
  const tasks = rows.map(({ id, title, status }) => ({
    kind: 'assessment' as const,
    entityType: 'dpia_assessment' as const,
    entityId: id,
    title,
    dueAt: null,
    state: status,
    article: ARTICLE,
  }))
  return { tasks, total: totalOf(rows) }
}

/** A public body is not obliged (art. 21). */
async function listMissing({ db, tenantId }: ReadCtx, reader: Reader): Promise<Waiting> {
  const rows = await db
    .selectFrom('activity_register as a')
    .innerJoin('entity_register as e', (join) =>
      join.onRef('e.tenant_id', '=', 'a.tenant_id').onRef('e.id', '=', 'a.legal_entity_id'),
    )
    .select(['a.id', 'a.name'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('a.tenant_id', '=', tenantId)
    .where('a.dpia_required', '=', true)
    .where('a.is_published', '=', true)
    .where('e.is_public_body', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('dpia_assessments as d')
            .select('d.id')
            .whereRef('d.tenant_id', '=', 'a.tenant_id')
            .whereRef('d.activity_id', '=', 'a.id')
            .where('d.status', '<>', 'rejected'),
        ),
      ),
    )
    .where(waitsFor(reader))
    .orderBy('a.created_at')
    .orderBy('a.id')
    .limit(MOST_TASKS)
    .execute()
  const tasks = rows.map(({ id, name }) => ({
    kind: 'assessment' as const,
    entityType: 'activity' as const,
    entityId: id,
    title: `Falta la evaluación de impacto de «${name}»`,
    dueAt: null,
    state: 'published',
    article: ARTICLE,
  }))
  return { tasks, total: totalOf(rows) }
}

export const countStates: CountStates = async ({ db, tenantId }) =>
  db
    .selectFrom('dpia_assessments')
    .select('status as state')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .groupBy('status')
    .execute()
