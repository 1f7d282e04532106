import type { ReadCtx } from '#db/context.ts'
import type { Db } from '#db/database.ts'

/** Whether something of a module names the uploaded file with this key. */
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
