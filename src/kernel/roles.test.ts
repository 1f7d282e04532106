import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROLES, reaches } from './roles.ts'

test('roles are ordered from the highest to the lowest, and each includes itself and the lower ones', () => {
  const line = ['OWNER', 'ADMIN', 'DPO', 'APPROVER', 'ANALYST', 'VIEWER'] as const
  assert.deepEqual([...ROLES], [...line])
  for (const [height, role] of line.entries())
    for (const [required, name] of line.entries()) assert.equal(reaches(role, name), height <= required)
})
