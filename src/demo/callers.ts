import { type AnyInput, Resguardo, ResguardoError, type Settings } from '#client'
import { after, DAY_MS } from '#kernel/dates.ts'

export interface Made {
  id: string
}

type Method = Parameters<Resguardo['call']>[0]

/** A caller of the API. Without a credential it is a visitor of the company's sites. */
export class Caller {
  protected readonly client: Resguardo

  constructor(settings: Omit<Settings, 'baseUrl'>) {
    this.client = new Resguardo({ baseUrl: 'http://demo', ...settings })
  }

  get = <T = Made>(path: string) => this.call<T>('GET', path)
  post = <T = Made>(path: string, body?: object, headers: Record<string, string> = {}) =>
    this.call<T>('POST', path, { body, headers })
  put = <T = Made>(path: string, body: object) => this.call<T>('PUT', path, { body })
  patch = <T = Made>(path: string, body: object) => this.call<T>('PATCH', path, { body })

  /** The `data` of the answer. A refusal is a bug of the story and ends it. */
  protected async call<T>(method: Method, path: string, input?: AnyInput): Promise<T> {
    return this.client.call<T>(method, path, input).catch((error) => {
      throw error instanceof ResguardoError ? new Refused(method, path, error) : error
    })
  }
}

export class Refused extends Error {
  readonly path: string
  readonly status: number
  constructor(method: Method, path: string, { status, code, message, details }: ResguardoError) {
    super(`${method} ${path}: ${status} ${code} ${message} ${JSON.stringify(details)}`)
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

export interface Account {
  email: string
  password: string
}

/** Shorter than the 30 days of a refresh token. */
const SESSION_LASTS_MS = 29 * DAY_MS

/** A member of the organisation who stays signed in while the weeks pass. */
export class Member extends Caller {
  readonly userId: string
  readonly #account: Account
  readonly #now: () => Date
  #since: Date

  constructor(service: { fetch: typeof fetch; now: () => Date }, account: Account, signedIn: SignedIn) {
    super({
      fetch: service.fetch,
      tokens: { accessToken: signedIn.access_token, refreshToken: signedIn.refresh_token },
      onTokens: () => {
        this.#since = service.now()
      },
    })
    this.userId = signedIn.user.id
    this.#account = account
    this.#now = service.now
    this.#since = service.now()
  }

  /** Stores a file as evidence and returns its key. */
  async upload(name: string, text: string): Promise<string> {
    const file = new Blob([text], { type: 'text/plain; charset=utf-8' })
    await this.#staySignedIn()
    return (await this.client.upload(file, name)).key
  }

  /** Stores a file with a record and returns its key. */
  async keepWith(entityType: string, entityId: string, name: string, text: string): Promise<string> {
    const form = new FormData()
    form.set('entityType', entityType)
    form.set('entityId', entityId)
    form.set('file', new Blob([text], { type: 'text/plain; charset=utf-8' }), name)
    return (await this.call<{ key: string }>('POST', '/files', { body: form })).key
  }

  /** Imports the rows of a file. The queue saves them. */
  async bring(target: string, name: string, rows: string): Promise<Made> {
    const form = new FormData()
    form.set('target', target)
    form.set('dryRun', 'false')
    form.set('file', new Blob([rows], { type: 'text/csv; charset=utf-8' }), name)
    return this.call<Made>('POST', '/imports', { body: form })
  }

  protected override async call<T>(method: Method, path: string, input?: AnyInput): Promise<T> {
    await this.#staySignedIn()
    return super.call(method, path, input)
  }

  async #staySignedIn(): Promise<void> {
    if (this.#now() >= after(this.#since, SESSION_LASTS_MS)) await this.client.login(this.#account)
  }
}
