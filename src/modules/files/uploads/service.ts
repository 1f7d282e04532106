import type { ExpressionBuilder } from 'kysely'
import { audit } from '#db/audit.ts'
import type { WriteCtx } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { lockTenant, together } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import { after, iso, MINUTE_MS } from '#kernel/dates.ts'
import { Failure, impossible } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { PLANS } from '#kernel/plans.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { tidyName } from '../rules.ts'
import { type Arrival, citizenBytes, files } from '../service.ts'
import {
  DATA_TYPES,
  KEY_TTL_MS,
  LARGEST_UPLOAD_BYTES,
  MOST_BYTES_OF_NETWORK,
  MOST_WAITING,
  MOST_WAITING_OF_NETWORK,
  UPLOAD_TTL_MS,
  UPLOAD_TYPES,
} from './rules.ts'
import type { Attachment, NewUpload, Upload, UploadedFile } from './schemas.ts'

const uploads = tenantTable('public_uploads')

/** A key for one file that a person without an account is about to send. */
export async function issueUpload(
  ctx: WriteCtx,
  { name }: NewUpload,
  { takesData = false } = {},
): Promise<Upload> {
  // The lock makes concurrent calls count one after the other. Otherwise all would find room.
  await lockTenant(ctx)
  const { waiting, ofNetwork } = await uploads
    .select(ctx)
    .select((eb) => [
      eb.fn.countAll<number>().as('waiting'),
      eb.fn
        .countAll<number>()
        .filterWhere(from(ctx.addressPrefix ?? null))
        .as('ofNetwork'),
    ])
    .where('taken_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .executeTakeFirstOrThrow()
  if (Number(waiting) >= MOST_WAITING || Number(ofNetwork) >= MOST_WAITING_OF_NETWORK) throw tooMany()
  const uploadKey = newToken()
  const expiresAt = after(ctx.now, KEY_TTL_MS)
  await uploads.insert(ctx, {
    id: newId(),
    key_hash: digest(uploadKey),
    name: tidyName(name),
    takes_data: takesData,
    address_prefix: ctx.addressPrefix ?? null,
    created_at: ctx.now,
    expires_at: expiresAt,
  })
  return {
    uploadKey,
    uploadUrl: `${ctx.tools.publicUrl}/api/v1/public/uploads/${uploadKey}`,
    maxBytes: LARGEST_UPLOAD_BYTES,
    types: [...(takesData ? DATA_TYPES : UPLOAD_TYPES)],
    expiresAt: iso(expiresAt),
  }
}

/** Uploads whose key was asked for from this network. Calls without an address count together. */
function from(network: string | null) {
  return (eb: ExpressionBuilder<Tables, 'public_uploads'>) =>
    eb('address_prefix', 'is not distinct from', network)
}

function tooMany(): Failure {
  return new Failure(
    'rateLimited',
    'Hay demasiados archivos en espera. Intente más tarde, o envíe la solicitud sin adjuntos: el plazo corre igual.',
    { retryAfterSeconds: 3600 },
  )
}

/** Searches all tenants: the call has nothing but the key. */
export function findByKey(db: Db, uploadKey: string, now: Date) {
  return db
    .selectFrom('public_uploads')
    .select(['tenant_id', 'id', 'name', 'takes_data', 'file_id', 'taken_at', 'expires_at'])
    .where('key_hash', '=', digest(uploadKey))
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Call it before the bytes are stored. The second of two calls with one key is refused. */
export async function claimUpload(ctx: WriteCtx, id: string, { key, size }: Arrival): Promise<void> {
  await lockTenant(ctx)
  const row = await uploads.lock(ctx, id)
  if (!row || isSpent(row)) throw spent()
  await assertFits(ctx, size, row.address_prefix)
  await uploads.update(ctx, id, { file_id: key, size_bytes: size })
}

export function isSpent({ file_id, taken_at }: { file_id: string | null; taken_at: Date | null }): boolean {
  return file_id !== null || taken_at !== null
}

/** A key and its bytes at once, for a file that came with its form. */
export async function beginUpload(
  ctx: WriteCtx,
  arrival: Arrival,
): Promise<{ id: string; uploadKey: string }> {
  const { uploadKey } = await issueUpload(ctx, arrival)
  const { id } = await uploads
    .select(ctx)
    .select('id')
    .where('key_hash', '=', digest(uploadKey))
    .executeTakeFirstOrThrow()
  await claimUpload(ctx, id, arrival)
  return { id, uploadKey }
}

export function spent(): Failure {
  return new Failure('conflict', 'Esta clave ya recibió su archivo. Pida otra para enviar uno distinto.')
}

/** Call it once the bytes are stored. */
export async function recordUpload(
  ctx: WriteCtx,
  id: string,
  arrival: Arrival,
  keptMs = UPLOAD_TTL_MS,
): Promise<UploadedFile> {
  const { contentType, size, sha256 } = arrival
  const stored = {
    content_type: contentType,
    size_bytes: size,
    sha256,
    stored_at: ctx.now,
    expires_at: after(ctx.now, keptMs),
  }
  const row = await uploads.update(ctx, id, stored)
  const type = contentType as UploadedFile['contentType']
  return { name: row.name, contentType: type, size, expiresAt: iso(row.expires_at) }
}

/**
 * Citizens' files have a quota of their own, so strangers never take the organisation's room. Waiting files count too. Bytes
 * count for the network that asked for the key and are judged for the sending network as well.
 */
async function assertFits(ctx: WriteCtx, size: number, asking: string | null): Promise<void> {
  const [kept, { waiting, ofSending, ofAsking }] = await Promise.all([
    citizenBytes(ctx),
    uploads
      .select(ctx)
      .select((eb) => {
        const bytes = eb.fn.sum<number | null>('size_bytes')
        return [
          bytes.filterWhere('taken_at', 'is', null).as('waiting'),
          bytes.filterWhere(from(ctx.addressPrefix ?? null)).as('ofSending'),
          bytes.filterWhere(from(asking)).as('ofAsking'),
        ]
      })
      .executeTakeFirstOrThrow(),
  ])
  const ofNetwork = Math.max(Number(ofSending ?? 0), Number(ofAsking ?? 0))
  if (ofNetwork + size > MOST_BYTES_OF_NETWORK) throw tooMany()
  const { storageBytes: limit } = PLANS[ctx.plan]
  if (kept + Number(waiting ?? 0) + size <= limit) return
  const message =
    'La organización no tiene espacio para más archivos. Envíe su solicitud sin adjuntos: el plazo corre igual.'
  throw new Failure('planLimit', message, { details: [{ path: '', message, rule: 'storageBytes', limit }] })
}

/**
 * Moves the uploads of a new record into its files, in the transaction that receives the record. Each key serves one record.
 * An unknown key, or one without its file, refuses the record: it would be filed without its proof. Returns the new ids in
 * order.
 */
export async function attachUploads(
  ctx: WriteCtx,
  attachments: readonly Attachment[],
  record: { entityType: string; entityId: string },
): Promise<string[]> {
  if (attachments.length === 0) return []
  const hashes = attachments.map(({ uploadKey }) => digest(uploadKey))
  const taken = await uploads
    .select(ctx)
    .selectAll()
    .where('key_hash', 'in', hashes)
    .where('stored_at', 'is not', null)
    .where('expires_at', '>', ctx.now)
    .forUpdate()
    .execute()
  const rows = attachments.map(({ kind }, index) => {
    const upload = taken.find(({ key_hash }) => key_hash === hashes[index])
    if (!upload || hashes.indexOf(hashes[index]!) !== index) throw missing(index)
    return {
      id: upload.file_id!,
      name: upload.name,
      content_type: upload.content_type!,
      size_bytes: upload.size_bytes!,
      sha256: upload.sha256!,
      uploaded_by: null,
      entity_type: record.entityType,
      entity_id: record.entityId,
      kind,
      created_at: upload.stored_at!,
    }
  })
  await together(
    files.insertAll(ctx, rows),
    ctx.db
      .updateTable('public_uploads')
      .set({ taken_at: ctx.now, file_id: null, stored_at: null, expires_at: after(ctx.now, UPLOAD_TTL_MS) })
      .where('tenant_id', '=', ctx.tenantId)
      .where('key_hash', 'in', hashes)
      .execute(),
    ...rows.map(({ id, content_type, size_bytes, sha256, kind }) =>
      audit(ctx, {
        action: 'upload',
        entityType: 'file',
        entityId: id,
        // The log is never emptied, so it leaves out the name, which may be a person's.
        after: { content_type, size_bytes, sha256, kind, ...record },
      }),
    ),
  )
  return rows.map(({ id }) => id)
}

function missing(index: number): Failure {
  return impossible(
    `attachments[${index}].uploadKey`,
    'Un archivo adjunto no llegó, ya se usó o venció. Adjúntelo de nuevo y vuelva a enviar.',
  )
}

// ── leftovers ──

/** Longer than any call that began in time. */
const MARGIN_MS = 10 * MINUTE_MS

/** Searches all tenants. No record can take an expired file, so its bytes go first and its row last. */
export function listExpired(db: Db, now: Date, most = 500) {
  return db
    .selectFrom('public_uploads')
    .select(['tenant_id', 'id', 'file_id'])
    .where('expires_at', '<=', after(now, -MARGIN_MS))
    .orderBy('expires_at')
    .limit(most)
    .execute()
}

export async function forget(db: Db, rows: readonly { id: string }[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await db.deleteFrom('public_uploads').where('id', 'in', ids).execute()
}
