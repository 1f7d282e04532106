import { Failure } from '#kernel/failure.ts'
import { AWAY_MESSAGE } from './wire/driver.ts'

interface DatabaseError extends Error {
  code?: string
  constraint?: string
  /** `FATAL` ends the connection. */
  severity?: string
  /** The function of the server that raised it. */
  routine?: string
}

/** SQLSTATE classes and socket codes that mean «the server is away», not «the statement is wrong». */
const AWAY =
  /^(08(?!P01)...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENOENT)$/

/** A standby where the primary is expected: a server that was demoted, or an address that has not moved yet. */
const READ_ONLY = '25006'

/** A standby refuses a writing transaction with these codes. They mean more than that, so the raising function counts. */
const NOT_TO_WRITE = { codes: ['25001', '0A000'], routine: 'call_bool_check_hook' }

/** A pooler reports its own failures (no server, no free one in time) as violations of the protocol, and hangs up. */
const PROTOCOL = '08P01'

/** Serialization failure and deadlock: nothing was written and the same request may succeed at once. */
const AGAIN = /^(40001|40P01|55P03)$/

/** The disk is full: PostgreSQL's own code, and the codes of the file system. */
const FULL = /^(53100|ENOSPC|EDQUOT)$/

/** Text where an id was expected, in a body or a filter: such a row cannot exist. Paths are validated earlier. */
const NOT_AN_ID = '22P02'

/** U+0000 in a text of the query string: bodies are validated earlier. */
const UNSTORABLE = '22021'

/** The refusal for each violated constraint, by its name. The owner of the table writes the sentence. */
export type Constraints = Readonly<Record<string, () => Failure>>

export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, message, severity } = error as DatabaseError
  if (code === undefined) return AWAY_MESSAGE.test(message)
  if (code === PROTOCOL) return severity === 'FATAL'
  return AWAY.test(code) || isStandby(error) || AWAY_MESSAGE.test(message)
}

/** The server answers but is not the primary. */
function isStandby({ code = '', routine }: DatabaseError): boolean {
  return code === READ_ONLY || (NOT_TO_WRITE.codes.includes(code) && routine === NOT_TO_WRITE.routine)
}

/** The name of a prepared statement is unknown to the server, or taken: a pooler gave us another session. */
const MIXED_UP = ['26000', '42P05']

/** Whether a refusal comes from mixed-up sessions, which the operator has to mend. */
export function isMixedUp({ cause }: Error): boolean {
  return isUnknownName(cause)
}

/** The same for the database error itself. */
export function isUnknownName(error: unknown): boolean {
  return MIXED_UP.includes((error as DatabaseError | undefined)?.code ?? '')
}

/**
 * The statement was prepared before the schema changed, or in another session. Nothing was written, and the next try
 * prepares it again.
 */
export function isOutdated(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as DatabaseError
  // The message is in the server's language, and this code alone has many meanings.
  return MIXED_UP.includes(code ?? '') || (code === '0A000' && routine === 'RevalidateCachedQuery')
}

/** Whether a refusal means that a newer version changed a table while this act ran. A second try succeeds. */
export function isOvertaken({ cause }: Error): boolean {
  return isOutdated(cause) && !isUnknownName(cause)
}

/** Turns a database error into a Failure where it means something to the caller. Returns other errors unchanged. */
export function translateError(
  error: unknown,
  constraints: Constraints = {},
  /** The transaction writes: a read-only server is then a standby. In a read the same error is our bug. */
  { writing = false } = {},
): unknown {
  if (error instanceof Failure || !(error instanceof Error)) return error
  const { code, constraint } = error as DatabaseError
  if (isAway(error) && (writing || code !== READ_ONLY)) {
    const text =
      'La base de datos no responde en este momento. Nada se perdió: intente de nuevo en unos segundos.'
    return new Failure('unavailable', text, { retryAfterSeconds: 5 })
  }
  if (isOutdated(error)) {
    const text = 'El servicio se está actualizando. Nada se guardó: intente de nuevo.'
    return Object.assign(new Failure('unavailable', text, { retryAfterSeconds: 1 }), { cause: error })
  }
  if (code !== undefined && FULL.test(code)) {
    const text =
      'No queda espacio en el disco del servicio y nada se guardó. Avise a quien lo opera e intente más tarde.'
    return new Failure('unavailable', text, { retryAfterSeconds: 60 })
  }
  if (code !== undefined && AGAIN.test(code)) {
    const text = 'Otra persona cambió lo mismo en este instante. Intente de nuevo.'
    return new Failure('conflict', text)
  }
  if (code === NOT_AN_ID) {
    return new Failure('impossible', 'Un identificador enviado no corresponde a nada de su organización.')
  }
  if (code === UNSTORABLE) {
    return new Failure(
      'malformed',
      'Un texto enviado contiene caracteres nulos. Quítelos e intente de nuevo.',
    )
  }
  const known = constraint === undefined ? undefined : constraints[constraint]
  return known ? known() : error
}
