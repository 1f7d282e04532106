import { type Claims, type TenantAccess, UNAUTHORIZED } from '#db/access.ts'
import type { Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { Failure, impossible } from '#kernel/failure.ts'
import type { Caller } from '../caller.ts'
import { checkCredentials } from '../credentials.ts'
import { notifyOfChange } from '../notices.ts'
import * as repo from '../repo.ts'
import { requireSession, setPassword } from '../service.ts'
import { recordInEach } from '../trail.ts'

/**
 * Checks the password of the signed-in person. A wrong one counts as at sign-in. It is a fault of the field: a 401 would
 * mean that the session is over.
 */
export async function checkOwnPassword(
  access: TenantAccess,
  tools: Tools,
  who: Claims,
  field: string,
  password: string,
  caller: Caller,
) {
  const user = await access.lookUp('find the account of a session', async (db) => {
    const [session, user] = await Promise.all([
      repo.findSession(db, who.sessionId, who.userId, tools.now()),
      repo.findUser(db, who.userId),
    ])
    return session && user
  })
  if (!user) throw new Failure('unauthorized', UNAUTHORIZED)
  try {
    return await checkCredentials(access, tools, { email: user.email, password }, caller)
  } catch (error) {
    if (error instanceof Failure && error.kind === 'unauthorized')
      throw impossible(field, 'La contraseña actual no es correcta.')
    throw error
  }
}

/** Also ends every other session of the person. */
export async function changePassword(
  tools: Tools,
  db: Db,
  who: Claims,
  passwordHash: string,
  caller: Caller,
): Promise<void> {
  await requireSession(db, who, tools.now())
  const { userId, sessionId } = who
  await setPassword(db, userId, passwordHash, tools.now(), { sessionId, device: caller.deviceToken })
  await notifyOfChange(tools, db, userId, 'password_changed', caller)
  await recordInEach(tools, db, { account: { userId }, action: 'password_changed', byPerson: true }, caller)
}
