import type { StoredRows } from '#archive/write.ts'
import type { Constraints } from '#db/errors.ts'
import { FOUNDATION_SEALS, type SealedColumn } from '#db/sealed.ts'
import { createHandOutJob } from '#events/hand-out.ts'
import type { JobDefinition } from '#jobs/definition.ts'
import { MAIL_JOB } from '#jobs/mail.ts'
import { MONTHS_JOB } from '#jobs/months.ts'
import { activity } from '#modules/activity/module.ts'
import { auth } from '#modules/auth/module.ts'
import { breaches } from '#modules/breaches/module.ts'
import { comments } from '#modules/comments/module.ts'
import { connectors } from '#modules/connectors/module.ts'
import { consent } from '#modules/consent/module.ts'
import { contracts } from '#modules/contracts/module.ts'
import { cookiePolicy } from '#modules/cookie-policy/module.ts'
import { cookieScans } from '#modules/cookie-scans/module.ts'
import { dataMap } from '#modules/data-map/module.ts'
import { domains } from '#modules/domains/module.ts'
import { dpia } from '#modules/dpia/module.ts'
import { dsar } from '#modules/dsar/module.ts'
import { evidence } from '#modules/evidence/module.ts'
import { files } from '#modules/files/module.ts'
import { governance } from '#modules/governance/module.ts'
import { createImportJobs, imports } from '#modules/imports/module.ts'
import { targetsOf } from '#modules/imports/public.ts'
import type { Module, Outside } from '#modules/module.ts'
import { notifications } from '#modules/notifications/module.ts'
import { org } from '#modules/org/module.ts'
import { portal } from '#modules/portal/module.ts'
import { portfolio } from '#modules/portfolio/module.ts'
import { privacyPolicy } from '#modules/privacy-policy/module.ts'
import { processors } from '#modules/processors/module.ts'
import { publicPolicies } from '#modules/public-policies/module.ts'
import { questionnaires } from '#modules/questionnaires/module.ts'
import { rat } from '#modules/rat/module.ts'
import { scim } from '#modules/scim/module.ts'
import { search } from '#modules/search/module.ts'
import { settings } from '#modules/settings/module.ts'
import { createExportJobs, standingOf } from '#modules/settings/public.ts'
import { tasks } from '#modules/tasks/module.ts'
import { timeEntries } from '#modules/time-entries/module.ts'
import { workflows } from '#modules/workflows/module.ts'
import type { Approvables } from '#modules/workflows/public.ts'
import { NETWORK } from '#outbound/outbound.ts'
import { createWebhookJobs } from '#outbound/webhooks.ts'

export { findScimHolder } from '#modules/auth/public.ts'
export { findKeyHolder } from '#modules/settings/public.ts'

/** The product's table of contents. */
export const MODULES: readonly Module[] = [
  auth,
  org,
  settings,
  scim,
  breaches,
  rat,
  dsar,
  dpia,
  dataMap,
  processors,
  domains,
  consent,
  contracts,
  privacyPolicy,
  cookiePolicy,
  cookieScans,
  publicPolicies,
  portal,
  questionnaires,
  connectors,
  workflows,
  tasks,
  notifications,
  activity,
  evidence,
  files,
  comments,
  imports,
  governance,
  portfolio,
  timeEntries,
  search,
]

// ── values gathered from the modules ──

/** For a caller that makes the queues and runs no jobs. */
const NOBODY: Outside = {
  config: {
    chromiumPath: undefined,
    chromiumSandbox: true,
    connectorNetworks: [],
    tsaUrls: [],
    tsaCaFile: undefined,
  },
  network: NETWORK,
}

export function jobsOf(modules: readonly Module[], outside: Outside = NOBODY): JobDefinition[] {
  const owners = modules.flatMap(({ webhookOwners }) => webhookOwners ?? [])
  const listeners = modules.flatMap(({ listens }) => listens ?? [])
  return [
    MAIL_JOB,
    MONTHS_JOB,
    createHandOutJob(listeners),
    ...createWebhookJobs(owners),
    ...createImportJobs(targetsOf(modules), standingOf),
    ...createExportJobs(sealsOf(modules), storedOf(modules)),
    ...modules.flatMap(({ jobs }) => jobs ?? []),
    ...modules.flatMap(({ jobsOver }) => jobsOver?.(outside) ?? []),
  ]
}

export function constraintsOf(modules: readonly Module[]): Constraints {
  return Object.assign({}, ...modules.map(({ constraints }) => constraints))
}

export function sealsOf(modules: readonly Module[]): SealedColumn[] {
  return [...FOUNDATION_SEALS, ...modules.flatMap(({ sealed }) => sealed ?? [])]
}

export function storedOf(modules: readonly Module[]): StoredRows[] {
  return modules.flatMap(({ stored }) => stored ?? [])
}

export function approvablesOf(modules: readonly Module[]): Approvables {
  const all = modules.flatMap(({ approvables }) => approvables ?? [])
  return new Map(all.map((approvable) => [approvable.entityType, approvable]))
}
