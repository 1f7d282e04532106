-- The record of processing activities. Fields follow DS 662 art. 3 d) and the record of Secretaría de Gobierno Digital.
create table activities (
  tenant_id uuid not null constraint activities_tenant_fkey references tenants (id),
  id uuid not null,
  legal_entity_id uuid not null default main_entity(),
  name text not null,
  purpose text not null,
  legal_basis text constraint activities_legal_basis_known check (legal_basis in
    ('consent', 'contract', 'legal_obligation', 'vital_interest', 'public_interest', 'legitimate_interest')),
  -- The exact article: two Chilean bases (13 a, 13 e) have no value of their own among the six of `legal_basis`.
  legal_basis_article text,
  legal_norm text,
  legitimate_interest text,
  -- The legitimate-interest test, art. 13 letra d).
  balancing jsonb,
  data_categories text[] not null default '{}' constraint activities_data_categories_known check (data_categories <@ array[
    'name', 'email', 'phone', 'rut', 'address', 'financial', 'health', 'biometric', 'ethnic_origin', 'political',
    'religious', 'sexual_orientation', 'criminal', 'minor_data', 'location', 'browsing', 'employment']),
  has_sensitive_data boolean not null,
  -- Socioeconomic situation, art. 2 letra g): sensitive, and without a category of its own among the 17.
  socioeconomic boolean not null default false,
  subject_categories text[] not null default '{}',
  data_source text,
  source_is_public boolean not null default false,
  recipients text[] not null default '{}',
  transfer_exists boolean not null default false,
  transfer_country text,
  transfer_mechanism text,
  retention_period text constraint activities_retention_known check (retention_period in
    ('1_year', '2_years', '3_years', '5_years', '10_years', 'until_purpose_fulfilled', 'until_unsubscribe',
     'legal_minimum', 'indefinite')),
  retention_note text,
  security_measures text[] not null default '{}',
  automated_decisions boolean not null default false,
  automated_logic text,
  consent_withdrawal text,
  minors_safeguard text,
  controller_name text,
  controller_role text not null default 'responsable' constraint activities_controller_role_known
    check (controller_role in ('responsable', 'encargado')),
  responsible_area text,
  template_id text,
  system_id uuid,
  status text not null constraint activities_status_known check (status in ('draft', 'published', 'archived')),
  published_at timestamptz,
  risk_level text constraint activities_risk_level_known check (risk_level in ('low', 'medium', 'high')),
  risk_score int,
  risk_factors jsonb,
  risk_assessed_at timestamptz,
  dpia_required boolean not null default false,
  -- Why it needs an impact assessment: the result of the screening when the row was last written.
  dpia_reasons jsonb,
  -- The day of the next review, and the date of the last reminder.
  review_at date,
  review_announced date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint activities_pkey primary key (tenant_id, id),
  constraint activities_entity_fkey foreign key (tenant_id, legal_entity_id) references legal_entities (tenant_id, id),
  constraint activities_system_fkey foreign key (tenant_id, system_id) references systems (tenant_id, id)
    on delete set null (system_id)
);
-- Includes all filter columns of the list: a deep page of any filter is found without reading the rows before it.
create index activities_newest on activities (tenant_id, created_at desc, id desc)
  include (status, legal_basis, has_sensitive_data, risk_level, dpia_required);
create index activities_by_status on activities (tenant_id, status, created_at desc, id desc);
create index activities_by_legal_basis on activities (tenant_id, legal_basis, created_at desc, id desc);
create index activities_by_sensitivity on activities (tenant_id, has_sensitive_data, created_at desc, id desc);
create index activities_by_risk_level on activities (tenant_id, risk_level, created_at desc, id desc);
create index activities_by_dpia on activities (tenant_id, dpia_required, created_at desc, id desc);
-- For activities published after a policy, and for activities without a review in a year.
create index activities_by_publication on activities (tenant_id, published_at) where status = 'published';
create index activities_by_update on activities (tenant_id, updated_at) where status = 'published';
create index activities_by_system on activities (tenant_id, system_id, created_at desc, id desc);
create index activities_by_entity on activities (tenant_id, legal_entity_id, created_at desc, id desc);
create index activities_by_change on activities (tenant_id, updated_at desc, id desc);
create index activities_to_review on activities (tenant_id, review_at) where review_at is not null;
create index activities_to_announce on activities (review_at) where review_at is distinct from review_announced;
call protect_tenant_table('activities');
-- A sensitive activity counts as a finding if its basis does not allow sensitive data.
call count_rows('activities', $$
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
  where of.holds and r.status = 'published'$$);
call index_words('activities', 'r.name', $$concat_ws(' ', r.purpose, r.responsible_area, r.controller_name)$$);

create table activity_systems (
  tenant_id uuid not null constraint activity_systems_tenant_fkey references tenants (id),
  id uuid not null,
  activity_id uuid not null,
  system_id uuid not null,
  role text not null constraint activity_systems_role_known
    check (role in ('STORAGE', 'PROCESSING', 'COLLECTION', 'TRANSFER')),
  created_at timestamptz not null,
  constraint activity_systems_pkey primary key (tenant_id, id),
  constraint activity_systems_link_key unique (tenant_id, activity_id, system_id),
  constraint activity_systems_activity_fkey foreign key (tenant_id, activity_id) references activities (tenant_id, id)
    on delete cascade,
  constraint activity_systems_system_fkey foreign key (tenant_id, system_id) references systems (tenant_id, id)
    on delete cascade
);
create index activity_systems_by_system on activity_systems (tenant_id, system_id);
call protect_tenant_table('activity_systems');

