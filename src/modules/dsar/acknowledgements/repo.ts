import type { Selectable } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import { after, DAY_MS } from '#kernel/dates.ts'
import { REMINDER_DAYS } from './rules.ts'

export const recipients = tenantTable('dsar_recipients')
type Row = Selectable<Tables['dsar_recipients']>
/** `mailed_at`: when our letter left, if there is one. */
export type RecipientRow = Row & { mailed_at: Date | null }

/** No request has this many recipients: the bound only protects the server. */
const MOST = 5000

/** Oldest first. */
export function listRecipients({ db, tenantId }: ReadCtx, requestId: string): Promise<RecipientRow[]> {
  return db
    .selectFrom('dsar_recipients as r')
    .leftJoin('mails as m', (join) =>
      join.onRef('m.tenant_id', '=', 'r.tenant_id').onRef('m.id', '=', 'r.letter_id'),
    )
    .selectAll('r')
    .select('m.sent_at as mailed_at')
    .where('r.tenant_id', '=', tenantId)
    .where('r.request_id', '=', requestId)
    .orderBy('r.created_at')
    .orderBy('r.id')
    .limit(MOST)
    .execute()
}

/** Across tenants: a third party brings only the key. */
export function findByKey(db: Db, hash: string, now: Date) {
  return db
    .selectFrom('dsar_recipients as a')
    .innerJoin('tenants as t', 't.id', 'a.tenant_id')
    .selectAll('a')
    .select(['t.suspended_at', 't.name as organization', 't.slug', 't.branding'])
    .where('a.key_hash', '=', hash)
    .where('a.expires_at', '>', now)
    .executeTakeFirst()
}

export interface Waiting {
  tenant_id: string
  id: string
  request_id: string
  written_at: Date | null
}

/**
 * Across tenants: recipients whose letter is some days old and who have not answered. After the last one seen, oldest first.
 */
export function listWaiting(db: Db, now: Date, last: Waiting | undefined, most: number): Promise<Waiting[]> {
  const [first, second] = REMINDER_DAYS
  let rows = db
    .selectFrom('dsar_recipients as a')
    .innerJoin('tenants as t', 't.id', 'a.tenant_id')
    .select(['a.tenant_id', 'a.id', 'a.request_id', 'a.written_at'])
    .where('t.suspended_at', 'is', null)
    .where('a.acknowledged_at', 'is', null)
    .where('a.reminders_due', '<', REMINDER_DAYS.length)
    .where('a.written_at', '<=', after(now, -first * DAY_MS))
    .where((eb) =>
      eb.or([eb('a.reminders_due', '=', 0), eb('a.written_at', '<=', after(now, -second * DAY_MS))]),
    )
  if (last?.written_at)
    rows = rows.where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('a.written_at', 'a.tenant_id', 'a.id'),
        '>',
        tuple(last.written_at, last.tenant_id, last.id),
      ),
    )
  return rows.orderBy('a.written_at').orderBy('a.tenant_id').orderBy('a.id').limit(most).execute()
}
