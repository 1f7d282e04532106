import { assertShown, type TenantAccess } from '#db/access.ts'
import type { ReadCtx, Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { listPage } from '#db/list.ts'
import { mayRead } from '#http/scopes.ts'
import { notFound } from '#kernel/failure.ts'
import { reaches } from '#kernel/roles.ts'
import { listKeys } from './keys.ts'
import { findProof, stampOf } from './proving.ts'
import * as repo from './repo.ts'
import { HEADS, type HeadsQuery } from './schemas.ts'
import { sourceOfType } from './sources.ts'
import { type Broken, verifyChain } from './verifying.ts'
import { REASON_WORDS } from './words.ts'

type Key = { scopes: readonly string[] } | undefined

/** Includes the record if the caller may read it. Otherwise the proof only shows that an entry was made, and when. */
export async function readProof(
  ctx: ReadCtx,
  { entityType, id }: { entityType: string; id: string },
  key: Key,
) {
  const { proof, payload, content, erasure, source } = await findProof(ctx, entityType, id)
  const role = await ctx.role()
  const isReader =
    (role === undefined || reaches(role, source.reads.role)) && mayRead(key, source.reads.module)
  // The reason of an erasure is only for people who may read the record.
  const gone = erasure && { at: erasure.at, reason: isReader ? erasure.reason : null }
  const archived = content === 'archived'
  return { ...proof, archived, erasure: gone, ...(payload && isReader && { payload }) }
}

/** For people with a receipt, who know the id. It reveals nothing of the record's content. */
export async function readPublicProof(
  access: TenantAccess,
  { tenantSlug, entityType, id }: { tenantSlug: string; entityType: string; id: string },
) {
  const tenant = await access.lookUp('find the organisation of a receipt', (db) =>
    db
      .selectFrom('tenants')
      .select(['id', 'name', 'slug', 'suspended_at'])
      .where('slug', '=', tenantSlug)
      .executeTakeFirst(),
  )
  if (!tenant || !sourceOfType(entityType)?.receipt) throw notFound('el registro de este comprobante')
  assertShown(tenant.suspended_at)
  const { proof, content, erasure } = await access.readFor(tenant.id, (ctx) => findProof(ctx, entityType, id))
  const { name, slug } = tenant
  return { organisation: { name, slug }, ...proof, content, erasure: erasure && { at: erasure.at } }
}

export async function readKeys(access: TenantAccess, tools: Pick<Tools, 'vault'>) {
  return { keys: await listKeys(access, tools) }
}

export async function readHeads(access: TenantAccess, slug: string, query: HeadsQuery) {
  const tenant = await access.lookUp('find the organisation of published heads', (db) =>
    db.selectFrom('tenants').select('id').where('slug', '=', slug).executeTakeFirst(),
  )
  if (!tenant) throw notFound('la organización')
  return access.readFor(tenant.id, (ctx) => listHeads(ctx, query))
}

async function listHeads(ctx: ReadCtx, query: HeadsQuery) {
  const heads = ctx.db.selectFrom('evidence_heads').selectAll().where('tenant_id', '=', ctx.tenantId)
  const { rows, ...page } = await listPage(ctx, HEADS, heads, query)
  const stamps = await repo.listStamps(
    ctx.db,
    ctx.tenantId,
    rows.map(({ seq }) => seq),
  )
  const items = rows.map((row) => {
    const { head, signature } = repo.headOfRow(row)
    return { ...head, signature, stamps: stamps.filter(({ seq }) => seq === head.seq).map(stampOf) }
  })
  return { items, ...page }
}

/** A check of a long chain stops after this and says where to resume. */
const BUDGET_MS = 10_000
const SHOWN_STAMPS = 10

/** Checks the whole chain, or from a seal on. Each page is a short transaction. */
export async function verify(
  access: TenantAccess,
  tools: Pick<Tools, 'vault'>,
  read: <T>(work: (ctx: ReadCtx) => Promise<T>) => Promise<T>,
  from: number | undefined,
) {
  const keys = await listKeys(access, tools)
  const tenantId = await read(async (ctx) => ctx.tenantId)
  const deadline = performance.now() + BUDGET_MS
  const readDb = <T>(work: (db: Db) => Promise<T>) => read(({ db }) => work(db))
  const {
    firstBroken,
    compared: _compared,
    ...verdict
  } = await verifyChain({
    read: readDb,
    tenantId,
    keys,
    vault: tools.vault,
    from,
    deadline,
  })
  const last = await readDb((db) => repo.findLastHead(db, tenantId))
  const stamps = await readDb((db) => repo.listNewestStamps(db, tenantId, SHOWN_STAMPS))
  return {
    ...verdict,
    firstBroken: firstBroken && brokenView(firstBroken),
    head: last ? headView(last) : null,
    stamps: stamps.map((stamp) => ({ seq: stamp.seq, ...stampOf(stamp) })),
  }
}

export function brokenView(broken: Broken) {
  return { ...broken, message: REASON_WORDS[broken.reason] }
}

function headView(row: repo.HeadRow) {
  const { head, signature } = repo.headOfRow(row)
  return { ...head, signature }
}
