import {
  keepPreviousData,
  queryOptions,
  useQueries,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Data, type Resguardo, ResguardoError } from '#client'
import type { Paged } from './data.ts'
import { useOrganisation } from './frame/organisation.tsx'
import { serviceOf } from './service.ts'

/** Records that a person chooses from: all of a short list, and of a long one those that she looks for. */

/** Lists that grow with the organisation. Each finds by words and sorts by name. */
export type ChoicePath = '/rat/activities' | '/data-map/systems' | '/processors'

type Named = Pick<Data<`GET ${ChoicePath}`>['items'][number], 'id' | 'name'>
type Page = Paged<Named>

export interface Choosing {
  path: ChoicePath
  /** What narrows the list beside words. */
  query: object
  /** All of a short list; of a long one the first. */
  rows: readonly Named[]
  total: number
  isWhole: boolean
}

const AT_ONCE = 100
/** More are looked for: each hundred is a call that waits for the one before. */
const MOST_WHOLE = 300

/** What a person may choose from, before she types a word. */
export function choosing(slug: string, path: ChoicePath, query: object = {}) {
  return queryOptions({
    queryKey: [slug, path, 'choosing', query],
    queryFn: async ({ signal }): Promise<Choosing> => {
      const ask = (cursor: string) =>
        askFor(serviceOf(slug), path, { ...query, limit: AT_ONCE, cursor }, signal)
      let page = await ask('')
      const { total } = page.pagination
      const isWhole = total <= MOST_WHOLE
      const rows = namedOf(page)
      while (isWhole && page.nextCursor) {
        page = await ask(page.nextCursor)
        rows.push(...namedOf(page))
      }
      return { path, query, rows, total, isWhole }
    },
  })
}

/** The same for a screen, which waits for it. */
export function useChoosing(path: ChoicePath, query?: object): Choosing {
  const { slug } = useOrganisation()
  return useSuspenseQuery(choosing(slug, path, query)).data
}

const PAUSE_MS = 300

/** What the service finds in a long list: asked when the person pauses; meanwhile the last answer stays. */
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
      // What is chosen of them keeps its name without another call.
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

/** What records are called that may stand on no page that is here: one call for each that nobody has shown yet. */
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

/** On its way. */
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

/** The name of one record in a table that waits for nothing. */
export function useName(path: ChoicePath, id: string | null): string | undefined {
  const { slug } = useOrganisation()
  const listed = useQuery({ ...choosing(slug, path), enabled: id !== null })
  const inList = listed.data?.rows.find((row) => row.id === id)?.name
  const isElsewhere = id !== null && inList === undefined && listed.data?.isWhole === false
  const asked = useQuery({ ...naming(slug, path, id ?? ''), enabled: isElsewhere })
  return inList ?? asked.data
}

function askFor(service: Resguardo, path: ChoicePath, query: object, signal: AbortSignal): Promise<Page> {
  return service.call<Page>('GET', path, { query: { sort: 'name', ...query }, signal })
}

function namedOf(page: Page): Named[] {
  return (Object.values(page).find(Array.isArray) as Named[]).map(({ id, name }) => ({ id, name }))
}
