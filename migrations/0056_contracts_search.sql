-- By the name of its processor it is found through the words of processors.
call index_words('contracts', 'r.type', $$concat_ws(' ', r.signer_name, r.signer_email, r.signer_rut)$$);
create index contracts_by_change on contracts (tenant_id, updated_at desc, id desc);

create view searchable_contracts with (security_invoker = true) as
  select c.tenant_id, c.id, c.processor_id, p.name as title, c.type as subtitle,
    case when c.status = 'SIGNED' and c.expires_at <= now() then 'EXPIRED' else c.status end as state, c.updated_at
  from contracts c join processor_register p on p.tenant_id = c.tenant_id and p.id = c.processor_id;
comment on view searchable_contracts is 'What a search shows of a contract.';
comment on column searchable_contracts.subtitle is 'nullable';
comment on column searchable_contracts.state is 'nullable';
grant select on searchable_contracts to resguardo_app, resguardo_system;
