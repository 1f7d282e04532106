import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byPriority, type Finding, standingOf } from '../../web/console/areas/cookies/words.ts'

test('the gravest finding comes first', () => {
  const severities = ['low', 'critical', 'medium', 'high'] as const
  const findings = severities.map((severity) => ({ severity }) as Finding)
  assert.deepEqual(
    byPriority(findings).map(({ severity }) => severity),
    ['critical', 'high', 'medium', 'low'],
  )
})

test('an unscanned site says whether it can be scanned', () => {
  assert.equal(standingOf(false, undefined)[0], 'Sin verificar')
  assert.equal(standingOf(true, null)[0], 'Sin revisar')
  const scan = { status: 'DONE', mode: 'browser', earlyCount: 2, undeclaredCount: 0 } as const
  assert.equal(standingOf(true, scan)[0], '2 antes de aceptar')
})
