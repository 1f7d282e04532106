import type { EnterTenant, Origin } from '#db/access.ts'
import { audit } from '#db/audit.ts'
import type { Actor } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import * as repo from './repo.ts'
import { actorOf } from './sign-in.ts'

interface Happening {
  action: string
  before?: object
  after?: object
}

/**
 * A row in the log of every organisation of the person: an account is the same in all of them. The transaction belongs
 * to the last of them afterwards, so this comes last.
 */
export async function auditInEach(
  db: Db,
  enter: EnterTenant,
  user: { id: string; name: string },
  request: Origin,
  happening: Happening,
  actor: Actor = actorOf(user),
): Promise<void> {
  for (const tenant of await repo.listTenantsOf(db, user.id)) {
    const ctx = await enter(tenant, actor, request)
    await audit(ctx, { entityType: 'account', entityId: user.id, ...happening })
  }
}
