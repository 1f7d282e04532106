import { type Claims, type EnterTenant, NOT_A_MEMBER } from '#db/access.ts'
import type { Db } from '#db/database.ts'
import { Failure } from '#kernel/failure.ts'
import type { Module } from '#modules/module.ts'
import type { Caller } from './caller.ts'
import * as repo from './repo.ts'
import { WAITING_NAMES, type WaitingName } from './rules.ts'
import { requireSession } from './service.ts'
import { publicUser } from './sign-in.ts'
import { auditInEach } from './trail.ts'

/** The counters of all modules. */
export function countersOf(modules: readonly Module[]): repo.Counters {
  return modules.flatMap(({ waiting = {} }) => Object.entries(waiting) as unknown as repo.Counters)
}

/** The person, the active organisation, and the counts of waiting work in each of theirs, in one statement. */
export async function me(db: Db, who: Claims, counters: repo.Counters, now: Date) {
  const [, user, rows] = await Promise.all([
    requireSession(db, who, now),
    repo.findUser(db, who.userId),
    repo.listWaiting(db, who, counters, now),
  ])
  const tenants = rows.map((row) => {
    const { id, name, slug, plan, role, refusal } = row
    // An organisation that refuses this session shows no counts.
    return { id, name, slug, plan, role, refusal, waiting: refusal === null ? waitingOf(row) : null }
  })
  const tenant = tenants.find(({ id }) => id === who.tenantId) ?? null
  const isPicked = who.homeTenantId !== undefined
  if (isPicked && tenant === null) throw new Failure('forbidden', NOT_A_MEMBER)
  return { user: publicUser(user!), tenant, tenants }
}

/** Each organisation's log keeps both names, so acts under the old name stay attributable. */
export async function rename(
  db: Db,
  enter: EnterTenant,
  who: Claims,
  name: string,
  caller: Caller,
  now: Date,
) {
  await requireSession(db, who, now)
  const before = await repo.lockUser(db, who.userId)
  const user = { ...before, name }
  if (before.name !== name) {
    await repo.renameUser(db, user.id, name, now)
    const happening = { action: 'name_changed', before: { name: before.name }, after: { name } }
    await auditInEach(db, enter, user, caller, happening)
  }
  return { user: publicUser(user) }
}

function waitingOf(row: Partial<Record<WaitingName, number>>): Record<WaitingName, number> {
  const counts = WAITING_NAMES.map((name) => [name, Number(row[name] ?? 0)])
  return Object.fromEntries(counts) as Record<WaitingName, number>
}
