import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Reading } from '#db/context.ts'
import { containing, page } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import type { Page, PageQuery } from '#kernel/paging.ts'
import { fold } from '#kernel/text.ts'
import type { DpaStatus } from './rules.ts'
import './tables.ts'

export type ProcessorRow = Selectable<Tables['processors']>

/** Systems of one processor are few; the bound only guards the server. */
const MOST = 1000

export function listProcessors(
  { db, tenantId, now }: Reading,
  { dpaStatus, q, ...paging }: PageQuery & { dpaStatus?: DpaStatus; q?: string },
): Promise<Page<ProcessorRow>> {
  let query = db.selectFrom('processors').selectAll().where('tenant_id', '=', tenantId)
  if (dpaStatus === 'EXPIRED') {
    query = query.where((eb) =>
      eb.or([
        eb('dpa_status', '=', 'EXPIRED'),
        eb.and([eb('dpa_status', '=', 'SIGNED'), eb('dpa_valid_until', '<=', now)]),
      ]),
    )
  } else if (dpaStatus !== undefined) query = query.where('dpa_status', '=', dpaStatus)
  if (dpaStatus === 'SIGNED') {
    query = query.where((eb) => eb.or([eb('dpa_valid_until', 'is', null), eb('dpa_valid_until', '>', now)]))
  }
  if (q !== undefined) query = query.where('name_folded', 'like', containing(fold(q)))
  return page(db, query.orderBy('created_at', 'desc').orderBy('id', 'desc'), paging)
}

export function findProcessor({ db, tenantId }: Reading, id: string): Promise<ProcessorRow | undefined> {
  return db
    .selectFrom('processors')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Nobody changes, deletes or begins to use it until this act ends. */
export function lockProcessor({ db, tenantId }: Reading, id: string): Promise<ProcessorRow | undefined> {
  return db
    .selectFrom('processors')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Nobody deletes it until this act ends. */
export function holdByName({ db, tenantId }: Reading, folded: string): Promise<ProcessorRow | undefined> {
  return db
    .selectFrom('processors')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('name_folded', '=', folded)
    .forKeyShare()
    .executeTakeFirst()
}

export function insertProcessor(
  { db }: Reading,
  row: Insertable<Tables['processors']>,
): Promise<ProcessorRow> {
  return db.insertInto('processors').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Undefined when the name is taken. */
export function insertUnlessKnown(
  { db }: Reading,
  row: Insertable<Tables['processors']>,
): Promise<ProcessorRow | undefined> {
  return db
    .insertInto('processors')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'name_folded']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

export function updateProcessor(
  { db, tenantId }: Reading,
  id: string,
  fields: Updateable<Tables['processors']>,
): Promise<ProcessorRow> {
  return db
    .updateTable('processors')
    .set(fields)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Nothing but spaces is no country: rows from before blanks were kept as null have them. */
const hasNoCountry = sql<boolean>`btrim(coalesce(country, '')) = ''`

/** Undefined when it has a country already, and it is not that of the system which left it, alone there. */
export function fillCountry(
  { db, tenantId, now }: Reading,
  id: string,
  country: string,
  moved?: Moved,
): Promise<ProcessorRow | undefined> {
  return db
    .updateTable('processors')
    .set({ country, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where((eb) => {
      if (!moved) return hasNoCountry
      const stays = eb
        .selectFrom('systems as s')
        .select('s.id')
        .whereRef('s.tenant_id', '=', 'processors.tenant_id')
        .whereRef('s.processor_id', '=', 'processors.id')
        .where('s.id', '<>', moved.systemId)
        .where(sql`btrim(s.hosting_country)`, '=', moved.from)
      const follows = eb.and([
        eb('source', '=', 'system'),
        eb('country', '=', moved.from),
        eb('country', '<>', country),
        eb.not(eb.exists(stays)),
      ])
      return eb.or([hasNoCountry, follows])
    })
    .returningAll()
    .executeTakeFirst()
}

/** A system that is no longer hosted where it was. */
export interface Moved {
  systemId: string
  from: string
}

export async function removeProcessor({ db, tenantId }: Reading, id: string): Promise<void> {
  await db.deleteFrom('processors').where('tenant_id', '=', tenantId).where('id', '=', id).execute()
}

// The systems belong to the data map, which calls this module: it cannot be asked for them without a circle.

export function listSystems(
  { db, tenantId }: Reading,
  processorId: string,
): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('systems')
    .select(['id', 'name'])
    .where('tenant_id', '=', tenantId)
    .where('processor_id', '=', processorId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
}

/** Each one once, however many of the systems it runs. */
export function listProcessorsOfSystems(
  { db, tenantId }: Reading,
  systemIds: readonly string[],
): Promise<ProcessorRow[]> {
  return db
    .selectFrom('processors')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', (systems) =>
      systems
        .selectFrom('systems')
        .select('processor_id')
        .where('tenant_id', '=', tenantId)
        .where('id', '=', (any) => any.fn.any(any.val([...systemIds])))
        .$castTo<{ processor_id: string }>(),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
