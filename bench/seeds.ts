import type { Input } from '#client'
import type { Engine } from '#db/wire/engine.ts'
import type { Member } from './database.ts'

/** Rows for the scenarios, a statement or two each. A record that a tenant has one of takes the tenant's own id. */
export type Seed = (engine: Engine, members: readonly Member[]) => Promise<void>

/** The large tenants; the first has the most data. */
export const large = (members: readonly Member[]) => members.slice(0, 20)
export const largest = (members: readonly Member[]) => members[0]!

/** The tenant of the searches. */
export const largestSearched = (members: readonly Member[]) => members.at(-1)!

export const LARGE_ROWS = 1000
export const LARGEST_ACTIVITIES = 10_000
const MILLION = 1_000_000
export const SEARCHED_ROWS = 100_000

const uuids = (members: readonly Member[]) => [`{${members.map(({ tenantId }) => tenantId).join(',')}}`]

export const systems: Seed = async (engine, members) => {
  await engine.asOwner(
    `insert into systems (tenant_id, id, name, type, description, hosting_type, hosting_country, data_categories,
        has_sensitive_data, security_measures, has_dpa_clause, created_at, updated_at)
      select t, gen_random_uuid(), 'Sistema ' || n, (array['CRM', 'ERP', 'DATABASE', 'CLOUD_SERVICE', 'HR'])[1 + n % 5],
        'Sistema de la medición', 'CLOUD', 'CL', '{name,email}', n % 7 = 0, '{ACCESS_CONTROL}', false,
        now() - n * interval '1 second', now()
      from unnest($1::uuid[]) t, generate_series(1, ${LARGE_ROWS}) n`,
    uuids(large(members)),
  )
}

export const activities: Seed = async (engine, members) => {
  const insert = (rows: number, tenants: readonly Member[]) =>
    engine.asOwner(
      `insert into activities (tenant_id, id, legal_entity_id, name, purpose, legal_basis, data_categories, has_sensitive_data,
          subject_categories, recipients, transfer_exists, transfer_country, transfer_mechanism, retention_period,
          security_measures, status, published_at, risk_level, risk_score, dpia_required, created_at, updated_at)
        select t, gen_random_uuid(), t, 'Actividad ' || n, 'Finalidad de la medición',
          (array['consent', 'contract', 'legal_obligation', 'legitimate_interest'])[1 + n % 4],
          case when n % 5 = 0 then array['name', 'rut', 'health'] else array['name', 'email'] end, n % 5 = 0,
          '{clientes}', '{}', n % 3 = 0, case when n % 3 = 0 then 'US' end,
          case when n % 3 = 0 then 'contractual_clauses' end, '5_years', '{ACCESS_CONTROL}',
          case when n % 2 = 0 then 'published' else 'draft' end, case when n % 2 = 0 then now() end,
          (array['low', 'medium', 'high'])[1 + n % 3], n % 100, n % 9 = 0, now() - n * interval '1 second', now()
        from unnest($1::uuid[]) t, generate_series(1, ${rows}) n`,
      uuids(tenants),
    )
  await insert(LARGEST_ACTIVITIES, [largest(members)])
  await insert(LARGE_ROWS, large(members).slice(1))
}

/**
 * A hundred thousand activities of the last tenant, with rare words (in one row, in fifty), common ones (in every seventh
 * row) and some that every row has.
 */
export const searched: Seed = async (engine, members) => {
  await engine.asOwner(
    `insert into activities (tenant_id, id, legal_entity_id, name, purpose, legal_basis, data_categories, has_sensitive_data,
        subject_categories, retention_period, status, created_at, updated_at)
      select $1::uuid, gen_random_uuid(), $1::uuid,
        (array['Gestión', 'Administración', 'Atención', 'Registro', 'Control'])[1 + n % 5] || ' de '
          || (array['clientes', 'proveedores', 'trabajadores', 'visitas', 'postulantes', 'alumnos', 'pacientes'])[1 + n % 7]
          || ' de la sucursal s' || n,
        'Facturar, despachar y atender a las personas del proyecto p' || n % 2000, 'contract', '{name,email}', false,
        '{clientes}', '5_years', 'draft', now() - n * interval '1 second', now() - n * interval '1 second'
      from generate_series(1, ${SEARCHED_ROWS}) n`,
    [largestSearched(members).tenantId],
  )
  await engine.asOwner('analyze search_words')
  await engine.asOwner('analyze activities')
}

