import { type TestContext, test } from 'node:test'
import { type Installation, type Running, startService } from '#test/kit/installation.ts'

/** `npm run test:chaos` takes its time; the same scenarios run in a short form with every other test. */
export const LONG = process.env['RESGUARDO_CHAOS'] === 'long'

export function choose<T>(long: T, short: T): T {
  return LONG ? long : short
}

/** The long form tells what it does; the short one only fails. */
export function say(line: string): void {
  if (LONG) console.log(`    ${line}`)
}

/** A scenario may take this long, however patient it is inside. */
export function scenario(name: string, minutes: number, run: (t: TestContext) => Promise<void>): void {
  test(name, { timeout: minutes * 60_000 }, run)
}

/** The service, which does not outlive a scenario that failed. */
export async function start(
  t: TestContext,
  installation: Installation,
  env: Record<string, string> = {},
): Promise<Running> {
  const service = await startService(installation, env)
  t.after(() => {
    const { exitCode, signalCode } = service.child
    const fate = exitCode ?? signalCode
    if (!t.passed) console.log(`    the service ${fate === null ? 'was running' : `had ended with ${fate}`}`)
    service.child.kill('SIGKILL')
  })
  return service
}

export function between(low: number, high: number): number {
  return low + Math.random() * (high - low)
}

/** The value below which this share of the list lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const MIB = 1024 * 1024
