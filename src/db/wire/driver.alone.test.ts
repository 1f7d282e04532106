import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { after, test } from 'node:test'
import pg from 'pg'
import { cloneDatabase } from '#test/kit/database.ts'
import { isAway } from '../errors.ts'
import { Batch } from './batch.ts'
import {
  AWAY_MESSAGE,
  bind,
  close,
  describe,
  execute,
  isServerError,
  NO_CONNECTION,
  openPool,
  parse,
  prepareValue,
  QueryBuilder,
  readMessages,
  submit,
  sync,
} from './driver.ts'
import type { Statement } from './engine.ts'
import { types } from './values.ts'

/**
 * The versions whose source was reviewed for `driver.ts`. After an update: read the changes of the files named there, check
 * that the tests below still prove every part, and write the new version here.
 */
const READ = { pg: '8.23.1', 'pg-pool': '3.14.0', 'pg-protocol': '1.16.1', kysely: '0.29.8' }

const { engine, url, drop } = await cloneDatabase()
after(async () => {
  await engine.close()
  await drop()
})

const one = (sql: string, ...parameters: unknown[]): Statement => ({ sql, parameters })

test('the installed versions are the reviewed ones', () => {
  const fileOfPg = findPackageJSON('pg', import.meta.url)!
  for (const [name, version] of Object.entries(READ)) {
    const file = findPackageJSON(name, name === 'kysely' ? import.meta.url : fileOfPg)!
    const { version: installed } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
    assert.equal(
      installed,
      version,
      `${name}: read its changes against driver.ts, then name the version here`,
    )
  }
  const ours = findPackageJSON('pg-protocol', import.meta.url)
  assert.equal(ours, findPackageJSON('pg-protocol', fileOfPg), 'the driver and we use the same pg-protocol')
})

test('1: values become text', () => {
  assert.deepEqual(
    [null, undefined, 7, true, 'x', { a: 1 }, ['x', 'y, "z"', null], Buffer.from('b')].map(prepareValue),
    [null, null, '7', 'true', 'x', '{"a":1}', '{"x","y, \\"z\\"",NULL}', Buffer.from('b')],
  )
  const instant = new Date('2026-12-01T03:04:05.678Z')
  assert.equal(+new Date(String(prepareValue(instant))), +instant)
})

test('2: messages match the protocol byte for byte', () => {
  const text = (...messages: Buffer[]) => Buffer.concat(messages).toString('latin1')
  assert.equal(text(parse({ name: 's', text: 'select 1' })), 'P\0\0\0\x11s\0select 1\0\0\0')
  assert.equal(
    text(bind({ statement: 's', values: ['a', null] })),
    'B\0\0\0\x1c\0s\0\0\x02\0\0\0\0\0\x02\0\0\0\x01a\xff\xff\xff\xff\0\x01\0\0',
  )
  assert.equal(text(describe({ type: 'P' })), 'D\0\0\0\x06P\0')
  assert.equal(text(execute()), 'E\0\0\0\x09\0\0\0\0\0')
  assert.equal(text(close({ type: 'S', name: 's' })), 'C\0\0\0\x07Ss\0')
  assert.equal(text(sync()), 'S\0\0\0\x04')
})

test('3: the parser names the messages of a reply', () => {
  const seen: unknown[] = []
  const message = (code: string, body: string) => {
    const header = Buffer.alloc(5)
    header.write(code)
    header.writeInt32BE(body.length + 4, 1)
    return Buffer.concat([header, Buffer.from(body, 'latin1')])
  }
  const column = 'n\0\0\0\0\0\0\0\0\0\0\x17\0\x04\xff\xff\xff\xff\0\0'
  const reply = Buffer.concat([
    message('1', ''),
    message('3', ''),
    message('2', ''),
    message('T', `\0\x01${column}`),
    message('D', '\0\x01\0\0\0\x0242'),
    message('D', '\0\x01\xff\xff\xff\xff'),
    message('C', 'SELECT 2\0'),
    message('I', ''),
    message('E', 'SERROR\0C22012\0Mno\0\0'),
    message('Z', 'I'),
  ])
  readMessages(reply, {
    describe: (columns) => seen.push(columns.map(({ name, dataTypeID }) => [name, dataTypeID])),
    row: (fields) => seen.push(fields),
    complete: (tag) => seen.push(tag),
    ready: () => seen.push('ready'),
    fail: (error) => seen.push([(error as { code: string }).code, isServerError(error)]),
  })
  assert.deepEqual(seen, [[['n', 23]], ['42'], [null], 'SELECT 2', '', ['22012', true], 'ready'])
})

