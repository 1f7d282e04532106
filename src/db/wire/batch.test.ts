import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cloneDatabase } from '#test/kit/database.ts'
import { isAway, translateError } from '../errors.ts'
import { Batch } from './batch.ts'
import type { Engine, Statement } from './engine.ts'
import { openPostgres } from './postgres.ts'
import { ConnectionState } from './prepared-statements.ts'

const { engine: shared, url, drop } = await cloneDatabase()
/** One connection, so that effects of one batch would reach the next. */
const engine: Engine = url ? openPostgres(url, 1) : shared
after(async () => {
  if (engine !== shared) await engine.close()
  await shared.close()
  await drop()
})
await engine.asOwner(`create table parcels (name text primary key, weight int);
  create table labels (parcel text references parcels deferrable initially deferred)`)

const one = (sql: string, ...parameters: unknown[]): Statement => ({ sql, parameters })
const parcel = (name: string) => one('insert into parcels (name) values ($1)', name)
const send = (...statements: Statement[]) => engine.send('read write', statements)
const stored = async () => {
  const { rows } = await engine.asOwner('select name from parcels order by name')
  return rows.map(({ name }) => name)
}
const codeOf = ({ error }: { error?: unknown }) => (error as { code?: string } | undefined)?.code
const emptied = () => engine.asOwner('truncate parcels, labels')

test('the statements of a batch are one transaction', async () => {
  await emptied()
  const { results, error } = await send(
    parcel('a'),
    parcel('b'),
    one('select name from parcels order by name'),
  )
  assert.equal(error, undefined)
  assert.deepEqual(
    results.map(({ command, count, rows }) => [command, count, rows]),
    [
      ['INSERT', 1, []],
      ['INSERT', 1, []],
      ['SELECT', 2, [{ name: 'a' }, { name: 'b' }]],
    ],
  )
  const failed = await send(parcel('c'), parcel('a'), parcel('d'))
  assert.deepEqual([failed.results.length, codeOf(failed)], [1, '23505'])
  assert.deepEqual(await stored(), ['a', 'b'])
})

test('when the commit itself fails there are no results and no rows', async () => {
  await emptied()
  const failed = await send(parcel('a'), one('insert into labels values ($1)', 'nobody'))
  assert.deepEqual([failed.results, codeOf(failed)], [[], '23503'])
  assert.deepEqual(await stored(), [])
})

test('a setting of the transaction ends with its batch', async () => {
  const set = one(`select set_config('app.tenant_id', $1, true) as it`, 'x')
  const seen = one(`select coalesce(current_setting('app.tenant_id', true), '') as it`)
  const values = async (...statements: Statement[]) =>
    (await send(...statements)).results.map(({ rows }) => rows[0]!['it'])
  assert.deepEqual(await values(set, seen), ['x', 'x'])
  assert.deepEqual(await values(seen), [''])
})

test('batches that share a connection share neither failures nor results', async () => {
  await emptied()
  const texts = Array.from({ length: 5 }, (_, n) => `select $1::int * ${n} as product`)
  const calls = Array.from({ length: 60 }, (_, n) => {
    if (n % 4 === 1) return send(one('select 1 / 0'), one(texts[n % 5]!, n))
    if (n % 4 === 2) return send(one(`select $1::int / 0 as never, ${n % 5}`, n), parcel(`never ${n}`))
    if (n % 4 === 3) return send(parcel(`parcel ${String(n).padStart(2, '0')}`), one(texts[n % 5]!, n))
    return send(one(texts[n % 5]!, n), one(texts[n % 5]!, n))
  })
  for (const [n, result] of (await Promise.all(calls)).entries()) {
    if (n % 4 === 1 || n % 4 === 2) assert.deepEqual([result.results, codeOf(result)], [[], '22012'], `${n}`)
    else assert.deepEqual(result.results[1]!.rows, [{ product: n * (n % 5) }], `${n}`)
  }
  const expected = Array.from({ length: 15 }, (_, n) => `parcel ${String(n * 4 + 3).padStart(2, '0')}`)
  assert.deepEqual(await stored(), expected)
})

