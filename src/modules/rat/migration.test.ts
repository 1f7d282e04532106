import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { makeActivity, makeSystem } from '#test/kit/activities.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService()
const ana = await api.tenant()
const systemId = await makeSystem(ana)

const file = join(import.meta.dirname, '../../../migrations/0022_rat_law.sql')
const [statement] = /^with lawful[\s\S]*?;$/m.exec(readFileSync(file, 'utf8'))!

const CASES: [
  basis: string,
  said: string,
  norm: string | null,
  article: string | null,
  kept: string | null,
][] = [
  ['consent', 'art. 12', null, '12', null],
  ['contract', 'Artículo 13 letra c)', null, '13 c', null],
  ['legal_obligation', 'art. 13 a)', null, '13 a', null],
  ['legal_obligation', 'arts. 13 letra b) y 16 letra e)', 'Ley 16.744', '16 e', 'Ley 16.744'],
  ['legal_obligation', '16 bis e', null, '16 bis e', null],
  ['consent', 'art. 16 quater', null, '16 quáter', null],
  ['vital_interest', 'art. 16 letra c)', null, '16 c', null],
  // Nothing is lost of what names no article, or one of another basis.
  ['consent', 'según el abogado', null, null, 'según el abogado'],
  ['consent', 'art. 13 letra b)', null, null, 'art. 13 letra b)'],
  ['legal_obligation', 'Código Tributario', 'DL 825', null, 'DL 825; Código Tributario'],
  ['public_interest', 'art. 20', null, null, 'art. 20'],
]

test('an article written as free text is read, or kept in the norm', async () => {
  const ids = await Promise.all(CASES.map(([legalBasis]) => makeActivity(ana, { systemId, legalBasis })))
  await api.access.asSystem('a test of old rows', async (db) => {
    for (const [index, [, said, norm]] of CASES.entries())
      await sql`update activities set legal_basis_article = ${said}, legal_norm = ${norm}
        where id = ${ids[index]}`.execute(db)
    await sql.raw(statement).execute(db)
  })
  for (const [index, [basis, said, , article, kept]] of CASES.entries()) {
    const { data } = await ana.get(`/rat/activities/${ids[index]}`)
    assert.deepEqual([data.legalBasisArticle, data.legalNorm], [article, kept], `${basis}: ${said}`)
  }
})
