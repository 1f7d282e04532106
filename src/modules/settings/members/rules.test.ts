import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROLES, type Role } from '#kernel/roles.ts'
import { KEY_ROLES, mayGive } from '../api-keys/rules.ts'
import { wantedEvents, wants } from '../webhooks/rules.ts'
import { assertMayTouch } from './rules.ts'

function mayTouch(actor: Role | undefined, ...touched: Role[]): boolean {
  try {
    assertMayTouch(actor, ...touched)
    return true
  } catch {
    return false
  }
}

test('only an OWNER can change an OWNER, before or after the change', () => {
  for (const actor of [...ROLES, undefined]) {
    const isOwner = actor === 'OWNER'
    assert.equal(mayTouch(actor, 'OWNER'), isOwner, actor)
    assert.equal(mayTouch(actor, 'OWNER', 'VIEWER'), isOwner, actor)
    assert.equal(mayTouch(actor, 'VIEWER', 'OWNER'), isOwner, actor)
    assert.equal(mayTouch(actor, 'ADMIN', 'VIEWER'), true, actor)
  }
})

test('nobody gives a key more than their own role, and without a role none at all', () => {
  const given = (creator: Role | undefined) => KEY_ROLES.filter((role) => mayGive(creator, role))
  assert.deepEqual(given('OWNER'), ['DPO', 'APPROVER', 'ANALYST', 'VIEWER'])
  assert.deepEqual(given('APPROVER'), ['APPROVER', 'ANALYST', 'VIEWER'])
  assert.deepEqual(given('VIEWER'), ['VIEWER'])
  assert.deepEqual(given(undefined), [])
})

test('a star covers all names, names are kept once, and each event reaches its subscribers', () => {
  assert.deepEqual(wantedEvents(['dsar.received', '*', 'breach.created']), ['*'])
  assert.deepEqual(wantedEvents(['dsar.received', 'breach.created', 'dsar.received']), [
    'dsar.received',
    'breach.created',
  ])
  assert.equal(wants({ events: ['*'] }, 'breach.created'), true)
  assert.equal(wants({ events: ['breach.created'] }, 'breach.created'), true)
  assert.equal(wants({ events: ['dsar.received'] }, 'breach.created'), false)
  assert.equal(wants({ events: [] }, 'breach.created'), false)
})
