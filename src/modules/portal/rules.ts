import { DAY_MS, MINUTE_MS } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'
import { canonicalRut } from '#kernel/rut.ts'
import { normaliseEmail } from '#kernel/text.ts'

/** Decisions, privacy portal. */
export const CODE_TTL_MS = 10 * MINUTE_MS
export const MOST_TRIES = 5
export const SESSION_TTL_MS = 30 * MINUTE_MS
/**
 * Limits of codes to one mailbox, over all RUTs, against flooding and guessing. Beyond them the answer stays the same and no
 * mail is sent.
 */
export const CODE_BUDGETS = [
  { most: 5, withinMs: 15 * MINUTE_MS },
  { most: 20, withinMs: DAY_MS },
] as const

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
