import type { TenantAccess } from '#db/access.ts'
import { normaliseEmail } from '#kernel/text.ts'
import * as repo from './repo.ts'
import { setPassword } from './service.ts'

export { resetFactorsByEmail, resetFactorsOfMember } from './mfa/reset.ts'
export { hashPassword } from './passwords.ts'
export { INVITATION_TTL_MS } from './rules.ts'
export { SSO_CALLBACK, ssoStart } from './sso/rules.ts'
export { checkOutside, prepareSso, readSso, saveSso } from './sso/settings.ts'

/** For the operator's command line. False when there is no such account. */
export function setPasswordByEmail(
  access: TenantAccess,
  email: string,
  passwordHash: string,
  now: Date,
): Promise<boolean> {
  return access.asSystem('the operator resets a password', async (db) => {
    const user = await repo.findUserByEmail(db, normaliseEmail(email))
    if (user) await setPassword(db, user.id, passwordHash, now)
    return user !== undefined
  })
}
