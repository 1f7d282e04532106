import { randomBytes } from 'node:crypto'
import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { setInterests } from '#events/announce.ts'
import { EVENT_TYPES, EVENTS, MACHINE_EVENTS } from '#events/catalogue.ts'
import { after, HOUR_MS } from '#kernel/dates.ts'
import { Failure, found, impossible } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { looksPublic } from '#outbound/outbound.ts'
import {
  cancelDeliveries,
  redeliver as deliverAgain,
  deliveryView,
  listDeliveries as pageDeliveries,
  redirectDeliveries,
} from '#outbound/webhooks.ts'
import { ownerOf, secretsOf, sendTrial } from './delivery.ts'
import * as repo from './repo.ts'
import { type SubscriptionRow, subscriptions } from './repo.ts'
import { MOST_WEBHOOKS, OVERLAP, wantedEvents, wants } from './rules.ts'
import type {
  DeliveriesQuery,
  NewSubscription,
  SecretRotation,
  SubscriptionPatch,
  SubscriptionsQuery,
} from './schemas.ts'
import { subscriptionView } from './views.ts'

const WEBHOOK = 'el webhook'

export async function listSubscriptions(ctx: ReadCtx, query: SubscriptionsQuery) {
  const { rows, ...page } = await repo.pageSubscriptions(ctx, query)
  return { items: rows.map((row) => subscriptionView(row, ctx.now)), ...page }
}

export async function getSubscription(ctx: ReadCtx, id: string) {
  return subscriptionView(found(await subscriptions.find(ctx, id), WEBHOOK), ctx.now)
}

/** The events for subscriptions, in words. */
export function listEventTypes() {
  return { items: MACHINE_EVENTS.map((type) => ({ type, label: EVENTS[type].label })) }
}

