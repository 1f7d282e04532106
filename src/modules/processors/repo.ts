import { type Insertable, type Selectable, sql } from 'kysely'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { listPage } from '#db/list.ts'
import { recordKind, recordPart } from '#db/records.ts'
import { MOST_ROWS } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import { addDays, chileanDay } from '#kernel/dates.ts'
import type { Page } from '#kernel/paging.ts'
import { isDue } from '#modules/tasks/public.ts'
import { DILIGENCE } from './knowledge.ts'
import { DILIGENCE_DAYS, type RiskFacts } from './rules.ts'
import { PROCESSORS, type ProcessorsQuery } from './schemas.ts'

export type ProcessorRow = Selectable<Tables['processors']>
/** The columns of a processor that are shown. */
export type ProcessorFacts = Omit<ProcessorRow, 'name_folded' | 'review_announced'>

export const processors = tenantTable('processors')
export const subProcessors = tenantTable('sub_processors')
export const processorRecord = recordKind(
  'processors',
  recordPart('processor_checks', 'processor_id'),
  recordPart('sub_processors', 'processor_id'),
)
export type CheckRow = Selectable<Tables['processor_checks']>
export type SubProcessorRow = Selectable<Tables['sub_processors']>

/** `among`: only these ids. */
export function listProcessors(
  ctx: ReadCtx,
  query: ProcessorsQuery,
  among?: readonly string[],
): Promise<Page<ProcessorRow>> {
  const { db, tenantId, now } = ctx
  const { dpaStatus, reviewDue } = query
  let rows = db.selectFrom('processors').selectAll().where('tenant_id', '=', tenantId)
  if (dpaStatus === 'EXPIRED') {
    rows = rows.where((eb) =>
      eb.or([
        eb('dpa_status', '=', 'EXPIRED'),
        eb.and([eb('dpa_status', '=', 'SIGNED'), eb('dpa_valid_until', '<=', now)]),
      ]),
    )
  } else if (dpaStatus !== undefined) rows = rows.where('dpa_status', '=', dpaStatus)
  if (dpaStatus === 'SIGNED') {
    rows = rows.where((eb) => eb.or([eb('dpa_valid_until', 'is', null), eb('dpa_valid_until', '>', now)]))
  }
  if (reviewDue) rows = rows.where(isDue(ctx))
  if (among) rows = rows.where(sql<boolean>`id = any(${among}::uuid[])`)
  return listPage(ctx, PROCESSORS, rows, query)
}

/** The columns of all processors that their risk depends on. */
export function listForRisk({ db, tenantId }: ReadCtx) {
  return db
    .selectFrom('processors')
    .select(['id', 'country', 'dpa_status', 'dpa_valid_until'])
    .where('tenant_id', '=', tenantId)
    .execute()
}

/** Prevents its deletion until this act ends. */
export function holdByName({ db, tenantId }: ReadCtx, folded: string): Promise<ProcessorRow | undefined> {
  return db
    .selectFrom('processors')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('name_folded', '=', folded)
    .forKeyShare()
    .executeTakeFirst()
}

/** Undefined if the name is taken. */
export function insertUnlessKnown(
  { db }: ReadCtx,
  row: Insertable<Tables['processors']>,
): Promise<ProcessorRow | undefined> {
  return db
    .insertInto('processors')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'name_folded']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

const hasNoCountry = sql<boolean>`btrim(coalesce(country, '')) = ''`

