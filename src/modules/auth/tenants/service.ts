import type { Claims, EnterTenant } from '#db/access.ts'
import type { Db } from '#db/database.ts'
import { Failure } from '#kernel/failure.ts'
import type { Plan } from '#kernel/plans.ts'
import type { Module } from '#modules/module.ts'
import type { Caller } from '../caller.ts'
import { createTenant, furnish } from '../registration.ts'
import * as repo from '../repo.ts'
import { MOST_TENANTS } from '../rules.ts'
import { requireSession, select } from '../service.ts'
import type { Issuer } from '../sessions.ts'

/** Opens another organisation for a signed-in person. The session continues in it. */
export async function openTenant(
  issuer: Issuer,
  db: Db,
  enter: EnterTenant,
  who: Claims,
  fields: { organizationName: string; plan: Plan },
  modules: readonly Module[],
  caller: Caller,
) {
  const now = issuer.tools.now()
  const session = await requireSession(db, who, now)
  // The lock serialises calls, so that the bound holds.
  const user = await repo.lockUser(db, who.userId)
  const tenants = await repo.listTenantsOf(db, user.id)
  if (tenants.length >= MOST_TENANTS)
    throw new Failure('conflict', `Usted ya es parte de ${MOST_TENANTS} organizaciones, el máximo.`)
  const tenant = await createTenant(issuer.tools, db, user.id, fields)
  const opened = await select(issuer, db, session, tenant)
  await furnish(enter, tenant, user, modules, caller)
  return { ...opened, tenant }
}
