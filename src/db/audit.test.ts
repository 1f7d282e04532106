import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService } from '#test/kit/service.ts'
import { audit, difference } from './audit.ts'

test('only changed fields are stored, old beside new', () => {
  const before = { name: 'Tienda Sur', tags: ['a'], at: new Date(0), made: { of: 1, by: 'x' }, gone: 1 }
  const after = {
    name: 'Tienda Norte',
    tags: ['a', 'b'],
    at: new Date(0),
    made: { by: 'x', of: 1 },
    come: true,
  }
  assert.deepEqual(difference(before, after), {
    name: { old: 'Tienda Sur', new: 'Tienda Norte' },
    tags: { old: ['a'], new: ['a', 'b'] },
    gone: { old: 1, new: null },
    come: { old: null, new: true },
  })
})

test('columns that are equal in every row are left out', () => {
  assert.deepEqual(difference({}, { tenant_id: 'x', created_at: new Date(), updatedAt: new Date() }), {})
})

test('secrets are never written, in any spelling, nor whether they were equal', () => {
  const names = [
    'password',
    'password_hash',
    'siem_secret_sealed',
    'apiToken',
    'key_hash',
    'keyHash',
    'previous_hash',
    'otp_code',
    'key',
  ]
  for (const name of names) {
    assert.deepEqual(difference({ [name]: 'hunter1' }, { [name]: 'hunter2' }), {
      [name]: { old: '***', new: '***' },
    })
    assert.deepEqual(difference({}, { [name]: 'hunter2' }), { [name]: { old: null, new: '***' } })
  }
})

test('a long text is cut, so that a document does not fill the log', () => {
  const { content } = difference({}, { content: 'x'.repeat(5000) })
  assert.equal(String(content?.new).length, 2001)
})

test('a record that becomes official without passing the legal gate is not written', async () => {
  const api = await openService()
  const owner = await api.tenant()
  const actor = { type: 'system', id: undefined, name: 'test', role: undefined } as const
  const publish = (judged: boolean, before = 'draft') =>
    api.access.actFor(owner.tenantId, actor, {}, async (ctx) => {
      if (judged) ctx.gate.judged.add(owner.tenantId)
      const [from, to] = [{ status: before }, { status: 'published' }]
      await audit(ctx, {
        action: 'move',
        entityType: 'activity',
        entityId: owner.tenantId,
        before: from,
        after: to,
      })
    })
  await assert.rejects(publish(false), /passed no legal gate/)
  await publish(true)
  await publish(false, 'published')
})
