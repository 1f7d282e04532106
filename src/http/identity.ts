import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { type Claims, NOT_A_MEMBER, UNAUTHORIZED } from '#db/access.ts'
import { BoundedMap } from '#kernel/bounded-map.ts'
import { Failure } from '#kernel/failure.ts'
import { ROLES, reaches, sayRole } from '#kernel/roles.ts'
import { digest } from '#kernel/secrets.ts'
import type { BrowserSessions } from './browser-session.ts'
import { grants } from './scopes.ts'
import type { Tokens } from './tokens.ts'
import type { FindKeyHolder, KeyHolder, RouteAccess } from './types.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required on every route: the app does not start without it. */
    role?: RouteAccess
    /** The scope an API key needs. Without one, no key passes. */
    scope?: string
  }
  interface FastifyRequest {
    claims: Claims | undefined
    keyHolder: KeyHolder | undefined
    /** The request names an organisation that does not exist. */
    picksNothing: boolean
    /** The organisation of the caller's session or key. */
    readonly tenantId: string
  }
  interface FastifyInstance {
    /** Every route as it was declared, for the tests that walk over all of them. */
    routeTable: readonly RouteOptions[]
  }
}

const WITHOUT_TOKEN: readonly RouteAccess[] = ['PUBLIC', 'PORTAL', 'API_KEY', 'SCIM']
/** Routes for programs alone, each kind with its own key. */
const KEYS_ONLY: readonly RouteAccess[] = ['API_KEY', 'SCIM']
const ACCESSES: readonly RouteAccess[] = [...ROLES, 'PUBLIC', 'SIGNED_IN', 'API_KEY', 'SCIM', 'PORTAL']

/** Identifies the caller first, so that requests are counted per tenant. `requireIdentity` enforces access afterwards. */
export function useIdentity(app: FastifyInstance, tokens: Tokens, browsers: BrowserSessions): void {
  app.decorateRequest('claims', undefined)
  app.decorateRequest('keyHolder', undefined)
  app.decorateRequest('picksNothing', false)
  app.decorateRequest('tenantId', {
    getter(this: FastifyRequest) {
      const caller = this.keyHolder ?? this.claims
      if (!caller) throw new Failure('unauthorized', UNAUTHORIZED)
      return caller.tenantId
    },
  })
  const findTenantId = createTenantFinder(app)

  /** A cookie counts only without another credential. */
  function claimsOf(request: FastifyRequest): Claims | undefined {
    const { authorization } = request.headers
    if (authorization === undefined) return browsers.read(request)
    const token = bearer(authorization)
    return token === undefined ? undefined : tokens.verify(token, app.tools.now())
  }

  app.addHook('onRequest', (request, _reply, done) => {
    const { config } = request.routeOptions
    if (config.role === undefined || WITHOUT_TOKEN.includes(config.role)) return done()
    const claims = claimsOf(request)
    request.claims = claims
    const slug = request.headers[TENANT_HEADER] ?? addressedTenant(request, claims)
    if (claims === undefined || slug === undefined) return done()
    findTenantId(String(slug)).then((tenantId) => {
      // Refused only after it is counted, so that guessing names spends a budget.
      if (tenantId === undefined) request.picksNothing = true
      else request.claims = { ...claims, tenantId, homeTenantId: claims.tenantId }
      done()
    }, done)
  })
}

/** Picks the organisation of one request. */
const TENANT_HEADER = 'x-resguardo-tenant'

/** A frame, a download and an event stream cannot send a header, so pages put the organisation into the address. */
function addressedTenant({ method, query }: FastifyRequest, claims: Claims | undefined): string | undefined {
  const slug =
    method === 'GET' && claims?.browser ? (query as Record<string, unknown>)[TENANT_HEADER] : undefined
  return typeof slug === 'string' ? slug : undefined
}

const LONGEST_SLUG = 100
const MOST_KNOWN_SLUGS = 10_000

/** The id of an organisation by its slug, which never changes. */
function createTenantFinder(app: FastifyInstance): (slug: string) => Promise<string | undefined> {
  const known = new BoundedMap<string, string>({ most: MOST_KNOWN_SLUGS })
  return async (slug) => {
    const id = known.get(slug)
    if (id !== undefined || slug.length > LONGEST_SLUG) return id
    const row = await app.access.lookUp('find the organisation that a request picks', (db) =>
      db.selectFrom('tenants').select('id').where('slug', '=', slug).executeTakeFirst(),
    )
    if (row) known.set(slug, row.id)
    return row?.id
  }
}

/** Reads the API key of a request. A key that never worked before is a guess, looked up only if guessing is allowed. */
export type ReadKey = (request: FastifyRequest, mayGuess: () => Promise<boolean>) => Promise<void>

const MOST_KNOWN_KEYS = 10_000

