import type { Claims, TenantAccess } from '#db/access.ts'
import type { ReadCtx } from '#db/context.ts'
import { mayRead } from '#http/scopes.ts'
import { overOrganisations } from '#modules/auth/public.ts'
import type { Module } from '#modules/module.ts'
import { countUnread } from '#modules/notifications/public.ts'
import {
  type Caller,
  COUNTED,
  type CountedName,
  type CountStates,
  listHere,
  sourcesOf,
} from '#modules/tasks/public.ts'
import { readFacts } from './facts.ts'
import type { Overview, OverviewItem } from './schemas.ts'
import { scoreOf } from './score.ts'

/** How many upcoming dates, and how many overdue ones. GET /tasks has all. */
const MOST_DEADLINES = 10

/** Collects the sources from the modules once. Every organisation is asked the same. */
export function createOverview(modules: readonly Module[]) {
  const sources = sourcesOf(modules)
  const counters = modules.flatMap(({ name: module, states = {} }) =>
    (Object.entries(states) as [CountedName, CountStates][]).map(([name, count]) => ({
      module,
      name,
      count,
    })),
  )

  /** One organisation, in one batch of queries. */
  async function readHere(ctx: ReadCtx, caller: Caller): Promise<OverviewItem> {
    const key = 'scopes' in caller ? caller : undefined
    const counted = counters.filter(({ module }) => mayRead(key, module))
    const [tenant, facts, tasks, counts, unread] = await Promise.all([
      ctx.db
        .selectFrom('tenants')
        .select(['id', 'name', 'slug'])
        .where('id', '=', ctx.tenantId)
        .executeTakeFirstOrThrow(),
      readFacts(ctx),
      listHere(ctx, sources, undefined, caller),
      Promise.all(counted.map(async ({ name, count }) => [name, await count(ctx)] as const)),
      'userId' in caller ? countUnread(ctx) : 0,
    ])
    const { score, level } = scoreOf(facts)
    const found = new Map(counts)
    return {
      tenantId: tenant.id,
      tenantName: tenant.name,
      slug: tenant.slug,
      score,
      level,
      deadlines: [true, false].flatMap((isLate) =>
        tasks.items
          .filter(({ dueAt, overdue }) => dueAt !== null && overdue === isLate)
          .slice(0, MOST_DEADLINES),
      ),
      tasks: tasks.total,
      overdue: tasks.items.filter(({ overdue }) => overdue).length,
      unread,
      counts: Object.fromEntries(
        COUNTED.map((name) => [
          name,
          (found.get(name) ?? []).toSorted((a, b) => (a.state < b.state ? -1 : 1)),
        ]),
      ) as OverviewItem['counts'],
    }
  }

  return {
    async here(ctx: ReadCtx, caller: Caller): Promise<Overview> {
      return { items: [await readHere(ctx, caller)], skipped: [] }
    },
    /** All organisations of the person, by name. */
    async everywhere(access: TenantAccess, who: Claims, now: Date): Promise<Overview> {
      const items: OverviewItem[] = []
      const skipped = await overOrganisations(access, who, now, async (ctx) => {
        items.push(await readHere(ctx, { userId: who.userId }))
      })
      return { items: items.toSorted((a, b) => a.tenantName.localeCompare(b.tenantName, 'es')), skipped }
    },
  }
}