/** Only this answer and that of a rotation contain the secret. */
export async function createSubscription(ctx: WriteCtx, body: NewSubscription) {
  assertPublic(ctx, body.url)
  await repo.lockAll(ctx)
  const known = await repo.listSubscriptions(ctx)
  if (known.length >= MOST_WEBHOOKS) {
    throw new Failure('conflict', `Una organización admite ${MOST_WEBHOOKS} webhooks. Elimine alguno.`)
  }
  const secret = newSecret()
  const subscription = {
    id: newId(),
    url: body.url,
    events: wantedEvents(body.events),
    description: noneIfBlank(body.description) ?? null,
    secret_sealed: seal(ctx, secret),
    is_active: body.isActive ?? true,
    created_by: ctx.actor.id ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  const [row] = await together(
    subscriptions.insert(ctx, subscription),
    followInterests(ctx, [...known, subscription]),
    audit(ctx, {
      action: 'create',
      entityType: 'webhook',
      entityId: subscription.id,
      after: subscription,
    }),
  )
  return { ...subscriptionView(row, ctx.now), secret }
}

/**
 * An absent field stays, null clears. Waiting deliveries go to a new address. Those of a disabled webhook are not sent and
 * can be repeated by hand. Enabling a webhook resets its failures.
 */
export async function updateSubscription(ctx: WriteCtx, id: string, body: SubscriptionPatch) {
  if (body.url !== undefined) assertPublic(ctx, body.url)
  await repo.lockAll(ctx)
  const before = found(await subscriptions.lock(ctx, id), WEBHOOK)
  const fields = {
    ...(body.url !== undefined && { url: body.url }),
    ...(body.events && { events: wantedEvents(body.events) }),
    ...(body.description !== undefined && { description: noneIfBlank(body.description) }),
    ...(typeof body.isActive === 'boolean' && {
      is_active: body.isActive,
      disabled_reason: null,
      failing_since: null,
    }),
    ...(body.url !== undefined && body.url !== before.url && { failing_since: null }),
    updated_at: ctx.now,
  }
  const changed = { ...before, ...fields }
  const known = await repo.listSubscriptions(ctx)
  const [row] = await together(
    subscriptions.update(ctx, id, fields),
    followInterests(
      ctx,
      known.map((each) => (each.id === id ? changed : each)),
    ),
    before.is_active && !changed.is_active
      ? cancelDeliveries(ctx, ownerOf(id), id, 'El webhook fue desactivado.')
      : redirect(ctx, before, changed),
    audit(ctx, { action: 'update', entityType: 'webhook', entityId: id, before, after: changed }),
  )
  return subscriptionView(row, ctx.now)
}

async function redirect(ctx: WriteCtx, before: SubscriptionRow, changed: SubscriptionRow): Promise<void> {
  if (changed.url === before.url) return
  await redirectDeliveries(ctx, ownerOf(changed.id), { url: changed.url, ...secretsOf(ctx, changed) })
}

/** Cancels its waiting deliveries. */
export async function removeSubscription(ctx: WriteCtx, id: string): Promise<void> {
  await repo.lockAll(ctx)
  const before = found(await subscriptions.remove(ctx, id), WEBHOOK)
  const known = await repo.listSubscriptions(ctx)
  await together(
    followInterests(ctx, known),
    cancelDeliveries(ctx, ownerOf(id), id, 'El webhook fue eliminado.'),
    audit(ctx, { action: 'delete', entityType: 'webhook', entityId: id, before }),
  )
}

/**
 * Makes a new secret, also for waiting deliveries. For a while the former secret signs too, so the receiver can switch
 * without losing any. After a leak, `overlapHours: 0` ends it at once.
 */
export async function rotateSecret(ctx: WriteCtx, id: string, body: SecretRotation) {
  const before = found(await subscriptions.lock(ctx, id), WEBHOOK)
  const secret = newSecret()
  const hours = body?.overlapHours ?? OVERLAP.default
  const fields = {
    secret_sealed: seal(ctx, secret),
    previous_secret_sealed: hours === 0 ? null : before.secret_sealed,
    previous_until: hours === 0 ? null : after(ctx.now, hours * HOUR_MS),
    updated_at: ctx.now,
  }
  const changed = { ...before, ...fields }
  const [row] = await together(
    subscriptions.update(ctx, id, fields),
    redirectDeliveries(ctx, ownerOf(id), { url: before.url, ...secretsOf(ctx, changed) }),
    audit(ctx, { action: 'rotate', entityType: 'webhook', entityId: id, before, after: changed }),
  )
  return { ...subscriptionView(row, ctx.now), secret }
}

/** Also for a disabled webhook, to see whether it works again. */
export async function trySubscription(ctx: WriteCtx, id: string) {
  const row = found(await subscriptions.lock(ctx, id), WEBHOOK)
  const [sent] = await together(
    sendTrial(ctx, row),
    audit(ctx, { action: 'test', entityType: 'webhook', entityId: id }),
  )
  return deliveryView(sent)
}

export async function listDeliveries(ctx: ReadCtx, id: string, query: DeliveriesQuery) {
  const [subscription, { rows, ...page }] = await Promise.all([
    subscriptions.find(ctx, id),
    pageDeliveries(ctx, ownerOf(id), query),
  ])
  found(subscription, WEBHOOK)
  return { items: rows.map(deliveryView), ...page }
}

export async function redeliver(ctx: WriteCtx, id: string, deliveryId: string) {
  const subscription = found(await subscriptions.lock(ctx, id), WEBHOOK)
  const { is_active, url } = subscription
  const again = await deliverAgain(ctx, ownerOf(id), deliveryId, () =>
    is_active ? { url, ...secretsOf(ctx, subscription) } : undefined,
  )
  const row = found(again, 'el envío')
  await audit(ctx, { action: 'redeliver', entityType: 'webhook_delivery', entityId: row.id })
  return deliveryView(row)
}

/** Events that are written only if somebody subscribes to them. */
async function followInterests(
  ctx: WriteCtx,
  known: readonly Pick<SubscriptionRow, 'is_active' | 'events'>[],
): Promise<void> {
  const active = known.filter(({ is_active }) => is_active)
  await setInterests(
    ctx,
    EVENT_TYPES.filter((type) => active.some((each) => wants(each, type))),
  )
}

function assertPublic({ tools }: WriteCtx, url: string): void {
  if (tools.mayCallPrivate || looksPublic(url)) return
  throw impossible('url', `«${url}» no es una dirección pública de Internet.`)
}

/** In the key format of Standard Webhooks. */
function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

function seal({ tools, tenantId }: WriteCtx, secret: string): string {
  return tools.vault.seal(secret, 'webhook', tenantId)
}
