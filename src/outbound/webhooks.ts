import { sql } from 'kysely'
import { SYSTEM, type WriteCtx } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { together } from '#db/sql.ts'
import { enqueue, type JobDefinition, type JobEnv } from '#jobs/definition.ts'
import { createBackground, createGatherer, createLimiter, type Limit } from '#kernel/concurrency.ts'
import { after, DAY_MS, SECOND_MS } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { traceHeaders } from '#kernel/tracing.ts'
import { call, isSuccess, type Outcome, TIMEOUT_MS } from './webhook-call.ts'
import {
  cancelDeliveries,
  claimAll,
  type DeliveryRow,
  FIRST_UNTRIED,
  findForUpdate,
  findNext,
  type Owner,
  recordDelivered,
  type Target,
  type Triable,
  targetColumns,
  update,
} from './webhook-rows.ts'
import { waitAfter } from './webhook-signing.ts'

export {
  cancelDeliveries,
  type DeliveryRow,
  deliveryView,
  findDelivery,
  listDeliveries,
  type Owner,
  redirectDeliveries,
} from './webhook-rows.ts'

/** One message to one receiver. Owner and content concern the module alone. */
export interface Delivery extends Target {
  owner: Owner
  /** The webhook among the owner's: `disable` gets it when the receiver answers 410. */
  hookId: string
  event: string
  signatureHeader: string
  deliveryHeader: string
  /** Sent unchanged, byte by byte. */
  body: string
  /** Its first attempt goes before those of a lower priority. */
  priority?: number
  /** Deliveries with the same key get their first attempt one after the other, in the order they were written. */
  orderKey: string
}

/** The receiver's time to answer, and some for recording the result. */
const CLAIM_MS = TIMEOUT_MS + 5 * SECOND_MS
/** How long a job waits for a place before it gives way to others. */
const PATIENCE_MS = SECOND_MS
const SHORTEST_DEFERRAL_MS = 2 * SECOND_MS
const LONGEST_DEFERRAL_MS = 60 * SECOND_MS
const KEPT_MS = 90 * DAY_MS
const SWEPT_AT_ONCE = 500

/**
 * Each tenant has its own places at a host. If many tenants use the same service, one with a hanging receiver takes no
 * place from the others.
 */
function limitsOf({ host, tenantId }: Try): Limit[] {
  return [
    { key: 'total', most: 64 },
    { key: tenantId, most: 16 },
    { key: `${tenantId} ${host}`, most: 4 },
  ]
}

/** Writes deliveries with their cause and returns their ids. They are sent if and only if the cause is committed. */
export async function deliver(ctx: WriteCtx, deliveries: readonly Delivery[]): Promise<string[]> {
  if (deliveries.length === 0) return []
  const rows = deliveries.map(({ owner, priority: _, ...delivery }) => ({
    tenant_id: ctx.tenantId,
    id: newId(),
    owner_type: owner.type,
    owner_id: owner.id,
    hook_id: delivery.hookId,
    event: delivery.event,
    ...targetColumns(delivery),
    signature_header: delivery.signatureHeader,
    delivery_header: delivery.deliveryHeader,
    body: delivery.body,
    order_key: delivery.orderKey,
    traceparent: traceHeaders()?.traceparent ?? null,
    status: 'PENDING' as const,
    next_attempt_at: ctx.now,
    created_at: ctx.now,
  }))
  // Only the first of each order gets a job: once attempted, it enqueues the next.
  const heads = Map.groupBy(rows, ({ order_key }) => order_key).values()
  const priorities = new Map(deliveries.map(({ orderKey, priority = 0 }) => [orderKey, priority]))
  const tries = [...heads].map(([head]) => ({
    data: tryOf({ ...head!, attempts: 0 }),
    priority: priorities.get(head!.order_key)!,
  }))
  await together(
    ctx.db.insertInto('webhook_deliveries').values(rows).execute(),
    ctx.tools.queue.sendMany(ctx.db, DELIVER, tries),
  )
  return rows.map(({ id }) => id)
}

