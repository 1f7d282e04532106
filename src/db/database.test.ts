import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { Failure } from '#kernel/failure.ts'
import { cloneDatabase } from '#test/kit/database.ts'
import { createDatabase, type Db, type Guard, SYSTEM as system, withRole } from './database.ts'

const { engine, drop } = await cloneDatabase()
after(async () => {
  await engine.close()
  await drop()
})
await engine.asOwner(`
  create table notes (name text constraint notes_name_key unique, n int);
  grant select, insert, update on notes to resguardo_system;
  create table closed_to_all (name text)`)

const database = createDatabase(engine)
const write = (db: Db, name: string) => sql`insert into notes (name, n) values (${name}, 0)`.execute(db)
const stored = async (name: string) =>
  (await engine.asOwner('select 1 from notes where name = $1', [name])).rows.length > 0

test('the writes of a transaction are stored once it resolves', async () => {
  const result = await database.transaction(system, async (db) => {
    await write(db, 'escrito')
    return 'listo'
  })
  assert.equal(result, 'listo')
  assert.ok(await stored('escrito'))
})

test('failing work, early or late, leaves nothing behind', async () => {
  const failing: ((db: Db) => Promise<unknown>)[] = [
    async () => {
      throw new Error('de inmediato')
    },
    () => {
      throw new Error('sin promesa')
    },
    async (db) => {
      await write(db, 'a medias')
      throw new Failure('conflict', 'No.')
    },
    async (db) => {
      await write(db, 'a medias')
      await sql`select nothing from nowhere`.execute(db)
    },
    (db) =>
      Promise.all([write(db, 'a medias'), sql`select 1 / 0`.execute(db), write(db, 'a medias, también')]),
  ]
  for (const work of failing) await assert.rejects(database.transaction(system, work))
  assert.ok(!(await stored('a medias')))
  assert.ok(!(await stored('a medias, también')))
})

test('a write in one batch is all or nothing, and reports the first error', async () => {
  const insert = (name: string) => ({ sql: 'insert into notes (name, n) values ($1, 0)', parameters: [name] })
  await database.write(system, [insert('lote uno'), insert('lote dos')])
  assert.ok((await stored('lote uno')) && (await stored('lote dos')))
  const twice = database.write(system, [insert('lote tres'), insert('lote uno'), insert('lote cuatro')])
  await assert.rejects(twice, { code: '23505' })
  assert.ok(!(await stored('lote tres')) && !(await stored('lote cuatro')))
  const refused = {
    ...system,
    statement: () => ({ sql: 'select 1 / 0', parameters: [] }),
  }
  await assert.rejects(database.write(refused, [insert('lote cinco')]), /division by zero/)
  assert.ok(!(await stored('lote cinco')))
  // The session of the failure serves the next write.
  await database.write(system, [insert('lote seis')])
  assert.ok(await stored('lote seis'))
})

test('queries still pending when an act is refused are not sent, and the next act starts clean', async () => {
  const circular: Record<string, unknown> = {}
  circular['itself'] = circular
  const failing: ((db: Db) => Promise<unknown>)[] = [
    // While one branch fails, the other goes on to its second statement.
    (db) =>
      Promise.all([
        write(db, 'rama').then(() => write(db, 'rama, después')),
        sql`select 1 / 0`.execute(db),
        wait(1).then(() => write(db, 'rama, tarde')),
      ]),
    // An unencodable value fails only its own batch.
    async (db) => {
      await write(db, 'rama')
      sql`select ${circular}::jsonb`.execute(db).catch(() => undefined)
      throw new Failure('conflict', 'No.')
    },
    async (db) => {
      await write(db, 'rama')
      await sql`select ${circular}::jsonb`.execute(db)
    },
  ]
  for (const [index, work] of failing.entries()) {
    await assert.rejects(database.transaction(system, work))
    await database.write(system, [
      { sql: 'insert into notes (name, n) values ($1, 0)', parameters: [`tras ${index}`] },
    ])
    await assert.rejects(database.transaction(system, () => Promise.reject(new Error('otra vez no'))))
    assert.ok(await stored(`tras ${index}`), 'an acknowledged row stays when a later act fails')
    assert.ok(!(await stored('rama')), 'a refused row is not stored')
  }
})

test('a swallowed SQL error is not acknowledged: the server answers the commit with a rollback', async () => {
  const swallowing = database.transaction(system, async (db) => {
    await write(db, 'perdido')
    await sql`select 1 / 0`.execute(db).catch(() => undefined)
    return 'todo bien'
  })
  await assert.rejects(swallowing, /swallowed inside a transaction/)
  assert.ok(!(await stored('perdido')))
  await database.transaction(system, (db) => write(db, 'después'))
  assert.ok(await stored('después'))
})

