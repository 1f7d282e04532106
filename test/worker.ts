import { run } from 'node:test'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { type Failed, failure, type TestEvent, WRAPPED } from './kit/test-process.ts'

/** Runs test files in sequence in this process, on request of test/run.ts, and reports their events. */
let busy = false
process.on('message', (file: string) => void work(file))
process.on('disconnect', () => {
  // The run has ended, so the result of the file no longer matters.
  if (busy) process.exit(1)
})

async function work(file: string): Promise<void> {
  busy = true
  // A file ends when nothing is left to wait for, as in its own process. The channel to the run must not count.
  process.channel!.unref()
  let failed = false
  let sound = true
  for await (const { type, data } of run({ files: [file], isolation: 'none' }) as AsyncIterable<TestEvent>) {
    // An event with the file's name is not a test: the file is empty or unreadable.
    const empty = type === 'test:pass' && data.name === file
    tell(empty ? failure(file, 'there is no test in it') : { type, data })
    failed ||= empty || type === 'test:fail'
    if (type === 'test:summary') sound = data.success
  }
  // node:test misses errors thrown between two tests, and only warns about those after the last one.
  const fault = await import(pathToFileURL(file).href).then(
    () => (sound ? undefined : 'something failed outside of its tests'),
    textOf,
  )
  if (fault !== undefined && !failed) tell(failure(file, fault))
  process.channel!.ref()
  busy = false
  tell({ type: 'over', data: { residentBytes: process.memoryUsage.rss() } })
}

function tell({ type, data }: TestEvent): void {
  const { details } = data
  if (!details?.error) process.send!({ type, data })
  else process.send!({ type, data: { ...data, details: { ...details, error: asText(details.error) } } })
}

/** A thrown value may not survive the way to another process, so its text is sent. */
function asText(error: Failed): Failed {
  const thrown = error.code === WRAPPED ? error.cause : error
  return { code: WRAPPED, failureType: error.failureType, cause: textOf(thrown) }
}

function textOf(thrown: unknown): string {
  return typeof thrown === 'string' ? thrown : inspect(thrown)
}
