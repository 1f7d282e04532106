-- Comments of members on a record. A comment cannot be edited; its author or an administrator can delete it.
create table comments (
  tenant_id uuid not null constraint comments_tenant_fkey references tenants (id),
  id uuid not null,
  entity_type text not null,
  entity_id uuid not null,
  text text not null,
  author_id text,
  author_name text,
  mentions text[] not null default '{}',
  created_at timestamptz not null,
  constraint comments_pkey primary key (tenant_id, id)
);
create index comments_newest on comments (tenant_id, created_at desc, id desc);
create index comments_of_record on comments (tenant_id, entity_type, entity_id, created_at desc, id desc);
call protect_tenant_table('comments');
