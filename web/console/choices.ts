import {
  keepPreviousData,
  queryOptions,
  useQueries,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ResguardoError } from '#client'
import { askFor, type ChoicePath, type Choosing, choosing, type Named, namedOf } from './choosing.ts'
import { useOrganisation } from './frame/organisation.tsx'
import { serviceOf } from './service.ts'

/** Choosing from records: from the whole list if it is short, by search if it is long. */

/** Starts loading the choices of a screen. Call it before the first `useChoosing`, which suspends. */
export function useChoosingAhead(paths: readonly ChoicePath[]): void {
  const { slug } = useOrganisation()
  const client = useQueryClient()
  for (const path of paths) {
    const asked = choosing(slug, path)
    if (!client.getQueryState(asked.queryKey)) void client.prefetchQuery(asked)
  }
}

/** The choices of a list. Suspends until they are loaded. */
export function useChoosing(path: ChoicePath, query?: object): Choosing {
  const { slug } = useOrganisation()
  return useSuspenseQuery(choosing(slug, path, query)).data
}

const PAUSE_MS = 300

/** Searches a long list once the person pauses typing. Until the answer comes, the last one stays. */
export function useFound({ path, query, rows, total }: Choosing, words: string, atMost: number) {
  const { slug } = useOrganisation()
  const client = useQueryClient()
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(words), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])
  const { data, error, isFetching } = useQuery({
    queryKey: [slug, path, 'found', query, asked, atMost],
    queryFn: async ({ signal }) => {
      const page = await askFor(serviceOf(slug), path, { ...query, q: asked, limit: atMost }, signal)
      const found = namedOf(page)
      // The name of a found record stays known when the person chooses it, without another call.
      for (const { id, name } of found) client.setQueryData(nameKey(slug, path, id), name)
      return { rows: found, total: page.pagination.total }
    },
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
  const first = { rows: rows.slice(0, atMost), total }
  return {
    ...(asked === '' ? first : (data ?? first)),
    error: asked === '' ? null : error,
    isLooking: words !== asked || isFetching,
  }
}

/** Names of records that may not be on a loaded page. Sends one call per unknown name. */
export function useNames(
  { path, rows }: Pick<Choosing, 'path' | 'rows'>,
  ids: readonly string[],
): ReadonlyMap<string, string> {
  const { slug } = useOrganisation()
  const known = new Map(rows.map(({ id, name }) => [id, name]))
  const unknown = ids.filter((id) => !known.has(id))
  const asked = useQueries({ queries: unknown.map((id) => naming(slug, path, id)) })
  for (const [index, id] of unknown.entries()) known.set(id, asked[index]?.data ?? UNNAMED)
  return known
}

/** Shown until the name arrives. */
const UNNAMED = '…'
const GONE = 'Ya no está en la lista'

const nameKey = (slug: string, path: ChoicePath, id: string) => [slug, path, 'name', id] as const

function naming(slug: string, path: ChoicePath, id: string) {
  return queryOptions({
    queryKey: nameKey(slug, path, id),
    queryFn: async ({ signal }) => {
      try {
        const { name } = await serviceOf(slug).call<Named>('GET', `${path}/${encodeURIComponent(id)}`, {
          signal,
        })
        return name
      } catch (error) {
        if (error instanceof ResguardoError && error.status === 404) return GONE
        throw error
      }
    },
  })
}

/** The name of one record. Does not suspend, so a table does not wait for it. */
export function useName(path: ChoicePath, id: string | null): string | undefined {
  const { slug } = useOrganisation()
  const listed = useQuery({ ...choosing(slug, path), enabled: id !== null })
  const inList = listed.data?.rows.find((row) => row.id === id)?.name
  const isElsewhere = id !== null && inList === undefined && listed.data?.isWhole === false
  const asked = useQuery({ ...naming(slug, path, id ?? ''), enabled: isElsewhere })
  return inList ?? asked.data
}
