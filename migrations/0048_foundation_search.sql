-- The words of the rows that people look for, one row for each. A plain index over words, instead of a full-text or a
-- trigram one: under row-level security PostgreSQL uses an index only for operators that cannot leak a value, and
-- comparisons are the ones that cannot. Written by triggers, so words and rows never differ.
create table search_words (
  tenant_id uuid not null,
  -- The table of the row.
  list text not null,
  -- Folded; the whole title after a space, which no word begins with: by it a list is sorted.
  word text collate "C" not null,
  entity_id uuid not null,
  constraint search_words_pkey primary key (tenant_id, list, entity_id, word)
);
create index search_words_by_word on search_words (tenant_id, list, word, entity_id);
call protect_tenant_table('search_words');

-- Case and accents do not tell words apart. `wordsOf` of the service folds what is looked for in the same way.
create function fold_text(value text) returns text
  language sql immutable parallel safe as $$
  select lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g'))
$$;

-- What stands between spaces is a word without its dots and dashes (a RUT, a folio, an address), and so is each part of it.
create function words_of(title text, body text) returns setof text
  language sql immutable parallel safe rows 30 as $$
  with folded as materialized (
    select translate(fold_text(concat_ws(' ', left(title, 500), left(body, 2000))), E'\t\n\r', '   ') as text
  )
  select ' ' || left(btrim(fold_text(title)), 100) where title is not null
  union
  select left(found.word, 40)
  from folded cross join lateral (
    select string_to_table(regexp_replace(text, '[\u0001-\u001f!-/:-@\[-`{-\u00bf\u2000-\u206f]+', '', 'g'), ' ')
    union all
    select string_to_table(regexp_replace(text, '[\u0001-\u001f!-/:-@\[-`{-\u00bf\u2000-\u206f]+', ' ', 'g'), ' ')
  ) found (word)
  where found.word <> all ('{"",a,al,con,de,del,e,el,en,la,las,lo,los,o,para,por,que,se,su,sus,un,una,y}')
$$;

-- Keeps the words of a table. `title` and `body` are expressions over the row `r`.
create procedure index_words(name text, title text, body text)
  language plpgsql as $$
begin
  execute format('create function %I() returns trigger language plpgsql as %L', 'index_' || name, format(
    $body$
declare
  was_title text;
  was_body text;
  new_title text;
  new_body text;
begin
  if tg_op <> 'INSERT' then
    select %2$s, %3$s into was_title, was_body from (select old.*) r;
  end if;
  if tg_op <> 'DELETE' then
    select %2$s, %3$s into new_title, new_body from (select new.*) r;
  end if;
  if tg_op = 'UPDATE' and (was_title, was_body) is not distinct from (new_title, new_body) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from search_words where tenant_id = old.tenant_id and list = %1$L and entity_id = old.id
      and word = any (array(select words_of(was_title, was_body)));
  end if;
  if tg_op <> 'DELETE' then
    insert into search_words (tenant_id, list, word, entity_id)
      select new.tenant_id, %1$L, w.word, new.id from words_of(new_title, new_body) w (word);
  end if;
  return null;
end$body$, name, title, body));
  execute format('create trigger index_words after insert or update or delete on %I
    for each row execute function %I()', name, 'index_' || name);
  execute format('insert into search_words (tenant_id, list, word, entity_id)
    select r.tenant_id, %L, w.word, r.id from %I r cross join lateral words_of(%s, %s) w (word)', name, name, title, body);
end
$$;
