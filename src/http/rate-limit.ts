import rateLimit, { type FastifyRateLimitStore, type RateLimitPluginOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import type { TenantAccess } from '#db/access.ts'
import { BoundedMap } from '#kernel/bounded-map.ts'
import { singleFlight } from '#kernel/concurrency.ts'
import { Failure } from '#kernel/failure.ts'
import { PLANS, type Plan } from '#kernel/plans.ts'
import { bringsKey, type ReadKey } from './identity.ts'
import { NO_TENANT } from './tokens.ts'
import type { KeyHolder } from './types.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * `signin` counts against the smaller budget of login, refresh and one-time codes. `banner` has a wide budget for calls
     * of every page of a site, because a mobile network or an office shares one address. `script` shares it, but counts
     * only requests for a notice (`?key=`) and is never refused: without its script a site would block nothing.
     */
    budget?: 'signin' | 'banner' | 'script' | 'none'
  }
  interface FastifyRequest {
    /** How much of the caller's budget is spent. Absent on uncounted requests. */
    rateLimit: { used: number; limit: number; resetSeconds: number } | undefined
    /** The budget of a `script` is spent: the route answers with the minimum that serves the page. */
    isOverBudget: boolean
  }
}

/** The plans of the tenants this process has seen, so that counting a request costs no query. */
export interface PlanCache {
  /** Every admitted request updates its tenant's plan. */
  set(tenantId: string, plan: Plan): void
  /** Requests a minute, as last learned. */
  limitOf(tenantId: string): number | undefined
  /** The same limit, read from the database. */
  load(tenantId: string): Promise<number>
}

const MOST_KNOWN_TENANTS = 10_000

export function createPlanCache(access: TenantAccess): PlanCache {
  const known = new BoundedMap<string, Plan>({ most: MOST_KNOWN_TENANTS })

  async function read(tenantId: string): Promise<number> {
    const row = await access.lookUp('read the plan of a tenant to count its requests', (db) =>
      db.selectFrom('tenants').select('plan').where('id', '=', tenantId).executeTakeFirst(),
    )
    const plan = row?.plan ?? 'STARTER'
    known.set(tenantId, plan)
    return PLANS[plan].requestsPerMinute
  }

  return {
    set: (tenantId, plan) => void known.set(tenantId, plan),
    // A single query per tenant reads its plan, however many of its requests are being refused.
    load: singleFlight(read),
    limitOf(tenantId) {
      const plan = known.get(tenantId)
      return plan && PLANS[plan].requestsPerMinute
    },
  }
}

export interface RateLimits {
  publicLimit: number
  redisUrl: string | undefined
  plans: PlanCache
  readKey: ReadKey
}

const WINDOW_MS = 60_000
/** The limit of a person at a screen, separate from the plan's budget. */
const PERSON_LIMIT = 600
/** The limit of calls from every page of a site: the notice, and the record of the decision (decisions part 2, N16). */
const BANNER_LIMIT = 1_200
const REDIS_PATIENCE_MS = 500

