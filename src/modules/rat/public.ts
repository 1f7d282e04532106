import { isDeepStrictEqual } from 'node:util'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { isAbroad, readCountry } from '#kernel/countries.ts'
import { type ProcessorFacts, processorView } from '#modules/processors/public.ts'
import { announceDpia } from './activities/announcing.ts'
import { derivedOf, newDraft, screeningOf } from './activities/fields.ts'
import * as repo from './activities/repo.ts'
import { activities } from './activities/repo.ts'
import type { ActivitiesQuery, ActivityPatch } from './activities/schemas.ts'
import {
  createDraft,
  listActivities as listActivitiesShown,
  lockActivity,
  trace,
} from './activities/service.ts'
import { activityView } from './activities/views.ts'
import type { State } from './rules.ts'
import type { Screening } from './screening.ts'

export { isAdequate, readCountry } from '#kernel/countries.ts'
export { ActivityPatch, activityFilters } from './activities/schemas.ts'
export type { FindAssessed } from './activities/service.ts'
export { updateActivity } from './activities/service.ts'
export { type BasisArticle, basisWords, restsOnInterest } from './knowledge/bases.ts'
export { claimsAdequacy } from './knowledge/checks.ts'
export { retentionWords, statesAPeriod } from './knowledge/retention.ts'
export { dataLabels, SHOWN_LABELS, type ShownCategory, shownCategories } from './knowledge/shown-data.ts'
export { RETENTION_LABELS } from './knowledge/vocabulary.ts'
export { LEGAL_BASES, type LegalBasis, RETENTION_PERIODS, type RetentionPeriod } from './rules.ts'
export { COLUMNS as ACTIVITY_COLUMNS } from './sheet/columns.ts'

/** An activity for other modules: its fields and its processors. */
export type ActivityFacts = ReturnType<typeof factsOf>

export async function findActivity(ctx: ReadCtx, id: string): Promise<ActivityFacts | undefined> {
  const [row, processors] = await Promise.all([activities.find(ctx, id), repo.listProcessorsOf(ctx, id)])
  return row && factsOf(row, processors, ctx.now)
}

/** A system or processor outside Chile that holds data of an activity. */
export interface PlaceAbroad {
  holder: string
  /** The country's name in texts. */
  country: string
}

/** A complete activity for documents: its fields, the places of its data, and whether its entity is a public body. */
export type ActivityRecord = ActivityFacts & { isPublicBody: boolean; placesAbroad: PlaceAbroad[] }

export async function findActivityRecord(ctx: ReadCtx, id: string): Promise<ActivityRecord | undefined> {
  const [activity, systems, entity] = await Promise.all([
    findActivity(ctx, id),
    repo.listSystemsOf(ctx, id),
    repo.findEntityOf(ctx, id),
  ])
  if (!activity) return undefined
  const places = [
    ...systems.map(({ name, hostingCountry }) => ({ holder: name, country: hostingCountry })),
    ...activity.processors.map(({ name, country }) => ({ holder: name, country })),
  ]
  return {
    ...activity,
    isPublicBody: entity?.is_public_body ?? false,
    placesAbroad: places.flatMap(({ holder, country }) =>
      country?.trim() && isAbroad(country)
        ? [{ holder, country: readCountry(country)?.name ?? country.trim() }]
        : [],
    ),
  }
}

/** By ids, by state, or all; newest first. Leaves out unknown ids. */
export async function listActivities(
  ctx: ReadCtx,
  filter: { ids?: readonly string[]; status?: State } = {},
): Promise<ActivityFacts[]> {
  const [rows, processors] = await Promise.all([
    repo.listRows(ctx, filter),
    repo.listProcessorsOfMany(ctx, filter.ids),
  ])
  const byActivity = Map.groupBy(processors, ({ activity_id }) => activity_id)
  return rows.map((row) => factsOf(row, byActivity.get(row.id) ?? [], ctx.now))
}

/** The ids of the list under these filters, read in several short transactions. */
export async function listActivityIds(
  read: <T>(work: (ctx: ReadCtx) => Promise<T>) => Promise<T>,
  filters: Omit<ActivitiesQuery, 'page' | 'limit' | 'cursor'>,
): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined = ''
  while (cursor !== undefined) {
    const query: ActivitiesQuery = { ...filters, page: 1, limit: 100, cursor }
    const { items, nextCursor } = await read((ctx) => listActivitiesShown(ctx, query))
    ids.push(...items.map(({ id }) => id))
    cursor = nextCursor
  }
  return ids
}

/** Creates a draft from facts that somebody outside the register gave. */
export function draftActivity(ctx: WriteCtx, body: ActivityPatch & { name: string; purpose: string }) {
  return createDraft(ctx, newDraft(ctx, body))
}

/** Screens an activity like every change of it (art. 15 ter), and saves a different outcome. */
export async function screenActivity(ctx: WriteCtx, id: string): Promise<Screening> {
  const before = await lockActivity(ctx, id)
  const derived = derivedOf(before, ctx.tools.law)
  const after = { ...before, ...derived }
  if (!isDeepStrictEqual(before, after)) {
    await together(
      activities.update(ctx, id, { ...derived, updated_at: ctx.now }),
      trace(ctx, id, 'screen', { before, after }),
      ...announceDpia(ctx, before, after),
    )
  }
  return screeningOf(before, ctx.tools.law)
}

function factsOf(row: repo.ActivityRow, processors: readonly ProcessorFacts[], now: Date) {
  return { ...activityView(row), processors: processors.map((processor) => processorView(processor, now)) }
}
