import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type EnterTenant, type ReadEarly, UNAUTHORIZED } from '#db/access.ts'
import type { Actor, ReadCtx, WriteCtx } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { isOvertaken } from '#db/errors.ts'
import { createMutex } from '#kernel/concurrency.ts'
import { Failure } from '#kernel/failure.ts'
import { ROLES, type Role } from '#kernel/roles.ts'
import { addressPrefix } from './address.ts'
import { describeCall, exclusive, type Repeatable, readKey, replayOrRun } from './idempotency.ts'
import type { PlanCache } from './rate-limit.ts'
import { assertUnchanged, noteShown, noteWritten, tagAfter } from './records.ts'
import type { ActOptions, Enveloped, KeyHolder } from './types.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A POST that changes nothing of the tenant's (a preview, a sign-in) leaves no audit row. */
    audit?: false
    /** Why a GET writes. Without it, a GET that opens a transaction to write fails. */
    writesBecause?: string
  }
  interface FastifyRequest {
    /** Acts in the tenant of the caller's credential, in one transaction, and wraps the result. */
    act<T>(work: (ctx: WriteCtx) => Promise<T>, options?: ActOptions): Promise<Enveloped<T>>
    /** Reads in the tenant of the caller's credential, in one batch, and wraps the result. */
    read<T>(work: (ctx: ReadCtx) => Promise<T>): Promise<Enveloped<T>>
    /** Reads in a tenant that a public key or session led to. */
    readFor<T>(tenantId: string, work: (ctx: ReadCtx) => Promise<T>): Promise<Enveloped<T>>
    /** Acts in a tenant that a public key or session led to. */
    actFor<T, Early = undefined>(
      tenantId: string,
      actor: Actor,
      work: (ctx: WriteCtx, early: Early) => Promise<T>,
      options?: ActOptions & { readEarly?: ReadEarly<Early> },
    ): Promise<Enveloped<T>>
    /** Acts above tenants: sign-in and registration. */
    asSystem<T>(
      reason: string,
      work: (db: Db, enter: EnterTenant) => Promise<T>,
      options?: ActOptions,
    ): Promise<Enveloped<T>>
  }
}

/** Gives each request its access to tenants. Results are wrapped in the success envelope. */
export function useRequestAccess(app: FastifyInstance, plans: PlanCache): void {
  const repeatable = createRepeatable()

  app.decorateRequest('act', function act<
    T,
  >(this: FastifyRequest, work: (ctx: WriteCtx) => Promise<T>, options?: ActOptions) {
    const holder = this.keyHolder
    if (holder) {
      return this.actFor(holder.tenantId, keyActor(holder), work, options)
    }
    const { tenantId, role } = options?.in ?? { tenantId: claimsOf(this).tenantId, role: roleOf(this) }
    const who = { ...claimsOf(this), tenantId }
    return repeatable(this, tenantId, options, (call) =>
      this.server.access.act(who, role, originOf(this), (ctx) => {
        plans.set(tenantId, ctx.plan)
        return traced(this, ctx, call, work)
      }),
    )
  })

  app.decorateRequest('read', async function read(this: FastifyRequest, work) {
    const shown = (ctx: ReadCtx) => {
      noteShown(this, ctx)
      return work(ctx)
    }
    const { readsFrom } = this.routeOptions.config
    if (this.keyHolder) {
      const { tenantId, role } = this.keyHolder
      return wrap(await this.server.access.readFor(tenantId, shown, role, readsFrom))
    }
    const who = claimsOf(this)
    const { member, result } = await this.server.access.read(who, roleOf(this), shown, readsFrom)
    plans.set(who.tenantId, member.plan)
    return wrap(result)
  } as FastifyRequest['read'])

  app.decorateRequest('readFor', async function readFor(this: FastifyRequest, tenantId, work) {
    return wrap(await this.server.access.readFor(tenantId, work))
  } as FastifyRequest['readFor'])

  app.decorateRequest('actFor', function actFor(this: FastifyRequest, tenantId, actor, work, options) {
    return repeatable(this, tenantId, options, (call) =>
      this.server.access.actFor(
        tenantId,
        actor,
        originOf(this),
        (ctx, early) => traced(this, ctx, call, () => work(ctx, early)),
        options?.readEarly,
      ),
    )
  } as FastifyRequest['actFor'])

  app.decorateRequest('asSystem', function asSystem<T>(
    this: FastifyRequest,
    reason: string,
    work: (db: Db, enter: EnterTenant) => Promise<T>,
    options?: ActOptions,
  ) {
    return repeatable(this, 'system', options, (call) =>
      this.server.access.asSystem(reason, async (db, enter) => {
        if (!call) return work(db, enter)
        const run = async () => ({ result: await aboveTenants(db, enter, work) })
        return (await replayOrRun(db, this.server.tools, call, run)).result
      }),
    )
  } as FastifyRequest['asSystem'])
}

