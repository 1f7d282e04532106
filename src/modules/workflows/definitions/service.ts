import { audit } from '#db/audit.ts'
import type { ReadCtx, Tools, WriteCtx } from '#db/context.ts'
import { lockTenant, together } from '#db/sql.ts'
import { columnsOf } from '#http/columns.ts'
import { Failure, impossible, notFound } from '#kernel/failure.ts'
import { canonicalId, newId } from '#kernel/ids.ts'
import { PLANS } from '#kernel/plans.ts'
import { reaches } from '#kernel/roles.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { redeliver as deliverAgain, deliveryView, listDeliveries as listOf } from '#outbound/webhooks.ts'
import { entityFacts } from '../approvables.ts'
import { BUILT_INS } from '../builtins.ts'
import { definitionNotFound } from '../faults.ts'
import type { Stage } from '../model.ts'
import { dryRun } from './dry-run.ts'
import * as repo from './repo.ts'
import { type DefinitionRow, definitions } from './repo.ts'
import { completeStages, sameStages } from './rules.ts'
import {
  DefinitionPatch,
  type DefinitionsQuery,
  type DeliveriesQuery,
  type DryRunQuestion,
  NewDefinition,
} from './schemas.ts'
import { definitionView } from './views.ts'
import { cancelForgotten, completeWebhooks, ownerOf } from './webhooks.ts'

export async function listDefinitions(ctx: ReadCtx, query: DefinitionsQuery) {
  const { rows, ...page } = await repo.listDefinitions(ctx, query)
  const show = await shownTo(ctx)
  return { workflows: rows.map(show), ...page }
}

export async function readDefinition(ctx: ReadCtx, id: string) {
  const row = existing(await definitions.find(ctx, id))
  return (await shownTo(ctx))(row)
}

export async function createDefinition(ctx: WriteCtx, body: NewDefinition) {
  const { stages, webhooks, ...fields } = body
  const definition = {
    description: null,
    ...columnsOf(NewDefinition, fields),
    ...newRow(ctx, completeStages(stages)),
    is_system: false,
    webhooks: completeWebhooks(ctx, webhooks ?? []),
    created_by: ctx.actor.id ?? null,
  }
  await assertPlanAllows(ctx)
  const [row] = await together(
    definitions.insert(ctx, definition),
    record(ctx, 'create', undefined, { ...definition, tenant_id: ctx.tenantId }),
  )
  return (await shownTo(ctx))(row)
}

/** Changed stages raise the version; instances in progress keep their snapshot (contract part 9). */
export async function updateDefinition(ctx: WriteCtx, id: string, patch: DefinitionPatch) {
  const before = await lockOwn(ctx, id)
  if (patch.isActive === true && !before.is_active) await assertPlanAllows(ctx)
  if (patch.isActive === false && before.is_active) await assertUnused(ctx, id)
  const { stages: sentStages, webhooks: sentWebhooks, ...sent } = patch
  const stages = sentStages ? completeStages(sentStages, before.stages) : before.stages
  const webhooks =
    sentWebhooks === undefined ? before.webhooks : completeWebhooks(ctx, sentWebhooks ?? [], before.webhooks)
  const fields = {
    ...columnsOf(DefinitionPatch, sent),
    ...(!sameStages(stages, before.stages) && { stages, version: before.version + 1 }),
    webhooks,
    updated_at: ctx.now,
  }
  const [row] = await together(
    definitions.update(ctx, id, fields),
    cancelForgotten(ctx, id, before.webhooks, webhooks),
    record(ctx, 'update', before, { ...before, ...fields }),
  )
  return (await shownTo(ctx))(row)
}

/** Deactivates the row and keeps it (contract 3.9), because ended instances refer to it. */
export async function deleteDefinition(ctx: WriteCtx, id: string): Promise<void> {
  const before = await lockOwn(ctx, id)
  await assertUnused(ctx, id)
  const fields = { is_active: false, updated_at: ctx.now }
  await together(definitions.update(ctx, id, fields), record(ctx, 'delete', before, { ...before, ...fields }))
}

