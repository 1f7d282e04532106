import { sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { ROW_VERSION } from '#db/records.ts'
import { tagFor } from '#http/records.ts'
import { flows, systems } from './repo.ts'
import type { Graph } from './schemas.ts'

/** The current activities that flows serve. The record of activities owns them, and it depends on this module. */
export type ActivitiesOfFlows = (ctx: ReadCtx, most: number) => Promise<FlowActivity[]>

interface FlowActivity {
  flowId: string
  id: string
  name: string
  transferMechanism: string | null
}

/** The current activities that keep data in systems, each with all of its systems. */
export type ActivitiesOfSystems = (ctx: ReadCtx, most: number) => Promise<Graph['activities']>

/** The queries that the record of activities provides to the map. */
export interface ActivitiesOfMap {
  ofFlows: ActivitiesOfFlows
  ofSystems: ActivitiesOfSystems
}

/** More than a screen can show. */
const MOST_SYSTEMS = 2000
const MOST_FLOWS = 5000
const MOST_ACTIVITIES = 2000

/**
 * The whole map in one trip: systems, their places and operators, and the flows between them. A key that may not read the
 * register sees no activities.
 */
export async function getGraph(
  ctx: ReadCtx,
  { ofFlows, ofSystems }: ActivitiesOfMap,
  showsActivities: boolean,
): Promise<Graph> {
  const [nodes, edges, links, processors, activities] = await Promise.all([
    listNodes(ctx),
    listEdges(ctx),
    showsActivities ? ofFlows(ctx, 4 * MOST_FLOWS) : [],
    listProcessors(ctx),
    showsActivities ? ofSystems(ctx, MOST_ACTIVITIES + 1) : [],
  ])
  const activitiesOf = Map.groupBy(links, ({ flowId }) => flowId)
  const places = [...nodes.map(({ country }) => country), ...processors.map(({ country }) => country)]
  return {
    systems: nodes.slice(0, MOST_SYSTEMS),
    processors,
    countries: [...new Set(places.flatMap((place) => place?.trim() || []))].sort(),
    flows: edges.slice(0, MOST_FLOWS).map(({ version, ...edge }) => ({
      ...edge,
      etag: tagFor(edge.id, version),
      activities: (activitiesOf.get(edge.id) ?? []).map(({ flowId: _, ...activity }) => activity),
    })),
    activities: activities.slice(0, MOST_ACTIVITIES),
    isWhole:
      nodes.length <= MOST_SYSTEMS && edges.length <= MOST_FLOWS && activities.length <= MOST_ACTIVITIES,
  }
}

function listNodes(ctx: ReadCtx) {
  return systems
    .select(ctx)
    .select(['id', 'name', 'type', 'has_sensitive_data as hasSensitiveData'])
    .select([
      'hosting_country as country',
      'processor_id as processorId',
      'data_categories as dataCategories',
    ])
    .select('owner')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_SYSTEMS + 1)
    .execute()
}

function listEdges(ctx: ReadCtx) {
  return flows
    .select(ctx)
    .select(['id', 'source_system_id as source', 'target_system_id as target', 'description'])
    .select(['data_categories as dataCategories', 'is_international as isInternational', 'safeguards'])
    .select(ROW_VERSION)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_FLOWS + 1)
    .execute()
}

function listProcessors({ db, tenantId }: ReadCtx) {
  return db
    .selectFrom('processor_register as p')
    .select(['p.id', 'p.name', 'p.country'])
    .where('p.tenant_id', '=', tenantId)
    .where(
      sql<boolean>`exists (select from systems s where s.tenant_id = ${tenantId} and s.processor_id = p.id)`,
    )
    .orderBy('p.name')
    .limit(MOST_SYSTEMS)
    .execute()
}
