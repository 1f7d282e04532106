import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Reading } from '#db/context.ts'
import type { Doors } from '#db/doors.ts'
import { json, page } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import type { Page, PageQuery } from '#kernel/paging.ts'
import '../tables.ts'

export type WidgetRow = Selectable<Tables['dsar_widgets']>

export function listWidgets({ db, tenantId }: Reading, paging: PageQuery): Promise<Page<WidgetRow>> {
  const query = db
    .selectFrom('dsar_widgets')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  return page(db, query, paging)
}

/** Held until the act ends; requests that come in meanwhile do not wait for it. */
export function lockWidget({ db, tenantId }: Reading, id: string): Promise<WidgetRow | undefined> {
  return db
    .selectFrom('dsar_widgets')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export function insertWidget(
  { db }: Reading,
  { config, ...row }: Insertable<Tables['dsar_widgets']>,
): Promise<WidgetRow> {
  return db
    .insertInto('dsar_widgets')
    .values({ ...row, config: json(config) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function updateWidget(
  { db, tenantId, now }: Reading,
  id: string,
  { config, ...fields }: Updateable<Tables['dsar_widgets']>,
): Promise<WidgetRow> {
  return db
    .updateTable('dsar_widgets')
    .set({ ...fields, ...(config && { config: json(config) }), updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Whoever calls has the key and nothing else. */
export function findWidgetByKey(doors: Doors, key: string): Promise<WidgetRow | undefined> {
  return doors.asSystem('find the tenant of a DSAR widget', (db) =>
    db
      .selectFrom('dsar_widgets')
      .selectAll()
      .where('widget_key', '=', key)
      .where('is_active', '=', true)
      .executeTakeFirst(),
  )
}
