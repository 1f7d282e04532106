import type { Db } from '#db/database.ts'
import { after, HOUR_MS } from '#kernel/dates.ts'
import {
  type EvidenceKey,
  type Head,
  type HeadSignature,
  hashOf,
  hashOfPayload,
} from '#kernel/evidence/entry.ts'
import { rootOf } from '#kernel/evidence/merkle.ts'
import { wrongSignature } from '#kernel/evidence/proof.ts'
import { verifyStamp } from '#kernel/evidence/stamp.ts'
import type { Vault } from '#kernel/secrets.ts'
import { listLawful } from './erasing.ts'
import { type Absence, isArchived, listAbsences } from './month-notes.ts'
import * as repo from './repo.ts'
import { findRows, keyText, listUnlisted, type RowKey } from './rows.ts'
import { SOURCES, sourceOfTable } from './sources.ts'
import type { BrokenReason } from './words.ts'

/** The first fault in the chain. `seq` is null for a row that never entered it. */
export interface Broken {
  seq: number | null
  entityType: string | null
  entityId: string | null
  reason: BrokenReason
}

export interface Verdict {
  /** Up to `checkedTo`. */
  valid: boolean
  /** In the whole chain, seals included. */
  entries: number
  checkedFrom: number
  /** The last entry found intact. */
  checkedTo: number
  /** Where to resume after the deadline; null if everything was checked. */
  next: number | null
  /** Entries whose row was erased by law. */
  erased: number
  /** Entries whose row is in an archived month. */
  archived: number
  /** Entries of rows that are older than the chain. */
  imported: number
  /** Rows that wait to enter. */
  waiting: number
  /** Heads kept elsewhere that match this chain. */
  compared: number
  firstBroken: Broken | null
}

export interface KnownHead extends Head {
  signature?: HeadSignature
}

interface Asked {
  /** Each call is its own short transaction. */
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  tenantId: string
  keys: readonly EvidenceKey[]
  vault: Vault
  from?: number | undefined
  /** By `performance.now()`: the check ends at the next seal. */
  deadline?: number
  /** Heads kept elsewhere: the chain must still contain each of them. */
  heads?: readonly KnownHead[]
  onPage?: (seq: number) => void
}

const PAGE = 1000

/** Recomputes everything from the rows, page by page. Uses no result of an earlier check. */
export async function verifyChain(asked: Asked): Promise<Verdict> {
  const { read, tenantId, from = 1, deadline = Number.POSITIVE_INFINITY, onPage } = asked
  const end = await read((db) => repo.findEnd(db, tenantId))
  const verdict: Verdict = {
    valid: true,
    entries: end.last,
    checkedFrom: from,
    checkedTo: from - 1,
    next: null,
    erased: 0,
    archived: 0,
    imported: 0,
    waiting: end.waiting,
    compared: 0,
    firstBroken: null,
  }
  const broken = (found: Broken): Verdict => ({ ...verdict, valid: false, firstBroken: found })
  const walk = await startWalk(asked, from)
  if ('reason' in walk) return broken(walk)
  for (;;) {
    const page = await read((db) => readPage(db, asked, verdict.checkedTo))
    for (const entry of page.entries) {
      const fault = await checkEntry(asked, walk, page, entry, verdict)
      if (fault) return broken(fault)
      verdict.checkedTo = entry.seq
      if (entry.kind === 'seal' && performance.now() > deadline) {
        if (entry.seq < end.last) return { ...verdict, next: entry.seq + 1 }
      }
    }
    onPage?.(verdict.checkedTo)
    if (page.entries.length < PAGE) break
  }
  verdict.entries = Math.max(verdict.entries, verdict.checkedTo)
  const fault = (await checkEnd(asked, walk, verdict)) ?? (await checkUnlisted(asked))
  return fault ? broken(fault) : verdict
}

/** The state that the walk passes from one entry to the next. */
interface Walk {
  seq: number
  hash: string | null
  /** Hashes since the last seal. */
  batch: string[]
  /** Entries of a batch are not much older than the seal before it and not younger than their own seal. */
  earliest: Date | null
  latest: Date | null
}

/** The longest time that a transaction may take. */
const LONGEST_WAIT_MS = HOUR_MS

