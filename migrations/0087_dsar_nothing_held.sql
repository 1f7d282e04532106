-- An answer that says that nothing of the person is held, beside the request: nothing was granted, and the person may
-- complain to the Agency (art. 41).
alter table dsar_requests add column nothing_held boolean not null default false;
