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
import { type Call, type Figures, figuresOf, Load } from './load.ts'
import { inTurns, measure } from './measure.ts'
import { as, post } from './runs.ts'
import { noticeKey, notices } from './seeds.ts'
import { type Server, startServer } from './servers.ts'

/**
 * `npm run bench growth`: the same calls with 1, 10 and 100 % of ten million consents of a thousand organisations, one of
 * which has a hundred thousand activities. `npm run bench growth 5` stops at 5 %. Each share is a database of its own with its
 * own process. They take turns line by line, so that the machine's noise affects all alike. The first line, which touches no
 * row, shows the remaining noise.
 */
const SHARES = [0.01, 0.1, 1]
const CALLERS = [1, 8]
const ROUNDS = 3
const SECONDS = 2.5
/** Before each turn: brings back the pages that the other shares' turns displaced from the cache. */
const TURN_WARM_UP_SECONDS = 1
/** Before the turns of a line: lets V8 compile the path. */
const LINE_WARM_UP = { connections: 8, warmUpSeconds: 2, seconds: 0.2 }
const EXPORTS = 2

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
    // The last days exist with every share, so the answer is the same while the rows grow.
    name: 'statistics of a notice',
    calls: get(({ tenantId }) => `/consent/notices/${tenantId}/stats?from=${daysAgo(5)}&to=${daysAgo(0)}`),
  },
  // As many as the smallest share has: a longer answer would take longer by itself.
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

interface Grown {
  share: number
  env: Record<string, string>
}

async function run(): Promise<void> {
  await database.seed(async (engine) => {
    await notices(engine, database.members)
    await makeMonths(engine)
  })
  const grown: Grown[] = []
  for (const [at, share] of shares.entries()) {
    await grow({ from: shares[at - 1] ?? 0, to: share })
    const isLast = at === shares.length - 1
    grown.push({ share, env: isLast ? database.env : await database.copy(`at_${at}`) })
  }
  const servers: (Server & { share: number })[] = []
  try {
    for (const { share, env } of grown) servers.push({ share, ...(await startServer('ours', env)) })
    const byCallers = CALLERS.map(() => new Map<string, Figures[]>())
    for (const { name, calls } of LINES) {
      const makeCalls = () => calls(withNewTokens(database.members))
      for (const { address } of servers) await measure(address, makeCalls(), LINE_WARM_UP)
      for (const [at, connections] of CALLERS.entries()) {
        const figures = await inTurns(servers, ROUNDS, ({ address }) =>
          measureTurn(address, makeCalls(), connections),
        )
        byCallers[at]!.set(name, figures)
        console.log(`  ${connections} ${name}: ${figures.map(({ p50Ms }) => p50Ms.toFixed(2)).join(', ')} ms`)
      }
    }
    byCallers[0]!.set(
      'export of activities, for 1,000 rows',
      await inTurns(servers, ROUNDS, (server) =>
        timeExport(server, Math.round(server.share * ACTIVITIES_OF_ONE)),
      ),
    )
    for (const [at, callers] of CALLERS.entries()) print(`${callers} at a time`, byCallers[at]!)
  } finally {
    for (const server of servers) await server.stop()
  }
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

async function measureTurn(address: string, calls: readonly Call[], connections: number): Promise<Figures> {
  const load = new Load(address, calls, connections)
  try {
    await load.warmUp(TURN_WARM_UP_SECONDS, 0, TURN_WARM_UP_SECONDS)
    return await load.during(SECONDS)
  } finally {
    load.stop()
  }
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
    // The first call only warms up the compiler.
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
