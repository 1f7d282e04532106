import type { ReadCtx } from '#db/context.ts'
import type { Db } from '#db/database.ts'

export { findLogos, readLogos } from './logo.ts'
export { dropMade, type MadeFile, recordMade, storeMade } from './made.ts'
export { ListedFile } from './schemas.ts'
export {
  attachKept,
  findKept,
  forgetKept,
  groupKeptWith,
  type Holder,
  type KeptFile,
  keepWith,
  listHolders,
  listKeptWith,
  listSentWith,
  removeSent,
} from './service.ts'
export {
  createFormReader,
  FORM_LIMIT,
  type FormReader,
  type SentFile,
  type SentForm,
} from './uploads/form.ts'
export { MOST_ATTACHMENTS } from './uploads/rules.ts'
export { Attachment, NewUpload, Upload } from './uploads/schemas.ts'
export { attachUploads, issueUpload } from './uploads/service.ts'

/** The keys of the uploaded files that a module's record names as evidence. */
export type FilesOf = (ctx: ReadCtx, entityId: string) => Promise<string[]>

/** Whether the organisation has this record, so that files may be kept with it. */
export type HoldsFiles = (ctx: ReadCtx, entityId: string) => Promise<boolean>

/** Whether a record or setting of a module names the uploaded file with this key. */
export type UsesFile = (ctx: ReadCtx, key: string) => Promise<boolean>

/** How many files a tenant has, and their bytes. */
export async function measureFiles(db: Db, tenantId: string): Promise<{ files: number; bytes: number }> {
  const { files, bytes } = await db
    .selectFrom('files')
    .select(({ fn }) => [fn.countAll<number>().as('files'), fn.sum<number | null>('size_bytes').as('bytes')])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return { files: Number(files), bytes: Number(bytes ?? 0) }
}
