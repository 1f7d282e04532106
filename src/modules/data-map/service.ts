import { audit } from '#db/audit.ts'
import type { Ctx, Reading } from '#db/context.ts'
import { constraintMeans } from '#db/faults.ts'
import { Failure, impossible, notFound } from '#kernel/failure.ts'
import { isId, newId } from '#kernel/ids.ts'
import { type PageQuery, pagination } from '#kernel/paging.ts'
import { fold, noneIfBlank } from '#kernel/text.ts'
import { ensureProcessor, fillCountry } from '#modules/processors/public.ts'
import { VOCABULARY } from './knowledge.ts'
import * as repo from './repo.ts'
import { hasSensitiveData } from './rules.ts'
import type { NewFlow, NewSystem, SystemPatch, SystemsQuery } from './schemas.ts'
import { flowView, systemView } from './views.ts'

// A system deleted while a flow to or from it was being drawn.
constraintMeans('data_flows_source_fkey', () => unknownSystems(['sourceSystemId']))
constraintMeans('data_flows_target_fkey', () => unknownSystems(['targetSystemId']))

export async function getCatalog(ctx: Reading) {
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

export async function listSystems(ctx: Reading, query: SystemsQuery) {
  const { rows, total } = await repo.listSystems(ctx, query)
  return { items: rows.map(systemView), pagination: pagination(query, total) }
}

export async function getSystem(ctx: Reading, id: string) {
  const row = await repo.findSystem(ctx, id)
  if (!row) throw notFound('el sistema')
  return systemView(row)
}

export async function createSystem(ctx: Ctx, body: NewSystem) {
  const dataCategories = body.dataCategories ?? []
  const vendor = noneIfBlank(body.vendor) ?? null
  const country = noneIfBlank(body.hostingCountry) ?? null
  const row = await repo.insertSystem(ctx, {
    tenant_id: ctx.tenantId,
    id: newId(),
    name: body.name,
    type: body.type,
    description: noneIfBlank(body.description) ?? null,
    owner: noneIfBlank(body.owner) ?? null,
    hosting_type: noneIfBlank(body.hostingType) ?? null,
    hosting_country: country,
    vendor,
    processor_id: await processorOf(ctx, vendor, country),
    data_categories: dataCategories,
    has_sensitive_data: hasSensitiveData(body.hasSensitiveData, dataCategories),
    security_measures: body.securityMeasures ?? [],
    contract_status: noneIfBlank(body.contractStatus) ?? null,
    contract_expiry: noneIfBlank(body.contractExpiry) ?? null,
    has_dpa_clause: body.hasDpaClause ?? false,
    created_at: ctx.now,
    updated_at: ctx.now,
  })
  await audit(ctx, { action: 'create', entityType: 'system', entityId: row.id, after: row })
  return systemView(row)
}

export async function updateSystem(ctx: Ctx, id: string, patch: SystemPatch) {
  const before = await lockSystem(ctx, id)
  const vendor = patch.vendor === undefined ? before.vendor : noneIfBlank(patch.vendor)
  const country =
    patch.hostingCountry === undefined ? before.hosting_country : noneIfBlank(patch.hostingCountry)
  const categories =
    patch.dataCategories === undefined ? before.data_categories : (patch.dataCategories ?? [])
  const row = await repo.updateSystem(ctx, id, {
    name: patch.name,
    type: patch.type,
    description: noneIfBlank(patch.description),
    owner: noneIfBlank(patch.owner),
    hosting_type: noneIfBlank(patch.hostingType),
    hosting_country: country,
    vendor,
    processor_id: await processorOf(ctx, vendor, country, before),
    data_categories: categories,
    has_sensitive_data: hasSensitiveData(patch.hasSensitiveData, categories, {
      categories: before.data_categories,
      flag: before.has_sensitive_data,
    }),
    security_measures: patch.securityMeasures === null ? [] : patch.securityMeasures,
    contract_status: noneIfBlank(patch.contractStatus),
    contract_expiry: noneIfBlank(patch.contractExpiry),
    has_dpa_clause: patch.hasDpaClause === null ? false : patch.hasDpaClause,
    updated_at: ctx.now,
  })
  await audit(ctx, { action: 'update', entityType: 'system', entityId: id, before, after: row })
  return systemView(row)
}

/** Its flows go with it; whatever else points at it lets go by itself. The processor stays. */
export async function deleteSystem(ctx: Ctx, id: string): Promise<void> {
  const before = await lockSystem(ctx, id)
  const flows = await repo.removeFlowsOf(ctx, id)
  await repo.removeSystem(ctx, id)
  await audit(ctx, { action: 'delete', entityType: 'system', entityId: id, before: { ...before, flows } })
}

/**
 * A vendor runs the system for the organisation: that makes it a processor (decisions, Processors). The one the
 * system has stays while the vendor does, even under a name that was corrected since.
 */
async function processorOf(
  ctx: Ctx,
  vendor: string | null,
  country: string | null,
  before?: repo.SystemRow,
): Promise<string | null> {
  if (vendor === null) return null
  const place = country?.trim() ?? null
  if (before?.processor_id && fold(before.vendor ?? '') === fold(vendor)) {
    const moved = { systemId: before.id, from: before.hosting_country?.trim() ?? '' }
    await fillCountry(ctx, before.processor_id, place, moved)
    return before.processor_id
  }
  const { id } = await ensureProcessor(ctx, vendor.trim(), place)
  return id
}

async function lockSystem(ctx: Ctx, id: string): Promise<repo.SystemRow> {
  const row = await repo.lockSystem(ctx, id)
  if (!row) throw notFound('el sistema')
  return row
}

// ── flows ──

const ENDS = ['sourceSystemId', 'targetSystemId'] as const

export async function listFlows(ctx: Reading, query: PageQuery) {
  const { rows, total } = await repo.listFlows(ctx, query)
  return { items: rows.map(flowView), pagination: pagination(query, total) }
}

export async function createFlow(ctx: Ctx, body: NewFlow) {
  const ids = ENDS.map((end) => body[end].toLowerCase()).filter(isId)
  const known = new Set((await repo.listSystemsByIds(ctx, ids)).map(({ id }) => id))
  const missing = ENDS.filter((end) => !known.has(body[end].toLowerCase()))
  if (missing.length > 0) throw unknownSystems(missing)
  if (known.size === 1) {
    throw impossible(
      'targetSystemId',
      'Un flujo une dos sistemas distintos: el de origen y el de destino son el mismo. Elija otro destino.',
    )
  }
  const row = await repo.insertFlow(ctx, {
    tenant_id: ctx.tenantId,
    id: newId(),
    source_system_id: body.sourceSystemId,
    target_system_id: body.targetSystemId,
    description: noneIfBlank(body.description) ?? null,
    data_categories: body.dataCategories ?? [],
    is_international: body.isInternational ?? false,
    safeguards: noneIfBlank(body.safeguards) ?? null,
    created_at: ctx.now,
  })
  await audit(ctx, { action: 'create', entityType: 'data_flow', entityId: row.id, after: row })
  return flowView(row)
}

function unknownSystems(ends: readonly string[]): Failure {
  const message = 'El sistema indicado no existe en su mapa de datos. Elija uno de la lista de sistemas.'
  return new Failure('impossible', message, { details: ends.map((path) => ({ path, message })) })
}

export async function deleteFlow(ctx: Ctx, id: string): Promise<void> {
  const before = await repo.removeFlow(ctx, id)
  if (!before) throw notFound('el flujo de datos')
  await audit(ctx, { action: 'delete', entityType: 'data_flow', entityId: id, before })
}
