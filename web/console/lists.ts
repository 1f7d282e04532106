import {
  infiniteQueryOptions,
  queryOptions,
  useQueryClient,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import type { ItemOf } from '#client'
import {
  addressOf,
  type ItemIn,
  type Paged,
  type PagedPath,
  type PathIn,
  type Reading,
  reading,
} from './data.ts'
import { useOrganisation } from './frame/organisation.tsx'
import { serviceOf } from './service.ts'

/** How screens read lists, page by page or whole, and load data ahead. */

/** All entries of a list that stays short, for choices. */
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

/** The whole list. Suspends until it is loaded. */
export function useWhole<P extends PagedPath>(path: P, query?: object): ItemOf<P>[] {
  const { slug } = useOrganisation()
  return useSuspenseQuery(whole(slug, path, query)).data
}

/** A record that a screen loads ahead, named as for `useRecord`. */
export type Ahead = readonly [path: PathIn<Reading>, input?: object]

/**
 * Starts loading what several parts of a screen will read: records, lists for `useRecords`, and whole lists. Call it before
 * the first of them, which suspends and would delay the others.
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

/** The query of a list, a hundred rows per page. */
function listing<P extends PathIn<Reading>>(
  slug: string,
  path: P,
  query: object,
  names: Readonly<Record<string, string>> = {},
) {
  return infiniteQueryOptions({
    queryKey: [slug, path, 'list', query, names],
    queryFn: ({ pageParam, signal }) =>
      serviceOf(slug).call<Paged<ItemIn<P>>>('GET', addressOf(path, { path: names }), {
        query: { limit: AT_ONCE, ...query, cursor: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

/** A list that grows as the person scrolls. The cursor keeps rows from repeating while others write. */
export function useRecords<P extends PathIn<Reading>>(
  path: P,
  query: object,
  /** Values for the path. */
  names?: Readonly<Record<string, string>>,
) {
  const { slug } = useOrganisation()
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(
    listing(slug, path, query, names),
  )
  const rows = data.pages.flatMap((page) => Object.values(page).find(Array.isArray) as ItemIn<P>[])
  return {
    rows,
    total: data.pages[0]!.pagination.total,
    more: hasNextPage && !isFetchingNextPage ? fetchNextPage : undefined,
    /** Number of rows not loaded yet. */
    left: hasNextPage ? data.pages[0]!.pagination.total - rows.length : 0,
  }
}
