import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { fillEvidence, seal } from '#test/kit/evidence.ts'
import { openService } from '#test/kit/service.ts'
import { type KnownHead, listKeys, type Verdict, verifyChain } from './public.ts'

/** Changes the database at random as its owner, who can switch every guard off. Each change is undone. */

const SEED = Number(process.env['SEED'] ?? 27)
const ROUNDS = 100
const api = await openService()
const { engine } = api.access.database
const { ana } = await fillEvidence(api)
await seal(api)
for (const name of ['Tienda Uno', 'Tienda Dos', 'Tienda Tres']) {
  await ana.put('/settings/tenant', { name })
  await ana.put('/settings/tenant', { name: `${name} SpA` })
  await seal(api)
}
const { tenantId } = ana
const { tools } = api.service.jobEnv
const keys = await listKeys(api.access, tools)
const verify = (heads: readonly KnownHead[] = []): Promise<Verdict> =>
  verifyChain({
    read: (work) => api.access.lookUp('a test verifies', work),
    tenantId,
    keys,
    vault: tools.vault,
    heads,
  })
const published = async (): Promise<KnownHead[]> =>
  (await api.anyone.get(`/public/evidence/${ana.slug}/heads?limit=100`)).data.items

/** A small generator, so that a seed gives the same run everywhere (mulberry32). */
function randomOf(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}
const random = randomOf(SEED)
const pick = <T>(list: readonly T[]): T => list[random(list.length)]!

const run = (...statements: string[]) =>
  engine.asOwner(
    ['set session_replication_role = replica', ...statements, 'reset session_replication_role'].join(';\n'),
  )
const rowsOf = async (statement: string) => (await engine.asOwner(statement)).rows

const TABLES = [
  'audit_log',
  'consent_records',
  'consent_form_records',
  'consent_notice_versions',
  'consent_template_versions',
  'dsar_requests',
  'dsar_letters',
  'contracts',
  'privacy_policies',
  'evidence_entries',
  'evidence_heads',
  'evidence_salts',
  'evidence_chains',
]
const backup = 'tampering_backup'
// An owner can drop these guards too.
await run(
  'alter table evidence_entries drop constraint evidence_entries_of_row, drop constraint evidence_entries_linked',
)
for (const table of TABLES) await run(`create table ${backup}_${table} as select * from ${table}`)

/** All columns except those that the database computes. */
const columns = new Map(
  (
    await rowsOf(`select table_name, string_agg(quote_ident(column_name), ', ') as columns
      from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER' group by 1`)
  ).map((row) => [row['table_name'], row['columns']]),
)

/** Restores every table. */
const restore = () =>
  run(
    ...TABLES.flatMap((table) => [
      `delete from ${table}`,
      `insert into ${table} (${columns.get(table)}) select ${columns.get(table)} from ${backup}_${table}`,
    ]),
  )

const entries = (await rowsOf(`select seq, kind, source, row_id, row_version from evidence_entries
  where tenant_id = '${tenantId}' order by seq`)) as unknown as {
  seq: number
  kind: string
  source: string | null
  row_id: string
  row_version: number
}[]
const ofRows = entries.filter(({ source }) => source !== null)
const seals = entries.filter(({ kind }) => kind === 'seal')
const ID: Record<string, string> = {
  consent_notice_versions: 'notice_id',
  consent_template_versions: 'template_id',
}
const place = (entry: (typeof entries)[number]) => {
  const version = ID[entry.source!] ? ` and version = ${entry.row_version}` : ''
  return `tenant_id = '${tenantId}' and ${ID[entry.source!] ?? 'id'} = '${entry.row_id}'${version}`
}
const at = (seq: number) => `tenant_id = '${tenantId}' and seq = ${seq}`

/** For each source: a column worth falsifying, and its column with the time. */
const EDITS: Record<string, string> = {
  audit_log: `actor_name = coalesce(actor_name, '') || ' (otra)'`,
  consent_records: 'granted = not granted',
  consent_form_records: 'granted = not granted',
  consent_notice_versions: `content = content || '{"x": 1}'`,
  consent_template_versions: `content = content || '{"x": 1}'`,
  dsar_requests: `description = coalesce(description, '') || '.'`,
  dsar_letters: `body_text = body_text || '.'`,
  contracts: `content = content || ' '`,
  privacy_policies: `content = content || '{"x": 1}'`,
}
const TIMES: Record<string, string> = {
  consent_notice_versions: 'published_at',
  consent_template_versions: 'published_at',
  contracts: 'signed_at',
  privacy_policies: 'published_at',
}

