/** A refusal that reaches the caller: the only type that services and rules throw. */
export class Failure extends Error {
  readonly kind: FailureKind
  readonly status: number
  readonly code: string
  readonly details: FaultDetail[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    kind: FailureKind,
    message: string,
    more: { details?: FaultDetail[]; retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.name = 'Failure'
    this.kind = kind
    this.status = FAILURES[kind][0]
    this.code = FAILURES[kind][1]
    this.details = more.details
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

export interface FaultDetail {
  path: string
  message: string
  /** The rule that refused, for a program that reacts to it. */
  rule?: string
  /** The bound that was exceeded. */
  limit?: number
  /** The person who changed the record meanwhile; null if nobody of the organisation did. */
  changedBy?: string | null
  /** The time of that change, in UTC. */
  changedAt?: string
}

/** The only place that maps a refusal to its HTTP status and its contract code (contract part 7, decisions part 1). */
export const FAILURES = {
  malformed: [400, 'VALIDATION_ERROR'],
  impossible: [422, 'VALIDATION_ERROR'],
  notJson: [415, 'VALIDATION_ERROR'],
  tooLarge: [413, 'PAYLOAD_TOO_LARGE'],
  unauthorized: [401, 'UNAUTHORIZED'],
  forbidden: [403, 'FORBIDDEN'],
  featureDisabled: [403, 'FEATURE_DISABLED'],
  notFound: [404, 'RESOURCE_NOT_FOUND'],
  workflowNotFound: [404, 'NOT_FOUND'],
  conflict: [409, 'CONFLICT'],
  stale: [412, 'CONFLICT'],
  duplicateUrl: [409, 'DUPLICATE_URL'],
  hasActiveInstances: [409, 'HAS_ACTIVE_INSTANCES'],
  workflow: [400, 'WORKFLOW_ERROR'],
  planRequired: [402, 'PLAN_REQUIRED'],
  planLimit: [402, 'PLAN_LIMIT_REACHED'],
  invalidRut: [422, 'INVALID_RUT'],
  invalidFolio: [400, 'INVALID_FOLIO'],
  alreadyExtended: [409, 'ALREADY_EXTENDED'],
  invalidRightType: [422, 'INVALID_RIGHT_TYPE'],
  alreadyNotified: [409, 'ALREADY_NOTIFIED'],
  rateLimited: [429, 'RATE_LIMIT_EXCEEDED'],
  unavailable: [503, 'SERVICE_UNAVAILABLE'],
  internal: [500, 'INTERNAL_ERROR'],
} as const satisfies Record<string, readonly [number, string]>

export type FailureKind = keyof typeof FAILURES

/** A 404 that names the missing thing: «No encontramos la entidad legal…». */
export function notFound(what: string): Failure {
  return new Failure('notFound', `No encontramos ${what}. Revise el identificador o vuelva a la lista.`)
}

/** The same for a person who followed a link: identifiers and lists mean nothing to them. */
export function inWordsOfPages(message: string): string {
  return message.replace(
    /Revise el identificador(?: o vuelva a la lista)?\./,
    'Revise que la dirección esté completa, tal como la recibió, o pida otra a quien se la dio.',
  )
}

/** The row, or a 404 that names the missing thing. */
export function found<T>(row: T | undefined, what: string): T {
  if (row === undefined) throw notFound(what)
  return row
}

/** A 422 that points at one field of the body. */
export function impossible(path: string, message: string): Failure {
  return new Failure('impossible', message, { details: [{ path, message }] })
}
