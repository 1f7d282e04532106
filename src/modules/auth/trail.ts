import type { EnterTenant, Origin } from '#db/access.ts'
import { audit } from '#db/audit.ts'
import type { Actor, Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import type { JobDefinition } from '#jobs/definition.ts'
import * as repo from './repo.ts'

/** A person, as the log names them. */
export function actorOf({ id, name }: { id: string; name: string }): Actor {
  return { type: 'user', id, name, role: undefined }
}

interface Happening {
  action: string
  before?: object
  after?: object
  /** When it happened, if not now. */
  at?: Date
}

/**
 * Writes a row in the log of every organisation of the person, because all of them share the account. The transaction
 * belongs to the last of them afterwards, so call this last.
 */
export async function auditInEach(
  db: Db,
  enter: EnterTenant,
  user: { id: string; name: string },
  request: Origin,
  { at, ...happening }: Happening,
  actor: Actor = actorOf(user),
): Promise<void> {
  for (const tenant of await repo.listTenantsOf(db, user.id)) {
    const ctx = await enter(tenant, actor, request)
    await audit(at ? { ...ctx, now: at } : ctx, {
      entityType: 'account',
      entityId: user.id,
      ...happening,
    })
  }
}

type AccountAction =
  | 'sign_in_failed'
  | 'sign_in_locked'
  | 'password_changed'
  | 'password_reset'
  | 'recovery_used'
  | 'token_reused'
  | 'session_revoked'

interface AccountEvent {
  /** An id, or an email that may have no account. */
  account: { userId: string } | { email: string }
  action: AccountAction
  after?: object
  /** The person did it. Otherwise the author is unknown. */
  byPerson: boolean
}

interface Written extends AccountEvent {
  at: string
  origin: Origin
}

const STRANGER: Actor = { type: 'public', id: undefined, name: undefined, role: undefined }

/**
 * An event of an account concerns each of its organisations, so a job writes it to the log of each. The request looks
 * nothing up, so its time does not reveal whether the account exists.
 */
export async function recordInEach(
  { now, queue }: Tools,
  db: Db,
  event: AccountEvent,
  { requestId, addressPrefix }: Origin,
): Promise<void> {
  const written: Written = { ...event, at: now().toISOString(), origin: { requestId, addressPrefix } }
  await queue.send(db, TRAIL_JOB.name, written)
}

export const TRAIL_JOB: JobDefinition = {
  name: 'auth.trail',
  batchSize: 20,
  retry: { limit: 10, delaySeconds: 30, longestDelaySeconds: 3600 },
  async run({ access }, { account, action, after, byPerson, at, origin }: Written) {
    await access.asSystem(
      'write an event of an account to the logs of its organisations',
      async (db, enter) => {
        const user =
          'userId' in account
            ? await repo.findUser(db, account.userId)
            : await repo.findUserByEmail(db, account.email)
        if (!user) return
        const happening = { action, ...(after && { after }), at: new Date(at) }
        await auditInEach(db, enter, user, origin, happening, byPerson ? actorOf(user) : STRANGER)
      },
    )
  },
}
