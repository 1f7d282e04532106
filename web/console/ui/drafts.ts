/** A draft: unsaved input, kept in the browser until the session ends. */
export interface Kept<V, S> {
  values: V
  /** The version of the record that the person edited. */
  seen: S
  /** The content of that version. */
  before?: V
  /** Fields that also changed in the record, and that the person has not edited since. */
  both?: readonly (keyof V & string)[]
}

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The storage key for one person, one organisation and one form. */
export function shelfPlace(userId: string | undefined, slug: string, form: string): string {
  return `draft:${userId ?? ''}:${slug}:${form}`
}

/** The organisation of an address, or '' for the person's own account. */
export function slugAt(pathname: string): string {
  return /\/organizacion\/([^/]+)/.exec(pathname)?.[1] ?? ''
}

/** Undefined if there is no draft, or if it is unreadable. */
export function draftAt<V, S>(shelf: Shelf, place: string): Kept<V, S> | undefined {
  try {
    const kept = JSON.parse(shelf.getItem(place) ?? 'null') as Kept<V, S> | null
    return typeof kept?.values === 'object' && kept.values !== null ? kept : undefined
  } catch {
    return undefined
  }
}

export function keepDraft<V, S>(shelf: Shelf, place: string, kept: Kept<V, S>): void {
  try {
    shelf.setItem(place, JSON.stringify(kept))
  } catch {
    // With a full or blocked storage only the draft is lost. The form keeps its input.
  }
}

/** Applies the input for an older state of a record to its current state. */
export function rebased<V extends object>(
  typed: V,
  before: V,
  now: V,
  known: readonly (keyof V & string)[] = [],
): Rebased<V> {
  const differs = (one: V, other: V, name: keyof V) =>
    JSON.stringify(one[name]) !== JSON.stringify(other[name])
  const names = Object.keys(now) as (keyof V & string)[]
  const own = names.filter((name) => name in typed && differs(typed, before, name))
  const moved = names.filter((name) => differs(before, now, name))
  const both = names.filter(
    (name) =>
      (known.includes(name) || (moved.includes(name) && own.includes(name))) && differs(typed, now, name),
  )
  return {
    values: { ...now, ...Object.fromEntries(own.map((name) => [name, typed[name]])) },
    isMoved: moved.length > 0 || both.length > 0,
    both,
  }
}

interface Rebased<V> {
  values: V
  /** The record has changed. */
  isMoved: boolean
  /** Fields that both sides changed. The input wins. */
  both: (keyof V & string)[]
}
