import type { ReadCtx } from '#db/context.ts'
import { findTenant } from '#db/sql.ts'
import type { Law } from '#kernel/law/law.ts'
import { findRightsForm } from '#modules/dsar/public.ts'
import { type EntityRow, findMainEntity, listEntities } from '#modules/org/public.ts'
import { hasOwnDefinition } from '#modules/workflows/public.ts'
import { readFacts } from '../facts.ts'
import type { Facts } from '../rules.ts'
import { type Score, scoreOf } from '../score.ts'
import * as repo from './repo.ts'
import { type Protocol, planOf, protocolsOf, type Task } from './rules.ts'

/** `heldIn` are the countries of its systems and processors. */
type ShownActivity = Awaited<ReturnType<typeof repo.listRiskiest>>[number] & { heldIn: readonly string[] }

/** All data of the prevention model, gathered in one short read. */
export interface Model {
  at: Date
  law: Law
  tenant: Awaited<ReturnType<typeof findTenant>>
  /** The main entity. It appoints the DPO and signs. */
  entity: EntityRow | undefined
  entities: readonly EntityRow[]
  facts: Facts
  score: Score
  protocols: readonly Protocol[]
  plan: readonly Task[]
  activities: readonly ShownActivity[]
  rightsForm: string | undefined
}

const FLOWS = ['DPIA', 'BREACH'] as const

export async function gatherModel(ctx: ReadCtx): Promise<Model> {
  const [tenant, entity, entities, facts, flows, contracts, reviews, requests, openBreaches, activities] =
    await Promise.all([
      findTenant(ctx),
      findMainEntity(ctx),
      listEntities(ctx),
      readFacts(ctx),
      Promise.all(FLOWS.map((kind) => hasOwnDefinition(ctx, kind))),
      repo.listEnding(ctx),
      repo.countReviews(ctx),
      repo.countDueRequests(ctx),
      repo.countOpenBreaches(ctx),
      repo.listRiskiest(ctx),
    ])
  const rightsForm = entity && (await findRightsForm(ctx, entity.id))
  const dpo = entity?.dpo_name?.trim() || 'Delegado de protección de datos'
  return {
    at: ctx.now,
    law: ctx.tools.law,
    tenant,
    entity,
    entities: entities.filter(({ is_active }) => is_active).toReversed(),
    facts,
    score: scoreOf(facts),
    protocols: protocolsOf({ ...facts, rightsForm, ownFlows: FLOWS.filter((_, index) => flows[index]) }),
    plan: planOf({
      now: ctx.now,
      dpo,
      contracts: contracts.map(({ processor, expires_at }) => ({ processor, expiresAt: expires_at! })),
      reviews,
      unassessed: Math.max(0, facts.activities.needDpia - facts.activities.assessed),
      requests,
      openBreaches,
    }),
    activities: await withPlaces(ctx, activities),
    rightsForm,
  }
}

async function withPlaces(
  ctx: ReadCtx,
  activities: Awaited<ReturnType<typeof repo.listRiskiest>>,
): Promise<ShownActivity[]> {
  const places = await repo.listPlaces(
    ctx,
    activities.map(({ id }) => id),
  )
  const byActivity = Map.groupBy(places, ({ activityId }) => activityId)
  return activities.map((one) => ({
    ...one,
    heldIn: (byActivity.get(one.id) ?? []).map(({ country }) => country),
  }))
}
