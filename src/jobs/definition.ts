import type { FastifyBaseLogger } from 'fastify'
import type { TenantAccess } from '#db/access.ts'
import type { Tools, WriteCtx } from '#db/context.ts'
import type { Counters } from '#kernel/counters.ts'
import type { Storage } from '#storage/storage.ts'
import type { Mailer } from './mailer.ts'

/** The tools of a job handler. It opens its own transactions, because the one that wrote the job is over. */
export interface JobEnv {
  readonly access: TenantAccess
  readonly tools: Tools
  readonly mailer: Mailer
  readonly storage: Storage
  readonly counters: Counters
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

export interface Attempt {
  /** The same for all attempts. */
  jobId: string
  attempt: number
}

export interface JobDefinition {
  readonly name: string
  readonly retry: { limit: number; delaySeconds: number; longestDelaySeconds: number }
  readonly expireInSeconds?: number
  /** For long jobs: if the process shows no life for this time, another process starts the job again. */
  readonly heartbeatSeconds?: number
  /** The number of batches that run at once in a process. */
  readonly concurrency?: number
  /** The number of jobs in a batch, which ends with its last job. */
  readonly batchSize?: number
  /** A cron expression, in Chilean time. */
  readonly every?: string
  /** Also runs once when a process begins to work. */
  readonly atStart?: boolean
  // biome-ignore lint/suspicious/noExplicitAny: each handler knows the data its own module wrote.
  run(env: JobEnv, data: any, attempt: Attempt): Promise<void>
  /** Waits for work that continues after `run` returned. */
  settle?(): Promise<void>
}

/** Writes a job with the change: it runs if and only if the change was committed. */
export async function enqueue(
  ctx: WriteCtx,
  name: string,
  data: object,
  options?: Parameters<Tools['queue']['send']>[3],
): Promise<void> {
  await ctx.tools.queue.send(ctx.db, name, data, options)
}
