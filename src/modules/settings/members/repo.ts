import type { Insertable, Selectable } from 'kysely'
import { asSystemOnce } from '#db/access.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { listPage } from '#db/list.ts'
import { recordUnderTenant } from '#db/records.ts'
import type { Tables } from '#db/tables.ts'
import { newId } from '#kernel/ids.ts'
import type { Page } from '#kernel/paging.ts'
import type { Role } from '#kernel/roles.ts'
import { MEMBERS, type MembersQuery } from './schemas.ts'

export type MembershipRow = Selectable<Tables['memberships']>
export const memberRecord = recordUnderTenant('memberships', 'user_id')

function members({ db, tenantId }: ReadCtx) {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select([
      'memberships.user_id',
      'users.email',
      'users.name',
      'memberships.invited_name',
      'memberships.role',
      'memberships.status',
      'memberships.created_at',
    ])
    .where('memberships.tenant_id', '=', tenantId)
}

export type MemberRow = NonNullable<Awaited<ReturnType<typeof findMember>>>

export function listMembers(ctx: ReadCtx, query: MembersQuery): Promise<Page<MemberRow>> {
  return listPage(ctx, MEMBERS, members(ctx), query)
}

export function findMember(ctx: ReadCtx, userId: string) {
  return members(ctx).where('memberships.user_id', '=', userId).executeTakeFirst()
}

export function findMemberByEmail(ctx: ReadCtx, email: string) {
  return members(ctx).where('users.email', '=', email).executeTakeFirst()
}

export async function findRole({ db, tenantId }: ReadCtx, userId: string): Promise<Role | undefined> {
  const row = await db
    .selectFrom('memberships')
    .select('role')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst()
  return row?.role
}

export async function countActive({ db, tenantId }: ReadCtx): Promise<number> {
  const { count } = await db
    .selectFrom('memberships')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirstOrThrow()
  return count
}

export async function hasOwnerBesides({ db, tenantId }: ReadCtx, userId: string): Promise<boolean> {
  const owner = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('tenant_id', '=', tenantId)
    .where('role', '=', 'OWNER')
    .where('status', '=', 'ACTIVE')
    .where('user_id', '<>', userId)
    .limit(1)
    .executeTakeFirst()
  return owner !== undefined
}

/**
 * The account of an email. A new one has no password, so nobody can sign in before its person accepts. The update changes
 * nothing: it only returns and locks an existing row.
 */
export async function ensureAccount(ctx: WriteCtx, email: string, name: string): Promise<string> {
  const [account] = await asSystemOnce(
    ctx,
    'find or make the account of an invited person',
    ctx.db
      .insertInto('users')
      .values({ id: newId(), email, name, created_at: ctx.now, updated_at: ctx.now })
      .onConflict((conflict) => conflict.column('email').doUpdateSet({ email }))
      .returning('id'),
  )
  return account!.id
}

/** Creates or renews an invitation; undefined if the person has joined. */
export function upsertInvitation(
  { db }: ReadCtx,
  row: Insertable<Tables['memberships']>,
): Promise<MembershipRow | undefined> {
  const { role, invited_name, invitation_hash, invitation_expires_at, updated_at } = row
  return db
    .insertInto('memberships')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id'])
        .doUpdateSet({ role, invited_name, invitation_hash, invitation_expires_at, updated_at })
        .where('memberships.status', '=', 'INVITED'),
    )
    .returningAll()
    .executeTakeFirst()
}

export async function updateRole({ db, tenantId, now }: ReadCtx, userId: string, role: Role): Promise<void> {
  await db
    .updateTable('memberships')
    .set({ role, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute()
}

export async function removeMember({ db, tenantId }: ReadCtx, userId: string): Promise<void> {
  await db.deleteFrom('memberships').where('tenant_id', '=', tenantId).where('user_id', '=', userId).execute()
}

/** The addresses of members who may change settings. */
export async function listAdministrators({ db, tenantId }: ReadCtx): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.email')
    .where('m.tenant_id', '=', tenantId)
    .where('m.role', 'in', ['OWNER', 'ADMIN'])
    .where('m.status', '=', 'ACTIVE')
    .execute()
  return rows.map(({ email }) => email)
}
