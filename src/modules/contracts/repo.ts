import { type Selectable, sql, type Updateable } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { listPage } from '#db/list.ts'
import { recordKind } from '#db/records.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import { addDays, after, chileanHour } from '#kernel/dates.ts'
import { isId } from '#kernel/ids.ts'
import type { Page } from '#kernel/paging.ts'
import { isDue } from '#modules/tasks/public.ts'
import { contractTitle } from './knowledge/types.ts'
import { SOON_MS, type StoredStatus } from './rules.ts'
import { CONTRACTS, type ContractsQuery } from './schemas.ts'

export type ContractRow = Selectable<Tables['contracts']>
export type SummaryRow = Pick<
  ContractRow,
  | 'id'
  | 'type'
  | 'status'
  | 'processor_id'
  | 'legal_entity_id'
  | 'version'
  | 'law_version'
  | 'sent_at'
  | 'signed_at'
  | 'expires_at'
  | 'created_at'
> & { processor_name: string }

export const contracts = tenantTable('contracts', ['signature', 'findings', 'gate_override'])
export const contractRecord = recordKind('contracts')

/** No record has this id. Filters use it in place of malformed ids, so they find nothing. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

export function listContracts(ctx: ReadCtx, query: ContractsQuery): Promise<Page<SummaryRow>> {
  const { db, tenantId, now } = ctx
  const { status, type, expiringSoon, reviewDue, legalEntityId, processorId, expiresFrom, expiresUntil } =
    query
  let rows = db
    .selectFrom('contracts as c')
    .innerJoin('processor_register as p', (on) =>
      on.onRef('p.tenant_id', '=', 'c.tenant_id').onRef('p.id', '=', 'c.processor_id'),
    )
    .select([
      'c.id',
      'c.type',
      'c.status',
      'c.processor_id',
      'c.legal_entity_id',
      'c.version',
      'c.law_version',
      'c.sent_at',
      'c.signed_at',
      'c.expires_at',
      'c.created_at',
    ])
    .select('p.name as processor_name')
    .where('c.tenant_id', '=', tenantId)
  if (type !== undefined) rows = rows.where('c.type', '=', type)
  if (legalEntityId?.trim())
    rows = rows.where('c.legal_entity_id', '=', isId(legalEntityId) ? legalEntityId : NOBODY)
  if (processorId?.trim()) rows = rows.where('c.processor_id', '=', isId(processorId) ? processorId : NOBODY)
  if (expiresFrom !== undefined) rows = rows.where('c.expires_at', '>=', chileanHour(expiresFrom, 0))
  if (expiresUntil !== undefined)
    rows = rows.where('c.expires_at', '<', chileanHour(addDays(expiresUntil, 1), 0))
  if (status === 'EXPIRED') rows = rows.where('c.status', '=', 'SIGNED').where('c.expires_at', '<=', now)
  else if (status !== undefined) rows = rows.where('c.status', '=', status)
  if (status === 'SIGNED')
    rows = rows.where((eb) => eb.or([eb('c.expires_at', 'is', null), eb('c.expires_at', '>', now)]))
  if (reviewDue) rows = rows.where('c.status', '<>', 'TERMINATED').where(isDue(ctx, 'c'))
  if (expiringSoon) {
    rows = rows
      .where('c.status', '=', 'SIGNED')
      .where('c.expires_at', '>', now)
      .where('c.expires_at', '<=', after(now, SOON_MS))
  }
  return listPage(ctx, CONTRACTS, rows, query)
}

/** Compare and set: undefined if the contract left this state meanwhile. */
export function updateContract(
  { db, tenantId }: ReadCtx,
  id: string,
  from: StoredStatus,
  fields: Updateable<Tables['contracts']>,
): Promise<ContractRow | undefined> {
  return db
    .updateTable('contracts')
    .set(fields)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', '=', from)
    .returningAll()
    .executeTakeFirst()
}

