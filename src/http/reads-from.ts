import type { ReadFrom } from '#db/database.ts'
import { ROLES } from '#kernel/roles.ts'
import type { RouteAccess } from './types.ts'

/** Data that decides on access is read from the primary, whatever the replicas have. */
const ON_THE_PRIMARY = ['/auth', '/scim', '/settings', '/notifications'] as const
/** Exceptions: logs of past events. */
const YET_FROM_REPLICAS = ['/settings/audit-log'] as const

interface Route {
  role: RouteAccess
  writesBecause?: string
}

/**
 * Lists, records, searches, statistics, exports and documents for a member or an API key may come from a replica. Acts,
 * public requests and identity checks never do.
 */
export function readsFrom(method: string, path: string, route: Route): { readsFrom?: ReadFrom } {
  const isUnder = (parts: readonly string[]) =>
    parts.some((part) => path === part || path.startsWith(`${part}/`))
  const isForMembers = ROLES.some((role) => role === route.role)
  if (method !== 'get' || !isForMembers || route.writesBecause !== undefined) return {}
  return isUnder(ON_THE_PRIMARY) && !isUnder(YET_FROM_REPLICAS) ? {} : { readsFrom: 'replica' }
}
