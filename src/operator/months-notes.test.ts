import assert from 'node:assert/strict'
import { test } from 'node:test'
import { after } from '#kernel/dates.ts'
import { seal, tamper } from '#test/kit/evidence.ts'
import { monthFrom } from '#test/kit/months.ts'
import { openOldMonth } from '#test/kit/old-months.ts'
import { checkMonth } from './month-file.ts'
import { tablesIn, writeRows } from './month-rows.ts'

const old = await openOldMonth()
const { api, access, ana, records, month, rows, archive, restore, copyOf, settle, verdict, proofOf } = old
const audited = await copyOf('audit_log', records['audit_log']!)
await copyOf('audit_log', records['audit_log']!)
const DECISION = { subject_ref: 'sola@correo.cl' }
const decided = await copyOf('consent_records', records['consent_record']!, DECISION)
await old.laterOf('consent_records', records['consent_record']!, DECISION)
await settle()

const broken = async () => {
  const { valid, firstBroken } = await verdict()
  return valid ? 'valid' : [firstBroken.reason, firstBroken.entityId]
}
const notes = async () =>
  (await ana.get('/settings/audit-log?entityType=month')).data.items.map(
    (note: { action: string; entityId: string }) => [note.action, note.entityId],
  )
/** Deletes a row as the database owner. Returns how to undo it. */
async function remove(id: string): Promise<() => Promise<unknown>> {
  const [held] = await rows(`select to_jsonb(t)::text as row from audit_log t where id = '${id}'`)
  await tamper(api, `delete from audit_log where id = '${id}'`)
  const row = String(held!['row']).replaceAll("'", "''")
  return () =>
    tamper(api, `insert into audit_log select * from jsonb_populate_record(null::audit_log, '${row}')`)
}

test('an organisation’s own log shows which month left and came back, with its own rows', async () => {
  const stranger = await api.tenant()
  await seal(api)
  const { to, sha256 } = await archive('audit_log')
  const [note] = (await ana.get('/settings/audit-log?entityType=month')).data.items
  assert.deepEqual(
    [note.action, note.entityId, note.actorName],
    ['archive_month', `audit_log ${month}`, 'Quien opera el servicio'],
  )
  assert.deepEqual([note.changes.rows.new, note.changes.sha256.new], [2, sha256])
  assert.deepEqual((await stranger.get('/settings/audit-log?entityType=month')).data.items, [])
  assert.equal(await broken(), 'valid', 'before the note is sealed')
  await seal(api)
  assert.deepEqual([await broken(), (await verdict()).archived], ['valid', 2])
  await restore(to)
  assert.deepEqual((await notes())[0], ['restore_month', `audit_log ${month}`])
  await seal(api)
})

test('neither the installation’s claim about a restored month nor copies of notes excuse missing rows', async () => {
  const { to } = await archive('audit_log')
  await seal(api)
  const [said] = await rows('select * from archived_months')
  const { changes } = (
    await rows(`select changes from audit_log where action = 'archive_month' order by id desc limit 1`)
  )[0]!
  await restore(to)
  await seal(api)
  const { id: copied } = (
    await rows(
      `select id from audit_log where action = 'archive_month' and changes = '${JSON.stringify(changes)}' limit 1`,
    )
  )[0]!
  await old.laterOf('audit_log', String(copied))
  await seal(api)
  assert.equal(await broken(), 'valid')
  await tamper(
    api,
    `insert into archived_months select * from jsonb_populate_record(null::archived_months, '${JSON.stringify(said)}')`,
  )
  const undo = await remove(audited)
  assert.deepEqual(await broken(), ['deleted', audited])
  await undo()
  await tamper(api, 'delete from archived_months')
  assert.equal(await broken(), 'valid')
})

test('a row added to an archived month later is missed if somebody deletes it', async () => {
  const { to } = await archive('audit_log')
  await seal(api)
  const late = await copyOf('audit_log', records['audit_log']!)
  await settle()
  const undo = await remove(late)
  assert.deepEqual(await broken(), ['deleted', late])
  await undo()
  assert.equal(await broken(), 'valid')
  await restore(to)
})

test('a month of others excuses no rows of an organisation that came later', async () => {
  const { to } = await archive('audit_log')
  const other = await api.tenant()
  const late = await copyOf('audit_log', records['audit_log']!, { tenant_id: other.tenantId })
  await settle()
  const undo = await remove(late)
  const { firstBroken } = (await other.get('/settings/audit-log/verify')).data
  assert.deepEqual([firstBroken.reason, firstBroken.entityId], ['deleted', late])
  await undo()
  assert.equal((await other.get('/settings/audit-log/verify')).data.valid, true)
  await restore(to)
})

