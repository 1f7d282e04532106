import { type BenchDatabase, openBenchDatabase, withNewTokens } from './database.ts'
import type { Call, Figures } from './load.ts'
import { type Measured, measure, measureInTurns } from './measure.ts'
import type { Note } from './runs.ts'
import { choose, SCENARIOS, type Scenario } from './scenarios.ts'
import { type Server, startServer } from './servers.ts'

/**
 * `npm run bench [part of a name …]`. Lines with a bare route come first: ours and the bare route in turns, each in a fresh
 * process. Read their ratios; the absolute figures are this machine's.
 */
const ROUNDS = 4

const words = process.argv.slice(2)
if (words.includes('banner')) {
  await import('./banner.ts')
  process.exit(0)
}
if (words.includes('replicas')) await import('./replicas.ts')
if (words.includes('growth')) await import('./growth.ts')
const chosen = choose(words)
if (chosen.length === 0) {
  console.error(`No scenario has that in its name:\n${SCENARIOS.map(({ name }) => name).join('\n')}`)
  process.exit(1)
}
const database = await openBenchDatabase(Math.max(...chosen.map(({ tenants = 0 }) => tenants)))
let failed = false
try {
  await bench(database)
} catch (error) {
  failed = true
  console.error(error)
}
await database.drop()
process.exit(failed ? 1 : 0)

async function bench(database: BenchDatabase): Promise<void> {
  const { kind, members, rowsPerTenant } = database
  console.log(`${kind}, ${members.length} tenants x ${rowsPerTenant} rows, 64 connections`)
  await seed(database)
  const compared = chosen.filter(({ bare }) => bare)
  if (compared.length > 0) await compareAll(compared, database)
  const others = chosen.filter(({ bare }) => !bare)
  if (others.length > 0) await runOthers(others, database)
}

/** Seeds only the chosen scenarios, and shared rows once. */
async function seed({ members, seed }: BenchDatabase): Promise<void> {
  const seeds = new Set(chosen.flatMap(({ seeds = [] }) => seeds))
  if (seeds.size === 0) return
  await seed(async (engine) => {
    for (const plant of seeds) await plant(engine, members)
  })
}

// ── lines with a bare route ──

async function compareAll(scenarios: readonly Scenario[], database: BenchDatabase): Promise<void> {
  console.log(`\nIn turns with the bare rung, fresh processes, medians of ${ROUNDS} rounds`)
  console.log(`${''.padEnd(42)}    req/s      p50      p99  Node/req  req/s of bare  p99 of bare`)
  const target = (name: 'bare' | 'ours', calls: readonly Call[]) => ({
    start: () => startServer(name, database.env),
    calls,
  })
  for (const { name, bare, calls, options } of scenarios) {
    const members = withNewTokens(database.members)
    const [rung, ours] = (await measureInTurns(
      [target('bare', bare!.calls(members)), target('ours', calls!(members))],
      ROUNDS,
      options,
    )) as [Measured, Measured]
    printCompared(bare!.name, rung)
    printCompared(name, ours, rung)
  }
}

function printCompared(name: string, figures: Measured, rung?: Measured): void {
  const columns = [columnsOf(figures), `${Math.round(figures.microsPerRequest)} us`.padStart(10)]
  if (rung) {
    columns.push(ratioOf(figures.requestsPerSecond, rung.requestsPerSecond).padStart(15))
    columns.push(ratioOf(figures.p99Ms, rung.p99Ms).padStart(13))
  }
  console.log(name.padEnd(42) + columns.join(''))
}

function ratioOf(ours: number, theirs: number): string {
  return (ours / theirs).toFixed(2)
}

// ── lines without a bare route ──

async function runOthers(scenarios: readonly Scenario[], database: BenchDatabase): Promise<void> {
  console.log(`\nOurs alone, one process\n${''.padEnd(42)}    req/s      p50      p99`)
  const server = await startServer('ours', database.env)
  try {
    for (const scenario of scenarios) print(scenario.name, await runOne(scenario, server, database))
    const { residentBytes } = await server.ask()
    console.log(
      `\nstart-up ${Math.round(server.startMs)} ms, resident memory after load ${Math.round(residentBytes / 2 ** 20)} MiB`,
    )
  } finally {
    await server.stop()
  }
}

async function runOne(
  { calls, options, run }: Scenario,
  server: Server,
  database: BenchDatabase,
): Promise<Figures & Note> {
  const members = withNewTokens(database.members)
  if (run) return run(server.address, { ...database, members }, words.length > 0, server)
  return measure(server.address, calls!(members), options)
}

function print(name: string, { note, ...figures }: Figures & Note): void {
  console.log(name.padEnd(42) + columnsOf(figures) + (note ? `   ${note}` : ''))
}

function columnsOf({ requestsPerSecond, p50Ms, p99Ms }: Figures): string {
  const perSecond = requestsPerSecond.toFixed(requestsPerSecond < 100 ? 1 : 0)
  return [perSecond, `${Math.round(p50Ms)} ms`, `${Math.round(p99Ms)} ms`]
    .map((text) => text.padStart(9))
    .join('')
}
