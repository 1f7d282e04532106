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

/** The law from a file with one version. */
const lawOf = (file: object) => configured(JSON.stringify({ version: 'x', ...file })).laws[0]

test('without a file the built-in law applies', () => {
  assert.deepEqual(readConfig({ APP_SECRET: 'x'.repeat(64) }).laws, [LAW])
})

test('a file moves the entry into force, adds a month of the UTM, and leaves the rest unchanged', () => {
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

test('each version changes the one before, and the day decides which applies', () => {
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

test('a fault in the file stops the start and is located', () => {
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

test('each fault is one Spanish line with its place', () => {
  const FORM =
    'el valor no tiene la forma debida (fechas 2026-12-01, meses 2026-12, países CL, direcciones https://…)'
  const words = (count: number) => [{ name: 'x', words: Array(count).fill('a') }]
  for (const [slip, said] of [
    [{ version: '' }, ['version: el texto está vacío']],
    [{ version: 7 }, ['version: el valor debe ser un texto']],
    [{ version: 'x'.repeat(41) }, ['version: el texto tiene más de 40 caracteres']],
    [{ source: ' ' }, [`source: ${FORM}`]],
    [{ agency: { website: 'http://agencia.cl' } }, [`agency.website: ${FORM}`]],
    [{ agency: { website: 7 } }, ['agency.website: el valor debe ser un texto']],
    [
      { agency: { reportChannel: 'x'.repeat(501) } },
      ['agency.reportChannel: el texto tiene más de 500 caracteres'],
    ],
    [{ agency: { website: null, reportChannel: null } }, []],
    [{ terms: { requestDays: 1.5 } }, ['terms.requestDays: el valor debe ser un número entero']],
    [{ terms: { requestDays: '20' } }, ['terms.requestDays: el valor debe ser un número entero']],
    [{ terms: { requestDays: 366 } }, []],
    [{ terms: { requestDays: 367 } }, ['terms.requestDays: el número está fuera de lo posible (<= 366)']],
    [{ terms: [] }, ['terms: el valor debe ser un objeto']],
    [{ utm: { '2026-13': 1 } }, ['utm: no se conoce «2026-13»']],
    [{ holidays: { '2026-1-1': 'x' } }, ['holidays: no se conoce «2026-1-1»']],
    [{ adequateCountries: 'AR' }, ['adequateCountries: el valor debe ser una lista']],
    [{ dpiaList: words(51) }, ['dpiaList.0.words: la lista tiene más de 50']],
    [{ dpiaList: [{ name: 'x' }] }, ['dpiaList.0: falta «words»']],
    [
      { terms: { a: 1, b: 2 }, effectivFrom: 1 },
      ['el archivo: no se conoce «effectivFrom»', 'terms: no se conoce «a», «b»'],
    ],
  ] as const)
    assert.deepEqual(
      [...faultsOf(JSON.stringify({ version: 'x', ...slip }))].sort(),
      said.map((line) => `LAW_FILE: ${line}.`),
      JSON.stringify(slip),
    )
  for (const [text, said] of [
    ['[]', 'el archivo: el valor debe ser un objeto'],
    ['null', 'el archivo: el valor debe ser un objeto'],
    ['{"versions":{}}', 'versions: el valor debe ser una lista'],
    ['{"versions":[{}]}', 'versions.0: falta «version»'],
  ] as const)
    assert.deepEqual(faultsOf(text), [`LAW_FILE: ${said}.`], text)
})

test('a later version cannot have the name of ours: documents tell them apart by it', () => {
  const ours = { version: LAW.version, utm: { '2026-10': 72_000 } }
  // Without a day it replaces ours.
  assert.deepEqual(
    configured(JSON.stringify(ours)).laws.map(({ version, from }) => [version, from]),
    [[LAW.version, null]],
  )
  assert.deepEqual(faultsOf(JSON.stringify({ ...ours, from: '2027-01-01' })), [
    `LAW_FILE: la versión «${LAW.version}» es la que trae el servicio: dele otro nombre.`,
  ])
  assert.deepEqual(
    faultsOf(JSON.stringify({ versions: [{ version: 'a' }, { ...ours, from: '2027-01-01' }] })),
    [],
  )
})

test('a first version without a day replaces ours, and the next begins on its day', () => {
  const { laws } = configured(
    JSON.stringify({
      versions: [
        { version: 'a', terms: { requestDays: 25 } },
        { version: 'b', from: '2028-01-01' },
      ],
    }),
  )
  assert.deepEqual(
    laws.map(({ version, from, terms }) => [version, from, terms.requestDays]),
    [
      ['a', null, 25],
      ['b', '2028-01-01', 25],
    ],
  )
  assert.equal(lawOn(laws, '2026-11-30').version, 'a')
})

test('versions out of order, without a day or with equal names stop the start', () => {
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
