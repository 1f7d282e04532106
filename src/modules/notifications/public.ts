import { sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { type EventType, eventKind } from '#events/catalogue.ts'

export { countUnread } from './repo.ts'

/**
 * For a module that writes the letter about an event itself: the addresses that want it at once. Leaves out members who
 * chose otherwise. Keeps addresses of outsiders, who have no choices. «off» counts only for events that are not urgent.
 */
export async function wantingNow(
  { db, tenantId }: ReadCtx,
  type: EventType,
  addresses: readonly string[],
): Promise<string[]> {
  const elsewhere = eventKind(type).urgent ? ['digest'] : ['digest', 'off']
  const { rows } = await sql<{ email: string }>`
    select u.email from notification_choices c
    join memberships m on m.tenant_id = c.tenant_id and m.user_id = c.user_id and m.status = 'ACTIVE'
    join users u on u.id = m.user_id
    where c.tenant_id = ${tenantId} and c.type = ${type} and c.choice = any(${elsewhere}::text[])
      and u.email = any(${addresses.map((address) => address.toLowerCase())}::text[])`.execute(db)
  const others = new Set(rows.map(({ email }) => email))
  return addresses.filter((address) => !others.has(address.toLowerCase()))
}
