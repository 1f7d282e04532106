-- Some keys are for exports of a system: a spreadsheet, a list, not only papers.
alter table public_uploads add column takes_data boolean not null default false;
