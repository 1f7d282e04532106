import { queryOptions } from '@tanstack/react-query'
import type { Data, Resguardo } from '#client'
import type { Paged } from './data.ts'
import { serviceOf } from './service.ts'

/** What a person chooses from, as every screen may ask for it ahead: how it is looked through comes with its field. */

/** Lists that grow with the organisation. Each finds by words and sorts by name. */
export type ChoicePath = '/rat/activities' | '/data-map/systems' | '/processors'

export type Named = Pick<Data<`GET ${ChoicePath}`>['items'][number], 'id' | 'name'>
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
