/**
 * What each list was filtered and sorted by when it was left, so that the way back from a record leads to the same rows.
 * Dialogs that stand in the address are not in it: nobody who goes back opens one.
 */

type Words = Record<string, string | undefined>

const left = new Map<string, Words>()

export function noteFilters(pathname: string, search: Words, names: readonly string[]): void {
  left.set(pathname, Object.fromEntries(names.map((name) => [name, search[name]])))
}

/** The way back as it was given, or to where the person was in the list that it leads to. */
export function wayBack<Way extends { to?: unknown; search?: unknown }>(way: Way): Way {
  const isGiven = Object.keys(way.search ?? {}).length > 0
  const filters = left.get(String(way.to))
  return isGiven || !filters ? way : { ...way, search: filters }
}
