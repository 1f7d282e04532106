import { audit } from '#db/audit.ts'
import type { Ctx, Reading } from '#db/context.ts'
import { json } from '#db/sql.ts'
import { redeliver as deliverAgain, deliveryView, listDeliveries as listOf } from '#jobs/webhooks.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { type PageQuery, pagination } from '#kernel/paging.ts'
import { PLANS } from '#kernel/plans.ts'
import { reaches } from '#kernel/roles.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { BUILT_INS } from '../builtins.ts'
import { definitionNotFound } from '../faults.ts'
import * as repo from './repo.ts'
import { completeStages, sameStages } from './rules.ts'
import type { DefinitionPatch, DefinitionsQuery, NewDefinition } from './schemas.ts'
import { definitionView } from './views.ts'
import { cancelForgotten, completeWebhooks, ownerOf } from './webhooks.ts'

export async function listDefinitions(ctx: Ctx, query: DefinitionsQuery) {
  const { rows, total } = await repo.listDefinitions(ctx, query)
  return { workflows: rows.map((row) => shown(ctx, row)), pagination: pagination(query, total) }
}

export async function readDefinition(ctx: Ctx, id: string) {
  return shown(ctx, await getDefinition(ctx, id))
}

export async function createDefinition(ctx: Ctx, body: NewDefinition) {
  const stages = completeStages(body.stages)
  const webhooks = completeWebhooks(ctx, body.webhooks ?? [])
  await assertRoom(ctx)
  const row = await repo.insertDefinition(ctx, {
    tenant_id: ctx.tenantId,
    id: newId(),
    name: body.name,
    description: noneIfBlank(body.description) ?? null,
    entity_type: body.entityType,
    version: 1,
    is_active: true,
    is_system: false,
    stages: json(stages),
    webhooks: json(webhooks),
    created_by: ctx.actor.id ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  })
  await record(ctx, 'create', undefined, row)
  return shown(ctx, row)
}

/** Other stages raise the version; instances under way keep their snapshot (contract part 9). */
export async function updateDefinition(ctx: Ctx, id: string, patch: DefinitionPatch) {
  const before = await getOwnDefinition(ctx, id)
  if (patch.isActive === true && !before.is_active) await assertRoom(ctx)
  if (patch.isActive === false && before.is_active) await assertUnused(ctx, id)
  const stages = patch.stages ? completeStages(patch.stages, before.stages) : before.stages
  const changed = !sameStages(stages, before.stages)
  const webhooks =
    patch.webhooks === undefined
      ? before.webhooks
      : completeWebhooks(ctx, patch.webhooks ?? [], before.webhooks)
  const row = await repo.updateDefinition(ctx, id, {
    name: patch.name ?? before.name,
    description: patch.description === undefined ? before.description : noneIfBlank(patch.description),
    entity_type: patch.entityType ?? before.entity_type,
    is_active: patch.isActive ?? before.is_active,
    version: changed ? before.version + 1 : before.version,
    ...(changed && { stages: json(stages) }),
    webhooks: json(webhooks),
    updated_at: ctx.now,
  })
  await cancelForgotten(ctx, id, before.webhooks, webhooks)
  await record(ctx, 'update', before, row)
  return shown(ctx, row)
}

/** Soft (contract 3.9): instances that have ended still point to it. */
export async function deleteDefinition(ctx: Ctx, id: string): Promise<void> {
  const before = await getOwnDefinition(ctx, id)
  await assertUnused(ctx, id)
  const row = await repo.updateDefinition(ctx, id, { is_active: false, updated_at: ctx.now })
  await record(ctx, 'delete', before, row)
}

// ── deliveries of its webhooks ──

export async function listDeliveries(ctx: Reading, id: string, query: PageQuery) {
  const [definition, { rows, total }] = await Promise.all([
    repo.findDefinition(ctx, id),
    listOf(ctx, ownerOf(id), query),
  ])
  if (!definition) throw definitionNotFound()
  return { items: rows.map(deliveryView), pagination: pagination(query, total) }
}

export async function redeliver(ctx: Ctx, id: string, deliveryId: string) {
  // Held, so that nobody disables the webhook between this look and the delivery.
  const definition = await repo.findDefinitionForStart(ctx, id)
  if (!definition) throw definitionNotFound()
  const row = await deliverAgain(ctx, ownerOf(id), deliveryId, (hookId) =>
    definition.webhooks.find((hook) => hook.id === hookId && hook.enabled),
  )
  if (!row) throw notFound('el envío')
  await audit(ctx, { action: 'redeliver', entityType: 'webhook_delivery', entityId: row.id })
  return deliveryView(row)
}

// ── what a new tenant starts with ──

export async function createBuiltIns(ctx: Ctx): Promise<void> {
  for (const { entityType, name, description, stages } of BUILT_INS) {
    await repo.insertDefinition(ctx, {
      tenant_id: ctx.tenantId,
      id: newId(),
      name,
      description,
      entity_type: entityType,
      version: 1,
      is_active: true,
      is_system: true,
      stages: json(stages),
      webhooks: json([]),
      created_by: null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
  }
}

// ── shared ──

async function getDefinition(ctx: Reading, id: string): Promise<repo.DefinitionRow> {
  const row = await repo.findDefinition(ctx, id)
  if (!row) throw definitionNotFound()
  return row
}

async function getOwnDefinition(ctx: Ctx, id: string): Promise<repo.DefinitionRow> {
  const row = await repo.findDefinitionForUpdate(ctx, id)
  if (!row) throw definitionNotFound()
  if (!row.is_system) return row
  throw new Failure(
    'conflict',
    `«${row.name}» viene con el servicio y no se puede cambiar ni eliminar. Cree un flujo propio para reemplazarlo.`,
  )
}

async function assertUnused(ctx: Ctx, id: string): Promise<void> {
  if (!(await repo.hasActiveInstances(ctx, id))) return
  throw new Failure('hasActiveInstances', 'Hay aprobaciones en curso con este flujo. Espere a que terminen.')
}

async function assertRoom(ctx: Ctx): Promise<void> {
  const most = PLANS[ctx.plan].workflowDefinitions
  if (most === null) return
  await repo.lockTenant(ctx)
  if ((await repo.countOwnDefinitions(ctx)) < most) return
  throw new Failure(
    'planRequired',
    `Su plan ${ctx.plan} incluye ${most} flujos propios. Elimine uno o pase al plan PROFESSIONAL.`,
  )
}

function shown(ctx: Ctx, row: repo.DefinitionRow) {
  const { role } = ctx.actor
  const mayOpen = role !== undefined && reaches(role, 'ADMIN')
  return definitionView(row, mayOpen ? (sealed) => ctx.tools.vault.open(sealed) : undefined)
}

function record(ctx: Ctx, action: string, before: repo.DefinitionRow | undefined, after: repo.DefinitionRow) {
  return audit(ctx, {
    action,
    entityType: 'workflow_definition',
    entityId: after.id,
    before: before && definitionView(before),
    after: definitionView(after),
  })
}
