import { sql } from 'kysely'
import type { EnterTenant } from '#db/access.ts'
import { audit, type difference } from '#db/audit.ts'
import type { Actor, Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { hmac, sameSecret, type Vault } from '#kernel/secrets.ts'
import { listArchived, type Range } from './archiving.ts'
import type { RowKey } from './rows.ts'

/**
 * An audit row of one organisation about a month that left the database or came back. Like every audit row it enters the
 * chain, so an owner of the database can neither remove the note of a return nor replay an older note.
 */
export interface MonthNote extends Range {
  action: 'archive_month' | 'restore_month'
  month: string
  /** Rows of this organisation only. */
  rows: number
  sha256: string
  /** The end of the chain at that moment. Later entries were not part of the month. */
  chain: { seq: number; hash: string }
  /** Later notes on the same month have a later instant, even if the clock went back. */
  at: string
}

type Marked = MonthNote & { mark: string }

const ENTITY = 'month'
const idOf = ({ table, month }: Pick<MonthNote, 'table' | 'month'>) => `${table} ${month}`

/** Only the service can make this mark, and it is valid for this organisation only. */
function noteMark(vault: Vault, tenantId: string, note: MonthNote): string {
  const { action, table, month, since, until, rows, sha256, chain, at } = note
  const range = [table, month, since, until, rows, sha256]
  const said = JSON.stringify([tenantId, action, ...range, chain.seq, chain.hash, at])
  return hmac(vault.lasting('evidence.archive'), said)
}

interface Written {
  id: string
  note: Marked
}

/** The newest note on each table and month. Ignores notes without the mark and notes that do not match this chain. */
async function listNotes(db: Db, vault: Vault, tenantId: string): Promise<Map<string, Written>> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['id', 'action', 'changes'])
    .where('tenant_id', '=', tenantId)
    .where('entity_type', '=', ENTITY)
    .execute()
  const marked = rows
    .map(({ id, action, changes }) => ({ id, note: noteOf(action, changes) }))
    .filter(({ note }) => note.chain && sameSecret(String(note.mark), noteMark(vault, tenantId, note)))
  const { rows: ends } = await sql<{ seq: number; hash: string }>`
    select seq, hash from evidence_entries where tenant_id = ${tenantId}
      and seq = any(${marked.map(({ note }) => note.chain.seq)}::bigint[])`.execute(db)
  const hashAt = new Map(ends.map(({ seq, hash }) => [Number(seq), hash]))
  const newest = new Map<string, Written>()
  for (const one of marked.toSorted((a, b) => compare(a.note.at, b.note.at) || compare(a.id, b.id)))
    if (hashAt.get(one.note.chain.seq) === one.note.chain.hash) newest.set(idOf(one.note), one)
  return newest
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function noteOf(action: string, changes: unknown): Marked {
  const fields = Object.entries(changes as ReturnType<typeof difference>)
  return { ...Object.fromEntries(fields.map(([name, value]) => [name, value.new])), action } as Marked
}

/** Rows of an organisation that may be absent: those of an archived range whose entry is not after `upTo`. */
export interface Absence extends Range {
  upTo: number
}

/** A month may be absent if the installation lists it and the organisation's own log says that it left and is not back. */
export async function listAbsences(db: Db, vault: Vault, tenantId: string): Promise<Absence[]> {
  const months = await listArchived(db, vault)
  if (months.length === 0) return []
  const notes = await listNotes(db, vault, tenantId)
  return months.flatMap(({ table_name: table, month, since, until, sha256 }) => {
    const note = notes.get(idOf({ table, month }))?.note
    const isOut = note?.action === 'archive_month' && note.sha256 === sha256
    return isOut ? [{ table, since, until, upTo: note.chain.seq }] : []
  })
}

/** Compares ids as text. In lower case this is the order that the database uses. */
export function isArchived(absences: readonly Absence[], entry: RowKey & { seq: number }): boolean {
  const { source, row_id, seq } = entry
  return absences.some(
    ({ table, since, until, upTo }) =>
      table === source && (since === null || row_id >= since) && row_id < until && seq <= upTo,
  )
}

/** By organisation: the notes whose audit rows are in the range that leaves and that no later note replaces. */
export async function listLeaving(db: Db, vault: Vault, range: Range): Promise<Map<string, MonthNote[]>> {
  const leaving = new Map<string, MonthNote[]>()
  if (range.table !== 'audit_log') return leaving
  const { rows } = await sql<{ tenant_id: string }>`select distinct tenant_id from audit_log
    where entity_type = ${ENTITY} and id >= ${range.since ?? LOWEST}::uuid and id < ${range.until}::uuid`.execute(
    db,
  )
  for (const { tenant_id } of rows) {
    const notes = [...(await listNotes(db, vault, tenant_id)).values()]
    const isLeaving = ({ id }: Written) => (range.since === null || id >= range.since) && id < range.until
    leaving.set(
      tenant_id,
      notes.filter(isLeaving).map(({ note }) => note),
    )
  }
  return leaving
}

const LOWEST = '00000000-0000-0000-0000-000000000000'

type Said = Pick<MonthNote, 'action' | 'table' | 'month' | 'since' | 'until' | 'sha256'>

/**
 * Writes into each organisation's log how many of its rows left or came back. Repeats word for word the notes that leave
 * with them. Call it last in a transaction: it enters each of those organisations.
 */
export async function noteMonth(
  { db, enter, tools, actor }: { db: Db; enter: EnterTenant; tools: Tools; actor: Actor },
  said: Said,
  rowsOf: ReadonlyMap<string, number>,
  leaving: ReadonlyMap<string, readonly MonthNote[]> = new Map(),
): Promise<void> {
  if (rowsOf.size === 0) return
  const tenants = await db
    .selectFrom('tenants')
    .select(['id', 'plan'])
    .where('id', 'in', [...rowsOf.keys()])
    .where('erasing_since', 'is', null)
    .orderBy('id')
    .execute()
  for (const tenant of tenants) {
    const ctx = await enter(tenant, actor)
    const chain = await ctx.db
      .selectFrom('evidence_chains')
      .select(['seq', 'hash'])
      .where('tenant_id', '=', tenant.id)
      .executeTakeFirstOrThrow()
    const repeated = leaving.get(tenant.id) ?? []
    const isSame = (one: MonthNote) => idOf(one) === idOf(said)
    const before =
      repeated.find(isSame) ?? (await listNotes(ctx.db, tools.vault, tenant.id)).get(idOf(said))?.note
    const earliest = before ? new Date(before.at).getTime() + 1 : 0
    const note: MonthNote = {
      ...said,
      rows: rowsOf.get(tenant.id)!,
      chain: { seq: Number(chain.seq), hash: chain.hash! },
      at: new Date(Math.max(tools.now().getTime(), earliest)).toISOString(),
    }
    const notes = [...repeated.filter((one) => !isSame(one)), note]
    await audit(ctx, ...notes.map((one) => changeOf(one, noteMark(tools.vault, tenant.id, one))))
  }
}

function changeOf({ action, ...fields }: MonthNote, mark: string) {
  return { action, entityType: ENTITY, entityId: idOf(fields), after: { ...fields, mark } }
}