test('a proof says archived while the month is out, and missing if only the installation claims so', async () => {
  const { to } = await archive('consent_records')
  assert.equal(await proofOf('consent_record', decided), 'archived')
  await seal(api)
  assert.equal(await proofOf('consent_record', decided), 'archived')
  const { id } = (
    await rows(
      `select id from audit_log where entity_id = 'consent_records ${month}' order by id desc limit 1`,
    )
  )[0]!
  const undo = await remove(String(id))
  assert.equal(await proofOf('consent_record', decided), 'missing')
  assert.equal((await broken())[0], 'deleted')
  await undo()
  await restore(to)
  assert.equal(await proofOf('consent_record', decided), 'same')
})

test('a note that leaves with its own month is written again, and what it excuses stays excused', async () => {
  const { to } = await archive('consent_records')
  await seal(api)
  const later = () => after(api.clock.now(), 27 * 31 * 86_400_000)
  const current = monthFrom(0).toISOString().slice(0, 7)
  const done = await archive('audit_log', undefined, undefined, current, later)
  assert.deepEqual((await notes()).toSorted(), [
    ['archive_month', `audit_log ${current}`],
    ['archive_month', `consent_records ${month}`],
    ['restore_month', `audit_log ${month}`],
  ])
  await seal(api)
  assert.equal(await broken(), 'valid')
  assert.equal(await proofOf('consent_record', decided), 'archived')
  await restore(done.to)
  await restore(to)
  await seal(api)
  assert.deepEqual([await broken(), (await verdict()).archived], ['valid', 0])
})

test('a file that changes before its second reading restores nothing', async () => {
  const { to } = await archive('consent_records')
  const { header } = await checkMonth(to)
  const write = access.asSystem('a test writes rows', async (db) => {
    await writeRows(
      db,
      { table: header.table, tables: await tablesIn(db, header) },
      to,
      'the sum of another reading',
    )
  })
  await assert.rejects(write, /cambió mientras se leía/)
  assert.deepEqual(await rows(`select id from consent_records where id = '${decided}'`), [])
  await restore(to)
})

/** Like an organisation that was deleted and imported again: its rows, and a chain that begins with them. */
async function forgetChain(tenantId: string): Promise<void> {
  const tables = ['evidence_salts', 'evidence_entries', 'evidence_heads', 'evidence_chains']
  await tamper(api, tables.map((table) => `delete from ${table} where tenant_id = '${tenantId}'`).join('; '))
}

test('a note to an organisation about an earlier chain does not excuse gaps in its current one', async () => {
  const again = await api.tenant()
  const theirs = await copyOf('audit_log', records['audit_log']!, { tenant_id: again.tenantId })
  await settle()
  const { to } = await archive('audit_log')
  await forgetChain(again.tenantId)
  await tamper(api, `delete from evidence_waiting where tenant_id = '${again.tenantId}'`)
  await copyOf('audit_log', records['audit_log']!, { tenant_id: again.tenantId, id: theirs })
  await tamper(
    api,
    `insert into evidence_waiting (tenant_id, source, row_id, imported)
      select tenant_id, 'audit_log', id, true from audit_log where tenant_id = '${again.tenantId}' and id <> '${theirs}'`,
  )
  await settle()
  const undo = await remove(theirs)
  const { firstBroken } = (await again.get('/settings/audit-log/verify')).data
  assert.deepEqual([firstBroken.reason, firstBroken.entityId], ['deleted', theirs])
  await undo()
  assert.equal((await restore(to)).left, 1, 'it is there already')
})

test('rows of an organisation with a new chain are skipped, and the others return', async () => {
  const again = await api.tenant()
  const theirs = await copyOf('audit_log', records['audit_log']!, { tenant_id: again.tenantId })
  await settle()
  const { to } = await archive('audit_log')
  await forgetChain(again.tenantId)
  const back = await restore(to)
  assert.equal(back.left, 1)
  assert.ok(back.rows >= 2)
  assert.deepEqual(await rows(`select id from audit_log where id = '${theirs}'`), [])
  assert.equal((await rows(`select id from audit_log where id = '${audited}'`)).length, 1)
})
