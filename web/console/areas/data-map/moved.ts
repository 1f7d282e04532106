/** Where a person put the systems of a map. It stays on this device: the map of another person is theirs. */
export type Moved = Readonly<Record<string, { x: number; y: number }>>

const keyOf = (slug: string, group: string) => `resguardo:mapa:${slug}:${group}`

export function readMoved(slug: string, group: string): Moved {
  try {
    return JSON.parse(localStorage.getItem(keyOf(slug, group)) ?? '{}')
  } catch {
    return {}
  }
}

export function keepMoved(slug: string, group: string, moved: Moved): void {
  try {
    localStorage.setItem(keyOf(slug, group), JSON.stringify(moved))
  } catch {
    // A full or closed storage costs the places, not the map.
  }
}

export function forgetMoved(slug: string, group: string): void {
  localStorage.removeItem(keyOf(slug, group))
}
