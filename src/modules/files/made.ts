import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { audit } from '#db/audit.ts'
import type { WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { newId } from '#kernel/ids.ts'
import type { Storage } from '#storage/storage.ts'
import { HEAD_BYTES, tidyName, typeOf } from './rules.ts'
import { assertFits, files, type Holder } from './service.ts'

/** A file made by the service or received from a system. Its bytes are stored; it has no row yet. */
export interface MadeFile {
  key: string
  name: string
  contentType: string
  size: number
  sha256: string
}

/** Call it before the transaction: a row must never name bytes that are not there. Unknown formats are served as bytes. */
export async function storeMade(
  storage: Storage,
  tenantId: string,
  { name, bytes }: { name: string; bytes: Uint8Array },
): Promise<MadeFile> {
  const key = newId()
  const tidy = tidyName(name)
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES))
  const contentType = typeOf(head, tidy) ?? 'application/octet-stream'
  const temporaryFile = join(await storage.arrivals(), `resguardo-${key}`)
  try {
    await writeFile(temporaryFile, bytes, { mode: 0o600, flag: 'wx' })
    await storage.put(`${tenantId}/${key}`, temporaryFile, contentType)
  } finally {
    await rm(temporaryFile, { force: true })
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { key, name: tidy, contentType, size: bytes.length, sha256 }
}

/** Writes the row of the file with the record it belongs to. The log leaves out the name, which may be a person's. */
export async function recordMade(ctx: WriteCtx, made: MadeFile, of: Holder): Promise<void> {
  await assertFits(ctx, made.size)
  const stored = { content_type: made.contentType, size_bytes: made.size, sha256: made.sha256 }
  await together(
    files.insert(ctx, {
      id: made.key,
      name: made.name,
      ...stored,
      uploaded_by: null,
      entity_type: of.entityType,
      entity_id: of.entityId,
      created_at: ctx.now,
    }),
    audit(ctx, { action: 'upload', entityType: 'file', entityId: made.key, after: { ...stored, ...of } }),
  )
}

/** Removes the bytes of a file whose row was refused. */
export function dropMade(storage: Storage, tenantId: string, { key }: MadeFile): Promise<void> {
  return storage.remove(`${tenantId}/${key}`)
}
