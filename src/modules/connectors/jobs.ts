import { SYSTEM, type WriteCtx } from '#db/context.ts'
import type { JobDefinition, JobEnv } from '#jobs/definition.ts'
import { createBackground, createLimiter, type Limit } from '#kernel/concurrency.ts'
import { after, SECOND_MS } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'
import { newToken } from '#kernel/secrets.ts'
import { TASKS_TO_RUN_JOB, type TasksToRun } from '#modules/dsar/public.ts'
import { dropMade, storeMade } from '#modules/files/public.ts'
import type { Outside } from '#modules/module.ts'
import { type Asked, type Asking, askDatabaseFor, askEndpoint, secretOf } from './asking.ts'
import { BOUNDS, ConnectorFault } from './engine/bounds.ts'
import * as repo from './repo.ts'
import { runs } from './repo.ts'
import {
  type Begun,
  begin,
  fail,
  finish,
  type Reminder,
  RUN_JOB,
  remind,
  runForTasks,
  wait,
} from './running.ts'

/** The system's time limit, plus time to store the result. */
const CLAIM_MS = BOUNDS.ms + 30 * SECOND_MS
const PATIENCE_MS = SECOND_MS
const SHORTEST_DEFERRAL_MS = 5 * SECOND_MS
const LONGEST_DEFERRAL_MS = 60 * SECOND_MS

/** An organisation whose system hangs does not take the places of others. */
const limitsOf = ({ tenantId }: Reminder): Limit[] => [
  { key: 'total', most: 12 },
  { key: tenantId, most: 3 },
]

const WENT_WRONG =
  'El conector no pudo terminar por un problema del servicio. Inténtelo de nuevo; si se repite, avise a quien lo administra.'

export function createConnectorJobs(outside: Outside): JobDefinition[] {
  return [runJob(outside.config.connectorNetworks), SWEEP_JOB, TASKS_JOB]
}

/** Starts the connectors for tasks of a request that has begun. */
const TASKS_JOB: JobDefinition = {
  name: TASKS_TO_RUN_JOB,
  retry: { limit: 5, delaySeconds: 5, longestDelaySeconds: 60 },
  async run({ access }, { tenantId, taskIds }: TasksToRun) {
    await access.actFor(tenantId, SYSTEM, {}, (ctx) => runForTasks(ctx, taskIds))
  },
}

function runJob(networks: readonly string[]): JobDefinition {
  const limiter = createLimiter()
  const asked = createBackground()
  return {
    name: RUN_JOB,
    retry: { limit: 3, delaySeconds: 5, longestDelaySeconds: 60 },
    concurrency: 2,
    async run(env, job: Reminder) {
      const act = <T>(work: (ctx: WriteCtx) => Promise<T>) =>
        env.access.actFor(job.tenantId, SYSTEM, {}, work)
      const release = await limiter.acquire(limitsOf(job), PATIENCE_MS)
      if (!release) return act((ctx) => putOff(ctx, job))
      const callback = newToken()
      const begun = await act((ctx) => begin(ctx, job, CLAIM_MS, callback)).catch((error) => {
        release()
        throw error
      })
      if (!begun) return release()
      // The job ends here: a run that waits for a system keeps its place but no worker.
      void asked.track(attempt(env, begun, networks, callback).finally(release))
    },
    settle: () => asked.settled(),
  }
}

async function putOff(ctx: WriteCtx, { runId, attempt, deferrals = 0 }: Reminder): Promise<void> {
  const row = await runs.lock(ctx, runId)
  if (row?.status !== 'pending' || row.attempts !== attempt - 1) return
  const pause = Math.min(SHORTEST_DEFERRAL_MS * 2 ** deferrals, LONGEST_DEFERRAL_MS)
  const next = after(ctx.now, pause * (0.5 + Math.random()))
  await runs.update(ctx, runId, { next_attempt_at: next, updated_at: ctx.now })
  await remind(ctx, row, next, deferrals + 1)
}

