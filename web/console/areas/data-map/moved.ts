/** Positions to which a person dragged systems. They stay on this device, so each person has their own map. */
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
    // With a full or blocked storage the positions are lost, but the map works.
  }
}

export function forgetMoved(slug: string, group: string): void {
  localStorage.removeItem(keyOf(slug, group))
}
