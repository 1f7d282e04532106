import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Failure } from '#kernel/failure.ts'
import { createDatabase, SYSTEM } from '../database.ts'
import { startEmbedded } from './embedded.ts'

let full = false
const engine = await startEmbedded({}, () => {
  if (full) throw Object.assign(new Error('no room'), { code: '53100' })
})
after(() => engine.close())
await engine.asOwner(
  'create role resguardo_system; create table things (id int); grant all on things to public',
)
const database = createDatabase(engine)
const insert = () =>
  database.transaction(SYSTEM, (db) =>
    db
      .insertInto('things' as never)
      .values({ id: 1 } as never)
      .execute(),
  )
const count = async () => {
  const read = await database.read(SYSTEM, (db) =>
    db
      .selectFrom('things' as never)
      .selectAll()
      .execute(),
  )
  return read.result.length
}

test('a full disk refuses writes before they begin, still reads, and space can be freed', async () => {
  await insert()
  full = true
  await assert.rejects(insert(), (error: Failure) => {
    assert.ok(error instanceof Failure)
    assert.deepEqual([error.status, error.retryAfterSeconds], [503, 60])
    assert.match(error.message, /^No queda espacio en el disco/)
    return true
  })
  await assert.rejects(engine.asOwner('insert into things values (2)'), { code: '53100' })
  assert.equal(await count(), 1)
  await engine.asOwnerAlways('vacuum things')
  full = false
  await insert()
  assert.equal(await count(), 2)
})
