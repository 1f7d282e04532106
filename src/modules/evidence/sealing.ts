import { randomBytes } from 'node:crypto'
import { setTimeout as rest } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import type { TenantAccess } from '#db/access.ts'
import type { Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { together } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import { SECOND_MS } from '#kernel/dates.ts'
import { type Entry, type Head, hashOf, hashOfPayload } from '#kernel/evidence/entry.ts'
import { rootOf } from '#kernel/evidence/merkle.ts'
import { type SigningKey, signHead, signingKey } from './keys.ts'
import { findRows, type HashedRow, keyText } from './rows.ts'
import { sourceOfTable } from './sources.ts'

type Waiting = Selectable<Tables['evidence_waiting']>
type EntryRow = Selectable<Tables['evidence_entries']>

/** Entries in one batch, which is one transaction. Hashing 200 at a time blocked other writers for 20 ms. */
const BATCH = 50

export interface SealEnv {
  access: TenantAccess
  tools: Tools
}

/** `share`: part of the time that sealing may use, to spare other writers. `deadline`: by `performance.now()`. */
interface Pace {
  share: number
  deadline: number
}

/** Longest rest after a batch, even if a slow disk delayed it: the service may be about to stop. */
const LONGEST_REST_MS = SECOND_MS

const AT_ONCE: Pace = { share: 1, deadline: Number.POSITIVE_INFINITY }

/** Seals all waiting rows. Returns how many entries it made, not counting seals. */
export async function sealAll(env: SealEnv, pace = AT_ONCE): Promise<number> {
  const tenants = await env.access.lookUp('find organisations whose evidence waits', listWaiting)
  if (tenants.length === 0) return 0
  const key = await signingKey(env.access, env.tools)
  let made = 0
  const faults: Error[] = []
  for (const tenantId of tenants) {
    if (performance.now() > pace.deadline) break
    try {
      made += await sealTenant(env, tenantId, key, pace)
    } catch (error) {
      // A failure in one organisation does not stop the others.
      faults.push(new Error(`organisation ${tenantId}: ${(error as Error).message}`, { cause: error }))
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, faults.map(({ message }) => message).join('; '))
  return made
}

async function sealTenant(
  env: SealEnv,
  tenantId: string,
  key: SigningKey,
  { share, deadline }: Pace,
): Promise<number> {
  for (let made = 0; ; ) {
    const began = performance.now()
    const taken = await sealBatch(env, tenantId, key)
    made += taken
    if (share < 1) await rest(Math.min((performance.now() - began) * (1 / share - 1), LONGEST_REST_MS))
    if (taken < BATCH || performance.now() > deadline) return made
  }
}

async function listWaiting(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('tenants as t')
    .select('t.id')
    .where('t.erasing_since', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('evidence_waiting as w').select(sql`1`.as('one')).whereRef('w.tenant_id', '=', 't.id'),
      ),
    )
    // Random, so that under load no organisation always comes last.
    .orderBy(sql`random()`)
    .execute()
  return rows.map(({ id }) => id)
}

/** One batch of one organisation. Does nothing if another process holds the lock of its chain. */
function sealBatch({ access }: SealEnv, tenantId: string, key: SigningKey): Promise<number> {
  return access.asSystem('take rows into the chain of evidence', (db) => sealBatchIn(db, tenantId, key))
}

/** Seals all waiting rows of one organisation inside the caller's transaction. The caller must have the system's role. */
export async function sealIn(db: Db, tenantId: string, key: SigningKey): Promise<number> {
  for (let made = 0; ; ) {
    const taken = await sealBatchIn(db, tenantId, key)
    made += taken
    if (taken < BATCH) return made
  }
}

async function sealBatchIn(db: Db, tenantId: string, key: SigningKey): Promise<number> {
  const chain = await lockChain(db, tenantId)
  if (!chain) return 0
  const waiting = await db
    .selectFrom('evidence_waiting')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('id')
    .limit(BATCH)
    .execute()
  if (waiting.length === 0) return 0
  const rows = await findRows(db, tenantId, waiting)
  const batch = await entriesOf(tenantId, chain, waiting, rows)
  await write(db, tenantId, key, latest([chain.at, ...waiting.map(({ at }) => at)]), waiting, batch)
  return waiting.length
}

/** No row may be dated after its seal, even if it came after the lock or from a server whose clock is ahead. */
function latest(times: readonly Date[]): Date {
  return new Date(Math.max(...times.map(Number)))
}

interface Chain {
  seq: number
  hash: string | null
  /** The database's clock, which also dates the rows that wait. */
  at: Date
}

async function lockChain(db: Db, tenantId: string): Promise<Chain | undefined> {
  await db
    .insertInto('evidence_chains')
    .values({ tenant_id: tenantId, seq: 0, hash: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db
    .selectFrom('evidence_chains')
    .select(['seq', 'hash', sql<Date>`clock_timestamp()`.as('at')])
    .where('tenant_id', '=', tenantId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

interface Made {
  entry: Entry
  hash: string
  salt: string
  row: Waiting
}

/** A row that was deleted before this reads it gets an entry too. Checks then ask whether the deletion was lawful. */
async function entriesOf(
  tenantId: string,
  chain: Chain,
  waiting: readonly Waiting[],
  rows: ReadonlyMap<string, HashedRow>,
): Promise<Made[]> {
  const payloads = await Promise.all(
    waiting.map(async (one) => {
      const salt = randomBytes(16).toString('base64url')
      return { salt, payloadHash: await hashOfPayload({ salt, row: rows.get(keyText(one)) ?? {} }) }
    }),
  )
  const made: Made[] = []
  let previous = chain.hash
  for (const [at, row] of waiting.entries()) {
    const { salt, payloadHash } = payloads[at]!
    const source = sourceOfTable(row.source)!
    const entry: Entry = {
      tenantId,
      seq: chain.seq + 1 + at,
      kind: row.imported ? 'imported' : source.kind,
      entityType: source.entityType,
      entityId: row.row_id,
      at: row.at.toISOString(),
      payloadHash,
      previous,
    }
    const hash = await hashOf(entry)
    made.push({ entry, hash, salt, row })
    previous = hash
  }
  return made
}

async function write(
  db: Db,
  tenantId: string,
  key: SigningKey,
  now: Date,
  waiting: readonly Waiting[],
  batch: readonly Made[],
): Promise<void> {
  const at = now.toISOString()
  const [first, last] = [batch[0]!, batch.at(-1)!]
  const seal: Entry = {
    tenantId,
    seq: last.entry.seq + 1,
    kind: 'seal',
    entityType: 'seal',
    entityId: `${first.entry.seq}-${last.entry.seq}`,
    at,
    payloadHash: await rootOf(batch.map(({ hash }) => hash)),
    previous: last.hash,
  }
  const head: Head = { tenantId, seq: seal.seq, hash: await hashOf(seal), at }
  const { kid, value: signature } = signHead(key, head)
  const entries = [...batch.map(({ entry, hash, row }) => rowOf(entry, hash, row)), rowOf(seal, head.hash)]
  await together(
    insertEntries(db, entries),
    insertSalts(db, tenantId, batch),
    db
      .insertInto('evidence_heads')
      .values({ tenant_id: tenantId, seq: head.seq, hash: head.hash, at: now, kid, signature })
      .execute(),
    db
      .updateTable('evidence_chains')
      .set({ seq: head.seq, hash: head.hash })
      .where('tenant_id', '=', tenantId)
      .execute(),
    sql`delete from evidence_waiting where tenant_id = ${tenantId}
      and id = any(${waiting.map(({ id }) => id)}::bigint[])`.execute(db),
  )
}

function rowOf(entry: Entry, hash: string, row?: Waiting): EntryRow {
  return {
    tenant_id: entry.tenantId,
    seq: entry.seq,
    kind: entry.kind,
    entity_type: entry.entityType,
    entity_id: entry.entityId,
    at: new Date(entry.at),
    payload_hash: entry.payloadHash,
    previous: entry.previous,
    hash,
    source: row?.source ?? null,
    row_id: row?.row_id ?? null,
    row_version: row?.row_version ?? null,
  }
}

/** Arrays instead of thousands of parameters. */
function insertEntries(db: Db, rows: readonly EntryRow[]) {
  const list = <K extends keyof EntryRow>(name: K) => rows.map((row) => row[name])
  return sql`insert into evidence_entries (tenant_id, seq, kind, entity_type, entity_id, at, payload_hash, previous, hash,
      source, row_id, row_version)
    select ${rows[0]!.tenant_id}::uuid, * from unnest(${list('seq')}::bigint[], ${list('kind')}::text[],
      ${list('entity_type')}::text[], ${list('entity_id')}::text[], ${rows.map(({ at }) => at.toISOString())}::timestamptz[],
      ${list('payload_hash')}::text[], ${list('previous')}::text[], ${list('hash')}::text[], ${list('source')}::text[],
      ${list('row_id')}::uuid[], ${list('row_version')}::int[])`.execute(db)
}

function insertSalts(db: Db, tenantId: string, batch: readonly Made[]) {
  return sql`insert into evidence_salts (tenant_id, seq, salt)
    select ${tenantId}::uuid, * from unnest(${batch.map(({ entry }) => entry.seq)}::bigint[],
      ${batch.map(({ salt }) => salt)}::text[])`.execute(db)
}
