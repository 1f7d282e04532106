import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Constraints } from '#db/errors.ts'
import { together } from '#db/sql.ts'
import { columnsOf } from '#http/columns.ts'
import { Failure, found, impossible } from '#kernel/failure.ts'
import { canonicalId, isId, newId } from '#kernel/ids.ts'
import { fold } from '#kernel/text.ts'
import { ensureProcessor, fillCountry } from '#modules/processors/public.ts'
import { VOCABULARY } from './knowledge/vocabulary.ts'
import * as repo from './repo.ts'
import { flows, systems } from './repo.ts'
import { hasSensitiveData } from './rules.ts'
import { FlowPatch, type FlowsQuery, NewFlow, NewSystem, SystemPatch, type SystemsQuery } from './schemas.ts'
import { flowView, systemView } from './views.ts'

// The system was deleted while this flow was being created.
export const CONSTRAINTS: Constraints = {
  data_flows_source_fkey: () => unknownSystems(['sourceSystemId']),
  data_flows_target_fkey: () => unknownSystems(['targetSystemId']),
}

export async function getCatalog(ctx: ReadCtx) {
  const [types, flows, categories] = await Promise.all([
    repo.countSystemsByType(ctx),
    repo.countFlows(ctx),
    repo.countCategories(ctx),
  ])
  return {
    totalSystems: types[0]?.total ?? 0,
    totalFlows: flows.total,
    totalDataCategories: categories[0]?.total ?? 0,
    internationalFlows: flows.international,
    systemsWithSensitiveData: types[0]?.sensitive ?? 0,
    systemsByType: types.map(({ type, count }) => ({ type, count })),
    dataCategories: categories.map(({ category, systems, flows }) => ({ category, systems, flows })),
    vocabulary: VOCABULARY,
  }
}

// ── systems ──

export async function listSystems(ctx: ReadCtx, query: SystemsQuery) {
  const { rows, ...page } = await repo.listSystems(ctx, query)
  return { items: rows.map(systemView), ...page }
}

export async function getSystem(ctx: ReadCtx, id: string) {
  return systemView(found(await systems.find(ctx, id), 'el sistema'))
}

const CLEARED = { dataCategories: [], securityMeasures: [], hasDpaClause: false }

