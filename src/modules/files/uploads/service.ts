import { audit } from '#db/audit.ts'
import type { WriteCtx } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { together } from '#db/sql.ts'
import { tenantTable } from '#db/tenant-table.ts'
import { after, iso, MINUTE_MS } from '#kernel/dates.ts'
import { Failure, impossible } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { PLANS } from '#kernel/plans.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { tidyName } from '../rules.ts'
import { type Arrival, files, storedBytes } from '../service.ts'
import { LARGEST_UPLOAD_BYTES, MOST_WAITING, UPLOAD_TTL_MS, UPLOAD_TYPES } from './rules.ts'
import type { Attachment, NewUpload, Upload, UploadedFile } from './schemas.ts'

const uploads = tenantTable('public_uploads')

/** A key for one file, which a person without an account is about to send. */
export async function issueUpload(ctx: WriteCtx, { name }: NewUpload): Promise<Upload> {
  const { waiting } = await uploads
    .select(ctx)
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow()
  if (Number(waiting) >= MOST_WAITING) {
    throw new Failure(
      'rateLimited',
      'Hay demasiados archivos en espera. Intente más tarde, o envíe la solicitud sin adjuntos: el plazo corre igual.',
      { retryAfterSeconds: 3600 },
    )
  }
  const uploadKey = newToken()
  const expiresAt = after(ctx.now, UPLOAD_TTL_MS)
  await uploads.insert(ctx, {
    id: newId(),
    key_hash: digest(uploadKey),
    name: tidyName(name),
    created_at: ctx.now,
    expires_at: expiresAt,
  })
  return {
    uploadKey,
    uploadUrl: `${ctx.tools.publicUrl}/api/v1/public/uploads/${uploadKey}`,
    maxBytes: LARGEST_UPLOAD_BYTES,
    types: [...UPLOAD_TYPES],
    expiresAt: iso(expiresAt),
  }
}

/** Above tenants: who sends a file brings its key and nothing else. */
export function findByKey(db: Db, uploadKey: string, now: Date) {
  return db
    .selectFrom('public_uploads')
    .select(['tenant_id', 'id', 'name', 'file_id', 'expires_at'])
    .where('key_hash', '=', digest(uploadKey))
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Before the bytes are stored. Of two calls with one key the second is refused. */
export async function claimUpload(ctx: WriteCtx, id: string, { key, size }: Arrival): Promise<void> {
  const row = await uploads.lock(ctx, id)
  if (!row || row.file_id !== null) throw spent()
  await assertFits(ctx, size)
  await uploads.update(ctx, id, { file_id: key })
}

/** A file that came with its form: key and bytes at once. */
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

/** Once the bytes are stored. */
export async function recordUpload(ctx: WriteCtx, id: string, arrival: Arrival): Promise<UploadedFile> {
  const { contentType, size, sha256 } = arrival
  const stored = { content_type: contentType, size_bytes: size, sha256, stored_at: ctx.now }
  const row = await uploads.update(ctx, id, stored)
  const type = contentType as UploadedFile['contentType']
  return { name: row.name, contentType: type, size, expiresAt: iso(row.expires_at) }
}

/** What waits counts too: strangers cannot use more than the plan has. */
async function assertFits(ctx: WriteCtx, size: number): Promise<void> {
  const [stored, { bytes }] = await Promise.all([
    storedBytes(ctx),
    uploads
      .select(ctx)
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('size_bytes'), eb.lit(0)).as('bytes'))
      .executeTakeFirstOrThrow(),
  ])
  const { storageBytes: limit } = PLANS[ctx.plan]
  if (stored + Number(bytes) + size <= limit) return
  const message =
    'La organización no tiene espacio para más archivos. Envíe su solicitud sin adjuntos: el plazo corre igual.'
  throw new Failure('planLimit', message, { details: [{ path: '', message, rule: 'storageBytes', limit }] })
}

/**
 * The files of a record that is being received, in the transaction that receives it: each key serves one record. A key
 * that is not known, or whose file did not arrive, refuses the record, because it would be filed without its proof.
 */
export async function attachUploads(
  ctx: WriteCtx,
  attachments: readonly Attachment[],
  record: { entityType: string; entityId: string },
): Promise<void> {
  if (attachments.length === 0) return
  const hashes = attachments.map(({ uploadKey }) => digest(uploadKey))
  const taken = await ctx.db
    .deleteFrom('public_uploads')
    .where('tenant_id', '=', ctx.tenantId)
    .where('key_hash', 'in', hashes)
    .where('stored_at', 'is not', null)
    .where('expires_at', '>', ctx.now)
    .returningAll()
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
    ...rows.map(({ id, content_type, size_bytes, sha256, kind }) =>
      audit(ctx, {
        action: 'upload',
        entityType: 'file',
        entityId: id,
        // Its name may be that of a person, and the log is never emptied.
        after: { content_type, size_bytes, sha256, kind, ...record },
      }),
    ),
  )
}

function missing(index: number): Failure {
  return impossible(
    `attachments[${index}].uploadKey`,
    'Un archivo adjunto no llegó, ya se usó o venció. Adjúntelo de nuevo y vuelva a enviar.',
  )
}

// ── what is left over ──

/** Longer than a call takes that began in time. */
const MARGIN_MS = 10 * MINUTE_MS

/** Above tenants. Nothing takes over a file that has expired, so its bytes go first and its row last. */
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
