-- The job queue builds its tables itself, when the service starts. Its schema is made here, one process at a time: of
-- several that start at once on a new database, those that come second would not see the schema that the first one made
-- while they waited for it.
create schema if not exists pgboss;
