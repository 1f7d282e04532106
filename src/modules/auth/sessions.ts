import type { Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { together } from '#db/sql.ts'
import { ACCESS_TTL_SECONDS, type Tokens } from '#http/tokens.ts'
import { after } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import * as repo from './repo.ts'
import { SESSION_TTL_MS } from './rules.ts'

export interface Issuer {
  tokens: Tokens
  tools: Tools
}

/** The two tokens of a session, in the contract's spelling. */
export interface TokenPair {
  access_token: string
  refresh_token: string
  token_type: 'Bearer'
  expires_in: number
}

/** Starts a family of refresh tokens: one sign-in, on one device. */
export async function openSession(
  { tokens, tools }: Issuer,
  db: Db,
  userId: string,
  tenant: repo.TenantOfUser | undefined,
): Promise<TokenPair> {
  const now = tools.now()
  const sessionId = newId()
  const expiresAt = after(now, SESSION_TTL_MS)
  const [, pair] = await together(
    repo.insertSession(db, { id: sessionId, userId, tenantId: tenant?.id ?? null, now, expiresAt }),
    issue({ tokens, tools }, db, { userId, sessionId, tenant }),
  )
  return pair
}

/** The next pair of a session that is already there. */
export async function issue(
  { tokens, tools }: Issuer,
  db: Db,
  { userId, sessionId, tenant }: { userId: string; sessionId: string; tenant: repo.TenantOfUser | undefined },
): Promise<TokenPair> {
  const now = tools.now()
  const refreshToken = newToken()
  await repo.insertRefreshToken(db, digest(refreshToken), sessionId, after(now, SESSION_TTL_MS))
  return {
    access_token: tokens.sign(
      { userId, tenantId: tenant?.id ?? null, role: tenant?.role ?? null, sessionId },
      now,
    ),
    refresh_token: refreshToken,
    token_type: 'Bearer',
    expires_in: ACCESS_TTL_SECONDS,
  }
}
