import type { EnterTenant, TenantAccess } from '#db/access.ts'
import type { Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { Failure, impossible } from '#kernel/failure.ts'
import { digest } from '#kernel/secrets.ts'
import type { Caller } from './caller.ts'
import { checkCredentials, WRONG_CREDENTIALS } from './credentials.ts'
import { NO_INVITATION } from './joining.ts'
import { assertGoodPassword, hashPassword } from './passwords.ts'
import * as repo from './repo.ts'
import type { Accept } from './schemas.ts'
import type { Issuer } from './sessions.ts'
import { signIn } from './sign-in.ts'

const OF_COMPANY =
  'Esta cuenta entra con el inicio de sesión de su empresa y no tiene contraseña. Pida un enlace para crearla en «Olvidé mi contraseña» y vuelva a abrir esta invitación.'

export interface PreparedAcceptance {
  hash: string
  /** The existing account whose password was right, or undefined with the password hash of a new account. */
  account: { id: string; password_hash: string | null } | undefined
  passwordHash: string | undefined
}

/**
 * Runs before the transaction: finds the invitation, and checks or hashes the password. The inviter holds the token too, so
 * a wrong password counts as at sign-in. Otherwise invitations would get around the lock-out.
 */
export async function prepareAcceptance(
  access: TenantAccess,
  tools: Tools,
  { token, password }: Accept,
  caller: Caller,
): Promise<PreparedAcceptance> {
  const [hash, now] = [digest(token), tools.now()]
  const invited = await access.lookUp('find the invitation of a token', (db) => findInvitation(db, hash, now))
  if (!invited) throw impossible('token', NO_INVITATION)
  if (invited.password_hash === null) {
    await assertGoodPassword(password, { email: invited.email, organizations: [invited.organization] })
    const isOfCompany = await access.lookUp('see whether an account enters by a company', (db) =>
      repo.isInOrganisation(db, invited.user_id),
    )
    if (isOfCompany) throw impossible('token', OF_COMPANY)
    return { hash, account: undefined, passwordHash: await hashPassword(password, invited.email) }
  }
  const account = await checkCredentials(access, tools, { email: invited.email, password }, caller)
  return { hash, account, passwordHash: undefined }
}

export async function acceptInvitation(
  issuer: Issuer,
  db: Db,
  enter: EnterTenant,
  { hash, account, passwordHash }: PreparedAcceptance,
  name: string,
  caller: Caller,
) {
  const now = issuer.tools.now()
  const invited = await findInvitation(db, hash, now)
  if (!invited) throw impossible('token', NO_INVITATION)
  if (!account) {
    const updated = await db
      .updateTable('users')
      .set({ name: name.trim(), password_hash: passwordHash!, updated_at: now })
      .where('id', '=', invited.user_id)
      .where('password_hash', 'is', null)
      .where(repo.isNobodys)
      .executeTakeFirst()
    if (updated.numUpdatedRows === 0n) throw new Failure('unauthorized', WRONG_CREDENTIALS)
  }
  const { tenant_id: tenantId, user_id: userId } = invited
  const proof = { method: 'invitation', strong: false, tenantId, invitation: hash } as const
  return signIn(issuer, db, enter, account ?? { id: userId }, proof, caller)
}

function findInvitation(db: Db, hash: string, now: Date) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('tenants as t', 't.id', 'm.tenant_id')
    .select([
      'm.tenant_id',
      'm.user_id',
      'm.role',
      't.plan',
      't.name as organization',
      'u.email',
      'u.name',
      'u.password_hash',
    ])
    .where('m.invitation_hash', '=', hash)
    .where('m.invitation_expires_at', '>', now)
    .where('m.status', '=', 'INVITED')
    .executeTakeFirst()
}
