-- Whether an act that makes something official is warned of what the law asks and it lacks, or refused.
alter table tenants add column legal_gate text not null default 'warn'
  constraint tenants_legal_gate_known check (legal_gate in ('warn', 'enforce'));
grant update (legal_gate) on tenants to resguardo_app;
