import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isAbroad, isAdequate, readCountry, showCountry } from './countries.ts'

describe('reading a country as people write it', () => {
  for (const [code, ...texts] of [
    ['CL', 'Chile', 'chile', ' CHILE. ', 'CL', 'cl', 'CHL'],
    [
      'US',
      'Estados Unidos',
      'EE.UU.',
      'EE. UU.',
      'eeuu',
      'USA',
      'U.S.A.',
      'US',
      'United States',
      'Estados Unidos de América',
      'Norteamérica',
    ],
    ['GB', 'Reino Unido', 'United Kingdom', 'UK', 'U.K.', 'Inglaterra', 'Gran Bretaña', 'GBR'],
    ['DE', 'Alemania', 'Germany', 'DEU', 'alemania'],
    ['NL', 'Países Bajos', 'Paises  Bajos', 'Holanda', 'NLD'],
    ['BR', 'Brasil', 'Brazil', 'BRA'],
    ['PE', 'Perú', 'PERU', 'PER'],
    ['MX', 'México', 'Mexico', 'MEX'],
    ['ES', 'España', 'Espana', 'Spain', 'ESP'],
    ['KR', 'Corea', 'Corea del Sur', 'South Korea'],
    ['CZ', 'República Checa', 'Chequia'],
    ['IE', 'Irlanda', 'Ireland', 'IRL'],
    ['JP', 'Japón', 'JPN'],
    ['IN', 'India', 'IND'],
    ['UY', 'Uruguay', 'URY'],
    ['CA', 'Canadá', 'CAN'],
  ] as const)
    test(`${texts.join(', ')}: ${code}`, () => {
      for (const text of texts) assert.equal(readCountry(text)?.code, code, text)
    })

  test('is shown by its Spanish name, in whatever form it was written', () => {
    assert.deepEqual(readCountry('Germany'), { code: 'DE', name: 'Alemania' })
    assert.deepEqual(showCountry(' usa '), { code: 'US', name: 'Estados Unidos' })
    assert.deepEqual(showCountry(' Nube de Marte '), { code: 'Nube de Marte', name: 'Nube de Marte' })
  })

  for (const text of [
    '',
    ' ',
    'Europa',
    'Unión Europea',
    'EU',
    'ZZ',
    'Latinoamérica',
    'en la nube',
    'DD',
    'SU',
    'constructor',
    '__proto__',
  ])
    test(`«${text}» is no country`, () => assert.equal(readCountry(text), undefined))
})

describe('consequences of a country', () => {
  test('every text that is not known to be Chile counts as abroad: a needless question beats a missed transfer', () => {
    for (const text of ['Chile', 'CL', ' chile ']) assert.equal(isAbroad(text), false, text)
    for (const text of ['Perú', 'US', 'nube', '', 'Chile y Perú', 'Chillán'])
      assert.equal(isAbroad(text), true, text)
  })

  test('a country is adequate only by a finding of the Agency, in whatever form it is written', () => {
    const law = { adequateCountries: ['DE', 'UY'] }
    for (const text of ['Alemania', 'DE', 'germany', 'Uruguay'])
      assert.equal(isAdequate(law, text), true, text)
    for (const text of ['Perú', 'Chile', 'nube', '', 'D']) assert.equal(isAdequate(law, text), false, text)
    assert.equal(isAdequate({ adequateCountries: [] }, 'Alemania'), false)
  })
})
