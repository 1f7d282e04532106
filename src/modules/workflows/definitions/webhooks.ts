import { audit } from '#db/audit.ts'
import type { Ctx, Reading } from '#db/context.ts'
import { json } from '#db/sql.ts'
import { looksPublic } from '#http/outbound.ts'
import { cancelDeliveries, type Delivery, deliver, type Owner, whenGone } from '#jobs/webhooks.ts'
import { iso } from '#kernel/dates.ts'
import { impossible } from '#kernel/failure.ts'
import { newToken } from '#kernel/secrets.ts'
import { noneIfBlank } from '#kernel/text.ts'
import type { Happening } from '../engine.ts'
import { WEBHOOK_EVENTS, type Webhook, type WebhookEvent } from '../model.ts'
import * as repo from './repo.ts'
import { refuseRepeated, withIds } from './rules.ts'
import type { NewWebhook } from './schemas.ts'
import { definitionView } from './views.ts'

const OWNER_TYPE = 'workflow'

export function ownerOf(definitionId: string): Owner {
  return { type: OWNER_TYPE, id: definitionId }
}

/** As stored. A webhook that is sent back without its secret keeps it; a new one without any gets one. */
export function completeWebhooks(
  { tools }: Reading,
  sent: readonly NewWebhook[],
  known: readonly Webhook[] = [],
): Webhook[] {
  const webhooks = withIds(sent, known, (part, old) => part.url === old.url).map(
    ({ part, id, old }, index) => {
      if (tools.production && !looksPublic(part.url)) {
        throw impossible(`webhooks[${index}].url`, `«${part.url}» no es una dirección pública de Internet.`)
      }
      const secret = noneIfBlank(part.secret)
      const secretSealed = secret
        ? tools.vault.seal(secret)
        : (old?.secretSealed ?? tools.vault.seal(newToken()))
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

/** Tells the webhooks of the definition, as they are today, what happened in one of its instances (contract 6.1). */
export async function announce(
  ctx: Ctx,
  instance: { id: string; definition_id: string; entity_type: string; entity_id: string },
  happenings: readonly Happening[],
): Promise<void> {
  const told = happenings.filter(isTold)
  if (told.length === 0) return
  const definition = await repo.findDefinition(ctx, instance.definition_id)
  const webhooks = definition?.webhooks.filter(({ enabled }) => enabled) ?? []
  const deliveries = told.flatMap((happening): Delivery[] => {
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
        // Per receiver: one that is slow does not hold up what others are told of the same instance.
        orderKey: `${instance.id} ${id}`,
      }))
  })
  await deliver(ctx, deliveries)
}

function isTold(happening: Happening): happening is Happening & { type: WebhookEvent } {
  return (WEBHOOK_EVENTS as readonly string[]).includes(happening.type)
}

/** What still waits for webhooks that were removed, disabled or moved away is not sent. */
export async function cancelForgotten(
  ctx: Ctx,
  definitionId: string,
  before: readonly Webhook[],
  now: readonly Webhook[],
): Promise<void> {
  for (const { id, url, enabled } of before) {
    if (!enabled || now.some((webhook) => webhook.id === id && webhook.url === url && webhook.enabled))
      continue
    await cancelDeliveries(ctx, ownerOf(definitionId), id, 'El webhook se eliminó, se desactivó o cambió.')
  }
}

whenGone(OWNER_TYPE, async (ctx, definitionId, hookId, url) => {
  const before = await repo.findDefinitionForUpdate(ctx, definitionId)
  const isGone = (webhook: Webhook) => webhook.id === hookId && webhook.url === url && webhook.enabled
  if (!before?.webhooks.some(isGone)) return
  const webhooks = before.webhooks.map((webhook) =>
    isGone(webhook) ? { ...webhook, enabled: false } : webhook,
  )
  const row = await repo.updateDefinition(ctx, definitionId, {
    webhooks: json(webhooks),
    updated_at: ctx.now,
  })
  await audit(ctx, {
    action: 'disable_webhook',
    entityType: 'workflow_definition',
    entityId: definitionId,
    before: definitionView(before),
    after: definitionView(row),
  })
})
