import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startEmbedded } from './embedded.ts'
import { maintain } from './maintenance.ts'

const directory = mkdtempSync(join(tmpdir(), 'resguardo-house-'))
const engine = await startEmbedded({ dataDir: join(directory, 'db') })
after(async () => {
  await engine.close()
  rmSync(directory, { recursive: true, force: true })
})

const segments = () => readdirSync(join(directory, 'db/pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name))
const figure = async (sql: string) => Number(Object.values((await engine.asOwner(sql)).rows[0]!)[0])

test('the log and the tables of the embedded database do not grow with every change', async () => {
  await engine.asOwner('create table jobs (id int primary key, state text)')
  await engine.asOwner(`insert into jobs select n, repeat(md5(n::text), 12) from generate_series(1, 10000) n`)
  const once = await figure(`select pg_total_relation_size('jobs')`)
  for (let round = 0; round < 14; round += 1) {
    await engine.asOwner(`update jobs set state = repeat(md5((id + ${round})::text), 12)`)
    await maintain(engine.asOwnerAlways)
  }
  const size = await figure(`select pg_total_relation_size('jobs')`)
  assert.ok(size < 4 * once, `${size} bytes for ${once}`)
  const log = await figure(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) from pg_control_checkpoint()`,
  )
  assert.ok(log < 80 * 1024 * 1024, `${log} bytes since the last checkpoint`)
  assert.ok(segments().length <= 10, `${segments().length} segments of the log`)
})
