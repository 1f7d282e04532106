import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What a stream may take: held whole, as bytes and as text, the files of these tests would take more than 200 MiB. */
export const MOST_MIB = 80
/** What of that it may hold when the collector has just been there. */
export const MOST_HELD_MIB = 40

const HELD_EVERY = 15

/** Called often, so that what is measured is the stream's and not a collector's that comes late on a busy machine. */
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** The bytes of buffers that one collection finds dead are freed beside it, and counted as freed by the next. */
function held(): number {
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

interface Growth<T> {
  result: T
  /** The most memory of the process while it ran, over what it had before. */
  mib: number
  /** The same of what was still in use. */
  heldMib: number
}

export async function growthOf<T>(work: () => Promise<T>): Promise<Growth<T>> {
  const before = { rss: process.memoryUsage.rss(), held: held() }
  const most = { ...before }
  let running = true
  const watching = (async () => {
    for (let turn = 0; running; turn += 1) {
      most.rss = Math.max(most.rss, process.memoryUsage.rss())
      if (turn % HELD_EVERY === 0) most.held = Math.max(most.held, held())
      await sleep(20)
    }
  })()
  try {
    const result = await work()
    return { result, mib: (most.rss - before.rss) / 2 ** 20, heldMib: (most.held - before.held) / 2 ** 20 }
  } finally {
    running = false
    await watching
  }
}
