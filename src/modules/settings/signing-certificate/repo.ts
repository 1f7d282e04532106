import type { Insertable, Selectable } from 'kysely'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import type { Tables } from '#db/tables.ts'

export type CertificateRow = Selectable<Tables['signing_certificates']>
export type NewCertificate = Omit<Insertable<Tables['signing_certificates']>, 'tenant_id'>

export function findCertificate({ db, tenantId }: ReadCtx): Promise<CertificateRow | undefined> {
  return db
    .selectFrom('signing_certificates')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
}

export async function saveCertificate({ db, tenantId }: WriteCtx, row: NewCertificate): Promise<void> {
  await db
    .insertInto('signing_certificates')
    .values({ ...row, tenant_id: tenantId })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(row))
    .execute()
}

export function deleteCertificate({ db, tenantId }: WriteCtx): Promise<CertificateRow | undefined> {
  return db
    .deleteFrom('signing_certificates')
    .where('tenant_id', '=', tenantId)
    .returningAll()
    .executeTakeFirst()
}

/** Certificates that end by then and without a reminder yet. */
export function listEnding(db: Db, until: Date): Promise<{ tenant_id: string }[]> {
  return db
    .selectFrom('signing_certificates')
    .select('tenant_id')
    .where('not_after', '<=', until)
    .where('reminded_at', 'is', null)
    .execute()
}

/** Undefined if another process was first, or the certificate was replaced meanwhile. */
export async function noteReminder(
  { db, tenantId, now }: WriteCtx,
  until: Date,
): Promise<CertificateRow | undefined> {
  return db
    .updateTable('signing_certificates')
    .set({ reminded_at: now })
    .where('tenant_id', '=', tenantId)
    .where('reminded_at', 'is', null)
    .where('not_after', '<=', until)
    .returningAll()
    .executeTakeFirst()
}
