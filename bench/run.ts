import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import { type Call, type Figures, measure, measureInTurns } from './measure.ts'
import type { Note } from './runs.ts'
import { choose, SCENARIOS, type Scenario } from './scenarios.ts'

/**
 * `npm run bench [part of a name …]`: a ladder in one run, so that the machine's noise falls on all rungs alike.
 * Read the ratios; the absolute figures are this machine's.
 */
interface Server {
  address: string
  startMs: number
  ask(): Promise<{ residentBytes: number }>
  stop(): Promise<void>
}

async function startServer(file: string, env: Record<string, string>): Promise<Server> {
  const begun = performance.now()
  const child = fork(join(import.meta.dirname, file), { env: { ...process.env, ...env } })
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with code ${code}`)
  })
  gone.catch(() => undefined)
  const [first] = await Promise.race([once(child, 'message'), gone])
  return {
    address: (first as { address: string }).address,
    startMs: performance.now() - begun,
    async ask() {
      child.send('figures')
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

const words = process.argv.slice(2)
const chosen = choose(words)
if (chosen.length === 0) {
  console.error(`No scenario has that in its name:\n${SCENARIOS.map(({ name }) => name).join('\n')}`)
  process.exit(1)
}
const database = await openBenchDatabase()
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
  console.log(
    `${database.kind}, ${database.members.length} tenants x ${database.rowsPerTenant} rows, 64 connections\n`,
  )
  await seed(database)
  console.log('                                           req/s      p50      p99   ratio to bare list')

  const bare = await startServer('bare.ts', database.env)
  const rungs = await climbBare(bare, database)
  // The embedded database belongs to one process at a time.
  if (database.kind === 'embedded') await bare.stop()

  const ours = await startServer('ours.ts', database.env)
  try {
    for (const scenario of chosen) {
      const beside = database.kind === 'PostgreSQL' ? bareCalls(scenario, database) : undefined
      if (scenario.calls && beside) {
        const [own, base] = await measureInTurns(
          { base: ours.address, calls: scenario.calls(database.members) },
          { base: bare.address, calls: beside },
          scenario.options,
        )
        print(scenario.name, { ...own, ...noteOf(scenario) }, base)
      } else {
        print(scenario.name, await runOne(scenario, ours, database), rungs.get(scenario) ?? rungs.get('list'))
      }
    }
    const { residentBytes } = await ours.ask()
    console.log(
      `\nstart-up ${Math.round(ours.startMs)} ms, resident memory after load ${Math.round(residentBytes / 2 ** 20)} MiB`,
    )
  } finally {
    await Promise.all([ours.stop(), bare.stop()])
  }
}

/** What the bare server does for the same end: the scenario's own rung, or the list. */
function bareCalls({ bare, inTurns }: Scenario, { members }: BenchDatabase): readonly Call[] | undefined {
  if (bare) return bare.calls(members)
  return inTurns ? listCalls(members) : undefined
}

function listCalls(members: BenchDatabase['members']): Call[] {
  return members.map(({ tenantId }) => ({ path: `/list/${tenantId}` }))
}

function noteOf({ bare }: Scenario): Note {
  return bare ? { note: `ratio to «${bare.name}»` } : {}
}

/** Only what was chosen, and what several need once. */
async function seed({ members, seed }: BenchDatabase): Promise<void> {
  const seeds = new Set(chosen.flatMap(({ seeds = [] }) => seeds))
  if (seeds.size === 0) return
  await seed(async (engine) => {
    for (const plant of seeds) await plant(engine, members)
    await engine.asOwner('vacuum analyze')
  })
}

async function climbBare({ address }: Server, { members }: BenchDatabase) {
  const rungs = new Map<Scenario | 'list', Figures>()
  print('bare Fastify hello', await measure(address, [{ path: '/hello' }]))
  const yardstick = await measure(address, listCalls(members))
  print('bare Fastify + list + count', yardstick, yardstick)
  rungs.set('list', yardstick)
  for (const scenario of chosen) {
    if (!scenario.bare) continue
    const figures = await measure(address, scenario.bare.calls(members), scenario.options)
    print(scenario.bare.name, figures, yardstick)
    rungs.set(scenario, figures)
  }
  return rungs
}

async function runOne(
  scenario: Scenario,
  { address }: Server,
  database: BenchDatabase,
): Promise<Figures & Note> {
  const { calls, options, run } = scenario
  if (run) return run(address, database, words.length > 0)
  return { ...(await measure(address, calls!(database.members), options)), ...noteOf(scenario) }
}

function print(
  name: string,
  { requestsPerSecond, p50Ms, p99Ms, note }: Figures & Note,
  base?: Figures,
): void {
  const ratio = base ? (requestsPerSecond / base.requestsPerSecond).toFixed(2) : ''
  const columns = [
    requestsPerSecond.toFixed(requestsPerSecond < 100 ? 1 : 0).padStart(9),
    `${p50Ms} ms`.padStart(9),
    `${p99Ms} ms`.padStart(9),
    ratio.padStart(8),
  ]
  console.log(name.padEnd(40) + columns.join('') + (note ? `   ${note}` : ''))
}
