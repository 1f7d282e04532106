import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SYSTEM } from '#db/context.ts'
import { verifyProof } from '#kernel/evidence/proof.ts'
import { newId } from '#kernel/ids.ts'
import { fillEvidence, seal, tamper } from '#test/kit/evidence.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { SEAL_JOB } from './jobs.ts'
import { eraseByLaw, type KnownHead, listKeys, rotateKey, verifyChain } from './public.ts'
import { SOURCES } from './sources.ts'

const api = await openService()
const { ana, records } = await fillEvidence(api)
const verdict = async (person: Person = ana, query = '') => {
  const reply = await person.get(`/settings/audit-log/verify${query}`)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.data
}
const keys = async () => (await api.anyone.get('/public/evidence/keys')).data.keys

test('a record waits for its seal and says so', async () => {
  const reply = await ana.get(`/evidence/consent_record/${records['consent_record']}`)
  assert.equal(reply.status, 409)
  assert.match(reply.body.error.message, /espera su sello/)
  const { waiting, entries, valid, head } = await verdict()
  assert.deepEqual([entries, valid, head], [0, true, null])
  assert.ok(waiting > 15)
})

test('one batch makes an entry of every waiting row, and a signed head', async () => {
  const { waiting } = await verdict()
  await seal(api)
  const after = await verdict()
  assert.deepEqual(
    [after.valid, after.entries, after.waiting, after.firstBroken, after.next],
    [true, waiting + 1, 0, null, null],
  )
  assert.equal(after.head.seq, waiting + 1)
  assert.equal(after.checkedTo, after.entries)
  assert.deepEqual(after.stamps, [])
  const [key] = await keys()
  assert.equal(after.head.signature.kid, key.kid)
})

test('every kind of record has a proof that anyone can check', async () => {
  const published = await keys()
  for (const [entityType, id] of Object.entries(records)) {
    const reply = await ana.get(`/evidence/${entityType}/${id}`)
    assert.equal(reply.status, 200, entityType)
    const checked = await verifyProof(reply.data, published)
    assert.ok(checked.whole && checked.payloadChecked, `${entityType}: ${JSON.stringify(checked)}`)
    assert.equal(reply.data.entry.entityId, id)
    assert.equal(reply.data.stamp, null)
  }
  const missing = SOURCES.map(({ entityType }) => entityType).filter((type) => !(type in records))
  assert.deepEqual(missing, ['cookie_policy', 'erasure'])
})

test('only people who may read the record see it in its proof', async () => {
  const viewer = await ana.colleague('VIEWER')
  const entry = (await viewer.get(`/evidence/audit_log/${records['audit_log']}`)).data
  assert.equal('payload' in entry, false)
  assert.ok((await verifyProof(entry, await keys())).whole)
  assert.ok((await viewer.get(`/evidence/contract/${records['contract']}`)).data.payload.row.content)
  const keyOf = async (...scopes: string[]) =>
    api.with({ 'x-api-key': (await ana.post('/settings/api-keys', { name: 'CRM', scopes })).data.key })
  const path = `/evidence/consent_record/${records['consent_record']}`
  assert.equal('payload' in (await (await keyOf('evidence:read')).get(path)).data, false)
  assert.ok((await (await keyOf('evidence:read', 'consent:read')).get(path)).data.payload)
})

test('unknown records and those of other organisations are not found', async () => {
  const other = await api.tenant()
  const paths = [`consent_record/${newId()}`, 'consent_record/x', `nothing/${records['contract']}`]
  for (const path of paths) assert.equal((await ana.get(`/evidence/${path}`)).status, 404, path)
  assert.equal((await other.get(`/evidence/contract/${records['contract']}`)).status, 404)
  assert.equal((await api.anyone.get('/public/evidence/nadie/heads')).status, 404)
})

test('heads are public, newest first, by pages', async () => {
  await ana.put('/settings/tenant', { name: 'Otra' })
  await seal(api)
  await ana.put('/settings/tenant', { name: 'Y otra' })
  await seal(api)
  const path = `/public/evidence/${ana.slug}/heads`
  const { items, pagination } = (await api.anyone.get(`${path}?limit=2`)).data
  assert.deepEqual([items.length, pagination.total, pagination.totalPages], [2, 3, 2])
  assert.ok(items[0].seq > items[1].seq)
  assert.deepEqual(items[0].stamps, [])
  const second = (await api.anyone.get(`${path}?limit=2&page=2`)).data.items
  assert.ok(items[1].seq > second[0].seq)
})

