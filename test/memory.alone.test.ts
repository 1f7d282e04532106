import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { makeDatabase } from '#db/embedded/first-use.ts'
import { newEmbeddedInstallation, startService } from './kit/installation.ts'
import { START_FLAGS } from './kit/start-flags.ts'

const installation = await newEmbeddedInstallation()
/** Without the template of the tests, so that the first start creates its own files. */
const DATA_DIR = mkdtempSync(join(tmpdir(), 'resguardo-memory-'))
after(() => rmSync(DATA_DIR, { recursive: true, force: true }))

/** In MiB, from the kernel. The limits are generous: docs/operations.md has lower figures. */
function memoryOf(pid: number): { peak: number; now: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)![1]) / 1024
  return { peak: of('VmHWM'), now: of('VmRSS') }
}

test('the process that creates the first files stays within the limit', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'resguardo-memory-'))
  after(() => rmSync(dataDir, { recursive: true, force: true }))
  let isMade = false
  const making = makeDatabase(dataDir, () => undefined).finally(() => {
    isMade = true
  })
  let peak = 0
  while (!isMade) {
    peak = Math.max(peak, ...childrenOf(process.pid).map(peakOf))
    await wait(20)
  }
  await making
  assert.ok(peak > 100 && peak < 600, `peak: ${peak.toFixed()} MiB`)
})

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

/** Undefined for a process that has just ended or is still a copy of this one. */
function peakOf(pid: number): number {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('make-files') ? memoryOf(pid).peak : 0
  } catch {
    return 0
  }
}

for (const start of ['first', 'second'])
  test(`the ${start} start on the embedded database fits into a small machine, and so does the idle service`, async () => {
    // The tests' usual options for the database would take a hundred more, so this uses those of `npm start`.
    const service = await startService(installation, { DATA_DIR }, START_FLAGS)
    await wait(3_000)
    const { peak, now } = memoryOf(service.child.pid!)
    await service.stop()
    assert.ok(peak < 600, `peak: ${peak.toFixed()} MiB`)
    assert.ok(now < 400, `at rest: ${now.toFixed()} MiB`)
  })
