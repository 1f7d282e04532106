import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Ctx } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { type EnterTenant, UNAUTHORIZED } from '#db/doors.ts'
import { Failure } from '#kernel/failure.ts'
import type { Role } from '#kernel/roles.ts'
import { alone, describeCall, once, type Repeatable, readKey } from './idempotency.ts'
import type { PlanBook } from './rate-limit.ts'
import type { Enveloped } from './types.ts'

/** Gives each request its doors. Whatever comes out of them is wrapped in the success envelope. */
export function useRequestDoors(app: FastifyInstance, plans: PlanBook): void {
  app.decorateRequest('act', function act<T>(this: FastifyRequest, work: (ctx: Ctx) => Promise<T>) {
    const holder = this.keyHolder
    if (holder) {
      const actor = { type: 'api_key', id: holder.keyId, name: holder.name, role: undefined } as const
      return this.actFor(holder.tenantId, actor, work)
    }
    const who = claimsOf(this)
    return repeatable(this, who.tenantId, (call) =>
      this.server.doors.act(who, roleOf(this), originOf(this), (ctx) => {
        plans.learn(who.tenantId, ctx.plan)
        return traced(this, ctx, call, work)
      }),
    )
  })

  app.decorateRequest('read', async function read(this: FastifyRequest, work) {
    if (this.keyHolder) return this.readFor(this.keyHolder.tenantId, work)
    const who = claimsOf(this)
    const { member, result } = await this.server.doors.read(who, roleOf(this), work)
    plans.learn(who.tenantId, member.plan)
    return wrap(result)
  } as FastifyRequest['read'])

  app.decorateRequest('readFor', async function readFor(this: FastifyRequest, tenantId, work) {
    return wrap(await this.server.doors.readFor(tenantId, work))
  } as FastifyRequest['readFor'])

  app.decorateRequest('actFor', function actFor(this: FastifyRequest, tenantId, actor, work) {
    return repeatable(this, tenantId, (call) =>
      this.server.doors.actFor(tenantId, actor, originOf(this), (ctx) => traced(this, ctx, call, work)),
    )
  } as FastifyRequest['actFor'])

  app.decorateRequest('asSystem', function asSystem<T>(
    this: FastifyRequest,
    reason: string,
    work: (db: Db, enter: EnterTenant) => Promise<T>,
  ) {
    return repeatable(this, 'system', (call) =>
      this.server.doors.asSystem(reason, (db, enter) =>
        call ? once(db, this.server.tools, call, () => aboveTenants(db, enter, work)) : work(db, enter),
      ),
    )
  } as FastifyRequest['asSystem'])
}

/** The work may enter a tenant, which from there on sees only its own rows; its answer is kept above tenants. */
async function aboveTenants<T>(
  db: Db,
  enter: EnterTenant,
  work: (db: Db, enter: EnterTenant) => Promise<T>,
): Promise<T> {
  const result = await work(db, enter)
  await sql`select set_config('role', 'resguardo_system', true)`.execute(db)
  return result
}

async function repeatable<T>(
  request: FastifyRequest,
  scope: string,
  run: (call: Repeatable | undefined) => Promise<T>,
): Promise<Enveloped<T>> {
  const key = request.method === 'POST' ? readKey(request.headers['idempotency-key']) : undefined
  if (key === undefined) return wrap(await run(undefined))
  const { method, url, body, server, routeOptions } = request
  const part = opened.get(request) ?? 0
  opened.set(request, part + 1)
  const call = describeCall(server.tools, {
    scope,
    status: routeOptions.config.success ?? 200,
    key,
    caller: callerOf(request),
    part,
    asked: [method, url, body ?? null],
  })
  return wrap(await alone(call, () => run(call)))
}

/** Doors that requests with an Idempotency-Key have opened so far. */
const opened = new WeakMap<FastifyRequest, number>()

/** An answer is given again only to whoever got it the first time. */
function callerOf({ claims, keyHolder, headers, ip, routeOptions }: FastifyRequest): string {
  if (keyHolder) return `key:${keyHolder.keyId}`
  if (claims) return `user:${claims.userId}`
  if (routeOptions.config.role === 'PORTAL') return `portal:${headers.authorization ?? ip}`
  return `address:${ip}`
}

/** A change that leaves no trace in the audit log does not commit. */
async function traced<T>(
  request: FastifyRequest,
  ctx: Ctx,
  call: Repeatable | undefined,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const reading = request.method === 'GET' || request.method === 'HEAD'
  const changing = !reading && request.routeOptions.config.audit !== false
  const audited = async () => {
    const result = await work(ctx)
    if (changing && ctx.audited === 0)
      throw new Error(`${request.method} ${request.routeOptions.url} left no audit row`)
    return result
  }
  return call ? once(ctx.db, ctx.tools, call, audited) : audited()
}

function wrap<T>(result: T): Enveloped<T> {
  return (result === undefined ? { success: true } : { success: true, data: result }) as Enveloped<T>
}

function claimsOf(request: FastifyRequest) {
  if (!request.claims) throw new Failure('unauthorized', UNAUTHORIZED)
  return request.claims
}

/** Routes whose access is no role are open to every member. */
function roleOf(request: FastifyRequest): Role {
  const { role } = request.routeOptions.config
  return role === undefined ||
    role === 'PUBLIC' ||
    role === 'SIGNED_IN' ||
    role === 'API_KEY' ||
    role === 'PORTAL'
    ? 'VIEWER'
    : role
}

function originOf(request: FastifyRequest) {
  return { requestId: request.id }
}