test('a check resumes where the last one ended, and only after a seal', async () => {
  const [, , first] = (await api.anyone.get(`/public/evidence/${ana.slug}/heads`)).data.items
  const rest = await verdict(ana, `?from=${first.seq + 1}`)
  assert.deepEqual([rest.valid, rest.checkedFrom, rest.checkedTo], [true, first.seq + 1, rest.entries])
  assert.equal((await verdict(ana, '?from=3')).firstBroken.reason, 'start')
})

test('old keys stay published and their signatures stay valid', async () => {
  const before = await keys()
  await rotateKey(api.access, api.service.jobEnv.tools)
  await ana.put('/settings/tenant', { name: 'Con otra clave' })
  await seal(api)
  const after = await keys()
  assert.equal(after.length, before.length + 1)
  const { valid, head } = await verdict()
  assert.equal(valid, true)
  assert.equal(head.signature.kid, after[0].kid)
  assert.notEqual(head.signature.kid, before[0].kid)
})

test('the job seals waiting rows and queues its runs within the minute', async () => {
  await ana.put('/settings/tenant', { name: 'Con el trabajo' })
  const run = (data: object, attempt = 1) => SEAL_JOB.run(api.service.jobEnv, data, { jobId: 'x', attempt })
  const asked = async () =>
    (
      await api.access.database.engine.asOwner(
        `select count(*)::int as n from pgboss.job where name = 'evidence.seal' and start_after > now()`,
      )
    ).rows[0]!['n']
  await run({})
  assert.deepEqual([(await verdict()).waiting, await asked()], [0, 5])
  await run({ isBetween: true })
  await run({}, 2)
  assert.equal(await asked(), 5, 'a run again after a kill asks for no more')
})

test('several sealers at once make one chain', async () => {
  await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      await ana.put('/settings/tenant', { name: `Nombre ${n}` })
      await seal(api)
    }),
  )
  await seal(api)
  const { valid, waiting, entries, checkedTo } = await verdict()
  assert.deepEqual([valid, waiting, entries], [true, 0, checkedTo])
})

test('a row from a server whose clock is ahead is not dated after its seal', async () => {
  const bea = await api.tenant()
  await api.access.database.engine.asOwner(
    `update evidence_waiting set at = now() + interval '5 minutes' where tenant_id = '${bea.tenantId}'`,
  )
  await seal(api)
  const { valid, firstBroken } = await verdict(bea)
  assert.deepEqual([valid, firstBroken], [true, null])
})

test('an erasure by law leaves the hash and the reason, and the chain stays valid', async () => {
  const before = await verdict()
  const reason = 'Orden de la Agencia, rol 12-2027'
  const erase = (entityType: string, id: string) =>
    eraseByLaw(api.access, api.service.jobEnv.tools, { slug: ana.slug, entityType, id, reason }, SYSTEM)
  for (const type of ['consent_record', 'consent_form_record', 'dsar_letter', 'audit_log'])
    assert.equal(await erase(type, records[type]!), 'erased', type)
  assert.equal(await erase('consent_record', records['consent_record']!), 'no record')
  assert.equal(await erase('contract', records['contract']!), 'no type')
  const unsealed = await verdict()
  assert.deepEqual([unsealed.valid, unsealed.erased], [true, 4])
  await seal(api)
  const after = await verdict()
  assert.deepEqual([after.valid, after.erased, after.firstBroken], [true, before.erased + 4, null])
  const proof = (await ana.get(`/evidence/consent_record/${records['consent_record']}`)).data
  assert.equal(proof.erasure.reason, reason)
  assert.equal('payload' in proof, false)
  assert.ok((await verifyProof(proof, await keys())).whole)
  const log = (await ana.get('/settings/audit-log?limit=4')).data.items
  assert.ok(log.every((item: { action: string }) => item.action === 'erase'))
  // The salt is gone, so nobody can guess the record from its hash.
  const { rows } = await api.access.database.engine.asOwner(`select count(*)::int as n from evidence_entries e
    join evidence_salts s using (tenant_id, seq) join evidence_erasures x using (tenant_id, source, row_id)
    where e.tenant_id = '${ana.tenantId}'`)
  assert.equal(rows[0]!['n'], 0)
})

