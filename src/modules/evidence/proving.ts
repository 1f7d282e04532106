import type { ReadCtx } from '#db/context.ts'
import { hashOfPayload, type Payload, type Proof } from '#kernel/evidence/entry.ts'
import { pathOf } from '#kernel/evidence/merkle.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { canonicalId, isId } from '#kernel/ids.ts'
import { listLawful } from './erasing.ts'
import { isArchived, listAbsences } from './month-notes.ts'
import * as repo from './repo.ts'
import { findRows, keyText, type RowKey } from './rows.ts'
import { type Source, sourceOfType } from './sources.ts'

const WAITS =
  'Este registro espera su sello, que se pone en menos de un minuto. Vuelva a pedir la prueba en unos segundos.'
const RECORD = 'un registro con evidencia de ese tipo'

export interface FoundProof {
  proof: Proof
  /** The row as it was hashed; null if the row is gone. */
  payload: Payload | null
  /** The state of the row now: `changed` and `missing` break the chain. */
  content: 'same' | 'changed' | 'missing' | 'erased' | 'archived'
  erasure: { reason: string; at: string } | null
  source: Source
}

/** The proof of a record's newest entry. 404 if it has none, 409 while it waits for its seal. */
export async function findProof(ctx: ReadCtx, entityType: string, id: string): Promise<FoundProof> {
  const { db, tenantId, tools } = ctx
  const source = sourceOfType(entityType)
  if (!source || !isId(id)) throw notFound(RECORD)
  const [row, waits] = await Promise.all([
    repo.findNewest(db, tenantId, source, canonicalId(id)),
    repo.isWaiting(db, tenantId, source, canonicalId(id)),
  ])
  if (waits) throw new Failure('conflict', WAITS)
  if (!row) throw notFound(RECORD)
  const proof = await proofOf(ctx, row)
  const [rows, salts, erasures] = await Promise.all([
    findRows(db, tenantId, [row as RowKey]),
    repo.listSalts(db, tenantId, row.seq, row.seq),
    listLawful(db, tools.vault, tenantId, [row as RowKey]),
  ])
  const [held, salt] = [rows.get(keyText(row as RowKey)), salts.get(row.seq)]
  const erased = held ? undefined : erasures.find((one) => keyText(one) === keyText(row as RowKey))
  const payload = held && salt ? { salt, row: held } : null
  return {
    proof,
    payload,
    content: erased ? 'erased' : await contentOf(ctx, row, held !== undefined, payload),
    erasure: erased ? { reason: erased.reason, at: erased.erased_at.toISOString() } : null,
    source,
  }
}

async function contentOf(
  { db, tenantId, tools }: ReadCtx,
  row: repo.EntryRow,
  isHeld: boolean,
  payload: Payload | null,
): Promise<FoundProof['content']> {
  if (payload) return (await hashOfPayload(payload)) === row.payload_hash ? 'same' : 'changed'
  if (isHeld) return 'changed'
  return isArchived(await listAbsences(db, tools.vault, tenantId), row as repo.EntryRow & RowKey)
    ? 'archived'
    : 'missing'
}

async function proofOf({ db, tenantId }: ReadCtx, row: repo.EntryRow): Promise<Proof> {
  const seal = await repo.findSealAfter(db, tenantId, row.seq)
  const first = Number(seal?.entity_id.split('-')[0])
  const [hashes, heads, stamps] = await Promise.all([
    seal ? repo.listHashes(db, tenantId, first, seal.seq - 1) : [],
    seal ? repo.listHeads(db, tenantId, seal.seq, seal.seq) : new Map<number, repo.HeadRow>(),
    seal ? repo.listStamps(db, tenantId, [seal.seq]) : [],
  ])
  const held = seal && heads.get(seal.seq)
  const path = hashes.length > row.seq - first ? await pathOf(hashes, row.seq - first) : undefined
  if (!seal || !held || !path)
    throw new Failure(
      'conflict',
      'La cadena de evidencia está incompleta en este punto y no puede probar el registro. Revísela en el registro de auditoría.',
    )
  const [stamp] = stamps
  return {
    entry: repo.entryOfRow(row),
    path,
    seal: repo.entryOfRow(seal),
    ...repo.headOfRow(held),
    stamp: stamp ? stampOf(stamp) : null,
  }
}

export function stampOf({ authority, stamped_at, token }: repo.StampRow) {
  return { authority, at: stamped_at.toISOString(), token: Buffer.from(token).toString('base64') }
}
