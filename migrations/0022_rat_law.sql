call belongs_to_entity('activities');
alter table activities add constraint activities_entity_fkey foreign key (tenant_id, legal_entity_id)
  references legal_entities (tenant_id, id);
create index activities_by_entity on activities (tenant_id, legal_entity_id, created_at desc, id desc);

alter table activities
  -- Socioeconomic situation, art. 2 letra g): sensitive, and without a category of its own among the 17.
  add column socioeconomic boolean not null default false,
  -- The legitimate-interest test, art. 13 letra d).
  add column balancing jsonb,
  -- Why it needs an impact assessment: what the screening found when the row was last written.
  add column dpia_reasons jsonb;

-- Every key counts by legal entity too, and a sensitive activity is counted where its basis does not allow it.
drop trigger count_added on activities;
drop trigger count_changed on activities;
drop trigger count_removed on activities;
drop function count_activities();

-- The owner of the tables is subject to row-level security, the system role is above it.
set local role resguardo_system;

-- The article was a free text and is one of a closed list now. A text that names one article of the list, as people or
-- the templates wrote it, is read. Any other goes to the norm, so that nothing is lost.
with lawful (basis, articles) as (values
  ('consent', array['12', '16', '16 ter', '16 quáter', '16 sexies']),
  ('contract', array['13 c', '16 sexies']),
  ('legal_obligation', array['13 a', '13 b', '13 e', '16 b', '16 d', '16 e', '16 f', '16 bis b', '16 bis d', '16 bis e',
    '16 bis f', '16 ter', '16 quáter', '16 sexies']),
  ('vital_interest', array['16 c', '16 bis a']),
  ('public_interest', array['16 f', '16 bis b', '16 bis c', '16 bis e', '16 bis f', '16 quinquies']),
  ('legitimate_interest', array['13 d', '13 e', '16 a', '16 b', '16 d', '16 bis d', '16 quinquies', '16 sexies'])
), templates (said, article) as (values
  ('arts. 13 letra b) y 16 letra e)', '16 e'),
  ('art. 13 letra c), medidas precontractuales pedidas por el titular', '13 c'),
  ('arts. 16 y 16 ter, consentimiento expreso', '16 ter'),
  ('arts. 13 letra b) y 16 bis letra e)', '16 bis e'),
  ('arts. 16 letra e) y 16 bis letra e)', '16 bis e'),
  ('arts. 13 letra b), 16 bis letra f) y 16 quáter', '16 bis f'),
  ('art. 13 letra a), obligaciones del Título III (arts. 17 a 19)', '13 a'),
  ('arts. 13 letra d) y 16 sexies', '16 sexies'),
  ('arts. 13 letra b) y 25', '13 b'),
  ('art. 16, consentimiento expreso', '16')
), parts as (
  select tenant_id, id, legal_basis, btrim(legal_basis_article) as said, regexp_match(
    replace(replace(lower(btrim(legal_basis_article)), 'artículo', 'art'), 'quater', 'quáter'),
    '^(?:arts?\.?|articulo)?\s*(12|13|16|20|54)(?:\s*(bis|ter|quáter|quinquies|sexies))?(?:\s*,?\s*(?:letra|literal|lit\.?)?\s*([a-f])\s*\)?)?\s*\.?$'
  ) as part
  from activities where legal_basis_article is not null
), found as (
  select p.tenant_id, p.id, p.said, p.legal_basis,
    coalesce(t.article, p.part[1] || coalesce(' ' || p.part[2], '') || coalesce(' ' || p.part[3], '')) as article
  from parts p left join templates t using (said)
), settled as (
  select f.tenant_id, f.id, f.said, a.article
  from found f left join lateral (
    select f.article from lawful l
    where f.article = any(l.articles) and l.basis = coalesce(f.legal_basis, l.basis) limit 1
  ) a on true
)
update activities r set
  legal_basis_article = s.article,
  legal_norm = case when s.article is not null or s.said = '' then r.legal_norm
    else concat_ws('; ', nullif(btrim(r.legal_norm), ''), s.said) end
from settled s where s.tenant_id = r.tenant_id and s.id = r.id;

-- What the record itself shows to need an assessment (art. 15 ter). The words of an activity count when it is next
-- written.
update activities set dpia_required = true
where not dpia_required and (has_sensitive_data or automated_decisions or 'minor_data' = any(data_categories)
  or risk_level = 'high');

delete from list_counts where list in ('activities', 'activities_by_category', 'activity_facts');
reset role;

do $do$
declare
  counted constant text := $$
  select 'activities', jsonb_build_object('status', r.status, 'legal_basis', r.legal_basis,
    'has_sensitive_data', r.has_sensitive_data, 'risk_level', r.risk_level, 'dpia_required', r.dpia_required,
    'transfer_exists', r.transfer_exists, 'legal_entity_id', r.legal_entity_id), 1
  union all
  select 'activities_by_category', jsonb_build_object('category', of.category), 1
  from unnest(r.data_categories) of (category)
  union all
  select 'activity_facts', jsonb_build_object('fact', 'current'), 1 where r.status <> 'archived'
  union all
  select 'activity_facts', jsonb_build_object('fact', of.fact), 1
  from (values
    ('published', true),
    ('sensitive', r.has_sensitive_data),
    ('sensitiveUnfounded', r.has_sensitive_data and case
      when r.legal_basis_article is null then coalesce(r.legal_basis, 'contract') in ('contract', 'legitimate_interest')
      else r.legal_basis_article in ('12', '13 a', '13 b', '13 c', '13 d', '13 e', '16 quinquies', '16 sexies') end),
    ('byInterest', r.legal_basis = 'legitimate_interest'),
    ('interestUnstated', r.legal_basis = 'legitimate_interest' and r.legitimate_interest is null),
    ('byConsent', r.legal_basis = 'consent'),
    ('withdrawalUnstated', r.legal_basis = 'consent' and r.consent_withdrawal is null),
    ('withMinors', 'minor_data' = any(r.data_categories)),
    ('minorsUnguarded', 'minor_data' = any(r.data_categories) and r.minors_safeguard is null),
    ('withTransfer', r.transfer_exists),
    ('transferUnfounded', r.transfer_exists and (r.transfer_country is null or r.transfer_mechanism is null)),
    ('automated', r.automated_decisions),
    ('logicUnstated', r.automated_decisions and r.automated_logic is null),
    ('unprotected', cardinality(r.security_measures) = 0),
    ('keptForever', r.retention_period = 'indefinite'),
    ('riskUnknown', r.risk_level is null and not r.dpia_required),
    ('needDpia', r.dpia_required)
  ) of (fact, holds)
  where of.holds and r.status = 'published'$$;
begin
  call count_rows('activities', counted);
  set local role resguardo_system;
  execute format('insert into list_counts (tenant_id, list, key, slot, amount)
    select r.tenant_id, c.list, c.key, -1, sum(c.amount)
    from activities r cross join lateral (%s) c (list, key, amount) group by 1, 2, 3', counted);
  reset role;
end
$do$;

create or replace view activity_register with (security_invoker = true) as
  select tenant_id, id, name, purpose, legal_basis, legal_basis_article, legal_norm, legitimate_interest,
    data_categories, has_sensitive_data, subject_categories, data_source, source_is_public, recipients,
    transfer_exists, transfer_country, transfer_mechanism, retention_period, retention_note, security_measures,
    automated_decisions, automated_logic, consent_withdrawal, minors_safeguard, controller_role,
    status = 'published' as is_published, status <> 'archived' as is_current, published_at,
    risk_level, dpia_required, created_at, updated_at, legal_entity_id, socioeconomic
  from activities;