create table activity_flows (
  tenant_id uuid not null constraint activity_flows_tenant_fkey references tenants (id),
  id uuid not null,
  activity_id uuid not null,
  flow_id uuid not null,
  created_at timestamptz not null,
  constraint activity_flows_pkey primary key (tenant_id, id),
  constraint activity_flows_link_key unique (tenant_id, activity_id, flow_id),
  constraint activity_flows_activity_fkey foreign key (tenant_id, activity_id) references activities (tenant_id, id)
    on delete cascade,
  constraint activity_flows_flow_fkey foreign key (tenant_id, flow_id) references data_flows (tenant_id, id)
    on delete cascade
);
create index activity_flows_by_flow on activity_flows (tenant_id, flow_id);
call protect_tenant_table('activity_flows');

-- Processors linked by hand; those of the activity's systems need no row.
create table activity_processors (
  tenant_id uuid not null constraint activity_processors_tenant_fkey references tenants (id),
  id uuid not null,
  activity_id uuid not null,
  processor_id uuid not null,
  created_at timestamptz not null,
  constraint activity_processors_pkey primary key (tenant_id, id),
  constraint activity_processors_link_key unique (tenant_id, activity_id, processor_id),
  constraint activity_processors_activity_fkey foreign key (tenant_id, activity_id)
    references activities (tenant_id, id) on delete cascade,
  constraint activity_processors_processor_fkey foreign key (tenant_id, processor_id)
    references processors (tenant_id, id) on delete cascade
);
create index activity_processors_by_processor on activity_processors (tenant_id, processor_id);
call protect_tenant_table('activity_processors');

-- AI queries of a calendar month (Chile), counted before the model is asked.
create table ai_usage (
  tenant_id uuid not null constraint ai_usage_tenant_fkey references tenants (id),
  month text not null constraint ai_usage_month_shape check (month ~ '^\d{4}-\d{2}$'),
  used int not null constraint ai_usage_not_negative check (used >= 0),
  constraint ai_usage_pkey primary key (tenant_id, month)
);
call protect_tenant_table('ai_usage');

create view activity_register with (security_invoker = true) as
  select tenant_id, id, legal_entity_id, name, purpose, legal_basis, legal_basis_article, legal_norm, legitimate_interest,
    data_categories, has_sensitive_data, socioeconomic, subject_categories, data_source, source_is_public, recipients,
    transfer_exists, transfer_country, transfer_mechanism, retention_period, retention_note, security_measures,
    automated_decisions, automated_logic, consent_withdrawal, minors_safeguard, controller_role,
    status = 'published' as is_published, status <> 'archived' as is_current, published_at,
    risk_level, dpia_required, created_at, updated_at
  from activities;
comment on view activity_register is 'Every processing activity. Policies tell of the published ones; an archived one is not current.';
grant select on activity_register to resguardo_app, resguardo_system;

create view activity_facts with (security_invoker = true) as
  select tenant_id, key->>'fact' as fact, sum(amount)::bigint as count
  from list_counts where list = 'activity_facts' group by tenant_id, key;
comment on view activity_facts is 'How many activities are current, and of how many published ones a fact holds.';
comment on column activity_facts.fact is 'not null';
comment on column activity_facts.count is 'not null';
grant select on activity_facts to resguardo_app, resguardo_system;

-- The activity's own system processes, unless it is linked with another role.
create view systems_of_activities with (security_invoker = true) as
  select tenant_id, activity_id, system_id, role from activity_systems
  union all
  select a.tenant_id, a.id, a.system_id, 'PROCESSING'
  from activities a
  where a.system_id is not null and not exists (
    select from activity_systems l
    where l.tenant_id = a.tenant_id and l.activity_id = a.id and l.system_id = a.system_id);
comment on view systems_of_activities is 'Every system of an activity: those linked with a role, and its own one.';
comment on column systems_of_activities.system_id is 'not null';
grant select on systems_of_activities to resguardo_app, resguardo_system;

create view flows_of_activities with (security_invoker = true) as
  select tenant_id, activity_id, flow_id from activity_flows;
comment on view flows_of_activities is 'The flows of data linked to an activity.';
grant select on flows_of_activities to resguardo_app, resguardo_system;

create view processors_of_activities with (security_invoker = true) as
  select x.tenant_id, x.activity_id, s.processor_id
  from systems_of_activities x
  join system_register s on s.tenant_id = x.tenant_id and s.id = x.system_id
  where s.processor_id is not null
  union
  select tenant_id, activity_id, processor_id from activity_processors;
comment on view processors_of_activities is 'Every processor of an activity, once: those of its systems and those linked by hand.';
comment on column processors_of_activities.processor_id is 'not null';
grant select on processors_of_activities to resguardo_app, resguardo_system;

create view searchable_activities with (security_invoker = true) as
  select tenant_id, id, name as title, left(purpose, 200) as subtitle, status as state, updated_at
  from activities;
comment on view searchable_activities is 'What a search shows of a processing activity.';
comment on column searchable_activities.subtitle is 'nullable';
comment on column searchable_activities.state is 'nullable';
grant select on searchable_activities to resguardo_app, resguardo_system;
