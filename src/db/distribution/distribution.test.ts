import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cloneDatabase, emptyDatabase } from '#test/kit/database.ts'
import { readSchema } from './catalogue.ts'
import { faultsOf, inOrder, placeOf, type Rule } from './faults.ts'
import { PLAN, type Plan } from './plan.ts'
import { statementsOf } from './statements.ts'

const installed = await cloneDatabase()
const empty = await emptyDatabase()
after(async () => {
  for (const { engine, drop } of [installed, empty]) {
    await engine.close()
    await drop()
  }
})
const schema = await readSchema(installed.engine)

test('the installed schema follows the rules', () => {
  assert.ok(schema.tables.length > 100)
  assert.deepEqual(faultsOf(schema, PLAN), [])
})

test('the catalogue has everything the rules check: keys, foreign keys, actions and triggers', () => {
  const count = (of: (table: (typeof schema.tables)[number]) => unknown[]) => schema.tables.flatMap(of).length
  assert.ok(count(({ keys }) => keys) > 110)
  assert.ok(count(({ references }) => references) > 150)
  assert.ok(count(({ references }) => references.filter(({ sets }) => sets.length > 0)) > 10)
  assert.ok(count(({ triggers }) => triggers) > 80)
  assert.ok(count(({ columns }) => columns.filter(({ numbered }) => numbered)) >= 2)
})

