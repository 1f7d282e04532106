import { audit } from '#db/audit.ts'
import type { Ctx, Reading } from '#db/context.ts'
import { constraintMeans } from '#db/faults.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { pagination } from '#kernel/paging.ts'
import { fold, noneIfBlank } from '#kernel/text.ts'
import * as repo from './repo.ts'
import { type DpaStatus, dpaStatusAt } from './rules.ts'
import type { NewProcessor, ProcessorPatch, ProcessorsQuery } from './schemas.ts'
import { processorView } from './views.ts'

constraintMeans(
  'processors_name_key',
  () =>
    new Failure(
      'conflict',
      'Ya existe un encargado con ese nombre, sin contar mayúsculas ni acentos. Edite el existente o use otro nombre.',
    ),
)

export async function listProcessors(ctx: Reading, query: ProcessorsQuery) {
  const { rows, total } = await repo.listProcessors(ctx, query)
  return { items: rows.map((row) => processorView(row, ctx.now)), pagination: pagination(query, total) }
}

export async function getProcessor(ctx: Reading, id: string) {
  const [row, systems] = await Promise.all([repo.findProcessor(ctx, id), repo.listSystems(ctx, id)])
  if (!row) throw notFound('el encargado')
  return { ...processorView(row, ctx.now), systems }
}

export async function createProcessor(ctx: Ctx, body: NewProcessor) {
  const row = await repo.insertProcessor(ctx, {
    ...base(ctx, body.name),
    tax_id: noneIfBlank(body.taxId) ?? null,
    country: noneIfBlank(body.country) ?? null,
    contact_name: noneIfBlank(body.contactName) ?? null,
    contact_email: noneIfBlank(body.contactEmail) ?? null,
    services: noneIfBlank(body.services) ?? null,
    dpa_status: body.dpaStatus ?? 'NONE',
    source: 'manual',
  })
  await audit(ctx, { action: 'create', entityType: 'processor', entityId: row.id, after: row })
  return { ...processorView(row, ctx.now), systems: [] }
}

export async function updateProcessor(ctx: Ctx, id: string, patch: ProcessorPatch) {
  const before = await lock(ctx, id)
  const status = patch.dpaStatus === null ? 'NONE' : patch.dpaStatus
  const row = await repo.updateProcessor(ctx, id, {
    name: patch.name,
    name_folded: patch.name === undefined ? undefined : fold(patch.name),
    tax_id: noneIfBlank(patch.taxId),
    country: noneIfBlank(patch.country),
    contact_name: noneIfBlank(patch.contactName),
    contact_email: noneIfBlank(patch.contactEmail),
    services: noneIfBlank(patch.services),
    // Set by hand, it holds until someone says otherwise; sent back as it was shown, it is not set at all.
    ...(status !== undefined &&
      status !== dpaStatusAt(before, ctx.now) && { dpa_status: status, dpa_valid_until: null }),
    updated_at: ctx.now,
  })
  await audit(ctx, { action: 'update', entityType: 'processor', entityId: id, before, after: row })
  return { ...processorView(row, ctx.now), systems: await repo.listSystems(ctx, id) }
}

export async function deleteProcessor(ctx: Ctx, id: string): Promise<void> {
  const before = await lock(ctx, id)
  const systems = await repo.listSystems(ctx, id)
  if (systems.length > 0) {
    throw new Failure(
      'conflict',
      `«${before.name}» es el proveedor de ${naming(systems)}. Cambie el proveedor de esos sistemas y vuelva a intentarlo.`,
    )
  }
  await repo.removeProcessor(ctx, id).catch((error) => {
    throw isReferred(error)
      ? new Failure(
          'conflict',
          `«${before.name}» tiene contratos o actividades asociados. Desvincúlelos y vuelva a intentarlo.`,
        )
      : error
  })
  await audit(ctx, { action: 'delete', entityType: 'processor', entityId: id, before })
}

// ── what other modules do with processors ──

/** The processor of this name, made when there is none. It exists until the caller's act ends. */
export async function ensureProcessor(
  ctx: Ctx,
  name: string,
  country: string | null,
): Promise<repo.ProcessorRow> {
  // Twice at most, but for someone who deletes it just between the two statements.
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
    await audit(ctx, { action: 'create', entityType: 'processor', entityId: made.id, after: made })
    return made
  }
}

/** Gives it a country when it has none, or had that of the system which moved; undefined: nothing to do. */
export async function fillCountry(
  ctx: Ctx,
  id: string,
  country: string | null,
  moved?: repo.Moved,
): Promise<repo.ProcessorRow | undefined> {
  if (!country) return undefined
  const before = await repo.findProcessor(ctx, id)
  const row = before && (await repo.fillCountry(ctx, id, country, moved))
  if (row) await audit(ctx, { action: 'update', entityType: 'processor', entityId: id, before, after: row })
  return row
}

/** What its contracts say; `validUntil` is the end of the last one signed, null when it has none. */
export async function setDpaStatus(
  ctx: Ctx,
  id: string,
  status: DpaStatus,
  validUntil: Date | null = null,
): Promise<void> {
  const before = await lock(ctx, id)
  if (before.dpa_status === status && before.dpa_valid_until?.getTime() === validUntil?.getTime()) return
  const row = await repo.updateProcessor(ctx, id, {
    dpa_status: status,
    dpa_valid_until: validUntil,
    updated_at: ctx.now,
  })
  await audit(ctx, { action: 'update', entityType: 'processor', entityId: id, before, after: row })
}

async function lock(ctx: Ctx, id: string): Promise<repo.ProcessorRow> {
  const row = await repo.lockProcessor(ctx, id)
  if (!row) throw notFound('el encargado')
  return row
}

function base(ctx: Ctx, name: string) {
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

/** Whatever table points here and does not let go; newer servers have a code of their own for `restrict`. */
function isReferred(error: unknown): boolean {
  return ['23503', '23001'].includes((error as { code?: string }).code ?? '')
}
