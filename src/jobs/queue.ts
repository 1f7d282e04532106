import { setTimeout as wait } from 'node:timers/promises'
import { getConstructionPlans, type Job, PgBoss } from 'pg-boss'
import type { JobQueue } from '#db/context.ts'
import { afterCommit, type Db, withRole } from '#db/database.ts'
import { holdOf } from '#db/moving.ts'
import type { Engine } from '#db/wire/engine.ts'
import { createGatherer } from '#kernel/concurrency.ts'
import { inSpan, type TraceHeaders, traceHeaders } from '#kernel/tracing.ts'
import type { JobDefinition, JobEnv } from './definition.ts'

export interface Queue extends JobQueue {
  /** Makes the tables and queues. Afterwards jobs can be written. */
  prepare(jobs: readonly JobDefinition[]): Promise<void>
  /** Starts working. */
  work(env: JobEnv): Promise<void>
  /** Runs everything that is due, one job after the other: for tests and the command line. */
  drain(env: JobEnv): Promise<number>
  /** Lets running jobs end, then stops. Unfinished jobs wait in the database. */
  stop(): Promise<void>
}

export const QUEUE_SCHEMA = 'pgboss'

/** The SQL that builds the queue's tables, to run inside the caller's transaction. */
export function queueSchemaText(): string {
  return getConstructionPlans(QUEUE_SCHEMA).replaceAll(/^\s*(begin|commit|set local [^;]+);\s*$/gim, '')
}

/** The queue's tables hold rows of all tenants, so the tenant role has no rights to them. */
function asOwner(db: Db) {
  return {
    executeSql: (text: string, values: unknown[] = []) => withRole(db, 'none', text, values),
  }
}

/** Stored with a job's data: the trace of its cause, which the job continues. Handlers do not see it. */
interface Traced {
  traceContext?: TraceHeaders
}

/**
 * Tells the workers of other processes about new jobs, once for all jobs of a short time. A NOTIFY inside the transactions
 * that write jobs would serialize their commits: PostgreSQL holds one lock of the whole server from the NOTIFY until the
 * commit is on the disk.
 */
function createHints(engine: Engine): (name: string) => void {
  const hint = createGatherer(async (names: readonly string[]) => {
    await engine.asOwner(HINT, [[...new Set(names)]]).catch(() => undefined)
    await wait(BETWEEN_HINTS_MS, undefined, { ref: false })
    return names
  })
  return (name) => void hint(name)
}

/** pg-boss listens to this channel. */
const HINT = `select pg_notify('pgboss_' || left(encode(sha224('${QUEUE_SCHEMA}'), 'hex'), 24), name)
  from unnest($1::text[]) as name`

/** The names of jobs that are due. Asking for each name would take a statement each. */
async function namesDue(engine: Engine): Promise<ReadonlySet<unknown>> {
  const { rows } = await engine.asOwner(`select distinct name from ${QUEUE_SCHEMA}.job
    where state < 'active' and not blocked and start_after <= ${QUEUE_SCHEMA}.job_now()`)
  return new Set(rows.map(({ name }) => name))
}

/** A job that names its cause keeps it. Otherwise the current work is the cause. */
function traced(data: object & Traced): object {
  const traceContext = data.traceContext ?? traceHeaders()
  return traceContext ? { ...data, traceContext } : data
}

function isSubset(part: object, whole: object): boolean {
  return Object.entries(part).every(([key, value]) => whole[key as keyof typeof whole] === value)
}

const HELD_SECONDS = { moving: 15, moved: 3600 } as const
const POLL_SECONDS = 2
const BETWEEN_HINTS_MS = 100
const BATCH = 10
/** The data of a job that runs because a process began to work. */
const AT_START = { atStart: true }

