import type { ReadCtx } from '#db/context.ts'
import { iso } from '#kernel/dates.ts'
import { readSso, SSO_CALLBACK, ssoStart } from '#modules/auth/public.ts'
import { findTenant } from '../tenant/repo.ts'
import type { Sso } from './schemas.ts'

export async function showSso(ctx: ReadCtx, userId: string): Promise<Sso> {
  const [{ row, enforced, testedByCaller }, { slug }] = await Promise.all([
    readSso(ctx, userId),
    findTenant(ctx),
  ])
  const { publicUrl } = ctx.tools
  return {
    enabled: row?.enabled ?? false,
    issuer: row?.issuer ?? null,
    clientId: row?.client_id ?? null,
    clientSecretSet: row?.client_secret_sealed != null,
    allowedDomains: row?.allowed_domains ?? [],
    defaultRole: row?.default_role ?? 'VIEWER',
    roleClaim: row?.role_claim ?? null,
    roleMap: row?.role_map ?? {},
    enforce: enforced,
    confirmedByOwner: row?.confirmed_by_owner ?? false,
    testedByMe: testedByCaller,
    redirectUri: publicUrl + SSO_CALLBACK,
    startUrl: publicUrl + ssoStart(slug),
    updatedAt: iso(row?.updated_at ?? null),
  }
}
