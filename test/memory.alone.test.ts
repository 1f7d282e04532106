import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { newEmbeddedInstallation, startService } from './kit/installation.ts'

const installation = await newEmbeddedInstallation()
/** Without the template of the tests: the first start makes its own files. */
const DATA_DIR = mkdtempSync(join(tmpdir(), 'resguardo-memory-'))
after(() => rmSync(DATA_DIR, { recursive: true, force: true }))

/** In MiB, as the kernel counts them. Bounds are generous: the figures of docs/operations.md are lower. */
function memoryOf(pid: number): { peak: number; now: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)![1]) / 1024
  return { peak: of('VmHWM'), now: of('VmRSS') }
}

for (const start of ['first', 'second'])
  test(`the ${start} start over the embedded database fits into a small machine, and so does its rest`, async () => {
    const service = await startService(installation, { DATA_DIR })
    await wait(3_000)
    const { peak, now } = memoryOf(service.child.pid!)
    await service.stop()
    assert.ok(peak < 600, `peak: ${peak.toFixed()} MiB`)
    assert.ok(now < 450, `at rest: ${now.toFixed()} MiB`)
  })