interface Change {
  what: string
  /** The entry that the check must name; undefined if it must name the row. */
  seq?: number
  entityId?: string
  statements: string[]
}

const NEW_ID = () => `'01900000-0000-7000-8000-${String(random(1e12)).padStart(12, '0')}'`

const CHANGES: (() => Change)[] = [
  () => {
    const entry = pick(ofRows)
    return {
      what: `edit ${entry.source}`,
      seq: entry.seq,
      statements: [`update ${entry.source} set ${EDITS[entry.source!]} where ${place(entry)}`],
    }
  },
  () => {
    const entry = pick(ofRows)
    return {
      what: `delete ${entry.source}`,
      seq: entry.seq,
      statements: [`delete from ${entry.source} where ${place(entry)}`],
    }
  },
  () => {
    const entry = pick(ofRows)
    const time = TIMES[entry.source!] ?? 'created_at'
    return {
      what: `back-date ${entry.source}`,
      seq: entry.seq,
      statements: [
        `update ${entry.source} set ${time} = ${time} - interval '${1 + random(90)} days' where ${place(entry)}`,
      ],
    }
  },
  () => {
    const entry = pick(ofRows.filter(({ source }) => ['audit_log', 'consent_records'].includes(source!)))
    const id = NEW_ID()
    return {
      what: `insert ${entry.source}`,
      entityId: id.slice(1, -1),
      statements: [
        `insert into ${entry.source} select (jsonb_populate_record(null::${entry.source},
          to_jsonb(r) || jsonb_build_object('id', ${id}, 'client_key', null, 'created_at', now() - interval '40 days'))).*
          from ${entry.source} r where ${place(entry)}`,
      ],
    }
  },
  () => {
    const [one, other] = [pick(ofRows), pick(ofRows)]
    const same = ofRows.filter(({ source, seq }) => source === one.source && seq !== one.seq)
    const two = same.length > 0 ? pick(same) : other
    if (two.source !== one.source || two.seq === one.seq) return CHANGES[0]!()
    const time = TIMES[one.source!] ?? 'created_at'
    return {
      what: `swap times in ${one.source}`,
      seq: Math.min(one.seq, two.seq),
      statements: [
        `update ${one.source} set ${time} = ${time} + interval '1 second' where ${place(one)}`,
        `update ${two.source} set ${time} = ${time} - interval '1 second' where ${place(two)}`,
      ],
    }
  },
  () => {
    const { seq } = pick(entries)
    return {
      what: 'delete an entry',
      seq,
      statements: [`delete from evidence_entries where ${at(seq)}`],
    }
  },
  () => {
    const entry = pick(entries)
    const edit = pick([
      `at = at - interval '3 days'`,
      `payload_hash = repeat('0', 64)`,
      `kind = 'imported'`,
      `entity_id = entity_id || '0'`,
    ])
    return {
      what: `edit an entry: ${edit}`,
      seq: entry.seq,
      statements: [`update evidence_entries set ${edit} where ${at(entry.seq)}`],
    }
  },
  () => {
    const { seq } = pick(entries.slice(0, -1))
    return {
      what: 'reorder entries',
      seq,
      statements: [
        `update evidence_entries set seq = -1 where ${at(seq)}`,
        `update evidence_entries set seq = ${seq} where ${at(seq + 1)}`,
        `update evidence_entries set seq = ${seq + 1} where ${at(-1)}`,
      ],
    }
  },
  () => {
    const { seq } = pick(entries)
    return {
      what: 'insert an entry',
      seq,
      statements: [
        `update evidence_entries set seq = -seq - 1 where tenant_id = '${tenantId}' and seq >= ${seq}`,
        `insert into evidence_entries select (jsonb_populate_record(null::evidence_entries, to_jsonb(e)
          || jsonb_build_object('seq', ${seq}))).* from evidence_entries e where ${at(-seq - 1)}`,
        `update evidence_entries set entity_id = 'x' where ${at(seq)}`,
        `update evidence_entries set seq = -seq where tenant_id = '${tenantId}' and seq < 0`,
      ],
    }
  },
  () => {
    const { seq } = pick(seals)
    const statement = pick([
      `delete from evidence_heads where ${at(seq)}`,
      `update evidence_heads set at = at - interval '1 day' where ${at(seq)}`,
      `update evidence_heads set signature = case when signature ~ '^A' then 'B' else 'A' end || substr(signature, 2)
        where ${at(seq)}`,
    ])
    return { what: `head: ${statement.slice(0, 40)}`, seq, statements: [statement] }
  },
]

