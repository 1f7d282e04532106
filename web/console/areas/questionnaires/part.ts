import type { Form } from '../../ui/form.ts'

/** A part of the questionnaire as a form of its own: the same fields serve it, and what is typed goes to the whole. */
export function partOf<V extends object>(
  whole: Form<never>,
  values: V,
  change: (next: V) => void,
  faults: Readonly<Record<string, string>>,
  /** Where the part stands in the whole, as refusals name it: `sections[1].questions[0]`. */
  place: string,
): Form<V> {
  const own = Object.entries(faults)
    .filter(([path]) => path.startsWith(`${place}.`))
    .map(([path, message]) => [path.slice(place.length + 1), message] as const)
  return {
    ...(whole as unknown as Form<V>),
    values,
    set: (name, value) => change({ ...values, [name]: value }),
    faults: Object.fromEntries(own),
  }
}

/** A list with one entry changed, or taken out. */
export function replaced<T>(list: readonly T[], index: number, ...by: T[]): T[] {
  return [...list.slice(0, index), ...by, ...list.slice(index + 1)]
}

/** A list with one entry a place earlier or later. */
export function moved<T>(list: readonly T[], index: number, by: -1 | 1): T[] {
  const to = index + by
  if (to < 0 || to >= list.length) return [...list]
  const next = [...list]
  next.splice(to, 0, ...next.splice(index, 1))
  return next
}
