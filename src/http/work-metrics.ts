import { statfs } from 'node:fs/promises'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { TenantAccess } from '#db/access.ts'
import type { Engine } from '#db/wire/engine.ts'
import type { Counters } from '#kernel/counters.ts'
import { SECOND_MS } from '#kernel/dates.ts'

/** The queue is counted at most once in this time. */
const COUNTED_EVERY_MS = 15 * SECOND_MS

interface Waiting {
  name: string
  state: string
  count: number
  oldest: number
}

/** `created` and `retry` jobs wait for their time or a worker. Their age counts from when they were due. */
const QUEUE = `select name, case when state in ('created', 'retry') then 'waiting' else state::text end as state,
  count(*)::int as count,
  coalesce(extract(epoch from now() - min(start_after) filter (where start_after <= now())), 0)::float8 as oldest
  from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by 1, 2`

/** A module's own metric, read from the rows of all organisations. */
export interface Figure {
  /** The name without the service's prefix. */
  name: string
  help: string
  read(access: TenantAccess, now: Date): Promise<number>
}

export interface Watched {
  access: TenantAccess
  counters: Counters
  dataDir: string
  figures: readonly Figure[]
  now(): Date
}

/** Metrics of work behind the requests: jobs, letters, webhooks, connections and space. */
export function watchWork(registry: Registry, { access, counters, dataDir, figures, now }: Watched): void {
  const engine = () => access.database.engine
  const queue = onceInAWhile(() => countQueue(engine()), [])
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
  new Counter({
    name: 'resguardo_work_total',
    help: 'What this process did since its start',
    labelNames: ['kind', 'result'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { kind, result, count } of counters.entries()) this.inc({ kind, result }, count)
    },
  })
  gauge(registry, 'database_connections', 'Connections of this process', ['state'], async (set) => {
    for (const [state, count] of Object.entries(engine().load())) set({ state }, count)
  })
  gauge(registry, 'disk_bytes', 'Space of the disk that holds DATA_DIR', ['state'], async (set) => {
    const space = await statfs(dataDir).catch(() => undefined)
    if (!space) return
    set({ state: 'free' }, space.bavail * space.bsize)
    set({ state: 'total' }, space.blocks * space.bsize)
  })
  for (const { name, help, read } of figures) {
    const figure = onceInAWhile(() => read(access, now()), undefined)
    gauge(registry, name, help, [], async (set) => {
      const value = await figure()
      if (value !== undefined) set({}, value)
    })
  }
  watchReplicas(registry, access)
}

/** Adds nothing without replicas. */
function watchReplicas(registry: Registry, access: TenantAccess): void {
  const report = () => access.database.replicas?.report()
  gauge(
    registry,
    'database_reads_total',
    'Reads that a replica may answer, by who answered',
    ['node'],
    async (set) => {
      for (const { node, count } of report()?.reads ?? []) set({ node }, count)
    },
  )
  gauge(
    registry,
    'database_read_fallbacks_total',
    'Of those, the ones that the primary answered, by reason',
    ['reason'],
    async (set) => {
      for (const { reason, count } of report()?.fallbacks ?? []) set({ reason }, count)
    },
  )
  gauge(
    registry,
    'database_replica_lag_seconds',
    'For how long a replica has not replayed what the primary wrote',
    ['node'],
    async (set) => {
      for (const { node, lagSeconds } of report()?.nodes ?? []) set({ node }, lagSeconds)
    },
  )
  gauge(
    registry,
    'database_replica_ready',
    '1 while a replica answers reads',
    ['node', 'state'],
    async (set) => {
      for (const { node, state } of report()?.nodes ?? []) set({ node, state }, state === 'ready' ? 1 : 0)
    },
  )
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

async function countQueue(engine: Engine): Promise<Waiting[]> {
  return (await engine.asOwner(QUEUE)).rows as unknown as Waiting[]
}

/** Answers `missing` while the database is away, so that the other metrics stay readable. */
function onceInAWhile<T, Missing>(read: () => Promise<T>, missing: Missing): () => Promise<T | Missing> {
  let known: Promise<T | Missing> | undefined
  let readAt = Number.NEGATIVE_INFINITY
  return () => {
    if (!known || performance.now() - readAt > COUNTED_EVERY_MS) {
      readAt = performance.now()
      known = read().catch(() => missing)
    }
    return known
  }
}
