import { asSystemOnce } from '#db/access.ts'
import { audit } from '#db/audit.ts'
import type { ReadCtx, Tools, WriteCtx } from '#db/context.ts'
import { lockTenant, together } from '#db/sql.ts'
import { Failure, impossible } from '#kernel/failure.ts'
import type { Role } from '#kernel/roles.ts'
import { type Claim, faultInDns, readClaimsOf } from '#modules/domains/public.ts'
import type { Network } from '#outbound/outbound.ts'
import { connect, type Provider, ProviderFault } from './provider.ts'
import type { SsoRow } from './repo.ts'
import * as repo from './repo.ts'

/** A change by an organisation. An absent field stays; a null secret or claim is cleared. */
export interface SsoChange {
  enabled?: boolean
  issuer?: string
  clientId?: string
  clientSecret?: string | null
  allowedDomains?: string[]
  defaultRole?: Role
  roleClaim?: string | null
  roleMap?: Record<string, Role>
  enforce?: boolean
}

export interface SsoState {
  row: SsoRow | undefined
  enforced: boolean
  /** The caller signed in through the provider in its present form. */
  testedByCaller: boolean
}

export async function readSso(ctx: ReadCtx, userId: string | undefined): Promise<SsoState> {
  const [row, enforced, identity] = await Promise.all([
    repo.findSettings(ctx),
    repo.isEnforced(ctx),
    userId === undefined ? undefined : repo.findIdentity(ctx, userId),
  ])
  return { row, enforced, testedByCaller: isTest(row, identity) }
}

type Identity = Awaited<ReturnType<typeof repo.findIdentity>>

function isTest(row: SsoRow | undefined, identity: Identity): boolean {
  if (!row || !identity) return false
  return identity.issuer === row.issuer && identity.last_used_at >= row.provider_set_at
}

/** A change whose outside facts are still to be checked. */
export interface PreparedSso {
  before: SsoRow | undefined
  after: SsoRow
  claims: Claim[]
}

export async function prepareSso(ctx: ReadCtx, change: SsoChange): Promise<PreparedSso> {
  const [before, claims] = await Promise.all([
    repo.findSettings(ctx),
    readClaimsOf(ctx, (change.allowedDomains ?? []).map(folded)),
  ])
  return { before, after: changed(ctx, before, change), claims }
}

function changed({ tenantId, now, tools }: ReadCtx, before: SsoRow | undefined, change: SsoChange): SsoRow {
  const { issuer = before?.issuer, clientId = before?.client_id, clientSecret } = change
  if (issuer === undefined)
    throw impossible('issuer', 'Falta el emisor: la dirección de su proveedor de identidad.')
  if (clientId === undefined)
    throw impossible('clientId', 'Falta el identificador de cliente que su proveedor dio a Resguardo.')
  // Nobody is shown the secret, so it must not be sent to another provider.
  if (before?.client_secret_sealed && before.issuer !== issuer && clientSecret === undefined)
    throw impossible(
      'clientSecret',
      'El secreto guardado es de otro emisor: escriba el del nuevo, o quítelo si no usa uno.',
    )
  const sealed =
    clientSecret === undefined
      ? before?.client_secret_sealed
      : clientSecret && tools.vault.seal(clientSecret, 'sso', tenantId)
  const isSameProvider =
    before?.issuer === issuer && before.client_id === clientId && clientSecret === undefined
  return {
    tenant_id: tenantId,
    enabled: change.enabled ?? before?.enabled ?? false,
    issuer,
    client_id: clientId,
    client_secret_sealed: sealed || null,
    allowed_domains: change.allowedDomains
      ? [...new Set(change.allowedDomains.map(folded))]
      : (before?.allowed_domains ?? []),
    default_role: change.defaultRole ?? before?.default_role ?? 'VIEWER',
    role_claim: change.roleClaim === undefined ? (before?.role_claim ?? null) : change.roleClaim,
    role_map: change.roleMap ?? before?.role_map ?? {},
    confirmed_by_owner: before?.confirmed_by_owner ?? false,
    provider_set_at: isSameProvider ? before.provider_set_at : now,
    created_at: before?.created_at ?? now,
    updated_at: now,
  }
}

function folded(domain: string): string {
  return domain.trim().toLowerCase()
}

/**
 * Checks what only the outside can confirm: that each new domain is the organisation's, and that the provider answers. It
 * takes seconds, so call it between two transactions.
 */
export async function checkOutside(
  network: Network,
  tools: Tools,
  { before, after, claims }: PreparedSso,
): Promise<void> {
  const known = before?.allowed_domains ?? []
  for (const domain of after.allowed_domains) {
    if (!known.includes(domain)) await assertProven(network, domain, claims)
  }
  if (!after.enabled) return
  if (after.allowed_domains.length === 0)
    throw impossible('allowedDomains', 'Indique al menos un dominio de correo de su organización.')
  const isAsBefore = before?.enabled && before.provider_set_at.getTime() === after.provider_set_at.getTime()
  if (isAsBefore) return
  try {
    await connect(providerOf(after, tools), tools)
  } catch (error) {
    if (error instanceof ProviderFault) throw impossible('issuer', error.message)
    throw error
  }
}

