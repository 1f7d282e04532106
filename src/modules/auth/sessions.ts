import type { Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { together } from '#db/sql.ts'
import { type BrowserSessions, IDLE_BROWSER_MS } from '#http/browser-session.ts'
import { ACCESS_TTL_SECONDS, NO_TENANT, type Tokens } from '#http/tokens.ts'
import { after } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import type { Caller } from './caller.ts'
import type * as repo from './repo.ts'
import { SESSION_TTL_MS } from './rules.ts'
import type { Opened, Proof } from './sign-in.ts'

export interface Issuer {
  tokens: Tokens
  browsers: BrowserSessions
  tools: Tools
}

/** The two tokens of a session, with the contract's field names. */
export interface TokenPair {
  access_token: string
  refresh_token: string
  token_type: 'Bearer'
  expires_in: number
}

interface Held {
  userId: string
  sessionId: string
  tenant: repo.TenantOfUser | undefined
}

/** One sign-in on one device: a family of refresh tokens, or a cookie. */
export async function openSession(
  issuer: Issuer,
  db: Db,
  userId: string,
  tenant: repo.TenantOfUser | undefined,
  { method, strong, ssoTenantId }: Proof,
  { browser, addressPrefix, device }: Caller,
): Promise<Opened> {
  const now = issuer.tools.now()
  const held = { userId, sessionId: newId(), tenant }
  const [, opened] = await together(
    db
      .insertInto('sessions')
      .values({
        id: held.sessionId,
        user_id: userId,
        tenant_id: tenant?.id ?? null,
        created_at: now,
        expires_at: after(now, browser ? IDLE_BROWSER_MS : SESSION_TTL_MS),
        method,
        strong,
        sso_tenant_id: ssoTenantId ?? null,
        browser,
        proven_at: now,
        last_used_at: now,
        address_prefix: addressPrefix ?? null,
        device,
      })
      .execute(),
    handOut(issuer, db, held, browser),
  )
  return opened
}

/** Gives the caller of an existing session its cookie, or the next pair. */
export async function handOut(issuer: Issuer, db: Db, held: Held, browser: boolean): Promise<Opened> {
  if (!browser) return { tokens: await issue(issuer, db, held), cookie: undefined }
  const { userId, sessionId, tenant } = held
  const cookie = issuer.browsers.seal({ userId, sessionId, tenantId: tenant?.id ?? NO_TENANT })
  return { tokens: undefined, cookie }
}

/** Issues the next pair of an existing session. */
export async function issue(
  { tokens, tools }: Issuer,
  db: Db,
  { userId, sessionId, tenant }: Held,
): Promise<TokenPair> {
  const now = tools.now()
  const refreshToken = newToken()
  const tenantId = tenant?.id ?? null
  await db
    .insertInto('refresh_tokens')
    .values({
      token_hash: digest(refreshToken),
      session_id: sessionId,
      tenant_id: tenantId,
      expires_at: after(now, SESSION_TTL_MS),
      spent_at: null,
    })
    .execute()
  return {
    access_token: tokens.sign({ userId, tenantId, role: tenant?.role ?? null, sessionId }, now),
    refresh_token: refreshToken,
    token_type: 'Bearer',
    expires_in: ACCESS_TTL_SECONDS,
  }
}
