import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createVault, digest } from '#kernel/secrets.ts'
import * as recipients from './acknowledgements/keys.ts'
import * as tasks from './tasks/keys.ts'

/** Links of owners and of third parties: nobody can guess one, and a reminder repeats the same one. */

const OLD = 'the secret of last year, long enough'
const vault = createVault(OLD)
const tools = { vault, publicUrl: 'https://resguardo.test' }
const TASK = { id: 't1', owner_email: 'rosa@sur.cl' }
const URL_SAFE = /^[\w-]{43}$/

test('a key has 256 bits, is safe in a url and is the same in each letter', () => {
  for (const key of [tasks.keyOf(tools, 'a', TASK), recipients.keyOf(tools, 'a', 'r1')])
    assert.match(key, URL_SAFE)
  assert.equal(tasks.keyOf(tools, 'a', TASK), tasks.keyOf(tools, 'a', { ...TASK }))
  assert.equal(recipients.keyOf(tools, 'a', 'r1'), recipients.keyOf(tools, 'a', 'r1'))
})

test('every task, every recipient and every organisation has a key of its own', () => {
  const keys = [
    tasks.keyOf(tools, 'a', TASK),
    tasks.keyOf(tools, 'b', TASK),
    tasks.keyOf(tools, 'a', { ...TASK, id: 't2' }),
    recipients.keyOf(tools, 'a', 't1'),
    recipients.keyOf(tools, 'b', 't1'),
    recipients.keyOf(tools, 'a', 't2'),
    // Parts that would give the same text when joined must give different keys.
    recipients.keyOf(tools, 'a', 't1/rosa@sur.cl'),
  ]
  assert.equal(new Set(keys).size, keys.length)
})

test('the key of a task works for one mailbox only, in any letter case', () => {
  const key = (owner_email: string | null) => tasks.keyOf(tools, 'a', { ...TASK, owner_email })
  assert.equal(key(' Rosa@SUR.cl '), key('rosa@sur.cl'))
  assert.notEqual(key('eva@sur.cl'), key('rosa@sur.cl'))
  assert.notEqual(key(null), key('rosa@sur.cl'))
})

test('only the hash of the key in the letter is stored', () => {
  assert.equal(tasks.keyHashOf(tools, 'a', TASK), digest(tasks.keyOf(tools, 'a', TASK)))
  assert.equal(recipients.keyHashOf(tools, 'a', 'r1'), digest(recipients.keyOf(tools, 'a', 'r1')))
  assert.equal(
    tasks.pageUrl(tools, 'a', TASK),
    `https://resguardo.test/tareas/${tasks.keyOf(tools, 'a', TASK)}`,
  )
  assert.equal(
    recipients.pageUrl(tools, 'a', 'r1'),
    `https://resguardo.test/acuse/${recipients.keyOf(tools, 'a', 'r1')}`,
  )
})

test('without the secret of the installation no key can be derived', () => {
  const other = { ...tools, vault: createVault('the secret of another place, long too') }
  assert.notEqual(tasks.keyOf(other, 'a', TASK), tasks.keyOf(tools, 'a', TASK))
  assert.notEqual(recipients.keyOf(other, 'a', 'r1'), recipients.keyOf(tools, 'a', 'r1'))
})
