import { setTimeout as sleep } from 'node:timers/promises'

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
