import { audit } from '#db/audit.ts'
import type { Ctx, Reading } from '#db/context.ts'
import { impossible } from '#kernel/failure.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { listEntities } from '#modules/org/public.ts'
import { rotateSiemSecret } from '../siem.ts'
import * as repo from './repo.ts'
import { canonicalLocale, isTimeZone } from './rules.ts'
import type { TenantPatch } from './schemas.ts'
import { dpoView, tenantView } from './views.ts'

export async function showTenant(ctx: Ctx) {
  return tenantView(ctx, await repo.findTenant(ctx))
}

/** Absent leaves alone, null clears what may be empty and leaves alone what may not. */
export async function updateTenant(ctx: Ctx, patch: TenantPatch) {
  const { name, taxId, contactEmail, locale, timezone, branding, siemSecret } = patch
  const before = await repo.lockTenant(ctx)
  const row = await repo.updateTenant(ctx, {
    ...(name !== undefined && { name }),
    ...(taxId !== undefined && { tax_id: noneIfBlank(taxId) }),
    ...(contactEmail !== undefined && { contact_email: noneIfBlank(contactEmail) }),
    ...(locale?.trim() && { locale: realLocale(locale.trim()) }),
    ...(timezone?.trim() && { timezone: realTimeZone(timezone.trim()) }),
    ...(branding !== undefined && { branding: branding ?? {} }),
    ...(typeof siemSecret === 'string' && rotateSiemSecret(ctx, before.siem_secret_sealed, siemSecret)),
    updated_at: ctx.now,
  })
  await audit(ctx, { action: 'update', entityType: 'tenant', entityId: row.id, before, after: row })
  return tenantView(ctx, row)
}

function realLocale(text: string): string {
  const locale = canonicalLocale(text)
  if (!locale)
    throw impossible('locale', `«${text}» no es un idioma conocido (BCP 47). Use por ejemplo «es-CL».`)
  return locale
}

function realTimeZone(text: string): string {
  if (!isTimeZone(text))
    throw impossible(
      'timezone',
      `«${text}» no es una zona horaria conocida (IANA). Use por ejemplo «America/Santiago».`,
    )
  return text
}

export async function checkDpo(ctx: Reading) {
  const newestFirst = await listEntities(ctx)
  return dpoView(newestFirst.filter(({ is_active }) => is_active).toReversed())
}
