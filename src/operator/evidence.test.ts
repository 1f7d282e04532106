import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fillEvidence, seal, tamper } from '#test/kit/evidence.ts'
import { openService } from '#test/kit/service.ts'
import { eraseEvidence, readHeads, rotateEvidenceKey, verdictLine, verifyEvidence } from './evidence.ts'
import { checkProof } from './evidence-proof.ts'

const api = await openService()
const { ana, records } = await fillEvidence(api)
await seal(api)
const { config } = api
/** The embedded database of these tests is in memory, so a command would open another one. */
const onServer: typeof test | (() => void) = config.databaseUrl === undefined ? () => undefined : test
const verify = async (slug?: string, heads?: Awaited<ReturnType<typeof readHeads>>) =>
  (await verifyEvidence(config, slug, heads, () => undefined))?.map(verdictLine)
const file = (name: string, content: unknown) => {
  const path = join(api.dataDir, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

test('two files are enough to check a proof', async () => {
  const proof = file('proof.json', (await ana.get(`/evidence/contract/${records['contract']}`)).body)
  const keys = file('keys.json', (await api.anyone.get('/public/evidence/keys')).body)
  const { whole, text } = await checkProof(proof, keys)
  assert.ok(whole)
  assert.match(text, /^Entera \(con el registro\): contract /)
  const { data } = await ana.get(`/evidence/contract/${records['contract']}`)
  const changed = structuredClone(data)
  changed.payload.row.content += ' '
  assert.match((await checkProof(file('changed.json', changed), keys)).text, /^ROTA: el registro no es/)
  assert.match((await checkProof(keys, keys)).text, /^ROTA: no es una prueba/)
  for (const other of [import.meta.filename, '/no/hay.json'])
    assert.match((await checkProof(other, keys)).text, /no está o no es una prueba guardada.*\/verificar/)
  assert.match((await checkProof(proof, proof)).text, /no es un conjunto de claves/)
  assert.match((await checkProof(proof, file('none.json', { keys: [] }))).text, /no está la clave/)
})

onServer('every organisation is verified, or one, also against heads that were kept', async () => {
  assert.equal(await verify('nadie'), undefined)
  assert.match((await verify(ana.slug))![0]!, new RegExp(`^${ana.slug}: entera, \\d+ anotaci(?:ón|ones)\\.$`))
  const kept = file('heads.json', (await api.anyone.get(`/public/evidence/${ana.slug}/heads`)).body)
  assert.match(
    (await verify(ana.slug, await readHeads(kept)))!.join(),
    /contiene (?:la cabeza|las \d+ cabezas) que usted guardó/,
  )
  const strange = file('strange.json', [{ tenantId: 'x', seq: 1, hash: 'x', at: 'x' }])
  assert.match((await verify(ana.slug, await readHeads(strange)))!.join(), /ninguna de las cabezas/)
  // Heads from a day before any was published: the result must not read as a comparison.
  assert.match(
    (await verify(ana.slug, await readHeads(file('no.json', []))))!.join(),
    /ninguna de las cabezas/,
  )
  assert.equal(await readHeads(file('x.json', [{}])), undefined)
  assert.equal(await readHeads('/nowhere'), undefined)
})

onServer('an erasure and another key leave it whole; a change does not', async () => {
  const reason = 'Sentencia rol 55-2027'
  const asked = { slug: ana.slug, entityType: 'dsar_letter', id: records['dsar_letter']!, reason }
  assert.equal(await eraseEvidence(config, asked), 'erased')
  assert.equal(await eraseEvidence(config, { ...asked, slug: 'nadie' }), 'no organisation')
  assert.match(await rotateEvidenceKey(config), /^[\w-]{43}$/)
  assert.match(
    (await verify(ana.slug))![0]!,
    /entera, \d+ anotaciones; 1 borrada por ley, 2 esperan su sello\.$/,
  )
  await seal(api)
  assert.match((await verify(ana.slug))![0]!, /entera/)
  await tamper(api, `update contracts set content = 'x' where id = '${records['contract']}'`)
  assert.match(
    (await verify(ana.slug))![0]!,
    new RegExp(
      `: ROTA en la anotación \\d+ \\(contract ${records['contract']}\\)\\. El registro no es el que entró`,
    ),
  )
})