test('the chain is valid before the attacks', async () => {
  const { valid, entries: found } = await verify(await published())
  assert.deepEqual([valid, found], [true, entries.length])
  await restore()
  assert.equal((await verify()).valid, true)
})

test(`the check finds all ${ROUNDS} random changes by the owner of the database, seed ${SEED}`, async (t) => {
  const missed: string[] = []
  const kinds = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round++) {
    const { what, seq, entityId, statements } = CHANGES[round % CHANGES.length]!()
    kinds.set(what.split(/[ :]/, 2).join(' '), (kinds.get(what.split(/[ :]/, 2).join(' ')) ?? 0) + 1)
    await run(...statements)
    const { valid, firstBroken } = await verify()
    const isNamed = entityId ? firstBroken?.entityId === entityId : firstBroken?.seq === seq
    if (valid || !isNamed)
      missed.push(`${round} ${what} at ${seq ?? entityId}: ${JSON.stringify(firstBroken)}`)
    await restore()
  }
  t.diagnostic(`seed ${SEED}: ${[...kinds].map(([what, n]) => `${what} ${n}`).join(', ')}`)
  assert.deepEqual(missed, [])
  assert.equal((await verify()).valid, true)
})

/** Cuts the end off and removes every trace from the database. */
const cutBehind = (seq: number) => {
  const gone = ofRows.filter((entry) => entry.seq > seq)
  return run(
    ...gone.map((entry) => `delete from ${entry.source} where ${place(entry)}`),
    ...['entries', 'heads', 'salts'].map(
      (name) => `delete from evidence_${name} where tenant_id = '${tenantId}' and seq > ${seq}`,
    ),
    `update evidence_chains set seq = ${seq}, hash = (select hash from evidence_entries where ${at(seq)})
      where tenant_id = '${tenantId}'`,
  )
}

test('published heads reveal a tail that was cut off without a trace', async () => {
  const heads = await published()
  const { seq } = seals.at(-2)!
  await cutBehind(seq)
  assert.equal((await verify()).valid, true, 'the database alone cannot tell')
  const { valid, firstBroken, checkedTo } = await verify(heads)
  assert.equal(valid, false)
  assert.deepEqual([firstBroken?.reason, firstBroken?.seq, checkedTo], ['gap', seq + 1, seq])
  await restore()
})

test('a restored backup is valid up to its moment, and the check names the gap, even after new entries', async () => {
  const heads = await published()
  const { seq } = seals.at(-3)!
  await cutBehind(seq)
  const old = await verify(heads)
  assert.deepEqual([old.checkedTo, old.firstBroken?.seq, old.firstBroken?.reason], [seq, seq + 1, 'gap'])
  assert.equal((await verify(heads.filter((head) => head.seq <= seq))).valid, true)
  // The service writes on in the restored database and reuses published numbers for other entries.
  await ana.put('/settings/tenant', { name: 'Después del respaldo' })
  await seal(api)
  const { firstBroken } = await verify(heads)
  assert.ok(['published', 'gap'].includes(firstBroken!.reason))
  assert.ok(firstBroken!.seq! > seq)
  await restore()
  await run(`delete from evidence_waiting`)
})

test('an erasure without the mark of the service is a deletion', async () => {
  const entry = ofRows.find(({ source }) => source === 'consent_records')!
  await run(
    `insert into evidence_erasures (tenant_id, id, source, row_id, row_version, reason, mark, erased_at)
      values ('${tenantId}', ${NEW_ID()}, 'consent_records', '${entry.row_id}', 0, 'Orden judicial 123', 'x', now())`,
    `delete from consent_records where ${place(entry)}`,
  )
  const { firstBroken } = await verify()
  assert.deepEqual([firstBroken?.seq, firstBroken?.reason], [entry.seq, 'deleted'])
  await run(`delete from evidence_erasures where mark = 'x'`)
  await restore()
})

test('a key inserted into the database signs nothing', async () => {
  const { publicKey } = generateKeyPairSync('ed25519')
  const { x } = publicKey.export({ format: 'jwk' })
  await run(`insert into evidence_keys (kid, public_key, private_sealed, created_at, retired_at)
    values ('mine', '${x}', 'x', now(), now())`)
  const published = (await api.anyone.get('/public/evidence/keys')).data.keys
  assert.deepEqual(published, keys)
  await run(`delete from evidence_keys where kid = 'mine'`)
})

test('a head that this service never signed proves nothing', async () => {
  const [head] = await published()
  const forged = { ...head!, hash: '0'.repeat(64) }
  assert.equal((await verify([forged])).firstBroken?.reason, 'foreign')
})
