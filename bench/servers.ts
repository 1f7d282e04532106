import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Usage {
  residentBytes: number
  /** The most of it since it was last asked for, looked at every few milliseconds. */
  mostBytes: number
  /** Since the process began. */
  cpuMicros: number
  /** The longest time, since it was last asked for, in which the process could answer nobody. */
  longestBlockMs: number
}

export interface Server {
  address: string
  startMs: number
  ask(): Promise<Usage>
  stop(): Promise<void>
}

/** As `npm start` and the image have them. */
const FLAGS = ['--max-semi-space-size=32']

/** `bare.ts` or `ours.ts` in a process of its own. */
export async function startServer(file: string, env: Record<string, string>): Promise<Server> {
  const begun = performance.now()
  const child = fork(join(import.meta.dirname, file), { env: { ...process.env, ...env }, execArgv: FLAGS })
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with code ${code}`)
  })
  gone.catch(() => undefined)
  const [first] = await Promise.race([once(child, 'message'), gone])
  return {
    address: (first as { address: string }).address,
    startMs: performance.now() - begun,
    async ask() {
      child.send('usage')
      return (await Promise.race([once(child, 'message'), gone]))[0]
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The other end, in the process of the server. */
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
