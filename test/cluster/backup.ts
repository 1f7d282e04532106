import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { serverBinaries } from '../kit/cluster.ts'
import { inspectPhase } from './inspection.ts'
import { Load, type Phase } from './load.ts'
import type { PartResult, PartScene } from './part.ts'
import { freePort, until } from './place.ts'
import { find } from './programs.ts'

const ROOT = join(import.meta.dirname, '../..')
const LOAD_MS = 10_000
/** Heads of the chain are made within a minute. Until then the newest rows are not chained. */
const SEALED_MS = 70_000

/** Takes a full backup, writes, notes a moment, and writes more. Restores to that moment and verifies the evidence. */
export async function backupPart(scene: PartScene): Promise<PartResult> {
  if (!find('pgbackrest')) return { faults: [], notes: [], cannot: 'pgbackrest is not installed' }
  const { database, place, services, shops, say } = scene
  const faults: string[] = []
  const notes: string[] = []
  await scene.renew()
  const primary = await database.primary()
  const started = performance.now()
  database.backup(primary, '--type=full', 'backup')
  say(`full backup after ${seconds(started)} s`)

  const before = await loadFor(scene, 'before the moment')
  await wait(SEALED_MS)
  const [{ moment }] = (await query(database.superuserUrl(), 'select clock_timestamp()::text as moment')) as [
    { moment: string },
  ]
  await wait(1500)
  const later = await loadFor(scene, 'after the moment')
  await wait(SEALED_MS)
  const slug = await slugOf(database.superuserUrl(), shops[0]!.tenantId)
  const heads = await (await fetch(`${services.url}/api/v1/public/evidence/${slug}/heads`)).text()
  const headsFile = join(place.directory, 'heads.json')
  writeFileSync(headsFile, heads)
  // The last writes are archived once the server has switched to its next WAL file.
  const [{ file }] = (await query(
    database.superuserUrl(),
    'select pg_walfile_name(pg_switch_wal()) as file',
  )) as [{ file: string }]
  await until('the archive has everything', 90, async () => {
    const [row] = await query(database.superuserUrl(), 'select last_archived_wal from pg_stat_archiver')
    return String(row?.['last_archived_wal']) >= file
  })

  const data = place.makeDirectory('restored')
  const restoring = performance.now()
  database.backup(
    primary,
    `--pg1-path=${data}`,
    '--type=time',
    `--target=${moment}`,
    '--target-action=promote',
    'restore',
  )
  const port = await freePort()
  const flags = [
    '-D',
    data,
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    `unix_socket_directories=${place.makeDirectory('restored-socket')}`,
    '-c',
    'archive_mode=off',
    '-c',
    'synchronous_standby_names=',
    '-c',
    `hba_file=${hbaFile(scene)}`,
  ]
  place.start('restored', [join(serverBinaries()!, 'postgres'), ...flags], {
    asAccount: true,
    env: { PGBACKREST_CONFIG: join(place.directory, primary.machine.name, 'pgbackrest.conf') },
  })
  const url = `postgres://postgres@127.0.0.1:${port}/resguardo`
  await until('the restored server', 120, async () => {
    const [row] = await query(url, 'select pg_is_in_recovery() as waiting').catch(() => [])
    return row?.['waiting'] === false
  })
  say(`restored to ${moment} after ${seconds(restoring)} s`)

  const found = await inspectPhase(url, before)
  if (found.lost.length > 0) faults.push(`written before the moment and not restored: ${found.lost.length}`)
  if (found.twice.length > 0) faults.push(`twice after the restore: ${found.twice.length}`)
  const after = await inspectPhase(url, later)
  if (after.lost.length !== later.acknowledged.length)
    faults.push(
      `written after the moment and there all the same: ${later.acknowledged.length - after.lost.length}`,
    )
  notes.push(
    `${before.acknowledged.length} writes before the moment: all there; ${later.acknowledged.length} after it: none`,
  )

  const env = { ...services.env, DATABASE_URL: url, PATH: process.env['PATH'] ?? '' }
  const verify = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(ROOT, 'bin/resguardo.mjs'), 'evidence', 'verify', ...args],
      { env, encoding: 'utf8' },
    )
    return { status, text: `${stdout}${stderr}`.trim() }
  }
  const whole = verify()
  if (whole.status !== 0) faults.push(`the evidence does not verify to the moment: ${whole.text}`)
  else
    notes.push(
      `evidence verify: ${whole.text.split('\n').length} organisations whole; ${whole.text.split('\n')[0]}`,
    )
  const gap = verify('--tenant', slug, '--heads', headsFile)
  if (gap.status !== 1) faults.push(`heads published after the moment go unnoticed: ${gap.text}`)
  notes.push(`with the heads that were published later: ${gap.text}`)
  return { faults, notes }
}

/** Lets the owner of the database sign in without a password, from this machine only. */
function hbaFile({ place }: PartScene): string {
  const file = join(place.directory, 'restored_hba.conf')
  writeFileSync(file, 'host all all 127.0.0.1/32 trust\n')
  return file
}

async function loadFor({ services, shops, rate }: PartScene, name: string): Promise<Phase> {
  const load = new Load(services.url, shops, Math.min(rate, 100))
  const phase = load.phase(name)
  load.start()
  await wait(LOAD_MS)
  await load.stop()
  return phase
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function slugOf(url: string, tenantId: string): Promise<string> {
  const [row] = await query(url, `select slug from tenants where id = '${tenantId}'`)
  return String(row?.['slug'])
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}
