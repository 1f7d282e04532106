import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** Only `src/kernel/law` contains the values of the law. A text that repeats one becomes wrong when the law changes. */

const NUMBER = '(?:\\d[\\d.]*|un|dos|tres|cinco|diez|quince|treinta|sesenta)'
const FIXED: Readonly<Record<string, RegExp>> = {
  'a term in days': new RegExp(`\\b${NUMBER} días (?:corridos|hábiles)`, 'i'),
  'a term in days, in English': /\b(?:\d+|two|thirty|sixty) (?:business|calendar) days/i,
  'an amount of a fine': /\b\d[\d.]* UTM\b/,
  'the name of the Agency': /Agencia de Protección de Datos Personales|\bAPDP\b/,
  'the day of the law': /\b1 de diciembre de 202\d|'20\d\d-12-01'/,
  'a term of Ley 21.663':
    /\b(?:3|72|tres|setenta y dos) horas\b.*Ley 21\.663|\b(?:15|quince) días\b.*Ley 21\.663/i,
}

/** A line that needs the words, with the reason. */
const ALLOWED: readonly { file: string; line: RegExp; because: string }[] = [
  {
    file: 'src/modules/contracts/knowledge/clauses.ts',
    line: /R\.[23] /,
    because: 'terms that the parties set between themselves',
  },
]

/** Examples of the API description show what a field looks like. */
const isExample = (line: string) => /\bexamples?: \[|\b(?:Text|Day|MaybeText)\('/.test(line)
const isComment = (line: string) => /^\s*(?:\/\/|\/?\*)/.test(line)

const files = globSync('src/**/*.ts').filter(
  (file) => !file.endsWith('.test.ts') && !file.startsWith('src/kernel/law/'),
)

test('no text outside src/kernel/law repeats values of the law', () => {
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        if (isComment(line) || isExample(line)) return []
        if (ALLOWED.some((one) => one.file === file && one.line.test(line))) return []
        return Object.entries(FIXED)
          .filter(([, words]) => words.test(line))
          .map(([what]) => `${file}:${index + 1} has ${what}: take it from the law`)
      }),
  )
  assert.deepEqual(found, [])
})

test('every exception is still needed', () => {
  for (const { file, line } of ALLOWED) {
    const lines = readFileSync(file, 'utf8').split('\n')
    assert.ok(
      lines.some((text) => line.test(text) && Object.values(FIXED).some((words) => words.test(text))),
      `${file} no longer needs its exception`,
    )
  }
})

test('the patterns find their examples', () => {
  for (const text of [
    'Respondemos dentro de 30 días corridos',
    'dentro de dos días hábiles',
    'We answer within 30 calendar days',
    'hasta 5.000 UTM',
    'la Agencia de Protección de Datos Personales',
    "effectiveFrom: '2026-12-01'",
    'Tres horas desde la detección (art. 9, Ley 21.663)',
  ])
    assert.ok(
      Object.values(FIXED).some((words) => words.test(text)),
      text,
    )
})

test('docs/law.md names existing files, and a test for every duty with code', () => {
  const rows = readFileSync('docs/law.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Duty'))
  assert.ok(rows.length > 60)
  const pathsIn = (cell: string) => [...cell.matchAll(/`([^`]+\.ts)`/g)].map(([, path]) => path!)
  const fileOf = (path: string) => (/^(?:src|test|migrations)\//.test(path) ? path : `src/modules/${path}`)
  for (const row of rows) {
    const [, duty, code, shown] = row.split('|')
    for (const path of pathsIn(row)) assert.ok(existsSync(fileOf(path)), `${path} of «${duty}»`)
    assert.equal(
      pathsIn(code!).length > 0,
      pathsIn(shown!).length > 0,
      `«${duty}» has code and test, or neither`,
    )
    assert.ok(
      pathsIn(shown!).every((path) => path.endsWith('.test.ts')),
      `«${duty}»`,
    )
  }
})
