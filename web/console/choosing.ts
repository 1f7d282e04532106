import { queryOptions } from '@tanstack/react-query'
import type { Resguardo } from '#client'
import type { Paged } from './data.ts'
import { serviceOf } from './service.ts'

/** The query behind a choice, which any screen may load early. The search comes with the field (choices.ts). */

/** Lists that grow with the organisation. Each one has a search and a sort by name. */
export type ChoicePath = '/rat/activities' | '/data-map/systems' | '/processors' | '/domains'

export interface Named {
  id: string
  name: string
}
type Page = Paged<Named>

export interface Choosing {
  path: ChoicePath
  /** Filters besides the words of the search. */
  query: object
  /** All records of a short list, or the first page of a long one. */
  rows: readonly Named[]
  total: number
  isWhole: boolean
}

const AT_ONCE = 100
/** Longer lists are searched: their pages load one after another, a hundred records each. */
const MOST_WHOLE = 300

/** The choices before the person types. */
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

export function askFor(
  service: Resguardo,
  path: ChoicePath,
  query: object,
  signal: AbortSignal,
): Promise<Page> {
  return service.call<Page>('GET', path, { query: { sort: 'name', ...query }, signal })
}

export function namedOf(page: Page): Named[] {
  return (Object.values(page).find(Array.isArray) as Named[]).map(({ id, name }) => ({ id, name }))
}
