import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inspectPhase } from './inspection.ts'
import { Load } from './load.ts'
import type { PartResult, PartScene } from './part.ts'
import { freePort } from './place.ts'
import { find, PGBOUNCER, versionOf } from './programs.ts'

const LOAD_MS = 30_000
const SERVER_SESSIONS = 6
/** The first version of PgBouncer that keeps prepared statements across transactions. */
const FIRST_THAT_KEEPS = [1, 21]

/** The service through PgBouncer in transaction mode, with fewer server sessions than connections. */
export async function poolerPart(scene: PartScene): Promise<PartResult> {
  const path = find(PGBOUNCER)
  if (!path) return { faults: [], notes: [], cannot: 'pgbouncer is not installed' }
  const { place, database, services, shops, rate } = scene
  const version = versionOf(PGBOUNCER, '--version')
  const keeps = isFrom(version)
  const faults: string[] = []
  const notes: string[] = []
  const port = await freePort()
  const users = join(place.directory, 'userlist.txt')
  writeFileSync(users, '"resguardo" "change-this-service"\n', { mode: 0o644 })
  const file = place.configure('pgbouncer.ini', 'pgbouncer.ini', {
    'port=5432': `port=${database.port}`,
    'listen_port = 6432': `listen_port = ${port}`,
    '/etc/pgbouncer/userlist.txt': users,
    'default_pool_size = 20': `default_pool_size = ${SERVER_SESSIONS}`,
    ...(keeps && { '; max_prepared_statements': 'max_prepared_statements' }),
  })
  place.start('pgbouncer', [path, file], { asAccount: true })
  await wait(1000)

  const own = await freePort()
  const started = services.launch('pooled', own, {
    DATABASE_URL: `postgres://resguardo:change-this-service@127.0.0.1:${port}/resguardo`,
    DATABASE_DIRECT_URL: database.url(),
    PUBLIC_URL: `http://127.0.0.1:${own}`,
    LOG_LEVEL: 'warn',
  })
  await services.untilReady(own)
  const said = place
    .log('service.pooled')
    .split('\n')
    .filter((line) => line.includes('sentencias preparadas'))
  if (said.length !== (keeps ? 0 : 1))
    faults.push(`the start said ${said.length} times that statements are not kept`)
  notes.push(...said.map((line) => `the start: ${line.trim()}`))

  const load = new Load(`http://127.0.0.1:${own}`, shops, Math.min(rate, 100))
  const phase = load.phase('pooler')
  await scene.renew()
  load.start()
  await wait(LOAD_MS)
  await load.stop()
  const refused = [...phase.refused].map(([status, count]) => `${status}: ${count}`)
  if (refused.length > 0) faults.push(`refused: ${refused.join(', ')} ${phase.wrong.slice(0, 5).join('; ')}`)
  const found = await inspectPhase(database.superuserUrl(), phase)
  for (const [name, list] of Object.entries(found))
    if (list.length > 0) faults.push(`${name}: ${list.length}`)
  const pooled = place.log('service.pooled')
  if (/prepared statement|LISTEN/.test(pooled)) faults.push('the log tells of prepared statements or LISTEN')
  started.kill('SIGTERM')
  notes.push(
    `PgBouncer ${version}, transaction mode, ${SERVER_SESSIONS} sessions: ${phase.requests} requests, ${refused.length === 0 ? 'none refused' : refused.join(', ')}`,
  )
  if (!keeps)
    notes.push(
      'a version that keeps prepared statements (1.21 or newer): not tried here, none is installed (PGBOUNCER=/path names one)',
    )
  return { faults, notes }
}

function isFrom(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [first = 0, second = 0] = FIRST_THAT_KEEPS
  return major > first || (major === first && minor >= second)
}
