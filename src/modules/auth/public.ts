import type { TenantAccess } from '#db/access.ts'
import type { Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { newId } from '#kernel/ids.ts'
import type { Plan } from '#kernel/plans.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { normaliseEmail } from '#kernel/text.ts'
import { insertTenant } from './registration.ts'
import * as repo from './repo.ts'
import { setPassword } from './service.ts'

export { announceJoining } from './joining.ts'
export { resetFactorsByEmail, resetFactorsOfMember } from './mfa/reset.ts'
export { type Organisation, overOrganisations } from './organisations.ts'
export { hashPassword } from './passwords.ts'
export { joinAtOnce } from './repo.ts'
export { ENTRY_REFUSALS, INVITATION_TTL_MS, type WaitingName } from './rules.ts'
export {
  defaultRole,
  endCompanySessions,
  endSessionsHere,
  entersByCompany,
  listGroup,
  listScimUsers,
  type ScimUserRow,
  scimUsers,
} from './scim/people.ts'
export { findScimHolder, listScimTokens, SCIM_TOKENS, type ScimTokenRow, scimTokens } from './scim/tokens.ts'
export { SSO_CALLBACK, ssoStart } from './sso/rules.ts'
export { checkOutside, prepareSso, readSso, saveSso, switchOffSso } from './sso/settings.ts'

/** For the operator's command line. False if there is no such account. */
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

/** Failed sign-ins are stored under the hash of the address. They go with the account. */
export async function forgetAddresses(db: Db, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return
  await db.deleteFrom('login_failures').where('email_hash', 'in', emails.map(digest)).execute()
}

/** For the operator's command line: a closed account cannot sign in anywhere. False if there is no such account. */
export function setDisabledByEmail(
  access: TenantAccess,
  email: string,
  disabled: boolean,
  now: Date,
): Promise<boolean> {
  return access.asSystem('the operator closes or opens an account', async (db) => {
    const user = await repo.findUserByEmail(db, normaliseEmail(email))
    if (!user) return false
    const fields = { disabled_at: disabled ? now : null, updated_at: now }
    await db.updateTable('users').set(fields).where('id', '=', user.id).execute()
    if (disabled) await repo.endSessions(db, user.id, now)
    return true
  })
}

/** An organisation without members. */
export async function createTenant(db: Db, { vault, now }: Tools, name: string, plan: Plan) {
  const fields = { id: newId(), name: name.trim(), plan }
  const slug = await insertTenant(db, fields, vault.seal(newToken(), 'siem', fields.id), now())
  return { ...fields, slug }
}
