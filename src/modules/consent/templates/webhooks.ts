import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { iso } from '#kernel/dates.ts'
import { Failure, found, impossible } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { reaches } from '#kernel/roles.ts'
import { newToken } from '#kernel/secrets.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { looksPublic } from '#outbound/outbound.ts'
import {
  cancelDeliveries,
  deliver,
  redeliver as deliverAgain,
  deliveryView,
  listDeliveries as pageDeliveries,
  type WebhookOwner,
} from '#outbound/webhooks.ts'
import * as repo from './repo.ts'
import { EVENTS, type Event } from './rules.ts'
import type { DeliveriesQuery, NewWebhook, WebhooksQuery } from './schemas.ts'
import { getTemplate, lockTemplate } from './service.ts'
import { webhookView } from './views.ts'

const OWNER = 'consent_template'

/** Bounded because each record writes to all of them. */
const MOST_WEBHOOKS = 20

/** The answer shows the secret to the person who makes the webhook. Afterwards only ADMIN and above see it. */
export async function createWebhook(ctx: WriteCtx, templateId: string, { url, events, secret }: NewWebhook) {
  if (!ctx.tools.mayCallPrivate && !looksPublic(url)) {
    throw impossible('url', `«${url}» no es una dirección pública de Internet.`)
  }
  await lockTemplate(ctx, templateId)
  if ((await repo.listWebhooks(ctx, templateId)).length >= MOST_WEBHOOKS) {
    throw new Failure('conflict', `Un formulario admite ${MOST_WEBHOOKS} webhooks. Elimine alguno.`)
  }
  const clear = noneIfBlank(secret) ?? newToken()
  const webhook = {
    id: newId(),
    template_id: templateId,
    url,
    events: [...new Set(events ?? EVENTS)],
    secret_sealed: ctx.tools.vault.seal(clear, 'webhook', ctx.tenantId),
    is_active: true,
    created_at: ctx.now,
  }
  const [row] = await together(
    repo.webhooks.insert(ctx, webhook),
    audit(ctx, { action: 'create', entityType: 'consent_webhook', entityId: webhook.id, after: webhook }),
  )
  return webhookView(row, clear)
}

export async function listWebhooks(ctx: ReadCtx, templateId: string, query: WebhooksQuery) {
  await getTemplate(ctx, templateId)
  const { rows, ...page } = await repo.pageWebhooks(ctx, templateId, query)
  const role = await ctx.role()
  const mayOpen = role !== undefined && reaches(role, 'ADMIN')
  const open = (sealed: string) => ctx.tools.vault.tryOpen(sealed, 'webhook', ctx.tenantId)
  const items = rows.map((row) => webhookView(row, mayOpen ? open(row.secret_sealed) : null))
  return { items, ...page }
}

/** Waiting deliveries are dropped. */
export async function removeWebhook(ctx: WriteCtx, templateId: string, id: string): Promise<void> {
  await getTemplate(ctx, templateId)
  const before = found(await repo.removeWebhook(ctx, templateId, id), 'el webhook')
  await together(
    cancelDeliveries(ctx, { type: OWNER, id: templateId }, id, 'El webhook fue eliminado.'),
    audit(ctx, { action: 'delete', entityType: 'consent_webhook', entityId: id, before }),
  )
}

export async function listDeliveries(ctx: ReadCtx, templateId: string, query: DeliveriesQuery) {
  const [, { rows, ...page }] = await Promise.all([
    getTemplate(ctx, templateId),
    pageDeliveries(ctx, { type: OWNER, id: templateId }, query),
  ])
  return { items: rows.map(deliveryView), ...page }
}

export async function redeliver(ctx: WriteCtx, templateId: string, deliveryId: string) {
  await getTemplate(ctx, templateId)
  const webhooks = await repo.listWebhooks(ctx, templateId)
  const again = await deliverAgain(ctx, { type: OWNER, id: templateId }, deliveryId, (hookId) => {
    const webhook = webhooks.find(({ id, is_active }) => id === hookId && is_active)
    return webhook && { url: webhook.url, secretSealed: webhook.secret_sealed }
  })
  const row = found(again, 'el envío')
  await audit(ctx, { action: 'redeliver', entityType: 'webhook_delivery', entityId: row.id })
  return deliveryView(row)
}

/** Written with the record and sent after the commit. The decisions of one person arrive in order at each receiver. */
export async function callWebhooks(
  ctx: WriteCtx,
  webhooks: readonly repo.WebhookRow[],
  record: Omit<repo.RecordRow, 'content_hash'>,
): Promise<void> {
  const event: Event = record.granted ? 'consent.granted' : 'consent.withdrawn'
  const listening = webhooks.filter(({ is_active, events }) => is_active && events.includes(event))
  if (listening.length === 0) return
  const body = JSON.stringify({
    event,
    timestamp: iso(ctx.now),
    templateId: record.template_id,
    templateVersion: record.template_version,
    recordId: record.id,
    subjectRef: record.subject_ref,
    granted: record.granted,
    source: record.source,
    occurredAt: iso(record.occurred_at),
    receipt: record.receipt,
  })
  const deliveries = listening.map(({ id, url, secret_sealed }) => ({
    owner: { type: OWNER, id: record.template_id },
    hookId: id,
    event,
    url,
    secretSealed: secret_sealed,
    signatureHeader: 'X-Consent-Signature',
    deliveryHeader: 'X-Consent-Delivery',
    body,
    orderKey: `${id} ${record.subject_ref}`,
  }))
  await deliver(ctx, deliveries)
}

async function disable(ctx: WriteCtx, templateId: string, hookId: string): Promise<void> {
  const row = await repo.disableWebhook(ctx, templateId, hookId)
  if (!row) return
  const before = { ...row, is_active: true }
  await audit(ctx, { action: 'disable', entityType: 'consent_webhook', entityId: hookId, before, after: row })
}

export const WEBHOOK_OWNER: WebhookOwner = { type: OWNER, disable }
