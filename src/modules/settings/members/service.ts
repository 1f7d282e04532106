import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { announce } from '#events/announce.ts'
import { assertLettersLeft, sendMail } from '#jobs/mail.ts'
import { after, DAY_MS } from '#kernel/dates.ts'
import { Failure, found } from '#kernel/failure.ts'
import { ROLE_NAMES, type Role } from '#kernel/roles.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { normaliseEmail } from '#kernel/text.ts'
import {
  announceJoining,
  endCompanySessions,
  INVITATION_TTL_MS,
  joinAtOnce,
  resetFactorsOfMember,
} from '#modules/auth/public.ts'
import { listNamesShownTo } from '../api-keys/repo.ts'
import { lockTenant } from '../tenant/repo.ts'
import * as repo from './repo.ts'
import { assertMayTouch } from './rules.ts'
import type { Member, MembersQuery, NewMember } from './schemas.ts'
import { memberView } from './views.ts'

export async function listMembers(ctx: ReadCtx, query: MembersQuery) {
  const { rows, ...page } = await repo.listMembers(ctx, query)
  return { members: rows.map(memberView), ...page }
}

/** Inviting a person again renews the link, and the former link stops working. */
export async function inviteMember(ctx: WriteCtx, body: NewMember) {
  const tenant = await lockMembers(ctx)
  assertMayTouch(ctx.actor.role, body.role)
  return invite(ctx, tenant.name, body)
}

/** Invites the first person of an organisation that the operator made. */
export function inviteFirstOwner(ctx: WriteCtx, tenantName: string, email: string) {
  return invite(ctx, tenantName, { email, name: email, role: 'OWNER' })
}

async function invite(ctx: WriteCtx, tenantName: string, body: NewMember) {
  const email = normaliseEmail(body.email)
  const userId = await repo.ensureAccount(ctx, email, body.name)
  const before = await findMember(ctx, userId)
  if (before?.status === 'INVITED') assertMayTouch(ctx.actor.role, before.role)

  const token = newToken()
  const row = await repo.upsertInvitation(ctx, {
    tenant_id: ctx.tenantId,
    user_id: userId,
    role: body.role,
    status: 'INVITED',
    invited_name: body.name,
    invitation_hash: digest(token),
    invitation_expires_at: after(ctx.now, INVITATION_TTL_MS),
    created_at: ctx.now,
    updated_at: ctx.now,
  })
  if (!row) throw new Failure('conflict', `«${email}» ya es parte de su organización.`)

  await assertLettersLeft(ctx)
  const member = memberView({ ...row, email, name: body.name })
  const invitationUrl = `${ctx.tools.publicUrl}/invitacion?token=${token}`
  await together(
    sendMail(ctx, invitation(member, tenantName, ctx.actor.name, invitationUrl)),
    audit(ctx, { action: 'invite', entityType: 'member', entityId: userId, before, after: member }),
  )
  return { ...member, invitationUrl }
}

/** A person proven by the organisation's own sign-in becomes a member at once. */
export async function admitMember(ctx: WriteCtx, { email, name, role }: NewMember): Promise<Member> {
  await lockMembers(ctx)
  assertMayTouch(ctx.actor.role, role)
  const userId = await repo.ensureAccount(ctx, email, name)
  const before = await findMember(ctx, userId)
  await joinAtOnce(ctx.db, { tenantId: ctx.tenantId, userId, role, now: ctx.now })
  const member = await getMember(ctx, userId)
  await together(
    audit(ctx, { action: 'join', entityType: 'member', entityId: userId, before, after: member }),
    announceJoining(ctx, { id: userId, name: member.name, role }),
  )
  return member
}

export async function findMemberByEmail(ctx: ReadCtx, email: string): Promise<Member | undefined> {
  const row = await repo.findMemberByEmail(ctx, email)
  return row && memberView(row)
}

