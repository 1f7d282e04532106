import { type Selectable, sql } from 'kysely'
import { asSystemOnce } from '#db/access.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import type { Role } from '#kernel/roles.ts'
import { verifiedHosts } from '#modules/domains/public.ts'
import { findSettings } from '../sso/repo.ts'
import { domainOf } from '../sso/rules.ts'

export type ScimUserRow = Selectable<Tables['scim_users']>

export const scimUsers = tenantTable('scim_users')

/** The attributes by which a list can be filtered. */
export type ScimFilter = {
  attribute: 'userName' | 'externalId' | 'emails.value' | 'displayName'
  value: string
}

export async function listScimUsers(
  ctx: ReadCtx,
  filter: ScimFilter | undefined,
  { offset, count }: { offset: number; count: number },
): Promise<{ rows: ScimUserRow[]; total: number }> {
  const matching = filter ? scimUsers.select(ctx).where(condition(filter)) : scimUsers.select(ctx)
  const [rows, { total }] = await Promise.all([
    matching.selectAll().orderBy('created_at').orderBy('id').offset(offset).limit(count).execute(),
    matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** Names and addresses ignore case, as in RFC 7643. External ids match exactly. */
function condition({ attribute, value }: ScimFilter) {
  const folded = value.toLowerCase()
  switch (attribute) {
    case 'userName':
      return sql<boolean>`lower(user_name) = ${folded}`
    case 'displayName':
      return sql<boolean>`lower(display_name) = ${folded}`
    case 'emails.value':
      return sql<boolean>`email = ${folded}`
    case 'externalId':
      return sql<boolean>`external_id = ${value}`
  }
}

export function listGroup(ctx: ReadCtx, role: Role): Promise<{ id: string; display_name: string }[]> {
  return scimUsers
    .select(ctx)
    .select(['id', 'display_name'])
    .where(sql<boolean>`groups @> array[${role}]::text[]`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(10_000)
    .execute()
}

/** True if people with this address enter through the organisation's own sign-in. Others are invited. */
export async function entersByCompany(ctx: ReadCtx, email: string): Promise<boolean> {
  const [settings, hosts] = await Promise.all([findSettings(ctx), verifiedHosts(ctx)])
  const domain = domainOf(email)
  return Boolean(settings?.enabled && settings.allowed_domains.includes(domain) && hosts.has(domain))
}

/** The role of a person in none of the groups. Never OWNER. */
export async function defaultRole(ctx: ReadCtx): Promise<Role> {
  const role = (await findSettings(ctx))?.default_role ?? 'VIEWER'
  return role === 'OWNER' ? 'ADMIN' : role
}

/** Ends the person's sessions in this organisation, in the transaction that ends the membership. */
export function endSessionsHere(ctx: WriteCtx, userId: string): Promise<void> {
  return endThose(ctx, userId, ['tenant_id', 'sso_tenant_id'])
}

/**
 * Ends only the sessions that the organisation opened itself. They reach nothing else, but would otherwise continue in
 * another organisation of the person. Sessions that the person opened stay.
 */
export function endCompanySessions(ctx: WriteCtx, userId: string): Promise<void> {
  return endThose(ctx, userId, ['sso_tenant_id'])
}

async function endThose(
  ctx: WriteCtx,
  userId: string,
  named: readonly ('tenant_id' | 'sso_tenant_id')[],
): Promise<void> {
  await asSystemOnce(
    ctx,
    'end the sessions of a person who left',
    ctx.db
      .updateTable('sessions')
      .set({ revoked_at: ctx.now })
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .where((eb) => eb.or(named.map((column) => eb(column, '=', ctx.tenantId)))),
  )
}
