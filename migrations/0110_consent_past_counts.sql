-- The sum of all days of a notice or template before one of them. Nothing is counted on a day that is long over, so a
-- total adds this row to the days since, and takes as long after ten years as in the first week.
create table consent_past_counts (
  tenant_id uuid not null constraint consent_past_counts_tenant_fkey references tenants (id),
  -- The notice or the template.
  counted_id uuid not null,
  -- The first day that is not in the sum.
  before date not null,
  total int8 not null,
  granted int8 not null,
  withdrawn int8 not null,
  constraint consent_past_counts_pkey primary key (tenant_id, counted_id)
);
call protect_tenant_table('consent_past_counts');

set local role resguardo_system;
insert into consent_past_counts (tenant_id, counted_id, before, total, granted, withdrawn)
select tenant_id, counted_id, current_date - 2, sum(total), sum(granted), sum(withdrawn)
from consent_daily_counts where day < current_date - 2 group by 1, 2;
reset role;
