import assert from 'node:assert/strict'
import { test } from 'node:test'
import { territoryOf, unfoundedBeside } from './territory.ts'

test('the territory of an activity is Chile and the countries that receive its data', () => {
  assert.equal(territoryOf(false, 'US'), 'Chile')
  assert.equal(territoryOf(true, 'US'), 'Chile y Estados Unidos')
  assert.equal(territoryOf(true, null), 'Chile y el extranjero')
  assert.equal(territoryOf(true, ' ', ['BR']), 'Chile y Brasil')
  assert.equal(territoryOf(false, null, ['CL', '', 'Chile']), 'Chile')
  assert.equal(territoryOf(false, null, ['BR']), 'Chile y Brasil', 'where its data are, declared or not')
  assert.equal(territoryOf(true, 'US', ['Estados Unidos', 'BR', 'br']), 'Chile, Estados Unidos y Brasil')
})

const NONE = { adequateCountries: [] }
const SPAIN = { adequateCountries: ['ES'] }

for (const [what, law, country, mechanism, beside] of [
  ['without a mechanism, to a country of which nothing is said', NONE, 'España', null, 0],
  ['without a mechanism, to an adequate country', SPAIN, 'España', null, -1],
  ['called adequate by the exporter alone', NONE, 'España', 'adequate_country', 1],
  ['called adequate, as the Agency did', SPAIN, 'España', 'adequate_country', 0],
  ['another country than the adequate one', SPAIN, 'US', 'País con nivel adecuado de protección', 1],
  ['with a guarantee', NONE, 'US', 'contractual_clauses', 0],
  ['to nowhere: its own row says that it is unfounded', NONE, null, 'adequate_country', 0],
] as const)
  test(`art. 27 a): a transfer ${what}`, () =>
    assert.equal(unfoundedBeside(law, [{ country, mechanism }]), beside))

test('transfers add up', () => {
  const free = { country: 'ES', mechanism: null }
  const claimed = { country: 'US', mechanism: 'adequate_country' }
  assert.equal(unfoundedBeside(SPAIN, [free, claimed, claimed]), 1)
  assert.equal(unfoundedBeside(SPAIN, []), 0)
})
