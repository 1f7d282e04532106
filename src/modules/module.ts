import type { Expression } from 'kysely'
import type { StoredRows } from '#archive/write.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Constraints } from '#db/errors.ts'
import type { SealedColumn } from '#db/sealed.ts'
import type { EventListener } from '#events/hand-out.ts'
import type { BrowserSessions } from '#http/browser-session.ts'
import type { NamedSchemas } from '#http/openapi-names.ts'
import type { DescribedWebhook } from '#http/openapi-webhooks.ts'
import type { Tokens } from '#http/tokens.ts'
import type { App } from '#http/types.ts'
import type { Figure } from '#http/work-metrics.ts'
import type { JobDefinition } from '#jobs/definition.ts'
import type { Network } from '#outbound/outbound.ts'
import type { WebhookOwner } from '#outbound/webhooks.ts'
import type { Config } from '#src/config.ts'
import type { WaitingName } from './auth/public.ts'
import type { HasPolicy } from './consent/public.ts'
import type { ActivitiesOfFlows, ActivitiesOfSystems } from './data-map/public.ts'
import type { DomainDetail } from './domains/public.ts'
import type { FilesOf, HoldsFiles, UsesFile } from './files/public.ts'
import type { SheetTarget } from './imports/public.ts'
import type { Copyable } from './portfolio/public.ts'
import type { DataOfProcessors, SystemsOf } from './processors/public.ts'
import type { FindAssessed } from './rat/public.ts'
import type { Keeping, UsageName } from './settings/public.ts'
import type { CountedName, CountStates, ListTasks, TaskKind } from './tasks/public.ts'
import type { Approvable } from './workflows/public.ts'

/**
 * Everything the service takes from a module: one per first segment of the urls. Nothing is registered at import, so two
 * services in one process with different modules do not see each other's. The type of an extension point stands in the
 * `public.ts` of the module that asks for it.
 */
export interface Module {
  readonly name: string
  /** What the API reference says of it, in Spanish. */
  readonly tag: string
  readonly routes: (app: App, deps: ModuleDeps) => void
  /** The schemas of its bodies and answers, by their names in the API description; the last name of a schema counts. */
  readonly schemas?: readonly NamedSchemas[]
  /** What it calls at addresses of others, for the API description. */
  readonly webhooks?: readonly DescribedWebhook[]
  /** Pages at addresses of their own, outside /api/v1. */
  readonly pages?: (app: App, deps: ModuleDeps) => void
  readonly jobs?: readonly JobDefinition[]
  /** Jobs that look at the outside or need the configuration. */
  readonly jobsOver?: (outside: Outside) => readonly JobDefinition[]
  /** What /metrics shows of this module. */
  readonly figures?: readonly Figure[]
  /** What a violated constraint of the module's own tables means to a person. */
  readonly constraints?: Constraints
  /** The columns of the module's own tables that hold seals. */
  readonly sealed?: readonly SealedColumn[]
  /** The module's own tables whose rows name what is in the storage: an export takes it along. */
  readonly stored?: readonly StoredRows[]
  /** What of this module has webhooks. */
  readonly webhookOwners?: readonly WebhookOwner[]
  /** What of this module happens whenever something is announced (src/events). */
  readonly listens?: readonly EventListener[]
  /** What every new tenant gets of this module, in the transaction that creates it. */
  readonly onTenantCreated?: (ctx: WriteCtx) => Promise<void>
  /** What GET /settings/usage counts of this module. */
  readonly usage?: Partial<Record<UsageName, (ctx: ReadCtx) => Promise<number>>>
  /** What of this module may be copied to another organisation of the same person. */
  readonly copies?: readonly Copyable[]
  /** What of this module is kept and until when, as GET /settings/retention lists it. */
  readonly keeps?: readonly Keeping[]
  /** What waits in an organisation, as GET /auth/me counts it: a scalar query over the tenant's id. */
  readonly waiting?: Partial<Record<WaitingName, (tenantId: Expression<string>) => Expression<number>>>
  /** What of this module waits for a person, as GET /tasks lists it. */
  readonly tasks?: Partial<Record<TaskKind, ListTasks>>
  /** How many of its records are in each state, as GET /governance/overview shows them. */
  readonly states?: Partial<Record<CountedName, CountStates>>
  /** What a workflow can approve of this module. */
  readonly approvables?: readonly Approvable[]
  /** Which of these activities have an approved impact assessment. */
  readonly assessedActivities?: FindAssessed
  /** True when something of this module names the uploaded file: then it cannot be deleted. */
  readonly usesFile?: UsesFile
  /** What records of this module name as evidence, by their entity type. */
  readonly filesOf?: Readonly<Record<string, FilesOf>>
  /** The records of this module that files may be kept with, by their entity type. */
  readonly holdsFiles?: Readonly<Record<string, HoldsFiles>>
  /** The systems of this module that the processor runs: while there is one, the processor cannot be deleted. */
  readonly systemsOfProcessor?: SystemsOf
  /** What these processors are given, by the activities of this module. */
  readonly dataOfProcessors?: DataOfProcessors
  /** What of this module may be brought in by a file of rows, and exported as one. */
  readonly sheets?: readonly SheetTarget[]
  /** The activities that flows between systems serve. */
  readonly activitiesOfFlows?: ActivitiesOfFlows
  /** The activities whose data stand in systems, and in which. */
  readonly activitiesOfSystems?: ActivitiesOfSystems
  /** Whether the entity has published its privacy policy, which a person is shown before they consent. */
  readonly hasPrivacyPolicy?: HasPolicy
  /** This module's part of the detail of a domain. */
  readonly domainDetail?: (ctx: ReadCtx, domainId: string) => Promise<Partial<DomainDetail>>
}

/** What a job that looks at the outside works with. */
export interface Outside {
  readonly config: Pick<
    Config,
    'chromiumPath' | 'chromiumSandbox' | 'connectorNetworks' | 'tsaUrls' | 'tsaCaFile'
  >
  readonly network: Network
}

export interface ModuleDeps {
  readonly config: Config
  readonly tokens: Tokens
  readonly browsers: BrowserSessions
  readonly network: Network
  /** The whole list, for what is gathered from all of them: seeds of a new tenant, usage counts. */
  readonly modules: readonly Module[]
}
