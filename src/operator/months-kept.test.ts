import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openPostgres } from '#db/wire/postgres.ts'
import { newId } from '#kernel/ids.ts'
import { eraseByLaw } from '#modules/evidence/public.ts'
import { OPERATOR } from '#modules/settings/public.ts'
import { idAt } from '#test/kit/months.ts'
import { openOldMonth } from '#test/kit/old-months.ts'

const old = await openOldMonth()
const { api, access, tools, ana, records, first, rows, archive, restore, copyOf, laterOf, settle } = old
const NOTICE = { table: 'consent_records', from: records['consent_record']! }
const FORM = { table: 'consent_form_records', from: records['consent_form_record']! }
const before = new Date(first.getTime() - 86_400_000)
const within = new Date(first.getTime() + 86_400_000)
const REASON = 'Resolución 12 de la Agencia'
let people = 0
const newPerson = () => {
  people += 1
  return `persona-${people}@correo.cl`
}

/** A decision on the day before the month began, so it is not part of the month. */
const beforeOf = ({ table, from }: typeof NOTICE, changes: object) =>
  copyOf(table, from, { created_at: before, occurred_at: before, ...changes, id: idAt(before) })
const withinOf = ({ table, from }: typeof NOTICE, changes: object) =>
  copyOf(table, from, { created_at: within, occurred_at: within, ...changes })

/** Archiving is refused for `count` records, and allowed again after a decision that supersedes them. */
async function keeps(kind: typeof NOTICE, count: number, free: object) {
  await settle()
  await assert.rejects(
    archive(kind.table),
    new RegExp(`se queda: ${count} registros? (es|son) la última palabra`),
  )
  await laterOf(kind.table, kind.from, free)
  await settle()
  await restore((await archive(kind.table)).to)
}

test('a withdrawal stays while it is the last decision: without it the earlier consent would count again', async () => {
  for (const kind of [NOTICE, FORM]) {
    const subject_ref = newPerson()
    const isNotice = kind === NOTICE
    const no = { subject_ref, granted: false, ...(isNotice && { action: 'withdraw' }) }
    await beforeOf(kind, { subject_ref })
    await withinOf(kind, no)
    await keeps(kind, 1, no)
  }
})

test('form records are judged by the time of the decision, not of writing', async () => {
  const subject_ref = newPerson()
  await withinOf(FORM, { subject_ref, granted: false })
  await laterOf(FORM.table, FORM.from, { subject_ref, occurred_at: before })
  await keeps(FORM, 1, { subject_ref })
})

test('the last decision of a known person stays, even if a stranger decided for them later', async () => {
  for (const kind of [NOTICE, FORM]) {
    const subject_ref = newPerson()
    const known = { subject_ref, proven_by: 'subject_token' }
    await withinOf(kind, known)
    await laterOf(kind.table, kind.from, { subject_ref, proven_by: null })
    await keeps(kind, 1, known)
  }
})

test('a consent recorded by hand stays with the file that proves it', async () => {
  const subject_ref = newPerson()
  const manual = { subject_ref, source: 'manual', channel: 'paper' }
  await withinOf(FORM, { ...manual, evidence: 'carpeta 12' })
  await laterOf(FORM.table, FORM.from, { ...manual, evidence: 'carpeta 13' })
  await settle()
  await restore((await archive(FORM.table)).to)
  const id = await withinOf(FORM, { ...manual, evidence: { hoja: newId().toUpperCase() } })
  await settle()
  await assert.rejects(
    archive(FORM.table),
    /se queda: 1 registro tomado a mano nombra un archivo como su prueba/,
  )
  await eraseByLaw(
    access,
    tools,
    { slug: ana.slug, entityType: 'consent_form_record', id, reason: REASON },
    OPERATOR,
  )
  await settle()
  await restore((await archive(FORM.table)).to)
})

test('a reused idempotency key stays with its result when the record before is erased', async () => {
  const [subject_ref, client_key] = [newPerson(), 'una-llave-dos-veces']
  const id = await withinOf(NOTICE, { subject_ref, client_key })
  await laterOf(NOTICE.table, NOTICE.from, { subject_ref })
  await settle()
  const { to } = await archive(NOTICE.table)
  const again = await laterOf(NOTICE.table, NOTICE.from, { subject_ref, client_key })
  await settle()
  await restore(to)
  const holder = () => rows(`select record_id from consent_record_keys where client_key = '${client_key}'`)
  assert.deepEqual(await holder(), [{ record_id: again }])
  const erasure = { slug: ana.slug, entityType: 'consent_record', id, reason: REASON }
  assert.equal(await eraseByLaw(access, tools, erasure, OPERATOR), 'erased')
  assert.deepEqual(await holder(), [{ record_id: again }])
})

test('no letter is added to a record while its month is read and removed', async () => {
  // The embedded database has one session, so nothing can come between.
  if (api.config.databaseUrl === undefined) return
  const subject_ref = newPerson()
  const id = await withinOf(NOTICE, { subject_ref })
  await laterOf(NOTICE.table, NOTICE.from, { subject_ref })
  await settle()
  const other = openPostgres(api.config.databaseUrl, 1)
  after(() => other.close())
  const write = () =>
    other.asOwner(`set lock_timeout = '300ms'; set row_security = off;
      insert into consent_confirmations (tenant_id, id, notice_record_id, key_hash, expires_at, created_at)
      values ('${ana.tenantId}', '${newId()}', '${id}', 'k', now(), now())`)
  let refused: unknown
  const { to } = await archive(NOTICE.table, undefined, async (step) => {
    if (step === 'written') refused = await write().catch((error) => error.code)
  })
  assert.equal(refused, '55P03')
  await restore(to)
})
