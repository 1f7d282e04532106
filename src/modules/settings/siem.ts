import type { Reading, Tools } from '#db/context.ts'
import type { Doors } from '#db/doors.ts'
import { after, DAY_MS } from '#kernel/dates.ts'
import type { Plan } from '#kernel/plans.ts'
import { newToken } from '#kernel/secrets.ts'

/** The SIEM learns of a new secret later than we do: until then its alerts must not be lost. */
const PREVIOUS_COUNTS_MS = DAY_MS

export interface SiemTenant {
  tenantId: string
  plan: Plan
  /** The secrets an alert may be signed with, the current one first. */
  secrets: readonly string[]
}

/** An unknown slug takes the same steps as a known one, so that slugs cannot be told by the time. */
export async function findSiemTenant(
  doors: Doors,
  { vault, now }: Tools,
  slug: string,
): Promise<SiemTenant | undefined> {
  const row = await doors.lookUp('find the tenant of a SIEM alert', (db) =>
    db
      .selectFrom('tenants')
      .select(['id', 'plan', 'siem_secret_sealed', 'siem_previous_secret_sealed', 'siem_secret_rotated_at'])
      .where('slug', '=', slug)
      .executeTakeFirst(),
  )
  const current = vault.open(row?.siem_secret_sealed ?? vault.seal(newToken()))
  if (!row) return undefined
  const { siem_previous_secret_sealed: previous, siem_secret_rotated_at: rotatedAt } = row
  const overlaps = previous !== null && rotatedAt !== null && after(rotatedAt, PREVIOUS_COUNTS_MS) > now()
  return {
    tenantId: row.id,
    plan: row.plan,
    secrets: overlaps ? [current, vault.open(previous)] : [current],
  }
}

/** What a new secret changes of the tenant's row; nothing when it is the one in use. */
export function rotateSiemSecret({ tools, now }: Reading, sealedBefore: string, secret: string) {
  if (tools.vault.open(sealedBefore) === secret) return {}
  return {
    siem_secret_sealed: tools.vault.seal(secret),
    siem_previous_secret_sealed: sealedBefore,
    siem_secret_rotated_at: now,
  }
}
