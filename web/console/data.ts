import {
  QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { type Data, type Input, type ItemOf, type Operations, type Resguardo, ResguardoError } from '#client'
import { useOrganisation } from './frame/organisation.tsx'
import { isStale } from './refusals.ts'
import { messageOf, serviceOf } from './service.ts'
import { say } from './ui/say.ts'

/** How screens read and change data of the service. */

export type Reading = Extract<keyof Operations, `GET ${string}`>
export type PathIn<N extends string> = N extends `GET ${infer P}` ? P : never
export type Asked<N extends keyof Operations> = Partial<Pick<Input<N>, 'path' & keyof Input<N>>> &
  Omit<Input<N>, 'path'>

export const queries = new QueryClient({
  defaultOptions: {
    // Without a network a call fails at once and shows it. By default React Query would wait silently.
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 15_000,
      // The client already retries answers of the service, so only other failures are retried here.
      retry: (count, error) => count < 2 && !(error instanceof ResguardoError),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** The query for one answer, keyed by organisation, path and input. */
export function reading<P extends PathIn<Reading>>(slug: string, path: P, input?: Asked<`GET ${P}`>) {
  return queryOptions({
    queryKey: [slug, path, input ?? null],
    queryFn: ({ signal }) =>
      serviceOf(slug).call<Data<`GET ${P}`>>('GET', addressOf(path, input), { ...queryOf(input), signal }),
  })
}

/** The answer that the screen shows. Suspends until it is loaded. */
export function useRecord<P extends PathIn<Reading>>(path: P, input?: Asked<`GET ${P}`>): Data<`GET ${P}`> {
  const { slug } = useOrganisation()
  return useSuspenseQuery(reading(slug, path, input)).data
}

export type PagedPath = Parameters<Resguardo['each']>[0]
export type ItemIn<P> = P extends PagedPath ? ItemOf<P> : never

export type Paged<T> = Record<string, T[]> & { pagination: { total: number }; nextCursor?: string }

interface Acting<I, T> {
  /** Shown when the act succeeds. */
  done?: string | ((answer: T, input: I) => string)
  /** Set if a form shows the refusal itself. */
  quiet?: boolean
  after?: (answer: T, input: I) => void
  /** Shown before the service answers and reverted if it refuses. Only for small changes that can be undone. */
  atOnce?: readonly AtOnce<I>[]
}

/** A query, and how its answer looks after the act. */
export interface AtOnce<I> {
  key: readonly unknown[]
  change: (shown: never, input: I) => unknown
}

/** An act in this organisation. Afterwards all its shown data are read again. */
export function useAct<I = void, T = unknown>(
  act: (service: Resguardo, input: I) => Promise<T>,
  acting?: Acting<I, T>,
) {
  return useActIn(useOrganisation().slug, act, acting)
}

/** The same in the named organisation. An empty slug means an act on the person's own account. */
export function useActIn<I = void, T = unknown>(
  slug: string,
  act: (service: Resguardo, input: I) => Promise<T>,
  { done, quiet, after, atOnce = [] }: Acting<I, T> = {},
) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: [slug],
    mutationFn: (input: I) => act(serviceOf(slug), input),
    onMutate: async (input) => {
      const before = []
      for (const { key, change } of atOnce) {
        const filter = { queryKey: [slug, ...key] }
        await client.cancelQueries(filter)
        before.push(...client.getQueriesData(filter))
        client.setQueriesData(filter, (shown) => shown && change(shown as never, input))
      }
      return before
    },
    onSuccess: async (answer, input) => {
      await client.invalidateQueries({ queryKey: [slug] })
      void client.invalidateQueries({ queryKey: ['', '/auth/me'] })
      if (done) say(typeof done === 'string' ? done : done(answer, input))
      after?.(answer, input)
    },
    onError: async (error, _, before) => {
      for (const [key, shown] of before ?? []) {
        client.setQueryData(key, shown)
        // The reason for the refusal may have changed the data, so they are read again.
        void client.invalidateQueries({ queryKey: key })
      }
      // Somebody else changed the record. The console reads it again before it shows the refusal.
      if (isStale(error)) await client.invalidateQueries({ queryKey: [slug] })
      if (!quiet) say(messageOf(error), 'danger')
    },
  })
}

export function addressOf(path: string, input: object | undefined): string {
  const values = (input as { path?: Record<string, string> } | undefined)?.path ?? {}
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

function queryOf(input: object | undefined): { query?: Record<string, unknown> } {
  const query = (input as { query?: Record<string, unknown> } | undefined)?.query
  return query ? { query } : {}
}
