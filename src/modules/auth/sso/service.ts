import type { EnterTenant, TenantAccess } from '#db/access.ts'
import { audit, type Change } from '#db/audit.ts'
import type { Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { after } from '#kernel/dates.ts'
import type { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { digest, newToken, sameSecret } from '#kernel/secrets.ts'
import type { Caller } from '../caller.ts'
import { announceJoining } from '../joining.ts'
import type { Issuer } from '../sessions.ts'
import { type SignedIn, signIn } from '../sign-in.ts'
import { actorOf } from '../trail.ts'
import { admit } from './admission.ts'
import { authorizationUrl, claimsOf, connect, ProviderFault, type Secrets } from './provider.ts'
import { refusal } from './refusals.ts'
import type { Attempt, SsoRow } from './repo.ts'
import * as repo from './repo.ts'
import { ATTEMPT_TTL_MS, type Client, SSO_CALLBACK, safeReturn } from './rules.ts'
import { providerOf } from './settings.ts'

// ── to the provider ──

export interface Start {
  slug: string
  client: Client
  returnTo: string | undefined
  /** The cookie of an earlier attempt, so that two tabs do not disturb each other. */
  browser: string | undefined
}

/** The address to which the browser goes, and the cookie that ties the way back to it. */
export async function start(access: TenantAccess, tools: Tools, { slug, client, returnTo, browser }: Start) {
  const offer = await access.lookUp('find the sign-in of an organisation', (db) => repo.findOffer(db, slug))
  if (!offer) throw refusal('notOffered')
  const config = await orRefuse(() => connect(providerOf(offer, tools), tools))
  const cookie = browser && COOKIE.test(browser) ? browser : newToken()
  const state = newToken()
  const redirectUri = tools.publicUrl + SSO_CALLBACK
  const url = await authorizationUrl(config, { redirectUri, ...secretsOf(tools, cookie, state) })
  const attempt = {
    tenant_id: offer.tenant_id,
    id: newId(),
    state_hash: digest(state),
    browser_hash: digest(cookie),
    issuer: offer.issuer,
    client_id: offer.client_id,
    return_to: safeReturn(returnTo),
    client,
    expires_at: after(tools.now(), ATTEMPT_TTL_MS),
  }
  return { url, cookie, attempt }
}

const COOKIE = /^[\w-]{43}$/

/** Derived, so that neither the database nor the address contains them. */
function secretsOf({ vault }: Tools, cookie: string, state: string): Secrets {
  const derived = (use: string) => vault.derive(`sso-${use}:${cookie}:${state}`).toString('base64url')
  return { state, nonce: derived('nonce'), verifier: derived('verifier') }
}

// ── back from the provider ──

export interface Return {
  state: string
  /** The query as received, with the provider's code or refusal. */
  search: string
  browser: string | undefined
}

/** What the provider proved. The attempt is used up, whatever its outcome. */
export interface Proven {
  attempt: Attempt
  settings: SsoRow
  claims: Record<string, unknown>
}

export async function takeAttempt(
  db: Db,
  { state, browser }: Return,
  now: Date,
): Promise<Attempt | undefined> {
  const attempt = await repo.takeAttempt(db, digest(state))
  const isOurs =
    attempt && browser && sameSecret(attempt.browser_hash, digest(browser)) && attempt.expires_at > now
  return isOurs ? attempt : undefined
}

/** Calls the provider. It takes seconds, so it runs between two transactions. */
export async function prove(
  access: TenantAccess,
  tools: Tools,
  attempt: Attempt,
  { state, search, browser }: Return,
): Promise<Proven> {
  const settings = await access.lookUp('find the provider of a sign-in', (db) =>
    repo.findSettings({ db, tenantId: attempt.tenant_id }),
  )
  if (!settings?.enabled || settings.issuer !== attempt.issuer || settings.client_id !== attempt.client_id)
    throw refusal('changed')
  const claims = await orRefuse(async () => {
    const config = await connect(providerOf(settings, tools), tools)
    const cameBackTo = `${tools.publicUrl}${SSO_CALLBACK}${search}`
    return claimsOf(config, cameBackTo, secretsOf(tools, browser!, state))
  })
  return { attempt, settings, claims }
}

async function orRefuse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderFault) throw refusal(error.isAway ? 'away' : 'provider', error.message)
    throw error
  }
}

/** Admits the person, joins them where the organisation's rules say so, and signs them in, in one transaction. */
export async function enterByCompany(
  issuer: Issuer,
  db: Db,
  enter: EnterTenant,
  proven: Proven,
  caller: Caller,
): Promise<SignedIn> {
  const { tenant, user, joinedAs, changes } = await admit(db, proven, issuer.tools.now())
  const proof = { method: 'sso', strong: false, ssoTenantId: tenant.id, tenantId: tenant.id } as const
  const signedIn = await signIn(issuer, db, enter, { id: user.id }, proof, caller)
  if (changes.length > 0) {
    const ctx = await enter(tenant, actorOf(user), caller)
    await audit(ctx, ...changes)
    if (joinedAs) await announceJoining(ctx, { ...user, role: joinedAs })
  }
  // After a company's sign-in the service asks for no second factor of its own.
  return signedIn as SignedIn
}

/** Logs a refusal in the organisation's log, in a transaction of its own because the sign-in rolled back. */
export async function auditRefusal(
  access: TenantAccess,
  tenantId: string,
  caller: Caller,
  failure: Failure,
  claims: Record<string, unknown> | undefined,
): Promise<void> {
  const told = {
    reason: failure.details?.[0]?.rule ?? failure.code,
    email: shown(claims?.['email']),
    subject: shown(claims?.['sub']),
  }
  const change: Change = { action: 'refuse_sign_in', entityType: 'sso', entityId: tenantId, after: told }
  await access.actFor(tenantId, NOBODY, caller, (ctx) => audit(ctx, change))
}

const NOBODY = { type: 'public', id: undefined, name: undefined, role: undefined } as const

function shown(claim: unknown): string | null {
  return typeof claim === 'string' ? claim.slice(0, 254) : null
}
