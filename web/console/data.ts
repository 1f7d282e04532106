import {
  QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { type Data, type Input, type ItemOf, type Operations, type Resguardo, ResguardoError } from '#client'
import { useOrganisation } from './frame/organisation.tsx'
import { messageOf, serviceOf } from './service.ts'
import { say } from './ui/say.ts'

/** How screens read and change what the service holds. */

export type Reading = Extract<keyof Operations, `GET ${string}`>
export type PathIn<N extends string> = N extends `GET ${infer P}` ? P : never
export type Asked<N extends keyof Operations> = Partial<Pick<Input<N>, 'path' & keyof Input<N>>> &
  Omit<Input<N>, 'path'>

export const queries = new QueryClient({
  defaultOptions: {
    // Without a network a call fails at once, and says so. By default it would wait in silence until there is one.
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 15_000,
      // The client itself tries again where that helps.
      retry: (count, error) => count < 2 && !(error instanceof ResguardoError),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** One answer of the service, by organisation, path and what was asked. */
export function reading<P extends PathIn<Reading>>(slug: string, path: P, input?: Asked<`GET ${P}`>) {
  return queryOptions({
    queryKey: [slug, path, input ?? null],
    queryFn: ({ signal }) =>
      serviceOf(slug).call<Data<`GET ${P}`>>('GET', addressOf(path, input), { ...queryOf(input), signal }),
  })
}

/** What the screen shows; it waits for it, and says so. */
export function useRecord<P extends PathIn<Reading>>(path: P, input?: Asked<`GET ${P}`>): Data<`GET ${P}`> {
  const { slug } = useOrganisation()
  return useSuspenseQuery(reading(slug, path, input)).data
}

export type PagedPath = Parameters<Resguardo['each']>[0]
export type ItemIn<P> = P extends PagedPath ? ItemOf<P> : never

export type Paged<T> = Record<string, T[]> & { pagination: { total: number }; nextCursor?: string }

interface Acting<I, T> {
  /** Said when it is done. */
  done?: string | ((answer: T, input: I) => string)
  /** Where a form shows the refusal itself. */
  quiet?: boolean
  after?: (answer: T, input: I) => void
  /** Shown before the service answers, and taken back if it refuses: for what is small and can be undone. */
  atOnce?: readonly AtOnce<I>[]
}

/** What is shown, and how it looks once the act is done. */
export interface AtOnce<I> {
  key: readonly unknown[]
  change: (shown: never, input: I) => unknown
}

/** An act in this organisation: afterwards everything that is shown of it is read again. */
export function useAct<I = void, T = unknown>(
  act: (service: Resguardo, input: I) => Promise<T>,
  acting?: Acting<I, T>,
) {
  return useActIn(useOrganisation().slug, act, acting)
}

/** The same in the organisation that is named; without one, an act of the person on their own account. */
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
        // Why it was refused may be news too.
        void client.invalidateQueries({ queryKey: key })
      }
      if (!quiet) say(messageOf(error), 'danger')
      // Somebody else saved the record. Its form hears of it once what it says now is there.
      if (error instanceof ResguardoError && error.status === 412)
        await client.invalidateQueries({ queryKey: [slug] })
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
