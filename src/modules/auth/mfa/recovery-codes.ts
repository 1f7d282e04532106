import { Secret } from 'otpauth'
import { digest } from '#kernel/secrets.ts'
import { MOST_RECOVERY_CODES, shownRecoveryCode, typedRecoveryCode } from './rules.ts'

/** 80 random bits: enough for a plain hash. */
const CODE_BYTES = 10

/** The codes as shown, once, and as stored. */
export function newRecoveryCodes(): { shown: string[]; hashes: string[] } {
  const codes = Array.from({ length: MOST_RECOVERY_CODES }, () => new Secret({ size: CODE_BYTES }).base32)
  return { shown: codes.map(shownRecoveryCode), hashes: codes.map(digest) }
}

export function recoveryHash(typed: string): string {
  return digest(typedRecoveryCode(typed))
}
