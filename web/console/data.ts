import {
  infiniteQueryOptions,
  QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { useState } from 'react'
import { type Data, type Input, type ItemOf, type Operations, type Resguardo, ResguardoError } from '#client'
import { useOrganisation } from './frame/organisation.tsx'
import { asSeen, messageOf, serviceOf } from './service.ts'
import { say } from './ui/say.ts'

/** How screens read and change what the service holds. */

type Reading = Extract<keyof Operations, `GET ${string}`>
type PathIn<N extends string> = N extends `GET ${infer P}` ? P : never
type Asked<N extends keyof Operations> = Partial<Pick<Input<N>, 'path' & keyof Input<N>>> &
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

/** Every entry of a list, to choose from: what is not shown cannot be chosen. */
export function whole<P extends PagedPath>(slug: string, path: P, query: object = BY_NAME) {
  return queryOptions({
    queryKey: [slug, path, 'whole', query],
    queryFn: async ({ signal }) => {
      const rows: ItemOf<P>[] = []
      for await (const row of serviceOf(slug).each(path, { query, signal } as never)) rows.push(row)
      return rows
    },
  })
}

const BY_NAME = { sort: 'name' }

/** The same for a screen, which waits for it. */
export function useWhole<P extends PagedPath>(path: P, query?: object): ItemOf<P>[] {
  const { slug } = useOrganisation()
  return useSuspenseQuery(whole(slug, path, query)).data
}

/** What a screen asks for before it needs it: a record as `useRecord` reads it. */
export type Ahead = readonly [path: PathIn<Reading>, input?: object]

/**
 * Asks at once for what several parts of a screen are about to read one after another: records, lists as `useRecords`
 * reads them, and whole ones. Comes before the first of them, which makes the screen wait.
 */
export function useAhead(
  readings: readonly Ahead[],
  lists: readonly (readonly [path: PathIn<Reading>, query: object])[] = [],
  wholes: readonly (readonly [path: PagedPath, query?: object])[] = [],
): void {
  const { slug } = useOrganisation()
  const client = useQueryClient()
  for (const [path, input] of readings) {
    const asked = reading(slug, path, input as never)
    if (!client.getQueryState(asked.queryKey)) void client.prefetchQuery(asked)
  }
  for (const [path, query] of lists) {
    const asked = listing(slug, path, query)
    if (!client.getQueryState(asked.queryKey)) void client.prefetchInfiniteQuery(asked)
  }
  for (const [path, query] of wholes) {
    const asked = whole(slug, path, query)
    if (!client.getQueryState(asked.queryKey)) void client.prefetchQuery(asked)
  }
}

const AT_ONCE = 100

/** A list of the service, a hundred at a time. */
function listing<P extends PathIn<Reading>>(slug: string, path: P, query: object) {
  return infiniteQueryOptions({
    queryKey: [slug, path, 'list', query],
    queryFn: ({ pageParam, signal }) =>
      serviceOf(slug).call<Paged<ItemIn<P>>>('GET', path, {
        query: { limit: AT_ONCE, ...query, cursor: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

/** A list, longer as it is scrolled. What others write meanwhile makes none come twice. */
export function useRecords<P extends PathIn<Reading>>(path: P, query: object) {
  const { slug } = useOrganisation()
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(
    listing(slug, path, query),
  )
  return {
    rows: data.pages.flatMap((page) => Object.values(page).find(Array.isArray) as ItemIn<P>[]),
    total: data.pages[0]!.pagination.total,
    more: hasNextPage && !isFetchingNextPage ? fetchNextPage : undefined,
  }
}

type PagedPath = Parameters<Resguardo['each']>[0]
type ItemIn<P> = P extends PagedPath ? ItemOf<P> : never

type Paged<T> = Record<string, T[]> & { pagination: { total: number }; nextCursor?: string }

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
interface AtOnce<I> {
  key: readonly unknown[]
  change: (shown: never, input: I) => unknown
}

/** An answer of the service, for everything that was asked or for one question. */
export function inRecord<P extends PathIn<Reading>, I>(
  path: P,
  change: (shown: Data<`GET ${P}`>, input: I) => Data<`GET ${P}`>,
  asked?: Asked<`GET ${P}`>,
): AtOnce<I> {
  return { key: asked ? [path, asked] : [path], change }
}

/** The rows of a list, however far it was scrolled. */
export function inRows<P extends PathIn<Reading>, I>(
  path: P,
  change: (row: ItemIn<P>, input: I) => ItemIn<P>,
): AtOnce<I> {
  const ofPage = (page: Paged<ItemIn<P>>, input: I) =>
    Object.fromEntries(
      Object.entries(page).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map((row) => change(row, input)) : value,
      ]),
    )
  return {
    key: [path, 'list'],
    change: (shown: { pages: Paged<ItemIn<P>>[] }, input) => ({
      ...shown,
      pages: shown.pages.map((page) => ofPage(page, input)),
    }),
  }
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

/**
 * The version of a record when the part that changes it was opened: one's own changes renew it, what others save
 * meanwhile does not.
 */
export function useSeen(path: string) {
  const { slug } = useOrganisation()
  const [seen, setSeen] = useState(() => asSeen(slug, path))
  return { seen, renew: () => setSeen(asSeen(slug, path)) }
}

function addressOf(path: string, input: object | undefined): string {
  const values = (input as { path?: Record<string, string> } | undefined)?.path ?? {}
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

function queryOf(input: object | undefined): { query?: Record<string, unknown> } {
  const query = (input as { query?: Record<string, unknown> } | undefined)?.query
  return query ? { query } : {}
}
