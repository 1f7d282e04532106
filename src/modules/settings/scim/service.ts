import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { viewOf } from '#http/view.ts'
import { toInstant } from '#kernel/dates.ts'
import { found } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { listScimTokens, type ScimTokenRow, scimTokens } from '#modules/auth/public.ts'
import { type NewScimToken, ScimToken, type TokensQuery } from './schemas.ts'

const PREFIX_LENGTH = 12

const tokenView = viewOf<ScimTokenRow>()(ScimToken)

export async function listTokens(ctx: ReadCtx, query: TokensQuery) {
  const { rows, ...page } = await listScimTokens(ctx, query)
  return { items: rows.map(tokenView), ...page }
}

/** Only this answer contains the token: the database stores its digest. */
export async function createToken(ctx: WriteCtx, { name, expiresAt }: NewScimToken) {
  const token = `rsc_${newToken()}`
  const row = {
    id: newId(),
    name,
    prefix: token.slice(0, PREFIX_LENGTH),
    token_hash: digest(token),
    expires_at: expiresAt?.trim() ? toInstant(expiresAt) : null,
    created_by: ctx.actor.id ?? null,
    created_at: ctx.now,
  }
  const [saved] = await together(
    scimTokens.insert(ctx, row),
    audit(ctx, { action: 'create', entityType: 'scim_token', entityId: row.id, after: row }),
  )
  return { ...tokenView(saved), token, baseUrl: `${ctx.tools.publicUrl}/api/v1/scim/v2` }
}

/** The next call is refused already, because every call looks its token up. */
export async function revokeToken(ctx: WriteCtx, id: string): Promise<void> {
  const before = found(await scimTokens.remove(ctx, id), 'el token de SCIM')
  await audit(ctx, { action: 'delete', entityType: 'scim_token', entityId: id, before })
}
