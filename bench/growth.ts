import { type Member, openBenchDatabase, withNewTokens } from './database.ts'
import {
  ACTIVITIES_OF_ONE,
  CONSENTS_EACH,
  growActivities,
  growConsents,
  makeMonths,
  type Step,
  TENANTS,
} from './growth-seeds.ts'
import { type Call, type Figures, figuresOf } from './load.ts'
import { measure } from './measure.ts'
import { as, post } from './runs.ts'
import { noticeKey, notices } from './seeds.ts'
import { type Server, startServer } from './servers.ts'

/**
 * `npm run bench growth`: the same calls with 1, 10 and 100 % of ten million consents of a thousand organisations, one of
 * which has a hundred thousand activities. `npm run bench growth 5` stops at 5 %. The machine's noise shows in the first
 * line, which touches no row.
 */
const SHARES = [0.01, 0.1, 1]
const ONE_CALLER = { connections: 1, seconds: 6, warmUpSeconds: 2 }
const SEVERAL = { connections: 8, seconds: 6, warmUpSeconds: 2 }
const EXPORTS = 3

const most = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 100) / 100
const shares = [...new Set(SHARES.map((share) => Math.min(share, most)))]

interface Line {
  name: string
  calls(members: readonly Member[]): Call[]
}

const get =
  (path: (member: Member) => string) =>
  (members: readonly Member[]): Call[] =>
    members.map((member) => ({ path: `/api/v1${path(member)}`, headers: as(member) }))
const ofLargest = (path: string) => (members: readonly Member[]) => get(() => path)(members.slice(0, 1))

const DECISION = {
  subjectRef: 'visitante-nuevo',
  decisions: { necessary: true, analytics: true, marketing: false },
}
const WORDS = [
  's17',
  's631',
  'p3 control',
  'p97 control',
  'clientes',
  'gestion pacientes',
  'suc',
  'inexistente',
]

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const LINES: readonly Line[] = [
  { name: 'no row: /health/live', calls: () => [{ path: '/health/live' }] },
  {
    name: 'record a consent',
    calls: (members) =>
      members.map((member) => post(`/api/v1/public/consent/${noticeKey(member)}/record`, DECISION)),
  },
  {
    name: 'list consents of a notice',
    calls: get(({ tenantId }) => `/consent/notices/${tenantId}/records?limit=20`),
  },
  {
    name: 'consents of one person',
    calls: get(() => '/consent/subject-records?subjectRef=visitante-90'),
  },
  {
    // Its last days, which are there with every share: the same answer from more and more rows.
    name: 'statistics of a notice',
    calls: get(({ tenantId }) => `/consent/notices/${tenantId}/stats?from=${daysAgo(5)}&to=${daysAgo(0)}`),
  },
  // As many as there are with the smallest share: a longer answer costs more by itself.
  { name: 'audit log', calls: get(() => '/settings/audit-log?limit=10') },
  { name: 'list activities', calls: ofLargest('/rat/activities?limit=20') },
  {
    name: 'list activities, three filters',
    calls: ofLargest('/rat/activities?status=published&legalBasis=consent&hasSensitiveData=false&limit=20'),
  },
  { name: 'statistics of activities', calls: ofLargest('/rat/stats') },
  {
    name: 'search',
    calls: (members) =>
      WORDS.flatMap((words) => ofLargest(`/search?q=${encodeURIComponent(words)}`)(members)),
  },
  { name: 'compliance score', calls: ofLargest('/governance/compliance-score') },
]

const database = await openBenchDatabase(TENANTS, 0)
if (database.kind !== 'PostgreSQL') throw new Error('bench growth needs a server: set DATABASE_URL')
let failed = false
try {
  await run()
} catch (error) {
  failed = true
  console.error(error)
}
await database.drop()
process.exit(failed ? 1 : 0)

async function run(): Promise<void> {
  await database.seed(async (engine) => {
    await notices(engine, database.members)
    await makeMonths(engine)
  })
  const steps: Map<string, Figures[]>[] = [new Map(), new Map()]
  for (const [at, to] of shares.entries()) {
    await grow({ from: shares[at - 1] ?? 0, to })
    const figures = await measureAll(to)
    console.log([...figures[0]].map(([name, { p50Ms }]) => `  ${name}: ${p50Ms.toFixed(1)} ms`).join('\n'))
    for (const [run, lines] of figures.entries())
      for (const [name, one] of lines) steps[run]!.set(name, [...(steps[run]!.get(name) ?? []), one])
  }
  print('one caller', steps[0]!)
  print('8 callers', steps[1]!)
}

async function grow(step: Step): Promise<void> {
  const from = performance.now()
  await database.seed(async (engine) => {
    await growConsents(engine, database.members, step, (done) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${TENANTS} organisations `)
    })
    await growActivities(engine, database.members[0]!, step)
    await engine.asOwner('vacuum analyze')
    await engine.asOwner('checkpoint')
    const { rows } = await engine.asOwner(
      `select pg_size_pretty(pg_database_size(current_database())) as size`,
    )
    const seconds = ((performance.now() - from) / 1000).toFixed(0)
    console.log(`${step.to * 100} %: ${rows[0]!['size']}, written in ${seconds} s`)
  })
}

/** For one caller, and for eight. */
async function measureAll(share: number): Promise<[Map<string, Figures>, Map<string, Figures>]> {
  const server = await startServer('ours.ts', database.env)
  const [one, several] = [new Map<string, Figures>(), new Map<string, Figures>()]
  try {
    for (const { name, calls } of LINES) {
      const made = calls(withNewTokens(database.members))
      one.set(name, await measure(server.address, made, ONE_CALLER))
      several.set(name, await measure(server.address, made, SEVERAL))
    }
    const rows = Math.round(share * ACTIVITIES_OF_ONE)
    one.set('export of activities, for 1,000 rows', await timeExport(server, rows))
  } finally {
    await server.stop()
  }
  return [one, several]
}

async function timeExport({ address }: Server, rows: number): Promise<Figures> {
  const took: number[] = []
  for (let time = 0; time <= EXPORTS; time += 1) {
    const from = performance.now()
    const reply = await fetch(`${address}/api/v1/governance/export/rat?format=csv`, {
      headers: as(withNewTokens(database.members.slice(0, 1))[0]!),
    })
    if (!reply.ok) throw new Error(`export: ${reply.status} ${await reply.text()}`)
    for await (const _ of reply.body!);
    // The first one compiles.
    if (time > 0) took.push(((performance.now() - from) * 1000) / rows)
  }
  return figuresOf(took, took.reduce((sum, ms) => sum + ms, 0) / 1000)
}

function print(title: string, lines: ReadonlyMap<string, readonly Figures[]>): void {
  const heads = shares.map((share) => `${share * 100} %: p50, p99`.padStart(20))
  console.log(
    `\n${title}, ms; ${TENANTS} x ${CONSENTS_EACH} consents, ${ACTIVITIES_OF_ONE} activities of one`,
  )
  console.log(`${''.padEnd(38)}${heads.join('')}   growth of p50, p99`)
  for (const [name, figures] of lines) {
    const columns = figures.map(({ p50Ms, p99Ms }) => `${p50Ms.toFixed(1)} ${p99Ms.toFixed(1)}`.padStart(20))
    const [first, last] = [figures[0]!, figures.at(-1)!]
    const ratios = [last.p50Ms / first.p50Ms, last.p99Ms / first.p99Ms].map((ratio) => ratio.toFixed(2))
    console.log([name.padEnd(38), ...columns, '   ', ratios.join('  ')].join(''))
  }
}
