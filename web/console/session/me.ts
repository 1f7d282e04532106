import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Data, ResguardoError } from '#client'
import { serviceOf } from '../service.ts'

export type Me = Data<'GET /auth/me'>
export type Membership = Me['tenants'][number]

/** The signed-in person, or null. */
export const meQuery = queryOptions({
  queryKey: ['', '/auth/me'],
  queryFn: () =>
    serviceOf()
      .get('/auth/me')
      .catch((error: unknown) => {
        if (error instanceof ResguardoError && error.status === 401) return null
        throw error
      }),
  staleTime: 60_000,
})

const NOBODY: { user: Me['user'] | undefined; tenants: Membership[] } = { user: undefined, tenants: [] }

export function useMe() {
  return useQuery(meQuery).data ?? NOBODY
}
