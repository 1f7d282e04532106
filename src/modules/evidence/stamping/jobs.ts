import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { JobDefinition, JobEnv } from '#jobs/definition.ts'
import { after, DAY_MS, SECOND_MS } from '#kernel/dates.ts'
import type { Outside } from '#modules/module.ts'
import { askStamp, StampError } from '#outbound/stamping.ts'
import * as repo from './repo.ts'

const STAMP_JOB = 'evidence.stamp'

/** How many heads one run handles; the next run takes the rest. */
const MOST = 500
/** How long a run starts new calls: after that the next run is due. */
const FOR_MS = 18 * SECOND_MS
const AT_ONCE = 4
/** Older heads are no longer stamped: the stamps of later heads cover them. */
const LONGEST_AGE_MS = 2 * DAY_MS
const FIRST_PAUSE_MS = 5 * SECOND_MS
const LONGEST_PAUSE_MS = 600 * SECOND_MS

interface Authority {
  /** The part of the address that proofs show: no path and no password. */
  name: string
  url: string
  failures: number
  /** By `performance.now()`: no calls before this. */
  restsUntil: number
}

/** Stamps heads after they were committed, so an authority that hangs or fails delays nobody. */
export function createStampJobs({ config }: Pick<Outside, 'config'>): JobDefinition[] {
  const authorities = config.tsaUrls.map(
    (url): Authority => ({ name: new URL(url).host, url, failures: 0, restsUntil: 0 }),
  )
  const roots = config.tsaCaFile === undefined ? undefined : readRoots(config.tsaCaFile)
  return [
    {
      name: STAMP_JOB,
      ...(authorities.length > 0 && { every: '* * * * *', atStart: true }),
      retry: { limit: 1, delaySeconds: 5, longestDelaySeconds: 5 },
      expireInSeconds: 120,
      concurrency: 1,
      async run(env, data: { isBetween?: true }) {
        if (authorities.length === 0) return
        if (!data?.isBetween) await againSoon(env)
        await stampHeads(env, authorities, roots)
      },
    },
  ]
}

/** Schedules are per minute, and heads should be stamped within one. */
async function againSoon({ access, tools }: JobEnv): Promise<void> {
  const jobs = [1, 2].map((turn) => ({
    data: { isBetween: true },
    startAfter: after(tools.now(), turn * 20 * SECOND_MS),
  }))
  await access.asSystem('stamp heads again soon', (db) => tools.queue.sendMany(db, STAMP_JOB, jobs))
}

async function stampHeads(
  env: JobEnv,
  authorities: readonly Authority[],
  roots: readonly X509Certificate[] | undefined,
): Promise<void> {
  const awake = authorities.filter(({ restsUntil }) => restsUntil <= performance.now())
  if (awake.length === 0) return
  const names = awake.map(({ name }) => name)
  const left = await env.access.lookUp('find heads without a stamp', (db) =>
    repo.listUnstamped(db, names, after(env.tools.now(), -LONGEST_AGE_MS), MOST),
  )
  const until = performance.now() + FOR_MS
  await Promise.all(
    awake.map(async (authority) => {
      const own = left.filter((one) => one.authority === authority.name).values()
      // The workers share one list: each takes the next head.
      const line = async () => {
        for (const { head } of own) {
          if (authority.restsUntil > performance.now() || performance.now() > until) return
          await stamp(env, authority, head, roots)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, line))
    }),
  )
}

async function stamp(
  { access, tools, log, counters }: JobEnv,
  authority: Authority,
  head: repo.Unstamped['head'],
  roots: readonly X509Certificate[] | undefined,
): Promise<void> {
  try {
    const { token, at } = await askStamp(authority.url, head, { now: tools.now, ...(roots && { roots }) })
    const made = { head, authority: authority.name, token, at }
    await access.asSystem('keep the stamp of a head', (db) => repo.insertStamp(db, made, tools.now()))
    authority.failures = 0
    counters.add('stamp', 'done')
  } catch (error) {
    if (!(error instanceof StampError)) throw error
    authority.failures += 1
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (authority.failures - 1), LONGEST_PAUSE_MS)
    authority.restsUntil = performance.now() + pause
    counters.add('stamp', 'failed')
    log.warn({ authority: authority.name, refusal: error.refusal, reason: error.message }, 'no time-stamp')
  }
}

const ONE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

function readRoots(file: string): X509Certificate[] {
  return (readFileSync(file, 'utf8').match(ONE) ?? []).map((pem) => new X509Certificate(pem))
}
