import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { createTokens } from '#http/tokens.ts'
import { newId } from '#kernel/ids.ts'
import type { Plan } from '#kernel/plans.ts'
import type { Role } from '#kernel/roles.ts'
import { createVault } from '#kernel/secrets.ts'
import { type Config, readConfig } from '#src/config.ts'
import { assemble, type Service, type Variations } from '#src/service.ts'
import { type CheckReply, replyChecker } from './contract.ts'
import { cloneDatabase } from './database.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'

export const SECRET = 'a secret of more than thirty-two characters, for tests'

/** The whole service with a private database, for one test file. Closed when the file ends. */
export async function openService(
  env: Record<string, string> = {},
  variations: Variations = {},
): Promise<TestService> {
  const { start } = await openRestartable()
  return start(env, variations)
}

/** A database, a mailbox and a directory with which a service can be started several times, with different variables. */
export async function openRestartable() {
  const [database, mailbox] = await Promise.all([cloneDatabase(), openMailbox()])
  const dataDir = mkdtempSync(join(tmpdir(), 'resguardo-test-'))
  const clock = createClock()
  const services: Service[] = []
  after(async () => {
    for (const { app, queue } of services.slice(1)) {
      await app.close()
      await queue.stop()
    }
    await services[0]?.close()
    await Promise.all([database.drop(), mailbox.close()])
    rmSync(dataDir, { recursive: true, force: true })
  })
  async function start(env: Record<string, string> = {}, variations: Variations = {}): Promise<TestService> {
    const config = readConfig({
      APP_SECRET: SECRET,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      PUBLIC_RATE_LIMIT: '1000000',
      SMTP_URL: mailbox.url,
      PUBLIC_URL: 'https://resguardo.test',
      ...(database.url && { DATABASE_URL: database.url }),
      ...env,
    })
    const service = await assemble(config, database.engine, { now: clock.now, ...variations })
    services.push(service)
    return new TestService(service, mailbox, clock, dataDir, config)
  }
  return { start, database, dataDir, clock }
}

export interface Clock {
  now(): Date
  /** Stops at this instant until it is set again. */
  set(instant: string | Date): void
  advance(ms: number): void
  /** Returns to real time. */
  release(): void
}

function createClock(): Clock {
  let fixed: number | undefined
  return {
    now: () => new Date(fixed ?? Date.now()),
    set(instant) {
      fixed = new Date(instant).getTime()
    },
    advance(ms) {
      fixed = (fixed ?? Date.now()) + ms
    },
    release() {
      fixed = undefined
    },
  }
}

export interface Reply {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  /** The parsed body, or the text if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what they read.
  body: any
  /** `body.data`, which most tests read. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what they read.
  data: any
  raw: Buffer
}

export interface CallOptions {
  headers?: Record<string, string>
  /** Sent as it is, for bodies that are not JSON. */
  payload?: string | Buffer
  /** The client's network address. */
  from?: string
}

/** A caller of the API, with a token, a key or no credential. */
export class Caller {
  readonly service: TestService
  readonly headers: Record<string, string>

  constructor(service: TestService, headers: Record<string, string>) {
    this.service = service
    this.headers = headers
  }

  get = (path: string, options?: CallOptions) => this.call('GET', path, undefined, options)
  post = (path: string, body?: unknown, options?: CallOptions) => this.call('POST', path, body, options)
  put = (path: string, body?: unknown, options?: CallOptions) => this.call('PUT', path, body, options)
  patch = (path: string, body?: unknown, options?: CallOptions) => this.call('PATCH', path, body, options)
  delete = (path: string, options?: CallOptions) => this.call('DELETE', path, undefined, options)

