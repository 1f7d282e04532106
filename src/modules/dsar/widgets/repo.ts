import { type Selectable, sql } from 'kysely'
import type { TenantAccess } from '#db/access.ts'
import type { ReadCtx } from '#db/context.ts'
import { recordKind } from '#db/records.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import type { Organisation } from '#kernel/branding.ts'
import { type Responsible, responsibleOf } from '../responsible.ts'

export type WidgetRow = Selectable<Tables['dsar_widgets']>

export const widgets = tenantTable('dsar_widgets', ['config'])
export const widgetRecord = recordKind('dsar_widgets')

/** No organisation has this many forms: the bound only protects the server. */
const MOST = 5000

export function listWidgets({ db, tenantId }: ReadCtx, legalEntityId?: string): Promise<WidgetRow[]> {
  let query = db.selectFrom('dsar_widgets').selectAll().where('tenant_id', '=', tenantId)
  if (legalEntityId !== undefined) query = query.where('legal_entity_id', '=', legalEntityId)
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(MOST).execute()
}

export async function hasRequests({ db, tenantId }: ReadCtx, widgetId: string): Promise<boolean> {
  const row = await db
    .selectFrom('dsar_requests')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('widget_id', '=', widgetId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A widget that is open to the public, with the entity that answers its requests. */
export interface Form extends WidgetRow {
  suspended_at: Date | null
  responsible: Responsible
  answer_retention_days: number
  /** The legal entity that answers, if there is one. */
  entityId: string | undefined
  organisation: Organisation
}

/** A visitor brings only the key: one trip finds the form, its tenant and the answering entity. */
export async function findForm(access: TenantAccess, key: string): Promise<Form | undefined> {
  const row = await access.lookUp('find the tenant of a DSAR widget', (db) =>
    db
      .selectFrom('dsar_widgets as w')
      .innerJoin('tenants as t', 't.id', 'w.tenant_id')
      .leftJoinLateral(
        (eb) => {
          const named = sql<boolean>`e.id = w.legal_entity_id`
          return eb
            .selectFrom('entity_register as e')
            .select([
              'e.id as entity_id',
              'e.name as entity_name',
              'e.tax_id',
              'e.dpo_name',
              'e.dpo_email',
              'e.arco_public_email',
            ])
            .whereRef('e.tenant_id', '=', 'w.tenant_id')
            .where((where) => where.or([named, where('e.is_active', '=', true)]))
            .orderBy(named, 'desc')
            .orderBy('e.created_at')
            .orderBy('e.id')
            .limit(1)
            .as('answering')
        },
        (join) => join.onTrue(),
      )
      .selectAll('w')
      .select([
        't.name as tenant_name',
        't.slug',
        't.branding',
        't.suspended_at',
        't.answer_retention_days',
        'entity_name',
        'answering.tax_id',
        'dpo_name',
        'dpo_email',
        'arco_public_email',
      ])
      .select('answering.entity_id')
      .where('w.widget_key', '=', key)
      .where('w.is_active', '=', true)
      .executeTakeFirst(),
  )
  if (!row) return undefined
  const {
    tenant_name,
    slug,
    branding,
    entity_id,
    entity_name,
    tax_id,
    dpo_name,
    dpo_email,
    arco_public_email,
    ...widget
  } = row
  const entity =
    entity_name === null ? undefined : { name: entity_name, tax_id, dpo_name, dpo_email, arco_public_email }
  const organisation = { name: tenant_name, slug, branding: branding as Organisation['branding'] }
  const entityId = entity_id ?? undefined
  return { ...widget, responsible: responsibleOf(entity, tenant_name), entityId, organisation }
}