/** Undefined if it already has a country, unless a system set that country and has moved (`movedFrom`). */
export function fillCountry(
  { db, tenantId, now }: ReadCtx,
  id: string,
  country: string,
  movedFrom?: string,
): Promise<ProcessorRow | undefined> {
  return db
    .updateTable('processors')
    .set({ country, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where((eb) => {
      if (movedFrom === undefined) return hasNoCountry
      const follows = eb.and([
        eb('source', '=', 'system'),
        eb('country', '=', movedFrom),
        eb('country', '<>', country),
      ])
      return eb.or([hasNoCountry, follows])
    })
    .returningAll()
    .executeTakeFirst()
}

// ── due diligence ──

export function listChecks({ db, tenantId }: ReadCtx, processorId: string): Promise<CheckRow[]> {
  return db
    .selectFrom('processor_checks')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('processor_id', '=', processorId)
    .execute()
}

export function findCheck(
  { db, tenantId }: ReadCtx,
  processorId: string,
  key: string,
): Promise<CheckRow | undefined> {
  return db
    .selectFrom('processor_checks')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('processor_id', '=', processorId)
    .where('key', '=', key)
    .executeTakeFirst()
}

export function saveCheck(
  { db, tenantId }: WriteCtx,
  row: Omit<Insertable<Tables['processor_checks']>, 'tenant_id'>,
): Promise<CheckRow> {
  const { processor_id: _id, key: _key, ...answer } = row
  return db
    .insertInto('processor_checks')
    .values({ ...row, tenant_id: tenantId })
    .onConflict((conflict) => conflict.constraint('processor_checks_pkey').doUpdateSet(answer))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function removeCheck(
  { db, tenantId }: WriteCtx,
  processorId: string,
  key: string,
): Promise<CheckRow | undefined> {
  return db
    .deleteFrom('processor_checks')
    .where('tenant_id', '=', tenantId)
    .where('processor_id', '=', processorId)
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirst()
}

export function listSubProcessors(
  { db, tenantId }: ReadCtx,
  processorId: string,
): Promise<SubProcessorRow[]> {
  return db
    .selectFrom('sub_processors')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('processor_id', '=', processorId)
    .orderBy('name_folded')
    .limit(MOST_ROWS)
    .execute()
}

/** The risk facts that this module's own tables hold. */
type OwnFacts = Omit<RiskFacts, 'dpaStatus' | 'country' | 'activities' | 'sensitive'>

export async function findRiskFacts(
  { db, tenantId, now }: ReadCtx,
  ids: readonly string[],
): Promise<Map<string, OwnFacts>> {
  if (ids.length === 0) return new Map()
  const questions = DILIGENCE.map(({ key }) => key)
  const keys = DILIGENCE.filter(({ isKey }) => isKey).map(({ key }) => key)
  const good = addDays(chileanDay(now), -DILIGENCE_DAYS)
  const { rows } = await sql<Omit<OwnFacts, 'questions'> & { id: string }>`
    select p.id, coalesce(c.answered, 0)::int as answered, coalesce(c.key_nos, 0)::int as "keyNos",
      coalesce(c.other_nos, 0)::int as "otherNos", coalesce(c.stale, 0)::int as stale,
      coalesce(s.unauthorised, 0)::int as unauthorised
    from processors p
    left join lateral (
      select count(*) as answered,
        count(*) filter (where k.outcome = 'NO' and k.key = any(${keys}::text[])) as key_nos,
        count(*) filter (where k.outcome = 'NO' and k.key <> all(${keys}::text[])) as other_nos,
        count(*) filter (where k.checked_on < ${good}::date) as stale
      from processor_checks k
      where k.tenant_id = p.tenant_id and k.processor_id = p.id and k.key = any(${questions}::text[])
    ) c on true
    left join lateral (
      select count(*) as unauthorised from sub_processors b
      where b.tenant_id = p.tenant_id and b.processor_id = p.id and b.authorisation <> 'AUTHORISED'
    ) s on true
    where p.tenant_id = ${tenantId} and p.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...facts }) => [id, { ...facts, questions: DILIGENCE.length }]))
}

/** Whether an answer or an authorisation names this uploaded file. */
export async function namesFile({ db, tenantId }: ReadCtx, key: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from processor_checks where tenant_id = ${tenantId} and ${key}::uuid = any(file_keys)
    union all
    select 1 from sub_processors where tenant_id = ${tenantId} and file_key = ${key}::uuid
    limit 1`.execute(db)
  return rows.length > 0
}
