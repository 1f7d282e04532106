import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const CONFIGURATION = join(import.meta.dirname, '../../deploy/cluster')

export interface Account {
  uid: number
  gid: number
  name: string
}

/** A machine of the cluster: a network namespace, or a loopback address if there are no namespaces. */
export interface Machine {
  name: string
  address: string
  /** Undefined without namespaces. Such a machine cannot be disconnected. */
  namespace: string | undefined
}

/**
 * Everything of a run: a directory, its processes and a network. `sweep.sh` removes all of it when the run ends, even if it
 * is killed.
 */
export class Place {
  readonly directory: string
  /** Name of the bridge, and prefix of the namespaces. */
  readonly net: string
  /** The account of the database, because PostgreSQL refuses to run as root. */
  readonly account: Account
  readonly hasNamespaces: boolean
  readonly #sweeper: ChildProcess
  /** Each run has its own network, so two can run at once. */
  readonly subnet = `10.213.${process.pid % 256}`
  #nextMachine = 11

  constructor({ namespaces }: { namespaces: boolean }) {
    this.directory = mkdtempSync(join(tmpdir(), 'resguardo-machines-'))
    chmodSync(this.directory, 0o755)
    this.net = `rsg${process.pid}`
    this.account = accountFor()
    this.#sweeper = spawn(join(import.meta.dirname, 'sweep.sh'), [this.directory, this.net], {
      stdio: ['pipe', 'ignore', 'inherit'],
      detached: true,
      cwd: '/',
    })
    this.hasNamespaces = namespaces && this.#makeBridge()
  }

  #makeBridge(): boolean {
    if (process.getuid?.() !== 0) return false
    try {
      ip('link', 'add', this.net, 'type', 'bridge')
      ip('addr', 'add', `${this.subnet}.1/24`, 'dev', this.net)
      ip('link', 'set', this.net, 'up')
      return true
    } catch {
      return false
    }
  }

  machine(name: string): Machine {
    const number = this.#nextMachine++
    if (!this.hasNamespaces) return { name, address: `127.0.0.${number}`, namespace: undefined }
    const namespace = `${this.net}-${name}`
    const address = `${this.subnet}.${number}`
    const cable = this.#cable(name)
    ip('netns', 'add', namespace)
    ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
    ip('link', 'set', cable, 'master', this.net, 'up')
    ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
    ip('-n', namespace, 'link', 'set', 'eth0', 'up')
    ip('-n', namespace, 'link', 'set', 'lo', 'up')
    return { name, address, namespace }
  }

  #cable(name: string): string {
    return `${this.net}${name}`.slice(0, 15)
  }

  /** Disconnects a machine or connects it again. */
  plug(machine: Machine, plugged: boolean): void {
    ip('link', 'set', this.#cable(machine.name), plugged ? 'up' : 'down')
  }

  /** A directory owned by the database's account. */
  makeDirectory(...names: string[]): string {
    const path = join(this.directory, ...names)
    mkdirSync(path, { recursive: true, mode: 0o700 })
    if (process.getuid?.() === 0) chownSync(path, this.account.uid, this.account.gid)
    return path
  }

  /**
   * Copies a file of `deploy/cluster` with this run's values in place of the example's, as an operator would. Fails if the
   * file lacks one of the values.
   */
  configure(file: string, target: string, values: Readonly<Record<string, string>>): string {
    let text = readFileSync(join(CONFIGURATION, file), 'utf8')
    for (const [example, value] of Object.entries(values)) {
      if (!text.includes(example)) throw new Error(`deploy/cluster/${file} does not say «${example}»`)
      text = text.replaceAll(example, value)
    }
    const path = join(this.directory, target)
    writeFileSync(path, text)
    if (process.getuid?.() === 0) chownSync(path, this.account.uid, this.account.gid)
    return path
  }

  /** Starts a program with its output in a file. Optionally on a machine, or as the database's account. */
  start(
    name: string,
    [program, ...args]: readonly [string, ...string[]],
    { on, asAccount = false, env = {} }: { on?: Machine; asAccount?: boolean; env?: NodeJS.ProcessEnv } = {},
  ): ChildProcess {
    const log = openSync(join(this.directory, `${name}.log`), 'a')
    const [command, ...rest] = this.#command(program, args, on, asAccount)
    return spawn(command!, rest, {
      stdio: ['ignore', log, log],
      detached: true,
      cwd: this.directory,
      env: { PATH: PATH, HOME: this.directory, LC_ALL: 'C.UTF-8', ...env },
    })
  }

  /** Runs a program to its end and returns its output. */
  run(
    [program, ...args]: readonly [string, ...string[]],
    { on, asAccount = false, env = {} }: { on?: Machine; asAccount?: boolean; env?: NodeJS.ProcessEnv } = {},
  ): string {
    const [command, ...rest] = this.#command(program, args, on, asAccount)
    return execFileSync(command!, rest, {
      cwd: this.directory,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: PATH, HOME: this.directory, LC_ALL: 'C.UTF-8', ...env },
    })
  }

  #command(program: string, args: readonly string[], on: Machine | undefined, asAccount: boolean): string[] {
    const { uid, gid } = this.account
    const isRoot = process.getuid?.() === 0
    return [
      // The database has priority, as if its machines had cores of their own.
      ...(on && isRoot ? ['nice', '-n', '-10'] : []),
      ...(on?.namespace ? ['ip', 'netns', 'exec', on.namespace] : []),
      ...(asAccount && isRoot ? ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'] : []),
      program,
      ...args,
    ]
  }

  log(name: string): string {
    const file = join(this.directory, `${name}.log`)
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }

  /** Copies all logs, to read after the run. */
  copyLogs(target: string): void {
    mkdirSync(target, { recursive: true })
    for (const file of readdirSync(this.directory))
      if (file.endsWith('.log')) copyFileSync(join(this.directory, file), join(target, file))
  }

  /** Removes everything. Resolves when nothing is left. */
  async remove(): Promise<void> {
    const gone = once(this.#sweeper, 'exit')
    this.#sweeper.stdin!.end()
    await gone
  }
}

/** Debian keeps some of these programs in folders for root. */
export const PATH = `${process.env['PATH']}:/usr/sbin:/sbin:/usr/local/sbin`

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'], env: { PATH } })
}

function accountFor(): Account {
  if (process.getuid?.() !== 0) return { uid: process.getuid!(), gid: process.getgid!(), name: 'postgres' }
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  const line = lines.find((entry) => entry.startsWith('postgres:')) ?? 'nobody:x:65534:65534'
  const [name, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid), name: name! }
}

const given = new Set<number>()

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  if (given.has(port)) return freePort()
  given.add(port)
  return port
}

/** Waits until something holds, or fails with its description. */
export async function until(
  what: string,
  seconds: number,
  holds: () => boolean | Promise<boolean>,
  everyMs = 100,
): Promise<void> {
  for (const end = performance.now() + seconds * 1000; ; ) {
    if (await holds()) return
    if (performance.now() > end) throw new Error(`${what}: not within ${seconds} s`)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}
