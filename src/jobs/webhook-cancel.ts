import type { Ctx } from '#db/context.ts'
import type { Owner } from './webhooks.ts'

/** The webhook is not to be called any more: nothing that waits is sent to it. */
export async function cancelDeliveries(
  { db, tenantId }: Ctx,
  owner: Owner,
  hookId: string,
  reason = 'El webhook fue eliminado.',
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ status: 'FAILED', next_attempt_at: null, last_error: reason })
    .where('tenant_id', '=', tenantId)
    .where('owner_type', '=', owner.type)
    .where('owner_id', '=', owner.id)
    .where('hook_id', '=', hookId)
    .where('status', '=', 'PENDING')
    .execute()
}
