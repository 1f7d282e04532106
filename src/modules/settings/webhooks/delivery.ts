import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { announce, BEFORE_OTHERS, setInterests } from '#events/announce.ts'
import { EVENT_TYPES, eventKind, MACHINE_EVENTS } from '#events/catalogue.ts'
import type { EventListener, EventRow } from '#events/hand-out.ts'
import { consolePath } from '#kernel/console-paths.ts'
import { after, iso } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import {
  cancelDeliveries,
  type Delivery,
  type DeliveryRow,
  deliver,
  findDelivery,
  type Owner,
  type WebhookOwner,
} from '#outbound/webhooks.ts'
import * as repo from './repo.ts'
import { type SubscriptionRow, subscriptions } from './repo.ts'
import { type DisabledReason, GIVEN_UP_AFTER_MS, TRIAL, wants } from './rules.ts'

const OWNER_TYPE = 'subscription'

export function ownerOf(id: string): Owner {
  return { type: OWNER_TYPE, id }
}

/** The secrets that sign a new delivery. */
export function secretsOf(
  { now }: ReadCtx,
  row: Pick<SubscriptionRow, 'secret_sealed' | 'previous_secret_sealed' | 'previous_until'>,
) {
  const overlaps = row.previous_until !== null && row.previous_until > now
  return {
    secretSealed: row.secret_sealed,
    previousSecretSealed: overlaps ? row.previous_secret_sealed : null,
  }
}

// ── sending ──

/** Writes one delivery for each matching subscription. Every event is heard once, so none is written twice. */
export const LISTENER: EventListener = {
  name: 'webhooks',
  hears: (type) => MACHINE_EVENTS.includes(type),
  async hear(ctx, event) {
    const listening = (await repo.listSubscriptions(ctx)).filter(
      (row) => row.is_active && wants(row, event.type),
    )
    if (listening.length === 0) return
    const body = bodyOf(ctx, event, await repo.findTenant(ctx))
    await deliver(
      ctx,
      // Deliveries about one record arrive in order.
      listening.map((row) => ({
        ...deliveryOf(ctx, row, event.type, body, `${row.id} ${event.entity_id}`),
        ...(eventKind(event.type).urgent && { priority: BEFORE_OTHERS }),
      })),
    )
  },
}

export async function sendTrial(ctx: WriteCtx, row: SubscriptionRow): Promise<DeliveryRow> {
  const tenant = await repo.findTenant(ctx)
  const data = {
    entityType: 'webhook',
    entityId: row.id,
    title: 'Prueba del webhook',
    legalEntityId: null,
    dueAt: null,
    url: `${ctx.tools.publicUrl}${consolePath(tenant.slug, 'webhook', row.id)}`,
  }
  const id = newId()
  const body = JSON.stringify({ id, type: TRIAL, occurredAt: iso(ctx.now), tenant, data })
  const [sent] = await deliver(ctx, [deliveryOf(ctx, row, TRIAL, body, `${row.id} ${id}`)])
  return findDelivery(ctx, sent!)
}

function deliveryOf(
  ctx: WriteCtx,
  row: SubscriptionRow,
  event: string,
  body: string,
  orderKey: string,
): Delivery {
  return {
    owner: ownerOf(row.id),
    hookId: row.id,
    event,
    url: row.url,
    ...secretsOf(ctx, row),
    signatureHeader: 'X-Resguardo-Signature',
    deliveryHeader: 'X-Resguardo-Delivery',
    body,
    orderKey,
  }
}

function bodyOf(ctx: WriteCtx, event: EventRow, tenant: { id: string; slug: string }): string {
  const path = consolePath(tenant.slug, event.entity_type, event.entity_id)
  return JSON.stringify({
    id: event.id,
    type: event.type,
    occurredAt: iso(event.occurred_at),
    tenant,
    data: {
      ...event.data,
      entityType: event.entity_type,
      entityId: event.entity_id,
      title: event.title,
      legalEntityId: event.legal_entity_id,
      dueAt: iso(event.due_at),
      url: `${ctx.tools.publicUrl}${path}`,
    },
  })
}

// ── results ──

export const WEBHOOK_OWNER: WebhookOwner = {
  type: OWNER_TYPE,
  disable: (ctx, id) => switchOff(ctx, id, 'gone', 'El receptor pidió no recibir más (410).'),
  async failed(ctx, id) {
    const row = await subscriptions.find(ctx, id)
    if (!row?.is_active) return
    const { failing_since: since } = row
    if (since !== null && since > after(ctx.now, -GIVEN_UP_AFTER_MS)) return
    // Successes are not recorded here; they are looked up only now.
    if (since === null || (await repo.deliveredSince(ctx, OWNER_TYPE, id, since)))
      return repo.markFailing(ctx, id, since)
    await switchOff(ctx, id, 'failing', 'El webhook se apagó: ningún envío llegó en tres días.')
  },
}

/** Notifies the administrators, so that no webhook is switched off unnoticed. */
async function switchOff(
  ctx: WriteCtx,
  id: string,
  disabled_reason: DisabledReason,
  why: string,
): Promise<void> {
  await repo.lockAll(ctx)
  const before = await subscriptions.lock(ctx, id)
  if (!before?.is_active) return
  const fields = { is_active: false, disabled_reason, updated_at: ctx.now }
  const others = (await repo.listSubscriptions(ctx)).filter((row) => row.id !== id && row.is_active)
  await together(
    subscriptions.update(ctx, id, fields),
    cancelDeliveries(ctx, ownerOf(id), id, why),
    setInterests(
      ctx,
      EVENT_TYPES.filter((type) => others.some((row) => wants(row, type))),
    ),
    announce(ctx, {
      type: 'webhook.disabled',
      entityId: id,
      title: new URL(before.url).host,
      data: { reason: disabled_reason },
    }),
    audit(ctx, {
      action: 'disable',
      entityType: 'webhook',
      entityId: id,
      before,
      after: { ...before, ...fields },
    }),
  )
}
