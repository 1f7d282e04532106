import type pg from 'pg'
import { BoundedMap } from '#kernel/bounded-map.ts'
import { isAway } from '../errors.ts'
import type { Batch } from './batch.ts'
import { isServerError, NO_CONNECTION, submit } from './driver.ts'
import type { Mode } from './engine.ts'

/** How many batches may share a message when more are waiting than there are connections. */
const MOST_TOGETHER = 4
/** Kinds of batch that were slower than this recently are sent alone, so they do not delay others. */
const SLOW_MS = 50
/** Kinds of read that were faster than this recently share messages sooner and in larger groups. */
const BRISK_MS = 10
const MOST_BRISK_TOGETHER = 8
const MOST_BRISK_CONNECTIONS = 4
const MOST_KINDS = 2000
/** The pool's own callers wait equally long for a connection. */
const PATIENCE_MS = 5000
const CHECK_EVERY_MS = 1000

interface Queued {
  batch: Batch
  mode: Mode
  since: number
}

/**
 * Sends batches over the connections of a pool. A connection takes batches one after the other for as long as there are
 * any. When more wait than there are connections, a few that are known to be quick are sent as one message: a system call
 * costs more than a statement. Readers never share with writers, which may have to wait for a lock.
 *
 * Brisk reads use a few connections, at most half of them, and share messages there: a server on few cores spends more
 * on switching between sessions than on the reads. The other half is free for slower work.
 */
export function createScheduler(pool: pg.Pool, size: number) {
  const queue: Queued[] = []
  const forBrisk = Math.min(MOST_BRISK_CONNECTIONS, Math.ceil(size / 2))
  let connections = 0
  /** The connections at work on batches that are not brisk. */
  let occupied = 0
  /** The average duration of each kind of batch, in which recent ones weigh most. */
  const durations = new BoundedMap<string, number>({ most: MOST_KINDS })

  function isWithin({ kind }: Batch, ms: number): boolean {
    return (durations.get(kind) ?? Number.POSITIVE_INFINITY) < ms
  }

  function isBrisk({ batch, mode }: Queued): boolean {
    return mode === 'read only' && isWithin(batch, BRISK_MS)
  }

  function note({ kind }: Batch, ms: number): void {
    const average = durations.get(kind)
    if (kind === '') return
    durations.set(kind, average === undefined ? ms : average + (ms - average) / 8)
  }

  /** The batches to send next: one, or a few quick ones. */
  function nextGroup(): { batches: Batch[]; brisk: boolean } {
    const first = queue[0]!
    const brisk = isBrisk(first)
    const most = brisk
      ? Math.min(MOST_BRISK_TOGETHER, Math.ceil(queue.length / 2))
      : Math.min(MOST_TOGETHER, Math.ceil(queue.length / size))
    const joins = (one: Queued) =>
      brisk ? isBrisk(one) : one.mode === first.mode && isWithin(one.batch, SLOW_MS)
    let together = 1
    while (together < most && joins(first) && joins(queue[together]!)) together += 1
    return { batches: queue.splice(0, together).map(({ batch }) => batch), brisk }
  }

  /** Returns whether the connection can be used again. */
  async function serve(client: pg.PoolClient): Promise<boolean> {
    // A caller that waits for a session comes next, after this connection's share of the batches queued so far.
    let share = Math.ceil(queue.length / size)
    while (queue.length > 0 && (pool.waitingCount === 0 || share > 0)) {
      const { batches, brisk } = nextGroup()
      share -= batches.length
      submit(client, batches)
      if (!brisk) occupied += 1
      // Brisk reads that counted on this connection get another.
      if (!brisk && queue.length > 0 && connections < size) useConnection()
      const alive = await allSettled(batches)
      if (!brisk) occupied -= 1
      if (!alive) return false
    }
    return true
  }

  /** The batches of a connection settle in order. Returns whether the connection survived. */
  async function allSettled(batches: readonly Batch[]): Promise<boolean> {
    let from = performance.now()
    let alive = true
    for (const batch of batches) {
      const { error } = await batch.result
      const now = performance.now()
      note(batch, now - from)
      from = now
      if (error !== undefined && (!isServerError(error) || isAway(error))) alive = false
    }
    return alive
  }

  async function useConnection(): Promise<void> {
    connections += 1
    let connected = false
    try {
      const client = await pool.connect()
      connected = true
      client.release(!(await serve(client)))
    } catch (error) {
      // Another connection takes the queue if there is one, and a busy pool does not justify refusing all of it.
      if (connections === 1 && (error as Error).message !== NO_CONNECTION) refuse(queue.splice(0), error)
    }
    connections -= 1
    if (queue.length > 0 && connections < size && (connected || connections === 0)) useConnection()
  }

  function refuse(queued: Queued[], error: unknown): void {
    for (const { batch } of queued) batch.fail(error)
  }

  const checking = setInterval(() => {
    const late = performance.now() - PATIENCE_MS
    const inTime = queue.findIndex(({ since }) => since > late)
    refuse(queue.splice(0, inTime === -1 ? queue.length : inTime), new Error(NO_CONNECTION))
  }, CHECK_EVERY_MS)
  checking.unref()

  return {
    send(mode: Mode, batch: Batch): void {
      const queued = { batch, mode, since: performance.now() }
      queue.push(queued)
      const most = isBrisk(queued) ? Math.min(size, occupied + forBrisk) : size
      if (connections < most) useConnection()
    },
    close(): void {
      clearInterval(checking)
      refuse(queue.splice(0), new Error('Client was closed'))
    },
  }
}
