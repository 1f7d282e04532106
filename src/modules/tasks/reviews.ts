import { sql } from 'kysely'
import Type from 'typebox'
import { type ReadCtx, SYSTEM, type WriteCtx } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { oneByOne } from '#db/moving.ts'
import { together } from '#db/sql.ts'
import { announce } from '#events/announce.ts'
import { CalendarDate, nullable, optional } from '#http/schema-kit.ts'
import type { JobDefinition } from '#jobs/definition.ts'
import { endOfChileanDay } from '#kernel/business-days.ts'
import type { ConsoleEntity } from '#kernel/console-paths.ts'
import { addDays, chileanDay } from '#kernel/dates.ts'
import type { Waiting } from './rules.ts'

/**
 * Records with a day for their next review. The owning module stores the day (`review_at`) and the day it was last
 * announced. This file has everything they share.
 */

// ── schema fields ──

const MEANING = 'Cuándo toca revisarlo; ese día se avisa y aparece entre las tareas'
export const NewReviewAt = optional(CalendarDate({ description: MEANING }))
// No format: a serializer for answers with several shapes does not know dates.
export const ReviewAt = nullable(Type.String({ description: MEANING, examples: ['2027-12-31'] }))
export const ReviewDue = Type.Optional(Type.Boolean({ description: 'Solo lo que ya toca revisar' }))

/** A condition for lists: the day of review has come. */
export function isDue({ now }: ReadCtx, alias?: string) {
  const column = sql.ref(alias ? `${alias}.review_at` : 'review_at')
  return sql<boolean>`${column} <= ${chileanDay(now)}::date`
}

// ── as tasks ──

/** Reviews become tasks this long before their day. */
const AHEAD_DAYS = 30

export function shownUntil({ now }: ReadCtx): string {
  return addDays(chileanDay(now), AHEAD_DAYS)
}

interface ReviewRow {
  id: string
  title: string
  state: string
  review_at: string | null
  total: number
}

export function reviewTasks(entityType: ConsoleEntity, rows: readonly ReviewRow[]): Waiting {
  const tasks = rows.map(({ id, title, state, review_at }) => ({
    kind: 'review' as const,
    entityType,
    entityId: id,
    title,
    dueAt: review_at === null ? null : endOfChileanDay(review_at),
    state,
    article: null,
  }))
  return { tasks, total: Number(rows[0]?.total ?? 0) }
}

// ── the reminder ──

interface Reviewed {
  id: string
  review_at: string | null
  review_announced: string | null
  legal_entity_id?: string
}

interface ReviewedTable<Row extends Reviewed> {
  entityType: ConsoleEntity
  /** Searches all tenants for records due by this day and not announced for it. */
  due(db: Db, day: string): Promise<{ tenant_id: string; id: string }[]>
  lock(ctx: WriteCtx, id: string): Promise<Row | undefined>
  note(ctx: WriteCtx, id: string, fields: { review_announced: string | null }): Promise<unknown>
  titleOf(ctx: WriteCtx, row: Row): Promise<string>
}

/** Runs every morning and announces each set day once. */
export function createReviewJob<Row extends Reviewed>(name: string, of: ReviewedTable<Row>): JobDefinition {
  return {
    name,
    every: '0 8 * * *',
    retry: { limit: 5, delaySeconds: 60, longestDelaySeconds: 3600 },
    async run({ access, tools }) {
      const today = chileanDay(tools.now())
      const due = await access.lookUp('find what is due for review', (db) => of.due(db, today))
      await oneByOne(due, ({ tenant_id, id }) =>
        access.actFor(tenant_id, SYSTEM, {}, async (ctx) => {
          const row = await of.lock(ctx, id)
          if (!row?.review_at || row.review_at > today || row.review_at === row.review_announced) return
          const title = await of.titleOf(ctx, row)
          await together(
            of.note(ctx, id, { review_announced: row.review_at }),
            announce(ctx, {
              type: 'review.due',
              entityType: of.entityType,
              entityId: id,
              title,
              legalEntityId: row.legal_entity_id,
              dueAt: endOfChileanDay(row.review_at),
            }),
          )
        }),
      )
    },
  }
}
