import { setTimeout as sleep } from 'node:timers/promises'

/**
 * What a stream may take where the collector comes late: alone on a machine these files stay below 80 MiB, and 98 was seen
 * beside other work. Held whole, as bytes and as text, they would take more than 200.
 */
export const MOST_MIB = 128

/** The most memory of the process while something runs, over what it had before. */
export async function growthOf<T>(work: () => Promise<T>): Promise<{ result: T; mib: number }> {
  const before = process.memoryUsage.rss()
  let most = before
  let running = true
  const watching = (async () => {
    while (running) {
      most = Math.max(most, process.memoryUsage.rss())
      await sleep(20)
    }
  })()
  try {
    return { result: await work(), mib: (most - before) / 2 ** 20 }
  } finally {
    running = false
    await watching
  }
}