/** The body of one import. */
export const IMPORT: Input<'POST /rat/bulk-import'>['body'] = {
  activities: Array.from({ length: 200 }, (_, number) => ({
    name: `Actividad importada ${number}`,
    purposes: ['Gestionar pedidos', 'Atender reclamos'],
    legalBasis: 'contract',
    dataSubjects: ['clientes'],
    dataCategories: ['name', 'email', 'rut'],
    retentionPeriod: '5_years',
  })),
}

/** A domain with ten activities in each of the large tenants. */
export const domains: Seed = async (engine, members) => {
  const tenants = uuids(large(members))
  await engine.asOwner(
    `insert into domains (tenant_id, id, url, url_key, name, legal_entity_id, environment, is_active, is_verified,
        verification_token, created_at, updated_at)
      select t, t, 'https://www.tiendasur.cl', 'www.tiendasur.cl', 'Sitio', t, 'PRODUCTION', true, false,
        'token', now(), now()
      from unnest($1::uuid[]) t`,
    tenants,
  )
  await engine.asOwner(
    `insert into domain_activities (tenant_id, id, domain_id, activity_id, role, created_at)
      select t, gen_random_uuid(), t, a.id, 'COLLECTION', now()
      from unnest($1::uuid[]) t cross join lateral (select id from activities where tenant_id = t limit 10) a`,
    tenants,
  )
}

const assessmentText = 'Se describe el tratamiento, su necesidad y su proporcionalidad. '.repeat(20)

/** A hundred assessments in each of the large tenants; the one with the tenant's id has thirty risks to print. */
export const assessments: Seed = async (engine, members) => {
  const tenants = uuids(large(members))
  await engine.asOwner(
    `insert into dpia_assessments (tenant_id, id, legal_entity_id, title, description, status, version, scope, necessity,
        proportionality, created_at, updated_at)
      select t, case when n = 1 then t else gen_random_uuid() end, t, 'Evaluación ' || n, text, 'draft', 1, text, text,
        text, now() - n * interval '1 second', now()
      from unnest($1::uuid[]) t, generate_series(1, 100) n, (values ('${assessmentText}')) words (text)`,
    tenants,
  )
  await engine.asOwner(
    `insert into dpia_risks (tenant_id, id, assessment_id, description, likelihood, impact, risk_level, mitigation,
        residual_risk, status, created_at, updated_at)
      select t, gen_random_uuid(), t, 'Riesgo ' || n || ': acceso indebido a los datos', 'high', 'medium', 'high',
        'Cifrado y control de acceso', 'low', 'mitigated', now(), now()
      from unnest($1::uuid[]) t, generate_series(1, 30) n`,
    tenants,
  )
}

export const formKey = ({ tenantId }: Member) => `formulario-${tenantId}`

export const forms: Seed = async (engine, members) => {
  await engine.asOwner(
    `insert into dsar_widgets (tenant_id, id, legal_entity_id, widget_key, name, is_active, config, created_at, updated_at)
      select t, t, t, 'formulario-' || t, 'Formulario', true, '{}', now(), now() from unnest($1::uuid[]) t`,
    uuids(members),
  )
}

const OPEN_REQUESTS = 1000
const TASKS_EACH = 12
/** The request whose tasks the scenario reads, one per tenant. */
export const searchedRequest = ({ tenantId }: Member) => tenantId

