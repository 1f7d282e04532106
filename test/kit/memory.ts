import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The most memory that a stream may take. Loaded whole, the files of these tests would take more than 200 MiB. */
export const MOST_MIB = 80
/** The most memory that it may hold after a garbage collection. */
export const MOST_HELD_MIB = 40

const HELD_EVERY = 15

/** Collects often, so that a late collection on a busy machine does not distort the measurement. */
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Two collections: the memory of buffers found dead by the first is freed in parallel, and only the second counts it. */
function held(): number {
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

interface Growth<T> {
  result: T
  /** Peak growth of the process's memory while it ran. */
  mib: number
  /** Peak growth of the memory in use. */
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
