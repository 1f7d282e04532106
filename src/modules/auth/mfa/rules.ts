import { MINUTE_MS } from '#kernel/dates.ts'

/** The ways to prove a second factor. A recovery code is never the only one. */
export const FACTOR_METHODS = ['totp', 'passkey', 'recovery'] as const
export type FactorMethod = (typeof FACTOR_METHODS)[number]

/** How long a shown secret waits for its first code. */
export const SETUP_TTL_MS = 15 * MINUTE_MS
export const MOST_RECOVERY_CODES = 10

/** The factors that a person has set up. */
export interface Factors {
  totp: boolean
  passkeys: number
  recoveryCodes: number
}

/** In the order in which they are offered. */
export function methodsOf({ totp, passkeys, recoveryCodes }: Factors): FactorMethod[] {
  if (!totp && passkeys === 0) return []
  const has = { totp, passkey: passkeys > 0, recovery: recoveryCodes > 0 }
  return FACTOR_METHODS.filter((method) => has[method])
}

/** Counts factors other than recovery codes. Without one of them the second factor is off. */
export function countFactors({ totp, passkeys }: Factors): number {
  return passkeys + (totp ? 1 : 0)
}

/** Removes blanks: applications show «123 456». */
export function typedCode(text: string): string {
  return text.replace(/\s/g, '')
}

/** Accepts any case, with or without dashes. */
export function typedRecoveryCode(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase()
}

/** «K7QM-3XWD-P6RA-H2TN»: groups that people can copy from paper. */
export function shownRecoveryCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-')
}
