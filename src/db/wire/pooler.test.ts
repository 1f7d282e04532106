import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cloneDatabase } from '#test/kit/database.ts'
import { keepsStatements } from './pooler.ts'
import { PreparedStatements } from './prepared-statements.ts'

const { engine, url, drop } = await cloneDatabase()
after(async () => {
  await engine.close()
  await drop()
})

if (url)
  test('a server without a pooler keeps prepared statements', async () => {
    assert.equal(await keepsStatements(url), true)
  })

test('repeated mix-ups of sessions end the use of names', () => {
  const prepared = new PreparedStatements()
  assert.notEqual(prepared.nameOf('select 1'), '')
  prepared.noteMixedUp()
  prepared.noteMixedUp()
  prepared.forget('select 1', prepared.nameOf('select 1'))
  assert.notEqual(prepared.nameOf('select 1'), '', 'twice may be chance')
  prepared.noteMixedUp()
  prepared.forget('select 1', prepared.nameOf('select 1'))
  assert.equal(prepared.nameOf('select 1'), '')
  assert.equal(prepared.nameOf('select 2'), '')
})
