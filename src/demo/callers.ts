import { after, DAY_MS, MINUTE_MS } from '#kernel/dates.ts'
import type { Story } from './story.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH'

export interface Made {
  id: string
}

interface Sent {
  headers?: Record<string, string>
  payload?: string
}

/** Whoever calls the interface; without a credential, a visitor of the company's sites. */
export class Caller {
  protected readonly story: Story

  constructor(story: Story) {
    this.story = story
  }

  get = <T = Made>(path: string) => this.send<T>('GET', path)
  post = <T = Made>(path: string, body?: object) => this.#json<T>('POST', path, body)
  put = <T = Made>(path: string, body: object) => this.#json<T>('PUT', path, body)
  patch = <T = Made>(path: string, body: object) => this.#json<T>('PATCH', path, body)

  /** The `data` of the answer. A refusal is a fault of the story and ends it. */
  async send<T>(method: Method, path: string, { headers = {}, payload }: Sent = {}): Promise<T> {
    const credential = await this.credential()
    this.story.clock.tick()
    const reply = await this.story.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { ...credential, ...headers },
      ...(payload !== undefined && { payload }),
    })
    if (reply.statusCode >= 300) throw new Refused(method, path, reply.statusCode, reply.payload)
    return reply.json().data
  }

  #json<T>(method: Method, path: string, body: object | undefined): Promise<T> {
    if (!body) return this.send<T>(method, path)
    const headers = { 'content-type': 'application/json' }
    return this.send<T>(method, path, { headers, payload: JSON.stringify(body) })
  }

  protected async credential(): Promise<Record<string, string>> {
    return {}
  }
}

export class Refused extends Error {
  readonly path: string
  readonly status: number
  constructor(method: Method, path: string, status: number, payload: string) {
    super(`${method} ${path}: ${status} ${payload}`)
    this.path = path
    this.status = status
  }
}

export interface SignedIn {
  access_token: string
  refresh_token: string
  user: Made
  tenant: { id: string; slug: string }
}

/** Shorter than the tokens live: 15 minutes and 30 days. */
const ACCESS_LASTS_MS = 10 * MINUTE_MS
const REFRESH_LASTS_MS = 29 * DAY_MS

/** A member of the organisation, who stays signed in while the weeks go by. */
export class Member extends Caller {
  readonly userId: string
  readonly #door: Caller
  readonly #account: { email: string; password: string }
  #tokens: Pick<SignedIn, 'access_token' | 'refresh_token'>
  #since: Date

  constructor(story: Story, account: { email: string; password: string }, signedIn: SignedIn) {
    super(story)
    this.userId = signedIn.user.id
    this.#door = new Caller(story)
    this.#account = account
    this.#tokens = signedIn
    this.#since = story.clock.now()
  }

  protected override async credential(): Promise<Record<string, string>> {
    const now = this.story.clock.now()
    if (now >= after(this.#since, ACCESS_LASTS_MS)) {
      const { refresh_token } = this.#tokens
      this.#tokens =
        now < after(this.#since, REFRESH_LASTS_MS)
          ? await this.#door.post<SignedIn>('/auth/refresh', { refresh_token })
          : await this.#door.post<SignedIn>('/auth/login', this.#account)
      this.#since = now
    }
    return { authorization: `Bearer ${this.#tokens.access_token}` }
  }
}
