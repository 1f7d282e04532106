import { sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { LAW_NAME } from '#kernel/law/wording.ts'
import {
  type CountStates,
  type ListTasks,
  MOST_TASKS,
  type Reader,
  totalOf,
  type Waiting,
  waitsFor,
} from '#modules/tasks/public.ts'

const ARTICLE = `art. 15 ter, ${LAW_NAME}`

/** Assessments to finish, and published activities that require one and have none. The law sets no day for either. */
export const listTasks: ListTasks = async (ctx, reader) => {
  const [drafts, missing] = await Promise.all([listDrafts(ctx, reader), listMissing(ctx, reader)])
  const tasks = [...missing.tasks, ...drafts.tasks].slice(0, MOST_TASKS)
  return { tasks, total: drafts.total + missing.total }
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
