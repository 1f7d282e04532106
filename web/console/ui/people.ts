import { useQuery } from '@tanstack/react-query'
import { useOrganisation } from '../frame/organisation.tsx'
import { whole } from '../lists.ts'

/** All members, for roles that may see them. */
function useEverybody() {
  const { slug, may } = useOrganisation()
  return (
    useQuery({ ...whole(slug, '/settings/members', {}), enabled: may('GET /settings/members') }).data ?? []
  )
}

/** Names of members by id. */
export function usePeople(): (id: string | null) => string | null {
  const names = new Map(useEverybody().map(({ userId, name, email }) => [userId, name || email]))
  return (id) => (id === null ? null : (names.get(id) ?? null))
}

/** Members by name, for a choice. */
export function useMembers(): readonly (readonly [id: string, name: string])[] {
  return useEverybody()
    .map(({ userId, name, email }) => [userId, name || email] as const)
    .sort(([, one], [, other]) => one.localeCompare(other, 'es'))
}
