import { type RawBuilder, sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { after, DAY_MS } from '#kernel/dates.ts'
import { countIssued } from './reissue.ts'
import type { Facts } from './rules.ts'
import { unfoundedBeside } from './territory.ts'

/** The figures of the organisation: one statement per area, over the views that the modules publish. */
export async function readFacts(ctx: ReadCtx): Promise<Facts> {
  const [activities, risks, requests, breaches, processors, entities, domains, consent, scans, documents] =
    await Promise.all([
      activitiesOf(ctx),
      one(ctx, risksOf(ctx)),
      requestsOf(ctx),
      breachesOf(ctx),
      one(ctx, processorsOf(ctx)),
      one(ctx, entitiesOf(ctx)),
      one(ctx, domainsOf(ctx)),
      one(ctx, consentOf(ctx)),
      one(ctx, scansOf(ctx)),
      countIssued(ctx),
    ])
  return { activities, risks, requests, breaches, processors, entities, domains, consent, scans, documents }
}

async function one<Row>({ db }: ReadCtx, statement: RawBuilder<Row>): Promise<Row> {
  return (await statement.execute(db)).rows[0]!
}

/** The counts that the owner of the rows keeps as it writes them. Facts without rows count 0. */
async function counted(
  { db, tenantId }: ReadCtx,
  view: 'activity_facts' | 'request_facts' | 'breach_facts',
): Promise<(fact: string) => number> {
  const rows = await db
    .selectFrom(view)
    .select(['fact', 'count'])
    .where('tenant_id', '=', tenantId)
    .limit(MOST_FACTS)
    .execute()
  const counts = new Map(rows.map(({ fact, count }) => [fact, count]))
  return (fact) => counts.get(fact) ?? 0
}

const MOST_FACTS = 1000

async function activitiesOf(ctx: ReadCtx): Promise<Facts['activities']> {
  const { tenantId, now } = ctx
  const [of, { stale }, { assessed }, { exempt }, byAdequacy] = await Promise.all([
    counted(ctx, 'activity_facts'),
    one(
      ctx,
      sql<{ stale: number }>`
        select count(*) as stale from activity_register
        where tenant_id = ${tenantId} and is_published and updated_at < ${after(now, -365 * DAY_MS)}`,
    ),
    one(
      ctx,
      sql<{ assessed: number }>`
        select count(distinct a.id) as assessed
        from assessment_register d join activity_register a on a.tenant_id = d.tenant_id and a.id = d.activity_id
          join entity_register e on e.tenant_id = a.tenant_id and e.id = a.legal_entity_id
        where d.tenant_id = ${tenantId} and d.is_approved and a.is_published and a.dpia_required
          and not e.is_public_body`,
    ),
    one(
      ctx,
      sql<{ exempt: number }>`
        select count(*) as exempt
        from entity_register e join activity_register a on a.tenant_id = e.tenant_id and a.legal_entity_id = e.id
        where e.tenant_id = ${tenantId} and e.is_public_body and a.is_published and a.dpia_required`,
    ),
    countByAdequacy(ctx),
  ])
  return {
    current: of('current'),
    published: of('published'),
    sensitive: of('sensitive'),
    sensitiveUnfounded: of('sensitiveUnfounded'),
    byInterest: of('byInterest'),
    interestUnstated: of('interestUnstated'),
    byConsent: of('byConsent'),
    withdrawalUnstated: of('withdrawalUnstated'),
    withMinors: of('withMinors'),
    minorsUnguarded: of('minorsUnguarded'),
    withTransfer: of('withTransfer'),
    transferUnfounded: of('transferUnfounded') + byAdequacy,
    automated: of('automated'),
    logicUnstated: of('logicUnstated'),
    unprotected: of('unprotected'),
    keptForever: of('keptForever'),
    stale,
    riskUnknown: of('riskUnknown'),
    needDpia: of('needDpia') - exempt,
    assessed,
  }
}

/** Difference to the stored count of unfounded transfers, for those without a mechanism or based on adequacy. */
async function countByAdequacy({ db, tenantId, tools }: ReadCtx): Promise<number> {
  const rows = await db
    .selectFrom('activity_register')
    .select(['transfer_country as country', 'transfer_mechanism as mechanism'])
    .where('tenant_id', '=', tenantId)
    .where('is_published', '=', true)
    .where('transfer_exists', '=', true)
    .where('transfer_country', 'is not', null)
    .where(sql<boolean>`(transfer_mechanism is null or transfer_mechanism ~* 'adecuad|adequate')`)
    .limit(MOST_TRANSFERS)
    .execute()
  return unfoundedBeside(tools.law, rows)
}

const MOST_TRANSFERS = 10_000

function risksOf({ tenantId }: ReadCtx) {
  return sql<Facts['risks']>`
    select count(*) as grave, count(*) filter (where is_untreated) as "graveUntreated"
    from risk_register where tenant_id = ${tenantId} and is_grave`
}

async function requestsOf(ctx: ReadCtx): Promise<Facts['requests']> {
  const { tenantId, now } = ctx
  const [of, open, answered] = await Promise.all([
    counted(ctx, 'request_facts'),
    one(
      ctx,
      sql<Pick<Facts['requests'], 'open' | 'overdue' | 'openBlocks' | 'overdueBlocks'>>`
        select count(*) as open,
          count(*) filter (where overdue_from < ${now} and block_overdue_from is null) as overdue,
          count(*) filter (where block_overdue_from is not null) as "openBlocks",
          count(*) filter (where block_overdue_from < ${now}) as "overdueBlocks"
        from request_register where tenant_id = ${tenantId} and is_open`,
    ),
    one(
      ctx,
      sql<Pick<Facts['requests'], 'answered' | 'answeredLate'>>`
        select count(*) as answered, count(*) filter (where is_late) as "answeredLate"
        from request_register where tenant_id = ${tenantId} and completed_at >= ${after(now, -365 * DAY_MS)}`,
    ),
  ])
  return { ...open, ...answered, corrected: of('corrected'), thirdsUntold: of('thirdsUninformed') }
}

async function breachesOf(ctx: ReadCtx): Promise<Facts['breaches']> {
  const { tenantId, now } = ctx
  const [of, { lingering }, waiting] = await Promise.all([
    counted(ctx, 'breach_facts'),
    one(
      ctx,
      sql<{ lingering: number }>`
        select count(*) as lingering from breach_register
        where tenant_id = ${tenantId} and is_open and detected_at < ${after(now, -30 * DAY_MS)}`,
    ),
    // Each count has an index of its own.
    one(
      ctx,
      sql<{ subjects: number; incomplete: number }>`
        select (select count(*) from breach_register where tenant_id = ${tenantId} and subjects_uninformed) as subjects,
          (select count(*) from breach_register where tenant_id = ${tenantId} and register_incomplete) as incomplete`,
    ),
  ])
  return {
    total: of('total'),
    undecided: of('undecided'),
    reportable: of('reportable'),
    unreported: of('unreported'),
    lingering,
    tellable: of('tellable'),
    subjectsUninformed: waiting.subjects,
    registerIncomplete: waiting.incomplete,
  }
}

function processorsOf({ tenantId, now }: ReadCtx) {
  return sql<Facts['processors']>`
    select count(*) as total,
      count(*) filter (where signed_until <= ${now}) as unsigned,
      count(*) filter (where signed_until > ${now}) as signed,
      count(*) filter (where signed_until > ${now} and signed_until < ${after(now, 30 * DAY_MS)}) as ending
    from processor_register where tenant_id = ${tenantId}`
}

/**
 * A policy is behind if the entity published an activity as a controller after it. Activities on behalf of a client, or of
 * another entity, are in none of its policies.
 */
function entitiesOf({ tenantId }: ReadCtx) {
  return sql<Facts['entities']>`
    select count(*) as active,
      count(*) filter (where p.id is null) as "withoutPolicy",
      count(*) filter (where p.id is not null) as "withPolicy",
      count(*) filter (where exists (
        select from activity_register a where a.tenant_id = e.tenant_id and a.is_published
          and a.legal_entity_id = e.id and a.controller_role = 'responsable'
          and a.published_at > p.published_at)) as "policyBehind",
      count(*) filter (where e.arco_public_email is null) as "withoutContact",
      count(*) filter (where e.postal_address is null) as "withoutAddress",
      count(*) filter (where e.legal_rep_name is null) as "withoutRepresentative",
      count(*) filter (where not e.has_dpo) as "withoutDpo"
    from entity_register e
    left join published_privacy_policies p on p.tenant_id = e.tenant_id and p.legal_entity_id = e.id
    where e.tenant_id = ${tenantId} and e.is_active`
}

/** A cookie policy without a domain covers all sites of its entity; a consent notice without one covers all sites. */
function domainsOf({ tenantId }: ReadCtx) {
  return sql<Facts['domains']>`
    select count(*) as total,
      count(*) filter (where not exists (
        select from published_cookie_policies c
        where c.tenant_id = d.tenant_id and c.scope_id in (d.id, d.legal_entity_id))) as "withoutCookiePolicy",
      count(*) filter (where not exists (
        select from published_notices n
        where n.tenant_id = d.tenant_id and (n.domain_id = d.id or n.domain_id is null))) as "withoutNotice"
    from domain_register d
    where d.tenant_id = ${tenantId} and d.is_public`
}

/** Only scans of the last two months count. */
function scansOf({ tenantId, now }: ReadCtx) {
  return sql<Facts['scans']>`
    select count(*) as total, count(*) filter (where s.early_count > 0) as early,
      count(*) filter (where s.undeclared_count > 0) as undeclared
    from scanned_domains s join domain_register d on d.tenant_id = s.tenant_id and d.id = s.domain_id
    where s.tenant_id = ${tenantId} and d.is_public and s.completed_at >= ${after(now, -60 * DAY_MS)}`
}

function consentOf({ tenantId }: ReadCtx) {
  return sql<Facts['consent']>`
    select notices, "noticesAhead", notices + forms as collecting
    from (select count(*) as notices, count(*) filter (where is_edited) as "noticesAhead"
        from published_notices where tenant_id = ${tenantId}) n,
      (select count(*) as forms from offered_forms where tenant_id = ${tenantId}) f`
}
