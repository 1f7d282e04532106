import { singleFlight } from '#kernel/concurrency.ts'
import { isAway } from '../errors.ts'
import type { BatchResult, Engine, Mode, Statement } from '../wire/engine.ts'
import { createPositionReader, openWatch, type Position } from './position.ts'
import { Replica, type ReplicaState } from './replica.ts'

type Send = (mode: Mode, statements: readonly Statement[]) => Promise<BatchResult>

/** Servers that answer reads in place of the primary, with all that was committed before the read began. */
export interface Replicas {
  /** Sends the batches of one read: to one replica, and from its first failure on to the primary. */
  reader(): Send
  /** The metrics of /metrics. */
  report(): ReplicaReport
  close(): Promise<void>
}

export interface ReplicaReport {
  /** Reads that a replica may answer, by who answered them. */
  reads: { node: string; count: number }[]
  /** Reads that went to the primary, by reason. */
  fallbacks: { reason: FallbackReason; count: number }[]
  nodes: { node: string; state: ReplicaState; lagSeconds: number }[]
}

/**
 * `resting`: no replica was ready. `behind`: none had the position in time. `conflict` and `away`: it failed in mid-read.
 * `refused`: a standby cannot do what was asked.
 */
type FallbackReason = 'resting' | 'behind' | 'conflict' | 'away' | 'refused'

export interface ReplicaOptions {
  urls: readonly string[]
  primaryUrl: string
  poolSize: number
  /** A read waits this long for a replica, and a replica further behind gets no reads. */
  maxLagMs: number
  /** A replica changed its state. */
  onChange?: (replica: { name: string; state: ReplicaState }, before: ReplicaState) => void
}

const LOOKED_AT_EVERY_MS = 200

/** Failures of the server and not of the statement: a row that was vacuumed under the read, memory, disk, files. */
const CONFLICT = /^(40|53|58|XX).../
/** Writes, locks and sequence numbers: a standby refuses them. */
const REFUSED = /^(25006|55000)$/

export function openReplicas(
  primary: Engine,
  { urls, primaryUrl, poolSize, maxLagMs, onChange = () => {} }: ReplicaOptions,
): Replicas {
  // A separate connection, so that the question does not wait behind acts.
  const watch = openWatch(primaryUrl)
  const readPosition = createPositionReader(watch)
  const replicas = urls.map((url) => new Replica(url, poolSize, onChange))
  const fallbacks = new Map<FallbackReason, number>()
  let readsOfPrimary = 0
  let turn = 0

  function fallBack(reason: FallbackReason): undefined {
    fallbacks.set(reason, (fallbacks.get(reason) ?? 0) + 1)
    readsOfPrimary += 1
  }

  /** A replica that has all that was committed before this call. Undefined when none has it in time. */
  async function choose(): Promise<{ replica: Replica; position: Position } | undefined> {
    if (!replicas.some(({ state }) => state === 'ready')) return fallBack('resting')
    const position = await readPosition()
    const ready = replicas.filter((one) => one.state === 'ready' && one.timeline === position?.timeline)
    if (!position || ready.length === 0) return fallBack('resting')
    const there = ready.filter(({ replayed }) => replayed >= position.lsn)
    const replica = there.length > 0 ? leastBusy(there) : await firstToReach(ready, position)
    return replica ? { replica, position } : fallBack('behind')
  }

  function leastBusy(among: readonly Replica[]): Replica {
    turn += 1
    const from = turn % among.length
    const inTurn = [...among.slice(from), ...among.slice(0, from)]
    return inTurn.reduce((one, other) => (other.load < one.load ? other : one))
  }

  async function firstToReach(ready: readonly Replica[], position: Position): Promise<Replica | undefined> {
    const reached = ready.map(async (replica) => {
      if (await replica.reach(position, maxLagMs)) return replica
      throw new Error('behind')
    })
    try {
      return await Promise.any(reached)
    } catch {
      // The next reads do not wait for these replicas. The watch marks them ready again.
      for (const replica of ready) if (replica.state === 'ready') replica.become('behind')
      return undefined
    }
  }

  async function sendTo(
    { replica, position }: { replica: Replica; position: Position },
    mode: Mode,
    statements: readonly Statement[],
  ): Promise<BatchResult | undefined> {
    const sent = await replica.send(position, mode, statements)
    if (!sent) return fallBack('behind')
    if (isAway(sent.error)) {
      replica.become('away')
      return fallBack('away')
    }
    const { code = '' } = (sent.error ?? {}) as { code?: string }
    if (CONFLICT.test(code)) return fallBack('conflict')
    return REFUSED.test(code) ? fallBack('refused') : sent
  }

  /** Each replica has its own timer, so one that hangs does not delay the look at the others. */
  function watchOver(replica: Replica): NodeJS.Timeout {
    const look = singleFlight(async () => {
      const position = await readPosition()
      if (position) await replica.inspect(position, maxLagMs)
    })
    look('inspect')
    return setInterval(look, LOOKED_AT_EVERY_MS, 'inspect').unref()
  }
  const looking = replicas.map(watchOver)

  return {
    reader() {
      let chosen: ReturnType<typeof choose> | undefined
      return async (mode, statements) => {
        const isFirst = chosen === undefined
        chosen ??= choose()
        const place = await chosen
        const sent = place && (await sendTo(place, mode, statements))
        if (sent) {
          if (isFirst) place.replica.reads += 1
          return sent
        }
        chosen = Promise.resolve(undefined)
        return primary.send(mode, statements)
      }
    },
    report: () => ({
      reads: [
        { node: 'primary', count: readsOfPrimary },
        ...replicas.map(({ name, reads }) => ({ node: name, count: reads })),
      ],
      fallbacks: [...fallbacks].map(([reason, count]) => ({ reason, count })),
      nodes: replicas.map(({ name, state, lagMs }) => ({ node: name, state, lagSeconds: lagMs / 1000 })),
    }),
    async close() {
      looking.forEach(clearInterval)
      await Promise.all([watch.close(), ...replicas.map((replica) => replica.close())])
    },
  }
}
