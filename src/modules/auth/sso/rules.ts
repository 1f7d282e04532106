import { MINUTE_MS } from '#kernel/dates.ts'
import { ROLES, type Role } from '#kernel/roles.ts'
import { normaliseEmail } from '#kernel/text.ts'

/** How long a person may take at the provider. */
export const ATTEMPT_TTL_MS = 10 * MINUTE_MS

/** Who opens the sign-in: a browser gets a cookie and a page, a program gets tokens. */
export const CLIENTS = ['console', 'api'] as const
export type Client = (typeof CLIENTS)[number]

/** The one address that providers send people back to. */
export const SSO_CALLBACK = '/api/v1/auth/sso/callback'

export function ssoStart(slug: string): string {
  return `/api/v1/auth/sso/${slug}/start`
}

/** Longer ones are no address that a page of ours gives. */
const LONGEST_RETURN = 500

/** A path of this site. `//host`, `/\host` and control characters would lead a browser elsewhere. */
export function safeReturn(path: string | undefined): string {
  const isSafe =
    path !== undefined && path.length <= LONGEST_RETURN && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path)
  return isSafe ? path : '/'
}

/** The part of an address behind the last @. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1)
}

/** What the provider says of a person, whatever its own spelling. */
export interface Person {
  subject: string
  email: string
  name: string
}

type Claims = Readonly<Record<string, unknown>>

/**
 * The person, or why the claims name none. A provider that never sends `email_verified` is believed, because only proven
 * domains of the organisation come this far; one that says false is not.
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
  /** An owner saved the provider as it is: without that nobody becomes OWNER through it. */
  confirmedByOwner: boolean
}

/** The highest role that a value of the claim stands for; the default one when none does. */
export function roleOf(
  claims: Claims,
  { roleClaim, roleMap, defaultRole, confirmedByOwner }: RoleMapping,
): Role {
  const values = roleClaim === null ? [] : valuesAt(claims, roleClaim)
  const roles = values.flatMap((value) => (Object.hasOwn(roleMap, value) ? [roleMap[value]!] : []))
  const role = ROLES.find((known) => roles.includes(known)) ?? defaultRole
  return role === 'OWNER' && !confirmedByOwner ? 'ADMIN' : role
}

/** `groups`, or `realm_access.roles` as Keycloak nests it. A name with dots of its own counts first. */
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
