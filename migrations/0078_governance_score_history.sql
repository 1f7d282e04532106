-- The score of each organisation at the end of each day, in Chile: today's row follows the score until the day is over.
create table score_history (
  tenant_id uuid not null constraint score_history_tenant_fkey references tenants (id),
  day date not null,
  score int not null constraint score_history_score_range check (score between 0 and 100),
  constraint score_history_pkey primary key (tenant_id, day)
);
call protect_tenant_table('score_history');
