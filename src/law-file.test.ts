import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { LAW } from '#kernel/law/law.ts'
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

test('without a file the law is the one that ships', () => {
  assert.equal(readConfig({ APP_SECRET: 'x'.repeat(64) }).law, LAW)
})

test('a file moves the entry into force, adds a month of the UTM, and leaves the rest alone', () => {
  const { law } = configured(
    JSON.stringify({
      version: '2027-12-01',
      effectiveFrom: '2027-12-01',
      utm: { '2026-11': 72_000 },
      holidays: { '2027-03-02': 'Censo' },
      fines: { maxUtm: { leve: 6000 } },
    }),
  )
  assert.deepEqual([law.version, law.effectiveFrom], ['2027-12-01', '2027-12-01'])
  assert.deepEqual(law.utm, { ...LAW.utm, '2026-11': 72_000 })
  assert.deepEqual(law.fines.maxUtm, { leve: 6000, grave: 10_000, gravisima: 20_000 })
  assert.deepEqual(law.terms, LAW.terms)
})

test('a file with a slip stops the start and says where', () => {
  assert.match(faultsOf('{').join(), /^LAW_FILE: no es JSON válido/)
  assert.match(faultsOf('{}').join(), /LAW_FILE: .*version/)
  for (const [slip, said] of [
    [{ effectivFrom: '2027-12-01' }, /el archivo/],
    [{ effectiveFrom: '01-12-2027' }, /effectiveFrom/],
    [{ effectiveFrom: '2027-02-30' }, /2027-02-30/],
    [{ terms: { requestDays: 20 } }, /el archivo/],
    [{ fines: { maxUtm: { leve: 0 } } }, /fines\.maxUtm\.leve/],
    [{ utm: { '2026-13': 1 } }, /utm/],
    [{ holidays: { '2027-06-31': 'x' } }, /2027-06-31/],
  ] as const)
    assert.match(faultsOf(JSON.stringify({ version: 'x', ...slip })).join(), said, JSON.stringify(slip))
  assert.throws(() => readConfig({ APP_SECRET: 'x'.repeat(64), LAW_FILE: '/no/existe.json' }), /ENOENT/)
})
