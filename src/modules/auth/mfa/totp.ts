import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

/** The values that every authenticator application assumes. */
const FORM = { issuer: 'Resguardo', algorithm: 'SHA1', digits: 6, period: 30 } as const
const SECRET_BYTES = 20
/** Steps before and after the present one, for clocks that are off. */
const DRIFT = 1

export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** What an application needs to add the account: a QR code, a link, or the secret to type. */
export function enrolment(secret: string, email: string) {
  const otpauthUrl = totpOf(secret, email).toString()
  return { secret, otpauthUrl, qrSvg: renderSVG(otpauthUrl, { ecc: 'M', border: 2 }) }
}

/** The time step of this code, near this moment. Undefined if it is not a valid code. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  // The library compares bytes, and digits of other alphabets have more bytes.
  if (!/^\d{6}$/.test(code)) return undefined
  const totp = totpOf(secret)
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: DRIFT })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({ ...FORM, label, secret: Secret.fromBase32(secret) })
}
