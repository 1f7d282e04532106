import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fold } from '#kernel/text.ts'
import { VOCABULARY } from '#modules/data-map/public.ts'
import { BUILT } from '#test/kit/sentences/built.ts'
import { BUILT_MORE } from '#test/kit/sentences/built-more.ts'
import { EIGHTEENTH_SET } from '#test/kit/sentences/eighteenth-set.ts'
import { EIGHTH_SET } from '#test/kit/sentences/eighth-set.ts'
import { ELEVENTH_SET } from '#test/kit/sentences/eleventh-set.ts'
import type { Sentence } from '#test/kit/sentences/expected.ts'
import { FIFTEENTH_SET } from '#test/kit/sentences/fifteenth-set.ts'
import { FIFTH_FIFTY } from '#test/kit/sentences/fifth-fifty.ts'
import { FIRST_FIFTY } from '#test/kit/sentences/first-fifty.ts'
import { FOURTEENTH_SET } from '#test/kit/sentences/fourteenth-set.ts'
import { FOURTH_FIFTY } from '#test/kit/sentences/fourth-fifty.ts'
import { FRESH } from '#test/kit/sentences/fresh.ts'
import { KEPT } from '#test/kit/sentences/kept.ts'
import { NINETEENTH_SET } from '#test/kit/sentences/nineteenth-set.ts'
import { NINTH_SET } from '#test/kit/sentences/ninth-set.ts'
import { PROBES } from '#test/kit/sentences/probes.ts'
import { SECOND_FIFTY } from '#test/kit/sentences/second-fifty.ts'
import { SEVENTEENTH_SET } from '#test/kit/sentences/seventeenth-set.ts'
import { SEVENTH_SET } from '#test/kit/sentences/seventh-set.ts'
import { SIXTEENTH_SET } from '#test/kit/sentences/sixteenth-set.ts'
import { SIXTH_SET } from '#test/kit/sentences/sixth-set.ts'
import { TENTH_SET } from '#test/kit/sentences/tenth-set.ts'
import { THIRD_FIFTY } from '#test/kit/sentences/third-fifty.ts'
import { THIRTEENTH_SET } from '#test/kit/sentences/thirteenth-set.ts'
import { TWELFTH_SET } from '#test/kit/sentences/twelfth-set.ts'
import { draftFromText } from './draft.ts'

const COLUMNS = ['activity', 'basis', 'data', 'people', 'sensitive', 'term', 'dpia'] as const
type Column = (typeof COLUMNS)[number]

const list = (text = '') => text.split(' ').filter((part) => part !== '')
const either = (text: string) => text.split('|').map((part) => part.trim())
const ALWAYS = ['name', 'email', 'phone', 'rut', 'address']
const WORDS_FOR_PEOPLE = VOCABULARY.subjectCategories.map(({ value }) => value)

/** The faults of each column; empty if all are right. */
function judge(expected: Sentence): Partial<Record<Column, string>> {
  const { draft, match, confidence, hasSensitiveData, dpiaRequired } = draftFromText(expected.says)
  const wrong: Partial<Record<Column, string>> = {}
  const templates = list(expected.templates)
  const kept = fold(draft.purpose).includes(fold(expected.says)) && sharesWords(draft.name, expected.says)
  const found = match?.template.id ?? 'none'
  if (expected.unsure) {
    const empty =
      draft.legalBasis === null && draft.dataCategories.length === 0 && draft.retentionPeriod === null
    if (confidence >= 0.5 || !kept || !empty) wrong.activity = `${found} ${confidence}`
    return wrong
  }
  const right = templates.length === 0 ? match === undefined : templates.includes(found)
  const inRole =
    expected.processor === undefined || expected.processor === (draft.controllerRole === 'encargado')
  if (!right || !kept || !inRole || confidence < 0.5)
    wrong.activity = `${found} ${confidence}${inRole ? '' : ' role'}`
  const basis = `${draft.legalBasis} ${draft.legalBasisArticle}`
  if (!either(expected.basis).includes(basis)) wrong.basis = basis
  const data = new Set<string>(draft.dataCategories)
  const missing = list(expected.data).filter((key) => !data.has(key))
  const allowed = [...ALWAYS, ...list(expected.data), ...list(expected.mayData)]
  const extra = [...data].filter((key) => !allowed.includes(key))
  if (missing.length + extra.length > 0)
    wrong.data = [...missing.map((key) => `-${key}`), ...extra.map((key) => `+${key}`)].join(' ')
  const people = draft.subjectCategories
  const absent = expected.who.filter((one) => !either(one).some((key) => named(people, key)))
  const expectedPeople = [...expected.who.flatMap(either), ...list(expected.mayWho)]
  const odd = people.filter((key) => WORDS_FOR_PEOPLE.includes(key) && !expectedPeople.includes(key))
  if (absent.length + odd.length > 0) wrong.people = `${people} (-${absent} +${odd})`
  if (hasSensitiveData !== (expected.sensitive ?? hasSensitiveData))
    wrong.sensitive = String(hasSensitiveData)
  if (!list(expected.keeps).includes(draft.retentionPeriod ?? '')) wrong.term = String(draft.retentionPeriod)
  if (dpiaRequired !== (expected.dpia ?? dpiaRequired)) wrong.dpia = String(dpiaRequired)
  return wrong
}

