/** What somebody typed and did not save, kept in the browser until the session ends. */
export interface Kept<V, S> {
  values: V
  /** The version of the record over which it was written. */
  seen: S
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
