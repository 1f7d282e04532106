import { type Selectable, sql } from 'kysely'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { page } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import type { EventType } from '#events/catalogue.ts'
import { after, DAY_MS, HOUR_MS } from '#kernel/dates.ts'
import type { PageQuery } from '#kernel/paging.ts'
import { type Choice, KEPT_DAYS, type Member } from './rules.ts'

export type NotificationRow = Selectable<Tables['notifications']>

/** The person of the session: nobody reads the notices of somebody else. */
const SELF = sql<string>`(select current_user_id())`

// ── a person's own notices ──

function own({ db, tenantId }: ReadCtx) {
  return db.selectFrom('notifications').where('tenant_id', '=', tenantId).where('user_id', '=', SELF)
}

export function pageOwn(ctx: ReadCtx, query: PageQuery & { unread?: boolean | undefined }) {
  const rows = own(ctx).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
  return page(ctx.db, query.unread ? rows.where('read_at', 'is', null) : rows, query)
}

export async function countUnread(ctx: ReadCtx): Promise<number> {
  const { n } = await own(ctx)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

/** Oldest first, after the last one that the caller has. */
export function listOwnAfter(ctx: ReadCtx, last: string, most: number): Promise<NotificationRow[]> {
  return own(ctx).selectAll().where('id', '>', last).orderBy('id').limit(most).execute()
}

export async function markRead(
  { db, tenantId, now }: WriteCtx,
  userId: string,
  ids: readonly string[] | 'all',
): Promise<void> {
  let unread = db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
  if (ids !== 'all') unread = unread.where('id', '=', sql<string>`any(${ids}::uuid[])`)
  await unread.execute()
}

// ── choices ──

export function listOwnChoices({ db, tenantId }: ReadCtx) {
  return db
    .selectFrom('notification_choices')
    .select(['type', 'choice'])
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', SELF)
    .execute()
}

export async function saveChoices(
  { db, tenantId }: WriteCtx,
  userId: string,
  choices: readonly (readonly [EventType, Choice])[],
): Promise<void> {
  if (choices.length === 0) return
  await db
    .insertInto('notification_choices')
    .values(choices.map(([type, choice]) => ({ tenant_id: tenantId, user_id: userId, type, choice })))
    .onConflict((conflict) =>
      conflict.constraint('notification_choices_pkey').doUpdateSet({ choice: sql`excluded.choice` }),
    )
    .execute()
}

// ── delivery ──

export interface Recipient extends Member {
  choice: Choice | null
  /** Letters with notices within the last hour. */
  mailed: number
}

/** The active members with their choice about an event. Leaves out people whose account is closed. */
export async function listMembers({ db, tenantId, now }: WriteCtx, type: EventType): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select m.user_id as id, u.email, m.role, c.choice,
      (select count(*) from notifications n where n.tenant_id = m.tenant_id and n.user_id = m.user_id
        and n.mailed_at > ${after(now, -HOUR_MS)}) as mailed
    from memberships m
    join users u on u.id = m.user_id and u.disabled_at is null
    left join notification_choices c on c.tenant_id = m.tenant_id and c.user_id = m.user_id and c.type = ${type}
    where m.tenant_id = ${tenantId} and m.status = 'ACTIVE'
    order by m.created_at, m.user_id`.execute(db)
  return rows.map((row) => ({ ...row, mailed: Number(row.mailed) }))
}

export async function insertAll(
  { db, tenantId }: WriteCtx,
  rows: readonly Omit<NotificationRow, 'tenant_id' | 'read_at'>[],
): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('notifications')
    .values(rows.map((row) => ({ ...row, tenant_id: tenantId })))
    .onConflict((conflict) => conflict.constraint('notifications_once').doNothing())
    .execute()
}

export function findTenantOfNotices({ db, tenantId }: ReadCtx) {
  return db
    .selectFrom('tenants')
    .select(['name', 'slug'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
}

// ── the digest ──

export interface ForDigest {
  tenant_id: string
  user_id: string
}

/** Members with news for the digest, sorted for paging. */
export async function listForDigest(
  db: Db,
  until: Date,
  last: ForDigest | undefined,
  most: number,
): Promise<ForDigest[]> {
  const { rows } = await sql<ForDigest>`
    select distinct tenant_id, user_id from notifications
    where in_digest and created_at < ${until}
      and (${last?.tenant_id ?? null}::uuid is null
        or (tenant_id, user_id) > (${last?.tenant_id ?? null}::uuid, ${last?.user_id ?? null}::uuid))
    order by tenant_id, user_id limit ${sql.lit(most)}`.execute(db)
  return rows
}

/** Takes the waiting notices of a member. If two processes do this at once, the second finds none. */
export async function takeForDigest(
  { db, tenantId }: WriteCtx,
  userId: string,
  until: Date,
): Promise<NotificationRow[]> {
  const rows = await db
    .updateTable('notifications')
    .set({ in_digest: false })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('in_digest', '=', true)
    .where('created_at', '<', until)
    .returningAll()
    .execute()
  // Ids of events are in chronological order.
  return rows.toSorted((a, b) => (a.event_id < b.event_id ? -1 : 1))
}

export async function forgetOld(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where('created_at', '<', after(now, -KEPT_DAYS * DAY_MS))
    .execute()
}
