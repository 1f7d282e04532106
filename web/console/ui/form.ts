import { useState } from 'react'
import { asSeen } from '../service.ts'
import { useMe } from '../session/me.ts'
import { draftAt, keepDraft, shelfPlace, slugAt } from './drafts.ts'
import { faultsOf, type Names, without } from './faults.ts'
import type { Form } from './form-shape.ts'

export type { Form } from './form-shape.ts'

interface FormSettings<V> {
  /** What it is a form of: «breach/…»; undefined where nothing is worth keeping (a password). */
  keep?: string
  /** The record that it changes, by its path: saved only over the version that the person had before their eyes. */
  record?: string
  /** In place of `record`, where other parts of the screen change it too. */
  version?: { seen: Seen }
  initial: V
  /** What the service calls otherwise. */
  names?: Names
  save: (values: V, seen: Seen) => Promise<unknown>
}

/** What a call adds to say which version it is about. */
export type Seen = ReturnType<typeof asSeen>

export function useForm<V extends object>({
  keep,
  record,
  version,
  initial,
  names,
  save,
}: FormSettings<V>): Form<V> {
  const { user } = useMe()
  const slug = slugAt(location.pathname)
  const place = keep && shelfPlace(user?.id, slug, keep)
  const [kept] = useState(() => (place ? draftAt<V, Seen>(sessionStorage, place) : undefined))
  // Of a draft: the version that it was written over, however long ago.
  const [drafted, setDrafted] = useState(kept?.seen)
  const shown = (): Seen => (record ? asSeen(slug, record) : {})
  const [opened, setOpened] = useState(shown)
  const seen = drafted ?? version?.seen ?? opened
  // Once it is saved or dropped, what is shown is the record as it is.
  const renew = () => {
    setDrafted(undefined)
    setOpened(shown)
  }
  const [values, setValues] = useState<V>(() => ({ ...initial, ...kept?.values }))
  const [recovered, setRecovered] = useState(kept !== undefined)
  const [changed, setChanged] = useState(kept !== undefined)
  const [refusal, setRefusal] = useState<unknown>()
  // What a person corrects is not shown as wrong any more, until the service says so again.
  const [corrected, setCorrected] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)

  return {
    values,
    set: (name, value) => {
      setValues((before) => {
        const next = { ...before, [name]: value }
        if (place) keepDraft(sessionStorage, place, { values: next, seen })
        return next
      })
      setChanged(true)
      setCorrected((before) => (before.includes(name) ? before : [...before, name]))
    },
    ...without(corrected, faultsOf(refusal, values, names)),
    busy,
    changed,
    recovered,
    discard: () => {
      if (place) sessionStorage.removeItem(place)
      setValues(initial)
      renew()
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
        renew()
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
