import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsBy } from '#http/validation.ts'
import type { Entry, Found } from '#modules/imports/public.ts'
import { activitySheet } from './target.ts'

const RECORDED = { exists: true, country: 'US', mechanism: 'bcr' }

/** The transfer of a row: `cells` are the columns of the file, `changed` those that differ from the record. */
function transferOf(
  cells: Record<string, unknown>,
  changed: readonly string[],
  before?: { exists: boolean; country: string | null; mechanism: string | null },
) {
  const entry = { row: 2, id: null, values: cells, texts: {} } satisfies Entry
  const found = before && ({ id: 'x', row: { internationalTransfer: before }, shown: {} } satisfies Found)
  const fields = Object.fromEntries(changed.map((field) => [field, cells[field]]))
  return activitySheet.bodyOf!({ name: 'Boletín', ...fields }, found, entry)
}

const NEW: [what: string, cells: Record<string, unknown>, transfer: unknown][] = [
  ['no column of a transfer', {}, undefined],
  ['a flag alone', { transferExists: true }, { exists: true }],
  ['«No» alone', { transferExists: false }, { exists: false }],
  ['a country alone tells of one', { transferCountry: 'Perú' }, { exists: true, country: 'Perú' }],
  ['a mechanism alone tells of none', { transferMechanism: 'bcr' }, { exists: false, mechanism: 'bcr' }],
  [
    '«No» beside a country stays «No»: the row says so',
    { transferExists: false, transferCountry: 'Perú' },
    { exists: false, country: 'Perú' },
  ],
  [
    'all three',
    { transferExists: true, transferCountry: 'US', transferMechanism: 'bcr' },
    { exists: true, country: 'US', mechanism: 'bcr' },
  ],
]
for (const [what, cells, transfer] of NEW)
  test(`the transfer of a new activity: ${what}`, () => {
    const { internationalTransfer, ...rest } = transferOf(cells, Object.keys(cells))
    assert.deepEqual(internationalTransfer, transfer)
    assert.deepEqual(rest, { name: 'Boletín' }, 'the columns of a transfer are no fields')
  })

test('a row without changed transfer columns keeps the transfer', () => {
  const cells = { transferExists: true, transferCountry: 'US', transferMechanism: 'bcr' }
  assert.deepEqual(transferOf(cells, [], RECORDED), { name: 'Boletín' })
})

const CHANGED: [what: string, cells: Record<string, unknown>, changed: string[], transfer: object][] = [
  [
    'another country keeps flag and mechanism',
    { transferExists: true, transferCountry: 'Perú' },
    ['transferCountry'],
    { exists: true, country: 'Perú', mechanism: 'bcr' },
  ],
  [
    'a blank country clears it, and there still is a transfer',
    { transferExists: true, transferCountry: null },
    ['transferCountry'],
    { exists: true, country: null, mechanism: 'bcr' },
  ],
  [
    '«No» ends it and keeps what was written',
    { transferExists: false },
    ['transferExists'],
    { exists: false, country: 'US', mechanism: 'bcr' },
  ],
  [
    'another mechanism',
    { transferMechanism: 'certification' },
    ['transferMechanism'],
    { exists: true, country: 'US', mechanism: 'certification' },
  ],
]
for (const [what, cells, changed, transfer] of CHANGED)
  test(`the transfer of an existing activity: ${what}`, () =>
    assert.deepEqual(transferOf(cells, changed, RECORDED)['internationalTransfer'], transfer))

const NONE = { exists: false, country: null, mechanism: null }

test('a country in a file without the flag column creates a transfer', () => {
  assert.deepEqual(
    transferOf({ transferCountry: 'US' }, ['transferCountry'], NONE)['internationalTransfer'],
    {
      exists: true,
      country: 'US',
      mechanism: null,
    },
  )
  const flagged = { transferExists: false, transferCountry: 'US' }
  assert.deepEqual(
    transferOf(flagged, ['transferCountry'], NONE)['internationalTransfer'],
    { exists: false, country: 'US', mechanism: null },
    'where the file has the flag, it counts',
  )
  const blank = { transferExists: null, transferCountry: 'US' }
  assert.deepEqual(
    transferOf(blank, ['transferCountry'], NONE)['internationalTransfer'],
    { exists: false, country: 'US', mechanism: null },
    'a blank flag is «No»',
  )
  const cleared = { transferCountry: null }
  assert.deepEqual(transferOf(cleared, ['transferCountry'], NONE)['internationalTransfer'], NONE)
})

test('POST and PUT of an activity accept the bodies of the rows', () => {
  const { create, update } = activitySheet.schemas
  const least = { name: 'Boletín', purpose: 'Enviar ofertas', legalBasis: 'consent' }
  assert.deepEqual(faultsBy(create, least), [], 'a draft may lack the rest')
  for (const field of ['name', 'purpose', 'legalBasis'])
    assert.deepEqual(
      faultsBy(create, { ...least, [field]: undefined }).map(({ path }) => path),
      [field],
    )
  assert.deepEqual(faultsBy(update!, {}), [])
  assert.deepEqual(
    faultsBy(update!, { retentionPeriod: '6_years' }).map(({ path }) => path),
    ['retentionPeriod'],
  )
  assert.deepEqual(faultsBy(update!, { retentionPeriod: null, legalBasis: null, systemId: null }), [])
})
