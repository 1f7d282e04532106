import type { Reading } from '#db/context.ts'
import { chileanDay } from '#kernel/dates.ts'
import { digest } from '#kernel/secrets.ts'
import { listPublishedNotices } from '#modules/consent/public.ts'
import { activeDomains } from '#modules/domains/public.ts'
import type { EntityRow } from '#modules/org/public.ts'
import { listActivities } from '#modules/rat/public.ts'
import type { Sources } from './drift.ts'
import type { EntityFacts, Facts, NoticePurpose } from './facts.ts'
import * as repo from './repo.ts'

/** Everything a policy of this entity is written from. What is done for a client is the client's to tell. */
export async function gatherFacts(ctx: Reading, entity: EntityRow): Promise<Omit<Facts, 'version'>> {
  const [activities, systems, flows, measures, { sites, notices }] = await Promise.all([
    listActivities(ctx, { status: 'published' }),
    repo.listSystemsOfActivities(ctx),
    repo.listInternationalFlows(ctx),
    repo.listMeasures(ctx),
    sitesAndNotices(ctx, entity.id),
  ])
  const systemsOf = Map.groupBy(systems, ({ activity_id }) => activity_id)
  const flowsOf = Map.groupBy(flows, ({ activity_id }) => activity_id)
  return {
    draftedOn: chileanDay(ctx.now),
    entity: entityFacts(entity),
    activities: activities
      .filter(({ controllerRole }) => controllerRole === 'responsable')
      .reverse()
      .map((activity) => ({
        ...activity,
        systems: (systemsOf.get(activity.id) ?? []).map(({ name, hosting_country }) => ({
          name,
          hostingCountry: hosting_country,
        })),
        flows: (flowsOf.get(activity.id) ?? []).map(({ name, hosting_country, safeguards }) => ({
          target: name,
          country: hosting_country,
          safeguards,
        })),
      })),
    measures,
    sites,
    purposes: eachPurpose(notices.flatMap(({ purposes }) => purposes)),
  }
}

/** The same, as fingerprints. */
export async function gatherSources(ctx: Reading, entity: EntityRow): Promise<Sources> {
  const [activities, measures, { sites, notices }] = await Promise.all([
    repo.listFingerprints(ctx),
    repo.listMeasures(ctx),
    sitesAndNotices(ctx, entity.id),
  ])
  return {
    entity: digest(JSON.stringify(entityFacts(entity))),
    activities: Object.fromEntries(activities.map(({ id, name, hash }) => [id, { name, hash }])),
    measures,
    sites,
    notices: Object.fromEntries(notices.map(({ id, name, version }) => [id, { name, version }])),
  }
}

/** Those of the entity; a notice without a domain is shown on all of them. */
async function sitesAndNotices(ctx: Reading, entityId: string) {
  const [domains, notices] = await Promise.all([activeDomains(ctx), listPublishedNotices(ctx)])
  const own = domains.filter(({ legal_entity_id }) => legal_entity_id === entityId)
  const ids = new Set(own.map(({ id }) => id))
  return {
    sites: own
      .filter(({ environment }) => environment === 'PRODUCTION')
      .map(({ url }) => url)
      .sort(),
    notices: notices.filter(({ domainId }) => domainId === null || ids.has(domainId)),
  }
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
  }
}

/** Several notices may ask about the same: once is enough. */
function eachPurpose(purposes: readonly NoticePurpose[]): NoticePurpose[] {
  return [
    ...new Map(purposes.map((purpose) => [`${purpose.name}\n${purpose.description}`, purpose])).values(),
  ]
}
