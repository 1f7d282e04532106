import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Constraints } from '#db/errors.ts'
import { together } from '#db/sql.ts'
import { announce } from '#events/announce.ts'
import { columnsOf } from '#http/columns.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { fold } from '#kernel/text.ts'
import type { Module } from '#modules/module.ts'
import * as repo from './repo.ts'
import { processors } from './repo.ts'
import { type DpaStatus, dpaStatusAt, type RiskFacts, type RiskLevel, riskOf } from './rules.ts'
import { NewProcessor, ProcessorPatch, type ProcessorsQuery } from './schemas.ts'
import { processorView } from './views.ts'

export const CONSTRAINTS: Constraints = {
  sub_processors_name_key: () =>
    new Failure('conflict', 'Ya está en la lista un subencargado con ese nombre. Edite el existente.'),
  processors_name_key: () =>
    new Failure(
      'conflict',
      'Ya existe un encargado con ese nombre, sin contar mayúsculas ni acentos. Edite el existente o use otro nombre.',
    ),
}

/** The systems that a processor runs, newest first. The data map depends on this module, so it provides them. */
export type SystemsOf = (ctx: ReadCtx, processorId: string) => Promise<{ id: string; name: string }[]>

function systemsIn(modules: readonly Module[]): SystemsOf {
  return async (ctx, processorId) => {
    const found = await Promise.all(modules.map((module) => module.systemsOfProcessor?.(ctx, processorId)))
    return found.flatMap((systems) => systems ?? [])
  }
}

/** The number of activities of processors. The record of activities depends on this module, so it provides them. */
export type DataOfProcessors = (
  ctx: ReadCtx,
  ids: readonly string[],
) => Promise<{ id: string; activities: number; sensitive: number }[]>

/** Facts about processors from other modules. */
export interface Known {
  systemsOf: SystemsOf
  dataOf: DataOfProcessors
}

export function knownBy(modules: readonly Module[]): Known {
  return {
    systemsOf: systemsIn(modules),
    dataOf: async (ctx, ids) => {
      const found = await Promise.all(modules.map((module) => module.dataOfProcessors?.(ctx, ids)))
      return found.flatMap((data) => data ?? [])
    },
  }
}

export async function listProcessors(ctx: ReadCtx, query: ProcessorsQuery, { dataOf }: Known) {
  const among = query.risk && (await idsAtRisk(ctx, query.risk, dataOf))
  const { rows, ...page } = await repo.listProcessors(ctx, query, among)
  const facts = await factsOf(ctx, rows, dataOf)
  return { items: rows.map((row) => judged(ctx, row, facts(row.id))), ...page }
}

/** Computes the risk now, because it changes without any change of the processor. */
async function idsAtRisk(ctx: ReadCtx, level: RiskLevel, dataOf: DataOfProcessors): Promise<string[]> {
  const all = await repo.listForRisk(ctx)
  const facts = await factsOf(ctx, all, dataOf)
  return all
    .filter(
      (row) =>
        riskOf({ ...facts(row.id), dpaStatus: dpaStatusAt(row, ctx.now), country: row.country }).level ===
        level,
    )
    .map(({ id }) => id)
}

const NO_DATA = { activities: 0, sensitive: 0 }

async function factsOf(ctx: ReadCtx, rows: readonly { id: string }[], dataOf: DataOfProcessors) {
  const ids = rows.map(({ id }) => id)
  const [own, data] = await Promise.all([repo.findRiskFacts(ctx, ids), dataOf(ctx, ids)])
  const given = new Map(data.map(({ id, activities, sensitive }) => [id, { activities, sensitive }]))
  return (id: string) => ({ ...own.get(id)!, ...(given.get(id) ?? NO_DATA) })
}

/** A processor with its risk. */
function judged(ctx: ReadCtx, row: repo.ProcessorRow, facts: Omit<RiskFacts, 'dpaStatus' | 'country'>) {
  const view = processorView(row, ctx.now)
  return { ...view, risk: riskOf({ ...facts, dpaStatus: view.dpaStatus, country: row.country }) }
}

async function detailOf(ctx: ReadCtx, row: repo.ProcessorRow, { systemsOf, dataOf }: Known) {
  const [facts, systems] = await Promise.all([factsOf(ctx, [row], dataOf), systemsOf(ctx, row.id)])
  return { ...judged(ctx, row, facts(row.id)), systems }
}

export async function getProcessor(ctx: ReadCtx, id: string, { systemsOf, dataOf }: Known) {
  const [row, facts, systems] = await Promise.all([
    processors.find(ctx, id),
    factsOf(ctx, [{ id }], dataOf),
    systemsOf(ctx, id),
  ])
  if (!row) throw notFound('el encargado')
  return { ...judged(ctx, row, facts(id)), systems }
}

/** A new processor has no systems and no data. */
const UNKNOWN: Known = { systemsOf: async () => [], dataOf: async () => [] }

export async function createProcessor(ctx: WriteCtx, body: NewProcessor) {
  const row = await processors.insert(ctx, {
    ...columnsOf(NewProcessor, body),
    ...base(ctx, body.name),
    dpa_status: body.dpaStatus ?? 'NONE',
    source: 'manual',
  })
  await created(ctx, row)
  return detailOf(ctx, row, UNKNOWN)
}