/** The queue (pg-boss) is in the same database as the data, so that a job and its cause are one commit. */
export function createQueue(
  engine: Engine,
  databaseUrl: string | undefined,
  onError: (error: Error) => void,
  /** False for a login that may not build the queue's tables. Their owner has built them. */
  {
    builds = true,
    listens = databaseUrl !== undefined,
  }: {
    builds?: boolean
    /** False behind a pooler that loses LISTEN: then jobs are polled for. */
    listens?: boolean
  } = {},
): Queue {
  const shared = {
    schema: QUEUE_SCHEMA,
    supervise: true,
    schedule: true,
    superviseIntervalSeconds: 60,
    migrate: builds,
    createSchema: builds,
  } as const
  const boss = new PgBoss(
    databaseUrl
      ? {
          ...shared,
          connectionString: databaseUrl,
          max: 3,
          useListenNotify: listens,
          application_name: 'resguardo-jobs',
        }
      : { ...shared, backend: 'pglite', db: { executeSql: (text, values) => engine.asOwner(text, values) } },
  )
  boss.on('error', onError)
  const hintOthers = listens ? createHints(engine) : undefined
  let definitions: readonly JobDefinition[] = []
  const workers = new Map<string, string[]>()
  let started = false

  async function run(definition: JobDefinition, env: JobEnv, job: Job<object>): Promise<void> {
    const { traceContext, ...data } = (job.data ?? {}) as Traced
    const attempt = job.retryCount + 1
    const attributes = {
      'messaging.system': 'pgboss',
      'messaging.operation.type': 'process',
      'messaging.destination.name': definition.name,
      'messaging.message.id': job.id,
      'resguardo.job.attempt': attempt,
    }
    try {
      await inSpan(
        `process ${definition.name}`,
        { kind: 'consumer', attributes, parent: traceContext ?? 'none' },
        () => definition.run(env, data, { jobId: job.id, attempt }),
      )
      env.counters.add('job', 'done')
    } catch (error) {
      if (await putOff(definition.name, job.data, error)) return
      env.counters.add('job', 'failed')
      env.log.warn({ job: definition.name, attempt, reason: (error as Error).message }, 'job failed')
      throw error
    }
  }

  /**
   * A job of an organisation being moved waits until the move is over, without counting as an attempt. If the organisation
   * has moved, the mover deletes its jobs; until then they wait.
   */
  async function putOff(name: string, data: object, error: unknown): Promise<boolean> {
    const hold = 'tenantId' in (data ?? {}) ? holdOf(error) : undefined
    if (hold === undefined) return false
    await boss.send(name, data, { startAfter: HELD_SECONDS[hold] })
    return true
  }

  /** A crash may lose the wake-up: then polling finds the job. */
  function wake(name: string): void {
    for (const id of workers.get(name) ?? []) boss.notifyWorker(id)
    hintOthers?.(name)
  }

  async function settle(): Promise<void> {
    await Promise.all(definitions.map((definition) => definition.settle?.()))
  }

  return {
    async prepare(jobs) {
      definitions = jobs
      await boss.start()
      started = true
      const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
      for (const { name, retry, expireInSeconds, heartbeatSeconds } of jobs) {
        const options = {
          retryLimit: retry.limit,
          retryDelay: retry.delaySeconds,
          retryBackoff: true,
          retryDelayMax: retry.longestDelaySeconds,
          expireInSeconds: expireInSeconds ?? 120,
          ...(heartbeatSeconds && { heartbeatSeconds }),
          deleteAfterSeconds: 24 * 3600,
          // See `createHints`.
          notify: false,
        }
        const before = existing.get(name)
        // boss.start() has loaded all existing queues.
        if (before && isSubset(options, before)) continue
        if (before) await boss.updateQueue(name, options)
        else await boss.createQueue(name, options)
        // On the embedded database, a send inside a transaction would wait for its own lookup of the queue.
        await boss.getQueue(name)
        await boss.send(name, {}, { db: { executeSql: async () => ({ rows: [] }) } })
      }
    },

    async work(env) {
      for (const definition of definitions) {
        const options = {
          batchSize: definition.batchSize ?? BATCH,
          pollingIntervalSeconds: POLL_SECONDS,
          notifyPollingIntervalSeconds: POLL_SECONDS,
          burstWhenBatchFull: true,
          perJobResults: true,
          localConcurrency: definition.concurrency ?? 1,
        } as const
        const id = await boss.work<object>(definition.name, options, (jobs) =>
          Promise.all(
            jobs.map((job) =>
              run(definition, env, job).then(
                () => ({ id: job.id, status: 'completed' as const }),
                (error: Error) => ({
                  id: job.id,
                  status: 'failed' as const,
                  output: { message: error.message },
                }),
              ),
            ),
          ),
        )
        workers.set(definition.name, [id])
        if (definition.every)
          await boss.schedule(definition.name, definition.every, {}, { tz: 'America/Santiago' })
        if (definition.atStart) await boss.send(definition.name, AT_START)
      }
    },

    async drain(env) {
      let done = 0
      for (let found = true; found; ) {
        found = false
        const due = await namesDue(engine)
        for (const definition of definitions.filter(({ name }) => due.has(name))) {
          const jobs = await boss.fetch<object>(definition.name, { batchSize: BATCH })
          for (const job of jobs) {
            found = true
            done += 1
            await run(definition, env, job).then(
              () => boss.complete(definition.name, job.id),
              (error: Error) => boss.fail(definition.name, job.id, { message: error.message }),
            )
          }
        }
        await settle()
      }
      return done
    },

    async stop() {
      if (started) await boss.stop({ graceful: true, timeout: 10_000 })
      await settle()
    },

    async send(db, name, data, options = {}) {
      const { startAfter, singletonKey, priority, group } = options
      await boss.send(name, traced(data), {
        ...(startAfter && { startAfter }),
        ...(singletonKey && { singletonKey }),
        ...(priority !== undefined && { priority }),
        ...(group && { group: { id: group } }),
        db: asOwner(db),
      })
      if (!startAfter) afterCommit(db, () => wake(name))
    },

    async sendMany(db, name, jobs) {
      const all = jobs.map((job) => ({ ...job, data: traced(job.data) }))
      if (all.length === 0) return
      await boss.insert(name, all, { db: asOwner(db) })
      if (all.some(({ startAfter }) => !startAfter)) afterCommit(db, () => wake(name))
    },
  }
}