/** The work may enter a tenant, and from then on sees only its rows. The answer is kept above tenants. */
async function aboveTenants<T>(
  db: Db,
  enter: EnterTenant,
  work: (db: Db, enter: EnterTenant) => Promise<T>,
): Promise<T> {
  const result = await work(db, enter)
  await sql`select set_config('role', 'resguardo_system', true)`.execute(db)
  return result
}

function createRepeatable() {
  const running = createMutex()
  /** How many acts each request with an Idempotency-Key has begun so far. */
  const acts = new WeakMap<FastifyRequest, number>()

  return async <T>(
    request: FastifyRequest,
    scope: string,
    { fingerprint = request.body ?? null, key: own }: ActOptions = {},
    run: (call: Repeatable | undefined) => Promise<T>,
  ): Promise<Enveloped<T>> => {
    assertMayWrite(request)
    const key = own ?? (request.method === 'POST' ? readKey(request.headers['idempotency-key']) : undefined)
    if (key === undefined) return wrap(await evenOvertaken(() => run(undefined)))
    const { method, url, server, routeOptions } = request
    const part = own === undefined ? (acts.get(request) ?? 0) : 0
    acts.set(request, part + 1)
    const call = describeCall(server.tools, {
      scope,
      status: routeOptions.config.success ?? 200,
      key,
      caller: callerOf(request),
      part,
      asked: [method, url, fingerprint],
    })
    return wrap(await exclusive(running, call, () => evenOvertaken(() => run(call))))
  }
}

/** An act interrupted by a newer version's migration wrote nothing, so it runs again. */
function evenOvertaken<T>(run: () => Promise<T>): Promise<T> {
  return run().catch((error: Error) => {
    if (!isOvertaken(error)) throw error
    return run()
  })
}

/** A GET is safe to repeat, to prefetch and to follow from a link, so it writes nothing unless its declaration says why. */
function assertMayWrite({ method, routeOptions: { url, config } }: FastifyRequest): void {
  if ((method === 'GET' || method === 'HEAD') && config.writesBecause === undefined)
    throw new Error(`GET ${url} writes without saying why`)
}

/** A kept answer goes only to the caller that got it first. */
function callerOf({ claims, keyHolder, headers, ip, routeOptions }: FastifyRequest): string {
  if (keyHolder) return `key:${keyHolder.keyId}`
  if (claims) return `user:${claims.userId}`
  if (routeOptions.config.role === 'PORTAL') return `portal:${headers.authorization ?? ip}`
  return `address:${ip}`
}

/** Checks `If-Match` before the work. A change without an audit row does not commit. */
async function traced<T>(
  request: FastifyRequest,
  ctx: WriteCtx,
  call: Repeatable | undefined,
  work: (ctx: WriteCtx) => Promise<T>,
): Promise<T> {
  const { audit, work: kind } = request.routeOptions.config
  const reading = kind === 'read' || request.method === 'GET' || request.method === 'HEAD'
  const changing = !reading && audit !== false
  const audited = async () => {
    await assertUnchanged(request, ctx)
    const result = await work(ctx)
    if (changing && ctx.audited === 0)
      throw new Error(`${request.method} ${request.routeOptions.url} left no audit row`)
    return result
  }
  if (!call) {
    const result = await audited()
    noteWritten(request, tagAfter(request, ctx, result))
    return result
  }
  const { result, etag } = await replayOrRun(ctx.db, ctx.tools, call, async () => {
    const result = await audited()
    return { result, etag: await tagAfter(request, ctx, result) }
  })
  noteWritten(request, Promise.resolve(etag))
  return result
}

function wrap<T>(result: T): Enveloped<T> {
  return (result === undefined ? { success: true } : { success: true, data: result }) as Enveloped<T>
}

function claimsOf(request: FastifyRequest) {
  if (!request.claims) throw new Failure('unauthorized', UNAUTHORIZED)
  return request.claims
}

/** Routes whose access is not a role are open to every member. */
function roleOf(request: FastifyRequest): Role {
  return ROLES.find((role) => role === request.routeOptions.config.role) ?? 'VIEWER'
}

/** A service account signs as itself. */
export function keyActor({ keyId, name, role }: KeyHolder): Actor {
  return { type: 'api_key', id: keyId, name, role }
}

export function originOf(request: FastifyRequest) {
  const takesOnly = request.routeOptions.config.role === 'API_KEY'
  return { requestId: request.id, addressPrefix: addressPrefix(request.ip), takesOnly }
}