async function attempt(
  env: JobEnv,
  begun: Begun,
  networks: readonly string[],
  callback: string,
): Promise<void> {
  const { run, connector } = begun
  const act = <T>(work: (ctx: WriteCtx) => Promise<T>) => env.access.actFor(run.tenant_id, SYSTEM, {}, work)
  let isChanged = false
  try {
    const came = await ask(env, begun, networks, callback)
    isChanged = run.writes && came !== undefined
    if (came) await store(env, run.tenant_id, run.id, came)
    else await act((ctx) => wait(ctx, run.id))
    env.counters.add('connector', 'done')
  } catch (error) {
    const known = error instanceof ConnectorFault || error instanceof Failure
    if (!known) env.log.error({ runId: run.id, reason: (error as Error).message }, 'connector run failed')
    env.counters.add('connector', 'failed')
    const again = error instanceof ConnectorFault ? error.again : !known
    // Changes may already be made, so nobody is asked to repeat them without checking.
    const message = isChanged ? INTERRUPTED_WRITE : known ? (error as Error).message : WENT_WRONG
    // If this cannot be recorded, the sweep finds the run once its claim is over.
    await act((ctx) => fail(ctx, run.id, message, again)).catch((fault: Error) =>
      env.log.warn({ runId: run.id, connectorId: connector.id, reason: fault.message }, 'run not recorded'),
    )
  }
}

function ask(
  { tools }: JobEnv,
  { run, connector, task, person }: Begun,
  networks: readonly string[],
  callback: string,
): Promise<Asked | undefined> {
  const asking: Asking = { connector, systemName: task.system_name, right: run.right_type, person, networks }
  const secret = secretOf(tools, connector)
  if (connector.kind !== 'https') return askDatabaseFor(asking, secret)
  const callbackUrl = `${tools.publicUrl}/api/v1/public/connectors/callback/${callback}`
  return askEndpoint(asking, secret, { id: run.id, type: 'dsar.task', callbackUrl, now: tools.now() })
}

/** Stores bytes before the row: a row must never name missing bytes. */
export async function store(
  { access, storage }: Pick<JobEnv, 'access' | 'storage'>,
  tenantId: string,
  runId: string,
  came: Asked,
  actor = SYSTEM,
): Promise<boolean> {
  const made = came.file ? await storeMade(storage, tenantId, came.file) : undefined
  const drop = () => made && dropMade(storage, tenantId, made).catch(() => undefined)
  try {
    const isKept = await access.actFor(tenantId, actor, {}, (ctx) => finish(ctx, runId, came, made))
    if (!isKept) await drop()
    return isKept
  } catch (error) {
    // After a failed commit the row may exist, so the bytes are deleted only if the act was refused.
    if (error instanceof Failure && error.kind !== 'unavailable') await drop()
    throw error
  }
}

// ── leftovers of a crash ──

const INTERRUPTED = 'La consulta se interrumpió.'
const INTERRUPTED_WRITE =
  'La ejecución se interrumpió: revise en el sistema si los cambios alcanzaron a hacerse.'
const NO_CALLBACK = 'El sistema dijo que respondería después, y no respondió a tiempo.'

const SWEEP_JOB: JobDefinition = {
  name: 'connectors.sweep',
  every: '* * * * *',
  atStart: true,
  retry: { limit: 1, delaySeconds: 30, longestDelaySeconds: 30 },
  async run({ access, tools, log }) {
    const left = await access.lookUp('find connector runs that nobody is at', (db) =>
      repo.listLeft(db, tools.now()),
    )
    for (const { tenant_id, id, status } of left) {
      await access
        .actFor(tenant_id, SYSTEM, {}, async (ctx) => {
          const row = await runs.lock(ctx, id)
          if (row?.status !== status) return
          if (status === 'pending') {
            await runs.update(ctx, id, { next_attempt_at: ctx.now, updated_at: ctx.now })
            await remind(ctx, row)
          } else if (status === 'waiting') await fail(ctx, id, NO_CALLBACK, false)
          else await fail(ctx, id, row.writes ? INTERRUPTED_WRITE : INTERRUPTED, true)
        })
        .catch((error: Error) => log.warn({ runId: id, reason: error.message }, 'run not swept'))
    }
  },
}
