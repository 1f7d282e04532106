-- The version of the law that a text was written under. Those written before versions were kept are of the first one.
alter table contracts add column law_version text not null default '2026-12-01';

-- A contract that was renewed by another one that is sent or signed gives way to it.
create view issued_contracts with (security_invoker = true) as
  select c.tenant_id, c.id, c.type, c.processor_id, c.law_version, coalesce(c.signed_at, c.sent_at) as issued_at,
    c.expires_at
  from contracts c where c.status in ('SENT', 'SIGNED') and not exists (
    select from contracts n where n.tenant_id = c.tenant_id and n.previous_contract_id = c.id and n.id <> c.id
      and n.status in ('SENT', 'SIGNED'));
comment on view issued_contracts is 'Every contract that is out for signature or signed, and the version of the law it was written under.';
comment on column issued_contracts.issued_at is 'not null';
grant select on issued_contracts to resguardo_app, resguardo_system;

-- The built-in texts name the Agency as the law does, and say from when the law binds.
set local role resguardo_system;
update contract_templates set
  content = replace(replace(content, 'Agencia de Protección de Datos Personales', '{{agencia}}'),
    '{{clausulasReforzadas}}', E'{{vigenciaLey}}\n{{clausulasReforzadas}}'),
  variables = variables || '[
    {"key": "agencia", "label": "Autoridad de protección de datos", "description": "El nombre de la autoridad, según la ley vigente"},
    {"key": "vigenciaLey", "label": "Vigencia de la ley", "description": "La agrega el servicio mientras la ley no rige; después queda vacía"}]'
where is_system;
reset role;