test('a statement is prepared once, however often it is sent, even if it failed the first time', async () => {
  const divided = (by: number) => one('select 84 / $1::int as quotient /* once */', by)
  assert.equal(codeOf(await send(divided(0))), '22012')
  for (let n = 0; n < 3; n += 1)
    assert.deepEqual(
      (await send(divided(2), divided(4))).results.map(({ rows }) => rows[0]!['quotient']),
      [42, 21],
    )
  const count = one(`select count(*) as n from pg_prepared_statements where statement like '%/* once */'`)
  assert.deepEqual((await send(count)).results[0]!.rows, [{ n: 1 }])
})

test('a name unknown to the server is prepared again at the next try', async () => {
  const again = one('select 7 as seven /* forgotten */')
  assert.equal((await send(again)).error, undefined)
  await engine.asOwner('deallocate all')
  assert.equal(codeOf(await send(again)), '26000')
  assert.deepEqual((await send(again)).results[0]!.rows, [{ seven: 7 }])
})

test('a statement without rows or without a count does not disturb the others', async () => {
  const { results } = await send(one('-- nothing'), one('set constraints all deferred'), one('select 1 as n'))
  assert.deepEqual(
    results.map(({ rows, count }) => [rows, count]),
    [
      [[], 0],
      [[], 0],
      [[{ n: 1 }], 1],
    ],
  )
})

test('an encoding error is reported, and does not count as «the server is away»', async () => {
  const circular: Record<string, unknown> = {}
  circular['itself'] = circular
  assert.match(String((await send(one('select $1::jsonb', circular))).error), /circular/)
  const many = Array.from({ length: 70_000 }, () => 1)
  const { error } = await send(one('select $1::int', ...many))
  assert.ok(error)
  assert.ok(!isAway(error))
  assert.equal((await send(one('select 1'))).error, undefined)
})

test('a confirmed commit counts, though the connection ends before the next message', async () => {
  const ended = Object.assign(new Error('terminating connection'), { code: '57P01' })
  const resultOf = (statement: Statement, ...tags: string[]) => {
    const batch = new Batch([statement])
    batch.encode(new ConnectionState())
    for (const text of tags) batch.complete(text)
    batch.fail(ended)
    return batch.result
  }
  assert.equal((await resultOf(one('commit'), 'COMMIT')).error, undefined)
  assert.equal((await resultOf(one('commit'))).error, ended)
  assert.equal((await resultOf(one('commit'), 'ROLLBACK')).error, ended)
  assert.deepEqual(await resultOf(parcel('x'), 'INSERT 0 1'), { results: [], error: ended })
})

test('unusual statements do not accumulate on the server', async () => {
  for (let n = 0; n < 1100; n += 50)
    await Promise.all(Array.from({ length: 50 }, (_, m) => send(one(`select ${n + m} as unusual`))))
  const count = one('select count(*) as n from pg_prepared_statements')
  const [{ n }] = (await send(count)).results[0]!.rows as [{ n: number }]
  assert.ok(n > 500 && n <= 1000, `${n} are prepared`)
})

test('values come back with their types', async () => {
  const instant = new Date('2026-12-01T03:04:05.678Z')
  const { results } = await send(
    one(
      `select $1::text as text, $2::int as int, $3::int8 as big, $4::numeric as amount, $5::bool as yes, $6::date as day,
        $7::timestamptz as instant, $8::jsonb as json, $9::text[] as list, $10::text as nothing, $11::uuid as id,
        '0001-01-01 00:00:00+00'::timestamptz as first, '9999-12-31 23:59:59.999+00'::timestamptz as last`,
      ...[
        'Ñuñoa «😀»',
        7,
        9_000_000_000,
        12.5,
        true,
        '2026-02-28',
        instant,
        { a: [1, null] },
        ['x', 'y, "z"'],
      ],
      ...[null, '0190f5a2-0000-7000-8000-000000000000'],
    ),
  )
  assert.deepEqual(results[0]!.rows, [
    {
      text: 'Ñuñoa «😀»',
      int: 7,
      big: 9_000_000_000,
      amount: 12.5,
      yes: true,
      day: '2026-02-28',
      instant,
      json: { a: [1, null] },
      list: ['x', 'y, "z"'],
      nothing: null,
      id: '0190f5a2-0000-7000-8000-000000000000',
      first: new Date('0001-01-01T00:00:00Z'),
      last: new Date('9999-12-31T23:59:59.999Z'),
    },
  ])
})

