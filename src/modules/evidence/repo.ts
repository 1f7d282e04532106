import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Tables } from '#db/tables.ts'
import type { Entry, Head, HeadSignature } from '#kernel/evidence/entry.ts'
import type { RowKey } from './rows.ts'
import type { Source } from './sources.ts'

export type EntryRow = Selectable<Tables['evidence_entries']>
export type HeadRow = Selectable<Tables['evidence_heads']>
export type StampRow = Selectable<Tables['evidence_stamps']>

export function entryOfRow(row: EntryRow): Entry {
  return {
    tenantId: row.tenant_id,
    seq: row.seq,
    kind: row.kind,
    entityType: row.entity_type,
    entityId: row.entity_id,
    at: row.at.toISOString(),
    payloadHash: row.payload_hash,
    previous: row.previous,
  }
}

export function headOfRow(row: HeadRow): { head: Head; signature: HeadSignature } {
  return {
    head: { tenantId: row.tenant_id, seq: row.seq, hash: row.hash, at: row.at.toISOString() },
    signature: { kid: row.kid, alg: 'EdDSA', value: row.signature },
  }
}

export function listEntries(db: Db, tenantId: string, after: number, limit: number): Promise<EntryRow[]> {
  return db
    .selectFrom('evidence_entries')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

export function findEntry(db: Db, tenantId: string, seq: number): Promise<EntryRow | undefined> {
  return db
    .selectFrom('evidence_entries')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('seq', '=', seq)
    .executeTakeFirst()
}

export async function listSalts(
  db: Db,
  tenantId: string,
  from: number,
  to: number,
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('evidence_salts')
    .select(['seq', 'salt'])
    .where('tenant_id', '=', tenantId)
    .where('seq', '>=', from)
    .where('seq', '<=', to)
    .execute()
  return new Map(rows.map(({ seq, salt }) => [seq, salt]))
}

export async function listHeads(
  db: Db,
  tenantId: string,
  from: number,
  to: number,
): Promise<Map<number, HeadRow>> {
  const rows = await db
    .selectFrom('evidence_heads')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('seq', '>=', from)
    .where('seq', '<=', to)
    .execute()
  return new Map(rows.map((row) => [row.seq, row]))
}

export function findLastHead(db: Db, tenantId: string): Promise<HeadRow | undefined> {
  return db
    .selectFrom('evidence_heads')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function listStamps(db: Db, tenantId: string, seqs: readonly number[]): Promise<StampRow[]> {
  if (seqs.length === 0) return Promise.resolve([])
  return db
    .selectFrom('evidence_stamps')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('seq', 'in', [...seqs])
    .orderBy('seq')
    .orderBy('stamped_at')
    .orderBy('authority')
    .execute()
}

/** Those of these rows that were erased by law, with the reason. */
export async function listErasures(
  db: Db,
  tenantId: string,
  keys: readonly RowKey[],
): Promise<(RowKey & { reason: string; mark: string; erased_at: Date })[]> {
  if (keys.length === 0) return []
  return db
    .selectFrom('evidence_erasures')
    .select(['source', 'row_id', 'row_version', 'reason', 'mark', 'erased_at'])
    .where('tenant_id', '=', tenantId)
    .where('row_id', 'in', [...new Set(keys.map(({ row_id }) => row_id))])
    .execute()
}

/** The number of entries, and the end that the chain records. */
export async function findEnd(db: Db, tenantId: string) {
  const [chain, { last }, { waiting }] = await Promise.all([
    db
      .selectFrom('evidence_chains')
      .select(['seq', 'hash'])
      .where('tenant_id', '=', tenantId)
      .executeTakeFirst(),
    db
      .selectFrom('evidence_entries')
      .select((eb) => eb.fn.coalesce(eb.fn.max('seq'), sql<number>`0`).as('last'))
      .where('tenant_id', '=', tenantId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('evidence_waiting')
      .select((eb) => eb.fn.countAll<number>().as('waiting'))
      .where('tenant_id', '=', tenantId)
      .executeTakeFirstOrThrow(),
  ])
  return { chain, last: Number(last), waiting }
}

/** The newest entry of a record, over all its versions. */
export function findNewest(
  db: Db,
  tenantId: string,
  { table }: Source,
  id: string,
): Promise<EntryRow | undefined> {
  return db
    .selectFrom('evidence_entries')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('source', '=', table)
    .where('row_id', '=', id)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function isWaiting(db: Db, tenantId: string, { table }: Source, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('evidence_waiting')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('source', '=', table)
    .where('row_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Over all organisations. */
export async function findOldestWaiting(db: Db): Promise<Date | null> {
  const { oldest } = await db
    .selectFrom('evidence_waiting')
    .select((eb) => eb.fn.min('at').as('oldest'))
    .executeTakeFirstOrThrow()
  return oldest
}

export function findSealAfter(db: Db, tenantId: string, seq: number): Promise<EntryRow | undefined> {
  return db
    .selectFrom('evidence_entries')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('seq', '>', seq)
    .where('kind', '=', 'seal')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
}

export async function listHashes(db: Db, tenantId: string, from: number, to: number): Promise<string[]> {
  const rows = await db
    .selectFrom('evidence_entries')
    .select('hash')
    .where('tenant_id', '=', tenantId)
    .where('seq', '>=', from)
    .where('seq', '<=', to)
    .orderBy('seq')
    .execute()
  return rows.map(({ hash }) => hash)
}

export function listNewestStamps(db: Db, tenantId: string, limit: number): Promise<StampRow[]> {
  return db
    .selectFrom('evidence_stamps')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('seq', 'desc')
    .orderBy('authority')
    .limit(limit)
    .execute()
}
