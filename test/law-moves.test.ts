import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { LAW } from '#kernel/law/law.ts'
import { lawFile } from './kit/law.ts'
import { sources, TEXTS, type Told, tellAll } from './kit/law-texts.ts'
import { openService } from './kit/service.ts'

/** Every text for people follows the configured law: its date, its terms, its fines and its authority. */

const saying = (words: string) => (texts: readonly Told[]) =>
  texts.filter(({ text }) => text.includes(words)).map(({ name }) => name)
const named = (pick: (about: (typeof TEXTS)[string]) => boolean) =>
  Object.keys(TEXTS)
    .filter((name) => pick(TEXTS[name]!))
    .sort()

const ENGLISH = named(({ english }) => english === true)
const SPANISH = named(({ english }) => english !== true)

test('before the date of the law every text names it, and from that date on none does', async () => {
  const api = await openService()
  const before = await tellAll(api, '2026-11-20T15:00:00Z')
  assert.deepEqual(saying('desde el 1 de diciembre de 2026')(before).sort(), SPANISH)
  assert.deepEqual(saying('from 1 December 2026')(before).sort(), ENGLISH)
  const since = await tellAll(api, '2026-12-01T15:00:00Z')
  assert.deepEqual(saying('desde el 1 de diciembre')(since), [])
  assert.deepEqual(saying('from 1 December')(since), [])
})

test('a law file moves the date, and every text follows', async () => {
  const api = await openService({
    LAW_FILE: lawFile({ version: 'aplazada', effectiveFrom: '2027-12-01' }),
  })
  const texts = await tellAll(api, '2026-12-10T15:00:00Z')
  assert.deepEqual(saying('desde el 1 de diciembre de 2027')(texts).sort(), SPANISH)
  assert.deepEqual(saying('from 1 December 2027')(texts).sort(), ENGLISH)
  assert.deepEqual(saying('diciembre de 2026:')(texts), [])
})

const OTHER = {
  version: 'otra',
  terms: { requestDays: 41, extensionDays: 43, blockingBusinessDays: 17, complaintBusinessDays: 47 },
  agency: { name: 'Superintendencia de Datos' },
  fines: { maxUtm: { leve: 5111, grave: 10_111, gravisima: 20_111 } },
}

test('a law file changes terms, fines and the authority, and no text keeps the old ones', async () => {
  const api = await openService({ LAW_FILE: lawFile(OTHER) })
  const texts = await tellAll(api, '2026-12-10T15:00:00Z')
  const of = (name: string) => texts.find((one) => one.name === name)!.text
  for (const [name, { tells = [] }] of Object.entries(TEXTS))
    for (const what of tells) assert.match(of(name), what, name)
  assert.deepEqual(saying(LAW.agency.name)(texts), [])
  for (const old of [
    /\b30 (días|business|calendar)/,
    /dos días hábiles|\b2 business days/,
    /\b(5|10|20)[.,]000 UTM/,
  ])
    assert.deepEqual(
      texts.filter(({ name, text }) => !TEXTS[name]?.ownTerms && old.test(text)).map(({ name }) => name),
      [],
      String(old),
    )
})

/** Files that draw a document or write a mail without stating the law. */
const SILENT: Readonly<Record<string, string>> = {
  'src/modules/notifications/letters.ts': 'tells members what happened; terms come with the event',
  'src/modules/dsar/kept-letters.ts': 'keeps the letters of dsar/letters.ts',
  'src/modules/evidence/receipts.ts': 'adds the proof of a record to a document of others',
  'src/modules/dsar/requests/letter-pdf.ts': 'prints a kept letter as it was sent',
  'src/modules/dsar/requests/request-pdf.ts': 'prints kept letters as they were sent',
  'src/modules/settings/tenant/deletion/certificate.ts': 'certifies a deletion and cites no duty',
  'src/modules/governance/inspection/policy-document.ts': 'prints a policy as the public reads it',
  'src/modules/governance/inspection/index-document.ts': 'lists files; its norm is the source of the law',
}

test('the list includes every document and mail', () => {
  const written = globSync('src/modules/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => /\): (Promise<)?(PdfDocument|Letter)\b/.test(readFileSync(file, 'utf8')))
  const known = [...sources(), ...Object.keys(SILENT)]
  assert.deepEqual(
    written.filter((file) => !known.includes(file)),
    [],
    'add it to test/kit/law-texts.ts',
  )
})
