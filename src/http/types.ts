import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault, RouteOptions } from 'fastify'
import type { Actor, Ctx, Reading, Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import type { Claims, Doors, EnterTenant } from '#db/doors.ts'
import type { Plan } from '#kernel/plans.ts'
import type { Role } from '#kernel/roles.ts'

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** The endpoints of a module, in contract order. */
export type Routes = (app: App) => void

/**
 * Who may call a route. A role means «a member with this role or above»; SIGNED_IN is any valid session, member or
 * not; PORTAL routes check their own session.
 */
export type Access = Role | 'PUBLIC' | 'SIGNED_IN' | 'API_KEY' | 'PORTAL'

/** An API key that was found, active and in time. */
export interface KeyHolder {
  tenantId: string
  keyId: string
  name: string
  scopes: readonly string[]
  plan: Plan
}

// biome-ignore lint/suspicious/noConfusingVoidType: a use case that returns nothing is typed void.
export type Enveloped<T> = [T] extends [void] ? { success: true } : { success: true; data: T }

/** Finds the holder of an API key; offered by the module that keeps the keys. */
export type FindKeyHolder = (doors: Doors, key: string, now: Date) => Promise<KeyHolder | undefined>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required on every route: the app does not start without it. */
    role?: Access
    /** `signin` counts against the smaller budget of login, refresh and one-time codes. */
    budget?: 'signin' | 'none'
    /** A POST that changes nothing of the tenant's (a preview, a sign-in) leaves no audit row. */
    audit?: false
    /** The scope an API key needs. */
    scope?: string
    /** Keep the bytes as they came, for signatures. */
    rawBody?: true
    /** Deprecated: answers with the headers that say so. The value is where to read about it. */
    deprecated?: string
    /** The success status, read from the response schema. */
    success?: number
  }

  interface FastifyRequest {
    claims: Claims | undefined
    keyHolder: KeyHolder | undefined
    rawBody: Buffer | undefined
    /** Why the body of a `rawBody` route cannot be read. The route tells, once it has judged the signature. */
    bodyFault: Error | undefined
    /** How far the caller's budget is spent; absent where nothing is counted. */
    tally: { used: number; limit: number; resetSeconds: number } | undefined
    /** Acts in the tenant of the caller's credential, in one transaction, and wraps the result. */
    act<T>(work: (ctx: Ctx) => Promise<T>): Promise<Enveloped<T>>
    /** Reads in the tenant of the caller's credential, in one flight, and wraps the result. */
    read<T>(work: (ctx: Reading) => Promise<T>): Promise<Enveloped<T>>
    /** Reads in a tenant that a public key or session led to. */
    readFor<T>(tenantId: string, work: (ctx: Reading) => Promise<T>): Promise<Enveloped<T>>
    /** Acts in a tenant that a public key or session led to. */
    actFor<T>(tenantId: string, actor: Actor, work: (ctx: Ctx) => Promise<T>): Promise<Enveloped<T>>
    /** Acts above tenants: sign-in and registration. */
    asSystem<T>(reason: string, work: (db: Db, enter: EnterTenant) => Promise<T>): Promise<Enveloped<T>>
  }

  interface FastifyInstance {
    doors: Doors
    tools: Tools
    /** Every route as it was declared, for the tests that walk over all of them. */
    routeTable: readonly RouteOptions[]
  }
}