test('the statements list every table once, after the tables it refers to', () => {
  const text = statementsOf(schema, PLAN)
  assert.match(text, /^-- .*No se han ejecutado en un clúster de Citus/)
  const made = [
    ...text.matchAll(/^select create_(?:reference|distributed)_table\('public\.([a-z_]+)'/gm),
  ].map(([, name]) => name!)
  const local = schema.tables.map(({ name }) => name).filter((name) => placeOf(PLAN, name) === 'local')
  assert.deepEqual([...made, ...local].sort(), schema.tables.map(({ name }) => name).sort())
  for (const name of local) assert.ok(text.includes(`-- ${name}: `), name)
  for (const { name, references } of schema.tables)
    for (const { target } of references)
      if (made.includes(name) && target !== name)
        assert.ok(made.indexOf(target) < made.indexOf(name), `${name} before ${target}`)
  const [first, ...others] = text.match(/colocate_with => '[a-z_.]+'/g)!
  assert.deepEqual(
    [first, new Set(others)],
    ["colocate_with => 'none'", new Set(["colocate_with => 'public.memberships'"])],
  )
})

/** A small valid schema, to be broken in one way at a time. */
const SOUND = `
  create table orgs (id uuid primary key, slug text unique);
  create table parents (tenant_id uuid not null references orgs, id uuid not null, primary key (tenant_id, id));
  create table children (tenant_id uuid not null references orgs, id uuid not null, parent_id uuid, name text, place int4range,
    primary key (tenant_id, id),
    constraint children_parent_fkey foreign key (tenant_id, parent_id) references parents (tenant_id, id)
      on delete set null (parent_id));
  create unique index children_one_root on children (tenant_id, lower(name)) where parent_id is null;
  create table words (tenant_id uuid not null, id bigint generated always as identity, word text,
    primary key (tenant_id, id));
  create table months (tenant_id uuid not null, id uuid not null, primary key (tenant_id, id)) partition by range (id);
  create table months_1 partition of months for values from (minvalue) to (maxvalue);
  create table journal (name text primary key);
  create function index_children() returns trigger language plpgsql as $$
    begin insert into words (tenant_id, word) values (new.tenant_id, 'x'); return null; end $$;
  create trigger index_words after insert on children for each row execute function index_children();
  create trigger index_words after insert on months for each row execute function index_children()`

const SMALL: Plan = {
  anchor: 'parents',
  reference: { orgs: 'x' },
  local: { journal: 'x' },
  judged: [{ functions: /^index_[a-z]+$/, writes: ['words'], reads: [], why: 'x' }],
}

async function faultsWith(change: string, plan = SMALL): Promise<[Rule, string, string][]> {
  const { engine } = empty
  await engine.asOwner(`drop schema public cascade; create schema public; ${SOUND}; ${change}`)
  return faultsOf(await readSchema(engine), plan).map(({ rule, table, says }) => [rule, table, says])
}

test('a small valid schema has no faults, and a partitioned table counts as one', async () => {
  assert.deepEqual(await faultsWith('select 1'), [])
  const small = await readSchema(empty.engine)
  assert.deepEqual(inOrder(small, SMALL).ordered, ['orgs', 'parents', 'children', 'months', 'words'])
  assert.match(statementsOf(small, SMALL), /-- months: sus particiones van con ella\.\n.+'public\.months'/)
  assert.doesNotMatch(statementsOf(small, SMALL), /months_1/)
})

const trigger = (body: string, name = 'index_more') => `
  create function ${name}() returns trigger language plpgsql as $$ begin ${body}; return null; end $$;
  create trigger more after insert on parents for each row execute function ${name}()`

/** A change that breaks a rule, the rule, the table, and the message. */
const BROKEN: [change: string, rule: Rule, table: string, says: RegExp][] = [
  ['create table loose (id uuid primary key)', 'placed', 'loose', /no tiene tenant_id/],
  ['drop table journal', 'placed', 'journal', /no existe/],
  ['create table lax (tenant_id uuid, id uuid, unique (tenant_id, id))', 'column', 'lax', /uuid not null/],
  ['create table other (tenant_id text primary key)', 'column', 'other', /uuid not null/],
  ['create table bare (tenant_id uuid not null)', 'key', 'bare', /clave primaria/],
  ['create table born () inherits (parents)', 'inheritance', 'born', /hereda de parents/],
  [
    'create table late (id uuid, tenant_id uuid not null, primary key (id, tenant_id))',
    'key',
    'late',
    /late_pkey/,
  ],
  [
    'alter table parents add constraint once unique (id)',
    'key',
    'parents',
    /once debe comenzar con tenant_id/,
  ],
  ['create unique index folded on children (lower(name))', 'key', 'children', /folded/],
  ['create unique index rooted on children (id) where parent_id is null', 'key', 'children', /rooted/],
  [
    'alter table children add constraint apart exclude using gist (place with &&)',
    'key',
    'children',
    /apart/,
  ],
  [
    'alter table parents add unique (tenant_id); alter table children add constraint wide foreign key (id) references parents (tenant_id)',
    'reference',
    'children',
    /wide: tenant_id debe estar en el mismo lugar/,
  ],
  [
    'alter table children add constraint crossed foreign key (parent_id, tenant_id) references parents (tenant_id, id)',
    'reference',
    'children',
    /crossed: tenant_id debe estar/,
  ],
  [
    'alter table parents add column note text constraint kept references journal',
    'reference',
    'parents',
    /kept: una tabla distribuida no puede referirse a una local/,
  ],
  [
    'alter table orgs add column first uuid, add constraint first foreign key (id, first) references parents (tenant_id, id)',
    'reference',
    'orgs',
    /first: una tabla de referencia no puede referirse a una distribuida/,
  ],
  [
    'alter table journal add column t uuid, add column i uuid, add constraint seen foreign key (t, i) references parents (tenant_id, id)',
    'reference',
    'journal',
    /seen: una tabla local no puede referirse a una distribuida/,
  ],
  [
    'alter table orgs add column note text constraint noted references journal',
    'reference',
    'orgs',
    /noted: una tabla de referencia no puede referirse a una local/,
  ],
  [
    'alter table children add constraint gone foreign key (tenant_id, parent_id) references parents on delete set null',
    'action',
    'children',
    /gone: on delete set null cambiaría tenant_id/,
  ],
  [
    'alter table children add constraint moved foreign key (tenant_id, parent_id) references parents on update cascade',
    'action',
    'children',
    /moved: on update cascade/,
  ],
  [
    'create table small (tenant_id uuid not null, id int generated always as identity, primary key (tenant_id, id))',
    'number',
    'small',
    /id se numera y debe ser bigint/,
  ],
  [
    'create table old (tenant_id uuid not null, id serial, primary key (tenant_id, id))',
    'number',
    'old',
    /id se numera/,
  ],
  [trigger('perform 1', 'unread'), 'trigger', 'parents', /nadie ha juzgado/],
  [
    trigger('insert into journal (tenant_id, name) values (new.tenant_id, 1)'),
    'trigger',
    'parents',
    /escribe en journal, que no es de las juzgadas/,
  ],
  [trigger('perform 1 from children'), 'trigger', 'parents', /lee children, que no es de las juzgadas/],
  [
    trigger("insert into words (word, tenant_id) values ('x', gen_random_uuid())"),
    'trigger',
    'parents',
    /no dice de qué organización/,
  ],
  [trigger("delete from words where word = 'x'"), 'trigger', 'parents', /no dice de qué organización/],
  [trigger("update words set word = 'x'"), 'trigger', 'parents', /no dice de qué organización/],
  [trigger("execute 'select 1'"), 'trigger', 'parents', /arma sentencias/],
  [
    'create trigger more after insert on orgs for each row execute function index_children()',
    'trigger',
    'orgs',
    /de referencia no puede tener/,
  ],
  [
    'alter table parents add column child uuid, add constraint round foreign key (tenant_id, child) references children',
    'order',
    'parents',
    /en círculo/,
  ],
]

test('for each rule, a schema that breaks it gives a fault with its table', async () => {
  for (const [change, rule, table, says] of BROKEN) {
    const faults = await faultsWith(change)
    assert.ok(
      faults.some((found) => found[0] === rule && found[1] === table && says.test(found[2])),
      `${change}: ${JSON.stringify(faults)}`,
    )
  }
})

test('a plan that names a table twice, or whose anchor is not distributed, is refused', async () => {
  const twice = await faultsWith('select 1', { ...SMALL, local: { ...SMALL.local, orgs: 'x' } })
  assert.deepEqual(twice[0], ['placed', 'orgs', 'el plan la nombra dos veces'])
  const [anchored] = await faultsWith('select 1', { ...SMALL, anchor: 'orgs' })
  assert.deepEqual(anchored?.slice(0, 2), ['placed', 'orgs'])
})
