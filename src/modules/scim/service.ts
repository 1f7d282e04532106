import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { lockTenant } from '#db/sql.ts'
import { found } from '#kernel/failure.ts'
import { isId, newId } from '#kernel/ids.ts'
import type { Role } from '#kernel/roles.ts'
import {
  defaultRole,
  endSessionsHere,
  entersByCompany,
  listGroup,
  listScimUsers,
  type ScimUserRow,
  scimUsers,
} from '#modules/auth/public.ts'
import {
  admitMember,
  changeRole,
  findMemberByEmail,
  inviteMember,
  removeMember,
} from '#modules/settings/public.ts'
import {
  type Attributes,
  GROUPS,
  isGroup,
  type MemberChange,
  readFilter,
  roleOf,
  scimFailure,
} from './rules.ts'

const PERSON = 'a esa persona'
const GROUP = 'ese grupo'

export interface ListQuery {
  filter?: string | undefined
  startIndex: number
  count: number
}

export async function listUsers(ctx: ReadCtx, { filter, startIndex, count }: ListQuery) {
  return listScimUsers(ctx, readFilter(filter), { offset: startIndex - 1, count })
}

export async function getUser(ctx: ReadCtx, id: string): Promise<ScimUserRow> {
  return found(isId(id) ? await scimUsers.find(ctx, id) : undefined, PERSON)
}

/** SCIM takes over an existing member with their present role. */
export async function createUser(ctx: WriteCtx, attributes: Attributes): Promise<ScimUserRow> {
  await lockTenant(ctx)
  await assertFree(ctx, attributes.userName)
  const member = await findMemberByEmail(ctx, attributes.email)
  const userId = attributes.active ? (member?.userId ?? (await join(ctx, attributes))) : null
  const row = await scimUsers.insert(ctx, {
    id: newId(),
    ...columnsOf(attributes),
    user_id: userId,
    created_at: ctx.now,
    updated_at: ctx.now,
  })
  await audit(ctx, { action: 'create', entityType: 'scim_user', entityId: row.id, after: row })
  if (member && !attributes.active) await leave(ctx, member.userId)
  if (member && attributes.groups.length > 0) await giveRole(ctx, row)
  return row
}

export async function changeUser(
  ctx: WriteCtx,
  id: string,
  change: (before: Attributes) => Attributes,
): Promise<ScimUserRow> {
  await lockTenant(ctx)
  const before = found(isId(id) ? await scimUsers.lock(ctx, id) : undefined, PERSON)
  const attributes = change(attributesOfRow(before))
  if (attributes.userName.toLowerCase() !== before.user_name.toLowerCase())
    await assertFree(ctx, attributes.userName)
  if (!attributes.active && before.user_id !== null) await leave(ctx, before.user_id)
  const userId = attributes.active ? (before.user_id ?? (await rejoin(ctx, attributes))) : null
  const fields = { ...columnsOf(attributes), user_id: userId, updated_at: ctx.now }
  const row = await scimUsers.update(ctx, before.id, fields)
  await audit(ctx, { action: 'update', entityType: 'scim_user', entityId: row.id, before, after: row })
  const hasOtherGroups = before.groups.toSorted().join() !== row.groups.toSorted().join()
  if (before.user_id !== null && hasOtherGroups) await giveRole(ctx, row)
  return row
}

/** Ends the membership and all sessions in the organisation. The account stays the person's own. */
export async function removeUser(ctx: WriteCtx, id: string): Promise<void> {
  await lockTenant(ctx)
  const before = found(isId(id) ? await scimUsers.lock(ctx, id) : undefined, PERSON)
  if (before.user_id !== null) await leave(ctx, before.user_id)
  await scimUsers.remove(ctx, id)
  await audit(ctx, { action: 'delete', entityType: 'scim_user', entityId: id, before })
}

// ── groups ──

export interface Group {
  role: Role
  members: { id: string; display_name: string }[]
}

export async function listGroups(ctx: ReadCtx, filter: string | undefined): Promise<Group[]> {
  const asked = readFilter(filter)
  if (asked && asked.attribute !== 'displayName')
    throw scimFailure('invalidFilter', 'Los grupos se filtran por displayName.')
  const roles = GROUPS.filter((role) => !asked || role.toLowerCase() === asked.value.toLowerCase())
  return Promise.all(roles.map((role) => getGroup(ctx, role)))
}

export async function getGroup(ctx: ReadCtx, id: string): Promise<Group> {
  const role = found(isGroup(id) ? id : undefined, GROUP)
  return { role, members: await listGroup(ctx, role) }
}

export async function changeGroup(
  ctx: WriteCtx,
  id: string,
  changesOf: (role: Role) => readonly MemberChange[],
): Promise<void> {
  const role = found(isGroup(id) ? id : undefined, GROUP)
  await lockTenant(ctx)
  for (const { add, remove, replace } of changesOf(role)) {
    const { members } = await getGroup(ctx, role)
    const others = members.map((member) => member.id).filter((member) => !add.includes(member))
    for (const member of replace ? others : remove) await setGroup(ctx, member, role, false)
    for (const member of add) await setGroup(ctx, member, role, true)
  }
  await audit(ctx, { action: 'update', entityType: 'scim_group', entityId: role })
}

async function setGroup(ctx: WriteCtx, id: string, role: Role, isIn: boolean): Promise<void> {
  await changeUser(ctx, id, (before) => {
    const others = before.groups.filter((group) => group !== role)
    return { ...before, groups: isIn ? [...others, role] : others }
  })
}

// ── members ──

/** People with the company's own sign-in become members at once. Others get an invitation. */
async function join(ctx: WriteCtx, { email, displayName, groups }: Attributes): Promise<string> {
  const role = roleOf(groups) ?? (await defaultRole(ctx))
  const person = { email, name: displayName, role }
  const { userId } = (await entersByCompany(ctx, email))
    ? await admitMember(ctx, person)
    : await inviteMember(ctx, person)
  return userId
}

async function rejoin(ctx: WriteCtx, attributes: Attributes): Promise<string> {
  return (await findMemberByEmail(ctx, attributes.email))?.userId ?? join(ctx, attributes)
}

async function leave(ctx: WriteCtx, userId: string): Promise<void> {
  await removeMember(ctx, userId)
  await endSessionsHere(ctx, userId)
}

async function giveRole(ctx: WriteCtx, { user_id: userId, groups }: ScimUserRow): Promise<void> {
  if (userId !== null) await changeRole(ctx, userId, roleOf(groups) ?? (await defaultRole(ctx)))
}

async function assertFree(ctx: WriteCtx, userName: string): Promise<void> {
  const { total } = await listScimUsers(
    ctx,
    { attribute: 'userName', value: userName },
    { offset: 0, count: 1 },
  )
  if (total > 0) throw scimFailure('uniqueness', `Ya hay una persona con el nombre de usuario «${userName}».`)
}

function columnsOf({ userName, externalId, displayName, givenName, familyName, email, groups }: Attributes) {
  return {
    user_name: userName,
    external_id: externalId,
    display_name: displayName,
    given_name: givenName,
    family_name: familyName,
    email,
    groups,
  }
}

function attributesOfRow(row: ScimUserRow): Attributes {
  return {
    userName: row.user_name,
    externalId: row.external_id,
    displayName: row.display_name,
    givenName: row.given_name,
    familyName: row.family_name,
    email: row.email,
    active: row.user_id !== null,
    groups: row.groups,
  }
}
