import type { Engine } from '#db/wire/engine.ts'
import { idAt, type Member } from './database.ts'

/** Rows of an installation after two years, in steps: each step adds the rows that the step before did not have. */

export const TENANTS = 1000
export const CONSENTS_EACH = 10_000
export const ACTIVITIES_OF_ONE = 100_000
const AUDIT_EACH = 1000
export const MONTHS = 24
const TENANTS_AT_ONCE = 25

/** From one share of all rows to another, as fractions of one. */
export interface Step {
  from: number
  to: number
}

/** Writes without triggers and checks of keys: the rows are consistent already and should leave no jobs. */
const asThey = (statement: string) =>
  `begin; set local session_replication_role = replica; ${statement}; commit`

const HASH = 'a'.repeat(64)

/** The time of a row among so many. A small share has the newest rows, so lists show the same with every share. */
const timeOf = (rows: number) => `(now() - n * interval '${MONTHS} months' / ${rows})`
const idOf = (rows: number) => idAt(timeOf(rows), "t || '/' || n")

const range = ({ from, to }: Step, rows: number) =>
  `generate_series(${Math.round(from * rows) + 1}, ${Math.round(to * rows)}) n`

/** Creates every month's partition before the first row. */
export async function makeMonths(engine: Engine): Promise<void> {
  await engine.asOwner(`do $$
    declare
      month date;
    begin
      for month in select generate_series(date_trunc('month', now() - interval '${MONTHS} months'), now(), '1 month') loop
        if not is_made('consent_records', month) then call make_month('consent_records', month); end if;
        if not is_made('audit_log', month) then call make_month('audit_log', month); end if;
      end loop;
    end $$`)
}

/** The counters as the nightly job leaves them: one for each day, and a sum of all. */
export async function growConsents(
  engine: Engine,
  members: readonly Member[],
  step: Step,
  onTenants: (done: number) => void,
): Promise<void> {
  for (let at = 0; at < members.length; at += TENANTS_AT_ONCE) {
    const some = members.slice(at, at + TENANTS_AT_ONCE).map(({ tenantId }) => `'${tenantId}'`)
    const tenants = `unnest(array[${some.join()}]::uuid[]) t`
    await engine.asOwner(
      asThey(`
        insert into consent_records (tenant_id, id, notice_id, notice_version, content_hash, subject_ref, decisions,
          action, granted, source, ip_hash, receipt, created_at)
        select t, ${idOf(CONSENTS_EACH)}, t, 1, '${HASH}', 'visitante-' || n,
          '{"necessary": true, "analytics": true, "marketing": false}',
          case when n % 3 > 0 then 'accept_all' else 'reject_all' end, n % 3 > 0, 'banner', '${HASH}',
          md5(t || n::text) || md5('r' || t || n), ${timeOf(CONSENTS_EACH)}
        from ${tenants}, ${range(step, CONSENTS_EACH)};
        insert into consent_daily_counts as c (tenant_id, counted_id, day, slot, total, granted, withdrawn)
        select t, t, (${timeOf(CONSENTS_EACH)} at time zone 'America/Santiago')::date, 0, count(*),
          count(*) filter (where n % 3 > 0), 0
        from ${tenants}, ${range(step, CONSENTS_EACH)} group by 1, 3
        on conflict (tenant_id, counted_id, day, slot) do update
          set total = c.total + excluded.total, granted = c.granted + excluded.granted;
        insert into consent_past_counts as p (tenant_id, counted_id, before, total, granted, withdrawn)
        select t, t, (now() at time zone 'America/Santiago')::date - 1, sum(c.total), sum(c.granted), 0
        from ${tenants} join consent_daily_counts c on c.tenant_id = t and c.counted_id = t
          and c.day < (now() at time zone 'America/Santiago')::date - 1
        group by 1 on conflict (tenant_id, counted_id) do update
          set before = excluded.before, total = excluded.total, granted = excluded.granted;
        insert into audit_log (tenant_id, id, actor_type, actor_name, action, entity_type, entity_id, changes, created_at)
        select t, ${idOf(AUDIT_EACH)}, 'user', 'Bench', 'update', 'legal_entity', t::text,
          '{"name":{"old":"Tienda","new":"Tienda Sur"}}', ${timeOf(AUDIT_EACH)}
        from ${tenants}, ${range(step, AUDIT_EACH)};
        insert into list_counts as l (tenant_id, list, key, slot, amount)
        select t, 'audit_log', '{"entity_type": "legal_entity"}', -1, count(*)
        from ${tenants}, ${range(step, AUDIT_EACH)} group by 1
        on conflict (tenant_id, list, key, slot) do update set amount = l.amount + excluded.amount`),
    )
    onTenants(at + some.length)
  }
}

/** The activities of one organisation, with the triggers that count them and index their words. */
export async function growActivities(engine: Engine, { tenantId }: Member, step: Step): Promise<void> {
  await engine.asOwner(
    `insert into activities (tenant_id, id, legal_entity_id, name, purpose, legal_basis, data_categories,
        has_sensitive_data, subject_categories, retention_period, status, published_at, risk_level, created_at, updated_at)
      select '${tenantId}', gen_random_uuid(), '${tenantId}',
        (array['Gestión', 'Administración', 'Atención', 'Registro', 'Control'])[1 + n % 5] || ' de '
          || (array['clientes', 'proveedores', 'trabajadores', 'visitas', 'postulantes', 'alumnos', 'pacientes'])[1 + n % 7]
          || ' de la sucursal s' || n,
        'Facturar, despachar y atender a las personas del proyecto p' || n % 2000,
        (array['consent', 'contract', 'legal_obligation', 'legitimate_interest'])[1 + n % 4], '{name,email}', false,
        '{clientes}', '5_years', case when n % 2 = 0 then 'published' else 'draft' end,
        case when n % 2 = 0 then now() end, (array['low', 'medium', 'high'])[1 + n % 3],
        now() - n * interval '1 second', now() - n * interval '1 second'
      from ${range(step, ACTIVITIES_OF_ONE)}`,
  )
}