if (url) {
  test('a connection that dies fails only the batches on it', async () => {
    await emptied()
    const calls = [
      send(parcel('before')),
      send(one('select pg_terminate_backend(pg_backend_pid())')),
      send(parcel('after')),
    ]
    const [before, dying, behind] = await Promise.all(calls)
    assert.equal(before!.error, undefined)
    assert.ok(isAway(dying!.error))
    assert.ok(behind!.error === undefined || isAway(behind!.error))
    assert.equal((await send(parcel('again'))).error, undefined)
    const names = await stored()
    assert.deepEqual(names, behind!.error ? ['again', 'before'] : ['after', 'again', 'before'])
  })

  test('a caller that needs a session gets one, however many batches are queued', async () => {
    let sending = true
    const endless = Array.from({ length: 12 }, async () => {
      while (sending) await send(one('select 1'))
    })
    const session = await engine.acquire('read write')
    assert.deepEqual((await session.query('select 2 as n')).rows, [{ n: 2 }])
    session.release()
    sending = false
    await Promise.all(endless)
  })

  test('a slow kind of batch does not delay the quick ones', async () => {
    const two = openPostgres(url, 2)
    const quick = () => two.send('read only', [one('select 1 as quick')])
    const slow = () => two.send('read only', [one('select pg_sleep($1::float8)', 2)])
    await Promise.all([quick(), slow()])
    let awake = false
    const sleeping = slow().then(() => {
      awake = true
    })
    await Promise.all(Array.from({ length: 60 }, quick))
    assert.equal(awake, false)
    await sleeping
    await two.close()
  })

  test('brisk reads share few connections and leave the others to slower work', async () => {
    const eight = openPostgres(url, 8)
    const statement = (number: number) => one('select pg_backend_pid() as pid, $1::int as number', number)
    const read = async (number: number) =>
      (await eight.send('read only', [statement(number)])).results[0]!.rows[0]!
    for (let number = 0; number < 5; number += 1) await read(number)
    const rows = await Promise.all(Array.from({ length: 200 }, (_, number) => read(number)))
    assert.deepEqual(
      rows.map(({ number }) => number),
      Array.from({ length: 200 }, (_, number) => number),
    )
    const sessions = new Set(rows.map(({ pid }) => pid))
    assert.ok(sessions.size <= 4, `${sessions.size} sessions`)
    let awake = false
    const sleeping = Array.from({ length: 7 }, async () => {
      await eight.send('read only', [one('select pg_sleep(2) as long')])
      awake = true
    })
    await Promise.all(Array.from({ length: 200 }, (_, number) => read(number)))
    assert.equal(awake, false)
    await Promise.all(sleeping)
    await eight.close()
  })

  test('a batch without a connection fails within seconds', async () => {
    const narrow = openPostgres(url, 1)
    const sleeping = narrow.send('read only', [one('select pg_sleep(9)')])
    const { error } = await narrow.send('read only', [one('select 1')])
    assert.equal((translateError(error) as { status?: number }).status, 503)
    assert.equal((await sleeping).error, undefined)
    assert.equal((await narrow.send('read only', [one('select 1')])).error, undefined)
    await narrow.close()
  })

  test('a server that grants fewer connections than the pool asks for still serves every batch', async () => {
    const guest = `resguardo_guest_${process.pid}`
    await engine.asOwner(`create role ${guest} login connection limit 2`)
    const address = new URL(url)
    address.username = guest
    const few = openPostgres(address.href, 8)
    const sent = await Promise.all(
      Array.from({ length: 200 }, (_, n) => few.send('read only', [one('select $1::int as n', n)])),
    )
    assert.deepEqual(
      sent.map(({ results }) => results[0]?.rows[0]?.['n']),
      Array.from({ length: 200 }, (_, n) => n),
    )
    await few.close()
    await engine.asOwner(`drop role ${guest}`)
  })

  test('while the server is away every batch fails with that error', async () => {
    const nowhere = openPostgres('postgres://root@127.0.0.1:1/nothing', 2)
    const batches = Array.from({ length: 9 }, () => nowhere.send('read only', [one('select 1')]))
    for (const { error } of await Promise.all(batches)) assert.ok(isAway(error))
    await nowhere.close()
  })
}
