import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { TenantAccess } from '#db/access.ts'
import type { Tools } from '#db/context.ts'
import type { ReadFrom } from '#db/database.ts'
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
export type RouteAccess = Role | 'PUBLIC' | 'SIGNED_IN' | 'API_KEY' | 'SCIM' | 'PORTAL'

/** The holder of an active, unexpired API key. */
export interface KeyHolder {
  tenantId: string
  keyId: string
  name: string
  scopes: readonly string[]
  /** The key acts as a member with this role would. */
  role: Role
  /** Networks the key may be used from; any when empty. */
  allowedAddresses: readonly string[]
  /** Pages the key may be used from; any when empty. */
  allowedOrigins: readonly string[]
  /** The key's own limit, below that of the plan. */
  requestsPerMinute: number | null
  plan: Plan
}

// biome-ignore lint/suspicious/noConfusingVoidType: a use case that returns nothing is typed void.
export type Enveloped<T> = [T] extends [void] ? { success: true } : { success: true; data: T }

export interface ActOptions {
  /** The value that repeated calls under one Idempotency-Key must share with the first: the body by default. */
  fingerprint?: unknown
  /** Replaces Idempotency-Key for a form sent without a script, which cannot set a header. */
  key?: string
  /** Another organisation of the person, entered under its own rules, and the role needed there. */
  in?: { tenantId: string; role: Role }
}

/** Finds the holder of an API key. The module that stores the keys provides it. */
export type FindKeyHolder = (access: TenantAccess, key: string, now: Date) => Promise<KeyHolder | undefined>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler's access to the tenant's rows, as declared. */
    work?: 'read' | 'act' | 'handle'
    /** The route makes something official, so it passes the legal gate. */
    official?: true
    /** The database that `req.read` uses, as http/reads-from.ts decides. */
    readsFrom?: ReadFrom
  }
  interface FastifyInstance {
    access: TenantAccess
    tools: Tools
    /**
     * Announces the stop to balancers in /health/ready and stops keeping connections alive. Resolves after this many
     * seconds, later if requests still arrive.
     */
    leaveBalancer(seconds: number): Promise<void>
  }
}