/**
 * Sends a delivery again, even one that was delivered or has failed, with the same id and body, to the webhook's current
 * url. `webhookOf` returns only callable webhooks: a removed or disabled one is not called again.
 */
export async function redeliver(
  ctx: WriteCtx,
  owner: Owner,
  id: string,
  webhookOf: (hookId: string) => Target | undefined,
): Promise<DeliveryRow | undefined> {
  const row = await findForUpdate(ctx, id)
  if (row?.owner_type !== owner.type || row.owner_id !== owner.id) return undefined
  const webhook = webhookOf(row.hook_id)
  if (!webhook) {
    throw new Failure(
      'conflict',
      `El webhook «${row.url}» fue eliminado o está desactivado. Actívelo antes de repetir el envío.`,
    )
  }
  const revived = await update(ctx, row, {
    status: 'PENDING',
    next_attempt_at: ctx.now,
    series_from: row.attempts,
    ...targetColumns(webhook),
  })
  await enqueueTry(ctx, revived)
  return revived
}

/** A kind of thing with webhooks, named by its module. */
export interface WebhookOwner {
  readonly type: string
  /** Called when a receiver answers 410, which asks never to be called again. */
  disable(ctx: WriteCtx, ownerId: string, hookId: string, url: string): Promise<void>
  /** Called after an attempt that failed otherwise, before its delivery is locked. */
  failed?(ctx: WriteCtx, ownerId: string): Promise<void>
}

export function createWebhookJobs(owners: readonly WebhookOwner[]): readonly JobDefinition[] {
  return [createDeliverJob(owners), SWEEP_JOB, CLEANUP_JOB]
}

// ── delivering ──

/** The row decides, and the job is only a reminder: a late or repeated one finds nothing to do. */
interface Try {
  tenantId: string
  deliveryId: string
  attempt: number
  host: string
  /** How often the job was deferred because the receiver had no free place. */
  deferrals?: number
}

const DELIVER = 'webhook.deliver'

/**
 * Claims and results of many deliveries are written together, across tenants: at a thousand per second, a transaction for
 * each would be most of the work.
 */
function createDeliverJob(owners: readonly WebhookOwner[]): JobDefinition {
  const limiter = createLimiter()
  const calls = createBackground()
  const claim = createGatherer(claimMany)
  const steps: Steps = {
    owners,
    delivered: createGatherer(recordMany),
    remindOfNext: createGatherer(remindMany),
  }
  return {
    name: DELIVER,
    retry: { limit: 3, delaySeconds: 5, longestDelaySeconds: 60 },
    concurrency: 2,
    // Two batches have about as many jobs as there are places, so few jobs wait long enough to be deferred.
    batchSize: 32,
    async run(env, job: Try) {
      const release = await limiter.acquire(limitsOf(job), PATIENCE_MS)
      if (!release) return env.access.actFor(job.tenantId, SYSTEM, {}, (ctx) => putOff(ctx, job))
      const row = await claim({ env, job }).catch((error) => {
        release()
        throw error
      })
      if (!row) return release()
      // The job ends here. A call under way holds a place but no worker.
      void calls.track(attempt(env, steps, row).finally(release))
    },
    settle: () => calls.settled(),
  }
}

interface Steps {
  owners: readonly WebhookOwner[]
  delivered(result: Delivered): Promise<void>
  remindOfNext(tried: { env: JobEnv; row: DeliveryRow }): Promise<void>
}

interface Delivered {
  env: JobEnv
  row: DeliveryRow
  status: number
}

/** All items of a service have the same environment. */
function environmentOf([first]: readonly { env: JobEnv }[]): JobEnv {
  return first!.env
}

