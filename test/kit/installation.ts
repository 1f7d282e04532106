import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { cloneDatabase, TEMPLATE_DIRECTORY, TEST_SERVER } from './database.ts'
import { SHORT_LIVED } from './test-process.ts'

/** In long chaos tests (see test/chaos/scale.ts) a service runs for minutes and is measured, so it runs optimised. */
const FLAGS = process.env['RESGUARDO_CHAOS'] === 'long' ? [] : [SHORT_LIVED]
const LAUNCHER = join(import.meta.dirname, '../../bin/resguardo.mjs')

/** An operator's installation, with a data directory and a migrated database, for tests that start real processes. */
export interface Installation {
  dataDir: string
  /** Undefined for the embedded database. */
  databaseUrl: string | undefined
  env: Record<string, string>
}

export async function newInstallation(env: Record<string, string> = {}): Promise<Installation> {
  if (!process.env[TEST_SERVER]) return newEmbeddedInstallation(env)
  const { url, engine, drop } = await cloneDatabase()
  await engine.close()
  after(drop)
  return installationOn(url!, env)
}

/** An installation with a new data directory on an existing database. */
export function installationOn(databaseUrl: string, env: Record<string, string> = {}): Installation {
  const { dataDir, env: common } = emptyDirectory(env)
  return { dataDir, databaseUrl, env: { ...common, DATABASE_URL: databaseUrl } }
}

function emptyDirectory(env: Record<string, string>): Installation {
  const dataDir = mkdtempSync(join(tmpdir(), 'resguardo-installation-'))
  after(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))
  const common = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', PUBLIC_RATE_LIMIT: '100000', ...env }
  return { dataDir, databaseUrl: undefined, env: common }
}

/** On the embedded database, even if the run uses a server. */
export async function newEmbeddedInstallation(env: Record<string, string> = {}): Promise<Installation> {
  const installation = emptyDirectory(env)
  const template = process.env[TEMPLATE_DIRECTORY]
  if (template) cpSync(template, join(installation.dataDir, 'db'), { recursive: true })
  return installation
}

export interface Ended {
  code: number | null
  signal: string | null
  stdout: string
  stderr: string
}

/** Runs a command to its end. */
export async function command(env: Record<string, string>, ...args: string[]): Promise<Ended> {
  return launch(env, args).ended
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what they read.
  body: any
}

export class Running {
  readonly url: string
  readonly child: ChildProcess
  readonly ended: Promise<Ended>

  constructor(url: string, { child, ended }: Launched) {
    this.url = url
    this.child = child
    this.ended = ended
  }

  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
    this.child.kill(signal)
    return this.ended
  }

  async call(method: string, path: string, body?: unknown, token?: string): Promise<Answer> {
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }

  /** Registers an organisation and returns the answer. */
  async register(email: string, organizationName = 'Tienda Sur SpA') {
    const registration = { email, password: 'una-frase-larga', name: 'Ana Rojas', organizationName }
    const reply = await this.call('POST', '/auth/register', registration)
    if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
    return reply.body.data
  }
}

/** Starts the service and waits until it listens. */
export async function startService(
  { env }: Partial<Installation> & Pick<Installation, 'env'>,
  more: Record<string, string> = {},
  flags: readonly string[] = FLAGS,
  launcher = LAUNCHER,
): Promise<Running> {
  const launched = launch({ ...env, ...more }, ['start'], flags, launcher)
  let heard = ''
  const listening = new Promise<string>((resolve) => {
    launched.child.stdout!.on('data', (text) => {
      heard += text
      const address = /escucha en (http:\S+)/.exec(heard)?.[1]
      if (address) resolve(address)
    })
  })
  const failed = launched.ended.then(({ code, signal, stderr }) => {
    throw new Error(`the service ended with ${code ?? signal}: ${stderr}`)
  })
  failed.catch(() => {})
  return new Running(await Promise.race([listening, failed]), launched)
}

interface Launched {
  child: ChildProcess
  ended: Promise<Ended>
}

/** The only variables that a process inherits from the tests. */
export const inherited = Object.fromEntries(
  ['PATH', 'HOME', 'NODE_COMPILE_CACHE'].map((name) => [name, process.env[name] ?? '']),
)

export function launch(
  env: Record<string, string>,
  args: string[],
  flags: readonly string[] = FLAGS,
  launcher = LAUNCHER,
): Launched {
  const child = spawn(process.execPath, [...flags, launcher, ...args], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  after(() => void child.kill('SIGKILL'))
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, stdout, stderr }) as Ended)
  return { child, ended }
}