test('7: the query builder compiles for PostgreSQL and sends through the given function', async () => {
  const sent: unknown[] = []
  const db = new QueryBuilder<{ things: { id: number } }>(async (...query) => {
    sent.push(query)
    return { rows: [{ id: 1 }], count: 1, command: 'SELECT' }
  })
  assert.deepEqual(await db.selectFrom('things').selectAll().where('id', '=', 1).execute(), [{ id: 1 }])
  const { numDeletedRows } = await db.deleteFrom('things').executeTakeFirst()
  assert.equal(numDeletedRows, 1n)
  assert.deepEqual(sent, [
    ['select * from "things" where "id" = $1', [1]],
    ['delete from "things"', []],
  ])
})

if (url) {
  const pool = openPool(url, 1, types)
  after(() => pool.end())

  async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>, from = pool): Promise<T> {
    const client = await from.connect()
    try {
      return await work(client)
    } finally {
      client.release(true)
    }
  }

  test('5: batches in one write are answered in order, and a failure ends only its own', async () => {
    const deprecations: unknown[] = []
    const note = (warning: Error) => deprecations.push(warning.message)
    process.on('warning', note)
    await withClient(async (client) => {
      const batches = [
        new Batch([one('select 1 as n'), one('select 2 as n')]),
        new Batch([one('select 1 / 0'), one('select 3 as n')]),
        new Batch([one('-- nothing')]),
        new Batch([one('select 4 as n')]),
        new Batch([one('select broken from nowhere')]),
        new Batch([one('select 5 as n')]),
      ]
      let writes = 0
      const { stream } = (client as unknown as { connection: { stream: { write(bytes: Buffer): boolean } } })
        .connection
      const write = stream.write.bind(stream)
      stream.write = (bytes) => {
        writes += 1
        return write(bytes)
      }
      submit(client, batches)
      const results = await Promise.all(batches.map(({ result }) => result))
      assert.equal(writes, 1)
      assert.deepEqual(
        results.map(({ results: found, error }) => [
          found.map(({ rows }) => rows[0]?.['n']),
          (error as { code?: string } | undefined)?.code,
        ]),
        [
          [[1, 2], undefined],
          [[], '22012'],
          [[undefined], undefined],
          [[4], undefined],
          [[], '42P01'],
          [[5], undefined],
        ],
      )
      assert.ok(isServerError(results[1]!.error))
      assert.deepEqual((await client.query('select 6 as n')).rows, [{ n: 6 }], 'the connection goes on')
    })
    await new Promise(setImmediate)
    process.off('warning', note)
    assert.deepEqual(deprecations, [])
  })

  test('5: a connection that ends fails every batch behind it', async () => {
    await withClient(async (client) => {
      const batches = [
        new Batch([one('select 1 as n')]),
        new Batch([one('select pg_terminate_backend(pg_backend_pid())')]),
        new Batch([one('select 2 as n')]),
        new Batch([one('select 3 as n')]),
      ]
      submit(client, batches)
      const [before, ...others] = await Promise.all(batches.map(({ result }) => result))
      assert.equal(before!.error, undefined)
      for (const { results, error } of others) {
        assert.deepEqual(results, [])
        assert.ok(isAway(error), String(error))
      }
      const late = new Batch([one('select 4')])
      submit(client, [late])
      assert.ok(isAway((await late.result).error))
    })
  })

  test('5d: the timer of `query_timeout` ends with its batch, and fails the batches behind it', async () => {
    const address = new URL(url)
    address.searchParams.set('query_timeout', '300')
    const hurried = openPool(address.href, 1, types)
    await withClient(async (client) => {
      const quick = new Batch([one('select 1 as n')])
      submit(client, [quick])
      assert.equal((await quick.result).error, undefined)
      await new Promise((resolve) => setTimeout(resolve, 400))
      assert.deepEqual((await client.query('select 2 as n')).rows, [{ n: 2 }])
      const batches = [new Batch([one('select pg_sleep(1)')]), new Batch([one('select 3 as n')])]
      submit(client, batches)
      for (const { result } of batches) {
        const { results, error } = await result
        assert.deepEqual(results, [])
        assert.match(String(error), /Query read timeout/)
        assert.ok(!isServerError(error))
      }
    }, hurried)
    await hurried.end()
  })

  test('6: the errors of the driver itself have the texts we know', async () => {
    const narrow = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 1500 })
    const held = await narrow.connect()
    held.on('error', () => {})
    await assert.rejects(narrow.connect(), { message: NO_CONNECTION })
    const dying = assert.rejects(held.query('select pg_sleep(9)'), isAway)
    await engine.asOwner('select pg_terminate_backend($1)', [
      (held as unknown as { processID: number }).processID,
    ])
    await dying
    await assert.rejects(held.query('select 1'), AWAY_MESSAGE)
    held.release(true)
    await narrow.end()
    const closed = new pg.Client({ connectionString: url })
    await closed.connect()
    const ending = closed.end()
    await assert.rejects(closed.query('select 1'), AWAY_MESSAGE)
    await ending
  })
}
