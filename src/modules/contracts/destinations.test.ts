import assert from 'node:assert/strict'
import { test } from 'node:test'
import { destinationsOf } from './destinations.ts'

const US = { id: 'us', country: 'US' }
const activity = (
  country: string | null,
  processors: { id: string; country: string | null }[] = [US],
  mechanism: string | null = 'contractual_clauses',
) => ({ internationalTransfer: { exists: true, country, mechanism }, processors })

for (const [name, processor, hosting, activities, countries, mechanisms] of [
  [
    'clauses with a processor in the United States never cover the Germany of another processor',
    US,
    [],
    [
      activity('US', [US, { id: 'de', country: 'DE' }]),
      activity('DE', [US, { id: 'de', country: 'DE' }], 'bcr'),
    ],
    ['Estados Unidos'],
    ['contractual_clauses'],
  ],
  ['the hosting of its systems counts', { id: 'x', country: 'CL' }, ['BR'], [], ['Brasil'], []],
  [
    'of a processor without a country the declared transfer counts, unless another processor is there',
    { id: 'x', country: null },
    [],
    [activity('US', [US]), activity('PE', [US])],
    ['Perú'],
    ['contractual_clauses'],
  ],
  ['a processor in Chile takes nothing abroad', { id: 'x', country: 'Chile' }, ['CL'], [], [], []],
  [
    'a transfer without a country on record is the processor’s own',
    US,
    [],
    [activity(null)],
    ['Estados Unidos'],
    ['contractual_clauses'],
  ],
  [
    'an exporter does not declare a country adequate: the Agency does',
    US,
    [],
    [activity('US', [US], 'adequate_country'), activity('US', [US], 'País con nivel adecuado de protección')],
    ['Estados Unidos'],
    [],
  ],
  [
    'a place that names no country stands for itself',
    { id: 'x', country: 'La nube' },
    [],
    [],
    ['La nube'],
    [],
  ],
] as const) {
  test(`arts. 27 and 28: ${name}`, () => {
    assert.deepEqual(destinationsOf(processor, hosting, activities), { countries, mechanisms })
  })
}
