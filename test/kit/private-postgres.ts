import { execFileSync } from 'node:child_process'
import { chownSync, globSync, mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** Does not wait for the disk, because it need not survive a power failure. */
const HASTE = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'max_wal_size=4GB',
  'wal_level=minimal',
  'max_wal_senders=0',
  // Databases live only for seconds.
  'autovacuum=off',
]
/** Debian's account for processes that own nothing, because the server refuses to run as root. */
const NOBODY = 65534

export interface PrivatePostgres {
  url: string
  stop(): void
}

/** A PostgreSQL server for one run, if PostgreSQL is installed. */
export async function startPostgres(parent: string): Promise<PrivatePostgres | undefined> {
  const binaries = globSync('/usr/lib/postgresql/*/bin/initdb').map((file) => join(file, '..'))
  const newest = binaries.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1)
  if (newest === undefined) return undefined
  const directory = join(parent, 'postgres')
  mkdirSync(directory)
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(directory, NOBODY, NOBODY)
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(newest, program), args, {
      cwd: directory,
      // The server would keep inherited pipes open for as long as it runs.
      stdio: 'ignore',
      ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    })
  const port = await freePort()
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${directory}`,
    ...HASTE,
  ]
  const options = settings.map((setting) => `-c ${setting}`).join(' ')
  run('initdb', '-D', 'data', '-U', 'root', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8')
  run('pg_ctl', '-D', 'data', '-w', '-l', 'log', '-o', options, 'start')
  return {
    url: `postgres://root@127.0.0.1:${port}/postgres`,
    stop() {
      run('pg_ctl', '-D', 'data', '-m', 'immediate', '-w', 'stop')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
