import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cloneDatabase } from '#test/kit/database.ts'
import { SOURCES } from './sources.ts'

/** Append-only tables that are not in the chain, and why. */
const NOT_IN_CHAIN: Readonly<Record<string, string>> = {
  breach_events: 'every act on a breach leaves its audit row, which is in the chain',
  dsar_events: 'every act on a request leaves its audit row; letters are in the chain themselves',
  dsar_identity_checks: 'every check leaves its audit row',
  dsar_reminders: 'of a moment: the mark that a reminder left',
  evidence_entries: 'the chain itself',
  evidence_heads: 'the chain itself',
  evidence_stamps: 'said of the chain from outside',
  law_reviews: 'the mark that a notice left',
  workflow_events: 'every act on a workflow leaves its audit row',
  workflow_substage_completions: 'every act on a workflow leaves its audit row',
}

const database = await cloneDatabase()
const { engine } = database
after(async () => {
  await engine.close()
  await database.drop()
})
const rows = async (statement: string) => (await engine.asOwner(statement)).rows
const triggers = (await rows(`select c.relname as "table", t.tgname as name from pg_trigger t
  join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and t.tgparentid = 0`)) as {
  table: string
  name: string
}[]
const tablesWith = (name: string) => triggers.filter((one) => one.name === name).map(({ table }) => table)

test('every append-only table is in the chain or listed with the reason why not', () => {
  const known = [...SOURCES.map(({ table }) => table), ...Object.keys(NOT_IN_CHAIN)]
  assert.deepEqual(
    tablesWith('append_only').filter((table) => !known.includes(table)),
    [],
  )
  assert.deepEqual(
    Object.keys(NOT_IN_CHAIN).filter((table) => !tablesWith('append_only').includes(table)),
    [],
  )
})

test('every source, and no other table, has the trigger that queues its rows', () => {
  assert.deepEqual(tablesWith('evidence').sort(), SOURCES.map(({ table }) => table).sort())
  const later = SOURCES.filter(({ when }) => when).map(({ table }) => table)
  assert.deepEqual(tablesWith('evidence_later').sort(), later.sort())
})

test('a source that the law can erase records the erasure and releases everything that refers to the row', async () => {
  const erasable = SOURCES.filter(({ erasedWith }) => erasedWith)
  assert.deepEqual(tablesWith('evidence_erased').sort(), erasable.map(({ table }) => table).sort())
  for (const { table, erasedWith } of erasable) {
    const found = await rows(`select k.conrelid::regclass::text as "table", a.attname as "column"
      from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[cardinality(k.conkey)]
      where k.contype = 'f' and k.conparentid = 0 and k.confrelid = '${table}'::regclass order by 1, 2`)
    assert.deepEqual(
      found,
      erasedWith!.map(({ table: from, column }) => ({ table: from, column })),
      table,
    )
  }
})

test('sources that never change are hashed with all their columns', async () => {
  for (const { table, columns } of SOURCES) {
    const held = (
      await rows(`select attname as name from pg_attribute where attrelid = '${table}'::regclass
        and attnum > 0 and not attisdropped and attname <> 'tenant_id'`)
    ).map(({ name }) => String(name))
    const hashed = Object.keys(columns)
    assert.deepEqual(
      hashed.filter((name) => !held.includes(name)),
      [],
      table,
    )
    if (tablesWith('append_only').includes(table)) assert.deepEqual(hashed.toSorted(), held.sort(), table)
  }
})
