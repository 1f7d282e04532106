import { useState } from 'react'
import type { asSeen } from '../service.ts'
import { useMe } from '../session/me.ts'
import { draftAt, type Kept, keepDraft, rebased, shelfPlace, slugAt } from './drafts.ts'
import { faultsOf, type Names, without } from './faults.ts'
import type { Form } from './form-shape.ts'

export type { Form } from './form-shape.ts'

interface FormSettings<V> {
  /** What it is a form of: «breach/…»; undefined where nothing is worth keeping (a password). */
  keep?: string
  /** What was kept of an earlier one is not shown. It stays until something is typed. */
  fresh?: boolean
  /** The version of the record that the person has before their eyes: it is saved over that one alone. */
  version?: { seen: Seen; renew: () => void }
  /** It changes a record that has no version. */
  isOfRecord?: boolean
  initial: V
  /** What the service calls otherwise. */
  names?: Names
  save: (values: V, seen: Seen) => Promise<unknown>
}

/** What a call adds to say which version it is about. */
export type Seen = ReturnType<typeof asSeen>

export function useForm<V extends object>({
  keep,
  fresh,
  version,
  isOfRecord,
  initial,
  names,
  save,
}: FormSettings<V>): Form<V> {
  const { user } = useMe()
  const slug = slugAt(location.pathname)
  const place = keep && shelfPlace(user?.id, slug, keep)
  const mayMove = version !== undefined || isOfRecord === true
  const [began] = useState(() => {
    const kept = place && !fresh ? draftAt<V, Seen>(sessionStorage, place) : undefined
    return startOf(kept, initial, mayMove)
  })
  // Of a draft that nobody can put over the record as it is: the version that it was written over, however long ago.
  const [drafted, setDrafted] = useState(began.seen)
  const seen = drafted ?? version?.seen ?? {}
  const [before, setBefore] = useState(initial)
  // Once it is saved or dropped, what is shown is the record as it is.
  const renew = (now: V) => {
    setDrafted(undefined)
    version?.renew()
    setBefore(now)
    setMoved(false)
    setBoth([])
  }
  const [values, setValues] = useState<V>(began.values)
  const [moved, setMoved] = useState(began.isMoved)
  const [both, setBoth] = useState(began.both)
  const [recovered, setRecovered] = useState(began.isKept)
  const [changed, setChanged] = useState(began.isKept)
  const [refusal, setRefusal] = useState<unknown>()
  // What a person corrects is not shown as wrong any more, until the service says so again.
  const [corrected, setCorrected] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const keepTyped = (typed: Kept<V, Seen>) => {
    if (place) keepDraft(sessionStorage, place, typed)
  }

  return {
    values,
    set: (name, value) => {
      const left = both.filter((one) => one !== name)
      setValues((typed) => {
        const next = { ...typed, [name]: value }
        keepTyped({ values: next, seen, before, both: left })
        return next
      })
      setChanged(true)
      setBoth((names) => names.filter((one) => one !== name))
      setCorrected((names) => (names.includes(name) ? names : [...names, name]))
    },
    ...without(corrected, faultsOf(refusal, values, names)),
    busy,
    changed,
    recovered,
    moved,
    overtaken: Object.fromEntries(both.map((name) => [name, initial[name]])) as Partial<V>,
    rebase: () => {
      const next = rebased(values, before, initial, both)
      renew(initial)
      setValues(next.values)
      setMoved(true)
      setBoth(next.both)
      setRefusal(undefined)
      keepTyped({ values: next.values, seen: {}, before: initial, both: next.both })
    },
    discard: () => {
      if (place) sessionStorage.removeItem(place)
      setValues(initial)
      renew(initial)
      setRecovered(false)
      setChanged(false)
      setRefusal(undefined)
    },
    submit: async () => {
      if (busy) return
      setBusy(true)
      setRefusal(undefined)
      setCorrected([])
      try {
        await save(values, seen)
        if (place) sessionStorage.removeItem(place)
        renew(values)
        setRecovered(false)
        setChanged(false)
      } catch (error) {
        setRefusal(error)
      } finally {
        setBusy(false)
      }
    },
  }
}

/** What a form begins with: what was kept of it, over the record as it is now. */
function startOf<V extends object>(kept: Kept<V, Seen> | undefined, initial: V, mayMove: boolean) {
  const plain = { isMoved: false, both: [], seen: undefined }
  if (!kept) return { ...plain, values: initial, isKept: false }
  if (mayMove && kept.before)
    return { ...plain, ...rebased(kept.values, kept.before, initial, kept.both), isKept: true }
  return { ...plain, values: { ...initial, ...kept.values }, seen: kept.seen, isKept: true }
}
