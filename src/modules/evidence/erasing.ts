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
  /** The law or the authority that ordered it. The reason stays in the chain for good. */
  reason: string
}

export type ErasureOutcome = 'erased' | 'no organisation' | 'no type' | 'no record'

/**
 * Erases a record because the law asks for it. Its entry keeps the hash and loses the salt, so nobody can guess the content
 * from the hash. The reason becomes an entry of its own. The organisation sees the act in its audit log.
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
    // Sealing must not run meanwhile: it would write the salt after this act looked for one to remove.
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

/** Only the service can make this mark. An owner of the database who deletes a row cannot claim a legal reason. */
export function erasureMark(
  vault: Vault,
  tenantId: string,
  { source, row_id, row_version, reason }: RowKey & { reason: string },
): string {
  const said = JSON.stringify([tenantId, source, row_id, row_version, reason])
  return hmac(vault.lasting('evidence.erasure'), said)
}

/** Erasures with the mark of the service. Anybody with access to the database can write an erasure row without it. */
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