export async function changeRole(ctx: WriteCtx, userId: string, role: Role) {
  await lockMembers(ctx)
  const before = await getMember(ctx, userId)
  assertMayTouch(ctx.actor.role, before.role, role)
  if (role !== 'OWNER') await assertOwnerRemains(ctx, before)
  const member = { ...before, role }
  await together(
    repo.updateRole(ctx, userId, role),
    audit(ctx, { action: 'change_role', entityType: 'member', entityId: userId, before, after: member }),
  )
  return member
}

export async function removeMember(ctx: WriteCtx, userId: string): Promise<void> {
  await lockMembers(ctx)
  const before = await getMember(ctx, userId)
  assertMayTouch(ctx.actor.role, before.role)
  await assertOwnerRemains(ctx, before)
  await together(
    repo.removeMember(ctx, userId),
    endCompanySessions(ctx, userId),
    audit(ctx, { action: 'remove', entityType: 'member', entityId: userId, before }),
  )
  await announceKnownKeys(ctx, before)
}

/**
 * Keys belong to the organisation, so they keep working when their maker leaves. The person still knows them, so the
 * administrators are notified.
 */
async function announceKnownKeys(ctx: WriteCtx, { userId, name }: Member): Promise<void> {
  const keys = await listNamesShownTo(ctx, userId)
  if (keys.length === 0) return
  await announce(ctx, { type: 'api_key.holder_left', entityId: userId, title: name, data: { keys } })
}

/** A member without the second factor sets up a new one at the next sign-in. */
export async function resetMfa(ctx: WriteCtx, userId: string): Promise<void> {
  await lockMembers(ctx)
  const member = await getMember(ctx, userId)
  assertMayTouch(ctx.actor.role, member.role)
  if (userId === ctx.actor.id) {
    throw new Failure(
      'conflict',
      'Es su propia cuenta: cambie su segundo factor en ella, o pida a otra persona que lo haga.',
    )
  }
  if (member.status !== 'ACTIVE') {
    throw new Failure(
      'conflict',
      'Esta persona todavía no acepta la invitación: su cuenta no es de su organización.',
    )
  }
  await resetFactorsOfMember(ctx, userId)
  await audit(ctx, { action: 'mfa_reset', entityType: 'member', entityId: userId })
}

/**
 * One change of members at a time: otherwise two owners could demote each other. The caller's role may change while the act
 * waits for the lock, so the batch reads it after the lock.
 */
async function lockMembers(ctx: WriteCtx) {
  const { id } = ctx.actor
  const [tenant, role] = await together(
    lockTenant(ctx),
    id === undefined ? Promise.resolve(undefined) : repo.findRole(ctx, id),
  )
  if (role !== ctx.actor.role)
    throw new Failure(
      'conflict',
      'Su propio rol cambió en este instante. Vuelva a cargar e intente de nuevo.',
    )
  return tenant
}

async function findMember(ctx: ReadCtx, userId: string): Promise<Member | undefined> {
  const row = await repo.findMember(ctx, userId)
  return row && memberView(row)
}

export async function getMember(ctx: ReadCtx, userId: string): Promise<Member> {
  return found(await findMember(ctx, userId), 'a esa persona en su organización')
}

async function assertOwnerRemains(ctx: WriteCtx, { userId, role, status }: Member): Promise<void> {
  if (role !== 'OWNER' || status !== 'ACTIVE' || (await repo.hasOwnerBesides(ctx, userId))) return
  throw new Failure(
    'conflict',
    'Es el último OWNER de la organización. Nombre antes a otra persona como OWNER.',
  )
}

function invitation({ email, name, role }: Member, tenant: string, inviter: string | undefined, url: string) {
  return {
    to: email,
    subject: `Invitación a «${tenant}» en Resguardo`,
    paragraphs: [
      `Hola, ${name}:`,
      `${inviter ?? 'Una persona'} le invita a participar en «${tenant}» en Resguardo, con el rol «${ROLE_NAMES[role]}».`,
      `El enlace sirve una sola vez y vence en ${INVITATION_TTL_MS / DAY_MS} días. ` +
        'Si ya tiene una cuenta con este correo, acepte con la contraseña de esa cuenta.',
      'Si no esperaba esta invitación, no tiene que hacer nada.',
    ],
    action: { label: 'Aceptar la invitación', url },
  }
}
