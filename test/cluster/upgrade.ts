import { cpSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrationFiles } from '#db/migrate.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Changes that a newer version may make beside a running one: tables and a view under load only gain columns. */
const MIGRATION = `
alter table tenants add column newer text;
alter table audit_log add column newer text;
alter table consent_records add column newer text;
alter table dsar_requests add column newer text;
create or replace view domain_register with (security_invoker = true) as
  select tenant_id, id, url, legal_entity_id, is_active, is_active and environment = 'PRODUCTION' as is_public, created_at,
    verified_at
  from domains;
create table newer_rows (
  tenant_id uuid not null constraint newer_rows_tenant_fkey references tenants (id),
  id uuid not null,
  constraint newer_rows_pkey primary key (tenant_id, id)
);
call protect_tenant_table('newer_rows');
`

/** Builds a newer version, which is this one plus a migration. Returns its folder. */
export function makeNewer(directory: string): string {
  const root = join(directory, 'newer')
  const stays = ['.git', 'node_modules'].map((name) => join(ROOT, name))
  cpSync(ROOT, root, { recursive: true, preserveTimestamps: true, filter: (path) => !stays.includes(path) })
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  const number = String(migrationFiles().length + 1).padStart(4, '0')
  writeFileSync(join(root, 'migrations', `${number}_foundation_newer.sql`), MIGRATION)
  return root
}
