import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Reading } from '#db/context.ts'
import type { Tables } from '#db/tables.ts'
import '../tables.ts'

export type TemplateRow = Selectable<Tables['contract_templates']>

/** Templates of one organisation are few; the bound only guards the server. */
const MOST = 1000

export function listTemplates({ db, tenantId }: Reading): Promise<TemplateRow[]> {
  return db
    .selectFrom('contract_templates')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
}

export function findTemplate({ db, tenantId }: Reading, id: string): Promise<TemplateRow | undefined> {
  return db
    .selectFrom('contract_templates')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function insertTemplates(
  { db }: Reading,
  rows: readonly Insertable<Tables['contract_templates']>[],
): Promise<TemplateRow[]> {
  return db
    .insertInto('contract_templates')
    .values([...rows])
    .returningAll()
    .execute()
}

export function updateTemplate(
  { db, tenantId }: Reading,
  id: string,
  fields: Updateable<Tables['contract_templates']>,
): Promise<TemplateRow> {
  return db
    .updateTable('contract_templates')
    .set(fields)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
