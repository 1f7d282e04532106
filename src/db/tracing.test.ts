import assert from 'node:assert/strict'
import { test } from 'node:test'
import { summaryOf } from './tracing.ts'

const summary = (...texts: string[]) => summaryOf(texts.map((sql) => ({ sql, parameters: [] })))

test('a statement is named by its verb and its table, in any spelling', () => {
  for (const [sql, name] of [
    ['select * from "breaches" where tenant_id = $1', 'select breaches'],
    ['SELECT 1 FROM Breaches', 'select breaches'],
    ['insert into "audit_log" ("id") values ($1)', 'insert audit_log'],
    ['update "tenants" set name = $1', 'update tenants'],
    ['delete from only sessions', 'delete sessions'],
    ['select 1 from public.files', 'select files'],
    ['select 1 from "public"."files"', 'select files'],
    ['select f.id from files f join tenants t on true', 'select files'],
    ['  (select id from a) union all (select id from b)', 'select a'],
    ['with x as (select 1 from files) select * from x', 'with files'],
    ['select pg_advisory_xact_lock($1)', 'select'],
    ['lock table audit_log in share mode', 'lock'],
    ['', 'statement'],
  ] as const)
    assert.equal(summary(sql), name, sql)
})

test('a quoted text is never part of a name: it may hold personal data', () => {
  assert.equal(summary("select 'copied from maria' as note"), 'select')
  assert.equal(summary("select 'it''s from maria' from files"), 'select files')
  assert.equal(summary("insert into files (name) values ('into maria')"), 'insert files')
})

test('a batch names each statement once, without the statements of every transaction', () => {
  assert.equal(
    summary(
      'begin',
      "select set_config('role', $1, true)",
      'select * from enter_tenant($1)',
      'select 1 from files',
      'select 2 from files',
      'update tenants set x = 1',
      'commit',
    ),
    'select files; update tenants',
  )
  // A batch of frame statements alone is named by them.
  assert.equal(summary('begin', 'commit'), 'begin; commit')
})

test('the length of a name is bounded', () => {
  const many = Array.from({ length: 40 }, (_, at) => `select 1 from table_number_${at}`)
  assert.equal(summary(...many).length, 120)
})