async function assertProven(network: Network, domain: string, claims: readonly Claim[]): Promise<void> {
  const own = claims.filter(({ host }) => host === domain)
  const faults: string[] = []
  for (const claim of own) {
    const fault = claim.isVerified ? await faultInDns(network, claim) : 'Falta verificarlo.'
    if (fault === undefined) return
    faults.push(fault)
  }
  const why = faults.join(' ') || 'No está entre los dominios de su organización.'
  throw impossible(
    'allowedDomains',
    `«${domain}» no está probado por DNS. ${why} Regístrelo en Dominios, cree el registro TXT que ahí se indica y verifíquelo.`,
  )
}

export function providerOf(
  { tenant_id, issuer, client_id, client_secret_sealed: sealed }: SsoRow,
  { vault }: Tools,
): Provider {
  const secret = sealed === null ? undefined : vault.tryOpen(sealed, 'sso', tenant_id)
  if (secret === null)
    throw new Failure(
      'conflict',
      'El secreto del inicio de sesión de su empresa ya no se puede leer: un ADMIN debe ingresarlo de nuevo.',
    )
  return {
    issuer,
    clientId: client_id,
    clientSecret: secret,
  }
}

/**
 * Call it after `checkOutside`. A change saved in between wins, because the checked settings are no longer the ones to save.
 */
export async function saveSso(
  ctx: WriteCtx,
  { before, after }: PreparedSso,
  enforce: boolean | undefined,
): Promise<void> {
  // Also locks the tenant: on a first save there is no row that a second one would wait for.
  const [, locked, enforced, identity] = await together(
    lockTenant(ctx),
    repo.lockSettings(ctx),
    repo.isEnforced(ctx),
    repo.findIdentity(ctx, ctx.actor.id!),
  )
  if (locked?.updated_at.getTime() !== before?.updated_at.getTime())
    throw new Failure(
      'conflict',
      'Otra persona cambió esta configuración recién. Vuelva a cargarla e intente de nuevo.',
    )
  assertMayMap(ctx.actor.role, before, after)
  const isEnforced = after.enabled && (enforce ?? enforced)
  if (isEnforced && !isTest(after, identity))
    throw impossible(
      'enforce',
      'Antes de exigir el inicio de sesión de su organización, entre usted una vez con él: así no deja a nadie afuera por un error.',
    )
  const saved = { ...after, confirmed_by_owner: isConfirmed(ctx.actor.role, before, after) }
  const isSame = before?.provider_set_at.getTime() === after.provider_set_at.getTime()
  if (before?.enabled && !(after.enabled && isSame)) await endSessionsByCompany(ctx)
  await together(
    repo.saveSettings(ctx, saved),
    repo.setEnforced(ctx, isEnforced),
    audit(ctx, {
      action: 'update',
      entityType: 'sso',
      entityId: ctx.tenantId,
      before: before && { ...before, enforce: enforced },
      after: { ...saved, enforce: isEnforced },
    }),
  )
}

/** Only an OWNER grants OWNER, by hand or by a map. What an OWNER set before may stay. */
function assertMayMap(actor: Role | undefined, before: SsoRow | undefined, after: SsoRow): void {
  if (actor === 'OWNER') return
  const isNewDefault = after.default_role === 'OWNER' && before?.default_role !== 'OWNER'
  const isNewMapping = Object.entries(after.role_map).some(
    ([value, role]) => role === 'OWNER' && before?.role_map[value] !== 'OWNER',
  )
  // With another claim the same words have another meaning.
  const givesOwner = after.default_role === 'OWNER' || Object.values(after.role_map).includes('OWNER')
  const isNewClaim = givesOwner && after.role_claim !== (before?.role_claim ?? null)
  if (isNewDefault || isNewMapping || isNewClaim)
    throw new Failure(
      'forbidden',
      'Solo un OWNER puede hacer que el inicio de sesión de la organización dé el rol OWNER.',
    )
}

/**
 * Control over the provider, or over the domains it speaks for, allows signing in as anybody. As an owner it takes an
 * owner's confirmation.
 */
function isConfirmed(actor: Role | undefined, before: SsoRow | undefined, after: SsoRow): boolean {
  if (actor === 'OWNER') return true
  if (!before?.confirmed_by_owner) return false
  const isSameProvider = before.provider_set_at.getTime() === after.provider_set_at.getTime()
  return isSameProvider && after.allowed_domains.every((domain) => before.allowed_domains.includes(domain))
}

/** Ends the sessions that the provider opened. */
async function endSessionsByCompany(ctx: WriteCtx): Promise<void> {
  const ending = ctx.db
    .updateTable('sessions')
    .set({ revoked_at: ctx.now })
    .where('sso_tenant_id', '=', ctx.tenantId)
    .where('revoked_at', 'is', null)
  await asSystemOnce(ctx, 'end the sessions that a provider opened', ending)
}

/** For the operator, if the provider is gone. False if the organisation has no sign-in of its own. */
export async function switchOffSso(ctx: WriteCtx): Promise<boolean> {
  const [row, enforced] = await together(repo.lockSettings(ctx), repo.isEnforced(ctx))
  if (!row && !enforced) return false
  await endSessionsByCompany(ctx)
  await together(
    repo.setEnforced(ctx, false),
    row ? repo.saveSettings(ctx, { ...row, enabled: false, updated_at: ctx.now }) : Promise.resolve(),
    audit(ctx, {
      action: 'switch_off',
      entityType: 'sso',
      entityId: ctx.tenantId,
      before: { enabled: row?.enabled ?? false, enforce: enforced },
      after: { enabled: false, enforce: false },
    }),
  )
  return true
}
