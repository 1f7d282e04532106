import type { MfaDue } from './api.ts'
import { ResguardoError, SecondFactorDue } from './error.ts'
import { noteEtag } from './etag.ts'
import { mayRepeat, type Retrying, sleep, waitBefore } from './retry.ts'
import type {
  Arguments,
  Data,
  DownloadedFile,
  Extras,
  FilePath,
  Input,
  ItemOf,
  Method,
  NameOf,
  PagedPath,
  PathOf,
} from './types.ts'

export interface Tokens {
  accessToken: string
  /** Valid once. Each refresh returns the next one. */
  refreshToken?: string | undefined
}

export interface Settings extends Partial<Retrying> {
  /** The address of the service without /api/v1: https://privacidad.miempresa.cl */
  baseUrl: string
  /** Tokens of an earlier session, or the token of a portal session. */
  tokens?: Tokens
  /** For the /external endpoints. */
  apiKey?: string
  /** Called when the tokens change, to store them. Called with undefined when the session ends. */
  onTokens?: (tokens: Tokens | undefined) => void
  /** Replaces `fetch`, for a proxy, a timeout or a log. */
  fetch?: typeof fetch
}

interface Pair {
  access_token: string
  refresh_token: string
}

/** The input of a call whose path is not known at compile time. */
export interface AnyInput extends Extras {
  query?: Record<string, unknown>
  body?: unknown
}

interface Call extends AnyInput {
  path?: Record<string, string | number>
}

/** Paths where a 401 says nothing about the session. */
const WITHOUT_SESSION =
  /^\/(public|external|webhooks|auth\/(register|login|refresh|password\/(forgot|reset)|invitations|mfa\/verify|passkeys\/login|sso))/

/** The typed API of the service. Answers are the `data` of the envelope. Refusals are thrown. */
export class Resguardo {
  readonly #settings: Settings
  readonly #retrying: Retrying
  #tokens: Tokens | undefined
  #refreshing: Promise<boolean> | undefined

  constructor(settings: Settings) {
    this.#settings = settings
    const { retries = 4, longestWaitSeconds = 60 } = settings
    this.#retrying = { retries, longestWaitSeconds }
    this.#tokens = settings.tokens
  }

  get tokens(): Tokens | undefined {
    return this.#tokens
  }

  /** Creates an account and its organisation, and signs in. */
  async register(account: Input<'POST /auth/register'>['body']) {
    return this.#signedIn(await this.post('/auth/register', { body: account }))
  }

  async login(credentials: Input<'POST /auth/login'>['body']) {
    return this.#signedIn(await this.post('/auth/login', { body: credentials }))
  }

  /** Later calls act on this organisation. */
  async selectTenant(tenantId: string) {
    return this.#signedIn(await this.post('/auth/select-tenant', { body: { tenantId } }))
  }

  async logout(): Promise<void> {
    await this.post('/auth/logout')
    this.#keep(undefined)
  }

  get<P extends PathOf<'GET'>>(path: P, ...[input]: Arguments<NameOf<'GET', P>>) {
    return this.#data<Data<NameOf<'GET', P>>>('GET', path, input)
  }

  post<P extends PathOf<'POST'>>(path: P, ...[input]: Arguments<NameOf<'POST', P>>) {
    return this.#data<Data<NameOf<'POST', P>>>('POST', path, input)
  }

  put<P extends PathOf<'PUT'>>(path: P, ...[input]: Arguments<NameOf<'PUT', P>>) {
    return this.#data<Data<NameOf<'PUT', P>>>('PUT', path, input)
  }

  patch<P extends PathOf<'PATCH'>>(path: P, ...[input]: Arguments<NameOf<'PATCH', P>>) {
    return this.#data<Data<NameOf<'PATCH', P>>>('PATCH', path, input)
  }

  delete<P extends PathOf<'DELETE'>>(path: P, ...[input]: Arguments<NameOf<'DELETE', P>>) {
    return this.#data<Data<NameOf<'DELETE', P>>>('DELETE', path, input)
  }

  /** Any call, for a path built at run time. The caller names the type of the answer. */
  call<T = unknown>(method: Method, path: string, input: AnyInput = {}): Promise<T> {
    return this.#data<T>(method, path, input)
  }

  /** Every entry of a list, fetched page by page on demand. It neither repeats nor skips entries while others write. */
  async *each<P extends PagedPath>(
    path: P,
    ...[input]: Arguments<NameOf<'GET', P>>
  ): AsyncGenerator<ItemOf<P>> {
    const call = (input ?? {}) as Call
    let at: { cursor: string } | { page: number } | undefined = { cursor: '' }
    while (at) {
      const query = { limit: 100, ...call.query, ...at }
      const data: Paged = await this.#data<Paged>('GET', path, { ...call, query })
      const list = Object.values(data).find(Array.isArray)
      yield* (list ?? []) as ItemOf<P>[]
      at = placeAfter(at, data)
    }
  }

