import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ROOT } from '#kernel/installed.ts'
import { START_FLAGS } from '#test/kit/start-flags.ts'
import { bundle } from '../bin/build.ts'
import type { Usage } from './usage.ts'

export interface Server {
  address: string
  startMs: number
  ask(): Promise<Usage>
  stop(): Promise<void>
}

/** Beside dist/service, so that code that looks for files of the installation finds them. */
const BUILT = join(ROOT, 'dist/bench')

const fileOf = (name: string) => join(import.meta.dirname, `${name}.ts`)
let built: Promise<void> | undefined

/** Starts ours or the bare server in a process of its own, bundled as `npm run build` bundles the service. */
export async function startServer(name: 'bare' | 'ours', env: Record<string, string>): Promise<Server> {
  built ??= bundle(BUILT, { bare: fileOf('bare'), ours: fileOf('ours') })
  await built
  const begun = performance.now()
  const child = fork(join(BUILT, `${name}.js`), { env: { ...process.env, ...env }, execArgv: START_FLAGS })
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`${name} ended with code ${code}`)
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