test('a deletion without a reason is refused, and found if the trigger was off', async () => {
  const { rows } = await api.access.database.engine.asOwner(
    `select id from consent_records where tenant_id = '${ana.tenantId}' limit 1`,
  )
  const id = String(rows[0]!['id'])
  const remove = `delete from consent_records where id = '${id}'`
  await assert.rejects(api.access.database.engine.asOwner(remove), /append-only/)
  await assert.rejects(
    api.access.asSystem('a test deletes', (db) =>
      db.deleteFrom('consent_records').where('id', '=', id).execute(),
    ),
    /append-only|permiso/,
  )
  await tamper(api, remove)
  const { valid, firstBroken } = await verdict()
  assert.equal(valid, false)
  assert.deepEqual([firstBroken.entityId, firstBroken.reason], [id, 'deleted'])
  assert.match(firstBroken.message, /borró/)
  // A reason inserted without the mark of the service does not make a deletion lawful.
  await tamper(
    api,
    `insert into evidence_erasures (tenant_id, id, source, row_id, row_version, reason, mark, erased_at)
      values ('${ana.tenantId}', '${newId()}', 'consent_records', '${id}', 0, 'Orden judicial 123', 'x', now())`,
  )
  const { content, erasure } = (await api.anyone.get(`/public/evidence/${ana.slug}/consent_record/${id}`))
    .data
  assert.deepEqual([content, erasure], ['missing', null])
  assert.equal((await ana.get(`/evidence/consent_record/${id}`)).data.erasure, null)
  assert.equal((await verdict()).firstBroken.reason, 'deleted')
  await tamper(api, `delete from evidence_erasures where mark = 'x'`)
})

test('a head kept elsewhere is recognised as ours or reported as foreign, in any spelling', async () => {
  const other = await api.tenant()
  await seal(api)
  const { tools } = api.service.jobEnv
  const published = await listKeys(api.access, tools)
  const [{ stamps: _, ...head }] = (await api.anyone.get(`/public/evidence/${other.slug}/heads`)).data.items
  const compare = (...heads: object[]) =>
    verifyChain({
      read: (work) => api.access.lookUp('a test verifies', work),
      tenantId: other.tenantId,
      keys: published,
      vault: tools.vault,
      heads: heads as KnownHead[],
    })
  const signature = (change: object) => ({ ...head, signature: { ...head.signature, ...change } })
  const cases: [what: string, reason: string | undefined, compared: number, ...heads: object[]][] = [
    ['as it was published', undefined, 1, head],
    ['without its signature', undefined, 1, { ...head, signature: undefined }],
    ['of another organisation', undefined, 0, { ...head, tenantId: ana.tenantId }],
    [
      'another hash without a signature',
      'published',
      0,
      { ...head, hash: '0'.repeat(64), signature: undefined },
    ],
    ['further than the chain', 'gap', 0, { ...head, seq: head.seq + 1, signature: undefined }],
    ['an entry that is no seal', 'published', 0, { ...head, seq: head.seq - 1, signature: undefined }],
    ['a signature that is no base64url', 'foreign', 0, signature({ value: '***' })],
    ['a signature that is a number', 'foreign', 0, signature({ value: 5 })],
    ['a signature that is empty', 'foreign', 0, signature({ value: '' })],
    ['a signature that is a text', 'foreign', 0, { ...head, signature: 'x' }],
    ['another algorithm', 'foreign', 0, signature({ alg: 'HS256' })],
    ['a key of nobody', 'foreign', 0, signature({ kid: 'k' })],
    ['half a letter', 'foreign', 0, { ...head, at: '\ud800' }],
    ['the lowest first', 'foreign', 0, head, { ...signature({ value: '***' }), seq: head.seq - 1 }],
  ]
  for (const [what, reason, compared, ...heads] of cases) {
    const found = await compare(...heads)
    assert.deepEqual([found.firstBroken?.reason, found.compared], [reason, compared], what)
    assert.equal(found.valid, reason === undefined, what)
  }
})

test('only roles that read the audit log may verify it', async () => {
  const analyst = await ana.colleague('ANALYST')
  assert.equal((await analyst.get('/settings/audit-log/verify')).status, 403)
})
