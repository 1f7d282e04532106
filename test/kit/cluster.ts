import { execFile } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A PostgreSQL server that the test can stop and start. */
export interface Cluster {
  url(database: string): string
  start(): Promise<void>
  /** `fast` closes connections properly. `immediate` does not. */
  stop(mode: 'fast' | 'immediate'): Promise<void>
  /** A streaming standby of this server. */
  replicate(): Promise<Cluster>
  /** The server's process and its children. */
  processes(): number[]
  /** Makes a standby the primary. */
  promote(): Promise<void>
  /** Suspends its processes until `goOn`. Connections stay open. */
  freeze(): void
  goOn(): void
  remove(): Promise<void>
}

/** The newest installed server, if there is one. */
export function serverBinaries(): string | undefined {
  return globSync('/usr/lib/postgresql/*/bin')
    .filter((path) => existsSync(join(path, 'initdb')))
    .sort((a, b) => Number(b.split('/')[4]) - Number(a.split('/')[4]))[0]
}

export async function createCluster(binaries: string): Promise<Cluster> {
  return startCluster(binaries, (call, directory) =>
    call('initdb', '-D', directory, '-U', 'root', '--auth=trust', '--no-sync', '-E', 'UTF8'),
  )
}

type Call = (program: string, ...args: string[]) => Promise<unknown>

async function startCluster(
  binaries: string,
  fill: (call: Call, directory: string) => Promise<unknown>,
): Promise<Cluster> {
  const place = mkdtempSync(join(tmpdir(), 'resguardo-cluster-'))
  const directory = join(place, 'data')
  const port = await freePort()
  // The server refuses to run as root.
  const user = userInfo().uid === 0 ? nobody() : undefined
  if (user) chownSync(place, user.uid, user.gid)
  const call: Call = (program, ...args) =>
    run(join(binaries, program), args, {
      cwd: place,
      ...user,
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
    })

  await fill(call, directory)
  const settings = [
    `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${place}`,
    '-c fsync=off -c max_prepared_transactions=1 -c wal_keep_size=256MB',
  ].join(' ')
  const start = async () => {
    await call('pg_ctl', '-D', directory, '-o', settings, '-l', join(place, 'log'), '-w', 'start')
  }
  const stop = async (mode: string) => {
    await call('pg_ctl', '-D', directory, '-m', mode, '-w', 'stop')
  }
  const url = (database: string) => `postgres://root@127.0.0.1:${port}/${database}`
  const processes = () => {
    const [first] = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')
    const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').split(' ').filter(Boolean)
    return [first, ...children].map(Number)
  }
  const signal = (name: NodeJS.Signals) => {
    for (const pid of processes()) process.kill(pid, name)
  }
  await start()
  return {
    url,
    start,
    stop,
    replicate: () =>
      startCluster(binaries, (onCopy, copy) =>
        onCopy('pg_basebackup', '-D', copy, '-d', url('postgres'), '-R', '-X', 'stream', '-c', 'fast', '-N'),
      ),
    processes,
    promote: async () => void (await call('pg_ctl', '-D', directory, '-w', 'promote')),
    freeze: () => signal('SIGSTOP'),
    goOn: () => signal('SIGCONT'),
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
