import { MINUTE_MS } from '#kernel/dates.ts'
import { ROLES, type Role } from '#kernel/roles.ts'
import { normaliseEmail } from '#kernel/text.ts'

/** How long a person may take at the provider. */
export const ATTEMPT_TTL_MS = 10 * MINUTE_MS

/** The client of the sign-in: a browser gets a cookie and a page, a program gets tokens. */
export const CLIENTS = ['console', 'api'] as const
export type Client = (typeof CLIENTS)[number]

/** The only address to which providers send people back. */
export const SSO_CALLBACK = '/api/v1/auth/sso/callback'

export function ssoStart(slug: string): string {
  return `/api/v1/auth/sso/${slug}/start`
}

/** No page of ours has a longer address. */
const LONGEST_RETURN = 500

/** A path of this site. `//host`, `/\host` and control characters would lead a browser elsewhere. */
export function safeReturn(path: string | undefined): string {
  const isSafe =
    path !== undefined && path.length <= LONGEST_RETURN && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path)
  return isSafe ? path : '/'
}

/** The part of an address after the last @. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1)
}

/** The provider's claims in our own field names. */
export interface Person {
  subject: string
  email: string
  name: string
}

type Claims = Readonly<Record<string, unknown>>

/**
 * The person, or why the claims identify none. If a provider never sends `email_verified` the address is accepted, because
 * only proven domains of the organisation come this far. If it sends false the address is refused.
 */
export function personOf(claims: Claims): Person | { fault: 'noEmail' | 'unverifiedEmail' } {
  const { sub, email, email_verified: verified, name } = claims
  if (typeof email !== 'string' || !/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254)
    return { fault: 'noEmail' }
  if (verified !== undefined && verified !== true && verified !== 'true') return { fault: 'unverifiedEmail' }
  const shown =
    typeof name === 'string'
      ? name
          .replace(/[\p{Cc}\p{Cf}]/gu, '')
          .trim()
          .slice(0, 200)
      : ''
  return { subject: String(sub), email: normaliseEmail(email), name: shown || email }
}

export interface RoleMapping {
  roleClaim: string | null
  roleMap: Readonly<Record<string, Role>>
  defaultRole: Role
  /** An owner saved the provider in its present form. Otherwise nobody becomes OWNER through it. */
  confirmedByOwner: boolean
}

/** The highest role that a value of the claim maps to, else the default. */
export function roleOf(
  claims: Claims,
  { roleClaim, roleMap, defaultRole, confirmedByOwner }: RoleMapping,
): Role {
  const values = roleClaim === null ? [] : valuesAt(claims, roleClaim)
  const roles = values.flatMap((value) => (Object.hasOwn(roleMap, value) ? [roleMap[value]!] : []))
  const role = ROLES.find((known) => roles.includes(known)) ?? defaultRole
  return role === 'OWNER' && !confirmedByOwner ? 'ADMIN' : role
}

/** `groups`, or a nested claim such as Keycloak's `realm_access.roles`. A claim whose own name has dots wins. */
function valuesAt(claims: Claims, path: string): string[] {
  const steps = Object.hasOwn(claims, path) ? [path] : path.split('.')
  let value: unknown = claims
  for (const step of steps)
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? (value as Claims)[step]
        : undefined
  return [value].flat().filter((one): one is string => typeof one === 'string')
}
