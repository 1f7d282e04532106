-- What the rows of an import said is forgotten once it has been over for a week.
create index imports_remembered on imports (completed_at) where completed_at is not null and outcomes <> '[]'::jsonb;
