import type { Data } from '#client'
import type { Asked, AtOnce, ItemIn, Paged, PathIn, Reading } from './data.ts'

/** What an act shows before the service has answered. */

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
