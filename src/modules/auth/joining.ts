import { audit } from '#db/audit.ts'
import type { WriteCtx } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { together } from '#db/sql.ts'
import { announce } from '#events/announce.ts'
import type { Role } from '#kernel/roles.ts'

export const NO_INVITATION = 'La invitación no existe, ya se usó o venció. Pida una nueva a su organización.'

interface Joined {
  id: string
  name: string
  role: Role
}

export function announceJoining(ctx: WriteCtx, { id, name, role }: Joined): Promise<void> {
  return announce(ctx, { type: 'member.joined', entityId: id, title: name, data: { role } })
}

/**
 * Compare and set: an expired, withdrawn or used invitation makes nobody a member. Otherwise returns the organisation and
 * the role in it.
 */
export function join(db: Db, userId: string, invitation: string, now: Date) {
  return db
    .updateTable('memberships as m')
    .from('tenants as t')
    .set({ status: 'ACTIVE', invitation_hash: null, invitation_expires_at: null, updated_at: now })
    .whereRef('t.id', '=', 'm.tenant_id')
    .where('m.user_id', '=', userId)
    .where('m.invitation_hash', '=', invitation)
    .where('m.invitation_expires_at', '>', now)
    .where('m.status', '=', 'INVITED')
    .returning(['t.id', 't.plan', 'm.role'])
    .executeTakeFirst()
}

export async function recordJoining(ctx: WriteCtx, { id, name, role }: Joined): Promise<void> {
  await together(
    audit(ctx, {
      action: 'join',
      entityType: 'member',
      entityId: id,
      before: { status: 'INVITED' },
      after: { status: 'ACTIVE', role },
    }),
    announceJoining(ctx, { id, name, role }),
  )
}
