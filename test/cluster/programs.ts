import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { serverBinaries } from '../kit/cluster.ts'
import { PATH } from './place.ts'

/** The programs of a run, by Debian package. */
const NEEDED: Readonly<Record<string, string>> = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  'redis-server': 'redis-server',
}

/** Needed by one part only. Without it that part is skipped. */
export const PGBOUNCER = process.env['PGBOUNCER'] ?? 'pgbouncer'

export function find(program: string): string | undefined {
  if (program.includes('/')) return existsSync(program) ? program : undefined
  return PATH.split(delimiter)
    .map((directory) => join(directory, program))
    .find((path) => existsSync(path))
}

/** Required packages that are not installed. */
export function missingPackages(): string[] {
  const missing = Object.entries(NEEDED).flatMap(([program, name]) => (find(program) ? [] : [name]))
  return serverBinaries() ? missing : ['postgresql', ...missing]
}

/** The version that a program reports. */
export function versionOf(program: string, ...args: string[]): string {
  const path = find(program)
  if (!path) return 'absent'
  const { stdout, stderr } = spawnSync(path, args, { encoding: 'utf8' })
  return /\d+\.\d+(\.\d+)?/.exec(`${stdout}${stderr}`)?.[0] ?? 'unknown'
}

export function describePrograms(): string {
  const postgres = execFileSync(join(serverBinaries()!, 'postgres'), ['--version'], { encoding: 'utf8' })
  return [
    `PostgreSQL ${/\d+\.\d+/.exec(postgres)?.[0]}`,
    `Patroni ${versionOf('patroni', '--version')}`,
    `etcd ${versionOf('etcd', '--version')}`,
    `HAProxy ${versionOf('haproxy', '-v')}`,
    `Redis ${versionOf('redis-server', '--version')}`,
    `PgBouncer ${versionOf(PGBOUNCER, '--version')}`,
    `pgBackRest ${versionOf('pgbackrest', 'version')}`,
  ].join(', ')
}