export async function createSystem(ctx: WriteCtx, body: NewSystem) {
  const { hasSensitiveData: declared, ...fields } = body
  const columns = {
    vendor: null,
    hosting_country: null,
    data_categories: [],
    security_measures: [],
    has_dpa_clause: false,
    ...columnsOf(NewSystem, fields, CLEARED),
  }
  const system = {
    ...columns,
    id: newId(),
    processor_id: await processorOf(ctx, columns.vendor, columns.hosting_country),
    has_sensitive_data: hasSensitiveData(declared, columns.data_categories),
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  const [row] = await together(
    systems.insert(ctx, system),
    audit(ctx, { action: 'create', entityType: 'system', entityId: system.id, after: system }),
  )
  return systemView(row)
}

/** An absent field stays as it is; null clears it. */
export async function updateSystem(ctx: WriteCtx, id: string, patch: SystemPatch) {
  const before = found(await systems.lock(ctx, id), 'el sistema')
  const { hasSensitiveData: declared, ...sent } = patch
  const columns = columnsOf(SystemPatch, sent, CLEARED)
  const { vendor, hosting_country, data_categories } = { ...before, ...columns }
  const fields = {
    ...columns,
    processor_id: await processorOf(ctx, vendor, hosting_country, before),
    has_sensitive_data: hasSensitiveData(declared, data_categories, {
      categories: before.data_categories,
      flag: before.has_sensitive_data,
    }),
    updated_at: ctx.now,
  }
  const [row] = await together(
    systems.update(ctx, id, fields),
    audit(ctx, {
      action: 'update',
      entityType: 'system',
      entityId: id,
      before,
      after: { ...before, ...fields },
    }),
  )
  return systemView(row)
}

/** Deletes the system and its flows. The foreign keys end its links to activities and breaches. The processor stays. */
export async function deleteSystem(ctx: WriteCtx, id: string): Promise<void> {
  const [locked, flowIds] = await Promise.all([systems.lock(ctx, id), repo.listFlowsOf(ctx, id)])
  const before = { ...found(locked, 'el sistema'), flows: flowIds }
  await together(
    repo.removeFlowsOf(ctx, id),
    systems.remove(ctx, id),
    audit(ctx, { action: 'delete', entityType: 'system', entityId: id, before }),
  )
}

/**
 * A vendor runs the system for the organisation, which makes it a processor (decisions, Processors). A system keeps its
 * processor while its vendor stays the same, even if the processor's name was corrected later.
 */
async function processorOf(
  ctx: WriteCtx,
  vendor: string | null,
  country: string | null,
  before?: repo.SystemRow,
): Promise<string | null> {
  if (vendor === null) return null
  const place = country?.trim() ?? null
  if (before?.processor_id && fold(before.vendor ?? '') === fold(vendor)) {
    await fillCountry(ctx, before.processor_id, place, await countryLeft(ctx, before, place))
    return before.processor_id
  }
  const { id } = await ensureProcessor(ctx, vendor.trim(), place)
  return id
}

/** The country that this system leaves, if it was the processor's last system there. Undefined otherwise. */
async function countryLeft(
  ctx: WriteCtx,
  { id, processor_id, hosting_country }: repo.SystemRow,
  place: string | null,
): Promise<string | undefined> {
  const country = hosting_country?.trim()
  if (!processor_id || !country || !place || country === place) return undefined
  const stays = await repo.hasSystemIn(ctx, { processorId: processor_id, country, but: id })
  return stays ? undefined : country
}

// ── flows ──

const ENDS = ['sourceSystemId', 'targetSystemId'] as const

export async function listFlows(ctx: ReadCtx, query: FlowsQuery) {
  const { rows, ...page } = await repo.listFlows(ctx, query)
  return { items: rows.map(flowView), ...page }
}

export async function createFlow(ctx: WriteCtx, body: NewFlow) {
  await assertEnds(ctx, body)
  const flow = {
    data_categories: [],
    is_international: false,
    ...columnsOf(NewFlow, body, { dataCategories: [], isInternational: false }),
    id: newId(),
    source_system_id: canonicalId(body.sourceSystemId),
    target_system_id: canonicalId(body.targetSystemId),
    created_at: ctx.now,
  }
  const [row] = await together(
    flows.insert(ctx, flow),
    audit(ctx, { action: 'create', entityType: 'data_flow', entityId: flow.id, after: flow }),
  )
  return flowView(row)
}

/** An absent field stays as it is; null clears it. */
export async function updateFlow(ctx: WriteCtx, id: string, patch: FlowPatch) {
  const before = found(await flows.lock(ctx, id), 'el flujo de datos')
  const {
    sourceSystemId = before.source_system_id,
    targetSystemId = before.target_system_id,
    ...sent
  } = patch
  await assertEnds(ctx, { sourceSystemId, targetSystemId })
  const fields = {
    ...columnsOf(FlowPatch, sent, { dataCategories: [], isInternational: false }),
    source_system_id: canonicalId(sourceSystemId),
    target_system_id: canonicalId(targetSystemId),
  }
  const [row] = await together(
    flows.update(ctx, id, fields),
    audit(ctx, {
      action: 'update',
      entityType: 'data_flow',
      entityId: id,
      before,
      after: { ...before, ...fields },
    }),
  )
  return flowView(row)
}

async function assertEnds(ctx: ReadCtx, ends: Record<(typeof ENDS)[number], string>): Promise<void> {
  const ids = ENDS.map((end) => ends[end].toLowerCase()).filter(isId)
  const known = new Set((await repo.listSystemsByIds(ctx, ids)).map(({ id }) => id))
  const missing = ENDS.filter((end) => !known.has(ends[end].toLowerCase()))
  if (missing.length > 0) throw unknownSystems(missing)
  if (known.size > 1) return
  throw impossible(
    'targetSystemId',
    'Un flujo une dos sistemas distintos: el de origen y el de destino son el mismo. Elija otro destino.',
  )
}

function unknownSystems(ends: readonly string[]): Failure {
  const message = 'El sistema indicado no existe en su mapa de datos. Elija uno de la lista de sistemas.'
  return new Failure('impossible', message, { details: ends.map((path) => ({ path, message })) })
}

export async function deleteFlow(ctx: WriteCtx, id: string): Promise<void> {
  const before = found(await flows.remove(ctx, id), 'el flujo de datos')
  await audit(ctx, { action: 'delete', entityType: 'data_flow', entityId: id, before })
}
