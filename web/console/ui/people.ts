import { useQuery } from '@tanstack/react-query'
import { reading } from '../data.ts'
import { useOrganisation } from '../frame/organisation.tsx'

/** The members of the organisation by id, for who may see them. */
export function usePeople(): (id: string | null) => string | null {
  const { slug, may } = useOrganisation()
  const { data } = useQuery({ ...reading(slug, '/settings/members'), enabled: may('GET /settings/members') })
  const names = new Map((data?.members ?? []).map(({ userId, name, email }) => [userId, name || email]))
  return (id) => (id === null ? null : (names.get(id) ?? null))
}

/** The same people, to choose one. */
export function useMembers(): readonly (readonly [id: string, name: string])[] {
  const { slug, may } = useOrganisation()
  const { data } = useQuery({ ...reading(slug, '/settings/members'), enabled: may('GET /settings/members') })
  return (data?.members ?? []).map(({ userId, name, email }) => [userId, name || email] as const)
}
