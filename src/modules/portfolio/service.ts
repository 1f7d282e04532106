import type { Claims, TenantAccess } from '#db/access.ts'
import { audit } from '#db/audit.ts'
import type { ReadCtx } from '#db/context.ts'
import { lockTenant } from '#db/sql.ts'
import { impossible, notFound } from '#kernel/failure.ts'
import { canonicalId } from '#kernel/ids.ts'
import { fold } from '#kernel/text.ts'
import type { Copyable } from './public.ts'
import type { Copied, CopyOrder } from './schemas.ts'

/** The texts of an organisation are its administrators'. */
export const COPY_ROLE = 'ADMIN'

type Origin = Parameters<TenantAccess['act']>[2]

interface Copying {
  access: TenantAccess
  who: Claims
  request: Origin
  kinds: readonly Copyable[]
}

export async function listCopyable({ access, who, kinds }: Omit<Copying, 'request'>, from: string) {
  await assertOwn(access, who, [from])
  const { result } = await access.read({ ...who, tenantId: from }, COPY_ROLE, (ctx) =>
    Promise.all(kinds.map(async ({ kind, list }) => (await list(ctx)).map((one) => ({ kind, ...one })))),
  )
  return { items: result.flat().map(({ kind, id, name }) => ({ kind, id, name })) }
}

/**
 * The log of the first organisation is written before anything arrives in the second: what leaves is noted even if it
 * does not arrive. What the second one already has by that name stays as it is.
 */
export async function copy({ access, who, request, kinds }: Copying, order: CopyOrder): Promise<Copied> {
  const [from, to] = [canonicalId(order.from), canonicalId(order.to)]
  if (from === to) throw impossible('to', 'Elija otra organización: esta es la de origen.')
  await assertOwn(access, who, [from, to])
  const dryRun = order.dryRun ?? false
  const [there, here] = [
    { ...who, tenantId: to },
    { ...who, tenantId: from },
  ]
  const read = (ctx: ReadCtx) => readAll(ctx, kinds, order.items)
  const { result: found } = await access.read(here, COPY_ROLE, read)
  const { result: names } = await access.read(there, COPY_ROLE, (ctx) => namesIn(ctx, kinds))
  const planned = plan(found, names)
  const fresh = planned.filter(({ action }) => action === 'create')
  if (dryRun || fresh.length === 0)
    return { dryRun, items: planned.map(({ body: _body, ...one }) => ({ ...one, newId: null })) }
  const named = fresh.map(shownName)
  await access.act(here, COPY_ROLE, request, (ctx) =>
    audit(ctx, { action: 'copy_to', entityType: 'tenant', entityId: from, after: { to, items: named } }),
  )
  const made = await access.act(there, COPY_ROLE, request, async (ctx) => {
    // One copy at a time: of two at once, the second finds what the first one brought.
    await lockTenant(ctx)
    const items: Copied['items'] = []
    for (const { body, ...one } of plan(found, await namesIn(ctx, kinds))) {
      const { make } = kinds.find(({ kind }) => kind === one.kind)!
      items.push({ ...one, newId: one.action === 'create' ? (await make(ctx, body)).id : null })
    }
    await audit(ctx, {
      action: 'copy_from',
      entityType: 'tenant',
      entityId: to,
      after: { from, items: items.filter(({ newId }) => newId !== null).map(shownName) },
    })
    return items
  })
  return { dryRun, items: made }
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

const shownName = ({ kind, name }: { kind: string; name: string }) => `${kind}: ${name}`
const nameOf = (kind: string, name: string) => `${kind} ${fold(name.trim())}`

/** Of two with the same name the first one goes. */
function plan(found: readonly Found[], taken: ReadonlySet<string>) {
  const names = new Set(taken)
  return found.map((one) => {
    const name = nameOf(one.kind, one.name)
    const action = names.has(name) ? ('skip' as const) : ('create' as const)
    names.add(name)
    return { ...one, action }
  })
}

/** An organisation of others is one that is not there. */
async function assertOwn(access: TenantAccess, who: Claims, ids: readonly string[]): Promise<void> {
  const own = await access.lookUp('list the organisations of a person', (db) =>
    db
      .selectFrom('memberships')
      .select('tenant_id')
      .where('user_id', '=', who.userId)
      .where('status', '=', 'ACTIVE')
      .execute(),
  )
  for (const id of ids)
    if (!own.some(({ tenant_id }) => tenant_id === canonicalId(id))) throw notFound('la organización')
}
