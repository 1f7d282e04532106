import { useState } from 'react'
import type { asSeen } from '../service.ts'
import { useMe } from '../session/me.ts'
import { draftAt, type Kept, keepDraft, rebased, shelfPlace, slugAt } from './drafts.ts'
import { faultsOf, type Names, without } from './faults.ts'
import type { Form } from './form-shape.ts'

export type { Form } from './form-shape.ts'

interface FormSettings<V> {
  /** Key of the draft: «breach/…». Undefined if nothing should be kept, as for a password. */
  keep?: string
  /** Ignores an earlier draft. It stays stored until the person types. */
  fresh?: boolean
  /**
   * The version that the person sees. Saving overwrites only that version. A form without one creates a record or adds
   * words to an act (`useSeenByAct`).
   */
  version?: { seen: Seen; renew: () => void }
  initial: V
  /** Fields that the service names differently from the form. */
  names?: Names
  save: (values: V, seen: Seen) => Promise<unknown>
}

/** The headers that name the version which a call changes. */
export type Seen = ReturnType<typeof asSeen>

export function useForm<V extends object>({
  keep,
  fresh,
  version,
  initial,
  names,
  save,
}: FormSettings<V>): Form<V> {
  const { user } = useMe()
  const slug = slugAt(location.pathname)
  const place = keep && shelfPlace(user?.id, slug, keep)
  const isOfRecord = version !== undefined
  const [began] = useState(() => {
    const kept = place && !fresh ? draftAt<V, Seen>(sessionStorage, place) : undefined
    return startOf(kept, initial, isOfRecord)
  })
  // A draft that cannot be rebased keeps the version that it was written for, however old.
  const [drafted, setDrafted] = useState(began.seen)
  const seen = drafted ?? version?.seen ?? {}
  const [before, setBefore] = useState(initial)
  // After saving or discarding, the form shows the record as it is.
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
  // Corrected fields no longer show their fault, until the service reports it again.
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
    ...without(corrected, faultsOf(refusal, values, names, isOfRecord)),
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

/** The first state of a form: its draft, applied to the current record. */
function startOf<V extends object>(kept: Kept<V, Seen> | undefined, initial: V, mayMove: boolean) {
  const plain = { isMoved: false, both: [], seen: undefined }
  if (!kept) return { ...plain, values: initial, isKept: false }
  if (mayMove && kept.before)
    return { ...plain, ...rebased(kept.values, kept.before, initial, kept.both), isKept: true }
  return { ...plain, values: { ...initial, ...kept.values }, seen: kept.seen, isKept: true }
}
