import type { WriteCtx } from '#db/context.ts'
import { announce } from '#events/announce.ts'
import type { Role } from '#kernel/roles.ts'

export function announceJoining(
  ctx: WriteCtx,
  { id, name, role }: { id: string; name: string; role: Role },
): Promise<void> {
  return announce(ctx, { type: 'member.joined', entityId: id, title: name, data: { role } })
}
