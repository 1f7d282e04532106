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
 * The parts that a module gives to the service: one module per first segment of the urls. Nothing is registered at import,
 * so two services in one process can have different modules. The type of an extension point is in the `public.ts` of the
 * module that uses it.
 */
export interface Module {
  readonly name: string
  /** Its description in the API reference, in Spanish. */
  readonly tag: string
  readonly routes: (app: App, deps: ModuleDeps) => void
  /** The schemas of its bodies and answers, by name in the API description. The last of several names counts. */
  readonly schemas?: readonly NamedSchemas[]
  /** Its calls to other parties, for the API description. */
  readonly webhooks?: readonly DescribedWebhook[]
  /** Pages outside /api/v1. */
  readonly pages?: (app: App, deps: ModuleDeps) => void
  readonly jobs?: readonly JobDefinition[]
  /** Jobs that call other services or need the configuration. */
  readonly jobsOver?: (outside: Outside) => readonly JobDefinition[]
  /** Its metrics in /metrics. */
  readonly figures?: readonly Figure[]
  /** Messages for violated constraints of its own tables. */
  readonly constraints?: Constraints
  /** Columns of its own tables with sealed values. */
  readonly sealed?: readonly SealedColumn[]
  /** Own tables whose rows name stored bytes. An export includes those bytes. */
  readonly stored?: readonly StoredRows[]
  /** Its records with webhooks. */
  readonly webhookOwners?: readonly WebhookOwner[]
  /** Its reactions to announced events (src/events). */
  readonly listens?: readonly EventListener[]
  /** Creates its rows for a new tenant, in the transaction that creates the tenant. */
  readonly onTenantCreated?: (ctx: WriteCtx) => Promise<void>
  /** Its counts in GET /settings/usage. */
  readonly usage?: Partial<Record<UsageName, (ctx: ReadCtx) => Promise<number>>>
  /** Its records that a person can copy to another of their organisations. */
  readonly copies?: readonly Copyable[]
  /** Its records with a retention period, as GET /settings/retention lists them. */
  readonly keeps?: readonly Keeping[]
  /** The number of waiting records, as GET /auth/me shows it: a scalar query over the tenant's id. */
  readonly waiting?: Partial<Record<WaitingName, (tenantId: Expression<string>) => Expression<number>>>
  /** Its tasks in GET /tasks. */
  readonly tasks?: Partial<Record<TaskKind, ListTasks>>
  /** Its records by state, as GET /governance/overview shows them. */
  readonly states?: Partial<Record<CountedName, CountStates>>
  /** Its records that a workflow can approve. */
  readonly approvables?: readonly Approvable[]
  /** Those of these activities that have an approved impact assessment. */
  readonly assessedActivities?: FindAssessed
  /** Whether a record or setting of this module names the uploaded file, which then cannot be deleted. */
  readonly usesFile?: UsesFile
  /** The files that its records name as evidence, by entity type. */
  readonly filesOf?: Readonly<Record<string, FilesOf>>
  /** Its records that can have files, by entity type. */
  readonly holdsFiles?: Readonly<Record<string, HoldsFiles>>
  /** The systems that a processor runs. While there are any, the processor cannot be deleted. */
  readonly systemsOfProcessor?: SystemsOf
  /** The data that these processors get, from its activities. */
  readonly dataOfProcessors?: DataOfProcessors
  /** Its records that files of rows can import and export. */
  readonly sheets?: readonly SheetTarget[]
  /** The activities that flows between systems belong to. */
  readonly activitiesOfFlows?: ActivitiesOfFlows
  /** The activities with data in systems, and those systems. */
  readonly activitiesOfSystems?: ActivitiesOfSystems
  /** Whether the entity has published its privacy policy. People see it before they consent. */
  readonly hasPrivacyPolicy?: HasPolicy
  /** Its part of the detail of a domain. */
  readonly domainDetail?: (ctx: ReadCtx, domainId: string) => Promise<Partial<DomainDetail>>
}

/** The tools of a job that calls other services. */
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
  /** All modules, for collections such as seeds of a new tenant and usage counts. */
  readonly modules: readonly Module[]
}
