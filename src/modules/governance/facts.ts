import { type RawBuilder, sql } from 'kysely'
import type { Reading } from '#db/context.ts'
import { after, DAY_MS } from '#kernel/dates.ts'
import type { Facts } from './rules.ts'

/**
 * The organisation in figures: one statement per area, over the tables of all modules. This is the one place that
 * reads them all, because a score that asked each module in turn would read every row of every one.
 */
export async function readFacts(ctx: Reading): Promise<Facts> {
  const [activities, risks, requests, breaches, processors, entities, domains, consent] = await Promise.all([
    one(ctx, activitiesOf(ctx)),
    one(ctx, risksOf(ctx)),
    one(ctx, requestsOf(ctx)),
    one(ctx, breachesOf(ctx)),
    one(ctx, processorsOf(ctx)),
    one(ctx, entitiesOf(ctx)),
    one(ctx, domainsOf(ctx)),
    one(ctx, consentOf(ctx)),
  ])
  return { activities, risks, requests, breaches, processors, entities, domains, consent }
}

async function one<Row>({ db }: Reading, statement: RawBuilder<Row>): Promise<Row> {
  return (await statement.execute(db)).rows[0]!
}

function activitiesOf({ tenantId, now }: Reading) {
  return sql<Facts['activities']>`
    select count(*) as current,
      count(*) filter (where live) as published,
      count(*) filter (where live and has_sensitive_data) as sensitive,
      count(*) filter (where live and has_sensitive_data and legal_basis = 'legitimate_interest')
        as "sensitiveByInterest",
      count(*) filter (where live and legal_basis = 'legitimate_interest') as "byInterest",
      count(*) filter (where live and legal_basis = 'legitimate_interest' and legitimate_interest is null)
        as "interestUnstated",
      count(*) filter (where live and legal_basis = 'consent') as "byConsent",
      count(*) filter (where live and legal_basis = 'consent' and consent_withdrawal is null)
        as "withdrawalUnstated",
      count(*) filter (where live and 'minor_data' = any(data_categories)) as "withMinors",
      count(*) filter (where live and 'minor_data' = any(data_categories) and minors_safeguard is null)
        as "minorsUnguarded",
      count(*) filter (where live and transfer_exists) as "withTransfer",
      count(*) filter (where live and transfer_exists
        and (transfer_country is null or transfer_mechanism is null)) as "transferUnfounded",
      count(*) filter (where live and automated_decisions) as automated,
      count(*) filter (where live and automated_decisions and automated_logic is null) as "logicUnstated",
      count(*) filter (where live and cardinality(security_measures) = 0) as unprotected,
      count(*) filter (where live and retention_period = 'indefinite') as "keptForever",
      count(*) filter (where live and updated_at < ${after(now, -365 * DAY_MS)}) as stale,
      count(*) filter (where live and risk_level is null and not dpia_required) as "riskUnknown",
      count(*) filter (where live and dpia_required) as "needDpia",
      count(*) filter (where live and dpia_required and exists (
        select from dpia_assessments d
        where d.tenant_id = a.tenant_id and d.activity_id = a.id and d.status = 'approved')) as assessed
    from (select *, status = 'published' as live from activities
      where tenant_id = ${tenantId} and status <> 'archived') a`
}

function risksOf({ tenantId }: Reading) {
  return sql<Facts['risks']>`
    select count(*) as grave, count(*) filter (where status = 'identified') as "graveUntreated"
    from dpia_risks where tenant_id = ${tenantId} and risk_level in ('high', 'critical')`
}

