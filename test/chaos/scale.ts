import { type TestContext, test } from 'node:test'
import { type Installation, type Running, startService } from '#test/kit/installation.ts'

/** `npm run test:chaos` runs the long form. The other tests include the same scenarios in a short form. */
export const LONG = process.env['RESGUARDO_CHAOS'] === 'long'

export function choose<T>(long: T, short: T): T {
  return LONG ? long : short
}

/** The long form prints its progress. The short one only fails. */
export function say(line: string): void {
  if (LONG) console.log(`    ${line}`)
}

const started: Running[] = []

/** Limits the time of a scenario, whatever it waits for. */
export function scenario(name: string, minutes: number, run: (t: TestContext) => Promise<void>): void {
  test(name, { timeout: minutes * 60_000 }, async (t) => {
    try {
      await run(t)
    } catch (error) {
      for (const { child } of started) console.log(`    the service: ${fateOf(child)}`)
      throw error
    }
  })
}

/** A service that ended explains many failures of its clients. */
function fateOf({ exitCode, signalCode }: Running['child']): string {
  return exitCode === null && signalCode === null ? 'running' : `ended with ${signalCode ?? exitCode}`
}

/** Starts the service and ends it with the test, even if the scenario fails. */
export async function start(
  t: TestContext,
  installation: Installation,
  env: Record<string, string> = {},
): Promise<Running> {
  const service = await startService(installation, env)
  started.push(service)
  t.after(() => void service.child.kill('SIGKILL'))
  return service
}

export function between(low: number, high: number): number {
  return low + Math.random() * (high - low)
}

/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const MIB = 1024 * 1024
