import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { newId } from '#kernel/ids.ts'
import { checkRange } from '#modules/evidence/public.ts'
import { seal, tamper } from '#test/kit/evidence.ts'
import { idAt, monthFrom } from '#test/kit/months.ts'
import { openOldMonth } from '#test/kit/old-months.ts'
import { exportOrganisation } from './archive.ts'
import { listMonths, type OnStep } from './month-archiving.ts'
import { archiveMonth as archiveAsOperator } from './months.ts'

const old = await openOldMonth()
const { api, access, tools, ana, records, month, rows, newFile } = old
const { archive, restore, copyOf, laterOf, makeMonths, verdict, proofOf } = old
const countOf = async (table: string) =>
  Number((await rows(`select count(*)::int8 as n from ${table}`))[0]!['n'])

const audited = [
  await copyOf('audit_log', records['audit_log']!),
  await copyOf('audit_log', records['audit_log']!, { actor_name: 'Ana   Ñandú "x"\n\\' }),
]
const decided = await copyOf('consent_records', records['consent_record']!, {
  subject_ref: 'sola@correo.cl',
  client_key: 'una-llave-de-antes',
})
const letter = { id: newId(), key_hash: 'h' }
await access.asSystem('a test writes a letter', (db) =>
  sql`insert into consent_confirmations (tenant_id, id, notice_record_id, key_hash, expires_at, created_at)
    values (${ana.tenantId}, ${letter.id}, ${decided}, ${letter.key_hash}, now(), now())`.execute(db),
)
const agreed = await copyOf('consent_form_records', records['consent_form_record']!, {
  subject_ref: 'sola@correo.cl',
  occurred_at: old.first.toISOString(),
})
await old.settle()

const counted = () =>
  rows(
    `select list, key::text, sum(amount)::int8 as n from list_counts where list <> 'audit_log' group by 1, 2 order by 1, 2`,
  )
/** The rows from before the notes on months. */
const told = () => rows(`select * from audit_log where entity_type <> 'month' order by id`)
const daily = () => rows('select * from consent_daily_counts order by counted_id, day, slot')
const partsOf = async (table: string) =>
  (await listMonths(access, tools)).filter((part) => part.table === table && part.month === month)

test('a month goes to its file and back, and everything is as before', async () => {
  const before = {
    rows: await told(),
    counts: await counted(),
    daily: await daily(),
    verdict: await verdict(),
  }
  const { to, rows: written, sha256 } = await archive('audit_log')
  assert.equal(written, 2)
  assert.match(sha256, /^[0-9a-f]{64}$/)
  assert.deepEqual(
    (await partsOf('audit_log')).map(({ state, rows: held }) => [state, held]),
    [['archived', 2]],
  )
  assert.equal((await told()).length, before.rows.length - 2)
  assert.deepEqual([await counted(), await daily()], [before.counts, before.daily])

  const after = await verdict()
  assert.deepEqual([after.valid, after.archived, after.firstBroken], [true, 2, null])
  const { data } = await ana.get(`/evidence/audit_log/${audited[0]}`)
  assert.deepEqual([data.archived, data.payload, data.erasure], [true, undefined, null])

  assert.deepEqual(await restore(to).then(({ rows: back, left }) => [back, left]), [2, 0])
  assert.deepEqual(await told(), before.rows)
  assert.deepEqual([await counted(), await daily()], [before.counts, before.daily])
  const { waiting, ...again } = await verdict()
  assert.deepEqual([again.valid, again.archived, waiting - before.verdict.waiting], [true, 0, 2])
  const [part] = await partsOf('audit_log')
  assert.equal(part!.state, 'in use')
  const place = await rows(
    `select distinct tableoid::regclass::text as part from audit_log where id in ('${audited.join("', '")}')`,
  )
  assert.deepEqual(place, [{ part: `audit_log_${month.replace('-', '_')}` }])
  await assert.rejects(restore(to), /ya se devolvió/)
})

