import type { ReadFrom } from '#db/database.ts'
import { ROLES } from '#kernel/roles.ts'
import type { RouteAccess } from './types.ts'

/** What decides who gets in is read where it is written, whatever a replica may know. */
const ON_THE_PRIMARY = ['/auth', '/scim', '/settings', '/notifications'] as const
/** Of those: what only tells what happened. */
const YET_FROM_REPLICAS = ['/settings/audit-log'] as const

interface Route {
  role: RouteAccess
  writesBecause?: string
}

/**
 * Lists, records, searches, statistics, exports and documents that a member or a key of theirs asks for may come from a
 * replica. What acts, what the public asks for and what checks identity never does.
 */
export function readsFrom(method: string, path: string, route: Route): { readsFrom?: ReadFrom } {
  const isUnder = (parts: readonly string[]) =>
    parts.some((part) => path === part || path.startsWith(`${part}/`))
  const isForMembers = ROLES.some((role) => role === route.role)
  if (method !== 'get' || !isForMembers || route.writesBecause !== undefined) return {}
  return isUnder(ON_THE_PRIMARY) && !isUnder(YET_FROM_REPLICAS) ? {} : { readsFrom: 'replica' }
}
