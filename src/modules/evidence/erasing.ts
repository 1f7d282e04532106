import { sql } from 'kysely'
import type { TenantAccess } from '#db/access.ts'
import { audit } from '#db/audit.ts'
import type { Actor, Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { canonicalId, isId } from '#kernel/ids.ts'
import { hmac, sameSecret, type Vault } from '#kernel/secrets.ts'
import * as repo from './repo.ts'
import type { RowKey } from './rows.ts'
import { type Source, sourceOfType } from './sources.ts'

export interface Erasure {
  slug: string
  entityType: string
  id: string
  /** What the law or who ordered it; it stays in the chain for good. */
  reason: string
}

export type ErasureOutcome = 'erased' | 'no organisation' | 'no type' | 'no record'

/**
 * Erases a kept record because the law asks for it. Its entry keeps its hash, without the salt that would let anyone guess
 * what it was made of; the reason becomes an entry of its own, and the organisation sees the act in its audit log.
 */
export function eraseByLaw(
  access: TenantAccess,
  { vault }: Pick<Tools, 'vault'>,
  erasure: Erasure,
  actor: Actor,
): Promise<ErasureOutcome> {
  const { slug, entityType, id, reason } = erasure
  const source = sourceOfType(entityType)
  if (!source?.erasedWith) return Promise.resolve('no type')
  if (!isId(id)) return Promise.resolve('no record')
  return access.asSystem('erase a kept record by law', async (db, enter) => {
    const tenant = await db
      .selectFrom('tenants')
      .select(['id', 'plan'])
      .where('slug', '=', slug)
      .where('erasing_since', 'is', null)
      .executeTakeFirst()
    if (!tenant) return 'no organisation'
    const row = { source: source.table, row_id: canonicalId(id), row_version: 0 }
    const mark = erasureMark(vault, tenant.id, { ...row, reason })
    // Not while the row is being sealed: its salt must be there to be removed.
    await sql`select from evidence_chains where tenant_id = ${tenant.id} for update`.execute(db)
    await setErasure(db, reason, mark)
    const isGone = await erase(db, source, tenant.id, canonicalId(id))
    await setErasure(db, '', '')
    if (!isGone) return 'no record'
    const ctx = await enter(tenant, actor)
    await audit(ctx, { action: 'erase', entityType, entityId: id, after: { reason } })
    return 'erased'
  })
}

function setErasure(db: Db, reason: string, mark: string) {
  return sql`select set_config('app.erasure_reason', ${reason}, true), set_config('app.erasure_mark', ${mark}, true)`.execute(
    db,
  )
}

/** Only the service can make it: who owns the database and deletes a row cannot say that the law asked for it. */
export function erasureMark(
  vault: Vault,
  tenantId: string,
  { source, row_id, row_version, reason }: RowKey & { reason: string },
): string {
  const said = JSON.stringify([tenantId, source, row_id, row_version, reason])
  return hmac(vault.lasting('evidence.erasure'), said)
}

/** Without the mark of the service one says nothing: who holds the database can write one beside a deletion. */
export async function listLawful(db: Db, vault: Vault, tenantId: string, keys: readonly RowKey[]) {
  const erasures = await repo.listErasures(db, tenantId, keys)
  return erasures.filter((one) => sameSecret(one.mark, erasureMark(vault, tenantId, one)))
}

async function erase(db: Db, source: Source, tenantId: string, id: string): Promise<boolean> {
  for (const { table, column, act } of source.erasedWith ?? []) {
    const [name, ref] = [sql.table(table), sql.ref(column)]
    const where = sql`where tenant_id = ${tenantId} and ${ref} = ${id}`
    await (act === 'delete'
      ? sql`delete from ${name} ${where}`
      : sql`update ${name} set ${ref} = null ${where}`
    ).execute(db)
  }
  const { numAffectedRows } =
    await sql`delete from ${sql.table(source.table)} where tenant_id = ${tenantId} and ${sql.ref(source.id)} = ${id}`.execute(
      db,
    )
  return (numAffectedRows ?? 0n) > 0n
}