const named = (people: readonly string[], key: string) =>
  people.some((one) => (key.startsWith('~') ? fold(one).includes(fold(key.slice(1))) : one === key))

function sharesWords(name: string, says: string): boolean {
  const words = fold(says).match(/[a-z]{4,}/g) ?? []
  return words.some((word) => fold(name).includes(word))
}

function score(sentences: readonly Sentence[]) {
  const rows = sentences.map((sentence) => ({ sentence, wrong: judge(sentence) }))
  const right = (column: Column) => rows.filter(({ wrong }) => wrong[column] === undefined).length
  return {
    rows,
    counts: Object.fromEntries(COLUMNS.map((column) => [column, right(column)])) as Record<Column, number>,
  }
}

function show(title: string, { rows, counts }: ReturnType<typeof score>): string {
  const lines = rows.map(({ sentence, wrong }) => {
    const marks = COLUMNS.map((column) => (wrong[column] === undefined ? '✓' : '✗')).join(' ')
    const faults = COLUMNS.flatMap((column) =>
      wrong[column] === undefined ? [] : [`${column}: ${wrong[column]}`],
    )
    return `${marks}  ${sentence.says.slice(0, 60).padEnd(60)} ${faults.join('; ')}`
  })
  const sums = COLUMNS.map((column) => `${column} ${counts[column]}/${rows.length}`).join(', ')
  return [`${title}: ${sums}`, ...lines].join('\n')
}

/** The least share of right cells, in each set and column. */
const LEAST = 0.92
const SETS: [string, readonly Sentence[]][] = [
  ['built against', [...BUILT, ...BUILT_MORE]],
  ['kept aside', KEPT],
  ['written afterwards', FRESH],
  ['first fifty', FIRST_FIFTY],
  ['second fifty', SECOND_FIFTY],
  ['third fifty', THIRD_FIFTY],
  ['fourth fifty', FOURTH_FIFTY],
  ['fifth fifty', FIFTH_FIFTY],
  ['sixth set', SIXTH_SET],
  ['seventh set', SEVENTH_SET],
  ['eighth set', EIGHTH_SET],
  ['ninth set', NINTH_SET],
  ['tenth set', TENTH_SET],
  ['eleventh set', ELEVENTH_SET],
  ['twelfth set', TWELFTH_SET],
  ['thirteenth set', THIRTEENTH_SET],
  ['fourteenth set', FOURTEENTH_SET],
  ['fifteenth set', FIFTEENTH_SET],
  ['sixteenth set', SIXTEENTH_SET],
  ['seventeenth set', SEVENTEENTH_SET],
  ['eighteenth set', EIGHTEENTH_SET],
  ['nineteenth set', NINETEENTH_SET],
  ['probes', PROBES],
]

for (const [title, sentences] of SETS) {
  test(`drafts from plain sentences are right in every column: ${title}`, (t) => {
    const result = score(sentences)
    t.diagnostic(show(title, result))
    for (const column of COLUMNS) {
      const share = result.counts[column] / sentences.length
      assert.ok(share >= LEAST, `${column}: ${(100 * share).toFixed(0)} %`)
    }
  })
}
