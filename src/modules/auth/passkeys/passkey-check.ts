import type { TenantAccess } from '#db/access.ts'
import type { Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { Failure } from '#kernel/failure.ts'
import type { Caller } from '../caller.ts'
import { notifyOfChange } from '../notices.ts'
import * as accounts from '../repo.ts'
import { auditInEach } from '../trail.ts'
import * as repo from './repo.ts'
import { handleOf, isBehind, type RelyingParty, relyingPartyOf } from './rules.ts'
import type { Assertion } from './schemas.ts'
import { challengeOf, verifyAssertion } from './webauthn.ts'

const COPIED =
  'No aceptamos esta llave de acceso: respondió con una cuenta de usos atrasada, señal de que existe una copia. Le escribimos a su correo. Entre de otra forma y quítela.'

export interface CheckedPasskey {
  userId: string
  /** False if another answer of the same authenticator came first. */
  spend(db: Db): Promise<boolean>
}

/** At addresses where browsers offer no passkeys, the service explains it. Browsers would fail without a reason. */
export function relyingParty({ publicUrl }: Tools): RelyingParty {
  const rp = relyingPartyOf(publicUrl)
  if (rp) return rp
  throw new Failure(
    'conflict',
    'Las llaves de acceso necesitan que el servicio tenga un nombre de dominio con https. Pida a quien lo opera que lo configure (PUBLIC_URL).',
  )
}

/**
 * Finds the person whose passkey signed. The challenge is used up in a transaction of its own, right or wrong. The signature
 * is checked outside of any transaction. A sign-in by passkey alone needs an authenticator that verified the person.
 */
export async function checkPasskey(
  access: TenantAccess,
  tools: Tools,
  credential: Assertion,
  purpose: repo.Purpose,
  caller: Caller,
): Promise<CheckedPasskey | undefined> {
  const rp = relyingParty(tools)
  const challenge = challengeOf(credential)
  if (challenge === undefined) return undefined
  const now = tools.now()
  const key = await access.asSystem('use up the challenge of a passkey', async (db) => {
    const isOurs = await repo.takeChallenge(db, purpose, challenge, now)
    return isOurs ? repo.findByCredential(db, credential.id) : undefined
  })
  if (!key || !isOwnHandle(credential, key.user_id)) return undefined
  const used = await verifyAssertion(rp, key, credential, challenge, purpose.purpose === 'sign_in')
  if (!used) return undefined
  if (isBehind(key.counter, used.counter)) {
    await reportCopy(access, tools, key, caller)
    throw new Failure('unauthorized', COPIED)
  }
  return { userId: key.user_id, spend: (db) => repo.notePasskeyUse(db, key.id, used, now) }
}

function isOwnHandle({ response: { userHandle } }: Assertion, userId: string): boolean {
  return !userHandle || Buffer.from(userHandle, 'base64url').equals(handleOf(userId))
}

/** Uses a transaction of its own, because the refused sign-in rolls back. */
async function reportCopy(access: TenantAccess, tools: Tools, key: repo.PasskeyRow, caller: Caller) {
  await access.asSystem('report a passkey that was copied', async (db, enter) => {
    const user = await accounts.findUser(db, key.user_id)
    if (!user) return
    await notifyOfChange(tools, db, user.id, 'passkey_copied', caller)
    const after = { passkey: key.name, reason: 'counter' }
    await auditInEach(db, enter, user, caller, { action: 'passkey_refused', after })
  })
}
