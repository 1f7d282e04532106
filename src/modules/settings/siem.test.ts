import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReadCtx } from '#db/context.ts'
import { after, HOUR_MS } from '#kernel/dates.ts'
import { createVault } from '#kernel/secrets.ts'
import { changeSiemSecret, overlapEnd } from './siem.ts'

const vault = createVault('a secret of more than thirty-two characters, for tests')
const now = new Date('2026-12-01T12:00:00.000Z')
const tenantId = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'
const ctx = { tools: { vault }, now, tenantId } as unknown as ReadCtx
const seal = (secret: string) => vault.seal(secret, 'siem', tenantId)
const inHours = (hours: number) => after(now, hours * HOUR_MS)

const CALM = {
  siem_secret_sealed: seal('uno'),
  siem_previous_secret_sealed: null,
  siem_previous_until: null,
}
const TURNING = {
  siem_secret_sealed: seal('dos'),
  siem_previous_secret_sealed: seal('uno'),
  siem_previous_until: inHours(10),
}

const open = (sealed: string | null | undefined) => sealed && vault.tryOpen(sealed, 'siem', tenantId)

function rowAfter(before: typeof CALM | typeof TURNING, change: Parameters<typeof changeSiemSecret>[2]) {
  const row = { ...before, ...changeSiemSecret(ctx, before, change) }
  return [open(row.siem_secret_sealed), open(row.siem_previous_secret_sealed), row.siem_previous_until]
}

test('a new secret signs from now on, and the former one for the requested hours', () => {
  for (const [hours, until] of [
    [undefined, inHours(24)],
    [null, inHours(24)],
    [1, inHours(1)],
    [72, inHours(72)],
  ] as const)
    assert.deepEqual(rowAfter(CALM, { siemSecret: 'dos', siemSecretOverlapHours: hours }), [
      'dos',
      'uno',
      until,
    ])
  assert.deepEqual(rowAfter(CALM, { siemSecret: 'dos', siemSecretOverlapHours: 0 }), ['dos', null, null])
})

test('a second rotation ends the secret before the former one at once', () => {
  assert.deepEqual(rowAfter(TURNING, { siemSecret: 'tres' }), ['tres', 'dos', inHours(24)])
})

test('the same secret again, no secret and null are no rotation', () => {
  for (const siemSecret of ['dos', null, undefined])
    assert.deepEqual(changeSiemSecret(ctx, TURNING, { siemSecret }), {}, String(siemSecret))
})

test('hours alone can end or shorten an overlap, but not extend or start one', () => {
  const kept = ['dos', 'uno', inHours(10)]
  for (const [hours, left] of [
    [0, ['dos', null, null]],
    [9, ['dos', 'uno', inHours(9)]],
    [10, kept],
    [72, kept],
    [null, kept],
  ] as const) {
    assert.deepEqual(rowAfter(TURNING, { siemSecretOverlapHours: hours }), left, String(hours))
    assert.deepEqual(
      rowAfter(TURNING, { siemSecret: 'dos', siemSecretOverlapHours: hours }),
      left,
      String(hours),
    )
    assert.deepEqual(rowAfter(CALM, { siemSecretOverlapHours: hours }), ['uno', null, null], String(hours))
  }
})

test('an overlap ends at its exact instant', () => {
  assert.deepEqual(overlapEnd(TURNING, after(inHours(10), -1)), inHours(10))
  assert.equal(overlapEnd(TURNING, inHours(10)), null)
  assert.equal(overlapEnd(CALM, now), null)
  const over = { ...TURNING, siem_previous_until: now }
  assert.deepEqual(changeSiemSecret(ctx, over, { siemSecretOverlapHours: 5 }), {}, 'what is over stays over')
})
