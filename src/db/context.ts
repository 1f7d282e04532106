import type { Law } from '#kernel/law/law.ts'
import type { LegalFinding } from '#kernel/legal-checks.ts'
import type { Plan } from '#kernel/plans.ts'
import type { Role } from '#kernel/roles.ts'
import type { Vault } from '#kernel/secrets.ts'
import type { Db } from './database.ts'

/** The context of a read. Its queries are sent before the caller's role is known. */
export interface ReadCtx {
  readonly db: Db
  readonly tenantId: string
  readonly now: Date
  readonly tools: Tools
  /** The caller's role, for an answer that depends on it: ask after the queries. Undefined for non-members. */
  role(): Promise<Role | undefined>
}

/** The context of an act. No query runs without a context, and no context exists without a tenant. */
export interface WriteCtx extends ReadCtx {
  readonly actor: Actor
  readonly plan: Plan
  readonly requestId: string | undefined
  /** The network of the caller, without the bytes that name a machine. */
  readonly addressPrefix: string | undefined
  /** The import this act belongs to. People are notified once for the whole file, when it is done. */
  readonly importId: string | undefined
  /** The number of rows this act wrote to the audit log: a change without one does not commit. */
  audited: number
  /** The caller's override goes in; the findings for the answer come out. */
  readonly gate: Gate
}

export interface Gate {
  /** The caller's reason to go on although something is missing. */
  override: { readonly reason: string } | undefined
  readonly warnings: LegalFinding[]
  /** The ids that were judged in this act. */
  readonly judged: Set<string>
}

export interface Actor {
  readonly type: 'user' | 'api_key' | 'scim' | 'public' | 'portal' | 'system'
  readonly id: string | undefined
  readonly name: string | undefined
  /** Undefined for a caller that is not a member. */
  readonly role: Role | undefined
  /** The session in which a member acts. */
  readonly sessionId?: string
}

/** The service itself, where a job acts. */
export const SYSTEM: Actor = { type: 'system', id: undefined, name: 'Resguardo', role: undefined }

/** Built once at the start and carried by every context. */
export interface Tools {
  readonly vault: Vault
  readonly publicUrl: string
  /** Allows calls to private addresses: for trials on one machine only. */
  readonly mayCallPrivate: boolean
  /** The law of today: terms, fines, holidays, the Agency. */
  readonly law: Law
  readonly now: () => Date
  readonly queue: JobQueue
  /** The operator's time-stamp authorities, and the root certificates that vouch for them. */
  readonly stamping: { readonly tsaUrls: readonly string[]; readonly tsaCaFile?: string | undefined }
}

export interface JobQueue {
  /** Writes the job in the caller's transaction: it exists exactly when the change does. */
  send(db: Db, name: string, data: object, options?: SendOptions): Promise<void>
  /** Many jobs of one name by one statement. */
  sendMany(
    db: Db,
    name: string,
    jobs: readonly { data: object; startAfter?: Date; priority?: number }[],
  ): Promise<void>
}

export interface SendOptions {
  startAfter?: Date
  singletonKey?: string
  /** Among jobs of one name a higher priority runs first. The default is 0. */
  priority?: number
  group?: string
}
