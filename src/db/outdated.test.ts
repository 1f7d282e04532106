import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService } from '#test/kit/service.ts'
import { isMixedUp, translateError } from './errors.ts'

const api = await openService()
const { engine } = api.access.database
const ana = await api.tenant()

const LISTS = ['/org/workspaces', '/org/entities', '/settings/audit-log', '/data-map/systems', '/workflows']

/** More calls than connections, so that every connection prepares everything. */
async function readAll() {
  const replies = []
  for (const path of LISTS)
    replies.push(...(await Promise.all(Array.from({ length: 8 }, () => ana.get(path)))))
  return replies
}
let made = 0
const write = () => {
  made += 1
  return ana.post('/org/workspaces', { name: `Área ${made}` })
}
const statuses = (replies: { status: number }[]) => [...new Set(replies.map(({ status }) => status))]

/** The migration of a newer version while this one runs. */
async function addColumns(name: string): Promise<void> {
  const { rows } = await engine.asOwner(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition`,
  )
  const changes = rows.map(({ relname }) => `alter table "${relname}" add column ${name} text`)
  await engine.asOwner(changes.join(';'))
}

test('while this version runs, a newer one adds columns, and no request is refused', async () => {
  assert.deepEqual(statuses(await readAll()), [200])
  assert.deepEqual(statuses(await Promise.all(Array.from({ length: 8 }, write))), [201])
  for (const name of ['later', 'later_still']) {
    await addColumns(name)
    assert.deepEqual(statuses(await readAll()), [200])
    assert.deepEqual(statuses(await readAll()), [200])
    assert.deepEqual(statuses(await Promise.all(Array.from({ length: 8 }, write))), [201])
  }
})

test('many concurrent writes meet the change, and each is done once', async () => {
  await addColumns('last')
  assert.deepEqual(statuses(await Promise.all(Array.from({ length: 24 }, write))), [201])
  assert.deepEqual(statuses(await readAll()), [200])
  const { workspaces } = (await ana.get('/org/workspaces?limit=100')).data
  const names = workspaces.map(({ name }: { name: string }) => name)
  assert.equal(new Set(names).size, names.length)
  assert.equal(names.filter((name: string) => name.startsWith('Área')).length, made)
})

test('mixed-up sessions of a pooler are distinguished from a newer version', () => {
  const refusalOf = (code: string, more = {}) =>
    translateError(Object.assign(new Error('x'), { code, ...more })) as Error
  assert.deepEqual(
    ['26000', '42P05'].map((code) => isMixedUp(refusalOf(code))),
    [true, true],
  )
  assert.equal(isMixedUp(refusalOf('0A000', { routine: 'RevalidateCachedQuery' })), false)
  assert.equal(isMixedUp(refusalOf('57P01')), false)
})