test('without authorization no change starts and no result of a read is given out', async () => {
  const closed: Guard<never> = {
    statement: () => ({
      sql: `select $1::int as n from set_config('role', 'resguardo_system', true)`,
      parameters: [7],
    }),
    authorize(rows) {
      assert.deepEqual(rows, [{ n: 7 }])
      throw new Failure('forbidden', 'No.')
    },
  }
  let started = false
  const change = database.transaction(closed, async (db) => {
    started = true
    await write(db, 'intruso')
  })
  await assert.rejects(change, { status: 403 })
  assert.equal(started, false)
  await assert.rejects(
    database.read(closed, (db) => sql`select * from notes`.execute(db)),
    { status: 403 },
  )
  const both = database.read(closed, (db) => sql`select 1 / 0`.execute(db))
  await assert.rejects(
    both,
    { status: 403 },
    'the refusal of the caller comes before an error of the queries',
  )
})

test('an early query is sent with the guard, and a refusal comes before its error', async () => {
  const refuse = (): never => {
    throw new Failure('forbidden', 'No.')
  }
  const refused: Guard<void> = { ...system, authorize: refuse }
  let begun = 0
  const counted = async (_db: Db, _grant: unknown, early: number) => {
    begun += 1
    return early
  }
  const readEarly = async (db: Db) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from notes`.execute(db)
    return rows[0]!.n
  }
  const failEarly = async (db: Db) => {
    await sql`select 1 / 0`.execute(db)
    return 0
  }
  const [{ n }] = (await engine.asOwner('select count(*)::int as n from notes')).rows as [{ n: number }]
  assert.equal(await database.transaction(system, counted, readEarly), n)
  assert.equal(begun, 1)
  await assert.rejects(database.transaction(refused, counted, readEarly), { kind: 'forbidden' })
  await assert.rejects(database.transaction(refused, counted, failEarly), { kind: 'forbidden' })
  await assert.rejects(database.transaction(system, counted, failEarly), /division by zero/)
  assert.equal(begun, 1)
  // The sessions of the failures serve the next transaction.
  await database.transaction(system, (db) => write(db, 'después de leer antes'))
  assert.ok(await stored('después de leer antes'))
})

test('a read cannot write, and its queries share a batch', async () => {
  await assert.rejects(
    database.read(system, (db) => write(db, 'en lectura')),
    { code: '25006' },
  )
  const { result } = await database.read(system, (db) =>
    Promise.all(
      [1, 2, 3].map(async (n) => (await sql<{ n: number }>`select ${n}::int as n`.execute(db)).rows[0]!.n),
    ),
  )
  assert.deepEqual(result, [1, 2, 3])
})

test('a handle cannot be used after its transaction', async () => {
  let kept: Db | undefined
  await database.transaction(system, async (db) => {
    kept = db
  })
  await assert.rejects(write(kept!, 'tarde'), /after the end of its transaction/)
  await database.read(system, async (db) => {
    kept = db
  })
  await assert.rejects(sql`select 1`.execute(kept!), /after the end of its transaction/)
  await assert.rejects(withRole(kept!, 'none', 'select 1', []), /after the end of its transaction/)
  assert.ok(!(await stored('tarde')))
})

test('one statement with other rights leaves the others with theirs', async () => {
  await database.transaction(system, async (db) => {
    const user = async () =>
      (await sql<{ name: string }>`select current_user as name`.execute(db)).rows[0]!.name
    const owner = withRole(
      db,
      'none',
      'insert into closed_to_all values ($1) returning current_user as name',
      ['x'],
    )
    const around = await Promise.all([user(), owner, user(), wait(1).then(user)])
    assert.deepEqual([around[0], around[2], around[3]], Array(3).fill('resguardo_system'))
    assert.notEqual(around[1].rows[0]!['name'], 'resguardo_system')
  })
  const denied = database.read(system, (db) => sql`select * from closed_to_all`.execute(db))
  await assert.rejects(denied, { code: '42501' })
})

test('a violated constraint answers with the sentence of its module', async () => {
  const named = createDatabase(engine, {
    notes_name_key: () => new Failure('conflict', 'Ya hay una nota con ese nombre.'),
  })
  const twice = () => named.transaction(system, (db) => write(db, 'única'))
  await twice()
  await assert.rejects(twice(), { status: 409, message: 'Ya hay una nota con ese nombre.' })
})

test('text where an id was expected is a validation error', async () => {
  const asked = database.read(system, (db) => sql`select * from users where id = ${'nada'}`.execute(db))
  await assert.rejects(asked, { status: 422, code: 'VALIDATION_ERROR' })
})

if (engine.kind === 'postgres')
  test('one of two transactions in a deadlock fails with a conflict', async () => {
    await database.transaction(system, (db) => Promise.all([write(db, 'uno'), write(db, 'dos')]))
    const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const both = ['uno', 'dos'].map((first, index, names) =>
      database.transaction(system, async (db) => {
        await sql`update notes set n = n + 1 where name = ${first}`.execute(db)
        held[index]!.resolve()
        // Even on a busy machine, each asks for the other's row only when both hold their own.
        await Promise.all(held.map(({ promise }) => promise))
        await sql`update notes set n = n + 1 where name = ${names[1 - index]!}`.execute(db)
      }),
    )
    const outcomes = await Promise.allSettled(both)
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    assert.equal(refused.length, 1)
    assert.equal(refused[0]!.reason.status, 409)
  })
