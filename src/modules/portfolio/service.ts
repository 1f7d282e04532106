import type { Claims, TenantAccess } from '#db/access.ts'
import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { lockTenant } from '#db/sql.ts'
import { impossible, notFound } from '#kernel/failure.ts'
import { canonicalId } from '#kernel/ids.ts'
import { fold } from '#kernel/text.ts'
import type { Copyable } from './public.ts'
import type { Copied, CopyOrder } from './schemas.ts'

/** Texts of an organisation belong to its administrators. */
export const COPY_ROLE = 'ADMIN'

interface Copying {
  access: TenantAccess
  who: Claims
  /** Acts in an organisation of the person. A repeated call returns the first one's answer there. */
  actIn: <T>(tenantId: string, work: (ctx: WriteCtx) => Promise<T>) => Promise<T>
  kinds: readonly Copyable[]
}

export async function listCopyable({ access, who, kinds }: Omit<Copying, 'actIn'>, from: string) {
  await assertOwn(access, who, [from])
  const { result } = await access.read({ ...who, tenantId: from }, COPY_ROLE, (ctx) =>
    Promise.all(kinds.map(async ({ kind, list }) => (await list(ctx)).map((one) => ({ kind, ...one })))),
  )
  return { items: result.flat().map(({ kind, id, name }) => ({ kind, id, name })) }
}

/**
 * Logs in the first organisation before writing in the second: the log of the first one is complete even if the copy fails.
 * Names that exist in the second one are skipped.
 */
export async function copy({ access, who, actIn, kinds }: Copying, order: CopyOrder): Promise<Copied> {
  const [from, to] = [canonicalId(order.from), canonicalId(order.to)]
  if (from === to) throw impossible('to', 'Elija otra organización: esta es la de origen.')
  await assertOwn(access, who, [from, to])
  const dryRun = order.dryRun ?? false
  const reading = async <T>(tenantId: string, work: (ctx: ReadCtx) => Promise<T>) =>
    (await access.read({ ...who, tenantId }, COPY_ROLE, work)).result
  const found = await judgedLater(reading(from, (ctx) => readAll(ctx, kinds, order.items)))
  const names = await reading(to, (ctx) => namesIn(ctx, kinds))
  await actIn(from, async (ctx) => {
    const leaving = plan(found(), names).filter(isNew).map(shownName)
    if (dryRun || leaving.length === 0) return
    const after = { to, items: leaving }
    await audit(ctx, { action: 'copy_to', entityType: 'tenant', entityId: from, after })
  })
  return actIn(to, async (ctx) => {
    // One copy at a time: the second one finds the first one's records.
    await lockTenant(ctx)
    const items: Copied['items'] = []
    for (const { body, ...one } of plan(found(), await namesIn(ctx, kinds))) {
      const { make } = kinds.find(({ kind }) => kind === one.kind)!
      items.push({ ...one, newId: isNew(one) && !dryRun ? (await make(ctx, body)).id : null })
    }
    const made = items.filter(({ newId }) => newId !== null).map(shownName)
    if (made.length > 0)
      await audit(ctx, {
        action: 'copy_from',
        entityType: 'tenant',
        entityId: to,
        after: { from, items: made },
      })
    return { dryRun, items }
  })
}

/** Delays the error of a missing record until the act: a repeated call returns its first answer before that. */
async function judgedLater<T>(work: Promise<T>): Promise<() => T> {
  try {
    const result = await work
    return () => result
  } catch (error) {
    return () => {
      throw error
    }
  }
}

type Found = { kind: Copyable['kind']; id: string; name: string; body: unknown }

async function readAll(
  ctx: ReadCtx,
  kinds: readonly Copyable[],
  items: CopyOrder['items'],
): Promise<Found[]> {
  const wanted = [...new Map(items.map((one) => [`${one.kind} ${canonicalId(one.id)}`, one])).values()]
  return Promise.all(
    wanted.map(async ({ kind, id }) => {
      const found = await kinds.find((one) => one.kind === kind)?.read(ctx, canonicalId(id))
      if (!found) throw notFound('lo que se quiere copiar')
      return { kind, id: canonicalId(id), ...found }
    }),
  )
}

async function namesIn(ctx: ReadCtx, kinds: readonly Copyable[]): Promise<Set<string>> {
  const lists = await Promise.all(
    kinds.map(async ({ kind, list }) => (await list(ctx)).map(({ name }) => nameOf(kind, name))),
  )
  return new Set(lists.flat())
}

const isNew = ({ action }: { action: 'create' | 'skip' }) => action === 'create'
const shownName = ({ kind, name }: { kind: string; name: string }) => `${kind}: ${name}`
const nameOf = (kind: string, name: string) => `${kind} ${fold(name.trim())}`

/** Of two records with the same name only the first is copied. */
function plan(found: readonly Found[], taken: ReadonlySet<string>) {
  const names = new Set(taken)
  return found.map((one) => {
    const name = nameOf(one.kind, one.name)
    const action = names.has(name) ? ('skip' as const) : ('create' as const)
    names.add(name)
    return { ...one, action }
  })
}

/** Organisations of others count as missing. A session of a company's own sign-in sees only that company. */
async function assertOwn(access: TenantAccess, who: Claims, ids: readonly string[]): Promise<void> {
  const own = await access.lookUp('list the organisations of a person', (db) =>
    db
      .selectFrom('memberships as m')
      .innerJoin('sessions as s', 's.user_id', 'm.user_id')
      .select('m.tenant_id')
      .where('s.id', '=', who.sessionId)
      .where('m.user_id', '=', who.userId)
      .where('m.status', '=', 'ACTIVE')
      .where((eb) =>
        eb.or([eb('s.sso_tenant_id', 'is', null), eb('s.sso_tenant_id', '=', eb.ref('m.tenant_id'))]),
      )
      .execute(),
  )
  for (const id of ids)
    if (!own.some(({ tenant_id }) => tenant_id === canonicalId(id))) throw notFound('la organización')
}