const at = (
  reason: BrokenReason,
  seq: number,
  entry?: Pick<repo.EntryRow, 'entity_type' | 'entity_id'>,
): Broken => ({ seq, entityType: entry?.entity_type ?? null, entityId: entry?.entity_id ?? null, reason })

/** A resumed check starts right after a seal, so the first batch is complete. */
async function startWalk({ read, tenantId }: Asked, from: number): Promise<Walk | Broken> {
  if (from <= 1) return { seq: 0, hash: null, batch: [], earliest: null, latest: null }
  const seal = await read((db) => repo.findEntry(db, tenantId, from - 1))
  if (!seal) return at('missing', from - 1)
  if (seal.kind !== 'seal') return at('start', from, seal)
  const earliest = after(seal.at, -LONGEST_WAIT_MS)
  return { seq: from - 1, hash: await hashOf(repo.entryOfRow(seal)), batch: [], earliest, latest: null }
}

interface PageOfChain {
  entries: repo.EntryRow[]
  salts: ReadonlyMap<number, string>
  rows: Awaited<ReturnType<typeof findRows>>
  erased: ReadonlySet<string>
  archived: readonly Absence[]
  heads: ReadonlyMap<number, repo.HeadRow>
  stamps: ReadonlyMap<number, repo.StampRow[]>
}

const isOfRow = (entry: repo.EntryRow): entry is repo.EntryRow & RowKey => entry.source !== null

/** Reads in this order (salt, row, reason), so that an erasure committed meanwhile is seen completely. */
async function readPage(db: Db, { tenantId, vault }: Asked, after: number): Promise<PageOfChain> {
  const entries = await repo.listEntries(db, tenantId, after, PAGE)
  const [first, last] = [entries[0]?.seq ?? 0, entries.at(-1)?.seq ?? 0]
  const salts = await repo.listSalts(db, tenantId, first, last)
  const keys = entries.filter(isOfRow)
  const rows = await findRows(db, tenantId, keys)
  const gone = keys.filter((key) => !rows.has(keyText(key)))
  const [lawful, heads, archived] = await Promise.all([
    listLawful(db, vault, tenantId, gone),
    repo.listHeads(db, tenantId, first, last),
    gone.length > 0 ? listAbsences(db, vault, tenantId) : [],
  ])
  const stamps = Map.groupBy(await repo.listStamps(db, tenantId, [...heads.keys()]), ({ seq }) => seq)
  return { entries, salts, rows, erased: new Set(lawful.map(keyText)), archived, heads, stamps }
}

async function checkEntry(
  asked: Asked,
  walk: Walk,
  page: PageOfChain,
  row: repo.EntryRow,
  counts: Verdict,
): Promise<Broken | null> {
  if (row.seq !== walk.seq + 1) return at('missing', walk.seq + 1)
  if (row.previous !== walk.hash) return at('order', row.seq, row)
  const hash = await hashOf(repo.entryOfRow(row))
  if (hash !== row.hash) return at('entry', row.seq, row)
  walk.seq = row.seq
  walk.hash = hash
  if (row.kind === 'seal') return checkSeal(asked, walk, page, row)
  walk.batch.push(hash)
  if (walk.earliest && row.at < walk.earliest) return at('dated', row.seq, row)
  if (!walk.latest || row.at > walk.latest) walk.latest = row.at
  if (row.kind === 'imported') counts.imported += 1
  if (!isOfRow(row)) return at('entry', row.seq, row)
  const reason = await checkRow(page, row, counts)
  return reason && at(reason, row.seq, row)
}

/** The row must be the one that entered, or be erased by law, or be in an archived month. */
async function checkRow(
  { rows, salts, erased, archived }: PageOfChain,
  entry: repo.EntryRow & RowKey,
  counts: Verdict,
): Promise<BrokenReason | null> {
  const source = sourceOfTable(entry.source)
  const isNamed = source?.entityType === entry.entity_type && entry.entity_id === entry.row_id
  if (!isNamed || ![source.kind, 'imported'].includes(entry.kind)) return 'entry'
  const row = rows.get(keyText(entry))
  if (row === undefined) {
    if (erased.has(keyText(entry))) counts.erased += 1
    else if (isArchived(archived, entry)) counts.archived += 1
    else return 'deleted'
    return null
  }
  const salt = salts.get(entry.seq)
  if (salt === undefined) return 'changed'
  return (await hashOfPayload({ salt, row })) === entry.payload_hash ? null : 'changed'
}