test('a deleted row is reported missing, and one of an archived month is not', async () => {
  const { to } = await archive('audit_log')
  assert.equal(await proofOf('consent_record', decided), 'same')
  await tamper(api, `update archived_months set until = 'ffffffff-ffff-ffff-ffff-ffffffffffff'`)
  const { valid, firstBroken } = await verdict()
  assert.deepEqual(
    [valid, firstBroken.reason],
    [false, 'deleted'],
    'a month that was stretched excuses nothing',
  )
  await tamper(
    api,
    `update archived_months set until = month_start((to_date('${month}', 'YYYY-MM') + interval '1 month')::date)`,
  )
  assert.equal((await verdict()).valid, true)
  await restore(to)
})

test('the last decision of a person stays, with its month', async () => {
  for (const table of ['consent_records', 'consent_form_records'])
    await assert.rejects(archive(table), /se queda: 1 registro es la última palabra de una persona.*art\. 12/)
  assert.equal((await partsOf('consent_records'))[0]!.state, 'in use')
})

test('a later decision releases a month with its letters and keys, and they return', async () => {
  await laterOf('consent_form_records', agreed, { granted: false })
  await laterOf('consent_records', decided)
  await seal(api)
  const held = await rows(`select * from consent_records where id = '${decided}'`)
  const done = await archive('consent_records')
  const form = await archive('consent_form_records')
  assert.deepEqual(
    [await proofOf('consent_record', decided), await proofOf('consent_form_record', agreed)],
    ['archived', 'archived'],
  )
  assert.deepEqual(await rows(`select * from consent_confirmations where id = '${letter.id}'`), [])
  assert.deepEqual(await rows(`select * from consent_record_keys where record_id = '${decided}'`), [])
  await restore(done.to)
  await restore(form.to)
  assert.deepEqual(await rows(`select * from consent_records where id = '${decided}'`), held)
  assert.equal((await rows(`select * from consent_confirmations where id = '${letter.id}'`)).length, 1)
  assert.equal((await rows(`select * from consent_record_keys where record_id = '${decided}'`)).length, 1)
  assert.equal(await proofOf('consent_record', decided), 'same')
})

test('recent months, other tables, missing months and existing files are refused', async () => {
  const recent = monthFrom(-24).toISOString().slice(0, 7)
  await access.asSystem('a test writes', (db) =>
    sql`insert into audit_log select (jsonb_populate_record(r, jsonb_build_object('id', ${idAt(monthFrom(-24))}::text))).*
      from audit_log r where r.id = ${records['audit_log']!}`.execute(db),
  )
  await makeMonths()
  await assert.rejects(
    archive('audit_log', newFile(), undefined, recent),
    /se queda: se archivan los anteriores/,
  )
  const current = monthFrom(0).toISOString().slice(0, 7)
  await assert.rejects(archive('audit_log', newFile(), undefined, current), /se queda/)
  await assert.rejects(archive('audit_log', newFile(), undefined, '2021-01'), /No hay un mes 2021-01/)
  await assert.rejects(archive('audit_log', newFile(), undefined, '2021-13'), /no es un mes/)
  await assert.rejects(archive('tenants'), /no se guarda por meses/)
  const there = newFile()
  writeFileSync(there, 'x')
  await assert.rejects(archive('audit_log', there), /ya existe/)
  assert.equal(readFileSync(there, 'utf8'), 'x')
  assert.equal((await partsOf('audit_log'))[0]!.state, 'in use')
})

test('a stop at any step leaves the month in place, and the written file restores nothing', async () => {
  const before = await rows('select * from audit_log order by id')
  for (const step of ['checked', 'written', 'detached', 'recorded']) {
    const to = newFile()
    const end: OnStep = (at) => {
      if (at === step) throw new Error(`ended at ${step}`)
    }
    await assert.rejects(archive('audit_log', to, end), /ended at/)
    assert.deepEqual(await rows('select * from audit_log order by id'), before, step)
    assert.equal((await partsOf('audit_log'))[0]!.state, 'in use', step)
    assert.equal(existsSync(to), step !== 'checked')
    assert.equal(existsSync(`${to}.part`), false)
    if (step !== 'checked') await assert.rejects(restore(to), /no es un mes que esta instalación archivó/)
  }
  assert.equal((await verdict()).valid, true)
})

