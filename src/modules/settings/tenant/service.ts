import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { columnsOf } from '#http/columns.ts'
import { impossible } from '#kernel/failure.ts'
import { reaches } from '#kernel/roles.ts'
import { readSso } from '#modules/auth/public.ts'
import { listEntities } from '#modules/org/public.ts'
import { changeSiemSecret } from '../siem.ts'
import * as repo from './repo.ts'
import { canonicalLocale, isTimeZone } from './rules.ts'
import { TenantPatch } from './schemas.ts'
import { dpoView, tenantView } from './views.ts'

export async function showTenant(ctx: ReadCtx) {
  const row = await repo.findTenant(ctx)
  return tenantView(row, ctx, await maySeeSecret(ctx))
}

/** An absent field stays. Null clears optional fields and leaves required ones alone. */
export async function updateTenant(ctx: WriteCtx, patch: TenantPatch) {
  const { locale, timezone, legalGate, siemSecret, siemSecretOverlapHours, ...others } = patch
  const { requireMfa, ssoEnforced, answerRetentionDays, ...sent } = others
  const before = await repo.lockTenant(ctx)
  if (requireMfa && !before.require_mfa) await assertStrong(ctx)
  if (ssoEnforced && !before.sso_enforced) await assertOwnSignIn(ctx)
  const fields = {
    ...columnsOf(TenantPatch, sent, { branding: {} }),
    ...(locale?.trim() && { locale: realLocale(locale.trim()) }),
    ...(timezone?.trim() && { timezone: realTimeZone(timezone.trim()) }),
    ...(legalGate && { legal_gate: legalGate }),
    ...(typeof requireMfa === 'boolean' && { require_mfa: requireMfa }),
    ...(typeof ssoEnforced === 'boolean' && { sso_enforced: ssoEnforced }),
    ...(answerRetentionDays && { answer_retention_days: answerRetentionDays }),
    ...changeSiemSecret(ctx, before, { siemSecret, siemSecretOverlapHours }),
    updated_at: ctx.now,
  }
  const after = { ...before, ...fields }
  const [row] = await together(
    repo.updateTenant(ctx, fields),
    audit(ctx, { action: 'update', entityType: 'tenant', entityId: before.id, before, after }),
  )
  return tenantView(row, ctx, await maySeeSecret(ctx))
}

/** Requiring a second factor must not lock out the person who requires it. API keys are never locked out. */
async function assertStrong(ctx: WriteCtx): Promise<void> {
  const session = await repo.findOwnSession(ctx)
  if (!session || session.strong || session.sso_tenant_id === ctx.tenantId) return
  throw impossible(
    'requireMfa',
    'Usted inició sesión sin un segundo factor y quedaría fuera. Configure uno, inicie sesión con él y vuelva a intentarlo.',
  )
}

async function assertOwnSignIn(ctx: WriteCtx): Promise<void> {
  const { row, testedByCaller } = await readSso(ctx, ctx.actor.id)
  if (!row?.enabled)
    throw impossible(
      'ssoEnforced',
      'Primero configure y active el inicio de sesión propio: sin él nadie podría entrar.',
    )
  if (testedByCaller || ctx.actor.type !== 'user') return
  throw impossible(
    'ssoEnforced',
    'Usted no ha entrado con el inicio de sesión propio y podría quedar fuera. Entre con él una vez y vuelva a intentarlo.',
  )
}

async function maySeeSecret(ctx: ReadCtx): Promise<boolean> {
  const role = await ctx.role()
  return role !== undefined && reaches(role, 'ADMIN')
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

export async function checkDpo(ctx: ReadCtx) {
  const newestFirst = await listEntities(ctx)
  return dpoView(newestFirst.filter(({ is_active }) => is_active).toReversed())
}