  /** Calls a path of the contract, without /api/v1. */
  async call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    options: CallOptions = {},
  ): Promise<Reply> {
    const url = `/api/v1${path}`
    const payload = options.payload ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await this.service.app.inject({
      method,
      url,
      headers: {
        ...this.headers,
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(payload !== undefined && { payload }),
      ...(options.from !== undefined && { remoteAddress: options.from }),
    })
    const type = String(response.headers['content-type'] ?? '')
    this.service.checkReply(method, url, response.statusCode, type, response.payload)
    const parsed = type.startsWith('application/json') ? JSON.parse(response.payload) : response.payload
    return {
      status: response.statusCode,
      headers: response.headers,
      body: parsed,
      data: parsed?.data,
      raw: response.rawPayload,
    }
  }
}

/** A member of a tenant. */
export class Person extends Caller {
  readonly userId: string
  readonly email: string
  readonly tenantId: string
  readonly slug: string
  readonly role: Role

  constructor(
    service: TestService,
    who: { token: string; userId: string; email: string; tenantId: string; slug: string; role: Role },
  ) {
    super(service, { authorization: `Bearer ${who.token}` })
    this.userId = who.userId
    this.email = who.email
    this.tenantId = who.tenantId
    this.slug = who.slug
    this.role = who.role
  }

  /** Adds a colleague with this role directly. Invitations have tests of their own. */
  async colleague(role: Role, name = `Persona ${role}`): Promise<Person> {
    const { service, tenantId, slug } = this
    const [userId, sessionId, now] = [newId(), newId(), service.clock.now()]
    const email = `${userId}@ejemplo.cl`
    await service.access.asSystem('a test adds a member', async (db) => {
      const stamps = { created_at: now, updated_at: now }
      await db
        .insertInto('users')
        .values({ id: userId, email, name, password_hash: null, ...stamps })
        .execute()
      await db
        .insertInto('memberships')
        .values({ tenant_id: tenantId, user_id: userId, role, status: 'ACTIVE', ...stamps })
        .execute()
      await db
        .insertInto('sessions')
        .values({
          id: sessionId,
          user_id: userId,
          tenant_id: tenantId,
          created_at: now,
          expires_at: new Date(now.getTime() + 1e10),
        })
        .execute()
    })
    const token = service.tokens.sign({ userId, tenantId, sessionId, role }, now)
    return new Person(service, { token, userId, email, tenantId, slug, role })
  }
}

let counter = 0

export class TestService {
  readonly service: Service
  readonly mailbox: Mailbox
  readonly clock: Clock
  readonly dataDir: string
  readonly config: Config
  readonly checkReply: CheckReply
  readonly tokens = createTokens(createVault(SECRET))

  constructor(service: Service, mailbox: Mailbox, clock: Clock, dataDir: string, config: Config) {
    this.service = service
    this.config = config
    this.mailbox = mailbox
    this.clock = clock
    this.dataDir = dataDir
    this.checkReply = replyChecker(service.app)
  }

  get app() {
    return this.service.app
  }

  get access() {
    return this.service.access
  }

  /** A caller without a credential. */
  get anyone(): Caller {
    return new Caller(this, {})
  }

  with(headers: Record<string, string>): Caller {
    return new Caller(this, headers)
  }

  /** Registers an organisation over HTTP and returns its owner. */
  async tenant({ plan = 'ENTERPRISE', name }: { plan?: Plan; name?: string } = {}): Promise<Person> {
    counter += 1
    const email = `owner-${process.pid}-${counter}@ejemplo.cl`
    const reply = await this.anyone.post('/auth/register', {
      email,
      password: 'una-frase-larga',
      name: 'Ana Rojas',
      organizationName: name ?? `Empresa ${counter}`,
      plan,
    })
    if (reply.status !== 201)
      throw new Error(`registration answered ${reply.status}: ${JSON.stringify(reply.body)}`)
    const { access_token: token, user, tenant } = reply.data
    return new Person(this, {
      token,
      userId: user.id,
      email,
      tenantId: tenant.id,
      slug: tenant.slug,
      role: tenant.role,
    })
  }

  /** Runs all jobs that are due. */
  drain(): Promise<number> {
    return this.service.queue.drain(this.service.jobEnv)
  }
}
