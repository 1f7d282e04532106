import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { openService } from '#test/kit/service.ts'
import { DPA_STATES, dpaStatusAt } from './rules.ts'

const api = await openService()
const ana = await api.tenant()

test('the register and the rules agree on when a contract is signed', async () => {
  const now = new Date('2026-12-01T12:00:00Z')
  const ends = [null, -1, 0, 1].map((ms) => (ms === null ? null : new Date(now.getTime() + ms)))
  const stored = DPA_STATES.flatMap((dpa_status) =>
    ends.map((dpa_valid_until) => ({ id: newId(), dpa_status, dpa_valid_until })),
  )
  const base = { tenant_id: ana.tenantId, source: 'manual', created_at: now, updated_at: now } as const
  const signed = await api.access.asSystem('a test stores processors', async (db) => {
    const rows = stored.map((row) => ({ ...base, ...row, name: row.id, name_folded: row.id }))
    await db.insertInto('processors').values(rows).execute()
    return db
      .selectFrom('processor_register')
      .select('id')
      .where('tenant_id', '=', ana.tenantId)
      .where('signed_until', '>', now)
      .execute()
  })
  const expected = stored.filter((row) => dpaStatusAt(row, now) === 'SIGNED')
  assert.equal(expected.length, 2)
  assert.deepEqual(signed.map(({ id }) => id).sort(), expected.map(({ id }) => id).sort())
})