/** Claims in a short transaction before the calls. */
async function claimMany(
  items: readonly { env: JobEnv; job: Try }[],
): Promise<readonly (DeliveryRow | undefined)[]> {
  const { access, tools } = environmentOf(items)
  const now = tools.now()
  const rows = await access.asSystem('claim webhook deliveries', (db) =>
    claimAll(
      db,
      items.map(({ job }) => job),
      now,
      after(now, CLAIM_MS),
    ),
  )
  // Of two reminders for one delivery, the first gets it.
  const free = new Map(rows.map((row) => [`${row.tenant_id} ${row.id}`, row]))
  return items.map(({ job: { tenantId, deliveryId } }) => {
    const key = `${tenantId} ${deliveryId}`
    const row = free.get(key)
    free.delete(key)
    return row
  })
}

async function recordMany(items: readonly Delivered[]): Promise<readonly undefined[]> {
  const { access, tools } = environmentOf(items)
  await access.asSystem('record webhook deliveries', (db) => recordDelivered(db, items, tools.now()))
  return items.map(() => undefined)
}

/**
 * Enqueues the successors after the result is committed. A successor written later finds at its own claim that nothing is
 * ahead of it; an earlier one is found here. If the process dies in between, the sweep finds it.
 */
async function remindMany(
  items: readonly { env: JobEnv; row: DeliveryRow }[],
): Promise<readonly undefined[]> {
  const { access, tools } = environmentOf(items)
  const rows = items.map(({ row }) => row)
  const found = await access.lookUp('find the next webhook deliveries', (db) => findNext(db, rows))
  if (found.length > 0)
    await access.asSystem('remind of the next webhook deliveries', (db) => sendTries(tools, db, found))
  return items.map(() => undefined)
}

function sendTries({ queue }: JobEnv['tools'], db: Db, rows: readonly Triable[]): Promise<void> {
  return queue.sendMany(
    db,
    DELIVER,
    rows.map((row) => ({ data: tryOf(row) })),
  )
}

/** Defers the attempt while the receiver has no free place. Each deferral is longer than the last. */
async function putOff(ctx: WriteCtx, job: Try): Promise<void> {
  const row = await findToTry(ctx, job)
  if (!row) return
  const { deferrals = 0 } = job
  const pause = Math.min(SHORTEST_DEFERRAL_MS * 2 ** deferrals, LONGEST_DEFERRAL_MS)
  const next = after(ctx.now, pause * (0.5 + Math.random()))
  await update(ctx, row, { next_attempt_at: next })
  await enqueueTry(ctx, row, next, deferrals + 1)
}

/** The row, if it waits for this very attempt and is unclaimed. */
async function findToTry(ctx: WriteCtx, { deliveryId, attempt }: Try): Promise<DeliveryRow | undefined> {
  const row = await findForUpdate(ctx, deliveryId)
  if (row?.status !== 'PENDING' || row.attempts !== attempt - 1) return undefined
  return row.claimed_until !== null && row.claimed_until > ctx.now ? undefined : row
}

async function attempt(env: JobEnv, steps: Steps, row: DeliveryRow): Promise<void> {
  try {
    const { status, error } = await call(env, row)
    env.counters.add('webhook', isSuccess(status) ? 'delivered' : status ? 'refused' : 'unreachable')
    if (isSuccess(status)) await steps.delivered({ env, row, status })
    else
      await env.access.actFor(row.tenant_id, SYSTEM, { settles: true }, (ctx) =>
        recordFailure(ctx, steps.owners, row, { status, error }),
      )
    if (row.first_tried_at === null) await steps.remindOfNext({ env, row })
  } catch (error) {
    // The claim expires, and the sweep finds the row unchanged.
    env.log.warn({ deliveryId: row.id, reason: (error as Error).message }, 'webhook attempt not recorded')
  }
}

/**
 * The row may have changed during the call: a cancelled delivery is not attempted again, and one that was repeated by hand
 * has a new series of attempts.
 */
