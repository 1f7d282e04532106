import type { Data } from '#client'
import type { Asked, AtOnce, ItemIn, Paged, PathIn, Reading } from './data.ts'

/** Changes that an act shows before the service answers. */

/** Changes an answer of the service, for one input or for all. */
export function inRecord<P extends PathIn<Reading>, I>(
  path: P,
  change: (shown: Data<`GET ${P}`>, input: I) => Data<`GET ${P}`>,
  asked?: Asked<`GET ${P}`>,
): AtOnce<I> {
  return { key: asked ? [path, asked] : [path], change }
}

/** Changes the rows of a list on all its loaded pages. */
export function inRows<P extends PathIn<Reading>, I>(
  path: P,
  change: (row: ItemIn<P>, input: I) => ItemIn<P>,
): AtOnce<I> {
  return inPages<P, I>([path, 'list'], (rows, input) => rows.map((row) => change(row, input)))
}

/** A list without some of its rows. */
export function withoutRows<P extends PathIn<Reading>, I>(
  path: P,
  isGone: (row: ItemIn<P>, input: I) => boolean,
): AtOnce<I> {
  return inPages<P, I>([path, 'list'], (rows, input) => rows.filter((row) => !isGone(row, input)))
}

/** A loaded list with one new row on top. */
export function withRow<P extends PathIn<Reading>, I>(
  [path, query]: readonly [path: P, query: object],
  rowOf: (input: I) => ItemIn<P>,
): AtOnce<I> {
  return inPages<P, I>([path, 'list', query], (rows, input, page) =>
    page === 0 ? [rowOf(input), ...rows] : rows,
  )
}

function inPages<P extends PathIn<Reading>, I>(
  key: readonly unknown[],
  change: (rows: ItemIn<P>[], input: I, page: number) => ItemIn<P>[],
): AtOnce<I> {
  const ofPage = (page: Paged<ItemIn<P>>, input: I, at: number) =>
    Object.fromEntries(
      Object.entries(page).map(([name, value]) => [
        name,
        Array.isArray(value) ? change(value, input, at) : value,
      ]),
    )
  return {
    key,
    change: (shown: { pages: Paged<ItemIn<P>>[] }, input) => ({
      ...shown,
      pages: shown.pages.map((page, at) => ofPage(page, input, at)),
    }),
  }
}