/** A thousand open requests in each of the large tenants, each with a task for every one of a dozen systems. */
export const searchedRequests: Seed = async (engine, members) => {
  const tenants = uuids(large(members))
  await engine.asOwner(
    `insert into dsar_requests (tenant_id, id, folio_number, source, legal_entity_id, right_type, status, subject_name,
        subject_email, is_representative, portability_direct_transfer, declaration_truthful, declaration_data_processing,
        declaration_phone_contact, deadline_at, legal_due_at, created_at, updated_at)
      select t, case when n = 1 then t else gen_random_uuid() end, 'ARCO-2025-' || lpad(n::text, 5, '0'), 'widget', t,
        'ACCESS', 'IN_PROGRESS', 'Persona ' || n, 'persona' || n || '@correo.cl', false, false, true, false, false,
        now() + interval '20 days', now() + interval '20 days', now() - n * interval '1 minute', now()
      from unnest($1::uuid[]) t, generate_series(1, ${OPEN_REQUESTS}) n`,
    tenants,
  )
  await engine.asOwner(
    `insert into dsar_tasks (tenant_id, id, request_id, system_name, owner_name, owner_email, status, outcome, notes,
        answered_via, answered_by, done_at, due_on, sent_at, created_at, updated_at)
      select r.tenant_id, gen_random_uuid(), r.id, 'Sistema ' || n, 'Persona a cargo', 'cargo' || n || '@tiendasur.cl',
        case when n % 2 = 0 then 'done' else 'sent' end, case when n % 2 = 0 then 'nothing_found' end,
        'Buscado por RUT y por correo.', case when n % 2 = 0 then 'link' end, case when n % 2 = 0 then 'Persona a cargo' end,
        case when n % 2 = 0 then now() end, current_date + 10, now(), now(), now()
      from dsar_requests r, generate_series(1, ${TASKS_EACH}) n where r.tenant_id = any($1::uuid[])`,
    tenants,
  )
}

export const noticeKey = ({ tenantId }: Member) => `aviso-${tenantId}`

const PURPOSES = ['necessary', 'analytics', 'marketing'].map((key, index) => ({
  key,
  name: `Finalidad ${key}`,
  description: 'Para qué se usan estas cookies, en una frase.',
  required: index === 0,
  legalBasis: index === 0 ? 'legitimate_interest' : 'consent',
  cookies: [{ name: `_${key}`, provider: 'Propia', duration: '1 año', description: 'De la medición' }],
}))
const NOTICE = { name: 'Aviso', title: 'Su privacidad', description: null, language: 'es', config: {} }
const HASH = 'a'.repeat(64)

/** A published notice in every tenant. */
export const notices: Seed = async (engine, members) => {
  await engine.asOwner(
    `with shown as (
        insert into consent_notices (tenant_id, id, name, title, language, purposes, config, status, version, widget_key,
          content_hash, published_hash, published_at, created_at, updated_at)
        select t, t, '${NOTICE.name}', '${NOTICE.title}', 'es', $2::jsonb, '{}', 'PUBLISHED', 1, 'aviso-' || t,
          '${HASH}', '${HASH}', now(), now(), now()
        from unnest($1::uuid[]) t)
      insert into consent_notice_versions (tenant_id, notice_id, version, content, content_hash, published_at)
      select t, t, 1, $3::jsonb, '${HASH}', now() from unnest($1::uuid[]) t`,
    [...uuids(members), JSON.stringify(PURPOSES), JSON.stringify({ ...NOTICE, purposes: PURPOSES })],
  )
}

/** A million records of the largest tenant's notice over a year, with their daily counts. */
export const millionRecords: Seed = async (engine, members) => {
  const { tenantId } = largest(members)
  await engine.asOwner(
    `insert into consent_records (tenant_id, id, notice_id, notice_version, content_hash, subject_ref, decisions, action,
        granted, source, ip_hash, receipt, created_at)
      select $1::uuid, gen_random_uuid(), $1::uuid, 1, '${HASH}', 'visitante-' || n,
        jsonb_build_object('necessary', true, 'analytics', n % 3 > 0, 'marketing', n % 3 > 0),
        case when n % 3 > 0 then 'accept_all' else 'reject_all' end, n % 3 > 0, 'banner', '${HASH}',
        md5(n::text) || md5('r' || n), now() - (n % 365) * interval '1 day' - n * interval '1 millisecond'
      from generate_series(1, ${MILLION}) n`,
    [tenantId],
  )
  await engine.asOwner(
    `insert into consent_daily_counts (tenant_id, counted_id, day, slot, total, granted, withdrawn)
      select tenant_id, notice_id, (created_at at time zone 'America/Santiago')::date,
        ('x' || left(receipt, 1))::bit(4)::int, count(*), count(*) filter (where granted), 0
      from consent_records where tenant_id = $1 group by 1, 2, 3, 4`,
    [tenantId],
  )
}
