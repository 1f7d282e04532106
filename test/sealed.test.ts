import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MODULES, sealsOf } from '#src/modules.ts'
import { readRelations } from './kit/catalogue.ts'
import { openService } from './kit/service.ts'
import { readOwners } from './kit/table-types.ts'

const api = await openService()
const relations = await readRelations(api.access.database.engine)
const tables = relations.filter(({ isView }) => !isView)
const declared = sealsOf(MODULES)

test('every column with sealed values is declared, so that a rotation of the secret and an export find it', () => {
  const found = tables.flatMap(({ name, columns }) =>
    columns.filter((column) => /sealed/.test(column.name)).map((column) => `${name}.${column.name}`),
  )
  assert.ok(found.length > 5)
  const plain = declared.filter(({ field }) => field === undefined)
  assert.deepEqual(plain.map(({ table, column }) => `${table}.${column}`).sort(), found.sort())
})

test('every declaration names existing columns: the sealed one, and the one that its seals are bound to', () => {
  for (const { table, column, scope, field } of declared) {
    const columns = tables.find(({ name }) => name === table)?.columns ?? []
    const type = columns.find(({ name }) => name === column)?.type
    assert.equal(type, field ? 'jsonb' : 'text', `${table}.${column}`)
    assert.ok(columns.find(({ name }) => name === scope)?.required, `${table}.${scope}`)
  }
})

test('a module declares the sealed columns of its own tables', () => {
  const owners = readOwners()
  for (const { name, sealed = [] } of MODULES)
    for (const { table } of sealed) assert.equal(owners.get(table), name, table)
})