/** Fixed windows of one minute: per tenant by plan, per address for the public and for sign-in (decisions part 1). */
export async function useRateLimit(
  app: FastifyInstance,
  { publicLimit, redisUrl, plans, readKey }: RateLimits,
): Promise<void> {
  const limits = {
    public: publicLimit,
    key: publicLimit,
    signin: Math.max(1, Math.floor(publicLimit / 3)),
    banner: Math.max(BANNER_LIMIT, publicLimit),
  }
  const keyOf = (request: FastifyRequest): string => {
    const tenantId = tenantOf(request)
    if (tenantId) return `tenant:${tenantId}`
    if (request.claims?.browser) return `person:${request.claims.userId}`
    return `${budgetOf(request)}:${addressOf(request)}`
  }
  /** Undefined if the tenant's plan must be read first. */
  const knownLimit = (request: FastifyRequest): number | undefined => {
    const tenantId = tenantOf(request)
    if (tenantId) return plans.limitOf(tenantId)
    if (request.claims?.browser) return PERSON_LIMIT
    return limits[budgetOf(request)]
  }
  const options: RateLimitPluginOptions = {
    global: false,
    timeWindow: WINDOW_MS,
    cache: MOST_WINDOWS,
    keyGenerator: keyOf,
    max: async (request) => knownLimit(request) ?? plans.load(tenantOf(request)!),
  }
  const redis = redisUrl ? await connect(app, redisUrl) : undefined
  let windows: Windows | undefined
  /** The plugin constructs its store itself; the hook below counts in the same one. */
  class Store extends Windows {
    constructor() {
      super()
      windows = this
    }
  }
  const count = await counter(app, options, redis, Store)
  const countKey = app.createRateLimit({
    timeWindow: WINDOW_MS,
    keyGenerator: ({ keyHolder }) => `key:${keyHolder!.keyId}`,
    max: async ({ keyHolder }) => keyHolder!.requestsPerMinute!,
  })

  app.decorateRequest('rateLimit', undefined)
  app.decorateRequest('isOverBudget', false)

  app.addHook('onRequest', (request, _reply, done) => {
    const { config } = request.routeOptions
    if (config?.budget === 'none' || config?.rateLimit === false) return done()
    const isScript = config?.budget === 'script'
    if (isScript && !(request.query as { key?: unknown }).key) return done()
    const refuse = (error: Error) => {
      if (!isScript || !isTooMany(error)) return done(error)
      request.isOverBudget = true
      done()
    }
    // The usual request does not wait: its limit is known and this process counts it.
    const limit = bringsKey(request) ? undefined : knownLimit(request)
    if (windows === undefined || limit === undefined) {
      countOrRefuse(request).then(() => done(), refuse)
      return
    }
    const spent = windows.count(keyOf(request), limit)
    if (!spent.isExceeded) {
      note(request, spent)
      return done()
    }
    count(request, { increment: false })
      .then((counted) => assertAllowed(request, counted))
      .then(() => done(), refuse)
  })

  async function countOrRefuse(request: FastifyRequest): Promise<void> {
    let guess: Counted | undefined
    if (bringsKey(request)) {
      await readKey(request, async () => {
        guess = await count(request)
        return guess.isAllowed || !guess.isExceeded
      })
    }
    if (request.keyHolder) {
      plans.set(request.keyHolder.tenantId, request.keyHolder.plan)
      await assertWithinOwn(request, request.keyHolder)
    }
    // A key without a holder was already counted before its lookup.
    await assertAllowed(request, guess && !request.keyHolder ? guess : await count(request))
  }

  /** A key with its own limit cannot spend the whole organisation's budget. */
  async function assertWithinOwn(request: FastifyRequest, { requestsPerMinute }: KeyHolder): Promise<void> {
    if (requestsPerMinute === null) return
    const counted = await countKey(request)
    if (!counted.isAllowed && counted.isExceeded) throw tooMany(requestsPerMinute, counted.ttlInSeconds)
  }

  async function assertAllowed(request: FastifyRequest, first: Counted): Promise<void> {
    let counted = first
    const tenantId = tenantOf(request)
    // The plan may have been raised meanwhile: it is read again before refusing.
    if (!counted.isAllowed && counted.isExceeded && tenantId) {
      await plans.load(tenantId)
      counted = await count(request, { increment: false })
    }
    if (counted.isAllowed) return
    note(request, counted)
    if (counted.isExceeded) throw tooMany(counted.max, counted.ttlInSeconds)
  }

  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.rateLimit) {
      const { used, resetSeconds } = request.rateLimit
      const tenantId = tenantOf(request)
      // The request itself may have brought a newer plan by now.
      const limit = (tenantId && plans.limitOf(tenantId)) || request.rateLimit.limit
      reply.headers({
        'x-ratelimit-limit': limit,
        'x-ratelimit-remaining': Math.max(0, limit - used),
        'x-ratelimit-reset': resetSeconds,
      })
    }
    done()
  })
}

interface Spent {
  max: number
  remaining: number
  ttlInSeconds: number
}

function note(request: FastifyRequest, { max, remaining, ttlInSeconds }: Spent): void {
  request.rateLimit = { used: max - remaining, limit: max, resetSeconds: ttlInSeconds }
}

const MOST_WINDOWS = 20_000

interface Window {
  used: number
  since: number
}

/** The windows of this process. Unlike the plugin's own store it also counts without a callback. */
class Windows implements FastifyRateLimitStore {
  readonly #windows = new BoundedMap<string, Window>({ most: MOST_WINDOWS })

  count(key: string, max: number): Spent & { isExceeded: boolean } {
    const now = Date.now()
    let window = this.#current(key, now)
    if (!window) {
      window = { used: 0, since: now }
      this.#windows.set(key, window)
    }
    window.used += 1
    const { used } = window
    return {
      max,
      remaining: Math.max(0, max - used),
      ttlInSeconds: Math.ceil(ttlOf(window, now) / 1000),
      isExceeded: used > max,
    }
  }

