import { useState } from 'react'
import { useMe } from '../session/me.ts'
import { draftAt, keepDraft, shelfPlace, slugAt } from './drafts.ts'

/** The stored draft of a form, or a proposal for it, while the form is not on the screen. */
export function useLeft<V extends object>(keep: string) {
  const { user } = useMe()
  const place = shelfPlace(user?.id, slugAt(location.pathname), keep)
  const [left, setLeft] = useState(() => draftAt<V, unknown>(sessionStorage, place)?.values)
  return {
    left,
    look: () => setLeft(draftAt<V, unknown>(sessionStorage, place)?.values),
    /** Stores values that the person did not type. */
    keep: (values: V) => keepDraft(sessionStorage, place, { values, seen: {} }),
    drop: () => {
      sessionStorage.removeItem(place)
      setLeft(undefined)
    },
  }
}
