import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { isNetwork, SCOPES, type Scope } from '#http/scopes.ts'
import { after, HOUR_MS, toInstant } from '#kernel/dates.ts'
import { Failure, found, impossible } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { sayRole } from '#kernel/roles.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import * as repo from './repo.ts'
import { apiKeys } from './repo.ts'
import { DEFAULT_ROLE, DEFAULT_SCOPES, type KeyRole, mayGive, OVERLAP, PREFIX_LENGTH } from './rules.ts'
import type { ApiKeyPatch, KeysQuery, NewApiKey, Rotation } from './schemas.ts'
import { apiKeyView } from './views.ts'

const API_KEY = 'la clave de API'

export async function listKeys(ctx: ReadCtx, query: KeysQuery) {
  const { rows, ...page } = await repo.listKeys(ctx, query)
  return { items: (await repo.withHolders(ctx, rows)).map(apiKeyView), ...page }
}

export async function getKey(ctx: ReadCtx, id: string) {
  return shown(ctx, found(await apiKeys.find(ctx, id), API_KEY))
}

async function shown(ctx: ReadCtx, row: repo.ApiKeyRow) {
  const [one] = await repo.withHolders(ctx, [row])
  return apiKeyView(one!)
}

/** Every scope with a description that uses the module's tag. */
export function listScopes(modules: readonly { name: string; tag: string }[]) {
  const works: Record<string, string> = { read: 'leer', write: 'escribir', '*': 'leer y escribir' }
  return {
    items: SCOPES.map((scope) => {
      const [name, work = ''] = scope.split(':')
      const what = modules.find((module) => module.name === name)?.tag.split(':', 1)[0]
      return { scope, label: `${what ?? name}: ${works[work]}` }
    }),
  }
}

/** Only this answer contains the key: the database stores its digest. */
export async function createKey(ctx: WriteCtx, body: NewApiKey) {
  const { key, ...fresh } = newKey()
  const apiKey = {
    id: newId(),
    ...fresh,
    name: body.name,
    scopes: distinct(body.scopes ?? DEFAULT_SCOPES),
    role: allowedRole(ctx, body.role ?? DEFAULT_ROLE),
    allowed_addresses: networks(body.allowedAddresses),
    allowed_origins: origins(body.allowedOrigins),
    requests_per_minute: body.requestsPerMinute ?? null,
    is_active: true,
    expires_at: readExpiry(body.expiresAt),
    created_by: ctx.actor.id ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  const [row] = await together(
    apiKeys.insert(ctx, apiKey),
    audit(ctx, { action: 'create', entityType: 'api_key', entityId: apiKey.id, after: apiKey }),
  )
  return { ...(await shown(ctx, row)), key }
}

/** An absent field stays. Null clears expiry and restrictions, but not the role or the scopes. */
export async function updateKey(ctx: WriteCtx, id: string, body: ApiKeyPatch) {
  const before = found(await apiKeys.lock(ctx, id), API_KEY)
  const { name, scopes, role, expiresAt, isActive } = body
  const { allowedAddresses, allowedOrigins, requestsPerMinute } = body
  const fields = {
    ...(name !== undefined && { name }),
    ...(scopes && { scopes: distinct(scopes) }),
    ...(role && { role: allowedRole(ctx, role) }),
    ...(allowedAddresses !== undefined && { allowed_addresses: networks(allowedAddresses) }),
    ...(allowedOrigins !== undefined && { allowed_origins: origins(allowedOrigins) }),
    ...(requestsPerMinute !== undefined && { requests_per_minute: requestsPerMinute }),
    ...(expiresAt !== undefined && { expires_at: readExpiry(expiresAt) }),
    ...(typeof isActive === 'boolean' && { is_active: isActive }),
    updated_at: ctx.now,
  }
  const after = { ...before, ...fields }
  const [row] = await together(
    apiKeys.update(ctx, id, fields),
    audit(ctx, { action: 'update', entityType: 'api_key', entityId: id, before, after }),
  )
  return shown(ctx, row)
}

/** Makes a new key with the same name and rights. The former one works a little longer, so programs can switch. */
export async function rotateKey(ctx: WriteCtx, id: string, body: Rotation) {
  const before = found(await apiKeys.lock(ctx, id), API_KEY)
  const { key, ...fresh } = newKey()
  const hours = body?.overlapHours ?? OVERLAP.default
  const overlap = hours === 0 ? null : after(ctx.now, hours * HOUR_MS)
  const fields = {
    ...fresh,
    previous_hash: overlap && before.key_hash,
    previous_until: overlap,
    created_by: ctx.actor.id ?? null,
    updated_at: ctx.now,
  }
  const changed = { before, after: { ...before, ...fields } }
  const [row] = await together(
    apiKeys.update(ctx, id, fields),
    audit(ctx, { action: 'rotate', entityType: 'api_key', entityId: id, ...changed }),
  )
  return { ...(await shown(ctx, row)), key }
}

/** The next call is refused already, because every call looks its key up. */
export async function revokeKey(ctx: WriteCtx, id: string): Promise<void> {
  const before = found(await apiKeys.remove(ctx, id), API_KEY)
  await audit(ctx, { action: 'delete', entityType: 'api_key', entityId: id, before })
}

function newKey() {
  const key = `rsg_${newToken()}`
  return { key, prefix: key.slice(0, PREFIX_LENGTH), key_hash: digest(key) }
}

function allowedRole({ actor }: WriteCtx, role: KeyRole): KeyRole {
  if (mayGive(actor.role, role)) return role
  throw new Failure('forbidden', `No puede crear una clave con el rol ${sayRole(role)}: es superior al suyo.`)
}

function networks(sent: readonly string[] | null | undefined): string[] {
  const texts = (sent ?? []).map((text) => text.trim())
  const wrong = texts.findIndex((text) => !isNetwork(text))
  if (wrong < 0) return [...new Set(texts)]
  throw impossible(
    `allowedAddresses[${wrong}]`,
    `«${texts[wrong]}» no es una dirección IP ni una red, por ejemplo 200.27.10.5 o 200.27.10.0/24.`,
  )
}

function origins(sent: readonly string[] | null | undefined): string[] {
  const texts = (sent ?? []).map((text) => text.trim().replace(/\/$/, ''))
  const wrong = texts.findIndex((text) => URL.parse(text)?.origin !== text)
  if (wrong < 0) return [...new Set(texts)]
  throw impossible(
    `allowedOrigins[${wrong}]`,
    `«${texts[wrong]}» no es un sitio: escriba solo protocolo y dominio, por ejemplo https://www.tiendasur.cl.`,
  )
}

function readExpiry(sent: string | null | undefined): Date | null {
  return sent?.trim() ? toInstant(sent) : null
}

function distinct(scopes: readonly Scope[]): Scope[] {
  return [...new Set(scopes)]
}
