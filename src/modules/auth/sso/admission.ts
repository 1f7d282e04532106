import type { Change } from '#db/audit.ts'
import type { Db } from '#db/database.ts'
import { newId } from '#kernel/ids.ts'
import type { Role } from '#kernel/roles.ts'
import { verifiedHosts } from '#modules/domains/public.ts'
import { findUser, findUserByEmail, type Joining, joinAtOnce } from '../repo.ts'
import { refusal } from './refusals.ts'
import type { SsoRow } from './repo.ts'
import * as repo from './repo.ts'
import { domainOf, type Person, personOf, roleOf } from './rules.ts'
import type { Proven } from './service.ts'

export interface Admitted {
  tenant: repo.CompanyTenant
  user: { id: string; name: string }
  /** Undefined if the person was already a member. */
  joinedAs: Role | undefined
  /** Changes for the organisation's log. */
  changes: Change[]
}

/** Identifies the person, and creates or changes the membership by the organisation's settings. Across tenants. */
export async function admit(db: Db, { settings, claims }: Proven, now: Date): Promise<Admitted> {
  const { tenant_id: tenantId, issuer } = settings
  const person = await provenPerson(db, settings, claims)
  await repo.lockSubject(db, tenantId, person.subject)
  const user = await accountOf(db, settings, person, now)
  const membership = await repo.holdMembership(db, tenantId, user.id)
  if (membership?.role === 'OWNER' && !settings.confirmed_by_owner) throw refusal('owner')
  const before = await repo.findIdentity({ db, tenantId }, user.id)
  if (before?.issuer === issuer && before.subject !== person.subject) throw refusal('otherSubject')

  const role = roleAfter(settings, claims, membership)
  const changes: Change[] = []
  const about = { entityType: 'member', entityId: user.id }
  if (membership?.status !== 'ACTIVE') {
    await joinAtOnce(db, { tenantId, userId: user.id, role, now })
    const was = membership && { status: membership.status, role: membership.role }
    changes.push({ action: 'join', ...about, before: was, after: { status: 'ACTIVE', role, method: 'sso' } })
  } else if (role !== membership.role) {
    await setRole(db, { tenantId, userId: user.id, role, now })
    changes.push({
      action: 'change_role',
      ...about,
      before: { role: membership.role },
      after: { role, method: 'sso' },
    })
  }
  await repo.bindIdentity(db, { tenantId, userId: user.id, issuer, subject: person.subject, now })
  const tenant = await repo.findTenant(db, tenantId)
  const joinedAs = membership?.status === 'ACTIVE' ? undefined : role
  return { tenant: tenant!, user, joinedAs, changes }
}

async function provenPerson(
  db: Db,
  { tenant_id, allowed_domains }: SsoRow,
  claims: Proven['claims'],
): Promise<Person> {
  const person = personOf(claims)
  if ('fault' in person) throw refusal(person.fault)
  const domain = domainOf(person.email)
  if (!allowed_domains.includes(domain)) throw refusal('domain')
  // The domain may have been removed since these settings were saved.
  const hosts = await verifiedHosts({ db, tenantId: tenant_id })
  if (!hosts.has(domain)) throw refusal('unproven')
  return person
}

/**
 * The account that signed in with this subject before, else the account of the address, else a new one without a password.
 */
async function accountOf(db: Db, { tenant_id, issuer }: SsoRow, { subject, email, name }: Person, now: Date) {
  const known = await repo.findBySubject(db, tenant_id, issuer, subject)
  const user = known === undefined ? await findUserByEmail(db, email) : await findUser(db, known)
  if (user) return user
  return (
    db
      .insertInto('users')
      .values({ id: newId(), email, name, password_hash: null, created_at: now, updated_at: now })
      // Of two simultaneous first sign-ins the second uses the row of the first.
      .onConflict((conflict) => conflict.column('email').doUpdateSet({ email }))
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
  )
}

/** With a role claim every sign-in sets the role. Without one it is set once. Owners keep theirs. */
function roleAfter(settings: SsoRow, claims: Proven['claims'], membership: { role: Role } | undefined): Role {
  const {
    role_claim: roleClaim,
    role_map: roleMap,
    default_role: defaultRole,
    confirmed_by_owner: confirmedByOwner,
  } = settings
  if (membership && (roleClaim === null || membership.role === 'OWNER')) return membership.role
  return roleOf(claims, { roleClaim, roleMap, defaultRole, confirmedByOwner })
}

async function setRole(db: Db, { tenantId, userId, role, now }: Joining): Promise<void> {
  await db
    .updateTable('memberships')
    .set({ role, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute()
}