export async function updateProcessor(
  ctx: WriteCtx,
  id: string,
  patch: ProcessorPatch,
  known: Known = UNKNOWN,
) {
  const before = await lock(ctx, id)
  const { dpaStatus, ...fields } = patch
  const status = dpaStatus === null ? 'NONE' : dpaStatus
  const row = await processors.update(ctx, id, {
    ...columnsOf(ProcessorPatch, fields),
    ...(patch.name !== undefined && { name_folded: fold(patch.name) }),
    // A state set by hand stays until it is changed. The shown state sent back is not a change.
    ...(status !== undefined &&
      status !== dpaStatusAt(before, ctx.now) && { dpa_status: status, dpa_valid_until: null }),
    updated_at: ctx.now,
  })
  await audit(ctx, { action: 'update', entityType: 'processor', entityId: id, before, after: row })
  return detailOf(ctx, row, known)
}

export async function deleteProcessor(ctx: WriteCtx, id: string, { systemsOf }: Known): Promise<void> {
  const before = await lock(ctx, id)
  const systems = await systemsOf(ctx, id)
  if (systems.length > 0) {
    throw new Failure(
      'conflict',
      `«${before.name}» es el proveedor de ${naming(systems)}. Cambie el proveedor de esos sistemas y vuelva a intentarlo.`,
    )
  }
  await processors.remove(ctx, id).catch((error) => {
    throw isReferred(error)
      ? new Failure(
          'conflict',
          `«${before.name}» tiene contratos o actividades asociados. Desvincúlelos y vuelva a intentarlo.`,
        )
      : error
  })
  await audit(ctx, { action: 'delete', entityType: 'processor', entityId: id, before })
}

// ── for other modules ──

/** Finds or creates the processor of this name, and prevents its deletion until the caller's act ends. */
export async function ensureProcessor(
  ctx: WriteCtx,
  name: string,
  country: string | null,
): Promise<repo.ProcessorRow> {
  // Two rounds at most, unless somebody deletes the processor between the two statements.
  for (;;) {
    const known = await repo.holdByName(ctx, fold(name))
    if (known) return (await fillCountry(ctx, known.id, country)) ?? known
    const made = await repo.insertUnlessKnown(ctx, {
      ...base(ctx, name),
      country,
      dpa_status: 'NONE',
      source: 'system',
    })
    if (!made) continue
    await created(ctx, made)
    return made
  }
}

/**
 * Sets the country if it is missing, or if a system set it to `movedFrom` and no other system is hosted there. Undefined if
 * nothing changed.
 */
export async function fillCountry(
  ctx: WriteCtx,
  id: string,
  country: string | null,
  movedFrom?: string,
): Promise<repo.ProcessorRow | undefined> {
  if (!country) return undefined
  const before = await processors.find(ctx, id)
  const row = before && (await repo.fillCountry(ctx, id, country, movedFrom))
  if (row) await audit(ctx, { action: 'update', entityType: 'processor', entityId: id, before, after: row })
  return row
}

/** Sets the state of its contracts. `validUntil`: the end of the last signed one, null without one. */
export async function setDpaStatus(
  ctx: WriteCtx,
  id: string,
  status: DpaStatus,
  validUntil: Date | null = null,
): Promise<void> {
  const before = await lock(ctx, id)
  if (before.dpa_status === status && before.dpa_valid_until?.getTime() === validUntil?.getTime()) return
  const row = await processors.update(ctx, id, {
    dpa_status: status,
    dpa_valid_until: validUntil,
    updated_at: ctx.now,
  })
  await audit(ctx, { action: 'update', entityType: 'processor', entityId: id, before, after: row })
}

async function created(ctx: WriteCtx, row: repo.ProcessorRow): Promise<void> {
  await together(
    audit(ctx, { action: 'create', entityType: 'processor', entityId: row.id, after: row }),
    announce(ctx, {
      type: 'processor.created',
      entityId: row.id,
      title: row.name,
      data: { country: row.country, source: row.source },
    }),
  )
}

async function lock(ctx: WriteCtx, id: string): Promise<repo.ProcessorRow> {
  const row = await processors.lock(ctx, id)
  if (!row) throw notFound('el encargado')
  return row
}

function base(ctx: WriteCtx, name: string) {
  return {
    tenant_id: ctx.tenantId,
    id: newId(),
    name,
    name_folded: fold(name),
    created_at: ctx.now,
    updated_at: ctx.now,
  }
}

const MOST_NAMED = 5

function naming(systems: readonly { name: string }[]): string {
  const names = systems.slice(0, MOST_NAMED).map(({ name }) => `«${name}»`)
  const rest = systems.length - names.length
  return names.join(', ') + (rest > 0 ? ` y ${rest} más` : '')
}

/** Another table refers to the row. Newer servers have a separate code for `restrict`. */
function isReferred(error: unknown): boolean {
  return ['23503', '23001'].includes((error as { code?: string }).code ?? '')
}