export function createKeyReader(
  app: FastifyInstance,
  finders: { apiKey: FindKeyHolder; scim: FindKeyHolder },
): ReadKey {
  /** Hashes of keys that worked, only to tell them from guesses. Every call still checks whether the key holds. */
  const known = new BoundedMap<string, true>({ most: MOST_KNOWN_KEYS })

  return async (request, mayGuess) => {
    const { authorization, 'x-api-key': apiKey } = request.headers
    const isScim = request.routeOptions.config.role === 'SCIM'
    const key = isScim ? bearer(authorization) : apiKey
    if (typeof key !== 'string') return
    const hash = digest(key)
    if (!known.has(hash) && !(await mayGuess())) return
    const find = isScim ? finders.scim : finders.apiKey
    request.keyHolder = await find(app.access, key, app.tools.now())
    if (request.keyHolder) known.set(hash, true)
    else known.delete(hash)
  }
}

/** Every route says who may call it, or the app does not start. Must be added after the rate limit. */
export function requireIdentity(app: FastifyInstance): void {
  const table: RouteOptions[] = []
  app.decorate('routeTable', table)
  app.addHook('onRoute', (route) => {
    if (route.method === 'OPTIONS') return
    if (route.method !== 'HEAD') table.push(route)
    const access = route.config?.role
    if (access === undefined || !ACCESSES.includes(access)) {
      throw new Error(`${route.method} ${route.url} does not say who may call it (config.role)`)
    }
    if (access === 'PUBLIC' || access === 'PORTAL') return
    const { scope } = route.config!
    route.onRequest = [
      ...[route.onRequest ?? []].flat(),
      (request, _reply, done) => {
        if (request.picksNothing) done(new Failure('forbidden', NOT_A_MEMBER))
        else if (bringsKey(request)) done(keyFault(request, access, scope))
        else done(request.claims ? undefined : new Failure('unauthorized', UNAUTHORIZED))
      },
    ]
  })
}

/** A session wins over a key: a caller that sends both acts as the person. */
export function bringsKey({ claims, headers, routeOptions: { config } }: FastifyRequest): boolean {
  if (config.role !== undefined && KEYS_ONLY.includes(config.role)) return true
  if (claims || config.role === undefined || WITHOUT_TOKEN.includes(config.role)) return false
  return headers.authorization === undefined && headers['x-api-key'] !== undefined
}

const NO_KEY = 'La clave de API falta, no existe, fue revocada o venció. Envíela en «X-API-Key».'
const NO_SCIM_TOKEN =
  'El token de SCIM falta, no existe, fue revocado o venció. Envíelo en «Authorization: Bearer».'

function keyFault(
  request: FastifyRequest,
  access: RouteAccess,
  scope: string | undefined,
): Failure | undefined {
  const { keyHolder } = request
  if (!keyHolder) {
    return new Failure('unauthorized', access === 'SCIM' ? NO_SCIM_TOKEN : NO_KEY)
  }
  return placeFault(request, keyHolder) ?? scopeFault(keyHolder, access, scope)
}

/** Keys may be bound to addresses and pages, so that a leaked key is useless elsewhere. */
function placeFault({ ip, headers: { origin } }: FastifyRequest, key: KeyHolder): Failure | undefined {
  if (key.allowedAddresses.length > 0 && !isWithin(ip, key.allowedAddresses))
    return refused('address', 'La clave de API no se puede usar desde esta dirección de red.')
  if (origin !== undefined && key.allowedOrigins.length > 0 && !key.allowedOrigins.includes(origin))
    return refused('origin', 'La clave de API no se puede usar desde este sitio.')
  return undefined
}

function scopeFault(
  { scopes, role }: KeyHolder,
  access: RouteAccess,
  scope: string | undefined,
): Failure | undefined {
  if (KEYS_ONLY.includes(access) && scope === undefined) return undefined
  if (scope === undefined)
    return refused('person', 'Esto lo hace una persona con su sesión: una clave de API no puede.')
  if (!grants(scopes, scope)) return refused('scope', `La clave de API no tiene el permiso «${scope}».`)
  const required = ROLES.find((name) => name === access)
  if (required && !reaches(role, required))
    return refused(
      'role',
      `Esta acción requiere el rol ${sayRole(required)} o superior; la clave tiene ${sayRole(role)}.`,
    )
  return undefined
}

function refused(rule: string, message: string): Failure {
  return new Failure('forbidden', message, { details: [{ path: '', message, rule }] })
}

function isWithin(address: string, networks: readonly string[]): boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits] = network.split('/')
    const family = isIPv6(base) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(base, family)
    else list.addSubnet(base, Number(bits), family)
  }
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

export function bearer(header: string | undefined): string | undefined {
  const parts = header === undefined ? null : /^Bearer +(\S+) *$/i.exec(header)
  return parts?.[1]
}