async function recordFailure(
  ctx: WriteCtx,
  owners: readonly WebhookOwner[],
  tried: DeliveryRow,
  { status, error }: Outcome,
): Promise<void> {
  if (status === 410) await giveUp(ctx, owners, tried)
  else await owners.find(({ type }) => type === tried.owner_type)?.failed?.(ctx, tried.owner_id)
  const row = await findForUpdate(ctx, tried.id)
  if (row?.attempts !== tried.attempts) return
  const attempts = row.attempts + 1
  const cancelled = row.status !== 'PENDING'
  const pause = cancelled ? undefined : waitAfter(attempts - row.series_from, Math.random())
  const next = pause === undefined ? null : after(ctx.now, pause)
  const recorded = await update(ctx, row, {
    attempts,
    status: next ? 'PENDING' : 'FAILED',
    first_tried_at: row.first_tried_at ?? ctx.now,
    last_status: status,
    last_error: cancelled ? row.last_error : error,
    next_attempt_at: next,
    claimed_until: null,
  })
  if (next) await enqueueTry(ctx, recorded, next)
}

/** Locks the webhook before its deliveries, like an edit of the webhook, so they cannot deadlock. */
async function giveUp(
  ctx: WriteCtx,
  owners: readonly WebhookOwner[],
  { owner_type, owner_id, hook_id, url }: DeliveryRow,
): Promise<void> {
  await owners.find(({ type }) => type === owner_type)?.disable(ctx, owner_id, hook_id, url)
  const owner = { type: owner_type, id: owner_id }
  await cancelDeliveries(ctx, owner, hook_id, 'El receptor pidió no recibir más (410).', url)
}

// ── after a crash, and old rows ──

/** Finds due deliveries without a job: a process that died took their reminders with it. */
const SWEEP_JOB: JobDefinition = {
  name: 'webhook.sweep',
  every: '* * * * *',
  atStart: true,
  retry: { limit: 1, delaySeconds: 10, longestDelaySeconds: 10 },
  async run({ access, tools }) {
    const now = tools.now()
    await access.asSystem('remind of due webhooks', async (db) => {
      const due = await db
        .selectFrom('webhook_deliveries as d')
        .select(['d.tenant_id', 'd.id', 'd.url', 'd.attempts', 'd.traceparent', 'd.claimed_until'])
        .where('d.status', '=', 'PENDING')
        .where('d.next_attempt_at', '<=', now)
        .where(sql<boolean>`d.position <= coalesce(${FIRST_UNTRIED}, d.position)`)
        .orderBy('d.next_attempt_at')
        .limit(SWEPT_AT_ONCE)
        .execute()
      const tries = due.map(({ claimed_until, ...row }) => {
        const claimed = claimed_until !== null && claimed_until > now
        return { data: tryOf(row), ...(claimed && { startAfter: claimed_until }) }
      })
      await tools.queue.sendMany(db, DELIVER, tries)
    })
  },
}

const CLEANUP_JOB: JobDefinition = {
  name: 'webhook.cleanup',
  every: '41 4 * * *',
  retry: { limit: 3, delaySeconds: 60, longestDelaySeconds: 600 },
  async run({ access, tools }) {
    await access.asSystem('forget old webhook deliveries', (db) =>
      db
        .deleteFrom('webhook_deliveries')
        .where('status', '<>', 'PENDING')
        .where('created_at', '<', after(tools.now(), -KEPT_MS))
        .execute(),
    )
  },
}

function tryOf({ id, tenant_id, url, attempts, traceparent }: Triable): Try {
  const cause = traceparent !== null && { traceContext: { traceparent } }
  return { tenantId: tenant_id, deliveryId: id, attempt: attempts + 1, host: new URL(url).host, ...cause }
}

function enqueueTry(ctx: WriteCtx, row: Triable, startAfter?: Date, deferrals = 0): Promise<void> {
  return enqueue(ctx, DELIVER, { ...tryOf(row), deferrals }, startAfter && { startAfter })
}
