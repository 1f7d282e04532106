import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const WORKER = join(import.meta.dirname, '../worker.ts')
/** A file hangs if no test in it ends for this long. */
const PATIENCE_MS = 240_000
/** Memory at which a process gets no further file, because files leave garbage behind. */
const ROOM_BYTES = 768 * 1024 ** 2

/** An event of node:test. `over` is our own: the last event of a file. */
export interface TestEvent {
  type: string
  // biome-ignore lint/suspicious/noExplicitAny: every type of event has data of its own.
  data: any
}

/** The code with which node:test wraps a thrown error. */
export const WRAPPED = 'ERR_TEST_FAILURE'
export interface Failed {
  code?: string
  failureType?: string | undefined
  cause?: unknown
}

/** A file that failed as a whole. */
export function failure(file: string, text: string): TestEvent {
  const details = { error: { code: WRAPPED, cause: text } satisfies Failed }
  return { type: 'test:fail', data: { name: file, nesting: 0, file, line: 1, column: 1, details } }
}

/** For short-lived processes: optimising the embedded database takes longer than it saves. */
export const SHORT_LIVED = '--liftoff-only'

/** A process that runs test files one after another (see test/worker.ts). */
export class TestProcess {
  readonly #child: ChildProcess
  readonly #gone: Promise<string>
  #events: TestEvent[] = []
  #over: () => void = () => undefined
  #alarm: NodeJS.Timeout | undefined
  /** Whether it can run another file. */
  fit = true

  constructor(execArgv: string[]) {
    this.#child = fork(WORKER, { execArgv, serialization: 'advanced', silent: true })
    this.#gone = this.#untilGone()
    this.#child.on('message', (event: TestEvent) => this.#hear(event))
    for (const name of ['stdout', 'stderr'] as const)
      this.#child[name]!.setEncoding('utf8').on('data', (message) =>
        this.#hear({ type: `test:${name}`, data: { message } }),
      )
  }

  /** The events of this file. A process that ended or was killed counts as a failure. */
  async run(file: string): Promise<TestEvent[]> {
    this.#events = []
    const over = new Promise<undefined>((resolve) => {
      this.#over = () => resolve(undefined)
    })
    let late = false
    this.#alarm = setTimeout(() => {
      late = true
      this.#child.kill('SIGKILL')
    }, PATIENCE_MS)
    this.#child.send(file, () => undefined)
    const end = await Promise.race([over, this.#gone])
    clearTimeout(this.#alarm)
    if (end === undefined) return this.#events
    this.fit = false
    const test = this.#running()
    const trouble = late ? `nothing ended in it for ${PATIENCE_MS / 1000} s` : `its process ended with ${end}`
    return [...this.#events, failure(file, test ? `${trouble}, in «${test}»` : trouble)]
  }

  end(): void {
    if (this.#child.connected) this.#child.disconnect()
  }

  #hear({ type, data }: TestEvent): void {
    if (type === 'test:complete') this.#alarm?.refresh()
    if (type === 'over') {
      this.fit = data.residentBytes < ROOM_BYTES
      // Earlier output may still be in the other pipes.
      setImmediate(this.#over)
    } else this.#events.push({ type, data })
  }

  /** The exit code or signal, once all messages have arrived. */
  async #untilGone(): Promise<string> {
    const [[code, signal]] = await Promise.all([once(this.#child, 'exit'), once(this.#child, 'disconnect')])
    return String(signal ?? code)
  }

  #running(): string | undefined {
    const last = this.#events.findLast(({ type }) => type === 'test:dequeue' || type === 'test:complete')
    return last?.type === 'test:dequeue' ? last.data.name : undefined
  }
}
