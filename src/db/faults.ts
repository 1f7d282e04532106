import { Failure } from '#kernel/failure.ts'

interface DatabaseError extends Error {
  code?: string
  constraint?: string
  /** Where in the server it was raised. */
  routine?: string
}

/** SQLSTATE classes and socket codes that mean «the server is away», not «the statement is wrong». */
const AWAY =
  /^(08(?!P01)...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENOENT)$/
const AWAY_MESSAGE =
  /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|Client was closed/

/** Serialization failure and deadlock: nothing was written and the same request may succeed at once. */
const AGAIN = /^(40001|40P01|55P03)$/

/** No room left: PostgreSQL's own code, and the codes of the disk itself. */
const FULL = /^(53100|ENOSPC|EDQUOT)$/

/** Text where an id was expected: what a body or a filter names cannot exist. Paths are checked before. */
const NOT_AN_ID = '22P02'

/** U+0000 in a text that came by query string: bodies are checked before. */
const UNSTORABLE = '22021'

/** What each named constraint means to a person; filled by the module that owns the constraint. */
const sentences = new Map<string, () => Failure>()

/** A module's sentence for a constraint of its own tables: the guarantee is the database's, the words are ours. */
export function constraintMeans(constraint: string, failure: () => Failure): void {
  sentences.set(constraint, failure)
}

export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, message } = error as DatabaseError
  return (code !== undefined && AWAY.test(code)) || AWAY_MESSAGE.test(message)
}

/** A name that is unknown to the server, or taken: someone between gave us another session. */
const MIXED_UP = ['26000', '42P05']

/**
 * A statement prepared before the schema changed under it, or in another session. Nothing was written, and the next try
 * is prepared anew.
 */
export function isOutdated(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as DatabaseError
  // The message is in the server's language, and this code alone means many things.
  return MIXED_UP.includes(code ?? '') || (code === '0A000' && routine === 'RevalidateCachedQuery')
}

/** A database error as a refusal where it has a meaning for the caller; itself otherwise. */
export function translateFault(error: unknown): unknown {
  if (error instanceof Failure || !(error instanceof Error)) return error
  const { code, constraint } = error as DatabaseError
  if (isAway(error)) {
    const text =
      'La base de datos no responde en este momento. Nada se perdió: intente de nuevo en unos segundos.'
    return new Failure('unavailable', text, { retryAfterSeconds: 5 })
  }
  if (isOutdated(error)) {
    const text = 'El servicio se está actualizando. Nada se guardó: intente de nuevo.'
    return new Failure('unavailable', text, { retryAfterSeconds: 1 })
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
  const known = constraint === undefined ? undefined : sentences.get(constraint)
  return known ? known() : error
}
