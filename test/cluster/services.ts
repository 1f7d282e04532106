import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { START_FLAGS } from '#test/kit/start-flags.ts'
import type { DatabaseCluster } from './database.ts'
import { freePort, type Place, until } from './place.ts'

const ROOT = join(import.meta.dirname, '../..')
const EXAMPLES = { one: '10.20.0.21:3000', two: '10.20.0.22:3000', three: '10.20.0.23:3000' } as const

/** A process of the service. */
export interface ServiceProcess {
  name: string
  port: number
  child: ChildProcess
}

/** Three processes of the service behind HAProxy, with a shared Redis. */
export class Services {
  readonly url: string
  readonly processes: ServiceProcess[] = []
  /** The folder of the version that the next process runs. */
  root = ROOT
  readonly #place: Place
  readonly #env: Record<string, string>
  readonly #redisFile: string
  #redis: ChildProcess

  private constructor(place: Place, url: string, env: Record<string, string>, redisFile: string) {
    this.#place = place
    this.url = url
    this.#env = env
    this.#redisFile = redisFile
    this.#redis = this.#startRedis()
  }

  static async start(
    place: Place,
    database: DatabaseCluster,
    more: Readonly<Record<string, string>>,
  ): Promise<Services> {
    const [redisPort, balancerPort] = [await freePort(), await freePort()]
    const url = `http://127.0.0.1:${balancerPort}`
    const redisFile = place.configure('redis.conf', 'redis.conf', {
      'bind 10.20.0.31': 'bind 127.0.0.1',
      'port 6379': `port ${redisPort}`,
    })
    const file = place.configure('resguardo.env', 'resguardo.env', {
      '127.0.0.1:5432': `127.0.0.1:${database.port}`,
      '10.20.0.31:6379': `127.0.0.1:${redisPort}`,
      'https://privacidad.example.cl': url,
      '10.20.0.0/24': '127.0.0.1',
    })
    const env = {
      ...readEnv(file),
      DATA_DIR: join(place.directory, 'files'),
      DEFAULT_PLAN: 'ENTERPRISE',
      PUBLIC_RATE_LIMIT: '1000000',
      LOG_LEVEL: 'error',
      ...more,
    }
    const services = new Services(place, url, env, redisFile)
    const names = Object.keys(EXAMPLES) as (keyof typeof EXAMPLES)[]
    const ports = await Promise.all(names.map(() => freePort()))
    // One after the other, because the first one migrates and two cores are few.
    for (const [at, name] of names.entries()) {
      const port = ports[at]!
      services.processes.push({ name, port, child: services.launch(name, port) })
      await services.untilReady(port)
    }
    place.configure('haproxy-service.cfg', 'haproxy-service.cfg', {
      '127.0.0.1:8080': `127.0.0.1:${balancerPort}`,
      ...Object.fromEntries(names.map((name, at) => [EXAMPLES[name], `127.0.0.1:${ports[at]}`])),
    })
    place.start('haproxy-service', ['haproxy', '-db', '-f', join(place.directory, 'haproxy-service.cfg')])
    await until('the balancer', 20, () => answers(`${url}/health/ready`))
    return services
  }

  launch(name: string, port: number, more: Readonly<Record<string, string>> = {}): ChildProcess {
    const program = [...START_FLAGS, join(this.root, 'bin/resguardo.mjs'), 'start']
    return this.#place.start(`service.${name}`, [process.execPath, ...program], {
      env: { ...this.#env, ...more, PORT: String(port) },
    })
  }

  get env(): Readonly<Record<string, string>> {
    return this.#env
  }

  async untilReady(port: number): Promise<void> {
    await until(`the service on port ${port}`, 90, () => answers(`http://127.0.0.1:${port}/health/ready`))
  }

  /** Sends SIGTERM, waits, and starts another process in its place. Returns the exit code of the old one. */
  async restart(one: ServiceProcess): Promise<number | null> {
    const ended = once(one.child, 'exit') as Promise<[number | null]>
    one.child.kill('SIGTERM')
    const [code] = await ended
    one.child = this.launch(one.name, one.port)
    await this.untilReady(one.port)
    return code
  }

  /** Names of the processes that ended unexpectedly. */
  ended(): string[] {
    return this.processes
      .filter(({ child }) => child.exitCode !== null || child.signalCode !== null)
      .map(({ name }) => name)
  }

  #startRedis(): ChildProcess {
    return this.#place.start('redis', ['redis-server', this.#redisFile])
  }

  killRedis(): void {
    this.#redis.kill('SIGKILL')
  }

  startRedis(): void {
    this.#redis = this.#startRedis()
  }
}

function readEnv(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(3000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}
