import type { ReadCtx } from '#db/context.ts'
import { featuresOf, PLANS } from '#kernel/plans.ts'
import type { Module } from '#modules/module.ts'
import type { UsageName } from '../public.ts'
import { findTenant } from '../tenant/repo.ts'

/** The modules' counts together with the limits of the plan. */
export async function showUsage(ctx: ReadCtx, modules: readonly Module[]) {
  const usage: Record<UsageName, number> = {
    domains: 0,
    contracts: 0,
    workflowDefinitions: 0,
    aiQueries: 0,
    members: 0,
    lettersToday: 0,
    storageBytes: 0,
    citizenStorageBytes: 0,
  }
  const counters = modules.flatMap((module) => Object.entries(module.usage ?? {}))
  const [{ plan }] = await Promise.all([
    findTenant(ctx),
    ...counters.map(async ([name, count]) => {
      usage[name as UsageName] = await count(ctx)
    }),
  ])
  return { plan, features: featuresOf(plan), limits: PLANS[plan], usage }
}
