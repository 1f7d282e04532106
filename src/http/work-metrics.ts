import { Gauge, type Registry } from 'prom-client'
import type { Engine } from '#db/wire/engine.ts'
import type { Counters } from '#kernel/counters.ts'
import { SECOND_MS } from '#kernel/dates.ts'

/** However often somebody asks, the queue is counted once in this time. */
const COUNTED_EVERY_MS = 15 * SECOND_MS

interface Waiting {
  name: string
  state: string
  count: number
  oldest: number
}

/** `created` and `retry` wait for their time or for a worker; the age counts from when they were due. */
const QUEUE = `select name, case when state in ('created', 'retry') then 'waiting' else state::text end as state,
  count(*)::int as count,
  coalesce(extract(epoch from now() - min(start_after) filter (where start_after <= now())), 0)::float8 as oldest
  from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by 1, 2`

/** What goes on behind the requests: jobs, letters, webhooks and connections. */
export function watchWork(registry: Registry, engine: () => Engine, counters: Counters): void {
  const queue = countedQueue(engine)
  gauge(
    registry,
    'jobs',
    'Jobs of the queue, by state; failed ones were given up',
    ['job', 'state'],
    async (set) => {
      for (const { name, state, count } of await queue()) set({ job: name, state }, count)
    },
  )
  gauge(
    registry,
    'jobs_oldest_due_seconds',
    'Age of the oldest job that is due and waits',
    ['job'],
    async (set) => {
      for (const { name, state, oldest } of await queue()) if (state === 'waiting') set({ job: name }, oldest)
    },
  )
  gauge(registry, 'work_total', 'What this process did since its start', ['kind', 'result'], async (set) => {
    for (const { kind, result, count } of counters.entries()) set({ kind, result }, count)
  })
  gauge(registry, 'database_connections', 'Connections of this process', ['state'], async (set) => {
    for (const [state, count] of Object.entries(engine().load())) set({ state }, count)
  })
}

type Set = (labels: Record<string, string>, value: number) => void

function gauge(
  registry: Registry,
  name: string,
  help: string,
  labelNames: string[],
  read: (set: Set) => Promise<void>,
): void {
  new Gauge({
    name: `resguardo_${name}`,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      this.reset()
      await read((labels, value) => this.set(labels, value))
    },
  })
}

/** While the database does not answer, the other figures are still of use. */
function countedQueue(engine: () => Engine): () => Promise<Waiting[]> {
  let counted: Promise<Waiting[]> | undefined
  let countedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (!counted || performance.now() - countedAt > COUNTED_EVERY_MS) {
      countedAt = performance.now()
      counted = engine()
        .asOwner(QUEUE)
        .then(
          ({ rows }) => rows as unknown as Waiting[],
          () => [],
        )
    }
    return counted
  }
}