async function checkSeal(
  { keys }: Asked,
  walk: Walk,
  { heads, stamps }: PageOfChain,
  seal: repo.EntryRow,
): Promise<Broken | null> {
  const held = heads.get(seal.seq)
  const [first, last] = [seal.seq - walk.batch.length, seal.seq - 1]
  if (walk.batch.length === 0 || seal.entity_id !== `${first}-${last}`) return at('seal', seal.seq, seal)
  if ((await rootOf(walk.batch)) !== seal.payload_hash) return at('seal', seal.seq, seal)
  walk.batch = []
  if (walk.latest && walk.latest > seal.at) return at('dated', seal.seq, seal)
  walk.earliest = after(seal.at, -LONGEST_WAIT_MS)
  walk.latest = null
  if (!held) return at('head', seal.seq, seal)
  const { head, signature } = repo.headOfRow(held)
  if (head.hash !== walk.hash || head.at !== seal.at.toISOString()) return at('head', seal.seq, seal)
  const wrong = await wrongSignature(head, signature, keys).catch(() => 'signature' as const)
  if (wrong) return at('signature', seal.seq, seal)
  for (const { token } of stamps.get(seal.seq) ?? [])
    if (await isWrongStamp(token, head)) return at('stamp', seal.seq, seal)
  return null
}

/** A stamp with an algorithm that this machine cannot check does not count as wrong. */
async function isWrongStamp(token: Uint8Array, head: Head): Promise<boolean> {
  try {
    const stamped = await verifyStamp(Uint8Array.from(token), head)
    return !stamped.valid && stamped.fault !== 'algorithm'
  } catch {
    return true
  }
}

/** For heads from a file: one that does not parse is not ours. */
async function isOurs(head: Head, signature: HeadSignature, keys: readonly EvidenceKey[]): Promise<boolean> {
  try {
    return (await wrongSignature(head, signature, keys)) === null
  } catch {
    return false
  }
}

/** Nothing may be missing after the last entry: no entry that the chain's own record counts and no published head. */
async function checkEnd(asked: Asked, walk: Walk, verdict: Verdict): Promise<Broken | null> {
  const { checkedTo } = verdict
  const { read, tenantId, heads = [], keys } = asked
  const [end, last] = await read((db) =>
    Promise.all([repo.findEnd(db, tenantId), repo.findLastHead(db, tenantId)]),
  )
  // The next check covers entries that arrived during this one.
  const isLonger = end.last > checkedTo
  if (walk.batch.length > 0) return at('truncated', walk.seq + 1)
  if (!isLonger && (last?.seq ?? 0) > walk.seq) return at('truncated', walk.seq + 1)
  if (!isLonger && end.chain && (end.chain.seq !== walk.seq || end.chain.hash !== walk.hash))
    return at('truncated', Math.min(end.chain.seq, walk.seq) + 1)
  for (const known of heads.toSorted((a, b) => a.seq - b.seq)) {
    if (known.tenantId !== tenantId) continue
    if (known.signature && !(await isOurs(known, known.signature, keys))) return at('foreign', known.seq)
    if (known.seq > Math.max(end.last, walk.seq)) return at('gap', walk.seq + 1)
    const held = await read((db) => repo.findEntry(db, tenantId, known.seq))
    if (held?.hash !== known.hash) return at('published', known.seq, held)
    verdict.compared += 1
  }
  return null
}

/** Finds rows that are neither in the chain nor waiting: somebody inserted them with the trigger off. */
async function checkUnlisted({ read, tenantId }: Asked): Promise<Broken | null> {
  for (const source of SOURCES) {
    let after: RowKey | undefined
    for (;;) {
      const last = after
      const page = await read((db) => listUnlisted(db, tenantId, source, last, PAGE))
      const unlisted = page.find(({ listed }) => !listed)
      if (unlisted)
        return { seq: null, entityType: source.entityType, entityId: unlisted.row_id, reason: 'unlisted' }
      if (page.length < PAGE) break
      after = page.at(-1)
    }
  }
  return null
}
