import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Usage {
  residentBytes: number
  /** The highest value since the last question, sampled every few milliseconds. */
  mostBytes: number
  /** Since the process began. */
  cpuMicros: number
  /** The longest block of the event loop since the last question. */
  longestBlockMs: number
}

/** Runs in the process of the server: reports its address, and answers each message with its usage. */
export function reportUsage(address: string): void {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  let mostBytes = 0
  const look = () => {
    mostBytes = Math.max(mostBytes, process.memoryUsage.rss())
  }
  setInterval(look, 20).unref()
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    const longestBlockMs = delay.max / 1e6
    delay.reset()
    const residentBytes = process.memoryUsage.rss()
    look()
    process.send!({ residentBytes, mostBytes, cpuMicros: user + system, longestBlockMs } satisfies Usage)
    mostBytes = residentBytes
  })
  process.on('disconnect', () => process.exit())
  process.send!({ address })
}
