import type { ReadCtx } from '#db/context.ts'
import { viewOf } from '#http/view.ts'
import { iso } from '#kernel/dates.ts'
import type { EntityRow } from '#modules/org/public.ts'
import { overlapEnd } from '../siem.ts'
import type { TenantRow } from './repo.ts'
import { recommendDpo } from './rules.ts'
import { type DpoCheck, Tenant } from './schemas.ts'

export const tenantView = viewOf<TenantRow, [ctx: ReadCtx, maySeeSecret: boolean]>()(Tenant, {
  siemSecret: (row, { tools }, maySeeSecret) =>
    maySeeSecret ? tools.vault.tryOpen(row.siem_secret_sealed, 'siem', row.id) : null,
  siemPreviousSecretUntil: (row, { now }) => iso(overlapEnd(row, now)),
})

/** `entities`: the active ones, the main entity first. */
export function dpoView(entities: readonly EntityRow[]): DpoCheck {
  const withDpo = entities.filter(hasDpo)
  const [first] = withDpo
  return {
    hasDpo: first !== undefined,
    dpo: first ? { name: first.dpo_name, email: first.dpo_email } : null,
    entities: entities.map((entity) => ({ id: entity.id, name: entity.name, hasDpo: hasDpo(entity) })),
    recommendation: recommendDpo(withDpo.length, entities.length),
  }
}

function hasDpo({ dpo_name, dpo_email }: EntityRow): boolean {
  return Boolean(dpo_name?.trim() || dpo_email?.trim())
}
