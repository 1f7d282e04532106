import { execFile } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A PostgreSQL server of a test's own, to be stopped and started. */
export interface Cluster {
  url(database: string): string
  start(): Promise<void>
  /** `fast` says goodbye to everyone, `immediate` to no one. */
  stop(mode: 'fast' | 'immediate'): Promise<void>
  remove(): Promise<void>
}

/** Where the newest installed server is, if any. */
export function serverBinaries(): string | undefined {
  return globSync('/usr/lib/postgresql/*/bin')
    .filter((path) => existsSync(join(path, 'initdb')))
    .sort((a, b) => Number(b.split('/')[4]) - Number(a.split('/')[4]))[0]
}

export async function createCluster(binaries: string): Promise<Cluster> {
  const place = mkdtempSync(join(tmpdir(), 'resguardo-cluster-'))
  const directory = join(place, 'data')
  const port = await freePort()
  // The server refuses to run as root.
  const user = userInfo().uid === 0 ? nobody() : undefined
  if (user) chownSync(place, user.uid, user.gid)
  const call = (program: string, ...args: string[]) =>
    run(join(binaries, program), args, {
      cwd: place,
      ...user,
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
    })

  await call('initdb', '-D', directory, '-U', 'root', '--auth=trust', '--no-sync', '-E', 'UTF8')
  const settings = [
    `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${place}`,
    '-c fsync=off -c max_prepared_transactions=1',
  ].join(' ')
  const start = async () => {
    await call('pg_ctl', '-D', directory, '-o', settings, '-l', join(place, 'log'), '-w', 'start')
  }
  const stop = async (mode: string) => {
    await call('pg_ctl', '-D', directory, '-m', mode, '-w', 'stop')
  }
  await start()
  return {
    url: (database) => `postgres://root@127.0.0.1:${port}/${database}`,
    start,
    stop,
    async remove() {
      await stop('immediate').catch(() => {})
      rmSync(place, { recursive: true, force: true })
    },
  }
}

function nobody(): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'))
  const [, , uid, gid] = (line ?? 'nobody:x:65534:65534').split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