test('a changed or truncated file restores nothing', async () => {
  const { to } = await archive('audit_log')
  const text = gunzipSync(readFileSync(to)).toString()
  const faulty = (content: Buffer) => {
    const path = newFile()
    writeFileSync(path, content)
    return path
  }
  const lines = text.split('\n')
  for (const [content, why] of [
    [gzipSync(text.replace('Ñandú', 'Nandu')), /SHA-256 es otro/],
    [gzipSync(lines.toSpliced(1, 1).join('\n')), /SHA-256 es otro/],
    [gzipSync(lines.slice(0, -2).join('\n')), /cortado/],
    [gzipSync(`${text}[0]\n`), /sigue después/],
    [readFileSync(to).subarray(0, -20), /no es el archivo entero/],
    [Buffer.from(text), /no es el archivo entero/],
    [gzipSync('{}\n'), /no es de este formato/],
  ] as const)
    await assert.rejects(restore(faulty(content)), why)
  await assert.rejects(restore('/nowhere/mes.gz'), /No hay un archivo/)
  assert.equal((await partsOf('audit_log'))[0]!.state, 'archived')
  assert.equal((await restore(to)).rows, 2)
})

test('rows that differ from the chain are not archived', async () => {
  const id = audited[0]
  await tamper(api, `update audit_log set actor_name = 'otra' where id = '${id}'`)
  await assert.rejects(archive('audit_log'), new RegExp(`El registro ${id} .* no es el que entró`))
  await tamper(
    api,
    `update audit_log set actor_name = (select actor_name from audit_log where id = '${records['audit_log']}') where id = '${id}'`,
  )
  await copyOf('audit_log', records['audit_log']!)
  await assert.rejects(archive('audit_log'), /1 registros de ese mes no están en la cadena/)
  await seal(api)
  const range = { table: 'audit_log', since: null, until: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
  const checked = await access.lookUp('a test checks', (db) => checkRange(db, tools.vault, range))
  assert.deepEqual(checked, { rows: await countOf('audit_log') })
})

test('rows added to an archived month wait until it returns', async () => {
  const { to } = await archive('audit_log')
  await copyOf('audit_log', records['audit_log']!)
  await seal(api)
  await makeMonths()
  await assert.rejects(archive('audit_log'), /ya se archivó y después llegaron más filas/)
  await restore(to)
  assert.equal((await archive('audit_log')).rows, 4)
})

test('the operator works from the command line, and an export names the missing months', async () => {
  // The embedded database of these tests is in memory, so a command would open another one.
  if (api.config.databaseUrl === undefined) return
  await assert.rejects(archiveAsOperator(api.config, 'tenants', month, newFile()), /no se guarda por meses/)
  const told = await exportOrganisation(api.config, ana.slug, newFile(), undefined)
  assert.match(told, new RegExp(`No van los meses archivados.*\\n {2}audit_log ${month}\\n`))
  const stranger = await api.tenant()
  assert.doesNotMatch(
    await exportOrganisation(api.config, stranger.slug, newFile(), undefined),
    /meses archivados/,
  )
})

test('every partition has the statistics of its table, later ones too', async () => {
  const missing = await rows(`
    select part.relname from pg_inherits i
    join pg_class part on part.oid = i.inhrelid
    join pg_class parent on parent.oid = i.inhparent and parent.relkind = 'p'
    join pg_statistic_ext s on s.stxrelid = parent.oid
    where not exists (select from pg_statistic_ext own where own.stxrelid = part.oid and own.stxkeys = s.stxkeys)`)
  assert.deepEqual(missing, [])
  const described = await rows(
    `select count(*)::int as n from pg_statistic_ext s join pg_inherits i on i.inhrelid = s.stxrelid`,
  )
  assert.ok(Number(described[0]!['n']) >= 10)
})
