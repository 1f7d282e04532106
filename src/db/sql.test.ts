import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { cloneDatabase } from '#test/kit/database.ts'
import { createDatabase, type Db, SYSTEM } from './database.ts'
import { json, page } from './sql.ts'

const { engine, drop } = await cloneDatabase()
after(async () => {
  await engine.close()
  await drop()
})

await engine.asOwner(`
  create table things (n int not null, kind text not null, owner int);
  insert into things select n, case when n % 2 = 0 then 'even' else 'odd' end, n % 3 from generate_series(1, 45) n;
  create table owners (id int, name text);
  insert into owners values (0, 'Ana'), (1, 'Pedro');
  grant select on things, owners to resguardo_system`)

/** The same handle, typed for tables of this test alone. */
const fixture = (db: Db) =>
  db as unknown as Kysely<{
    things: { n: number; kind: string; owner: number }
    owners: { id: number; name: string }
  }>

async function reading<T>(work: (db: Db) => Promise<T>): Promise<T> {
  return (await createDatabase(engine).read(SYSTEM, work)).result
}

const pageOf = (number: number, limit: number) =>
  reading((db) =>
    page(db, fixture(db).selectFrom('things').select('n').orderBy('n', 'desc'), { page: number, limit }),
  )

test('a page holds its rows in order, and its total is exact on every page', async () => {
  const cases: [number, number, number[]][] = [
    [1, 100, Array.from({ length: 45 }, (_, n) => 45 - n)],
    [1, 3, [45, 44, 43]],
    [2, 3, [42, 41, 40]],
    [15, 3, [3, 2, 1]],
    [5, 10, [5, 4, 3, 2, 1]],
    [1, 45, Array.from({ length: 45 }, (_, n) => 45 - n)],
    [2, 45, []],
    [16, 3, []],
    [1_000_000, 100, []],
  ]
  for (const [number, limit, expected] of cases) {
    const { rows, total } = await pageOf(number, limit)
    assert.deepEqual([rows.map(({ n }) => n), total], [expected, 45], `page ${number} of ${limit}`)
  }
})

test('an empty list has the total zero on every page', async () => {
  for (const number of [1, 2]) {
    const found = await reading((db) =>
      page(db, fixture(db).selectFrom('things').select('n').where('n', '<', 0), { page: number, limit: 20 }),
    )
    assert.deepEqual(found, { rows: [], total: 0 })
  }
})

test('filters, joins and groups count the rows they show', async () => {
  const even = await reading((db) =>
    page(db, fixture(db).selectFrom('things').selectAll().where('kind', '=', 'even').orderBy('n'), {
      page: 2,
      limit: 5,
    }),
  )
  assert.deepEqual([even.rows.map(({ n }) => n), even.total], [[12, 14, 16, 18, 20], 22])
  const owned = await reading((db) =>
    page(
      db,
      fixture(db)
        .selectFrom('things as t')
        .innerJoin('owners as o', 'o.id', 't.owner')
        .select(['t.n', 'o.name'])
        .orderBy('t.n'),
      { page: 1, limit: 2 },
    ),
  )
  assert.deepEqual(
    [owned.rows.map(({ n, name }) => ({ n, name })), owned.total],
    [
      [
        { n: 1, name: 'Pedro' },
        { n: 3, name: 'Ana' },
      ],
      30,
    ],
  )
  const grouped = await reading((db) =>
    page(db, fixture(db).selectFrom('things').select(['owner']).groupBy('owner').orderBy('owner'), {
      page: 1,
      limit: 2,
    }),
  )
  assert.deepEqual([grouped.rows.map(({ owner }) => owner), grouped.total], [[0, 1], 3])
})

test('both databases read values alike', async () => {
  const { rows } = await reading((db) =>
    sql`select ${json({ a: [1, 'ñ', null] })} as json, 9007199254740991::int8 as big, 12.5::numeric as amount,
      '2026-02-28'::date as day, '2026-12-01T09:30:00.123-03'::timestamptz as instant, array['a', 'b'] as list,
      null::text as nothing, true as flag, 7 as whole, count(*) as counted from things`.execute(db),
  )
  assert.deepEqual(rows, [
    {
      json: { a: [1, 'ñ', null] },
      big: 9007199254740991,
      amount: 12.5,
      day: '2026-02-28',
      instant: new Date('2026-12-01T12:30:00.123Z'),
      list: ['a', 'b'],
      nothing: null,
      flag: true,
      whole: 7,
      counted: 45,
    },
  ])
})
