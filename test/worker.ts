import { run } from 'node:test'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { type Failed, failure, type TestEvent, WRAPPED } from './kit/test-process.ts'

/** Runs test files one after another in this process, as test/run.ts names them, and reports what becomes of them. */
let busy = false
process.on('message', (file: string) => void work(file))
process.on('disconnect', () => {
  // The run is gone: how the file ends does not matter any more.
  if (busy) process.exit(1)
})

async function work(file: string): Promise<void> {
  busy = true
  // A file is over when nothing is left to wait for, as in a process of its own: the line to the run does not count.
  process.channel!.unref()
  let failed = false
  let sound = true
  for await (const { type, data } of run({ files: [file], isolation: 'none' }) as AsyncIterable<TestEvent>) {
    // Under the name of the file comes what is no test: an empty file, or one that could not be read.
    const empty = type === 'test:pass' && data.name === file
    tell(empty ? failure(file, 'there is no test in it') : { type, data })
    failed ||= empty || type === 'test:fail'
    if (type === 'test:summary') sound = data.success
  }
  // node:test overlooks what is thrown between two tests, and only remarks on what comes after the last one.
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

/** What was thrown need not survive the way to another process: its text does. */
function asText(error: Failed): Failed {
  const thrown = error.code === WRAPPED ? error.cause : error
  return { code: WRAPPED, failureType: error.failureType, cause: textOf(thrown) }
}

function textOf(thrown: unknown): string {
  return typeof thrown === 'string' ? thrown : inspect(thrown)
}
