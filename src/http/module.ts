import type { Ctx, Reading } from '#db/context.ts'
import type { JobDefinition } from '#jobs/definition.ts'
import type { Config } from '#src/config.ts'
import type { Internet } from './outbound.ts'
import type { Tokens } from './tokens.ts'
import type { App } from './types.ts'

/** What the app mounts: one per first segment of the urls. */
export interface Module {
  readonly name: string
  /** What the API reference says of it, in Spanish. */
  readonly tag: string
  readonly routes: (app: App, deps: ModuleDeps) => void
  readonly jobs?: readonly JobDefinition[]
  /** What every new tenant gets of this module, in the transaction that creates it. */
  readonly onTenantCreated?: (ctx: Ctx) => Promise<void>
  /** What GET /settings/usage counts of this module. */
  readonly usage?: Partial<Record<UsageName, (ctx: Reading) => Promise<number>>>
  /** What this module can be approved as. */
  readonly subjects?: readonly WorkflowSubject[]
  /** Which of these activities have an approved impact assessment. */
  readonly assessedActivities?: (ctx: Reading, activityIds: readonly string[]) => Promise<readonly string[]>
  /** True when something of this module names the uploaded file: then it cannot be deleted. */
  readonly usesFile?: (ctx: Reading, key: string) => Promise<boolean>
  /** This module's part of the detail of a domain. */
  readonly domainDetail?: (ctx: Reading, domainId: string) => Promise<Partial<DomainDetail>>
}

/**
 * What a module offers to the approval workflows, which know none of them. The entity and the instance change in one
 * transaction: every function gets the context of the action, whose actor is the person who acted. None of them is
 * called for an entity that `facts` does not know.
 */
export interface WorkflowSubject {
  readonly entityType: WorkflowEntityType
  /** What the conditions of a stage may read of the entity. Undefined when there is no such entity. */
  facts(ctx: Reading, entityId: string): Promise<Record<string, unknown> | undefined>
  /** An APPROVE that was not the last one. */
  onAdvanced?(ctx: Ctx, entityId: string, cause: WorkflowCause): Promise<void>
  /** REQUEST_INFO: the instance stays, the entity may go back to its author. */
  onInfoRequested?(ctx: Ctx, entityId: string, cause: WorkflowCause): Promise<void>
  /** The last APPROVE. Answers why not, in Spanish and without throwing, when the entity's own rules forbid it. */
  onCompleted?(ctx: Ctx, entityId: string, cause: WorkflowCause): Promise<{ refusal: string } | undefined>
  onRejected?(ctx: Ctx, entityId: string, cause: WorkflowCause): Promise<void>
}

export interface WorkflowCause {
  readonly instanceId: string
  /** What the person who acted wrote. */
  readonly notes: string | null
}

export const WORKFLOW_ENTITY_TYPES = [
  'DSAR',
  'BREACH',
  'DPIA',
  'CONTRACT',
  'RAT',
  'PRIVACY_POLICY',
  'COOKIE_POLICY',
  'CUSTOM',
] as const
export type WorkflowEntityType = (typeof WORKFLOW_ENTITY_TYPES)[number]

/** What a module knows of a domain, for the domain's detail (contract 2.8). */
export interface DomainDetail {
  notices: { id: string; name: string; status: string }[]
  activities: { id: string; activityId: string; name: string; role: string }[]
  policies: { id: string; kind: string; version: number; status: string }[]
}

export type UsageName = 'domains' | 'contracts' | 'workflowDefinitions' | 'aiQueries' | 'members'

export interface ModuleDeps {
  readonly config: Config
  readonly tokens: Tokens
  readonly internet: Internet
  /** The whole list, for what is gathered from all of them: seeds of a new tenant, usage counts. */
  readonly modules: readonly Module[]
}
