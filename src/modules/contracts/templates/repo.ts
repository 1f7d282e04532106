import type { Selectable } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { recordKind } from '#db/records.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'

export type TemplateRow = Selectable<Tables['contract_templates']>

export const templates = tenantTable('contract_templates', ['variables'])
export const templateRecord = recordKind('contract_templates')

/** No organisation has this many templates: the bound only protects the server. */
const MOST = 1000

export function listTemplates(ctx: ReadCtx): Promise<TemplateRow[]> {
  return templates
    .select(ctx)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
}

export async function isUsed({ db, tenantId }: ReadCtx, templateId: string): Promise<boolean> {
  const row = await db
    .selectFrom('contracts')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('template_id', '=', templateId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
