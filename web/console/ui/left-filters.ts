/**
 * The last filters and order of each list, so that the way back from a record leads to the same rows. The state of dialogs
 * is left out, so going back opens none.
 */

type Words = Record<string, string | undefined>

const left = new Map<string, Words>()

export function noteFilters(pathname: string, search: Words, names: readonly string[]): void {
  left.set(pathname, Object.fromEntries(names.map((name) => [name, search[name]])))
}

/** Adds the last filters of the list to the way back, unless it has its own. */
export function wayBack<Way extends { to?: unknown; search?: unknown }>(way: Way): Way {
  const isGiven = Object.keys(way.search ?? {}).length > 0
  const filters = left.get(String(way.to))
  return isGiven || !filters ? way : { ...way, search: filters }
}
