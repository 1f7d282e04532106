import type { Ctx } from '#db/context.ts'
import { iso } from '#kernel/dates.ts'
import { reaches } from '#kernel/roles.ts'
import type { EntityRow } from '#modules/org/public.ts'
import type { TenantRow } from './repo.ts'
import { recommendDpo } from './rules.ts'
import type { DpoCheck, Tenant } from './schemas.ts'

export function tenantView({ actor, tools }: Ctx, row: TenantRow): Tenant {
  const mayKnow = actor.role !== undefined && reaches(actor.role, 'ADMIN')
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    plan: row.plan,
    taxId: row.tax_id,
    contactEmail: row.contact_email,
    locale: row.locale,
    timezone: row.timezone,
    branding: row.branding,
    siemSecret: mayKnow ? tools.vault.open(row.siem_secret_sealed) : null,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}

/** `entities` are the active ones, the main one first. */
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
