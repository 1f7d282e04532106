import { MINUTE_MS } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'
import { canonicalRut } from '#kernel/rut.ts'
import { normaliseEmail } from '#kernel/text.ts'

/** Decisions, privacy portal. */
export const CODE_TTL_MS = 10 * MINUTE_MS
export const MOST_TRIES = 5
export const SESSION_TTL_MS = 30 * MINUTE_MS
/** So that nobody's mailbox can be flooded from outside; beyond it the answer stays the same and no mail leaves. */
export const MOST_CODES = 5
/** The same for one address, whatever RUT is named beside it: more than a family that shares a mailbox needs. */
export const MOST_CODES_TO_MAILBOX = 15
export const CODES_WINDOW_MS = 15 * MINUTE_MS

export interface Identity {
  rut: string
  email: string
}

export function readIdentity({ rut, email }: Identity): Identity {
  const canonical = canonicalRut(rut)
  if (!canonical) {
    const message = `«${rut}» no es un RUT válido. Revise el número y el dígito verificador.`
    throw new Failure('invalidRut', message, { details: [{ path: 'rut', message }] })
  }
  return { rut: canonical, email: normaliseEmail(email) }
}
