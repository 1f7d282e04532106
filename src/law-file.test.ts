import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { LAW, lawOn } from '#kernel/law/law.ts'
import { BadConfig, readConfig } from './config.ts'

const directory = mkdtempSync(join(tmpdir(), 'resguardo-law-'))
after(() => rmSync(directory, { recursive: true }))

function configured(text: string) {
  const file = join(directory, 'law.json')
  writeFileSync(file, text)
  return readConfig({ APP_SECRET: 'x'.repeat(64), LAW_FILE: file })
}

function faultsOf(text: string): readonly string[] {
  try {
    configured(text)
  } catch (error) {
    if (error instanceof BadConfig) return error.faults
    throw error
  }
  return []
}

/** The version that a file with one version makes. */
const lawOf = (file: object) => configured(JSON.stringify({ version: 'x', ...file })).laws[0]

test('without a file the law is the one that ships', () => {
  assert.deepEqual(readConfig({ APP_SECRET: 'x'.repeat(64) }).laws, [LAW])
})

test('a file moves the entry into force, adds a month of the UTM, and leaves the rest alone', () => {
  const law = lawOf({
    version: '2027-12-01',
    effectiveFrom: '2027-12-01',
    utm: { '2026-11': 72_000 },
    holidays: { '2027-03-02': 'Censo' },
    fines: { maxUtm: { leve: 6000 } },
  })
  assert.deepEqual([law.version, law.effectiveFrom], ['2027-12-01', '2027-12-01'])
  assert.deepEqual(law.utm, { ...LAW.utm, '2026-11': 72_000 })
  assert.deepEqual(law.fines.maxUtm, { leve: 6000, grave: 10_000, gravisima: 20_000 })
  assert.deepEqual(law.terms, LAW.terms)
})

test('a file changes terms, the Agency, adequate countries and the list of assessments', () => {
  const dpiaList = [{ name: 'Puntaje de crédito', words: ['puntaje', 'scoring'] }]
  const law = lawOf({
    terms: { requestDays: 20 },
    agency: { website: 'https://agencia.cl', reportChannel: 'https://agencia.cl/reportes' },
    adequateCountries: ['AR', 'UY'],
    dpiaList,
  })
  assert.deepEqual(law.terms, { ...LAW.terms, requestDays: 20 })
  assert.deepEqual(law.agency, {
    ...LAW.agency,
    website: 'https://agencia.cl',
    reportChannel: 'https://agencia.cl/reportes',
  })
  assert.deepEqual([law.adequateCountries, law.dpiaList], [['AR', 'UY'], dpiaList])
})

test('each version changes the one before, and the one of the day is picked', () => {
  const { laws } = configured(
    JSON.stringify({
      versions: [
        { version: 'b', from: '2027-01-01', terms: { requestDays: 20 } },
        { version: 'c', from: '2028-01-01', fines: { maxUtm: { leve: 1 } } },
      ],
    }),
  )
  const on = (day: string) => {
    const { version, terms, fines } = lawOn(laws, day)
    return [version, terms.requestDays, fines.maxUtm.leve]
  }
  assert.deepEqual(on('2026-12-31'), [LAW.version, 30, 5000])
  assert.deepEqual(on('2027-01-01'), ['b', 20, 5000])
  assert.deepEqual(on('2030-01-01'), ['c', 20, 1])
})

test('a file with a slip stops the start and says where', () => {
  assert.match(faultsOf('{').join(), /^LAW_FILE: no es JSON válido/)
  assert.match(faultsOf('{}').join(), /LAW_FILE: .*version/)
  for (const [slip, said] of [
    [{ effectivFrom: '2027-12-01' }, /el archivo: no se conoce «effectivFrom»/],
    [{ effectiveFrom: '01-12-2027' }, /effectiveFrom/],
    [{ effectiveFrom: '2027-02-30' }, /2027-02-30/],
    [{ terms: { requestDays: 0 } }, /terms\.requestDays: el número está fuera de lo posible/],
    [{ terms: { answerDays: 20 } }, /terms: no se conoce «answerDays»/],
    [{ agency: { website: 'agencia.cl' } }, /agency\.website/],
    [{ adequateCountries: ['Argentina'] }, /adequateCountries\.0: el valor no tiene la forma debida/],
    [{ dpiaList: [{ name: 'x', words: [] }] }, /dpiaList\.0\.words: la lista está vacía/],
    [{ fines: { maxUtm: { leve: 0 } } }, /fines\.maxUtm\.leve/],
    [{ utm: { '2026-13': 1 } }, /utm/],
    [{ holidays: { '2027-06-31': 'x' } }, /2027-06-31/],
  ] as const)
    assert.match(faultsOf(JSON.stringify({ version: 'x', ...slip })).join(), said, JSON.stringify(slip))
  assert.throws(() => readConfig({ APP_SECRET: 'x'.repeat(64), LAW_FILE: '/no/existe.json' }), /ENOENT/)
})

test('versions out of order, without a day or with one name stop the start', () => {
  const many = (...versions: object[]) => faultsOf(JSON.stringify({ versions })).join()
  assert.match(many(), /versions: la lista está vacía/)
  assert.match(many({ version: 'a' }, { version: 'b' }), /versions\.1: falta «from»/)
  assert.match(
    many({ version: 'a', from: '2028-01-01' }, { version: 'b', from: '2027-01-01' }),
    /«b» no empieza después/,
  )
  assert.match(
    many({ version: 'a', from: '2027-01-01' }, { version: 'a', from: '2028-01-01' }),
    /«a» está dos veces/,
  )
})
