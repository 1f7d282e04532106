-- Notices to members, one row for each event and member. Deleted with the membership.
create table notifications (
  tenant_id uuid not null constraint notifications_tenant_fkey references tenants (id),
  id uuid not null,
  user_id uuid not null,
  event_id uuid not null,
  type text not null,
  entity_type text not null,
  entity_id uuid not null,
  title text not null,
  text text not null,
  due_at timestamptz,
  created_at timestamptz not null,
  read_at timestamptz,
  -- When its own letter was written; null for a notice that waits in the list or for the digest.
  mailed_at timestamptz,
  in_digest boolean not null,
  constraint notifications_pkey primary key (tenant_id, id),
  constraint notifications_once unique (tenant_id, user_id, event_id),
  constraint notifications_member_fkey foreign key (tenant_id, user_id) references memberships (tenant_id, user_id)
    on delete cascade
);
create index notifications_newest on notifications (tenant_id, user_id, created_at desc, id desc);
create index notifications_unread on notifications (tenant_id, user_id) where read_at is null;
create index notifications_arriving on notifications (tenant_id, user_id, id);
create index notifications_mailed on notifications (tenant_id, user_id, mailed_at) where mailed_at is not null;
create index notifications_for_digest on notifications (created_at, tenant_id, user_id) where in_digest;
create index notifications_by_age on notifications (created_at);
call protect_tenant_table('notifications');

-- How a member wants to get an event, if not in the default way.
create table notification_choices (
  tenant_id uuid not null constraint notification_choices_tenant_fkey references tenants (id),
  user_id uuid not null,
  type text not null,
  choice text not null constraint notification_choices_known check (choice in ('now', 'digest', 'off')),
  constraint notification_choices_pkey primary key (tenant_id, user_id, type),
  constraint notification_choices_member_fkey foreign key (tenant_id, user_id)
    references memberships (tenant_id, user_id) on delete cascade
);
call protect_tenant_table('notification_choices');
