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

/** An activity as other modules see it: its own fields and its processors. */
export type ActivityFacts = ReturnType<typeof factsOf>

export async function findActivity(ctx: ReadCtx, id: string): Promise<ActivityFacts | undefined> {
  const [row, processors] = await Promise.all([activities.find(ctx, id), repo.listProcessorsOf(ctx, id)])
  return row && factsOf(row, processors, ctx.now)
}

/** Where data of an activity are outside Chile: the systems and processors that hold them, country by country. */
export interface PlaceAbroad {
  holder: string
  /** As a text names it. */
  country: string
}

/** An activity whole, as a document tells it: what it declares, where its data are, who answers for it. */
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

/** By id, by state, or all of them; newest first. Ids that name nothing are left out. */
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

/** The ids of what the list shows under these filters, in as many short reads as it takes. */
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

/** A draft of what somebody outside the register told of an activity. */
export function draftActivity(ctx: WriteCtx, body: ActivityPatch & { name: string; purpose: string }) {
  return createDraft(ctx, newDraft(ctx, body))
}

/** Screens an activity as every change of it does (art. 15 ter), and saves the outcome where it differs. */
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
