import type { ReadCtx } from '#db/context.ts'
import { BoundedMap } from '#kernel/bounded-map.ts'
import { MINUTE_MS } from '#kernel/dates.ts'
import { listPublishedNotices } from '#modules/consent/public.ts'
import { activeDomains } from '#modules/domains/public.ts'
import { findRightsForm } from '#modules/dsar/public.ts'
import { type EntityRow, findMainEntity } from '#modules/org/public.ts'
import { type Sources, sourcesOf } from './drift.ts'
import type { EntityFacts, Entries, Facts } from './facts.ts'
import { createGrouping } from './grouping.ts'
import { findNewestChange, listMeasures, publishedActivities } from './records.ts'

/** Fingerprints of today's facts, by tenant and entity. */
const known = new BoundedMap<string, { newestChange: string; sources: Sources }>({ most: 200 })

/**
 * The fingerprints of today's facts. Every change writes an audit row in its transaction, so if the newest row is the same,
 * so are the facts, and a large register is not read again. Rows may become visible out of order, so the cache is not used
 * if the log changed within the last minute.
 */
export async function sourcesNow(ctx: ReadCtx, entity: EntityRow): Promise<Sources> {
  const key = `${ctx.tenantId}:${entity.id}`
  const newest = await findNewestChange(ctx)
  const settled = newest !== undefined && newest.created_at.getTime() < ctx.now.getTime() - MINUTE_MS
  const kept = known.get(key)
  if (settled && kept?.newestChange === newest.id) return kept.sources
  const sources = sourcesOf(await gatherFacts(ctx, entity))
  if (settled) known.set(key, { newestChange: newest.id, sources })
  return sources
}

/** All facts of this entity's policy, and none of another entity. */
export async function gatherFacts(ctx: ReadCtx, entity: EntityRow): Promise<Facts> {
  const [activities, main, domains, notices, rightsForm] = await Promise.all([
    gatherEntries(ctx, entity),
    findMainEntity(ctx),
    activeDomains(ctx),
    listPublishedNotices(ctx),
    findRightsForm(ctx, entity.id),
  ])
  const measures = await listMeasures(ctx, { id: entity.id, isMain: main?.id === entity.id })
  const own = domains.filter(({ legal_entity_id }) => legal_entity_id === entity.id)
  const ids = new Set(own.map(({ id }) => id))
  return {
    entity: entityFacts(entity),
    activities,
    measures,
    sites: own
      .filter(({ environment }) => environment === 'PRODUCTION')
      .map(({ url }) => url)
      .sort(),
    rightsForm: rightsForm ?? null,
    // A notice without a domain applies to all domains.
    notices: notices
      .filter(({ domainId }) => domainId === null || ids.has(domainId))
      .map(({ id, name, purposes }) => ({
        id,
        name,
        purposes: purposes.map((purpose) => ({
          name: purpose.name,
          description: purpose.description,
          required: purpose.required,
        })),
      })),
  }
}

async function gatherEntries(ctx: ReadCtx, entity: EntityRow): Promise<Entries> {
  const grouping = createGrouping()
  const seen = new Set<string>()
  for await (const page of publishedActivities(ctx, entity.id)) {
    for (const { id, name, print, facts } of page) {
      if (grouping.isGrouping() && seen.has(print)) continue
      seen.add(print)
      grouping.add({ id, name, isPublicBody: entity.is_public_body, ...facts() })
    }
  }
  return grouping.entries()
}

function entityFacts(entity: EntityRow): EntityFacts {
  return {
    name: entity.name,
    taxId: entity.tax_id,
    legalRepName: entity.legal_rep_name,
    legalRepEmail: entity.legal_rep_email,
    dpoName: entity.dpo_name,
    dpoEmail: entity.dpo_email,
    postalAddress: entity.postal_address,
    arcoPublicEmail: entity.arco_public_email,
    isPublicBody: entity.is_public_body,
  }
}