export async function removeDraft({ db, tenantId }: ReadCtx, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('contracts')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', '=', 'DRAFT')
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** A renewed contract counts only through its successor. */
export async function countContracts({ db, tenantId }: ReadCtx): Promise<number> {
  const { n } = await db
    .selectFrom('contracts as c')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('c.tenant_id', '=', tenantId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('contracts as next')
            .select(sql`1`.as('one'))
            .where('next.tenant_id', '=', tenantId)
            .whereRef('next.previous_contract_id', '=', 'c.id'),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return n
}

export function listOfProcessor(
  { db, tenantId }: ReadCtx,
  processorId: string,
): Promise<Pick<ContractRow, 'type' | 'status' | 'expires_at' | 'signed_at'>[]> {
  return db
    .selectFrom('contracts')
    .select(['type', 'status', 'expires_at', 'signed_at'])
    .where('tenant_id', '=', tenantId)
    .where('processor_id', '=', processorId)
    .execute()
}

/** The countries that host this processor's systems, as far as these activities use them or send data to them. */
export async function listHostingOf(
  { db, tenantId }: ReadCtx,
  processorId: string,
  activityIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ country: string }>`
    select distinct s.hosting_country as country
    from system_register s
    where s.tenant_id = ${tenantId} and s.processor_id = ${processorId} and s.hosting_country is not null
      and (s.id in (
          select l.system_id from systems_of_activities l
          where l.tenant_id = ${tenantId} and l.activity_id = any(${activityIds}::uuid[])
        ) or s.id in (
          select f.target_system_id from flows_of_activities l
          join flow_register f on f.tenant_id = l.tenant_id and f.id = l.flow_id
          where l.tenant_id = ${tenantId} and l.activity_id = any(${activityIds}::uuid[])
        ))
    order by 1`.execute(db)
  return rows.map(({ country }) => country)
}

/** The legal entities of activities, by the id of the activity. */
export async function listEntitiesOf(
  { db, tenantId }: ReadCtx,
  activityIds: readonly string[],
): Promise<{ id: string; name: string; legal_entity_id: string }[]> {
  if (activityIds.length === 0) return []
  return db
    .selectFrom('activity_register')
    .select(['id', 'name', 'legal_entity_id'])
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', activityIds)
    .execute()
}

/** The titles of these contracts in lists. */
export async function titlesOf(
  { db, tenantId }: ReadCtx,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('contracts as c')
    .innerJoin('processor_register as p', (on) =>
      on.onRef('p.tenant_id', '=', 'c.tenant_id').onRef('p.id', '=', 'c.processor_id'),
    )
    .select(['c.id', 'c.type', 'c.content', 'p.name'])
    .where('c.tenant_id', '=', tenantId)
    .where('c.id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, contractTitle(row, row.name)]))
}

/** Across tenants: a signer brings only the link. */
export function findBySigningToken(db: Db, hash: string, now: Date) {
  return db
    .selectFrom('contracts as c')
    .innerJoin('processor_register as p', (on) =>
      on.onRef('p.tenant_id', '=', 'c.tenant_id').onRef('p.id', '=', 'c.processor_id'),
    )
    .innerJoin('entity_register as e', (on) =>
      on.onRef('e.tenant_id', '=', 'c.tenant_id').onRef('e.id', '=', 'c.legal_entity_id'),
    )
    .innerJoin('tenants as t', 't.id', 'c.tenant_id')
    .select(['c.tenant_id', 'c.id', 'c.type', 'c.content', 'c.gap_labels', 'c.signer_name', 'c.signer_email'])
    .select(['c.signing_expires_at', 'e.name as organization', 'p.name as processor'])
    .select(['t.suspended_at', 't.name', 't.slug', 't.branding'])
    .where('c.signing_token_hash', '=', hash)
    .where('c.signing_expires_at', '>', now)
    .where('c.status', '=', 'SENT')
    .executeTakeFirst()
}

/** Across tenants: signed contracts that end within this time and were not renewed. */
export function listExpiring(db: Db, now: Date, until: Date) {
  return db
    .selectFrom('contracts as c')
    .select(['c.tenant_id', 'c.id', 'c.expires_at'])
    .where('c.status', '=', 'SIGNED')
    .where('c.expires_at', '>', now)
    .where('c.expires_at', '<=', until)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('contracts as next')
            .select(sql`1`.as('one'))
            .whereRef('next.tenant_id', '=', 'c.tenant_id')
            .whereRef('next.previous_contract_id', '=', 'c.id')
            .where('next.status', '=', 'SIGNED'),
        ),
      ),
    )
    .orderBy('c.expires_at')
    .execute()
}

/** False if this reminder was sent before. */
export async function insertReminder(
  { db, tenantId, now }: ReadCtx,
  contractId: string,
  daysBefore: number,
): Promise<boolean> {
  const row = await db
    .insertInto('contract_reminders')
    .values({ tenant_id: tenantId, contract_id: contractId, days_before: daysBefore, sent_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('days_before')
    .executeTakeFirst()
  return row !== undefined
}
