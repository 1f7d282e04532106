import type { Plan } from '#kernel/plans.ts'
import type { Role } from '#kernel/roles.ts'
import type { Vault } from '#kernel/secrets.ts'
import type { Db } from './database.ts'

/** What a use case may read with: no role and no plan, because a read is sent before they are known. */
export interface Reading {
  readonly db: Db
  readonly tenantId: string
  readonly now: Date
  readonly tools: Tools
}

/** What a use case acts with. There is no query without it, and none of it without a tenant. */
export interface Ctx extends Reading {
  readonly actor: Actor
  readonly plan: Plan
  readonly requestId: string | undefined
  /** How many rows this act wrote to the audit log: an act that changed something must leave one. */
  audited: number
  /** Runs once the change is durable: wake a worker, forget a cached value. Never anything that may not be lost. */
  afterCommit(effect: () => void): void
}

export interface Actor {
  readonly type: 'user' | 'api_key' | 'public' | 'portal' | 'system'
  readonly id: string | undefined
  readonly name: string | undefined
  /** A caller that is no member acts with no role at all. */
  readonly role: Role | undefined
}

/** Built once at the start and carried by every context. */
export interface Tools {
  readonly vault: Vault
  readonly publicUrl: string
  readonly production: boolean
  readonly now: () => Date
  readonly queue: JobQueue
}

export interface JobQueue {
  /** Writes the job in the caller's transaction: it exists exactly when the change does. */
  send(db: Db, name: string, data: object, options?: SendOptions): Promise<void>
  wake(name: string): void
}

export interface SendOptions {
  startAfter?: Date
  singletonKey?: string
  priority?: number
  group?: string
}
