import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Reading } from '#db/context.ts'
import type { Doors } from '#db/doors.ts'
import { json } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import '../tables.ts'

export type WidgetRow = Selectable<Tables['dsar_widgets']>

/** Forms of one organisation are few; the bound only guards the server. */
const MOST = 5000

export function listWidgets({ db, tenantId }: Reading): Promise<WidgetRow[]> {
  return db
    .selectFrom('dsar_widgets')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
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
  return doors.lookUp('find the tenant of a DSAR widget', (db) =>
    db
      .selectFrom('dsar_widgets')
      .selectAll()
      .where('widget_key', '=', key)
      .where('is_active', '=', true)
      .executeTakeFirst(),
  )
}