  #current(key: string, now: number): Window | undefined {
    const window = this.#windows.get(key)
    return window && ttlOf(window, now) > 0 ? window : undefined
  }

  incr(key: string, callback: StoreCallback, _timeWindow: number, max: number): void {
    this.count(key, max)
    this.read(key, callback)
  }

  /** The requests counted so far, without counting another. */
  read(key: string, callback: StoreCallback): void {
    const now = Date.now()
    const window = this.#current(key, now)
    callback(null, window ? { current: window.used, ttl: ttlOf(window, now) } : { current: 0, ttl: 0 })
  }

  child(): Windows {
    return new Windows()
  }
}

type StoreCallback = (error: Error | null, result?: { current: number; ttl: number }) => void

function ttlOf({ since }: Window, now: number): number {
  return since + WINDOW_MS - now
}

type Counter = ReturnType<FastifyInstance['createRateLimit']>
type Counted = Awaited<ReturnType<Counter>>

async function counter(
  app: FastifyInstance,
  options: RateLimitPluginOptions,
  redis: Redis | undefined,
  Store: new () => Windows,
): Promise<Counter> {
  let own: Counter | undefined
  if (redis) {
    // Registered in its own scope and before the shared one, whose counter it would otherwise inherit.
    await app.register(async (scope) => {
      await scope.register(rateLimit, options)
      own = scope.createRateLimit()
    })
  }
  await app.register(rateLimit, {
    ...options,
    ...(redis ? { redis, nameSpace: 'resguardo:rate:' } : { store: Store }),
    skipOnError: true,
    errorResponseBuilder: (_request, { max, ttl }) => tooMany(max, Math.ceil(ttl / 1000)),
  })
  const shared = app.createRateLimit()
  if (!own) return shared
  const alone = own
  return async (request, how) => {
    const counted = await shared(request, how)
    // Redis is away, so this request was not counted: the process counts it by itself.
    return !counted.isAllowed && counted.remaining === counted.max ? alone(request, how) : counted
  }
}

function tooMany(limit: number, resetSeconds: number): Failure {
  const seconds = Math.max(1, resetSeconds)
  const text = `Superó el límite de ${limit} solicitudes por minuto. Intente en ${seconds} segundos.`
  return new Failure('rateLimited', text, { retryAfterSeconds: seconds })
}

function isTooMany(error: unknown): boolean {
  return error instanceof Failure && error.kind === 'rateLimited'
}

async function connect(app: FastifyInstance, url: string): Promise<Redis> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 1000,
    commandTimeout: REDIS_PATIENCE_MS,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
  })
  redis.on('error', (error) =>
    app.log.warn({ reason: error.message }, 'Redis does not answer: this process counts requests for itself'),
  )
  app.addHook('onClose', async () => redis.disconnect())
  // The client keeps trying to connect; the start does not depend on it.
  await redis.connect().catch(() => undefined)
  return redis
}

/**
 * Callers without a tenant are counted by address, so that they do not share one budget. A token counts against its own
 * organisation, whichever the request picks: nobody spends another organisation's budget.
 */
function tenantOf({ claims, keyHolder }: FastifyRequest): string | undefined {
  if (keyHolder) return keyHolder.tenantId
  if (!claims || claims.browser) return undefined
  const tenantId = claims.homeTenantId ?? claims.tenantId
  return tenantId === NO_TENANT ? undefined : tenantId
}

/** Unknown keys have their own budget, so that guessing keys does not close the public endpoints to a site. */
function budgetOf(request: FastifyRequest): 'signin' | 'banner' | 'key' | 'public' {
  const { budget } = request.routeOptions.config
  if (budget === 'signin' || budget === 'banner') return budget
  if (budget === 'script') return 'banner'
  return bringsKey(request) ? 'key' : 'public'
}

/** Parsing an IPv6 address costs about as much as the rest of a short answer. */
const linesOf = new BoundedMap<string, string>({ most: MOST_WINDOWS })

/** One subscriber usually holds a whole IPv6 /64, so it counts as one address. A closed connection has none. */
function addressOf({ ip }: FastifyRequest): string {
  if (!ip) return ''
  const known = linesOf.get(ip)
  if (known !== undefined) return known
  const line = rateLimit.normalizeIP(ip)
  linesOf.set(ip, line)
  return line
}