function requestsOf({ tenantId, now }: Reading) {
  return sql<Facts['requests']>`
    select count(*) filter (where completed_at is null) as open,
      count(*) filter (where completed_at is null and due_at < ${now}) as overdue,
      count(*) filter (where completed_at is null and blocking_deadline_at is not null) as "openBlocks",
      count(*) filter (where completed_at is null and blocking_deadline_at < ${now}) as "overdueBlocks",
      count(*) filter (where completed_at >= ${after(now, -365 * DAY_MS)}) as answered,
      count(*) filter (where completed_at >= ${after(now, -365 * DAY_MS)} and completed_at > due_at)
        as "answeredLate",
      count(*) filter (where corrected) as corrected,
      count(*) filter (where corrected and thirds_notified_at is null) as "thirdsUntold"
    from (select *, status = 'COMPLETED' and right_type in ('RECTIFICATION', 'DELETION')
        and response_type in ('FULFILLED', 'PARTIALLY_FULFILLED') as corrected
      from dsar_requests where tenant_id = ${tenantId}) r`
}

function breachesOf({ tenantId, now }: Reading) {
  return sql<Facts['breaches']>`
    select count(*) as total,
      count(*) filter (where decision is null and notified_apdp_at is null) as undecided,
      count(*) filter (where requires_notification) as reportable,
      count(*) filter (where requires_notification and notified_apdp_at is null) as unreported,
      count(*) filter (where status not in ('resolved', 'notified')
        and detected_at < ${after(now, -30 * DAY_MS)}) as lingering
    from breaches where tenant_id = ${tenantId}`
}

function processorsOf({ tenantId, now }: Reading) {
  return sql<Facts['processors']>`
    select count(*) as total,
      count(*) filter (where not signed) as unsigned,
      count(*) filter (where signed) as signed,
      count(*) filter (where signed and dpa_valid_until < ${after(now, 30 * DAY_MS)}) as ending
    from (select *, dpa_status = 'SIGNED' and (dpa_valid_until is null or dpa_valid_until > ${now}) as signed
      from processors where tenant_id = ${tenantId}) p`
}

/** A policy is behind when an activity was published after it. */
function entitiesOf({ tenantId }: Reading) {
  return sql<Facts['entities']>`
    select count(*) as active,
      count(*) filter (where p.id is null) as "withoutPolicy",
      count(*) filter (where p.id is not null) as "withPolicy",
      count(*) filter (where exists (
        select from activities a where a.tenant_id = e.tenant_id and a.status = 'published'
          and a.published_at > p.published_at)) as "policyBehind",
      count(*) filter (where e.arco_public_email is null) as "withoutContact",
      count(*) filter (where e.postal_address is null) as "withoutAddress",
      count(*) filter (where e.legal_rep_name is null) as "withoutRepresentative",
      count(*) filter (where e.dpo_user_id is null and e.dpo_name is null and e.dpo_email is null) as "withoutDpo"
    from legal_entities e
    left join privacy_policies p
      on p.tenant_id = e.tenant_id and p.legal_entity_id = e.id and p.status = 'PUBLISHED'
    where e.tenant_id = ${tenantId} and e.is_active`
}

/** A cookie policy without a domain covers all sites of its entity; a notice without one, all sites. */
function domainsOf({ tenantId }: Reading) {
  return sql<Facts['domains']>`
    select count(*) as total,
      count(*) filter (where not exists (
        select from cookie_policies c
        where c.tenant_id = d.tenant_id and c.status = 'PUBLISHED'
          and c.scope_id in (d.id, d.legal_entity_id))) as "withoutCookiePolicy",
      count(*) filter (where not exists (
        select from consent_notices n
        where n.tenant_id = d.tenant_id and n.status = 'PUBLISHED'
          and (n.domain_id = d.id or n.domain_id is null))) as "withoutNotice"
    from domains d
    where d.tenant_id = ${tenantId} and d.is_active and d.environment = 'PRODUCTION'`
}

function consentOf({ tenantId }: Reading) {
  return sql<Facts['consent']>`
    select notices, "noticesAhead", notices + forms as collecting
    from (select count(*) as notices, count(*) filter (where content_hash <> published_hash) as "noticesAhead"
        from consent_notices where tenant_id = ${tenantId} and status = 'PUBLISHED') n,
      (select count(*) as forms from consent_templates
        where tenant_id = ${tenantId} and is_active and deleted_at is null) t`
}
