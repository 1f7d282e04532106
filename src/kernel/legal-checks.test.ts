import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demanded, judge, type LegalCheck } from './legal-checks.ts'

const CHECKS: readonly LegalCheck<{ contact: string; review: boolean }>[] = [
  {
    key: 'contact',
    article: 'art. 14 ter letra c)',
    severity: 'medium',
    missing: ({ contact }) => (contact === '' ? 'Falta un contacto.' : undefined),
  },
  {
    key: 'review',
    article: 'art. 14 quinquies',
    severity: 'low',
    missing: ({ review }) => (review ? undefined : 'Conviene revisarla cada año.'),
  },
]

test('a satisfied check is silent; the others say what is missing, with the article', () => {
  assert.deepEqual(judge(CHECKS, { contact: 'a@b.cl', review: true }), [])
  assert.deepEqual(judge(CHECKS, { contact: '', review: true }), [
    { key: 'contact', message: 'Falta un contacto.', article: 'art. 14 ter letra c)', severity: 'medium' },
  ])
})

test('good practice is advised and never demanded', () => {
  const findings = judge(CHECKS, { contact: '', review: false })
  assert.deepEqual(
    demanded(findings).map(({ key }) => key),
    ['contact'],
  )
})
