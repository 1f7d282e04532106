import type { ReadCtx } from '#db/context.ts'
import type { Db } from '#db/database.ts'

/** No person decides about this many notices or forms. */
const MOST = 1000

/** The last effective decision on each notice: one walk along consent_records_by_subject. */
export function latestOnNotices({ db, tenantId }: ReadCtx, refs: readonly string[]) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('consent_records')
        .distinctOn(['subject_ref', 'notice_id'])
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('subject_ref', 'in', refs)
        .where('is_effective', '=', true)
        .orderBy('subject_ref')
        .orderBy('notice_id')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(MOST)
        .as('r'),
    )
    .innerJoin('consent_notices as n', (join) =>
      join.onRef('n.tenant_id', '=', 'r.tenant_id').onRef('n.id', '=', 'r.notice_id'),
    )
    .selectAll('r')
    .select('n.name')
    .where('r.tenant_id', '=', tenantId)
    .execute()
}

/** The last effective decision on each form, by the time of the decision: one walk along consent_form_records_by_subject. */
export function latestOnTemplates({ db, tenantId }: ReadCtx, refs: readonly string[]) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('consent_form_records')
        .distinctOn(['subject_ref', 'template_id'])
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('subject_ref', 'in', refs)
        .where('is_effective', '=', true)
        .orderBy('subject_ref')
        .orderBy('template_id')
        .orderBy('occurred_at', 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(MOST)
        .as('r'),
    )
    .innerJoin('consent_templates as t', (join) =>
      join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.id', '=', 'r.template_id'),
    )
    .innerJoin('consent_template_versions as v', (join) =>
      join
        .onRef('v.tenant_id', '=', 'r.tenant_id')
        .onRef('v.template_id', '=', 'r.template_id')
        .onRef('v.version', '=', 'r.template_version'),
    )
    .selectAll('r')
    .select(['t.name', 't.is_active', 'v.content'])
    .where('r.tenant_id', '=', tenantId)
    .execute()
}

// ── all decisions, as proof ──

/** No person decides this often by hand. If a program does, the newest count. */
export const MOST_DECISIONS = 1000

export function decisionsOnNotices({ db, tenantId }: ReadCtx, ref: string) {
  return db
    .selectFrom('consent_records as r')
    .innerJoin('consent_notices as n', (join) =>
      join.onRef('n.tenant_id', '=', 'r.tenant_id').onRef('n.id', '=', 'r.notice_id'),
    )
    .selectAll('r')
    .select('n.name')
    .where('r.tenant_id', '=', tenantId)
    .where('r.subject_ref', '=', ref)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(MOST_DECISIONS)
    .execute()
}

export function decisionsOnTemplates({ db, tenantId }: ReadCtx, ref: string) {
  return db
    .selectFrom('consent_form_records as r')
    .innerJoin('consent_templates as t', (join) =>
      join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.id', '=', 'r.template_id'),
    )
    .selectAll('r')
    .select('t.name')
    .where('r.tenant_id', '=', tenantId)
    .where('r.subject_ref', '=', ref)
    .orderBy('r.occurred_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(MOST_DECISIONS)
    .execute()
}

export function findOnNotice({ db, tenantId }: ReadCtx, id: string) {
  return db
    .selectFrom('consent_records as r')
    .innerJoin('consent_notice_versions as v', (join) =>
      join
        .onRef('v.tenant_id', '=', 'r.tenant_id')
        .onRef('v.notice_id', '=', 'r.notice_id')
        .onRef('v.version', '=', 'r.notice_version'),
    )
    .innerJoin('consent_notices as n', (join) =>
      join.onRef('n.tenant_id', '=', 'r.tenant_id').onRef('n.id', '=', 'r.notice_id'),
    )
    .selectAll('r')
    .select(['v.content', 'n.name'])
    .where('r.tenant_id', '=', tenantId)
    .where('r.id', '=', id)
    .executeTakeFirst()
}

export function findOnTemplate({ db, tenantId }: ReadCtx, id: string) {
  return db
    .selectFrom('consent_form_records as r')
    .innerJoin('consent_template_versions as v', (join) =>
      join
        .onRef('v.tenant_id', '=', 'r.tenant_id')
        .onRef('v.template_id', '=', 'r.template_id')
        .onRef('v.version', '=', 'r.template_version'),
    )
    .innerJoin('consent_templates as t', (join) =>
      join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.id', '=', 'r.template_id'),
    )
    .selectAll('r')
    .select(['v.content', 't.name'])
    .where('r.tenant_id', '=', tenantId)
    .where('r.id', '=', id)
    .executeTakeFirst()
}

// ── receipts: a receipt does not name its tenant ──

export function findNoticeReceipt(db: Db, receipt: string) {
  return db
    .selectFrom('consent_records as r')
    .innerJoin('consent_notice_versions as v', (join) =>
      join
        .onRef('v.tenant_id', '=', 'r.tenant_id')
        .onRef('v.notice_id', '=', 'r.notice_id')
        .onRef('v.version', '=', 'r.notice_version'),
    )
    .innerJoin('tenants as t', 't.id', 'r.tenant_id')
    .selectAll('r')
    .select(['v.content', 't.name as organization', 't.suspended_at'])
    .where('r.receipt', '=', receipt)
    .executeTakeFirst()
}

export function findFormReceipt(db: Db, receipt: string) {
  return db
    .selectFrom('consent_form_records as r')
    .innerJoin('consent_template_versions as v', (join) =>
      join
        .onRef('v.tenant_id', '=', 'r.tenant_id')
        .onRef('v.template_id', '=', 'r.template_id')
        .onRef('v.version', '=', 'r.template_version'),
    )
    .innerJoin('tenants as t', 't.id', 'r.tenant_id')
    .selectAll('r')
    .select(['v.content', 't.name as organization', 't.suspended_at'])
    .where('r.receipt', '=', receipt)
    .executeTakeFirst()
}
