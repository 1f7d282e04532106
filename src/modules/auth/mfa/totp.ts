import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

/** What every application of codes takes as given. */
const FORM = { issuer: 'Resguardo', algorithm: 'SHA1', digits: 6, period: 30 } as const
const SECRET_BYTES = 20
/** Steps before and after the present one, for clocks that are off. */
const DRIFT = 1

export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** What an application takes in: read by its camera, opened as a link, or typed. */
export function enrolment(secret: string, email: string) {
  const otpauthUrl = totpOf(secret, email).toString()
  return { secret, otpauthUrl, qrSvg: renderSVG(otpauthUrl, { ecc: 'M', border: 2 }) }
}

/** The time step whose code this is, at this moment; undefined when it is the code of none. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  // The library compares bytes, and other digits have more of them.
  if (!/^\d{6}$/.test(code)) return undefined
  const totp = totpOf(secret)
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: DRIFT })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({ ...FORM, label, secret: Secret.fromBase32(secret) })
}
