call belongs_to_entity('contracts');
alter table contracts add constraint contracts_entity_fkey foreign key (tenant_id, legal_entity_id)
  references legal_entities (tenant_id, id);
create index contracts_by_entity on contracts (tenant_id, legal_entity_id, created_at desc, id desc);
alter table contracts
  -- The labels of the variables that had no value when it was generated: what may stand in its text in brackets.
  add column gap_labels text[] not null default '{}',
  -- What the law asks for and the text that was sent lacks; null before it is sent.
  add column findings jsonb,
  -- Why it was sent although something is missing; holds for the signature of the other party.
  add column gate_override jsonb;

create or replace view contract_register with (security_invoker = true) as
  select tenant_id, id, type, status, processor_id, version, signer_name, signed_at, expires_at, terminated_at, content,
    created_at, legal_entity_id
  from contracts;

-- «Los datos se tratarán en Chile y, en su caso, en: no hay destinos fuera de Chile» reads wrong. A sentence of the
-- built-in text changes where an organisation has not changed it; the variables are the same.
do $$
begin
  set local role resguardo_system;
  update contract_templates set content = replace(content,
    'Los datos se tratarán en {{encargadoPais}} y, en su caso, en: {{paisesDestino}}. Toda transferencia fuera de Chile requiere uno de los mecanismos de los arts. 27 y 28: {{mecanismos}}.',
    'El Encargado tratará los datos en {{encargadoPais}}. Destinos fuera de Chile: {{paisesDestino}}. Garantía de la transferencia (arts. 27 y 28): {{mecanismos}}. No habrá otra transferencia fuera de Chile sin autorización previa, específica y por escrito del Responsable.')
  where is_system;
  -- A contract with a gap claimed to comply with the article.
  update contract_templates set content = replace(content,
    'Este contrato cumple lo dispuesto en el art. 15 bis de la Ley 19.628',
    'Este contrato se celebra según el art. 15 bis de la Ley 19.628')
  where is_system;
  -- What may stand in brackets in a text that was generated before.
  update contracts c set gap_labels = array(
    select variable ->> 'label' from jsonb_array_elements(t.variables) variable
  )
  from contract_templates t where t.tenant_id = c.tenant_id and t.id = c.template_id;
  reset role;
end
$$;
