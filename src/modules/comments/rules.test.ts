import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayRemove } from './rules.ts'

const TABLE: [name: string, actor: Parameters<typeof mayRemove>[0], author: string | null, may: boolean][] = [
  ['who wrote it', { id: 'ana', role: 'ANALYST' }, 'ana', true],
  ['a colleague', { id: 'eva', role: 'DPO' }, 'ana', false],
  ['an administrator', { id: 'eva', role: 'ADMIN' }, 'ana', true],
  ['the owner', { id: 'eva', role: 'OWNER' }, null, true],
  ['somebody unknown, of what nobody wrote', { role: 'DPO' }, null, false],
]

for (const [name, actor, author, may] of TABLE)
  test(`${name} ${may ? 'may' : 'may not'} remove it`, () => assert.equal(mayRemove(actor, author), may))
