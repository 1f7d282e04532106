import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LegalFinding } from '#kernel/legal-checks.ts'
import type { Role } from '#kernel/roles.ts'
import { openService } from '#test/kit/service.ts'
import type { WriteCtx } from './context.ts'
import { GateRefusal, passGate } from './legal-gate.ts'

const api = await openService()
const owner = await api.tenant()

const finding = (severity: LegalFinding['severity']): LegalFinding => ({
  key: `test.${severity}`,
  message: 'Falta algo.',
  article: 'art. 14 ter letra c), Ley 19.628 (mod. Ley 21.719)',
  severity,
})

const RECORD = { entityType: 'tenant', entityId: owner.tenantId }

/** Passes the gate as a person with this role. */
function pass(findings: LegalFinding[], { role = 'DPO', reason }: { role?: Role; reason?: string } = {}) {
  const actor = { type: 'user', id: owner.userId, name: 'Ana', role } as const
  return api.access.actFor(owner.tenantId, actor, {}, async (ctx: WriteCtx) => {
    if (reason !== undefined) ctx.gate.override = { reason }
    await passGate(ctx, RECORD, findings)
    return ctx.gate
  })
}

test('an organisation in warning mode goes on, and gets every finding', async () => {
  const { warnings, judged } = await pass([finding('critical'), finding('low')])
  assert.deepEqual(
    warnings.map(({ key }) => key),
    ['test.critical', 'test.low'],
  )
  assert.ok(judged.has(owner.tenantId))
})

test('an enforcing organisation is refused with each missing item and its article, without good practice', async () => {
  await owner.put('/settings/tenant', { legalGate: 'enforce' })
  await assert.rejects(pass([finding('medium'), finding('high'), finding('low')]), (error: GateRefusal) => {
    assert.ok(error instanceof GateRefusal)
    assert.deepEqual([error.status, error.code], [422, 'VALIDATION_ERROR'])
    assert.deepEqual(
      error.details?.map(({ path }) => path),
      ['test.medium', 'test.high'],
    )
    assert.match(error.details![0]!.message, /^Falta algo\. \(art\. 14 ter letra c\), Ley 19\.628/)
    return true
  })
  assert.equal((await pass([finding('low')])).warnings.length, 1)
})

test('a DPO may go on with a reason, which the audit log keeps; a lower role may not', async () => {
  const { warnings } = await pass([finding('high')], { reason: 'Consta en papel.' })
  assert.equal(warnings.length, 1)
  const log = await owner.get('/settings/audit-log?entityType=tenant')
  const [entry] = log.data.items
  assert.equal(entry.action, 'override_legal_gate')
  assert.equal(entry.changes.reason.new, 'Consta en papel.')
  assert.deepEqual(entry.changes.missing.new, ['test.high'])
  await assert.rejects(pass([finding('high')], { role: 'APPROVER', reason: 'Apuro.' }), { status: 403 })
})
