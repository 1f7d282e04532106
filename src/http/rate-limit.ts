import rateLimit, { type RateLimitPluginOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Redis } from 'ioredis'
import type { Doors } from '#db/doors.ts'
import { Failure } from '#kernel/failure.ts'
import { PLANS, type Plan } from '#kernel/plans.ts'
import type { ReadKey } from './identity.ts'
import { NO_TENANT } from './tokens.ts'

/** The plans of the tenants this process has seen, so that counting a request costs no query. */
export interface PlanBook {
  /** Every admitted request teaches the plan anew. */
  learn(tenantId: string, plan: Plan): void
  /** Requests a minute, as last learned. */
  limitOf(tenantId: string): number | undefined
  /** The same, as the database has it now. */
  ask(tenantId: string): Promise<number>
}

const MOST_KNOWN_TENANTS = 10_000

export function createPlanBook(doors: Doors): PlanBook {
  const known = new Map<string, Plan>()
  const asking = new Map<string, Promise<number>>()

  function learn(tenantId: string, plan: Plan): void {
    if (known.size >= MOST_KNOWN_TENANTS && !known.has(tenantId)) known.delete(known.keys().next().value!)
    known.set(tenantId, plan)
  }

  async function read(tenantId: string): Promise<number> {
    const row = await doors.lookUp('read the plan of a tenant to count its requests', (db) =>
      db.selectFrom('tenants').select('plan').where('id', '=', tenantId).executeTakeFirst(),
    )
    const plan = row?.plan ?? 'STARTER'
    learn(tenantId, plan)
    return PLANS[plan].requestsPerMinute
  }

  /** One question at a time per tenant, however many of its requests are being refused. */
  function ask(tenantId: string): Promise<number> {
    const underWay = asking.get(tenantId)
    if (underWay) return underWay
    const question = read(tenantId).finally(() => asking.delete(tenantId))
    asking.set(tenantId, question)
    return question
  }

  return {
    learn,
    ask,
    limitOf(tenantId) {
      const plan = known.get(tenantId)
      return plan && PLANS[plan].requestsPerMinute
    },
  }
}

export interface RateLimits {
  publicLimit: number
  redisUrl: string | undefined
  plans: PlanBook
  readKey: ReadKey
}

const WINDOW_MS = 60_000
const REDIS_PATIENCE_MS = 500

/** Fixed windows of one minute: per tenant by plan, per address for the public and for sign-in (decisions part 1). */
export async function useRateLimit(
  app: FastifyInstance,
  { publicLimit, redisUrl, plans, readKey }: RateLimits,
): Promise<void> {
  const options: RateLimitPluginOptions = {
    global: false,
    timeWindow: WINDOW_MS,
    cache: 20_000,
    keyGenerator: (request) => {
      const tenantId = tenantOf(request)
      if (tenantId) return `tenant:${tenantId}`
      return `${budgetOf(request)}:${addressOf(request)}`
    },
    max: async (request) => {
      const tenantId = tenantOf(request)
      if (tenantId) return plans.limitOf(tenantId) ?? plans.ask(tenantId)
      return budgetOf(request) === 'signin' ? Math.max(1, Math.floor(publicLimit / 3)) : publicLimit
    },
  }
  const redis = redisUrl ? await connect(app, redisUrl) : undefined
  const count = await counter(app, options, redis)

  app.decorateRequest('tally', undefined)

  app.addHook('onRequest', async (request) => {
    const { config } = request.routeOptions
    if (config?.budget === 'none' || config?.rateLimit === false) return
    let guess: Counted | undefined
    if (config?.role === 'API_KEY') {
      await readKey(request, async () => {
        guess = await count(request)
        return guess.isAllowed || !guess.isExceeded
      })
    }
    if (request.keyHolder) plans.learn(request.keyHolder.tenantId, request.keyHolder.plan)
    // A key that nobody holds was counted before it was looked up.
    let counted = guess && !request.keyHolder ? guess : await count(request)
    const tenantId = tenantOf(request)
    // The plan may have been raised since it was learned: ask before refusing.
    if (!counted.isAllowed && counted.isExceeded && tenantId) {
      await plans.ask(tenantId)
      counted = await count(request, { increment: false })
    }
    if (counted.isAllowed) return
    const { max, remaining, ttlInSeconds, isExceeded } = counted
    request.tally = { used: max - remaining, limit: max, resetSeconds: ttlInSeconds }
    if (!isExceeded) return
    throw tooMany(max, ttlInSeconds)
  })

  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.tally) {
      const { used, resetSeconds } = request.tally
      const tenantId = tenantOf(request)
      // By now the request itself may have taught a newer plan.
      const limit = (tenantId && plans.limitOf(tenantId)) || request.tally.limit
      reply.headers({
        'x-ratelimit-limit': limit,
        'x-ratelimit-remaining': Math.max(0, limit - used),
        'x-ratelimit-reset': resetSeconds,
      })
    }
    done()
  })
}

type Counter = ReturnType<FastifyInstance['createRateLimit']>
type Counted = Awaited<ReturnType<Counter>>

async function counter(
  app: FastifyInstance,
  options: RateLimitPluginOptions,
  redis: Redis | undefined,
): Promise<Counter> {
  let own: Counter | undefined
  if (redis) {
    // In a scope of its own and before the shared one, whose counter it would otherwise inherit.
    await app.register(async (scope) => {
      await scope.register(rateLimit, options)
      own = scope.createRateLimit()
    })
  }
  await app.register(rateLimit, {
    ...options,
    ...(redis && { redis, nameSpace: 'resguardo:rate:' }),
    skipOnError: true,
    errorResponseBuilder: (_request, { max, ttl }) => tooMany(max, Math.ceil(ttl / 1000)),
  })
  const shared = app.createRateLimit()
  if (!own) return shared
  const alone = own
  return async (request, how) => {
    const counted = await shared(request, how)
    // Not even this request was counted: while Redis is away each process counts for itself.
    return !counted.isAllowed && counted.remaining === counted.max ? alone(request, how) : counted
  }
}

function tooMany(limit: number, resetSeconds: number): Failure {
  const seconds = Math.max(1, resetSeconds)
  const text = `Superó el límite de ${limit} solicitudes por minuto. Intente en ${seconds} segundos.`
  return new Failure('rateLimited', text, { retryAfterSeconds: seconds })
}

async function connect(app: FastifyInstance, url: string): Promise<Redis> {
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
  // It keeps trying by itself; the start does not depend on it.
  await redis.connect().catch(() => undefined)
  return redis
}

/** Whoever belongs to no tenant is counted by address: they must not share one budget with each other. */
function tenantOf({ claims, keyHolder }: FastifyRequest): string | undefined {
  if (keyHolder) return keyHolder.tenantId
  return claims && claims.tenantId !== NO_TENANT ? claims.tenantId : undefined
}

/** Keys that nobody holds have a budget of their own: trying them out does not close the public endpoints to a site. */
function budgetOf({ routeOptions: { config } }: FastifyRequest): 'signin' | 'key' | 'public' {
  if (config?.budget === 'signin') return 'signin'
  return config?.role === 'API_KEY' ? 'key' : 'public'
}

/** One line usually holds a whole /64 of IPv6: it counts as one address. A connection that is already gone has none. */
function addressOf(request: FastifyRequest): string {
  return request.ip ? rateLimit.normalizeIP(request.ip) : ''
}
