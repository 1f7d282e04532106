import { DAY_MS, MINUTE_MS } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'
import { canonicalRut } from '#kernel/rut.ts'
import { normaliseEmail } from '#kernel/text.ts'

/** Decisions, privacy portal. */
export const CODE_TTL_MS = 10 * MINUTE_MS
export const MOST_TRIES = 5
export const SESSION_TTL_MS = 30 * MINUTE_MS
/**
 * Codes to one mailbox, whatever RUT is named beside it: nobody floods it from outside, nor guesses for days. Beyond it
 * the answer stays the same and no mail leaves.
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