  /** Downloads a PDF, a spreadsheet or an uploaded file. */
  async download<P extends FilePath>(
    path: P,
    ...[input]: Arguments<NameOf<'GET', P>>
  ): Promise<DownloadedFile> {
    const response = await this.#send('GET', path, (input ?? {}) as Call)
    return {
      blob: await response.blob(),
      type: response.headers.get('content-type') ?? 'application/octet-stream',
      name: fileName(response.headers.get('content-disposition') ?? ''),
    }
  }

  /** Stores a file as evidence. Pass its `key` wherever the API takes a file. */
  upload(file: Blob, name: string, extras: Extras = {}) {
    const form = new FormData()
    form.set('file', file, name)
    return this.post('/files', { body: form, ...extras })
  }

  async #data<T>(method: Method, path: string, input: object | undefined): Promise<T> {
    const response = await this.#send(method, path, (input ?? {}) as Call)
    const body = (await response.json().catch(() => undefined)) as { success?: boolean; data?: T } | undefined
    if (body?.success !== true) throw new ResguardoError(response, body)
    noteEtag(body.data, response)
    return body.data as T
  }

  async #send(method: Method, path: string, input: Call): Promise<Response> {
    // All tries share one key, so that a retry does not repeat the work.
    const call = input.idempotencyKey === true ? { ...input, idempotencyKey: crypto.randomUUID() } : input
    for (let retry = 0; ; retry += 1) {
      const response = await this.#once(method, path, call)
      if (response.ok) return response
      const repeats = mayRepeat(response.status, method, call.idempotencyKey !== undefined)
      const wait = repeats ? waitBefore(retry, response, this.#retrying) : undefined
      if (wait === undefined) throw new ResguardoError(response, await response.json().catch(() => undefined))
      // An unread body would block its connection.
      await response.body?.cancel()
      await sleep(wait, call.signal)
    }
  }

  /** Renews an expired session once and repeats the call. The service refused the first call before doing anything. */
  async #once(method: Method, path: string, call: Call): Promise<Response> {
    const used = this.#tokens
    const response = await this.#fetch(method, path, call)
    if (response.status !== 401 || !used?.refreshToken || WITHOUT_SESSION.test(path)) return response
    // Another call may have renewed it meanwhile.
    const renewed = this.#tokens !== used || (await this.#refresh())
    return renewed ? this.#fetch(method, path, call) : response
  }

  /** One refresh at a time: using a refresh token again after ten seconds ends the session. */
  #refresh(): Promise<boolean> {
    this.#refreshing ??= this.#renew().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  async #renew(): Promise<boolean> {
    const body = { refresh_token: this.#tokens?.refreshToken }
    const response = await this.#fetch('POST', '/auth/refresh', { body })
    if (response.ok) {
      const { data } = (await response.json()) as { data: Data<'POST /auth/refresh'> }
      this.#signedIn(data)
    } else if (response.status === 401) this.#keep(undefined)
    return response.ok
  }

  #fetch(
    method: Method,
    path: string,
    { path: variables, query, body, idempotencyKey, ifMatch, headers, signal }: Call,
  ) {
    const { baseUrl, apiKey, fetch = globalThis.fetch } = this.#settings
    const bearer = this.#tokens?.accessToken
    const isForm = body instanceof FormData
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(variables?.[name] ?? ''),
    )
    return fetch(`${baseUrl.replace(/\/+$/, '')}/api/v1${address}${queryOf(query)}`, {
      method,
      headers: {
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(apiKey && { 'x-api-key': apiKey }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': String(idempotencyKey) }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    })
  }

  #signedIn<T extends object>(answer: T): Extract<T, Pair> {
    if ('mfa_required' in answer) throw new SecondFactorDue(answer as unknown as MfaDue)
    const pair = answer as Extract<T, Pair>
    this.#keep({ accessToken: pair.access_token, refreshToken: pair.refresh_token })
    return pair
  }

  #keep(tokens: Tokens | undefined): void {
    this.#tokens = tokens
    this.#settings.onTokens?.(tokens)
  }
}

function queryOf(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.set(name, String(value))
  const text = search.toString()
  return text && `?${text}`
}

/** `filename*` holds names that `filename` cannot spell. For an unreadable name, the file has none. */
function fileName(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  const [, quoted, bare] = /filename=(?:"([^"]+)"|([^";\s]+))/i.exec(disposition) ?? []
  try {
    return encoded ? decodeURIComponent(encoded) : (quoted ?? bare)
  } catch {
    return quoted ?? bare
  }
}

interface Paged {
  pagination: { page: number; totalPages: number }
  nextCursor?: string
}

/** A few short lists have page numbers instead of a cursor. */
function placeAfter(at: { cursor: string } | { page: number }, { pagination, nextCursor }: Paged) {
  if (nextCursor !== undefined) return { cursor: nextCursor }
  const knowsCursors = 'cursor' in at && at.cursor !== ''
  return knowsCursors || pagination.page >= pagination.totalPages ? undefined : { page: pagination.page + 1 }
}