/** For authors of a definition: shows the way through its stages. Writes nothing. */
export async function dryRunStages(ctx: ReadCtx, question: DryRunQuestion) {
  const { entityType, facts, answers } = question
  const entityId = noneIfBlank(question.entityId)
  const stages = completeStages(question.stages)
  const found = entityId ? await entityFacts(ctx, entityType, entityId) : {}
  if (!found) {
    throw impossible('entityId', 'No hay en la organización un registro con ese identificador.')
  }
  const known = { ...found, ...facts }
  const { state, road, pending } = dryRun(
    stages,
    known,
    (answers ?? []).map((answer) => ({ ...answer, subStageId: noneIfBlank(answer.subStageId) ?? null })),
  )
  return {
    status: state.status,
    currentStageId: state.stageId,
    fieldValues: state.values,
    pendingSubStages: pending.map(({ id, name }) => ({ id, name })),
    road,
    factNames: Object.keys(known).sort(),
  }
}

/** The record that a dry run reads, if the audit log records reads of its kind. */
export function readBy(tools: Tools, { entityType, entityId }: DryRunQuestion) {
  const tracedAs = tools.approvables.get(entityType)?.tracedAs
  const id = noneIfBlank(entityId)
  if (!tracedAs || !id) return undefined
  return { action: 'read' as const, entityType: tracedAs, entityId: canonicalId(id) }
}

// ── webhook deliveries ──

export async function listDeliveries(ctx: ReadCtx, id: string, query: DeliveriesQuery) {
  const [definition, { rows, ...page }] = await Promise.all([
    definitions.find(ctx, id),
    listOf(ctx, ownerOf(id), query),
  ])
  existing(definition)
  return { items: rows.map(deliveryView), ...page }
}

export async function redeliver(ctx: WriteCtx, id: string, deliveryId: string) {
  // A shared lock: no request can disable the webhook between this read and the delivery.
  const definition = existing(await repo.shareDefinition(ctx, id))
  const row = await deliverAgain(ctx, ownerOf(id), deliveryId, (hookId) =>
    definition.webhooks.find((hook) => hook.id === hookId && hook.enabled),
  )
  if (!row) throw notFound('el envío')
  await audit(ctx, { action: 'redeliver', entityType: 'webhook_delivery', entityId: row.id })
  return deliveryView(row)
}

// ── a new tenant's definitions ──

export async function createBuiltIns(ctx: WriteCtx): Promise<void> {
  await definitions.insertAll(
    ctx,
    BUILT_INS.map(({ entityType, name, description, stages }) => ({
      name,
      description,
      entity_type: entityType,
      ...newRow(ctx, stages),
      is_system: true,
      webhooks: [],
      created_by: null,
    })),
  )
}

// ── shared ──

function newRow({ now }: WriteCtx, stages: Stage[]) {
  return { id: newId(), version: 1, is_active: true, stages, created_at: now, updated_at: now }
}

function existing(row: DefinitionRow | undefined): DefinitionRow {
  if (!row) throw definitionNotFound()
  return row
}

/** Locks the definition, so that concurrent changes happen one after the other. Refuses a built-in one. */
async function lockOwn(ctx: WriteCtx, id: string): Promise<DefinitionRow> {
  const row = existing(await definitions.lock(ctx, id))
  if (!row.is_system) return row
  throw new Failure(
    'conflict',
    `«${row.name}» viene con el servicio y no se puede cambiar ni eliminar. Cree un flujo propio para reemplazarlo.`,
  )
}

async function assertUnused(ctx: WriteCtx, id: string): Promise<void> {
  if (!(await repo.hasActiveInstances(ctx, id))) return
  throw new Failure('hasActiveInstances', 'Hay aprobaciones en curso con este flujo. Espere a que terminen.')
}

async function assertPlanAllows(ctx: WriteCtx): Promise<void> {
  const most = PLANS[ctx.plan].workflowDefinitions
  if (most === null) return
  const [, count] = await together(lockTenant(ctx), repo.countOwnDefinitions(ctx))
  if (count < most) return
  throw new Failure(
    'planRequired',
    `Su plan ${ctx.plan} incluye ${most} flujos propios. Elimine uno o pase al plan PROFESSIONAL.`,
  )
}

/** Shows webhook secrets to ADMIN and above. */
async function shownTo(ctx: ReadCtx) {
  const role = await ctx.role()
  const mayOpen = role !== undefined && reaches(role, 'ADMIN')
  return (row: DefinitionRow) =>
    definitionView(
      row,
      mayOpen ? (sealed) => ctx.tools.vault.tryOpen(sealed, 'webhook', ctx.tenantId) : undefined,
    )
}

function record(ctx: WriteCtx, action: string, before: DefinitionRow | undefined, after: DefinitionRow) {
  return audit(ctx, {
    action,
    entityType: 'workflow_definition',
    entityId: after.id,
    before: before && definitionView(before),
    after: definitionView(after),
  })
}
