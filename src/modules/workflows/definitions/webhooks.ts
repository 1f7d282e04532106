import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { iso } from '#kernel/dates.ts'
import { impossible } from '#kernel/failure.ts'
import { newToken } from '#kernel/secrets.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { looksPublic } from '#outbound/outbound.ts'
import {
  cancelDeliveries,
  type Delivery,
  deliver,
  type Owner,
  type WebhookOwner,
} from '#outbound/webhooks.ts'
import type { Happening } from '../engine.ts'
import { WEBHOOK_EVENTS, type Webhook, type WebhookEvent } from '../model.ts'
import { definitions } from './repo.ts'
import { refuseRepeated, withIds } from './rules.ts'
import type { NewWebhook } from './schemas.ts'
import { definitionView } from './views.ts'

const OWNER_TYPE = 'workflow'

export function ownerOf(definitionId: string): Owner {
  return { type: OWNER_TYPE, id: definitionId }
}

/** In stored form. A known webhook without a secret in the body keeps its own; a new one gets a generated one. */
export function completeWebhooks(
  { tools, tenantId }: ReadCtx,
  sent: readonly NewWebhook[],
  known: readonly Webhook[] = [],
): Webhook[] {
  const webhooks = withIds(sent, known, (part, old) => part.url === old.url).map(
    ({ part, id, old }, index) => {
      if (!tools.mayCallPrivate && !looksPublic(part.url)) {
        throw impossible(`webhooks[${index}].url`, `«${part.url}» no es una dirección pública de Internet.`)
      }
      const secret = noneIfBlank(part.secret)
      const secretSealed = secret
        ? tools.vault.seal(secret, 'webhook', tenantId)
        : (old?.secretSealed ?? tools.vault.seal(newToken(), 'webhook', tenantId))
      return {
        id,
        url: part.url,
        events: [...new Set(part.events)],
        secretSealed,
        enabled: part.enabled ?? true,
      }
    },
  )
  refuseRepeated(webhooks, 'webhooks', 'id')
  return webhooks
}

/** Sends the happenings of an instance to the present webhooks of its definition (contract 6.1). */
export async function callWebhooks(
  ctx: WriteCtx,
  instance: { id: string; definition_id: string; entity_type: string; entity_id: string },
  happenings: readonly Happening[],
): Promise<void> {
  const announced = happenings.filter(isAnnounced)
  if (announced.length === 0) return
  const definition = await definitions.find(ctx, instance.definition_id)
  const webhooks = definition?.webhooks.filter(({ enabled }) => enabled) ?? []
  const deliveries = announced.flatMap((happening): Delivery[] => {
    const body = JSON.stringify({
      event: happening.type,
      timestamp: iso(ctx.now),
      instanceId: instance.id,
      entityType: instance.entity_type,
      entityId: instance.entity_id,
      stageId: happening.stageId,
      actionType: happening.actionType,
      newStageId: happening.newStageId,
      status: happening.status,
    })
    return webhooks
      .filter(({ events }) => events.includes(happening.type))
      .map(({ id, url, secretSealed }) => ({
        owner: ownerOf(instance.definition_id),
        hookId: id,
        event: happening.type,
        url,
        secretSealed,
        signatureHeader: 'X-Workflow-Signature',
        deliveryHeader: 'X-Workflow-Delivery',
        body,
        // One order per receiver, so that a slow receiver does not delay the others.
        orderKey: `${instance.id} ${id}`,
      }))
  })
  await deliver(ctx, deliveries)
}

function isAnnounced(happening: Happening): happening is Happening & { type: WebhookEvent } {
  return (WEBHOOK_EVENTS as readonly string[]).includes(happening.type)
}

/** Cancels deliveries waiting for webhooks that were removed, disabled or moved to another url. */
export async function cancelForgotten(
  ctx: WriteCtx,
  definitionId: string,
  before: readonly Webhook[],
  now: readonly Webhook[],
): Promise<void> {
  const forgotten = before.filter(
    ({ id, url, enabled }) =>
      enabled && !now.some((webhook) => webhook.id === id && webhook.url === url && webhook.enabled),
  )
  await together(
    ...forgotten.map(({ id }) =>
      cancelDeliveries(ctx, ownerOf(definitionId), id, 'El webhook se eliminó, se desactivó o cambió.'),
    ),
  )
}

async function disable(ctx: WriteCtx, definitionId: string, hookId: string, url: string): Promise<void> {
  const before = await definitions.lock(ctx, definitionId)
  const isGone = (webhook: Webhook) => webhook.id === hookId && webhook.url === url && webhook.enabled
  if (!before?.webhooks.some(isGone)) return
  const fields = {
    webhooks: before.webhooks.map((webhook) => (isGone(webhook) ? { ...webhook, enabled: false } : webhook)),
    updated_at: ctx.now,
  }
  await together(
    definitions.update(ctx, definitionId, fields),
    audit(ctx, {
      action: 'disable_webhook',
      entityType: 'workflow_definition',
      entityId: definitionId,
      before: definitionView(before),
      after: definitionView({ ...before, ...fields }),
    }),
  )
}

export const WEBHOOK_OWNER: WebhookOwner = { type: OWNER_TYPE, disable }
