import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type Cluster, createCluster, serverBinaries } from '#test/kit/cluster.ts'
import { type Member, openBenchDatabase } from './database.ts'
import { type Figures, Load } from './load.ts'
import { startServer } from './servers.ts'

/**
 * `npm run bench replicas`: the audit list with no replica, one and two, in turns, over PostgreSQL servers that the bench
 * starts. In the first part all servers share the machine's cores with Node and the load. In the second part each server is
 * behind a connection that takes some milliseconds, so that this delay and not the cores limits a server: it shows how reads
 * spread, not how fast a server is. `npm run bench replicas line` runs only the second part.
 */
const ROUNDS = 3
const SECONDS = 5
const LINE_MS = 100
const REPLICAS = 2

interface Measured extends Figures {
  /** Share of the reads that replicas answered, from 0 to 1. */
  byReplicas: number
  /** Processor time of the primary's processes for one request. */
  primaryMicros: number
  replicaMicros: number
}

const binaries = serverBinaries()
if (!binaries) throw new Error('the programs of a PostgreSQL server are not installed')
const primary = await createCluster(binaries)
process.env['DATABASE_URL'] = primary.url('postgres')
const database = await openBenchDatabase()
const replicas: Cluster[] = []
try {
  for (let n = 0; n < REPLICAS; n += 1) replicas.push(await primary.replicate())
  if (!process.argv.includes('line'))
    await table('as they are', (cluster) => cluster.url('resguardo_bench'), {})
  const lines = new Map<Cluster, string>()
  for (const cluster of [primary, ...replicas]) lines.set(cluster, await slowLine(cluster))
  await table(`each behind a line of ${LINE_MS} ms`, (cluster) => lines.get(cluster)!, {
    DATABASE_READ_MAX_LAG: '500',
  })
} finally {
  for (const cluster of [...replicas, primary]) await cluster.remove()
  await database.drop().catch(() => undefined)
}
process.exit(0)

async function table(
  title: string,
  urlOf: (cluster: Cluster) => string,
  env: Record<string, string>,
): Promise<void> {
  console.log(`\nlist audit log, ${title}, 64 connections, medians of ${ROUNDS} rounds`)
  console.log('replicas    req/s      p50      p99  by replicas  primary/req  replicas/req  req/s of none')
  const counts = Array.from({ length: REPLICAS + 1 }, (_, count) => count)
  const rounds: Measured[][] = counts.map(() => [])
  for (let round = 0; round < ROUNDS; round += 1)
    for (const count of counts) rounds[count]!.push(await measureWith(count, urlOf, env))
  const none = median(rounds[0]!, 'requestsPerSecond')
  for (const count of counts) {
    const of = (key: keyof Measured) => median(rounds[count]!, key)
    const columns = [
      of('requestsPerSecond').toFixed(0).padStart(9),
      `${of('p50Ms').toFixed(0)} ms`.padStart(9),
      `${of('p99Ms').toFixed(0)} ms`.padStart(9),
      of('byReplicas').toFixed(3).padStart(13),
      `${of('primaryMicros').toFixed(0)} us`.padStart(13),
      `${of('replicaMicros').toFixed(0)} us`.padStart(14),
      (of('requestsPerSecond') / none).toFixed(2).padStart(15),
    ]
    console.log(`${count}`.padStart(8) + columns.join(''))
  }
}

async function measureWith(
  count: number,
  urlOf: (cluster: Cluster) => string,
  env: Record<string, string>,
): Promise<Measured> {
  const used = replicas.slice(0, count)
  const server = await startServer('ours', {
    ...database.env,
    ...env,
    DATABASE_URL: urlOf(primary),
    ...(count > 0 && { DATABASE_READ_URLS: used.map(urlOf).join() }),
  })
  const load = new Load(server.address, callsOf(database.members), 64)
  try {
    await load.warmUp(4, 4000, 15)
    const before = await readsOf(server.address)
    const [ofPrimary, ofReplicas] = [microsOf([primary]), microsOf(used)]
    const figures = await load.during(SECONDS)
    const requests = figures.requestsPerSecond * SECONDS
    const primaryMicros = (microsOf([primary]) - ofPrimary) / requests
    const replicaMicros = (microsOf(used) - ofReplicas) / requests
    const after = await readsOf(server.address)
    const [answered, all] = [after.replicas - before.replicas, after.all - before.all]
    return { ...figures, primaryMicros, replicaMicros, byReplicas: all === 0 ? 0 : answered / all }
  } finally {
    load.stop()
    await server.stop()
  }
}

function callsOf(members: readonly Member[]) {
  return members.map(({ token }) => ({
    path: '/api/v1/settings/audit-log?limit=20',
    headers: { authorization: `Bearer ${token}` },
  }))
}

async function readsOf(address: string): Promise<{ all: number; replicas: number }> {
  const text = await (await fetch(`${address}/metrics`)).text()
  const reads = [...text.matchAll(/^resguardo_database_reads_total\{node="(.+?)"\} (\d+)/gm)]
  const sum = (rows: typeof reads) => rows.reduce((total, [, , count]) => total + Number(count), 0)
  return { all: sum(reads), replicas: sum(reads.filter(([, node]) => node !== 'primary')) }
}

/** Processor time of the servers' processes, backends and background processes. */
function microsOf(clusters: readonly Cluster[]): number {
  const ticks = clusters.flatMap((cluster) =>
    cluster.processes().map((pid) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
      return Number(fields[11]) + Number(fields[12])
    }),
  )
  return ticks.reduce((sum, one) => sum + one, 0) * 10_000
}

function median(rounds: readonly Measured[], key: keyof Measured): number {
  return rounds.map((round) => round[key]).toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)]!
}

/** An address of the server that delays its answers. */
async function slowLine(cluster: Cluster): Promise<string> {
  const url = new URL(cluster.url('resguardo_bench'))
  const { port, hostname } = url
  const server = createServer({ noDelay: true }, (socket) => {
    const onward = connect({ port: Number(port), host: hostname, noDelay: true })
    const pass = (from: Socket, to: Socket, ms: number) => {
      from.on('data', (bytes) => setTimeout(() => to.destroyed || to.write(bytes), ms))
      from.on('error', () => undefined)
      from.on('close', () => to.destroy())
    }
    pass(socket, onward, 0)
    pass(onward, socket, LINE_MS)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url.port = String((server.address() as AddressInfo).port)
  return url.href
}
