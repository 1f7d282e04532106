import type { Claims, TenantAccess } from '#db/access.ts'
import type { ReadCtx } from '#db/context.ts'
import { Failure } from '#kernel/failure.ts'
import * as repo from './repo.ts'
import { ENTRY_REFUSALS, type EntryRefusal } from './rules.ts'
import { requireSession } from './service.ts'

export interface Organisation {
  id: string
  name: string
  slug: string
}

/** An organisation of the person that refuses this session. Nothing of it is read. */
export interface Skipped {
  tenantId: string
  tenantName: string
  reason: EntryRefusal
}

/** Leaves room in the connection pool for everybody else. */
const AT_ONCE = 3

/**
 * Reads in every organisation of the person, under each one's own entry rules: one batch of queries per organisation, a few
 * organisations at a time.
 */
export async function overOrganisations(
  access: TenantAccess,
  who: Claims,
  now: Date,
  work: (ctx: ReadCtx, organisation: Organisation) => Promise<void>,
): Promise<Skipped[]> {
  const all = await access.lookUp('list the organisations of a person', async (db) => {
    const [, rows] = await Promise.all([requireSession(db, who, now), repo.listWaiting(db, who, [], now)])
    return rows
  })
  const skipped: Skipped[] = []
  const left = all.values()
  const walk = async () => {
    for (const { id, name, slug, refusal } of left) {
      const reason = refusal ?? (await readIn({ id, name, slug }))
      if (reason) skipped.push({ tenantId: id, tenantName: name, reason })
    }
  }
  const readIn = async (organisation: Organisation) => {
    const member = { ...who, tenantId: organisation.id }
    try {
      await access.read(member, 'VIEWER', (ctx) => work(ctx, organisation))
      return undefined
    } catch (error) {
      return refusalOf(error)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, walk))
  return skipped
}

/** The refusal of an organisation that closed after the list was read. Other errors are thrown again. */
function refusalOf(error: unknown): EntryRefusal | undefined {
  const rule = error instanceof Failure ? error.details?.[0]?.rule : undefined
  const reason = ENTRY_REFUSALS.find((known) => known === rule)
  if (reason) return reason
  throw error
}
