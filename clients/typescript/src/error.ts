import type { Fault, MfaDue } from './api.ts'

type Detail = NonNullable<Fault['error']['details']>[number]

/** A refusal of the service, or of a proxy in front of it. */
export class ResguardoError extends Error {
  override readonly name = 'ResguardoError'
  readonly status: number
  /** A stable constant: VALIDATION_ERROR, CONFLICT, PLAN_LIMIT_REACHED… */
  readonly code: string
  /** One entry per fault of the request. For a 412: who changed the record, and when. */
  readonly details: readonly Detail[]
  /** The id under which the operator finds the request in the logs. */
  readonly requestId: string | undefined
  /** Seconds to wait, if the service says so. */
  readonly retryAfter: number | undefined

  constructor(response: Response, body: unknown) {
    const error = (body as { error?: Partial<ResguardoError> } | undefined)?.error
    super(error?.message ?? `The answer ${response.status} is not one of the service.`)
    this.status = response.status
    this.code = error?.code ?? 'UNREADABLE_ANSWER'
    this.details = error?.details ?? []
    this.requestId = response.headers.get('x-request-id') ?? undefined
    this.retryAfter = retryAfterOf(response)
  }
}

/** In seconds. Proxies may send a date instead. */
export function retryAfterOf({ headers }: Response): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const seconds = Number(text)
  if (!Number.isNaN(seconds)) return Math.max(0, seconds)
  const until = Date.parse(text)
  return Number.isNaN(until) ? undefined : Math.max(0, (until - Date.now()) / 1000)
}

/** The password is right, and the account has a second factor. Continue with `mfa_token` and POST /auth/mfa/verify. */
export class SecondFactorDue extends Error {
  override readonly name = 'SecondFactorDue'
  readonly due: MfaDue

  constructor(due: MfaDue) {
    super('A second factor is due.')
    this.due = due
  }
}
