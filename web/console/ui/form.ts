import { useState } from 'react'
import { ResguardoError } from '#client'
import { asSeen, messageOf } from '../service.ts'
import { useMe } from '../session/me.ts'

/** What a person types: kept on this computer until it is saved, and judged by the service alone. */
export interface Form<V extends object> {
  values: V
  set: <K extends keyof V & string>(name: K, value: V[K]) => void
  /** By field, as the service names them. */
  faults: Readonly<Record<string, string>>
  /** What cannot be said beside a field, */
  fault: string | undefined
  /** and each thing that it is about. */
  reasons: readonly string[]
  /** Somebody else saved it meanwhile. */
  stale: boolean
  busy: boolean
  changed: boolean
  /** Typed earlier and never saved: shown again. */
  recovered: boolean
  discard: () => void
  submit: () => Promise<void>
}

interface FormSettings<V> {
  /** What it is a form of: «breach/…»; undefined where nothing is worth keeping (a password). */
  keep?: string
  /** The record that it changes, by its path: saved only over the version that the person had before their eyes. */
  record?: string
  initial: V
  save: (values: V, seen: Seen) => Promise<unknown>
}

/** What a call adds to say which version it is about. */
export type Seen = ReturnType<typeof asSeen>

interface Kept<V> {
  values: V
  seen: Seen
}

export function useForm<V extends object>({ keep, record, initial, save }: FormSettings<V>): Form<V> {
  const { user } = useMe()
  const slug = slugAt(location.pathname)
  const place = keep && `draft:${user?.id ?? ''}:${slug}:${keep}`
  const [kept] = useState(() => (place ? draftAt<V>(place) : undefined))
  // Of a draft: the version that it was written over, however long ago.
  const [seen] = useState(() => kept?.seen ?? (record ? asSeen(slug, record) : {}))
  const [values, setValues] = useState<V>(() => ({ ...initial, ...kept?.values }))
  const [recovered, setRecovered] = useState(kept !== undefined)
  const [changed, setChanged] = useState(kept !== undefined)
  const [refusal, setRefusal] = useState<unknown>()
  const [busy, setBusy] = useState(false)

  return {
    values,
    set: (name, value) => {
      setValues((before) => {
        const next = { ...before, [name]: value }
        if (place) sessionStorage.setItem(place, JSON.stringify({ values: next, seen } satisfies Kept<V>))
        return next
      })
      setChanged(true)
    },
    ...faultsOf(refusal, values),
    busy,
    changed,
    recovered,
    discard: () => {
      if (place) sessionStorage.removeItem(place)
      setValues(initial)
      setRecovered(false)
      setChanged(false)
      setRefusal(undefined)
    },
    submit: async () => {
      if (busy) return
      setBusy(true)
      setRefusal(undefined)
      try {
        await save(values, seen)
        if (place) sessionStorage.removeItem(place)
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

function draftAt<V>(place: string): Kept<V> | undefined {
  const text = sessionStorage.getItem(place)
  return text === null ? undefined : (JSON.parse(text) as Kept<V>)
}

function slugAt(pathname: string): string {
  return /\/organizacion\/([^/]+)/.exec(pathname)?.[1] ?? ''
}

function faultsOf(
  refusal: unknown,
  values: object,
): Pick<Form<object>, 'faults' | 'fault' | 'reasons' | 'stale'> {
  if (refusal === undefined) return { faults: {}, fault: undefined, reasons: [], stale: false }
  const details = refusal instanceof ResguardoError ? refusal.details : []
  const faults = Object.fromEntries(
    [...details]
      .reverse()
      .flatMap(({ path, message }) => [fieldOf(path), placeOf(path)].map((name) => [name, message] as const)),
  )
  // What the service says of a field that is not on the screen must be read too.
  const elsewhere = details.filter(({ path }) => !(fieldOf(path) in values || placeOf(path) in values))
  const atFields = details.length > elsewhere.length
  const fault = atFields && elsewhere.length === 0 ? undefined : messageOf(refusal)
  const reasons = new Set(elsewhere.map(({ message }) => message))
  return {
    faults,
    fault,
    reasons: [...reasons].filter((reason) => !fault?.includes(reason)),
    stale: refusal instanceof ResguardoError && refusal.status === 412,
  }
}

/** «body/queries/0» and «queries.0» are both of the field `queries`. */
function fieldOf(path: string): string {
  return placeOf(path).split(/[/.[]/)[0] ?? ''
}

/** The whole of it, for forms with parts: `stages[0].name`. */
function placeOf(path: string): string {
  return path.replace(/^\/?(body|query)[/.]?/, '')
}
