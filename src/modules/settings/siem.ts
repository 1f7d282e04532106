import type { Selectable } from 'kysely'
import type { TenantAccess } from '#db/access.ts'
import type { ReadCtx, Tools } from '#db/context.ts'
import type { Tables } from '#db/tables.ts'
import { after, HOUR_MS } from '#kernel/dates.ts'
import type { Plan } from '#kernel/plans.ts'
import { newToken } from '#kernel/secrets.ts'

/** The SIEM gets a new secret later than the service. Until then the former one is valid too, so no alert is lost. */
const OVERLAP_HOURS = 24
export const MOST_OVERLAP_HOURS = 72

type SiemColumns = Pick<
  Selectable<Tables['tenants']>,
  'siem_secret_sealed' | 'siem_previous_secret_sealed' | 'siem_previous_until'
>

export interface SiemTenant {
  tenantId: string
  plan: Plan
  /** The valid secrets of an alert, the current one first. */
  secrets: readonly string[]
}

/** An unknown slug takes the same steps as a known one, so the time does not show which slugs exist. */
export async function findSiemTenant(
  access: TenantAccess,
  { vault, now }: Tools,
  slug: string,
): Promise<SiemTenant | undefined> {
  const row = await access.lookUp('find the tenant of a SIEM alert', (db) =>
    db
      .selectFrom('tenants')
      .select(['id', 'plan', 'siem_secret_sealed', 'siem_previous_secret_sealed', 'siem_previous_until'])
      .where('slug', '=', slug)
      .executeTakeFirst(),
  )
  const id = row?.id ?? ''
  const current = vault.tryOpen(row?.siem_secret_sealed ?? vault.seal(newToken(), 'siem', id), 'siem', id)
  if (!row) return undefined
  const { siem_previous_secret_sealed: previous } = row
  const overlaps = previous !== null && overlapEnd(row, now()) !== null
  const earlier = overlaps ? vault.tryOpen(previous, 'siem', id) : null
  // A secret that cannot be decrypted is useless until a person enters it again.
  const secrets = [current, earlier].filter((secret) => secret !== null)
  return { tenantId: row.id, plan: row.plan, secrets }
}

/** The end of the former secret; null if it is over. */
export function overlapEnd({ siem_previous_until: until }: SiemColumns, now: Date): Date | null {
  return until !== null && until > now ? until : null
}

/**
 * The columns that a new secret or a new end of the overlap changes. The same secret again is no rotation. Hours without a
 * new secret can end or shorten the overlap but never extend it: an abandoned secret must not become valid again.
 */
export function changeSiemSecret(
  { tools, now, tenantId }: ReadCtx,
  before: SiemColumns,
  { siemSecret, siemSecretOverlapHours: hours }: SiemChange,
): Partial<SiemColumns> {
  const { vault } = tools
  if (siemSecret && vault.tryOpen(before.siem_secret_sealed, 'siem', tenantId) !== siemSecret) {
    const sealed = { siem_secret_sealed: vault.seal(siemSecret, 'siem', tenantId) }
    const until = after(now, (hours ?? OVERLAP_HOURS) * HOUR_MS)
    return { ...sealed, ...overlap(before.siem_secret_sealed, until, now) }
  }
  const running = overlapEnd(before, now)
  if (hours == null || running === null) return {}
  const until = after(now, hours * HOUR_MS)
  return until < running ? overlap(before.siem_previous_secret_sealed, until, now) : {}
}

interface SiemChange {
  siemSecret?: string | null | undefined
  siemSecretOverlapHours?: number | null | undefined
}

function overlap(sealed: string | null, until: Date, now: Date) {
  const runs = until > now
  return { siem_previous_secret_sealed: runs ? sealed : null, siem_previous_until: runs ? until : null }
}
