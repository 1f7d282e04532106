/** What somebody typed and did not save, kept in the browser until the session ends. */
export interface Kept<V, S> {
  values: V
  /** The version of the record over which it was written, */
  seen: S
  /** and what it said. */
  before?: V
  /** Fields that had changed in the record too, and that nobody looked at since. */
  both?: readonly (keyof V & string)[]
}

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Of one person, one organisation and one form. */
export function shelfPlace(userId: string | undefined, slug: string, form: string): string {
  return `draft:${userId ?? ''}:${slug}:${form}`
}

/** The organisation of an address; '' for those of the person alone. */
export function slugAt(pathname: string): string {
  return /\/organizacion\/([^/]+)/.exec(pathname)?.[1] ?? ''
}

/** Nothing where nothing was kept, or nobody can read it any more. */
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
    // A full or closed storage costs the copy, not what stands in the form.
  }
}

/** What was typed over an older state of a record, put over what it says now. */
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
  /** The record is not any more as it was. */
  isMoved: boolean
  /** Fields that changed on both sides. What was typed stands. */
  both: (keyof V & string)[]
}
